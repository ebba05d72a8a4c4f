"""Text becomes bytes and bytes become text: ASCII, Latin-1 and UTF-8; hexadecimal; ints as bytes.

Whether everything is ASCII is one question. Only where it is not, each character is looked at; what
Python raises is then raised by Python, which is called with the plain value.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from wend.expr import build
from wend.expr.build import conjunction, integer
from wend.expr.terms import Term
from wend.run.models.octets.octets_common import GOING, bytes_of_items, method
from wend.run.models.text.numerals import digit_code, last_digits
from wend.run.models.text.readings import Reading, digit_value, digits_of
from wend.run.models.text.text_common import MISSING, Refused
from wend.run.models.text.text_common import method as text_method
from wend.run.tracked import SymInt, text
from wend.run.tracked.decisions import decide, decide_inside, settled_int
from wend.run.tracked.lift import FOLLOWED, OCTETS, TRACKED, int_of, plain, track
from wend.run.tracked.octets import LATIN, BareByteArray, array, bytes_of, octets, of_memory, view
from wend.run.tracked.pieces import Code
from wend.run.tracked.text import SymStr, as_code, as_term, lose_all, raw, settled_codes


@cache
def _codec(encoding: str) -> str | None:
    """The name of an encoding that has a model."""
    name = codecs.lookup(encoding).name
    return name if name in _ENCODERS else None


def _exists(encoding: str) -> bool:
    try:
        _codec(encoding)
    except LookupError:
        return False
    return True


def _names(encoding: Any, errors: Any) -> tuple[str, str]:
    encoding = "utf-8" if encoding is MISSING else encoding
    errors = "strict" if errors is MISSING else errors
    if type(encoding) is not str or type(errors) is not str:
        raise Refused
    name = _codec(encoding)
    if name is None or errors not in ("strict", "ignore", "replace"):
        raise Refused
    return name, errors


def _all_below(codes: Sequence[Code], plain_text: str, limit: int) -> bool:
    """Decides whether all codes are below a limit."""
    parts = [build.lt(as_term(code), integer(limit)) for code in codes]
    return decide(conjunction(parts), all(ord(char) < limit for char in plain_text), "character")


def _below(term: Term, code: int, limit: int) -> bool:
    return decide(build.lt(term, integer(limit)), code < limit, "character")


def _within(term: Term, code: int, low: int, high: int) -> bool:
    return decide_inside(term, code, low, high + 1, "character")


# Text to bytes


@text_method("encode", "encoding", "errors")
def encode(value: str, encoding: Any = MISSING, errors: Any = MISSING) -> Any:
    name, errors = _names(encoding, errors)
    codes = settled_codes(value)
    if _all_below(codes, raw(value), 256 if name == "iso8859-1" else 128):
        return octets(text.text(raw(value), codes))
    made: list[Code] = []
    shown: list[int] = []
    for code, char in zip(codes, raw(value), strict=True):
        parts = _ENCODERS[name](as_term(code), ord(char))
        if parts is None and errors == "strict":
            return _raised(value, lambda: raw(value).encode(encoding_of(encoding)))
        if parts is None:
            made.extend([] if errors == "ignore" else [ord("?")])
            shown.extend([] if errors == "ignore" else [ord("?")])
            continue
        made.extend(map(as_code, parts))
        shown.extend(char.encode(name))
    return octets(text.text(bytes(shown).decode(LATIN), made))


def encoding_of(given: Any) -> str:
    return "utf-8" if given is MISSING else given


def _raised(value: Any, attempt: Callable[[], Any]) -> Any:
    """Python's own exception, which has the tracked value for its object."""
    try:
        return attempt()
    except UnicodeError as error:
        error.object = value  # type: ignore[attr-defined]
        raise


def _ascii(term: Term, code: int) -> list[Term] | None:
    return [term] if _below(term, code, 128) else None


def _latin(term: Term, code: int) -> list[Term] | None:
    return [term] if _below(term, code, 256) else None


def _utf8(term: Term, code: int) -> list[Term] | None:
    if _below(term, code, 0x80):
        return [term]
    if _below(term, code, 0x800):
        return _sequence(term, 0xC0, 1)
    if _within(term, code, 0xD800, 0xDFFF):
        return None
    return _sequence(term, 0xE0, 2) if _below(term, code, 0x10000) else _sequence(term, 0xF0, 3)


def _sequence(term: Term, lead: int, following: int) -> list[Term]:
    """A lead byte and those that follow it, with six bits each."""
    first = build.add(integer(lead), build.floordiv(term, integer(64**following)))
    bits = map(as_term, last_digits(term, 64, following))
    return [first, *[build.add(integer(0x80), each) for each in bits]]


