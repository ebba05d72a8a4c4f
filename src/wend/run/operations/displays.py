"""Dicts and sets that are being made, by a display or a comprehension.

    {x: 1, "a": 2}       settled_dict({apart(x): 1, apart("a"): 2})
    {*xs, y}             settled_set({*members_apart(xs), apart(y)})

Python would put a tracked key in by its hash. So the first tracked key, and all keys after it, are
wrapped. Once the whole display is evaluated, they are stored in their order, where each question
whether two keys are equal is a condition. Until then the display raises what it raises, and when.
"""

from __future__ import annotations

import itertools
import operator
from typing import Any

from wend.run import recorder
from wend.run.operations.equality import depends
from wend.run.operations.keys import add_member, is_keyed, settle_open, store_key
from wend.run.operations.plain_values import SCALARS


class _Apart:
    """Wraps a key that may be tracked, and knows its place among the wrapped keys."""

    __slots__ = ("key", "place")

    def __init__(self, key: Any) -> None:
        self.key = key
        self.place = next(_places)


_places = itertools.count()
_BY_PLACE = operator.attrgetter("place")


def apart(key: Any) -> Any:
    """A key of a dict or set that is being made: the key itself, or a wrapper."""
    recording = recorder.current
    if not recording.wraps_keys:
        if type(key) in SCALARS or not depends(key):
            return key
        recording.wraps_keys = True
    return _Apart(key)


def members_apart(iterable: Any) -> Any:
    """The same for all members of `{*iterable}`."""
    return [apart(member) for member in iterable]


def keys_apart(mapping: Any) -> Any:
    """The same for all keys of `{**mapping}`."""
    settle_open(mapping)
    if not recorder.current.keyed and not recorder.current.wraps_keys:
        return mapping
    items = mapping if is_keyed(mapping) else {**mapping}
    recorder.current.wraps_keys = True
    return {_Apart(key): item for key, item in items.items()}


def settled_set(made: set[Any]) -> set[Any]:
    """The set of the members of a display. Wrapped members come after the others."""
    wrapped = [member for member in made if type(member) is _Apart]
    if not wrapped:
        return made
    settled = {member for member in made if type(member) is not _Apart}
    for member in sorted(wrapped, key=_BY_PLACE):
        add_member(settled, member.key)
    return settled


def settled_dict(made: dict[Any, Any]) -> dict[Any, Any]:
    """The dict of the entries of a display, some of whose keys may be wrapped."""
    if _Apart not in map(type, made):
        return made
    settled: dict[Any, Any] = {}
    for key, value in made.items():
        store_key(settled, key.key if type(key) is _Apart else key, value)
    return settled
