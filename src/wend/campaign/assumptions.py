"""The assumptions that proofs rest on: they hold for nearly all programs, and nothing checks them.

`complete` and `unreachable` name theirs, and `--lift NAME` has a verdict withheld that would rest
on one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from wend.expr.sorts import Sort
from wend.inputs.domain import Choice, Domain, Entries, Held, Items, Made, Scalar
from wend.inputs.heap import classes_of
from wend.inputs.target import Parameter, Target
from wend.path.reason import Reason

ASSUMPTIONS = {
    "float-not-int": "no int is given where float is annotated, and neither where complex is, "
    "though the typing rules allow it",
    "machine-limits": "no run is short of memory, of stack, or of digits (ints as text have 4,300)",
    "overrides-behave": "what subclasses of the annotated classes override acts as in the base",
}
"""By name, with what is assumed."""


def assumed(parameters: Sequence[Parameter]) -> tuple[str, ...]:
    """The assumptions that a proof about these parameters rests on."""
    domains = [
        *[each.domain for each in parameters],
        *[part.domain for cls in classes_of(parameters) for part in cls.fields],
    ]
    found = {"machine-limits"}
    for each in domains:
        for leaf in _with_all_inside(each):
            if not _is_final(leaf):
                found.add("overrides-behave")
        found.update(["float-not-int"] if _may_be_float_only(each) else [])
    return tuple(sorted(found))


def lifted(target: Target, names: Iterable[str]) -> list[Reason]:
    """Reasons against a proof about a target that rests on assumptions which the user lifted."""
    return [
        Reason(
            "assumption-lifted",
            f"a proof would rest on {name}: {ASSUMPTIONS[name]}",
            f"leave --lift {name} out to accept that",
            *target.place,
        )
        for name in assumed(target.parameters)
        if name in names
    ]


def _may_be_float_only(domain: Domain) -> bool:
    """Whether a part of a value is tried as a float, and not as an int."""
    if isinstance(domain, Choice):
        sorts = {each.sort for each in domain.options if isinstance(each, Scalar)}
        others = [each for each in domain.options if not isinstance(each, Scalar)]
        is_only = Sort.FLOAT in sorts and Sort.INT not in sorts
        return is_only or any(map(_may_be_float_only, others))
    return domain == Scalar(Sort.FLOAT) or any(map(_may_be_float_only, _inside(domain)))


def _is_final(domain: Domain) -> bool:
    """Whether the values of a domain, apart from what is in them, are of classes that have no
    subclasses."""
    return isinstance(domain, Choice | Held) or domain == Scalar(Sort.BOOL)


def _with_all_inside(domain: Domain) -> Iterator[Domain]:
    yield domain
    for each in _inside(domain):
        yield from _with_all_inside(each)


def _inside(domain: Domain) -> tuple[Domain, ...]:
    match domain:
        case Choice(options):
            return options
        case Items(_, element):
            return (element,)
        case Entries(key, value):
            return key, value
        case Made(_, parts):
            return tuple([each.domain for each in parts])
        case _:
            return ()
