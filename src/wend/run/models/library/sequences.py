"""Models of `heapq`, `bisect`, `itertools`, `operator` where C code needs plain numbers or lists.

Most of these modules compare and hand on what they are given, and are called as they are: the
list is in `library`. Here is what is left: heaps, whose C code reads the list itself, and whatever
takes a count or a place, which may be tracked.
"""

from __future__ import annotations

import _bisect
import _heapq
import itertools
import operator
from collections.abc import Callable, Iterator
from typing import Any

from wend.run.models.containers import list_insert
from wend.run.operations import probes
from wend.run.tracked import listing
from wend.run.tracked.lift import FOLLOWED, LISTS, TEXTS, TRACKED, plain, value_of
from wend.run.tracked.places import fit

FUNCTIONS: dict[Any, Callable[..., Any]] = {}


# Heaps


def _heap(native: Callable[..., Any]) -> Callable[..., Any]:
    def model(*args: Any) -> Any:
        if args and type(args[0]) in LISTS:
            listing.settle(args[0])
        return native(*args)

    return model


for _name in (
    "heapify", "heappop", "heappush", "heappushpop", "heapreplace", "_heapify_max", "_heappop_max",
    "_heapreplace_max", "heapify_max", "heappop_max", "heappush_max", "heappushpop_max",
    "heapreplace_max",
):  # fmt: skip
    if hasattr(_heapq, _name):
        FUNCTIONS[getattr(_heapq, _name)] = _heap(getattr(_heapq, _name))


# Bisection


def _bisection(native: Callable[..., Any], to_the_right: bool, inserts: bool) -> Callable[..., Any]:
    """Bisection between bounds that are tracked; others are bisected by C code."""

    def model(*args: Any, **keywords: Any) -> Any:
        bounds = (*args[2:4], keywords.get("lo"), keywords.get("hi"))
        if TRACKED.isdisjoint(map(type, bounds)):
            return native(*args, **keywords)
        place = _bisected(to_the_right, *args, **keywords)
        if not inserts:
            return place
        items, item = args[:2]
        return list_insert(items, place, item)

    return model


def _bisected(
    to_the_right: bool, items: Any, wanted: Any, lo: Any = 0, hi: Any = None, *, key: Any = None
) -> Any:
    for bound in (lo, hi):
        if bound is not None and (bound < 0 or bound > len(items)):
            fit(bound)
    if lo < 0:
        _bisect.bisect_left([0], 0, -1)  # raises what Python raises
    if hi is None or hi == -1:  # which C code takes for None
        hi = len(items)
    while lo < hi:
        middle = (lo + hi) // 2
        item = probes.getitem(items, middle)
        if key is not None:
            item = key(item)
        if not wanted < item if to_the_right else item < wanted:
            lo = middle + 1
        else:
            hi = middle
    return lo


FUNCTIONS[_bisect.bisect_left] = _bisection(_bisect.bisect_left, False, False)
FUNCTIONS[_bisect.bisect_right] = _bisection(_bisect.bisect_right, True, False)
FUNCTIONS[_bisect.insort_left] = _bisection(_bisect.insort_left, False, True)
FUNCTIONS[_bisect.insort_right] = _bisection(_bisect.insort_right, True, True)


# Counts and places in itertools


def islice_model(iterable: Any, *bounds: Any) -> Any:
    if TRACKED.isdisjoint(map(type, bounds)) or not 1 <= len(bounds) <= 3:
        return itertools.islice(iterable, *bounds)
    parts = slice(*bounds)
    if not (_is_at_least(0, parts.start) and _is_at_least(0, parts.stop)) or not _is_at_least(
        1, parts.step
    ):
        return itertools.islice(iterable, *map(value_of, bounds))  # raises what Python raises
    start = 0 if parts.start is None else parts.start
    return _sliced(iter(iterable), start, parts.stop, 1 if parts.step is None else parts.step)


def _is_at_least(least: int, bound: Any) -> bool:
    return bound is None or (isinstance(bound, int) and bool(bound >= least))


def _sliced(items: Iterator[Any], following: Any, stop: Any, step: Any) -> Iterator[Any]:
    """Takes from the iterator what C code takes, and no more."""
    count = 0
    while True:
        while count < following:
            if next(items, _END) is _END:
                return
            count += 1
        if stop is not None and count >= stop:
            return
        item = next(items, _END)
        if item is _END:
            return
        count += 1
        following = following + step
        if stop is not None and following > stop:
            following = stop
        yield item


_END = object()


def repeat_model(*args: Any, **keywords: Any) -> Any:
    times: Any = keywords.get("times", args[1] if len(args) == 2 else None)
    if type(times) not in TRACKED or len(args) + len(keywords) != 2:
        return itertools.repeat(*args, **keywords)
    if times < 0:
        fit(times)
    return _repeated(keywords.get("object", args[0] if args else None), times)


def _repeated(item: Any, times: Any) -> Iterator[Any]:
    at = 0
    while at < times:
        yield item
        at += 1


def _sized(native: Any, place: int, name: str) -> Callable[..., Any]:
    """Combinations of a tracked number of items: which number, as far as there are items."""

    def model(*args: Any, **keywords: Any) -> Any:
        size: Any = keywords.get(name, args[place] if len(args) > place else None)
        if type(size) not in TRACKED:
            return native(*args, **keywords)
        items = list(args[0])
        settled = -1 if size < 0 else 0
        while 0 <= settled <= len(items) and settled != size:
            settled += 1
        if not 0 <= settled <= len(items):
            fit(size)
        return native(items, settled)

    return model


FUNCTIONS[itertools.islice] = islice_model
FUNCTIONS[itertools.repeat] = repeat_model
FUNCTIONS[itertools.combinations] = _sized(itertools.combinations, 1, "r")
FUNCTIONS[itertools.permutations] = _sized(itertools.permutations, 1, "r")


# operator


def _concatenation(native: Callable[..., Any], add: Callable[[Any, Any], Any]) -> Any:
    def model(*args: Any) -> Any:
        if len(args) != 2 or FOLLOWED.isdisjoint(map(type, args)):
            return native(*args)
        if all(
            type(arg) in TEXTS or type(arg) in LISTS or hasattr(arg, "__getitem__") for arg in args
        ):
            return add(*args)
        return native(*map(plain, args))  # raises what Python raises

    return model


FUNCTIONS[operator.concat] = _concatenation(operator.concat, operator.add)
FUNCTIONS[operator.iconcat] = _concatenation(operator.iconcat, operator.iadd)
