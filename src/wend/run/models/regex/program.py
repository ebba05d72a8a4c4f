"""The standard library's parse of a pattern as a program for the matcher.

    (a|b)+c      Enter 5, Mark 0, One {a, b}, Mark 1, Again 1, One {c}, Done

A program runs from front to back; where it may go two ways it remembers the other one.
"""

from __future__ import annotations

import functools
import re
import warnings
from collections.abc import Sequence
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any, Literal

from wend.record import Record
from wend.run.models.regex.classes import UNITS, Codes, class_of, union, word_class

Haste = Literal["greedy", "lazy", "possessive"]
"""Whether a loop takes as much as it can, as little as it can, or gives nothing back."""
Folding = Literal["", "ascii", "unicode"]
"""How characters that differ in case are made equal."""


class One(Record):
    """One character of a class."""

    codes: Codes


class Many(Record):
    """Characters of one class."""

    codes: Codes
    least: int
    most: int | None
    haste: Haste


class Ahead(Record):
    """What the next characters must be, for all that follows to be possible: one question."""

    classes: tuple[Codes, ...]


class Fork(Record):
    """Alternatives, in this order."""

    ways: tuple[int, ...]


class Jump(Record):
    to: int


class Mark(Record):
    """A group begins (even) or ends (odd) here."""

    index: int


class Enter(Record):
    """A loop begins: its end is asked first."""

    end: int


class Again(Record):
    """The end of a loop: once more, or out."""

    body: int
    least: int
    most: int | None
    lazy: bool


class Sealed(Record):
    """A loop of parts that are never entered again: possessive loops, atomic groups."""

    body: Program
    least: int
    most: int | None


class Look(Record):
    """An assertion about what comes, or what came before."""

    body: Program
    back: int
    negative: bool


class Repeated(Record):
    """What a group matched, once more."""

    group: int
    folding: Folding


class IfGroup(Record):
    """Goes on where the group matched, else elsewhere."""

    group: int
    otherwise: int


class At(Record):
    """A place: beginning, end, or border of a word."""

    where: Any
    word: Codes | None


class Done(Record):
    pass


Instruction = (
    One
    | Many
    | Ahead
    | Fork
    | Jump
    | Mark
    | Enter
    | Again
    | Sealed
    | Look
    | Repeated
    | IfGroup
    | At
    | Done
)
Program = tuple[Instruction, ...]


class Compiled(Record):
    """A pattern, ready for the matcher."""

    program: Program
    groups: int
    first: Codes | None
    """What the first character must be, if there must be one."""
    anchored: bool
    """Whether it matches at the beginning of the text only."""
    literal: str | None
    """The one text that it matches, if it is one."""


@functools.lru_cache(maxsize=512)
def compiled(pattern: re.Pattern[Any]) -> Compiled:
    """The program of a native pattern."""
    is_bytes = isinstance(pattern.pattern, bytes)
    flags = pattern.flags & ~re.DEBUG
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # which were given when it was compiled
        parse = _parser.parse(pattern.pattern, flags)
    writer = _Writer(is_bytes)
    writer.sequence(parse, flags)
    program = writer.finished()
    first = parse[0] if len(parse) else (None, None)
    return Compiled(
        program,
        pattern.groups,
        None if type(program[0]) is Ahead else _first(parse, flags, is_bytes),
        first[0] is _constants.AT and _place(first[1], flags) in _BEGINNINGS,
        _literal(parse, flags, is_bytes),
    )


def _literal(parse: Any, flags: int, is_bytes: bool) -> str | None:
    if is_bytes or flags & re.IGNORECASE or any(op is not _constants.LITERAL for op, _ in parse):
        return None
    return "".join([chr(code) for _, code in parse])


