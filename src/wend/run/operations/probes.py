"""Probes for subscripts, membership, unpacking, identity, `not`, handlers, `match`, results."""

from __future__ import annotations

import itertools
import sys
from collections import deque
from collections.abc import Mapping, Sequence
from types import FrameType, FunctionType
from typing import Any

from wend.describe.mappings import MAPPINGS
from wend.expr import build
from wend.instrument.rewrite.patterns import MAPPING, SEQUENCE, Asked
from wend.run import class_questions, recorder
from wend.run.calls.opaque import call_plainly
from wend.run.models.octets.octets_operators import contains as contains_octets
from wend.run.models.octets.octets_operators import item_of_array
from wend.run.models.range import SymRange, tracked_range
from wend.run.models.text.spelling import CALLS_METHODS, joined, repr_of
from wend.run.operations import lengths
from wend.run.operations.equality import ATOMS, depends, same_object
from wend.run.operations.keys import (
    contains_key,
    decide_truth,
    dict_item,
    lose_keys,
    remove_key,
    store_key,
)
from wend.run.operations.plain_values import SCALARS
from wend.run.operations.set_operators import iterated, keyed_in, mapping_of
from wend.run.operations.subscript import (
    SEQUENCES,
    member_of_bytes,
    member_of_sequence,
    sequence_item,
    settle_index,
    write_item,
)
from wend.run.tracked import SymBool, SymInt, listing, text, track
from wend.run.tracked.decisions import decide_value
from wend.run.tracked.floating import SymFloat
from wend.run.tracked.lift import FOLLOWED, OCTETS, OPEN, TEXTS, TRACKED, value_of
from wend.run.tracked.listing import SymList
from wend.run.tracked.octets import SymByteArray, is_bare, is_in_memory
from wend.run.tracked.places import settle_slice
from wend.run.tracked.text_operators import contains as contains_text

_PLAIN_KEYS = frozenset((int, str))
_PLAIN_CONTAINERS = frozenset((dict, set, frozenset, str, bytes))
_CUT = frozenset((list, tuple, str, bytes))
"""Types that a slice of plain values cuts without code of wend."""
MOST_MEMBERS = 64
"""The most items of a sequence that membership is one condition for. In longer ones Python decides
item by item."""
_CHANGEABLE = (list, bytearray, deque)
_KEYS: type = type({}.keys())


def getitem(container: Any, key: Any) -> Any:
    """container[key]"""
    cls = type(key)
    if cls is slice:
        if (
            type(container) in _CUT
            and type(key.start) in SCALARS
            and type(key.stop) in SCALARS
            and type(key.step) in SCALARS
        ):
            return container[key]
    elif (cls in _PLAIN_KEYS or _is_plain_tuple(key)) and not recorder.current.keyed:
        return container[key]
    if is_bare(container):
        return item_of_array(container, key)
    if cls is SymInt or cls is SymBool:
        if issubclass(type(container), SEQUENCES) and not _overrides(container, "__getitem__"):
            return sequence_item(container, key)
        if issubclass(type(container), MAPPINGS) and not _overrides(container, "__getitem__"):
            return dict_item(container, key)
        if type(container) is range:
            return tracked_range(container)[key]
    elif type(container) in OPEN:
        return container[key]
    elif cls is slice and _has_tracked_parts(key):
        if issubclass(type(container), SEQUENCES) and not _overrides(container, "__getitem__"):
            return container[settle_slice(len(container), key)]
        if type(container) is range:
            return tracked_range(container)[key]
    elif issubclass(type(container), MAPPINGS) and _concerns(container, key, "__getitem__"):
        return dict_item(container, key)
    return container[key]


def setitem(item: Any, container: Any, key: Any) -> None:
    """container[key] = item"""
    cls = type(key)
    if is_bare(container):
        SymByteArray.__setitem__(container, key, item)
    elif (cls in _PLAIN_KEYS or _is_plain_tuple(key)) and not recorder.current.keyed:
        container[key] = item
    elif (cls is SymInt or cls is SymBool) and not _overrides(container, "__setitem__"):
        if issubclass(type(container), _CHANGEABLE):
            write_item(container, key, item)
        elif issubclass(type(container), dict):
            store_key(container, key, item)
        elif issubclass(type(container), SEQUENCES):
            container[value_of(key)] = item  # raises what Python raises
        else:
            container[key] = item
    elif (
        cls is slice
        and _has_tracked_parts(key)
        and issubclass(type(container), SEQUENCES)
        and not _overrides(container, "__setitem__")
    ):
        container[settle_slice(len(container), key)] = item
    elif issubclass(type(container), dict) and _concerns(container, key, "__setitem__"):
        store_key(container, key, item)
    else:
        container[key] = item


