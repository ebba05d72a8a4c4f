"""Contracts of icontract: assumed of what a target is given, checked after it.

What is violated here are functions, since icontract takes its time to write down a lambda.
"""

from __future__ import annotations

from typing import Any

import icontract


def is_ordered(self: Range) -> bool:
    return self.low <= self.high


def has_grown(self: Range, by: int, OLD: Any) -> bool:
    return bool(self.high == OLD.before + by)


def is_larger(x: int, result: int) -> bool:
    return result > x


@icontract.invariant(is_ordered)
class Range:
    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    @icontract.require(lambda by: by > 0)
    @icontract.snapshot(lambda self: self.high, name="before")
    @icontract.ensure(has_grown)
    def grow(self, by: int) -> None:
        assert by > 0
        self.high += by if by != 13 else 12


def looked_at(given: Range) -> str:
    if given.low > given.high:
        return "never"
    return "five" if given.high - given.low == 5 else "else"


def broken(given: Range) -> str:
    if given.high == 9:
        given.high = given.low - 1
    return "done"


@icontract.require(lambda x: x > 5)
@icontract.ensure(is_larger)
def next_of(x: int) -> int:
    if x <= 5:
        return -1
    return x + 1 if x != 42 else x


def told(x: int) -> str:
    if x <= 5:
        return "small"
    try:
        return str(next_of(x))
    except icontract.ViolationError as error:
        return "equal" if "result was 42" in str(error) else "other"