class _Writer:
    """Writes the instructions of a parse one after the other."""

    def __init__(self, is_bytes: bool) -> None:
        self.code: list[Instruction] = []
        self._is_bytes = is_bytes

    def finished(self) -> Program:
        return _looking_ahead([*self.code, Done()])

    def sequence(self, parse: Any, flags: int) -> None:
        for op, argument in parse:
            self._one(op, argument, flags)

    def _one(self, op: Any, argument: Any, flags: int) -> None:
        emit = self.code.append
        match str(op):
            case "LITERAL" | "NOT_LITERAL" | "ANY" | "IN":
                emit(One(class_of(op, argument, flags, self._is_bytes)))
            case "SUBPATTERN":
                group, added, dropped, inner = argument
                flags = _combined(flags, added, dropped)
                if group is None:
                    self.sequence(inner, flags)
                else:
                    emit(Mark(2 * group - 2))
                    self.sequence(inner, flags)
                    emit(Mark(2 * group - 1))
            case "BRANCH":
                self._branch(argument[1], flags)
            case "MAX_REPEAT":
                self._repeat(argument, flags, "greedy")
            case "MIN_REPEAT":
                self._repeat(argument, flags, "lazy")
            case "POSSESSIVE_REPEAT":
                self._repeat(argument, flags, "possessive")
            case "ATOMIC_GROUP":
                emit(Sealed(self._inner(argument, flags), 1, 1))
            case "ASSERT" | "ASSERT_NOT":
                direction, inner = argument
                back = 0 if direction >= 0 else inner.getwidth()[0]
                emit(Look(self._inner(inner, flags), back, str(op) == "ASSERT_NOT"))
            case "AT":
                where = _place(argument, flags)
                is_border = where in (_constants.AT_BOUNDARY, _constants.AT_NON_BOUNDARY)
                emit(At(where, word_class(flags, self._is_bytes) if is_border else None))
            case "GROUPREF":
                emit(Repeated(argument, _folding(flags)))
            case "GROUPREF_EXISTS":
                self._choice(argument, flags)
            case "FAILURE":
                emit(Fork(()))
            case _:
                raise NotImplementedError(f"the pattern has a part of a new kind: {op}")

    def _inner(self, parse: Any, flags: int) -> Program:
        """A program of its own, inside this one."""
        writer = _Writer(self._is_bytes)
        writer.sequence(parse, flags)
        return writer.finished()

    def _repeat(self, argument: Any, flags: int, haste: Haste) -> None:
        least, most, parse = argument
        limit = None if most is _constants.MAXREPEAT else int(most)
        if len(parse) == 1 and parse[0][0] in UNITS:
            op, unit = parse[0]
            codes = class_of(op, unit, flags, self._is_bytes)
            self.code.append(Many(codes, least, limit, haste))
        elif haste == "possessive":
            self.code.append(Sealed(self._inner(parse, flags), least, limit))
        else:
            start = self._hole()
            self.sequence(parse, flags)
            self.code[start] = Enter(len(self.code))
            self.code.append(Again(start + 1, least, limit, haste == "lazy"))

    def _branch(self, parses: Sequence[Any], flags: int) -> None:
        fork = self._hole()
        ways, ends = [], []
        for parse in parses:
            ways.append(len(self.code))
            self.sequence(parse, flags)
            ends.append(self._hole())
        self.code[fork] = Fork(tuple(ways))
        for end in ends:
            self.code[end] = Jump(len(self.code))

    def _choice(self, argument: Any, flags: int) -> None:
        group, then, otherwise = argument
        question = self._hole()
        self.sequence(then, flags)
        end = self._hole()
        self.code[question] = IfGroup(group, len(self.code))
        if otherwise is not None:
            self.sequence(otherwise, flags)
        self.code[end] = Jump(len(self.code))

    def _hole(self) -> int:
        """The place of an instruction that is not known yet."""
        self.code.append(Fork(()))
        return len(self.code) - 1


def _looking_ahead(code: list[Instruction]) -> Program:
    """The program with a question before every run of characters that must be there.

    One question for `2024-01-31` instead of twenty: nobody cares how far a match that failed got.
    """
    starts = {0}
    for at, step in enumerate(code):
        starts.update(_targets(step))
        if not isinstance(step, One | Mark):
            starts.add(at + 1)
    questions = {at: _classes(code, at) for at in sorted(starts) if at < len(code)}
    asked = {at: classes for at, classes in questions.items() if len(classes) > 1}
    moved = {at: at + sum(1 for each in asked if each < at) for at in range(len(code))}
    program: list[Instruction] = []
    for at, step in enumerate(code):
        if at in asked:
            program.append(Ahead(asked[at]))
        program.append(_moved(step, moved))
    return tuple(program)


def _classes(code: list[Instruction], at: int) -> tuple[Codes, ...]:
    """What the characters must be that are taken without a choice from a place on."""
    found: list[Codes] = []
    for step in code[at:]:
        match step:
            case One(codes):
                found.append(codes)
            case Many(codes, least, most):
                found += [codes] * min(least, MOST_AHEAD)
                if most != least or least > MOST_AHEAD:
                    break
            case Mark():
                pass
            case _:
                break
        if len(found) >= MOST_AHEAD:
            break
    return tuple(found)


MOST_AHEAD = 64
"""A question about more characters would be too long."""


def _targets(step: Instruction) -> tuple[int, ...]:
    match step:
        case Fork(ways):
            return ways
        case Jump(to) | Enter(to) | Again(to) | IfGroup(_, to):
            return (to,)
        case _:
            return ()


def _moved(step: Instruction, to: dict[int, int]) -> Instruction:
    """The instruction with the new places of others."""
    match step:
        case Fork(ways):
            return Fork(tuple([to[way] for way in ways]))
        case Jump(place):
            return Jump(to[place])
        case Enter(place):
            return Enter(to[place])
        case Again(place):
            return Again(to[place], step.least, step.most, step.lazy)
        case IfGroup(group, place):
            return IfGroup(group, to[place])
        case _:
            return step


def _first(parse: Any, flags: int, is_bytes: bool) -> Codes | None:
    """What the first character of any match must be; None where there may be none."""
    for op, argument in parse:
        match str(op):
            case "LITERAL" | "NOT_LITERAL" | "ANY" | "IN":
                return class_of(op, argument, flags, is_bytes)
            case "SUBPATTERN":
                _, added, dropped, inner = argument
                return _first(inner, _combined(flags, added, dropped), is_bytes)
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT" if argument[0] > 0:
                return _first(argument[2], flags, is_bytes)
            case "ATOMIC_GROUP":
                return _first(argument, flags, is_bytes)
            case "BRANCH":
                found = [_first(each, flags, is_bytes) for each in argument[1]]
                known = [each for each in found if each is not None]
                return functools.reduce(union, known) if len(known) == len(found) else None
            case "AT" | "ASSERT" | "ASSERT_NOT":
                continue
            case _:
                return None
    return None


_BEGINNINGS = (_constants.AT_BEGINNING, _constants.AT_BEGINNING_STRING)


def _place(where: Any, flags: int) -> Any:
    return _constants.AT_MULTILINE.get(where, where) if flags & re.MULTILINE else where


def _folding(flags: int) -> Folding:
    if not flags & re.IGNORECASE:
        return ""
    return "unicode" if flags & re.UNICODE else "ascii"


def _combined(flags: int, added: int, dropped: int) -> int:
    if added & _parser.TYPE_FLAGS:
        flags &= ~_parser.TYPE_FLAGS
    return (flags | added) & ~dropped
