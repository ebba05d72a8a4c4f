"""First inputs: the simplest value of each type, then constants found in the code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from wend.inputs.inputs import Inputs
from wend.inputs.live import live
from wend.inputs.target import Target

MOST_LATER = 60
"""How many inputs made of constants are tried when nothing else is left."""


def simplest(target: Target) -> Inputs:
    """All zero, all false, all empty."""
    return live(target.parameters, {})


def given_inputs(target: Target, given: Iterable[Mapping[str, Any]]) -> Iterator[Inputs]:
    """The inputs that the user gave, completed by the simplest values."""
    first = simplest(target)
    for values in given:
        # What is of another type is held, or was given for a parameter of another target.
        fits = {name: values[name] for name in first if type(values.get(name)) is type(first[name])}
        yield first.updated(fits)


def from_constants(target: Target, constants: Iterable[int]) -> Iterator[Inputs]:
    """One variable at a time at a constant of the code or next to it, and all at once.

    Tried where values were lost on the way: what no solver sees may still be hit.
    """
    first = simplest(target)
    numbers = [name for name, value in first.items() if type(value) is int and "(" not in name]
    interesting = dict.fromkeys((1, -1, 2, 10, -10, 100))
    for constant in constants:
        interesting.update(dict.fromkeys((constant, constant + 1, constant - 1, -constant)))
    count = 0
    for value in interesting:
        for changed in (*[(name,) for name in numbers], tuple(numbers)):
            if count == MOST_LATER:
                return
            count += 1
            yield first.updated(dict.fromkeys(changed, value))
