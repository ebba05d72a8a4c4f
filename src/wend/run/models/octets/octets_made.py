"""What makes bytes: the constructors, and templates such as `b"%d of %s" % (n, b)`."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from types import FunctionType
from typing import Any

from wend.run.models.octets.octets_common import (
    GOING,
    bytes_of_items,
    install,
    settled_count,
    shown_as,
)
from wend.run.models.text.spelling import ascii_of, fixed
from wend.run.models.text.templates import (
    FILLED_IN,
    Conversion,
    Native,
    Percent,
    converted,
    is_plain,
    tokens_of,
)
from wend.run.tracked.lift import OCTETS, TRACKED, own_method, plain
from wend.run.tracked.octets import (
    LATIN,
    BareByteArray,
    SymByteArray,
    SymBytes,
    adopted,
    array,
    bare,
    byte_term,
    bytes_in,
    bytes_of,
    has_bytes,
    is_bare,
    octets,
    of_memory,
    view,
)
from wend.run.tracked.text import SymStr, as_code, raw, text


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


# Templates


def percent(template: Any, given: Any) -> Any:
    """template % given, for bytes."""
    native = bytearray if isinstance(template, bytearray) else bytes
    if (type(template) not in OCTETS or is_bare(template)) and is_plain(given):
        return shown_as(native, (bytes_in(template) % given).decode(LATIN))
    shown = fixed(view(template))
    tokens = tokens_of(shown, "diouxXeEfFgGcrsab%")
    if tokens is None:
        return native(shown.encode(LATIN)) % plain(given)  # raises what Python raises
    return shown_as(native, _Percent(given).filled(tokens))


class _Percent(Percent):
    not_mappings = (tuple, str, bytes, bytearray)

    def key(self, name: str) -> Any:
        return name.encode(LATIN)

    def native(self, template: str, given: Any) -> str:
        return bytes.__mod__(template.encode(LATIN), given).decode(LATIN)

    def converted(self, wanted: Conversion, value: Any) -> Any:
        match wanted.kind:
            case "r" | "a":
                return wanted.fitted(ascii_of(value))
            case "s" | "b":
                return wanted.fitted(_content(wanted.native, value))
            case "c":
                return wanted.fitted(_character(wanted.native, value))
        return converted(wanted, value)


def _content(native: Native, value: Any) -> str:
    """What `%b` puts in: the bytes of what has some, or can make some."""
    made = own_method(type(value), "__bytes__")
    if type(value) not in OCTETS and type(made) is FunctionType:
        value = made(value)
    if type(value) in OCTETS or isinstance(value, bytes | bytearray | memoryview):
        return view(value)
    return native("b", plain(value))  # raises what Python raises


def _character(native: Native, value: Any) -> str:
    if type(value) in OCTETS:
        shown = view(value)
        if len(shown) == 1:
            return shown
    elif type(value) in TRACKED:
        with contextlib.suppress(TypeError, ValueError):
            term, number = byte_term(value)
            return text(chr(number), (as_code(term),))
        return native("c", plain(value))  # raises what Python raises
    return raw(native("c", plain(value)))


for _cls in (bytes, bytearray, SymBytes, BareByteArray, SymByteArray):
    FILLED_IN[_cls] = percent
for _tracked in (SymBytes, BareByteArray):
    install(_tracked, "__mod__", lambda self, given: percent(self, given))
    install(_tracked, "__rmod__", lambda self, other: NotImplemented)
