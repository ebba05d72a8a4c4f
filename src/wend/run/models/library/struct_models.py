"""`struct`: ints, truth values and bytes are exact; floats are applications, one for each.

    struct.unpack("<BH", data)  ──▶  (data[0], data[1] + 256 * data[2])

The native function is called with the plain values in any case: it says what comes out, and what
is raised. What has no terms here (Pascal strings, memoryviews) is opaque.
"""

from __future__ import annotations

import contextlib
import functools
import re
import struct
import sys
from collections.abc import Callable, Iterator
from typing import Any

from wend.expr import build
from wend.expr.build import integer
from wend.record import Record
from wend.run import recorder
from wend.run.calls.opaque import call_plainly, mentions_tracked
from wend.run.models.builtin import bool_model
from wend.run.models.text.numerals import last_digits
from wend.run.models.text.spelling import fixed
from wend.run.models.text.text_common import Refused
from wend.run.models.text.transcoding import int_from_bytes
from wend.run.tracked import SymFloat, text
from wend.run.tracked.decisions import decide, decide_inside, settled_int
from wend.run.tracked.lift import FOLLOWED, OCTETS, TRACKED, int_term, plain, track
from wend.run.tracked.number import as_float
from wend.run.tracked.octets import (
    ARRAYS,
    LATIN,
    bytes_in,
    hold,
    is_in_memory,
    octets,
    of_memory,
    view,
)
from wend.run.tracked.pieces import Code
from wend.run.tracked.text import as_code, as_term, raw, settled_codes

_INTS = "bBhHiIlLqQnNP"
_FLOATS = "efd"
_ITEM = re.compile(r"\s*(\d*)([xcb?hilqnefdspP])", re.IGNORECASE)


class StructField(Record):
    """One value in the bytes; for `x` there is none."""

    code: str
    offset: int
    size: int


class StructLayout(Record):
    """A format, read."""

    format: str
    is_little: bool
    size: int
    fields: tuple[StructField, ...]


@functools.lru_cache(256)
def layout_of(given: str) -> StructLayout:
    """The fields of a format with their places; raises struct.error for one that is none."""
    size = struct.calcsize(given)
    order = given[:1] if given[:1] in "@=<>!" else "@"
    rest = given[1:] if given[:1] in "@=<>!" else given
    fields: list[StructField] = []
    before = ""
    for count, code in _ITEM.findall(rest):
        if code in "sp":
            parts = [f"{count}{code}"]
        else:
            parts = [code] * int(count or 1)
        for part in parts:
            own = struct.calcsize(order + part)
            end = struct.calcsize(order + before + part)
            fields.append(StructField(code, end - own, own))
            before += part
        if not parts:
            before += f"0{code}"  # which may align what follows
    is_little = order == "<" or (order in "@=" and sys.byteorder == "little")
    return StructLayout(
        given, is_little, size, tuple([each for each in fields if each.code != "x"])
    )


def _layout(given: Any) -> StructLayout:
    form = given.decode(LATIN) if type(given) is bytes else fixed(given)
    if type(form) is not str:
        raise Refused
    made = layout_of(form)
    if any(field.code in "pP" for field in made.fields):
        raise Refused
    return made


# Reading


def unpack(given: Any, buffer: Any, /) -> tuple[Any, ...]:
    layout = _layout(given)
    shown = _shown(buffer)
    fits = build.eq(text.length_term(shown), integer(layout.size))
    if not decide(fits, len(raw(shown)) == layout.size, "length"):
        return struct.unpack(layout.format, raw(shown).encode(LATIN))  # raises what Python raises
    return _values(layout, shown, 0)


def unpack_from(given: Any, /, buffer: Any, offset: Any = 0) -> tuple[Any, ...]:
    layout = _layout(given)
    shown = _shown(buffer)
    offset = settled_int(offset)
    if type(offset) is not int:
        raise Refused
    if offset < 0:
        text.settle(shown)
    start = offset if offset >= 0 else offset + len(raw(shown))
    reaches = build.ge(text.length_term(shown), integer(start + layout.size))
    if start < 0 or not decide(reaches, len(raw(shown)) >= start + layout.size, "length"):
        text.settle(shown)  # what is raised tells the length
        return struct.unpack_from(layout.format, raw(shown).encode(LATIN), offset)
    return _values(layout, shown, start)


def iter_unpack(given: Any, buffer: Any, /) -> Iterator[tuple[Any, ...]]:
    layout = _layout(given)
    shown = _shown(buffer)
    text.settle(shown)
    count = len(raw(shown))
    if not layout.size or count % layout.size:
        return struct.iter_unpack(
            layout.format, raw(shown).encode(LATIN)
        )  # raises what Python raises
    return iter([_values(layout, shown, at) for at in range(0, count, layout.size)])


def _shown(buffer: Any) -> str:
    buffer = of_memory(buffer)
    if type(buffer) not in OCTETS:
        raise Refused
    return view(buffer)


def _values(layout: StructLayout, shown: str, start: int) -> tuple[Any, ...]:
    return tuple([_value(layout, shown, start, field) for field in layout.fields])


