"""Lists of the inputs: a real `list` of the items that there are now, and perhaps an open end.

C code that goes through a list subclass asks its `__iter__`, so every item that is handed out is
a decision; what changes the list, or needs its whole, settles its length first and is then a
matter of the list itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wend.expr import build
from wend.expr.build import integer
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.expr.variables import length_name
from wend.run.tracked.decisions import decide
from wend.run.tracked.lift import FOLLOWED, LISTS, track
from wend.run.tracked.tail import Tail


class SymList(list[Any]):
    """A list whose length depends on the inputs."""

    __slots__ = ("_wend_tail",)

    _wend_tail: Tail | None
    """None as soon as the length is settled."""

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return list

    def __len__(self) -> int:
        settle(self)
        return list.__len__(self)

    def __bool__(self) -> bool:
        return decide(build.gt(length_term(self), integer(0)), list.__len__(self) > 0, "test")

    def __getitem__(self, key: Any) -> Any:
        tail = self._wend_tail
        if tail is not None and isinstance(key, int) and type(key) not in FOLLOWED and key >= 0:
            tail.goes_past(key)
        elif tail is not None:
            settle(self)
        return list.__getitem__(self, key)

    def __iter__(self) -> Iterator[Any]:
        at = 0
        while at < list.__len__(self):
            if self._wend_tail is not None:
                self._wend_tail.goes_past(at)
            yield list.__getitem__(self, at)
            at += 1
        if self._wend_tail is not None:
            self._wend_tail.goes_past(at)


LISTS.add(SymList)
FOLLOWED.add(SymList)


def input_list(path: str, items: list[Any]) -> SymList:
    """The list of a parameter, or of a part of one."""
    made = SymList(items)
    made._wend_tail = Tail(path, len(items), build.variable(length_name(path), Sort.INT))
    return made


def settle(items: SymList) -> None:
    """Decides that the list ends where it ends now."""
    if items._wend_tail is not None:
        items._wend_tail.settle()
        items._wend_tail = None


def length_term(items: SymList) -> Term:
    now = list.__len__(items)
    return integer(now) if items._wend_tail is None else items._wend_tail.total(now)


def length(items: SymList) -> Any:
    """len(items), tracked."""
    return track(list.__len__(items), length_term(items))
