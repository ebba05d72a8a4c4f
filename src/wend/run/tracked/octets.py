"""Tracked bytes: a real `bytes` or `bytearray` whose codes are those of a text.

Bytes are text of the characters 0 … 255, so all that tracked text can do serves for bytes as well:
`view` shows bytes as text by Latin-1, `octets` turns such text back.

A `bytearray` of the code under test is always one of ours, since anything may be put into it. As
long as nothing tracked is, it is a bare one, which has no text, and C code may have it as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from wend.describe.class_kinds import is_ctypes
from wend.expr import build
from wend.expr.build import integer
from wend.expr.leaves import range_of
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.expr.variables import byte_of, length_of
from wend.run.tracked import text
from wend.run.tracked.decisions import decide_inside
from wend.run.tracked.lift import (
    FOLLOWED,
    OCTETS,
    TEXTS,
    TRACKED,
    Immutable,
    StandIn,
    int_term,
    stands_for,
    track,
    value_of,
)
from wend.run.tracked.pieces import Code
from wend.run.tracked.tail import Tail

LATIN = "latin-1"


class _Octets(StandIn):
    """Behaviour of tracked bytes and bytearrays alike."""

    __slots__ = ()

    _wend_text: str
    _wend_value: Any

    @property
    def _wend_codes(self) -> tuple[Code, ...]:
        return text.codes_of(view(self))

    @property
    def _wend_tail(self) -> Tail | None:
        return text.tail_of(view(self))

    def _wend_lose(self, why: str) -> Any:
        """The plain bytes, which go on without their terms."""
        text.lose(view(self), why)
        return self._wend_value

    def __iter__(self) -> Iterator[int]:
        at = 0
        while at < len(self) if is_bare(self) else text.has(view(self), at):  # type: ignore[arg-type]
            yield self[at]  # type: ignore[index]
            at += 1


class _Measured:
    """Bytes whose number may depend on the inputs."""

    __slots__ = ()

    def __len__(self) -> int:
        return len(view(self))

    def __bool__(self) -> bool:
        return bool(view(self))


class SymBytes(_Measured, _Octets, Immutable, bytes):
    """Bytes of which some, or how many there are, depend on the inputs."""

    _wend_text: str
    _wend_value: bytes

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(b"", name, value)  # raises what Python raises

    def __bytes__(self) -> bytes:
        return self

    def __hash__(self) -> int:
        return hash(self._wend_lose("the bytes were hashed"))

    def _wend_foretold(self, assignment: Mapping[str, Any]) -> bytes:
        return _foretold(self, assignment)


class BareByteArray(_Octets, bytearray):
    """A bytearray that holds nothing tracked, until something is put in (`hold`).

    C code reads it, writes it at a place, measures and searches it; that what it is given is plain,
    the twin looks at.
    """

    __slots__ = ("_wend_text",)

    _wend_text: str
    """Absent if nothing is tracked: then the contents are the value."""

    __hash__ = None

    @property
    def _wend_value(self) -> bytearray:
        return bytearray(bytes_in(self))

    def _wend_foretold(self, assignment: Mapping[str, Any]) -> bytearray:
        return bytearray(_foretold(self, assignment))


class SymByteArray(_Measured, BareByteArray):
    """A bytearray that holds what depends on the inputs."""

    __slots__ = ()

    __hash__ = None


ARRAYS = (BareByteArray, SymByteArray)
for _cls in (SymBytes, *ARRAYS):
    TEXTS.add(_cls)
    FOLLOWED.add(_cls)
    OCTETS.add(_cls)
stands_for(SymBytes, bytes)
for _array in ARRAYS:
    stands_for(_array, bytearray)


# To text and back


def input_octets(path: str, value: bytes | bytearray) -> Any:
    """The bytes of a parameter, or of a part of one."""
    codes = [build.variable(byte_of(path, at), Sort.INT) for at in range(len(value))]
    length = build.variable(length_of(path), Sort.INT)
    tail = Tail(path, len(value), length, byte_of)
    shown = text.text(value.decode(LATIN), codes, tail)
    return octets(shown) if isinstance(value, bytes) else array(shown)


def view(value: Any) -> str:
    """Bytes, tracked or not, as text of the characters 0 … 255."""
    value = of_memory(value)
    if type(value) in OCTETS and type(value) is not BareByteArray:
        return value._wend_text  # type: ignore[no-any-return]
    return bytes_in(value).decode(LATIN)


def of_memory(value: Any) -> Any:
    """The bytes of a value of ctypes, which may have terms; anything else as it is."""
    return type(value).__bytes__(value) if is_in_memory(value) else value


def is_in_memory(value: Any) -> bool:
    """Whether a value is one of ctypes whose memory is followed."""
    cls = type(value)
    return is_ctypes(cls) and hasattr(cls, "__bytes__")


def has_bytes(value: Any) -> bool:
    """Whether a value is bytes, or lets native code read its memory (`array`, `mmap`)."""
    if type(value) in OCTETS:
        return True
    try:
        memoryview(value)
    except TypeError:
        return False
    return True


def bytes_in(value: Any) -> bytes:
    """The plain bytes of a value with bytes."""
    if type(value) is SymBytes:
        return value._wend_value
    return memoryview(value).tobytes()


def octets(shown: str) -> bytes:
    """The bytes whose text (characters 0 … 255) is given."""
    value = text.raw(shown).encode(LATIN)
    if type(shown) is not text.SymStr:
        return value
    made = bytes.__new__(SymBytes, value)
    made.__dict__.update(_wend_text=shown, _wend_value=value)
    return made


def array(shown: str) -> BareByteArray:
    """The bytearray whose text (characters 0 … 255) is given."""
    made = bare(text.raw(shown).encode(LATIN))
    if type(shown) is text.SymStr:
        hold(made, shown)
    return made


def hold(held: BareByteArray, shown: str) -> None:
    """Sets the text that a bytearray is shown as: tracked text, or plain text if nothing is
    tracked."""
    is_tracked = type(shown) is text.SymStr
    if is_tracked and is_bare(held) and _is_exported(held):
        text.lose(shown, "a memoryview reads and writes the bytearray")
        return
    if is_tracked:
        held._wend_text = shown
    elif not is_bare(held):
        del held._wend_text
    _set_class(held, SymByteArray if is_tracked else BareByteArray)


def _is_exported(held: BareByteArray) -> bool:
    """Whether native code reads the bytes in place, so that their number can't change."""
    try:
        bytearray.append(held, 0)
    except BufferError:
        return True
    bytearray.pop(held)
    return False