def delitem(container: Any, key: Any) -> None:
    """del container[key]"""
    if type(container) in TRACKED:
        container = container._wend_value  # which says what Python says
    if _overrides(container, "__delitem__"):
        del container[key]
    elif type(key) in TRACKED and issubclass(type(container), _CHANGEABLE):
        del container[settle_index(container, key)]
    elif type(key) in TRACKED and issubclass(type(container), SEQUENCES):
        del container[value_of(key)]  # raises what Python raises
    elif (
        isinstance(key, slice)
        and _has_tracked_parts(key)
        and issubclass(type(container), SEQUENCES)
    ):
        del container[settle_slice(len(container), key)]
    elif issubclass(type(container), dict) and _concerns(container, key, "__delitem__"):
        if not remove_key(container, key)[0]:
            raise KeyError(key)
    else:
        del container[key]


class place:
    """The place container[key], evaluated once, to be read, written or deleted as `[0]`."""

    __slots__ = ("container", "key")

    def __init__(self, container: Any, key: Any) -> None:
        self.container = container
        self.key = key

    def __getitem__(self, _: int) -> Any:
        return getitem(self.container, self.key)

    def __setitem__(self, _: int, item: Any) -> None:
        setitem(item, self.container, self.key)

    def __delitem__(self, _: int) -> None:
        delitem(self.container, self.key)


def contains(member: Any, container: Any) -> Any:
    """member in container"""
    cls = type(container)
    if type(member) in SCALARS or _is_plain_tuple(member):
        if cls in _PLAIN_CONTAINERS and not recorder.current.keyed:
            return member in container
        if (cls is list or cls is tuple) and (
            len(container) > MOST_MEMBERS or FOLLOWED.isdisjoint(map(type, container))
        ):
            return member in container
    if cls is SymRange:
        return container.holds(member)
    if type(member) in TEXTS and cls not in TEXTS and not _overrides(container, "__contains__"):
        if issubclass(cls, str):
            return contains_text(str.__str__(container), member)
        if issubclass(cls, bytes):
            return contains_octets(b"".join((container,)), member)
    is_bytes = cls is bytes or cls is bytearray
    if cls in OCTETS or (is_bytes and (type(member) in OCTETS or is_in_memory(member))):
        return contains_octets(container, member)
    if cls in TEXTS or (cls is str and type(member) in TEXTS):
        return contains_text(container, member)
    if cls is list or cls is tuple or cls is deque:
        if depends(member) or (
            len(container) <= MOST_MEMBERS and not FOLLOWED.isdisjoint(map(type, container))
        ):
            return member_of_sequence(member, container)
    elif type(member) is SymInt or type(member) is SymBool:
        if cls is range:
            return tracked_range(container).holds(member)
        if cls is bytes or cls is bytearray:
            return member_of_bytes(member, container)
    if cls is _KEYS:
        container = mapping_of(container)
    if issubclass(type(container), (*MAPPINGS, set, frozenset)) and _concerns(
        container, member, "__contains__"
    ):
        return contains_key(container, member)
    return member in container


def same(left: Any, right: Any) -> Any:
    """left is right. A tracked truth value counts as the True or False that it stands for."""
    if type(left) is SymBool or type(right) is SymBool:
        if isinstance(left, bool) and isinstance(right, bool):
            return left == right
        answer = False
    elif type(left) in FOLLOWED or type(right) in FOLLOWED:
        answer = same_object(left, right)
    else:
        answer = left is right
    class_questions.told_identity(left, right, bool(answer))
    return answer


def attribute(value: Any, name: str) -> Any:
    """value.__class__, value.__dict__ and others that tell the class or the attributes"""
    class_questions.told_type(value)
    return getattr(value, name)


def negation(value: Any) -> Any:
    """not value"""
    cls = type(value)
    if cls is bool:
        return not value
    if cls in TRACKED:
        return track(not value._wend_value, build.negate(build.truth(value._wend_term)))
    if cls in TEXTS:
        return text.length(value) == 0
    return not value