def _value(layout: StructLayout, shown: str, start: int, field: StructField) -> Any:
    begin = start + field.offset
    part = octets(text.cut(shown, begin, begin + field.size))
    if field.code in "cs":
        return part
    if field.code == "?":
        (code,) = settled_codes(view(part))
        return track(part != b"\0", build.ne(as_term(code), integer(0)))
    if field.code in _FLOATS:
        form = ("<" if layout.is_little else ">") + field.code
        if type(part) not in OCTETS:
            return struct.unpack(form, part)[0]
        return call_plainly(
            lambda data: struct.unpack(form, data)[0], (part,), {}, name=f"struct.unpack {form}"
        )
    order = "little" if layout.is_little else "big"
    return int_from_bytes(part, order, signed=field.code in "bhilqn")


# Writing


def pack(given: Any, /, *values: Any) -> Any:
    layout = _layout(given)
    codes: list[Code] = [0] * layout.size
    if len(values) == len(layout.fields):
        for field, value in zip(layout.fields, values, strict=True):
            made = _packed(layout, field, value)
            if made is None:
                break  # it raises
            codes[field.offset : field.offset + field.size] = made
    with recorder.quietly():
        result = struct.pack(layout.format, *map(plain, values))  # or raises what Python raises
    return octets(text.text(result.decode(LATIN), codes))


def _packed(layout: StructLayout, field: StructField, value: Any) -> list[Code] | None:
    """The codes of a field; None where its value does not fit."""
    cls = type(value)
    if cls not in FOLLOWED:
        if mentions_tracked((value,)):
            raise Refused
        try:
            order = "<" if layout.is_little else ">"
            count = str(field.size) if field.code == "s" else ""
            return list(
                struct.pack(f"{order}{count}{_STANDARD.get(field.code, field.code)}", value)
            )
        except (struct.error, OverflowError, TypeError):
            return None
    if field.code == "?":
        truth = bool_model(value)
        return [as_code(build.as_int(truth._wend_term)) if type(truth) in TRACKED else int(truth)]
    if field.code in "cs":
        return _packed_bytes(field, value)
    if field.code in _FLOATS:
        return _packed_float(layout, field, value)
    number = int_term(value) if cls in TRACKED and cls is not SymFloat else None
    if number is None:
        return None
    whole = 256**field.size
    low = -(whole // 2) if field.code in "bhilqn" else 0
    if not decide_inside(number, int(value._wend_value), low, low + whole, "value"):
        return None
    codes = last_digits(number, 256, field.size)
    return codes[::-1] if layout.is_little else codes


_STANDARD = {"n": "q", "N": "Q"}
"""Sizes that only the native order has."""


def _packed_bytes(field: StructField, value: Any) -> list[Code] | None:
    if type(value) not in OCTETS:
        return None
    codes = list(settled_codes(view(value)))
    if field.code == "c":
        return codes if len(codes) == 1 else None
    return (codes + [0] * field.size)[: field.size]


def _packed_float(layout: StructLayout, field: StructField, value: Any) -> list[Code] | None:
    if type(value) not in TRACKED:
        return None
    number = value if type(value) is SymFloat else as_float(value)
    form = ("<" if layout.is_little else ">") + field.code
    made = call_plainly(
        lambda number: struct.pack(form, number), (number,), {}, name=f"struct.pack {form}"
    )
    return list(settled_codes(view(made)))


def pack_into(given: Any, /, buffer: Any, offset: Any, *values: Any) -> None:
    offset = settled_int(offset)
    if type(offset) is not int or not (type(buffer) in ARRAYS or is_in_memory(buffer)):
        raise Refused
    codes = [*settled_codes(view(buffer))]
    packed = b""
    with contextlib.suppress(struct.error):  # whose message names another function
        packed = pack(given, *values)
    with recorder.quietly():
        struct.pack_into(fixed(given), buffer, offset, *map(plain, values))
    start = offset if offset >= 0 else offset + len(codes)
    if type(buffer) in ARRAYS:
        codes[start : start + len(packed)] = settled_codes(view(packed))
        hold(buffer, text.text(bytes_in(buffer).decode(LATIN), codes))
        return
    from wend.run.ctypes_memory.octets import put_octets  # for code that uses ctypes

    put_octets(buffer, start, packed)


# In the place of the native functions


def _model(original: Any, model: Callable[..., Any]) -> Callable[..., Any]:
    def either(*args: Any, **keywords: Any) -> Any:
        try:
            return model(*args, **keywords)
        except (Refused, TypeError):
            return call_plainly(original, args, keywords)

    return either


_METHODS: dict[str, Callable[..., Any]] = {
    "unpack": unpack,
    "unpack_from": unpack_from,
    "iter_unpack": iter_unpack,
    "pack": pack,
    "pack_into": pack_into,
}
MODELS: dict[str, Callable[..., Any]] = {
    **{f"_struct.{name}": _model(getattr(struct, name), each) for name, each in _METHODS.items()},
    "_struct.calcsize": lambda given, /: struct.calcsize(fixed(given)),
    "_struct.Struct": lambda format: struct.Struct(fixed(format)),
}


def method_model(cls: type, name: str) -> Callable[..., Any] | None:
    """What is called with a method of a Struct and its arguments."""
    if cls is not struct.Struct or name not in _METHODS:
        return None

    def either(method: Any, /, *args: Any, **keywords: Any) -> Any:
        concerns = mentions_tracked((*args, *keywords.values())) or any(map(is_in_memory, args))
        if not concerns:
            return method(*args, **keywords)
        model = functools.partial(_METHODS[name], method.__self__.format)
        return _model(method, model)(*args, **keywords)

    return either
