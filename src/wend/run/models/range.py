"""range() with tracked bounds: whether the loop goes on is a branch."""

from __future__ import annotations

import operator
import sys
from collections.abc import Iterator
from typing import Any

from wend.expr import build
from wend.expr.build import integer
from wend.run.models.text import spelling
from wend.run.tracked.decisions import decide
from wend.run.tracked.lift import TRACKED, int_of, int_term, stands_for, track


class SymRange:
    """A range of which start, stop or step is tracked.

    It has no `__len__`: `list()` would ask for it and decide the length before the first item;
    the model of `len` uses `length`.
    """

    __slots__ = ("_start", "_step", "_stop")

    def __init__(self, start: Any, stop: Any, step: Any) -> None:
        self._start, self._stop, self._step = start, stop, step

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return range

    start = property(operator.attrgetter("_start"))
    stop = property(operator.attrgetter("_stop"))
    step = property(operator.attrgetter("_step"))

    def __iter__(self) -> Iterator[Any]:
        at, stop = self._start, self._stop
        upward = bool(self._step > 0)
        while decide(*_before(at, stop, upward), "loop"):
            yield at
            at = at + self._step

    def __reversed__(self) -> Iterator[Any]:
        at = self._start + (self.length - 1) * self._step
        upward = bool(self._step > 0)
        while decide(*_before(self._start, at, upward, also_equal=True), "loop"):
            yield at
            at = at - self._step

    @property
    def length(self) -> Any:
        """How many items, as a tracked int."""
        step = self._step
        if step > 0:
            count = (self._stop - self._start + step - 1) // step
        else:
            count = (self._start - self._stop - step - 1) // -step
        term, value = int_of(count)
        positive = build.gt(term, integer(0))
        return track(max(0, value), build.ite(positive, term, integer(0)))

    def __bool__(self) -> bool:
        return bool(self.length > 0)

    def holds(self, member: Any) -> Any:
        """Whether a number is one of the items, as one condition where it can be."""
        term = int_term(member)
        if term is None:
            return any(item == member for item in self)
        upward = bool(self._step > 0)
        (start, at), (below_stop, inside) = (
            _before(self._start, member, upward, also_equal=True),
            _before(member, self._stop, upward),
        )
        (step, by), (offset, away) = int_of(self._step), int_of(member - self._start)
        on_grid = build.eq(build.mod(offset, step), integer(0))
        concrete = at and inside and away % by == 0
        return track(concrete, build.conjunction((start, below_stop, on_grid)))

    def __contains__(self, member: Any) -> bool:
        return bool(self.holds(member))

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            return self._slice(key)
        if type(key) not in TRACKED:
            if not hasattr(type(key), "__index__"):
                return range(0)[key]  # raises what Python raises
            key = operator.index(key)
        length = self.length
        if key < 0:
            key = key + length
        if key < 0 or key >= length:
            raise IndexError("range object index out of range")
        return self._start + key * self._step

    def _slice(self, key: slice) -> Any:
        """As `slice.indices` does, with tracked ints."""
        length = self.length
        step = 1 if key.step is None else _as_index(key.step)
        if step == 0:
            raise ValueError("slice step cannot be zero")
        low, high = (0, length) if step > 0 else (-1, length - 1)

        def bound(given: Any, default: Any) -> Any:
            if given is None:
                return default
            at = _as_index(given)
            if at < 0:
                at = at + length
                return low if at < low else at
            return high if at > high else at

        first, last = (low, high) if step > 0 else (high, low)
        start, stop = bound(key.start, first), bound(key.stop, last)
        return range_of(
            self._start + start * self._step, self._start + stop * self._step, step * self._step
        )

    def index(self, member: Any) -> Any:
        if not self.holds(member):
            if sys.version_info >= (3, 14):
                raise ValueError("range.index(x): x not in range")
            raise ValueError(spelling.joined(spelling.repr_of(member), " is not in range"))
        return (member - self._start) // self._step

    def count(self, member: Any) -> int:
        return 1 if self.holds(member) else 0

    def __eq__(self, other: Any) -> Any:
        if not isinstance(other, range):
            return NotImplemented
        return list(self) == list(other)

    def __hash__(self) -> int:
        return hash(plain_range(self))

    def __repr__(self) -> str:
        return repr(plain_range(self))


def _as_index(bound: Any) -> Any:
    """A bound of a slice; one that is no int raises what Python raises."""
    if type(bound) in TRACKED:
        return +bound
    if hasattr(type(bound), "__index__"):
        return operator.index(bound)
    return range(0)[bound:]


def range_of(start: Any, stop: Any, step: Any) -> Any:
    """A range, a native one where nothing is tracked."""
    if any(type(part) in TRACKED for part in (start, stop, step)):
        return SymRange(start, stop, step)
    return range(start, stop, step)


def tracked_range(native: range) -> SymRange:
    """A native range that a tracked number is about to meet."""
    return SymRange(native.start, native.stop, native.step)


stands_for(SymRange, range)


def plain_range(tracked: SymRange) -> range:
    """The range as native code sees it: its parts are asked for, and that is noted."""
    return range(tracked.start.__index__(), tracked.stop.__index__(), tracked.step.__index__())


def _before(a: Any, b: Any, upward: bool, also_equal: bool = False) -> tuple[Any, bool]:
    """The condition that a comes before b in the range's direction, and its value."""
    low, high = (a, b) if upward else (b, a)
    (low_term, least), (high_term, most) = int_of(low), int_of(high)
    if also_equal:
        return build.le(low_term, high_term), least <= most
    return build.lt(low_term, high_term), least < most