_set_class = object.__dict__["__class__"].__set__  # `held.__class__` is the native one


def bare(*args: Any) -> BareByteArray:
    """A bytearray made of plain values."""
    return BareByteArray(*args)


def adopted(made: Any) -> Any:
    """The result of native code, with each bytearray as one that may hold something tracked."""
    cls = type(made)
    if cls is bytearray:
        return bare(made)
    if cls is list or cls is tuple:
        return cls(map(adopted, made))
    return made


def is_bare(value: Any) -> bool:
    """Whether a value is a bytearray that holds nothing tracked."""
    return type(value) is BareByteArray


def byte_at(shown: str, at: int) -> Any:
    """The byte at a place before the end."""
    return track(ord(text.raw(shown)[at]), text.as_term(text.codes_of(shown)[at]))


def bytes_of(values: Any, native: type = bytes) -> str:
    """Ints, tracked or not, as text. Whether each is a byte is decided, and one that is none raises
    what the native type raises."""
    if type(values) in (list, tuple) and _INTS.issuperset(map(type, values)):
        return bytes(native(values)).decode(LATIN)
    codes: list[Code] = []
    chars: list[str] = []
    for value in values:
        term, number = byte_term(value, native)
        codes.append(text.as_code(term))
        chars.append(chr(number))
    return text.text("".join(chars), codes)


_INTS = frozenset((int, bool))


def byte_term(value: Any, native: Any = bytes) -> tuple[Any, int]:
    """Term and value of an int that must be a byte."""
    if type(value) not in TRACKED:
        number = native((value,))[0]  # raises what Python raises
        return integer(number), number
    term, number = int_term(value), value_of(value)
    if term is None or term.sort is not Sort.INT:
        return integer(0), native((number,))[0]  # raises what Python raises
    if is_byte(term):
        return term, int(number)
    if not decide_inside(term, number, 0, 256, "value"):
        native((number,))  # raises what Python raises
    return term, int(number)


def is_byte(term: Term, depth: int = 8) -> bool:
    """Whether a term is 0 … 255 for all inputs. Operations on bytes often give bytes."""
    match term.op:
        case "const":
            return term.payload in range(256)
        case "var":
            low, high = range_of(term)
            return low is not None and low >= 0 and high is not None and high < 256
        case "mod":
            divisor = term.args[1]
            return divisor.op == "const" and divisor.payload in range(1, 257)
        case "floordiv":
            divisor = term.args[1]
            by_one_or_more = divisor.op == "const" and divisor.payload > 0
            return by_one_or_more and depth > 0 and is_byte(term.args[0], depth - 1)
        case "bitand":
            return depth > 0 and any(is_byte(arg, depth - 1) for arg in term.args)
        case "bitor" | "bitxor":
            return depth > 0 and all(is_byte(arg, depth - 1) for arg in term.args)
        case "ite":
            return depth > 0 and all(is_byte(arg, depth - 1) for arg in term.args[1:])
        case "linear":
            coefficients, constant = term.payload
            is_complement = coefficients == (-1,) and constant == 255
            return is_complement and depth > 0 and is_byte(term.args[0], depth - 1)
    return False


def _foretold(value: Any, assignment: Mapping[str, Any]) -> bytes:
    shown = view(value)
    told = text.foretold(shown, assignment) if type(shown) is text.SymStr else shown
    return told.encode(LATIN)