def caught() -> None:
    """Takes frames of wend out of the traceback of the exception that a handler handles."""
    error = sys.exception()
    class_questions.told_error(error)
    place = error.__traceback__ if error is not None else None
    while place is not None:
        while (below := place.tb_next) is not None and below.tb_frame.f_code.co_filename.startswith(
            recorder.OURS
        ):
            place.tb_next = below.tb_next
        place = below


def source(function: Any, value: Any) -> Any:
    """The first argument of `eval` and others that are called as they are, as plain text."""
    if type(value) not in TEXTS or function not in (eval, exec, __import__):
        return value
    return call_plainly(lambda text: text, (value,), {}, name=function.__name__)


def unpacked(iterable: Any, count: int) -> Any:
    """The iterable that is unpacked into `count` targets.

    Since Python 3.14 the exception for a list or dict that does not fit says its length.
    """
    items = iterated(iterable)
    if type(items) is not SymList:
        return [*items] if type(items) in OPEN and issubclass(type(items), dict) else items
    first = [*itertools.islice(items, count + 1)]
    if len(first) > count and sys.version_info >= (3, 14):
        length = repr_of(listing.length(items))
        says = f"too many values to unpack (expected {count}, got "
        raise ValueError(joined(says, length, ")"))
    return first


def subject(value: Any, classes: tuple[tuple[Asked, ...], tuple[Asked, ...]] | None = None) -> Any:
    """The subject of a `match` with a case True or False, which compare by identity, with a
    mapping pattern, whose keys native code looks up, or with classes: the names of those that the
    value is asked for, and of those that parts of it are asked for."""
    if classes is not None and recorder.current.questions is not None:
        frame = sys._getframe(1)
        outer, nested = [
            [(_named(frame, name), attributes) for name, attributes in asked] for asked in classes
        ]
        class_questions.told_patterns(value, outer, nested)
    for holder in keyed_in(value) if recorder.current.keyed else ():
        lose_keys(holder, "a pattern goes by the hashes of the keys of a dict")
    return decide_truth(value, "test") if type(value) is SymBool else value


def _named(frame: FrameType, name: str) -> Any:
    """What a dotted name stands for in a frame; None for a name that is not bound yet."""
    if name in _IN_PATTERNS:
        return _IN_PATTERNS[name]
    first, *rest = name.split(".")
    found: Any = None
    for names in (frame.f_locals, frame.f_globals, frame.f_builtins):
        if first in names:
            found = names[first]
            break
    for each in rest:
        found = getattr(found, each, None)
    return found


_IN_PATTERNS = {SEQUENCE: Sequence, MAPPING: Mapping}


class _Identity:
    """Stands for True or False inside a pattern: equals the truth value that it stands for."""

    __slots__ = ("_value",)

    def __init__(self, value: bool) -> None:
        self._value = value

    def __eq__(self, other: object) -> Any:
        return same(other, self._value)

    __hash__ = None  # type: ignore[assignment]


is_true, is_false = _Identity(True), _Identity(False)


def result(value: Any) -> Any:
    """The result of a method whose type C code checks, as a plain value of that type."""
    cls = type(value)
    if cls is text.SymStr:
        # Code of wend takes tracked text, unless it called native code, which reads the text.
        caller = sys._getframe(2).f_code
        if caller in CALLS_METHODS or not caller.co_filename.startswith(recorder.OURS):
            return value
        return text.lose(value, "native code put the text together")
    if cls not in TRACKED:
        return value
    if cls is SymBool:
        return bool(value)
    if cls is SymInt and sys._getframe(1).f_code.co_name in lengths.NAMES:
        if sys._getframe(2).f_code in lengths.TAKERS:
            return value
        # Each length is a path of its own: nothing is lost, and most lengths are small.
        return decide_value(value._wend_term, value._wend_value, "length")
    return float(value) if cls is SymFloat else value.__index__()


def _is_plain_tuple(key: Any) -> bool:
    return type(key) is tuple and ATOMS.issuperset(map(type, key))


def _has_tracked_parts(key: slice) -> bool:
    return type(key.start) in TRACKED or type(key.stop) in TRACKED or type(key.step) in TRACKED


def _concerns(container: Any, key: Any, method: str) -> bool:
    """Whether the inputs decide what a native dict or set does by hash."""
    if type(container) in OPEN:
        return False  # it knows itself
    if id(container) in recorder.current.keyed:
        return True
    return depends(key) and not _overrides(container, method)


def _overrides(container: Any, method: str) -> bool:
    """Whether a class written in Python gives this method its own meaning."""
    return isinstance(getattr(type(container), method, None), FunctionType)
