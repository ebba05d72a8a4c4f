"""Bytes made by a template: `b"%d of %s" % (n, b)`."""

from __future__ import annotations

import contextlib
from types import FunctionType
from typing import Any

from wend.run.models.octets.octets_common import install, shown_as
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
    byte_term,
    bytes_in,
    is_bare,
    view,
)
from wend.run.tracked.text import as_code, raw, text


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
