"""Lists of the inputs: a real `list` of the items that there are now, and perhaps an open end.

C code that goes through a list subclass asks its `__iter__`, so every item that is handed out is
a decision; what changes the list, or needs its whole, settles its length first and is then a
matter of the list itself. Every method of `list` is overridden; the models of those that take an
index or a member are put in by `models.containers`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from wend.expr import build
from wend.expr.build import conjunction, integer
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.expr.variables import length_of
from wend.run import recorder
from wend.run.operations.equality import all_of, condition, same, settle_text
from wend.run.operations.subscript import member_of_sequence
from wend.run.tracked.decisions import decide
from wend.run.tracked.lift import FOLLOWED, LISTS, OF_OBJECT, StandIn, stands_for, track, value_of
from wend.run.tracked.tail import Tail

Make = Callable[[int], Any]
"""Makes the item of a place, which may lie beyond the present end."""

LONGEST_COMPARISON = 64
"""Longer lists decide their length before they are compared."""


class SymList(StandIn, list[Any]):
    """A list whose length depends on the inputs."""

    __slots__ = ("_wend_make", "_wend_tail")

    _wend_make: Make
    _wend_tail: Tail | None
    """None as soon as the length is settled."""

    def __len__(self) -> int:
        settle(self)
        return list.__len__(self)

    def __bool__(self) -> bool:
        return decide(build.gt(length_term(self), integer(0)), list.__len__(self) > 0, "test")

    def __iter__(self) -> Iterator[Any]:
        at = 0
        while has(self, at):
            yield list.__getitem__(self, at)
            at += 1

    def __getitem__(self, key: Any) -> Any:
        if self._wend_tail is not None:
            if type(key) is int and key >= 0:
                has(self, key)
            elif type(key) is not slice or (part := _open_slice(self, key)) is None:
                settle(self)
            else:
                return part
        return MODELS["__getitem__"](self, key)

    def __contains__(self, member: Any) -> bool:
        return bool(holds(self, member))

    def __eq__(self, other: object) -> Any:
        return equal(self, other) if isinstance(other, list) else NotImplemented

    def __ne__(self, other: object) -> Any:
        truth = self.__eq__(other)
        if truth is NotImplemented or type(truth) is bool:
            return truth if truth is NotImplemented else not truth
        return track(not truth._wend_value, build.negate(condition(truth)))

    __hash__ = None

    def __radd__(self, other: Any) -> Any:
        settle(self)
        return list.__add__(other, self) if isinstance(other, list) else NotImplemented

    def __mul__(self, count: Any) -> Any:
        return _copied(self) * count

    __rmul__ = __mul__

    def __add__(self, other: Any) -> Any:
        return _copied(self) + other

    def __imul__(self, count: Any) -> SymList:
        list.__setitem__(self, slice(None), _copied(self) * count)
        return self

    def __iadd__(self, other: Any) -> SymList:
        self.extend(other)
        return self

    def copy(self) -> list[Any]:
        return self[:]  # type: ignore[no-any-return]

    def sort(self, *args: Any, **keywords: Any) -> None:
        settle(self)
        if type(keywords.get("reverse")) in FOLLOWED:
            keywords["reverse"] = bool(keywords["reverse"])
        list.sort(self, *args, **keywords)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return list, (_copied(self),)

    def __reduce__(self) -> Any:
        return list, (_copied(self),)


LISTS.add(SymList)
FOLLOWED.add(SymList)
stands_for(SymList, list)

MODELS: dict[str, Callable[..., Any]] = {"__getitem__": list.__getitem__}
"""What a method does to a list whose length is settled; where nothing is said, what `list` does."""

SAME_FOR_ALL_LISTS = OF_OBJECT | {"__class_getitem__", "__format__", "__str__"}
"""Methods that need no override: they use only what the class itself defines."""


def _settled_first(name: str) -> Callable[..., Any]:
    original = getattr(list, name)

    def method(self: SymList, /, *args: Any, **keywords: Any) -> Any:
        settle(self)
        for arg in args:
            if type(arg) is SymList:  # C code reads the items of a list
                settle(arg)
        return MODELS.get(name, original)(self, *args, **keywords)

    method.__name__ = name
    method.__qualname__ = f"list.{name}"
    method.__doc__ = original.__doc__
    return method


for _name in {*dir(list)} - SymList._wend_own() - SAME_FOR_ALL_LISTS:
    setattr(SymList, _name, _settled_first(_name))


# Making


def input_list(path: str, items: list[Any], make: Make) -> SymList:
    """The list of a parameter, or of a part of one."""
    tail = Tail(path, len(items), build.variable(length_of(path), Sort.INT))
    return _made(items, tail, make)


def _made(items: list[Any], tail: Tail | None, make: Make) -> SymList:
    made = list.__new__(SymList)
    list.extend(made, items)
    made._wend_tail = tail
    made._wend_make = make
    return made


def _copied(items: SymList) -> list[Any]:
    """A native list of all items."""
    settle(items)
    return [*list.__iter__(items)]


def _open_slice(items: SymList, key: slice) -> list[Any] | None:
    """A slice that can be cut without knowing where the list ends."""
    if any(type(part) in FOLLOWED for part in (key.start, key.stop, key.step)):
        return None
    start = 0 if key.start is None else key.start
    if key.step not in (None, 1) or type(start) is not int or start < 0:
        return None
    if key.stop is None and (start == 0 or has(items, start - 1)):
        return _made(list.__getitem__(items, key), items._wend_tail, items._wend_make)
    if type(key.stop) is int and key.stop > 0 and has(items, key.stop - 1):
        return list.__getitem__(items, key)
    return None


# Questions


def settle(items: SymList) -> None:
    """Decides that the list ends where it ends now."""
    if items._wend_tail is not None:
        items._wend_tail.settle()
        if not recorder.current.quiet:  # nothing was decided then
            items._wend_tail = None


def has(items: SymList, at: int) -> bool:
    """Whether there is an item at a place, counted from 0."""
    now = list.__len__(items)
    tail = items._wend_tail
    return at < now if tail is None else tail.goes_past(at - now + tail.start)


def length_term(items: SymList) -> Term:
    now = list.__len__(items)
    return integer(now) if items._wend_tail is None else items._wend_tail.total(now)


def length(items: SymList) -> Any:
    """len(items), tracked."""
    return track(list.__len__(items), length_term(items))


def item_at(items: SymList, at: int) -> Any:
    """The item at a place, which may lie beyond the present end of an open list."""
    now = list.__len__(items)
    if at < now:
        return list.__getitem__(items, at)
    assert items._wend_tail is not None
    return items._wend_make(at - now + items._wend_tail.start)


def holds(items: SymList, member: Any) -> Any:
    """member in items: place by place, so that the solver may put the member at the end."""
    tail = items._wend_tail
    if tail is None or recorder.current.quiet:
        return member_of_sequence(member, [*list.__iter__(items)])
    settle_text(member)  # or its length would be compared with that of an item which may not be
    at = 0
    while True:
        truth = same(item_at(items, at), member)
        if truth is not None and truth is not False:
            is_there = at < list.__len__(items)
            goes_on = build.gt(length_term(items), integer(at))
            found = is_there and bool(value_of(truth))
            if decide(conjunction((goes_on, condition(truth))), found, "test"):
                return True
        if not has(items, at):
            return False
        if truth is None and list.__getitem__(items, at) == member:
            return True
        at += 1


def equal(items: SymList, other: list[Any]) -> Any:
    """items == other, as one condition where no other code must tell."""
    if type(other) is SymList:
        same_length = build.eq(length_term(items), length_term(other))
        if not decide(same_length, list.__len__(items) == list.__len__(other), "test"):
            return False
        settle(other)
    for each in list.__iter__(other):
        settle_text(each)
    count = list.__len__(other)
    is_as_long = track(list.__len__(items) == count, build.eq(length_term(items), integer(count)))
    if is_as_long is False:
        return False
    if count <= LONGEST_COMPARISON:
        truths = [same(item_at(items, at), each) for at, each in enumerate(list.__iter__(other))]
        if not any(truth is None for truth in truths):
            return all_of([is_as_long, *truths])
    if not is_as_long:
        return False
    settle(items)
    return list.__eq__(items, other)
