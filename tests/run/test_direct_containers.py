"""Likewise (`test_direct`) of sets, of classes below native ones, of what is joined and sorted."""

# ruff: noqa: E501 (a table of snippets reads better unbroken)
from __future__ import annotations

import pytest
from laws import check

SNIPPETS = (
    # Methods of sets that go through something
    "made = []\nfor v in ([1, 2], (2, 3), {1}, {2: x}, range(2), 'ab', frozenset((1, 9)), [], {1: 1}.keys(), [(1, 2)], [x % 5], [2]):\n    seen = {1, 2, 7}\n    made += [len(seen.union(v)), len(seen.intersection(v)), len(seen.difference(v)), len(seen.symmetric_difference(v)), seen.isdisjoint(v), seen.issubset(v), seen.issuperset(v)]\n    seen.update(v)\n    made += [len(seen), 3 in seen]\nreturn made",
    "made = []\nfor v in ({1}, {2, 7}, {1, 2, 7}, {x % 4}, {1, 2, 7, 8}):\n    for seen in ({1, 2, 7}, {1, 2}):\n        made += [len(seen.union(v)), len(seen.intersection(v)), len(seen.difference(v)), len(seen.symmetric_difference(v)), seen.isdisjoint(v), seen.issubset(v), seen.issuperset(v)]\nreturn made",
    "made = []\nfor v in ([1], [(1, 2)], [(1, x)], [(1, 3)]):\n    seen = {(1, 2), 1}\n    seen.update(v)\n    seen.difference_update([1], v)\n    made += [len(seen), (1, 3) in seen, len(seen.union(v, [4], {5})), len(seen.union()), len(seen.intersection(v, (1,)))]\nreturn made",
    "made = []\nfor v in ([1, 2], [2, x], (2,), {3}, [x % 3, 1]):\n    seen, other = {1, 2, 7}, {1, 2, 7}\n    seen.intersection_update(v)\n    other.symmetric_difference_update(v)\n    seen.update([n for n in v], (n + 1 for n in v))\n    made += [len(seen), len(other), 7 in other, 2 in seen, 3 in seen]\nreturn made",
    "made = []\nfor v in (5, None, [[1]], [{}], {'a': []}, [1, [x]], object):\n    for f in (lambda s: s.update(v), lambda s: s.union(v), lambda s: s.issubset(v), lambda s: s.isdisjoint(v, v), lambda s: s.difference_update([1], v)):\n        seen = {1, 2}\n        try: made.append(f(seen))\n        except TypeError as error: made.append(str(error))\n        made.append(len(seen))\nreturn made, x",
    "made = []\nfor v in ({1: 2}, [(3, 4)], [('a', 1), [5, 6]], 'ab' and ['ab', 'cd'], (), {3: x}.items(), [(5, x)], [(x, 5)], [(7, 7)]):\n    table = {1: 1}\n    table.update(v)\n    made += [len(table), table.get(1), table.get(5), 'a' in table]\nreturn made",
    # Operators of sets in place, and with open sets
    "made = []\nfor v in ({7}, {1}, frozenset((2, 3)), {x % 3}, {2: 1}.keys(), {7}):\n    for n in (0, 1, 2):\n        seen = {1, 2, 3}\n        same = seen\n        if n == 0: seen -= v\n        elif n == 1: seen &= v\n        else: seen ^= v\n        made += [len(seen), 1 in seen, seen is same]\nreturn made",
    "made = []\nfor a, b in ((7, 2), (x, 3), (6, x), (5, 1)):\n    a -= b\n    c = a\n    c &= b\n    a ^= c\n    made += [a, c]\nfor a, b in (({1}, 2), (1, {2}), ([1], {1}), ({1}, [1]), (x, {1}), ({1: 2}, {1})):\n    for n in (0, 1, 2):\n        try:\n            if n == 0: a -= b\n            elif n == 1: a &= b\n            else: a ^= b\n            made.append(len(a))\n        except TypeError as error: made.append(type(error))\nreturn made",
    # Comprehensions and sets of what is made
    "made = []\nfor v in ((1, 2, 1), [3, 'a'], (1, x % 3, 1, x % 2), (2, 2)):\n    for each in ({n for n in v}, {(n, 1) for n in v}, {(n, (n, 2)) for n in v}, set(n for n in v), set([(n,) for n in v]), set((n, n) for n in v)):\n        made += [len(each), 1 in each, (1, 1) in each, (2, 2) in each, type(each).__name__]\nreturn made",
    "made = []\nfor v in ([Key(1), Key(2)], [Key(1), Key(x % 3)], ['a', str(x)], [None, True, 1.0, 1]):\n    each = {n for n in v}\n    made += [len(each), 1 in each, len({(n, 0) for n in v}), len(set(v))]\nreturn made",
    "for v in ([[1]], [{}], [1, [x]], [x, {1}]):\n    for f in (lambda: {n for n in v}, lambda: set(n for n in v), lambda: set(v), lambda: {(n, 1) for n in v}):\n        try: made = f()\n        except TypeError as error: made = str(error)\nreturn made",
    "def grown(seen, n):\n    seen[n] = 1\n    return n\nseen, made = {}, []\nfor v in ((1, 2), (x % 3, 1), (1, 2)): made += [len({grown(seen, n) for n in v}), len(set(grown(seen, n) for n in v)), len({n + k for n in v for k in v if n != k})]\nreturn made, len(seen)",
    # Sets that are gone through
    "total = 0\nfor s in ({1, 2}, {1.5, True, 3}, set(), frozenset((4, 5)), [x, 1], {6}, (7, x), {8: x}):\n    for n in s: total += n\n    total += sum([n for n in s]) + len([*s])\nreturn total",
    "counts = [collections.Counter((n, k) for n in v for k in (1, 2)) for v in ((1, 2), (1, x % 3), [(1, x), (1, 2)], ('a', str(x)), (3, 3))]\nreturn [len(c) for c in counts], [c[1, 1] for c in counts], [c[(1, 2), 1] for c in counts]",
)  # fmt: skip