_ENCODERS: dict[str, Callable[[Term, int], list[Term] | None]] = {
    "ascii": _ascii,
    "iso8859-1": _latin,
    "utf-8": _utf8,
}


# Bytes to text


@method("decode", "encoding", "errors", is_text=True)
def decode(value: str, encoding: Any = MISSING, errors: Any = MISSING) -> Any:
    if type(encoding) is str and not _exists(encoding):
        return value and codecs.lookup(encoding)  # raises what Python raises
    name, errors = _names(encoding, errors)
    codes, shown = settled_codes(value), raw(value)
    if name == "iso8859-1" or _all_below(codes, shown, 128):
        return text.text(shown, codes)
    made: list[Code] = []
    at = 0
    while at < len(codes):
        count, term = _DECODERS[name](codes, shown, at)
        if term is not None:
            made.append(as_code(term))
        elif errors == "strict":
            whole = octets(value)
            return _raised(whole, lambda: shown.encode(LATIN).decode(encoding_of(encoding)))
        elif errors == "replace":
            made.append(0xFFFD)
        at += count
    return text.text(shown.encode(LATIN).decode(name, errors), made)


Decoded = tuple[int, Term | None]
"""How many bytes a character has, and its code; None where these bytes are none."""


def _ascii_at(codes: Sequence[Code], shown: str, at: int) -> Decoded:
    term = as_term(codes[at])
    return 1, term if _below(term, ord(shown[at]), 128) else None


def _utf8_at(codes: Sequence[Code], shown: str, at: int) -> Decoded:
    lead, code = as_term(codes[at]), ord(shown[at])
    if _below(lead, code, 0x80):
        return 1, lead
    for low, high, following, base, first in _LEADS:
        if _within(lead, code, low, high):
            return _following(codes, shown, at, following, base, first)
    return 1, None


_LEADS = (
    (0xC2, 0xDF, 1, 0xC0, (0x80, 0xBF)),
    (0xE0, 0xE0, 2, 0xE0, (0xA0, 0xBF)),
    (0xED, 0xED, 2, 0xE0, (0x80, 0x9F)),
    (0xE1, 0xEF, 2, 0xE0, (0x80, 0xBF)),
    (0xF0, 0xF0, 3, 0xF0, (0x90, 0xBF)),
    (0xF1, 0xF3, 3, 0xF0, (0x80, 0xBF)),
    (0xF4, 0xF4, 3, 0xF0, (0x80, 0x8F)),
)
"""Lead bytes, how many follow, what is to be taken off, and which may follow at once."""


def _following(
    codes: Sequence[Code], shown: str, at: int, following: int, base: int, first: tuple[int, int]
) -> Decoded:
    total = build.sub(as_term(codes[at]), integer(base))
    for count in range(1, following + 1):
        low, high = first if count == 1 else (0x80, 0xBF)
        if at + count >= len(codes):
            return count, None
        term = as_term(codes[at + count])
        if not _within(term, ord(shown[at + count]), low, high):
            return count, None
        bits = build.sub(term, integer(0x80))
        total = build.add(build.mul(total, integer(64)), bits)
    return following + 1, total


_DECODERS: dict[str, Callable[[Sequence[Code], str, int], Decoded]] = {
    "ascii": _ascii_at,
    "utf-8": _utf8_at,
}


# Hexadecimal


@method("hex", "sep", "bytes_per_sep", is_text=True)
def hexadecimal(value: str, sep: Any = MISSING, bytes_per_sep: Any = MISSING) -> Any:
    given = {"sep": sep, "bytes_per_sep": bytes_per_sep}
    named = {name: each for name, each in given.items() if each is not MISSING}
    if not FOLLOWED.isdisjoint(map(type, named.values())):
        raise Refused
    codes = settled_codes(value)
    digits: list[Code] = []
    for code in codes:
        term = as_term(code)
        digits.append(digit_code(build.floordiv(term, integer(16)), 16))
        digits.append(digit_code(build.mod(term, integer(16)), 16))
    shown = raw(value).encode(LATIN).hex(**named)
    pattern = bytes(len(codes)).hex(**named)  # where the separators are
    going = iter(digits)
    return text.text(shown, [next(going) if char == "0" else ord(char) for char in pattern])


def _from_hex(native: type) -> Callable[..., Any]:
    def model(*args: Any) -> Any:
        if len(args) != 1 or type(args[0]) is not SymStr:
            made = native.fromhex(*args)  # type: ignore[attr-defined]
            return array(made.decode(LATIN)) if native is bytearray else made
        shown = _read_hex(args[0], native)
        return octets(shown) if native is bytes else array(shown)

    return model


