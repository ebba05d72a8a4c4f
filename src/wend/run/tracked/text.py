"""Tracked text: a real `str` with a code for each character, and perhaps an open end.

    SymStr "ab3"    codes (97, <ord(s[1])>, <ord(s[2])>)    tail: s goes on from place 3

Unlike tracked ints these are subclasses of what they stand for: C code that insists on a `str`
(attribute names, keywords, `__str__` results) finds one, and all other C code is called through
the probe for calls, which sees its arguments. Every method of `str` is overridden: by one that
keeps the codes, or by one that notes what is lost (`install`).
The operators are in `text_operators`, the methods in `run/models/text/text_common*`.

Codes are ints where a character is known, else terms; so every condition on text is one on ints,
and nothing in `solve/` needs to know about text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from wend.expr import build
from wend.expr.build import integer
from wend.expr.evaluate import evaluate
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.expr.variables import char_of, length_of
from wend.run import recorder
from wend.run.tracked.decisions import decide
from wend.run.tracked.lift import (
    FOLLOWED,
    OCTETS,
    OF_OBJECT,
    TEXTS,
    TRACKED,
    Immutable,
    plain,
    stands_for,
    track,
)
from wend.run.tracked.pieces import Code, Piece
from wend.run.tracked.tail import Tail


class SymStr(Immutable, str):
    """Text whose characters, or whose length, depend on the inputs."""

    __slots__ = ("_wend_codes", "_wend_parts", "_wend_tail", "_wend_value")

    _wend_value: str
    """The plain text."""
    _wend_codes: tuple[Code, ...]
    _wend_tail: Tail | None
    _wend_parts: tuple[str | Piece, ...] | None
    """The pieces of text that nobody has looked at. It has no codes then, and no tail."""

    def __getattr__(self, name: str) -> Any:
        """Looks at the text for the first time, since its codes or its tail are asked for."""
        if name == "_wend_codes" or name == "_wend_tail":
            codes, tail = _read(self)
            return codes if name == "_wend_codes" else tail
        return object.__getattribute__(self, name)  # raises what Python raises

    def __str__(self) -> str:
        return self

    def __hash__(self) -> int:
        return hash(lose(self, "the text was hashed"))

    def __len__(self) -> int:
        settle(self)
        return str.__len__(self)

    def __bool__(self) -> bool:
        return decide(build.gt(length_term(self), integer(0)), str.__len__(self) > 0, "test")

    def __iter__(self) -> Iterator[str]:
        at = 0
        while has(self, at):
            yield char(self, at)
            at += 1


TEXTS.add(SymStr)
FOLLOWED.add(SymStr)
stands_for(SymStr, str)


def install(name: str, method: Callable[..., Any]) -> None:
    """Gives tracked text a method."""
    method.__name__ = name
    method.__qualname__ = f"str.{name}"
    method.__doc__ = getattr(str, name).__doc__ if hasattr(str, name) else None
    setattr(SymStr, name, method)


def _without_terms(name: str) -> Callable[..., Any]:
    """The method of str, called with plain values. Lost terms are noted."""
    original = getattr(str, name)

    def method(self: SymStr, /, *args: Any, **keywords: Any) -> Any:
        named = {key: plain(argument) for key, argument in keywords.items()}
        made = original(self._wend_value, *map(plain, args), **named)
        if made is not NotImplemented:
            lose_all((self, *args, *keywords.values()), f"str.{name} has no model")
        return made

    return method


SAME_FOR_ALL_TEXT = OF_OBJECT | {"__init__", "maketrans"}
"""Methods that need no override; `maketrans` is called without a text of its own."""

for _name in {*dir(str)} - SymStr._wend_own() - SAME_FOR_ALL_TEXT:
    install(_name, _without_terms(_name))


# Making and taking apart


def input_text(path: str, value: str) -> SymStr:
    """The text of a parameter, or of a part of one."""
    codes = [build.variable(char_of(path, at), Sort.INT) for at in range(len(value))]
    length = build.variable(length_of(path), Sort.INT)
    return _made(value, tuple(codes), Tail(path, len(value), length))


def text(value: str, codes: Sequence[Code], tail: Tail | None = None) -> str:
    """Text with these codes; a plain str where all are known."""
    if tail is None and all(type(code) is int for code in codes):
        return value
    return _made(value, tuple(codes), tail)


def _made(value: str, codes: tuple[Code, ...], tail: Tail | None) -> SymStr:
    made = str.__new__(SymStr, value)
    made._wend_value = value
    made._wend_codes = codes
    made._wend_tail = tail
    made._wend_parts = None
    return made


def unread(parts: Sequence[str | Piece]) -> str:
    """The parts joined, as text that nobody has looked at yet."""
    flat: list[str | Piece] = []
    for part in parts:
        inner = part._wend_parts if type(part) is SymStr else None
        if inner is not None:
            flat.extend(inner)
        elif type(part) is not str or part:
            flat.append(part)
    if all(type(part) is str for part in flat):
        return "".join(flat)  # type: ignore[arg-type]
    if len(flat) == 1 and type(flat[0]) is SymStr:
        return flat[0]
    value = "".join([part.text if isinstance(part, Piece) else raw(part) for part in flat])
    return _unread(value, tuple(flat))


def unread_sum(first: str, second: str) -> str:
    """first + second, as text that nobody has looked at yet. Long text takes no longer."""
    parts = [
        each._wend_parts or (each,) if type(each) is SymStr else (raw(each),)
        for each in (first, second)
    ]
    return _unread(raw(first) + raw(second), parts[0] + parts[1])


def _unread(value: str, parts: tuple[str | Piece, ...]) -> SymStr:
    made = str.__new__(SymStr, value)
    made._wend_value = value
    made._wend_parts = parts
    return made


def is_unread(value: str) -> bool:
    return type(value) is SymStr and value._wend_parts is not None


def _read(value: SymStr) -> tuple[tuple[Code, ...], Tail | None]:
    """The codes and the tail of text that is looked at for the first time."""
    codes: list[Code] = []
    tail: Tail | None = None
    for part in value._wend_parts or ():
        if tail is not None:
            tail.settle()
        tail = None if isinstance(part, Piece) else tail_of(part)
        codes.extend(part.codes() if isinstance(part, Piece) else codes_of(part))
    if not recorder.current.quiet:  # nothing was decided then, so it must be asked again
        value._wend_codes, value._wend_tail = tuple(codes), tail
        value._wend_parts = None
    return tuple(codes), tail


def codes_of(value: str) -> tuple[Code, ...]:
    """The codes of the present characters."""
    return value._wend_codes if type(value) is SymStr else tuple(map(ord, raw(value)))


def tail_of(value: str) -> Tail | None:
    """The open end; None if it was decided that the text ends here."""
    tail = value._wend_tail if type(value) is SymStr else None
    return None if tail is None or tail.settled else tail


def parts_of(value: str) -> tuple[tuple[Code, ...], Tail | None, int]:
    """The codes before the open part, the open part, and its first place.

    Present characters of the open part are as variable as those that may be added.
    """
    codes, tail = codes_of(value), tail_of(value)
    if tail is None:
        return codes, None, 0
    lead, first = len(codes), tail.start
    while lead and codes[lead - 1] is build.variable(tail.naming(tail.path, first - 1), Sort.INT):
        lead, first = lead - 1, first - 1
    return codes[:lead], tail, first


def settle(value: str) -> None:
    """Decides that the text ends at its present end."""
    tail = tail_of(value)
    if tail is not None:
        tail.settle()


def settled_codes(value: str) -> tuple[Code, ...]:
    """The codes of the whole text."""
    settle(value)
    return codes_of(value)


def raw(value: str) -> str:
    """The plain text, a real `str`."""
    if type(value) is str:
        return value
    return value._wend_value if type(value) is SymStr else str.__str__(value)


def has(value: str, at: int) -> bool:
    """Decides whether there is a character at a place, counted from the front."""
    tail = tail_of(value)
    now = str.__len__(value)
    return at < now if tail is None else tail.goes_past(at - now + tail.start)


def char(value: str, at: int) -> str:
    """The character at a place before the end."""
    return text(raw(value)[at], (codes_of(value)[at],))


def chars(value: str) -> list[str]:
    """The characters of the whole text."""
    codes = settled_codes(value)
    return [text(each, (code,)) for each, code in zip(raw(value), codes, strict=True)]


def cut(value: str, start: int = 0, stop: int | None = None) -> str:
    """The characters of known places. Without a stop the open end is part of them."""
    if start == 0 and stop is None:
        return value
    codes = codes_of(value)[start:stop]
    return text(raw(value)[start:stop], codes, tail_of(value) if stop is None else None)


def length_term(value: str) -> Term:
    tail = tail_of(value)
    now = str.__len__(value)
    return integer(now) if tail is None else tail.total(now)


def length(value: str) -> Any:
    """len(value), tracked."""
    if type(value) in OCTETS:
        shown = getattr(value, "_wend_text", None)
        return bytearray.__len__(value) if shown is None else length(shown)  # type: ignore[arg-type]
    return track(str.__len__(value), length_term(value))


def term_at(value: str, at: int) -> Term:
    """The code at a place, which may be beyond the present end of open text."""
    codes = codes_of(value)
    if at < len(codes):
        return as_term(codes[at])
    tail = tail_of(value)
    assert tail is not None
    return build.variable(tail.naming(tail.path, tail.start + at - len(codes)), Sort.INT)


def as_term(code: Code) -> Term:
    return integer(code) if type(code) is int else code  # type: ignore[return-value]


def as_code(term: Term) -> Code:
    return term.payload if term.op == "const" else term


# Losing


def lose(value: str, why: str) -> str:
    """The plain text, which goes on without its terms."""
    if type(value) in OCTETS:
        return value._wend_lose(why)  # type: ignore[no-any-return, attr-defined]
    if type(value) is not SymStr:
        return value
    plain = value._wend_value
    says = why if why.endswith(_REST) else f"{why}{_REST}"  # text may be inside of other text
    if value._wend_parts is not None:
        for part in value._wend_parts:
            if isinstance(part, Piece):
                part.lose(says)
            else:
                lose(part, why)
        return plain
    if recorder.current.imprecision == "sound":
        settle(value)
    tail = tail_of(value)
    codes = value._wend_codes if tail is None else (*value._wend_codes, tail.length)
    values = [*map(ord, plain), 0 if tail is None else tail.start]
    for at, code in enumerate(codes):
        if isinstance(code, Term):
            recorder.current.lose(code, values[at], says)
            recorder.current.pin_all(codes, values)
            break  # one reason is enough
    return plain


_REST = ": what depends on it is not explored"


def lose_all(values: Iterable[Any], why: str) -> None:
    """Notes that the tracked values among these go on without their terms."""
    for value in values:
        if type(value) in TEXTS:
            lose(value, why)
        elif type(value) in TRACKED:
            says = f"{why}{_REST}"
            recorder.current.lose(value._wend_term, value._wend_value, says)


def foretold(value: SymStr, assignment: Mapping[str, Any]) -> str:
    """The text for other inputs."""
    if type(value) in OCTETS:
        return value._wend_foretold(assignment)  # type: ignore[no-any-return]
    if value._wend_parts is not None:
        return "".join([_foretold_part(part, assignment) for part in value._wend_parts])
    codes = [evaluate(as_term(code), assignment) for code in value._wend_codes]
    if tail_of(value) is not None:
        total: int = evaluate(length_term(value), assignment)
        codes = [evaluate(term_at(value, at), assignment) for at in range(total)]
    return "".join(map(chr, codes))


def _foretold_part(part: str | Piece, assignment: Mapping[str, Any]) -> str:
    if isinstance(part, Piece):
        return part.foretold(assignment)
    return foretold(part, assignment) if type(part) is SymStr else part
