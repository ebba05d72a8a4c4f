"""Tracked text: a real `str` with a code for each character, and perhaps an open end.

    SymStr "ab3"    codes (97, <ord(s[1])>, <ord(s[2])>)    tail: s goes on from place 3

Unlike tracked ints these are subclasses of what they stand for: C code that insists on a `str`
(attribute names, keywords, `__str__` results) finds one, and all other C code is called through
the probe for calls, which sees its arguments. Every method of `str` is overridden: by one that
keeps the codes, or by one that notes what is lost (`run/models/text`).

Codes are ints where a character is known, else terms; so every condition on text is one on ints,
and nothing in `solve/` needs to know about text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wend.expr import build
from wend.expr.build import conjunction, integer
from wend.expr.evaluate import evaluate
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.expr.variables import code_name, length_name
from wend.run import recorder
from wend.run.tracked.decisions import decide, table
from wend.run.tracked.lift import FOLLOWED, TEXTS, track, value_of
from wend.run.tracked.pieces import Code, Piece
from wend.run.tracked.places import position, settle_slice
from wend.run.tracked.tail import Tail


class SymStr(str):
    """Text whose characters, or whose length, depend on the inputs."""

    __slots__ = ("_wend_codes", "_wend_parts", "_wend_tail")

    _wend_codes: tuple[Code, ...]
    _wend_tail: Tail | None
    _wend_parts: tuple[str | Piece, ...] | None
    """What text that nobody has looked at is put together of; it has no codes then, and no tail."""

    def __getattr__(self, name: str) -> Any:
        """Called for what is missing: somebody looks at the text for the first time."""
        if name == "_wend_codes" or name == "_wend_tail":
            codes, tail = _read(self)
            return codes if name == "_wend_codes" else tail
        return object.__getattribute__(self, name)  # raises what Python raises

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return str

    @property
    def _wend_value(self) -> str:
        return str.__str__(self)

    def __str__(self) -> str:
        return self

    def __hash__(self) -> int:
        lose(self, "the text was hashed")
        return str.__hash__(self)

    def __len__(self) -> int:
        settle(self)
        return str.__len__(self)

    def __bool__(self) -> bool:
        return decide(build.gt(length_term(self), integer(0)), str.__len__(self) > 0, "test")

    def __iter__(self) -> Iterator[str]:
        tail = self._wend_tail
        for at, code in enumerate(self._wend_codes):
            if tail is not None:
                tail.goes_past(at - len(self._wend_codes) + tail.start)
            yield text(str.__getitem__(self, at), (code,))
        if tail is not None:
            tail.goes_past(tail.start)

    def __getitem__(self, key: Any) -> Any:
        return item(self, key)

    def __add__(self, other: Any) -> Any:
        if not isinstance(other, str):
            return str.__add__(self, other)  # raises what Python raises
        return joined(self, other)

    def __radd__(self, other: Any) -> Any:
        return joined(other, self) if isinstance(other, str) else NotImplemented

    def __eq__(self, other: object) -> Any:
        return equal(self, other) if isinstance(other, str) else NotImplemented

    def __ne__(self, other: object) -> Any:
        same = self.__eq__(other)
        return same if same is NotImplemented else negated(same)

    def __lt__(self, other: Any) -> Any:
        return before(self, other, strictly=True) if isinstance(other, str) else NotImplemented

    def __le__(self, other: Any) -> Any:
        return before(self, other, strictly=False) if isinstance(other, str) else NotImplemented

    def __gt__(self, other: Any) -> Any:
        return before(other, self, strictly=True) if isinstance(other, str) else NotImplemented

    def __ge__(self, other: Any) -> Any:
        return before(other, self, strictly=False) if isinstance(other, str) else NotImplemented

    def __contains__(self, other: Any) -> Any:
        return bool(contains(self, other))


TEXTS.add(SymStr)
FOLLOWED.add(SymStr)


# Making and taking apart


def input_text(path: str, value: str) -> SymStr:
    """The text of a parameter, or of a part of one."""
    codes = [build.variable(code_name(path, at), Sort.INT) for at in range(len(value))]
    length = build.variable(length_name(path), Sort.INT)
    return _made(value, tuple(codes), Tail(path, len(value), length))


def text(value: str, codes: Sequence[Code], tail: Tail | None = None) -> str:
    """Text with these codes; a plain str where all are known."""
    if tail is None and all(type(code) is int for code in codes):
        return value
    return _made(value, tuple(codes), tail)


def _made(value: str, codes: tuple[Code, ...], tail: Tail | None) -> SymStr:
    made = str.__new__(SymStr, value)
    made._wend_codes = codes
    made._wend_tail = tail
    made._wend_parts = None
    return made


def unread(parts: Sequence[str | Piece]) -> str:
    """The parts one after the other, as text that nobody has looked at yet."""
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
    made = str.__new__(SymStr, value)
    made._wend_parts = tuple(flat)
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


def codes_of(value: str) -> Sequence[Code]:
    """The codes of the characters that are there now."""
    return value._wend_codes if type(value) is SymStr else [ord(char) for char in value]


def tail_of(value: str) -> Tail | None:
    return value._wend_tail if type(value) is SymStr else None


def settle(value: str) -> None:
    """Decides that the text ends where it ends now."""
    tail = tail_of(value)
    if tail is not None:
        tail.settle()


def settled_codes(value: str) -> Sequence[Code]:
    """The codes of the whole text."""
    settle(value)
    return codes_of(value)


def raw(value: str) -> str:
    """The plain text."""
    return value._wend_value if type(value) is SymStr else value


def length_term(value: str) -> Term:
    tail = tail_of(value)
    now = str.__len__(value)
    return integer(now) if tail is None else tail.total(now)


def length(value: str) -> Any:
    """len(value), tracked."""
    return track(str.__len__(value), length_term(value))


def term_at(value: str, at: int) -> Term:
    """The code at a place, which may lie beyond the present end of an open text."""
    codes = codes_of(value)
    if at < len(codes):
        return as_term(codes[at])
    tail = tail_of(value)
    assert tail is not None
    return build.variable(code_name(tail.path, tail.start + at - len(codes)), Sort.INT)


def as_term(code: Code) -> Term:
    return integer(code) if type(code) is int else code  # type: ignore[return-value]


def code_value(value: str, at: int) -> int:
    return ord(str.__getitem__(value, at))


# Parts


def item(value: str, key: Any) -> Any:
    """value[key] where the text, the key, or both are tracked."""
    if isinstance(key, slice):
        return _slice(value, key)
    tail = tail_of(value)
    now = str.__len__(value)
    if type(key) in FOLLOWED or (tail is not None and isinstance(key, int) and key < 0):
        settle(value)
        chars = [text(str.__getitem__(value, at), (code,)) for at, code in enumerate(codes_of(value))]
        if type(key) not in FOLLOWED:
            return chars[key] if -now <= key < now else str.__getitem__(value, key)
        return _picked(chars, key, value)
    if tail is not None and isinstance(key, int):
        tail.goes_past(key - now + tail.start)
    if not isinstance(key, int) or not -now <= key < now:
        return str.__getitem__(value, key)  # raises what Python raises
    return text(str.__getitem__(value, key), (codes_of(value)[key],))


def _picked(chars: list[str], key: Any, value: str) -> str:
    """The character at a tracked place: one term for all places."""
    place = position(len(chars), key)
    if place is None:
        return str.__getitem__(value, value_of(key))  # raises what Python raises
    term, at = place
    codes = [as_term(codes_of(char)[0]) for char in chars]
    return text(raw(chars[at]), (table(term, range(len(codes)), codes),))


def _slice(value: str, key: slice) -> str:
    tail = tail_of(value)
    plain_parts = not any(type(part) in FOLLOWED for part in (key.start, key.stop, key.step))
    if tail is not None and plain_parts and key.stop is None and key.step in (None, 1):
        start = key.start or 0
        if start >= 0 and (start == 0 or tail.goes_past(start - 1 - str.__len__(value) + tail.start)):
            return _made(str.__getitem__(value, key), codes_of(value)[start:], tail)  # type: ignore[arg-type]
    if tail is not None and plain_parts and key.step in (None, 1) and (key.stop or 0) > 0:
        start, stop = key.start or 0, key.stop
        if start >= 0 and tail.goes_past(stop - 1 - str.__len__(value) + tail.start):
            return text(str.__getitem__(value, key), codes_of(value)[start:stop])
    settle(value)
    settled = settle_slice(str.__len__(value), key)
    return text(str.__getitem__(value, settled), codes_of(value)[settled])


def joined(first: str, second: str) -> str:
    """first + second"""
    if not str.__len__(second) and tail_of(second) is None:
        return first
    if is_unread(first) or is_unread(second):
        return unread((first, second))
    return text(
        raw(first) + raw(second), (*settled_codes(first), *codes_of(second)), tail_of(second)
    )


# Questions


def equal(a: str, b: str) -> Any:
    """a == b; an open text is compared with another of known length without settling its own."""
    if tail_of(a) is not None and tail_of(b) is not None:
        if not decide(
            build.eq(length_term(a), length_term(b)), str.__len__(a) == str.__len__(b), "test"
        ):
            return False
        settle(a)
    elif tail_of(a) is None:
        a, b = b, a
    count = str.__len__(b)
    if tail_of(a) is None and str.__len__(a) != count:
        return False
    parts = [build.eq(length_term(a), integer(count))]
    for at, code in enumerate(codes_of(b)):
        parts.append(build.eq(term_at(a, at), as_term(code)))
    return track(raw(a) == raw(b), conjunction(parts))


def negated(truth: Any) -> Any:
    if type(truth) is bool:
        return not truth
    return track(not truth._wend_value, build.negate(truth._wend_term))


def before(a: str, b: str, strictly: bool) -> Any:
    """a < b, or a <= b; the text of known length says how far to look."""
    if tail_of(a) is not None and tail_of(b) is not None:
        settle(a)
        known, other = a, b
    else:
        known, other = (a, b) if tail_of(a) is None else (b, a)
    count, end = str.__len__(known), length_term(other)
    if known is a:
        term = build.gt(end, integer(count)) if strictly else build.ge(end, integer(count))
    else:
        term = build.boolean(False) if strictly else build.le(end, integer(count))
    for at in reversed(range(count)):
        code_a, code_b = term_at(known, at), _code_or_any(other, at)
        if known is not a:
            code_a, code_b = code_b, code_a
        here = build.disjunction(
            (build.lt(code_a, code_b), conjunction((build.eq(code_a, code_b), term)))
        )
        if known is a:
            term = conjunction((build.gt(end, integer(at)), here))
        else:
            term = build.disjunction((build.le(end, integer(at)), here))
    return track(raw(a) < raw(b) if strictly else raw(a) <= raw(b), term)


def _code_or_any(value: str, at: int) -> Term:
    """The code at a place; where a text of known length has none, it makes no difference."""
    if tail_of(value) is None and at >= str.__len__(value):
        return integer(0)
    return term_at(value, at)


def contains(value: str, part: Any) -> Any:
    """part in value"""
    if not isinstance(part, str):
        return str.__contains__(value, part)  # raises what Python raises
    if not str.__len__(part) and tail_of(part) is None:
        return True
    codes, wanted = settled_codes(value), settled_codes(part)
    found = [
        conjunction(
            [
                build.eq(as_term(code), as_term(other))
                for code, other in zip(codes[at : at + len(wanted)], wanted, strict=True)
            ]
        )
        for at in range(len(codes) - len(wanted) + 1)
    ]
    return track(raw(part) in raw(value), build.disjunction(found))


# Losing


def lose(value: str, why: str) -> str:
    """The plain text, where it goes on without its terms."""
    if type(value) is not SymStr:
        return value
    plain = value._wend_value
    says = f"{why}: what depends on it is not explored"
    if value._wend_parts is not None:
        for part in value._wend_parts:
            if isinstance(part, Piece):
                part.lose(says)
            else:
                lose(part, why)
        return plain
    if recorder.current.imprecision == "sound":
        settle(value)
    for at, code in enumerate(value._wend_codes):
        if type(code) is not int:
            recorder.current.lose(as_term(code), ord(plain[at]), says)
            if recorder.current.imprecision != "sound":
                break  # one reason is enough
    if value._wend_tail is not None and recorder.current.imprecision != "sound":
        recorder.current.lose(value._wend_tail.length, value._wend_tail.start, says)
    return plain


def foretold(value: SymStr, assignment: Mapping[str, Any]) -> str:
    """The text that other inputs would give."""
    if value._wend_parts is not None:
        parts = [
            foretold(part, assignment)
            if type(part) is SymStr
            else part.foretold(assignment)
            if isinstance(part, Piece)
            else part
            for part in value._wend_parts
        ]
        return "".join(parts)
    codes = [evaluate(as_term(code), assignment) for code in value._wend_codes]
    tail = value._wend_tail
    if tail is not None:
        total: int = evaluate(length_term(value), assignment)
        codes = [evaluate(term_at(value, at), assignment) for at in range(total)]
    return "".join(map(chr, codes))