def _read_hex(value: str, native: Any) -> str:
    reading, digits = Reading(settled_codes(value), raw(value)), digits_of(16)
    made: list[Code] = []
    while True:
        reading.spaces()
        at = reading.at
        if at >= len(reading.codes):
            break
        if not reading.is_one_of(at, digits) or not reading.is_one_of(at + 1, digits):
            native.fromhex(raw(value))  # raises what Python raises
        high, low = (digit_value(as_term(code), 16) for code in reading.codes[at : at + 2])
        made.append(as_code(build.add(build.mul(high, integer(16)), low)))
        reading.at += 2
    return text.text(native.fromhex(raw(value)).decode(LATIN), made)


# Ints as bytes


def int_from_bytes(*args: Any, **keywords: Any) -> Any:
    """int.from_bytes(bytes, byteorder, signed=…)"""
    if not keywords and len(args) == 2 and type(args[1]) is str and args[1] in _ORDERS:
        source, order = args
        if type(source) in GOING:
            source = bytes_of_items(source)
        if type(source) in _PLAIN_BYTES or (
            type(source) is list and _INTS.issuperset(map(type, source))
        ):
            return _int_from_bytes(source, order)
        args = source, order
    given = dict(zip(("bytes", "byteorder"), args, strict=False), **keywords)
    source = of_memory(given.get("bytes"))
    order = plain(given.get("byteorder", "big"))
    signed = given.get("signed", False)
    if (
        len(args) > 2
        or type(order) is not str
        or not given.keys() <= {"bytes", "byteorder", "signed"}
    ):
        return int.from_bytes(*map(plain, args), **keywords)  # raises what Python raises
    if type(source) in OCTETS:
        shown = view(source)
    elif isinstance(source, list | tuple) and not TRACKED.isdisjoint(map(type, source)):
        shown = bytes_of(source)
    else:
        return int.from_bytes(*args, **keywords)
    codes = settled_codes(shown)
    value = int.from_bytes(raw(shown).encode(LATIN), order, signed=bool(signed))  # type: ignore[arg-type]
    total = integer(0)
    for power, code in enumerate(codes if order == "little" else reversed(codes)):
        total = build.add(total, build.mul(as_term(code), integer(256**power)))
    if signed and codes:
        half, whole = integer(256 ** len(codes) // 2), integer(256 ** len(codes))
        total = build.ite(build.ge(total, half), build.sub(total, whole), total)
    return track(value, total)


_int_from_bytes = int.from_bytes
_ORDERS = ("big", "little")
_INTS = frozenset((int, bool))
_PLAIN_BYTES = frozenset((bytes, BareByteArray))


def int_to_bytes(self: Any, /, *args: Any, **keywords: Any) -> Any:
    """self.to_bytes(length, byteorder, signed=…) of a tracked int"""
    term, value = int_of(self)
    given = dict(zip(("length", "byteorder"), args, strict=False), **keywords)
    length, order = settled_int(given.get("length", 1)), given.get("byteorder", "big")
    signed = bool(given.get("signed", False))
    is_usual = len(args) <= 2 and given.keys() <= {"length", "byteorder", "signed"}
    if not is_usual or type(length) is not int or length < 0 or order not in ("big", "little"):
        lose_all(given.values(), "int.to_bytes of these has no model")
        named = {name: plain(each) for name, each in keywords.items()}
        return value.to_bytes(*map(plain, args), **named)
    whole = 256**length
    low, high = (-(whole // 2), whole // 2) if signed else (0, whole)
    if length == 0:
        low, high = 0, 1
    if not decide_inside(term, value, low, high, "value"):
        if not signed:
            decide(build.lt(term, integer(0)), value < 0, "value")
        return value.to_bytes(length, order, signed=signed)  # raises what Python raises
    codes = last_digits(term, 256, length)
    made = value.to_bytes(length, order, signed=signed).decode(LATIN)
    return octets(text.text(made, codes if order == "big" else codes[::-1]))


int_to_bytes.__name__, int_to_bytes.__qualname__ = "to_bytes", "int.to_bytes"
SymInt.to_bytes = int_to_bytes  # type: ignore[attr-defined]

FUNCTIONS: dict[Any, Callable[..., Any]] = {
    int.from_bytes: int_from_bytes,
    bytes.fromhex: _from_hex(bytes),
    bytearray.fromhex: _from_hex(bytearray),
}