LOSSY = (
    "made = []\nfor v in ((1, 2), (1, x % 3)): made += [len(frozenset(v).union(v)), len(frozenset([(n,) for n in v])), frozenset(v).issubset({1, 2, 3})]\nreturn made",
    "made = []\nfor v in ([Key(1)], [Pair(1, 2), Pair(1, x)], [Pair(1, 2)]):\n    each = {n for n in v}\n    made += [len(each), Key(1) in each, (1, 2) in each]\nreturn made",
    "total = []\nfor s in ({1, 2}, {1, x % 7}, {3, 4}):\n    for n in s: total.append(n)\nreturn total",
)

PREAMBLE = """
    import collections, enum, functools, itertools, operator

    Pair = collections.namedtuple("Pair", "left right")

    class Key:
        def __init__(self, n):
            self.n = n

        def __hash__(self):
            return 5

        def __eq__(self, other):
            return type(other) is Key and self.n == other.n
"""


@pytest.mark.parametrize("source", SNIPPETS)
def test_a_tracked_value_after_plain_ones_keeps_its_term(source: str) -> None:
    check(source, {"x": (0, 1, 2, 3, 5, -1, -2, 10, 37)}, preamble=PREAMBLE)


@pytest.mark.parametrize("source", LOSSY)
def test_native_code_is_told_of_a_tracked_value_after_plain_ones(source: str) -> None:
    runs = check(source, {"x": (0, 3, 5, -1, 10)}, preamble=PREAMBLE, exact=False)

    assert all(run.lost or run.branches for run in runs)


def test_a_set_in_an_order_of_its_own_is_told_after_others() -> None:
    source = "made = 0\nfor s in ({1, 2}, {2, 3}, {'a'}, {'a', 'b'}, {5}):\n    for n in s: made += 1\nreturn made, x"
    runs = check(source, {"x": (1, 2, 3)}, preamble=PREAMBLE, exact=False)

    assert [[reason.what for reason in run.lost] for run in runs] == [["nondeterministic"]] * 3
