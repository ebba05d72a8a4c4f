"""The first inputs of an exploration: given ones, the simplest values, later constants of the
code, and longer texts and lists next to inputs that came far.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from wend.expr.variables import bounded, choice_of, length_of, lengths_in
from wend.inputs.decompose import DoesNotFit, decomposed
from wend.inputs.domain import Choice, Domain, Entries, Items, Made, Scalar, Text, Whole
from wend.inputs.inputs import Inputs
from wend.inputs.live import live
from wend.inputs.paths import item_path, key_path, part_path, value_path
from wend.inputs.target import Target

MOST_LATER = 80
"""Inputs made of constants; they are tried when nothing else is left."""

MOST_LEAVES = 12
"""Leaves of the inputs where constants are put."""


def simplest(target: Target) -> Inputs:
    """All zero, all false, all empty."""
    return live(target.parameters, {})


def first_inputs(
    target: Target, first: Iterable[tuple[Mapping[str, Any], str]]
) -> list[tuple[Inputs, str]]:
    """The given inputs, completed by the simplest values, and at last the simplest values alone.

    Each comes with the method that found it.
    """
    found: dict[Inputs, str] = {}
    for values, method in first:
        found.setdefault(live(target.parameters, values), method)
    found.setdefault(simplest(target), "seed")
    return list(found.items())


GROWN = (1, 2, 4)
"""Characters or items by which a text or list is grown."""

MOST_GROWN = 4
"""Texts and lists of one input that are grown."""


def grown(inputs: Inputs) -> Iterator[Inputs]:
    """The inputs with one length at a time a little greater; new items have their defaults.

    Code asks for a length early, when a text is still `aaaa`. A flip of that question gives
    `aaaaaaaa`, and the search has to find its way to `http:` once more.
    """
    lengths = [(length.text, value) for length, value in lengths_in(inputs) if value]
    for name, value in lengths[:MOST_GROWN]:
        for by in GROWN:
            yield inputs.updated({name: value + by})


def from_constants(target: Target, constants: Iterable[Any]) -> Iterator[Inputs]:
    """Inputs with a constant of the code, or a number next to it, in one leaf, then in all leaves.

    They are for runs that lost track of values: no solver sees such conditions, a constant may hit.
    """
    leaves = [
        leaf
        for parameter in target.parameters
        for leaf in _leaves(parameter.domain, parameter.name, {})
    ][:MOST_LEAVES]
    count = 0
    for value in _interesting(constants):
        settings = [each for leaf in leaves if (each := _set(leaf, value)) is not None]
        if len(settings) > 1:
            settings.append({name: to for each in settings for name, to in each.items()})
        for setting in settings:
            if count == MOST_LATER:
                return
            count += 1
            yield live(target.parameters, setting)


_SPELLED = re.compile(r"[-+]?(\d+\.?\d*(e[-+]?\d+)?|inf|nan)")
"""A text that spells a float."""


def _interesting(constants: Iterable[Any]) -> Iterator[Any]:
    numbers = dict.fromkeys((1, -1, 2, 10, -10, 100))
    others: dict[Any, None] = {}
    for constant in constants:
        if type(constant) is int:
            numbers.update(dict.fromkeys((constant, constant + 1, constant - 1, -constant)))
        else:
            others[constant] = None
            if type(constant) is str and _SPELLED.fullmatch(constant):  # `repr(x) == "1e+16"`
                number = float(constant)
                others[number] = None
                if number.is_integer():
                    numbers[int(number)] = None
    yield from others
    yield from numbers


Leaf = tuple[Domain, str, dict[str, Any]]
"""A leaf of the inputs, its path, and the variables that must be set for the leaf to exist."""


def _leaves(domain: Domain, path: str, needed: dict[str, Any]) -> Iterator[Leaf]:
    match domain:
        case Scalar() | Whole() | Text():
            yield domain, path, needed
        case Choice(options):
            for at, option in enumerate(options):
                chosen = {**needed, choice_of(path, len(options)).text: at}
                yield from _leaves(option, path, chosen)
        case Items(_, element):
            there = {**needed, length_of(path).text: 1}
            yield from _leaves(element, item_path(path, 0), there)
        case Entries(key, value):
            there = {**needed, length_of(path).text: 1}
            yield from _leaves(key, key_path(path, 0), there)
            yield from _leaves(value, value_path(path, 0), there)
        case Made(_, parts):
            for at, part in enumerate(parts):
                yield from _leaves(part.domain, part_path(path, part, at), needed)
        case _:
            pass


def _set(leaf: Leaf, value: Any) -> dict[str, Any] | None:
    """The variables that put a value into a leaf; None where it does not fit."""
    domain, path, needed = leaf
    if isinstance(domain, Whole) and type(value) is int:
        low, high = domain.low, domain.high
        if (low is not None and value < low) or (high is not None and value > high):
            return None
        return {**needed, bounded(path, low, high).text: value}
    if type(value) is int and isinstance(domain, Scalar) and domain.sort.value == "float":
        value = float(value) if abs(value) < 2**53 else value
    try:
        return {**needed, **decomposed(domain, path, value)}
    except DoesNotFit:
        return None
