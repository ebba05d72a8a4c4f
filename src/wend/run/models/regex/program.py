"""The standard library's parse of a pattern as a program for the matcher.

    (a|b)+c      Loop (Mark 0, One {a, b}, Mark 1, Again), One {c}, Done

Each step leads to the one after it; where there are two ways on, the matcher remembers the other.
"""

from __future__ import annotations

import functools
import re
import warnings
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


class CharacterRun(Record):
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

    ways: tuple[PatternNode, ...]


class Mark(Record):
    """A group begins (even) or ends (odd) here."""

    index: int


class Loop(Record):
    """A loop begins: whether its body is entered is asked first."""

    body: PatternNode
    least: int
    most: int | None
    lazy: bool


class Again(Record):
    """The end of the body of a loop: once more, or out."""


class Sealed(Record):
    """A loop of parts that are never entered again: possessive loops, atomic groups."""

    body: PatternNode
    least: int
    most: int | None


class Look(Record):
    """An assertion about what comes, or what came before."""

    body: PatternNode
    back: int
    negative: bool


class Repeated(Record):
    """What a group matched, once more."""

    group: int
    folding: Folding


class IfGroup(Record):
    """Goes on where the group matched, else elsewhere."""

    group: int
    otherwise: PatternNode


class At(Record):
    """A place: beginning, end, or border of a word."""

    where: Any
    word: Codes | None


class Done(Record):
    """The end of a program."""


Choice = Fork | Loop | Again | IfGroup
Step = One | CharacterRun | Ahead | Mark | Sealed | Look | Repeated | At | Done | Choice


class PatternNode(Record):
    """A step of a program."""

    number: int
    """Tells the nodes of a pattern apart: each is a site."""
    step: Step
    then: PatternNode | None
    """The node after it; None after the end of a program or of a loop's body, and after a fork."""


class Compiled(Record):
    """A pattern, ready for the matcher."""

    program: PatternNode
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
    program = _Writer(is_bytes).program(parse, flags)
    first = parse[0] if len(parse) else (None, None)
    return Compiled(
        program,
        pattern.groups,
        None if type(program.step) is Ahead else _first(parse, flags, is_bytes),
        first[0] is _constants.AT and _place(first[1], flags) in _BEGINNINGS,
        _literal(parse, flags, is_bytes),
    )


def _literal(parse: Any, flags: int, is_bytes: bool) -> str | None:
    if is_bytes or flags & re.IGNORECASE or any(op is not _constants.LITERAL for op, _ in parse):
        return None
    return "".join([chr(code) for _, code in parse])


Run = tuple[Codes, ...]
"""What the characters must be that are taken without a choice from a node on."""

MOST_AHEAD = 64
"""A question about more characters would be too long."""


class _Writer:
    """Makes the nodes of a parse, the last one first."""

    def __init__(self, is_bytes: bool) -> None:
        self._is_bytes = is_bytes
        self._count = 0

    def program(self, parse: Any, flags: int) -> PatternNode:
        return self._way(parse, flags, self._node(Done()))

    def _node(self, step: Any, then: PatternNode | None = None) -> PatternNode:
        self._count += 1
        return PatternNode(self._count, step, then)

    def _way(self, parse: Any, flags: int, then: PatternNode) -> PatternNode:
        """The nodes of a parse that ends in a choice, with a question before them."""
        return self._asked(*self._sequence(parse, flags, then, ()))

    def _asked(self, node: PatternNode, run: Run) -> PatternNode:
        """The node with a question before it about a run of characters that must be there.

        One question for `2024-01-31` instead of twenty: nobody cares how far a match that failed
        got.
        """
        return self._node(Ahead(run), node) if len(run) > 1 else node

    def _sequence(
        self, parse: Any, flags: int, then: PatternNode, run: Run
    ) -> tuple[PatternNode, Run]:
        for op, argument in reversed(parse):
            then, run = self._one(op, argument, flags, then, run)
        return then, run

    def _one(
        self, op: Any, argument: Any, flags: int, then: PatternNode, run: Run
    ) -> tuple[PatternNode, Run]:
        match str(op):
            case "LITERAL" | "NOT_LITERAL" | "ANY" | "IN":
                codes = class_of(op, argument, flags, self._is_bytes)
                return self._node(One(codes), then), (codes, *run)[:MOST_AHEAD]
            case "SUBPATTERN":
                group, added, dropped, inner = argument
                flags = _combined(flags, added, dropped)
                if group is None:
                    return self._sequence(inner, flags, then, run)
                end = self._node(Mark(2 * group - 1), then)
                body, run = self._sequence(inner, flags, end, run)
                return self._node(Mark(2 * group - 2), body), run
        then = self._asked(then, run)
        if op in _HASTES and len(argument[2]) == 1 and argument[2][0][0] in UNITS:
            least, most, ((unit, inner),) = argument
            codes = class_of(unit, inner, flags, self._is_bytes)
            many = CharacterRun(codes, least, _limit(most), _HASTES[op])
            taken = (codes,) * min(least, MOST_AHEAD)
            return self._node(many, then), (*taken, *(run if most == least else ()))[:MOST_AHEAD]
        return self._choice(op, argument, flags, then), ()

    def _choice(self, op: Any, argument: Any, flags: int, then: PatternNode) -> PatternNode:
        """A node after which nobody knows which characters come."""
        step: Any
        match str(op):
            case "BRANCH":
                ways = [self._way(parse, flags, then) for parse in argument[1]]
                return self._node(Fork(tuple(ways)))
            case "MAX_REPEAT" | "MIN_REPEAT":
                least, most, inner = argument
                body = self._way(inner, flags, self._node(Again()))
                step = Loop(body, least, _limit(most), str(op) == "MIN_REPEAT")
            case "POSSESSIVE_REPEAT":
                least, most, inner = argument
                step = Sealed(self.program(inner, flags), least, _limit(most))
            case "ATOMIC_GROUP":
                step = Sealed(self.program(argument, flags), 1, 1)
            case "ASSERT" | "ASSERT_NOT":
                direction, inner = argument
                back = 0 if direction >= 0 else inner.getwidth()[0]
                step = Look(self.program(inner, flags), back, str(op) == "ASSERT_NOT")
            case "AT":
                where = _place(argument, flags)
                is_border = where in (_constants.AT_BOUNDARY, _constants.AT_NON_BOUNDARY)
                step = At(where, word_class(flags, self._is_bytes) if is_border else None)
            case "GROUPREF":
                step = Repeated(argument, _folding(flags))
            case "GROUPREF_EXISTS":
                group, matched, otherwise = argument
                step = IfGroup(group, self._way(otherwise or (), flags, then))
                then = self._way(matched, flags, then)
            case "FAILURE":
                step = Fork(())
            case _:
                raise NotImplementedError(f"the pattern has a part of a new kind: {op}")
        return self._node(step, then)


_HASTES: dict[Any, Haste] = {
    _constants.MAX_REPEAT: "greedy",
    _constants.MIN_REPEAT: "lazy",
    _constants.POSSESSIVE_REPEAT: "possessive",
}


def _limit(most: Any) -> int | None:
    return None if most is _constants.MAXREPEAT else int(most)


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
