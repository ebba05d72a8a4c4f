"""Constructs that came with Python 3.15, see constructs.py."""
# ruff: noqa
# fmt: off

import sys
lazy import this_module_does_not_exist
lazy import textwrap
lazy from json import dumps, no_such_name


def unpacked_lists():
    xss = [[1, 2], (3,), [], {4: 5}]
    return [*xs for xs in xss], [*xs[:1] for xs in xss[:2] if xs], list((*xs for xs in xss)), sum((*xs for xs in xss[:2]), start=1), [*[*x for x in [xs]] for xs in xss]


def unpacked_sets():
    xss = [[1, 2], (2, 3), [True, 1.0]]
    made = {*xs for xs in xss}
    return sorted(made), [type(x) for x in sorted(made)], {*() for _ in xss}


def unpacked_dicts():
    ds = [{"a": 1, 1: "int"}, {"b": 2, True: "bool"}, {"a": 3, 1.0: "float"}]
    return {**d for d in ds}, list({**d for d in reversed(ds)}), {**{k: v} for d in ds for k, v in d.items()}


def unpacking_what_is_none():
    told = []
    for make in (lambda: [*x for x in [1]], lambda: {*x for x in [[[]]]}, lambda: {**x for x in [[(1, 2)]]}, lambda: {**x for x in [1]}, lambda: {**x for x in [{}, None]}, lambda: list((*x for x in [1]))):
        try:
            make()
        except Exception as error:
            told.append((type(error).__name__, str(error)))
    return told


def unpacked_one_after_the_other():
    order = []

    def say(x):
        order.append(x)
        return [x, -x]

    generator = (*say(x) for x in range(3))
    first = next(generator)
    seen = list(order)
    return first, seen, list(generator), order, {*say(x) for x in (5, 6)} == {5, -5, 6, -6}, order


def unpacked_in_classes():
    class Local:
        xs = [[1], [2]]
        ys = [*x for x in xs]
        zs = {**{x: x} for x in ys}

    return Local.ys, Local.zs


def is_lazy(name):
    return type(globals()[name]).__name__


def lazy_imports():
    before = is_lazy("textwrap"), is_lazy("dumps")
    return before, textwrap.dedent("  a"), is_lazy("textwrap"), dumps([1]), is_lazy("dumps"), is_lazy("this_module_does_not_exist")


def lazy_imports_that_fail():
    told = []
    for ask in (lambda: this_module_does_not_exist, lambda: no_such_name):
        try:
            ask()
        except ImportError as error:
            told.append((type(error).__name__, str(error)))
    return told


def frozen_dicts():
    made = frozendict(a=1, b=2)
    return made["a"], "b" in made, made | {"c": 3}, made == {"b": 2, "a": 1}, hash(made) == hash(frozendict(b=2, a=1)), [*made], {**made}, made.get("z", 0), {made: 1}[frozendict(a=1, b=2)], len(made), list(made.items()), frozendict({1: 2}) == frozendict([(1, 2)])


MISSING = sentinel("MISSING")


def sentinels():
    def given(x: int | MISSING = MISSING):
        return x is MISSING, x is not MISSING, x == MISSING

    return given(), given(1), repr(MISSING), bool(MISSING), int | MISSING
