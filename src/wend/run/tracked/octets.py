"""Tracked bytes: a real `bytes` or `bytearray` whose codes are those of a text.

Bytes are text of the characters 0 … 255, so all that tracked text can do serves for bytes as well:
`view` shows bytes as text by Latin-1, `octets` turns such text back.

A `bytearray` of the code under test is always one of ours, since anything may be put into it; as
long as nothing tracked is, it has no text and C code may have it as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from wend.expr import build
from wend.expr.build import integer
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.expr.variables import byte_name, length_name, range_of
from wend.run.tracked import text
from wend.run.tracked.decisions import decide
from wend.run.tracked.lift import (
    FOLLOWED,
    OCTETS,
    TEXTS,
    TRACKED,
    int_term,
    is_ctypes,
    track,
    value_of,
)
from wend.run.tracked.pieces import Code
from wend.run.tracked.tail import Tail

LATIN = "latin-1"


class _Octets:
    """What both have in common."""

    __slots__ = ()

    _wend_text: str | None
    _wend_value: Any

    @property
    def _wend_codes(self) -> tuple[Code, ...]:
        return text.codes_of(view(self))

    @property
    def _wend_tail(self) -> Tail | None:
        return text.tail_of(view(self))

    def _wend_lose(self, why: str) -> Any:
        """The plain bytes, where they go on without their terms."""
        text.lose(view(self), why)
        return self._wend_value

    def __len__(self) -> int:
        return bytearray.__len__(self) if is_bare(self) else len(view(self))  # type: ignore[arg-type]

    def __bool__(self) -> bool:
        return len(self) > 0 if is_bare(self) else bool(view(self))

    def __iter__(self) -> Iterator[int]:
        return self._wend_from(0)

    def _wend_from(self, at: int) -> Iterator[int]:
        """The bytes from a place on."""
        while at < len(self) if is_bare(self) else text.has(view(self), at):
            yield self[at]  # type: ignore[index]
            at += 1


class SymBytes(_Octets, bytes):
    """Bytes of which some, or how many there are, depend on the inputs."""

    _wend_text: str
    _wend_value: bytes

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return bytes

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(b"", name, value)  # raises what Python raises

    def __dir__(self) -> list[str]:
        return dir(b"")

    def __copy__(self) -> SymBytes:
        return self

    def __deepcopy__(self, memo: Any) -> SymBytes:
        return self

    def __bytes__(self) -> bytes:
        return self

    def __hash__(self) -> int:
        return hash(self._wend_lose("the bytes were hashed"))

    def _wend_foretold(self, assignment: Mapping[str, Any]) -> bytes:
        return _foretold(self, assignment)


class SymByteArray(_Octets, bytearray):
    """A bytearray that may hold what depends on the inputs."""

    __slots__ = ("_wend_text",)

    _wend_text: str | None
    """None where nothing is tracked: the contents tell all then."""

    __hash__ = None

    def __iter__(self) -> Iterator[int]:
        at = 0
        if self._wend_text is None:
            for byte in bytearray.__iter__(self):
                if self._wend_text is not None:
                    break  # something tracked was put in since we began
                yield byte
                at += 1
            else:
                return
        yield from self._wend_from(at)

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return bytearray

    @property
    def _wend_value(self) -> bytearray:
        return bytearray(bytes_in(self))

    def __dir__(self) -> list[str]:
        return dir(bytearray())

    def _wend_foretold(self, assignment: Mapping[str, Any]) -> bytearray:
        return bytearray(_foretold(self, assignment))


for _cls in (SymBytes, SymByteArray):
    TEXTS.add(_cls)
    FOLLOWED.add(_cls)
    OCTETS.add(_cls)
SymBytes.__name__ = SymBytes.__qualname__ = "bytes"
SymBytes.__doc__ = bytes.__doc__
SymByteArray.__name__ = SymByteArray.__qualname__ = "bytearray"
SymByteArray.__doc__ = bytearray.__doc__


# To text and back


def input_octets(path: str, value: bytes | bytearray) -> Any:
    """The bytes of a parameter, or of a part of one."""
    codes = [build.variable(byte_name(path, at), Sort.INT) for at in range(len(value))]
    length = build.variable(length_name(path), Sort.INT)
    tail = Tail(path, len(value), length, byte_name)
    shown = text.text(value.decode(LATIN), codes, tail)
    return octets(shown) if isinstance(value, bytes) else array(shown)


def view(value: Any) -> str:
    """Bytes, tracked or not, as text of the characters 0 … 255."""
    value = of_memory(value)
    shown = value._wend_text if type(value) in OCTETS else None
    return bytes_in(value).decode(LATIN) if shown is None else shown


def of_memory(value: Any) -> Any:
    """The bytes of a value of ctypes, which may have terms; anything else as it is."""
    return type(value).__bytes__(value) if is_in_memory(value) else value


def is_in_memory(value: Any) -> bool:
    """Whether something is a value of ctypes that is followed."""
    cls = type(value)
    return is_ctypes(cls) and hasattr(cls, "__bytes__")


def bytes_in(value: Any) -> bytes:
    """The plain bytes of what has bytes."""
    if type(value) is SymBytes:
        return value._wend_value
    return memoryview(value).tobytes()


def octets(shown: str) -> bytes:
    """The bytes that a text of the characters 0 … 255 shows."""
    value = text.raw(shown).encode(LATIN)
    if type(shown) is not text.SymStr:
        return value
    made = bytes.__new__(SymBytes, value)
    made.__dict__.update(_wend_text=shown, _wend_value=value)
    return made


def array(shown: str) -> SymByteArray:
    """The bytearray that a text of the characters 0 … 255 shows."""
    made = SymByteArray.__new__(SymByteArray)
    bytearray.__init__(made, text.raw(shown).encode(LATIN))
    made._wend_text = shown if type(shown) is text.SymStr else None
    return made


def adopted(made: Any) -> Any:
    """What native code gave, with each bytearray as one that may hold something tracked."""
    cls = type(made)
    if cls is bytearray:
        ours = SymByteArray.__new__(SymByteArray)
        bytearray.__init__(ours, made)
        ours._wend_text = None
        return ours
    if cls is list or cls is tuple:
        return cls(map(adopted, made))
    return made


def is_bare(value: Any) -> bool:
    """Whether it is a bytearray that holds nothing tracked."""
    return type(value) is SymByteArray and value._wend_text is None


def byte_at(shown: str, at: int) -> Any:
    """The byte at a place that there is."""
    return track(ord(text.raw(shown)[at]), text.as_term(text.codes_of(shown)[at]))


def bytes_of(values: Any, native: type = bytes) -> str:
    """Ints, tracked or not, as text; whether each is a byte is decided.

    One that is none raises what the native type raises.
    """
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
    inside = build.conjunction((build.ge(term, integer(0)), build.lt(term, integer(256))))
    if not decide(inside, 0 <= number < 256, "value"):
        native((number,))  # raises what Python raises
    return term, int(number)


def is_byte(term: Term, depth: int = 8) -> bool:
    """Whether a term is 0 … 255 whatever the inputs are: what is done to bytes often stays one."""
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
