"""The constructors of `bytes` and `bytearray`."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from wend.run.models.octets.octets_common import GOING, bytes_of_items, settled_count
from wend.run.tracked.lift import OCTETS, TRACKED, own_method, plain
from wend.run.tracked.octets import (
    adopted,
    array,
    bare,
    bytes_of,
    has_bytes,
    is_bare,
    octets,
    of_memory,
    view,
)
from wend.run.tracked.text import SymStr


def bytes_model(*args: Any, **keywords: Any) -> Any:
    if len(args) != 1 or keywords:
        return _encoded(bytes, args, keywords)
    given = args[0]
    cls = type(given)
    if (cls is list or cls is tuple) and _INTS.issuperset(map(type, given)):
        return bytes(given)
    if cls in GOING:
        return bytes_of_items(given)
    if cls in OCTETS:
        return octets(view(given))
    if cls in TRACKED:
        return bytes(settled_count(given))
    made = own_method(cls, "__bytes__")
    if type(made) is FunctionType:
        return _checked(made(given))
    items = _items(given)
    return bytes(plain(given)) if items is None else octets(bytes_of(items))


def bytearray_model(*args: Any, **keywords: Any) -> Any:
    if not keywords and (not args or (len(args) == 1 and type(args[0]) in _PLAIN)):
        return bare(*args)
    if len(args) != 1 or keywords:
        return array(view(_encoded(bytearray, args, keywords)))
    given = of_memory(args[0])
    cls = type(given)
    if cls in OCTETS and not is_bare(given):
        return array(view(given))
    if cls in TRACKED:
        given = settled_count(given)
    items = _items(given)
    return adopted(bytearray(given)) if items is None else array(bytes_of(items, bytearray))


def _encoded(native: type, args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    source = args[0] if args else keywords.get("source")
    if type(source) is SymStr and len(args) <= 3:
        named = dict(zip(("encoding", "errors"), args[1:], strict=False), **keywords)
        named.pop("source", None)
        if named.keys() == {"encoding"} or named.keys() == {"encoding", "errors"}:
            return source.encode(**named)
    return native(*map(plain, args), **{name: plain(each) for name, each in keywords.items()})


def _checked(made: Any) -> Any:
    if not isinstance(made, bytes):
        raise TypeError(f"__bytes__ returned non-bytes (type {type(made).__name__})")
    return made


def _items(given: Any) -> Any:
    """An iterable of ints, which may be tracked; None where Python may do it itself."""
    cls = type(given)
    if cls in _PLAIN or is_bare(given) or issubclass(cls, str) or hasattr(cls, "__index__"):
        return None
    if not hasattr(cls, "__iter__") or hasattr(cls, "__bytes__") or has_bytes(given):
        return None
    return given


_INTS = frozenset((int, bool))
_PLAIN = frozenset((int, str, bytes, bytearray, bool, type(None), range, memoryview))


FUNCTIONS: dict[Any, Callable[..., Any]] = {bytes: bytes_model, bytearray: bytearray_model}
