"""The matcher: goes the way of the native engine, and asks of every character what that asks.

It backtracks as the engine does. All that it remembers of a way is immutable, so going back is
taking the last way not gone from a stack; only what is sealed or asserted is a run of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from wend.record import Record
from wend.run.models.regex.classes import LINE_BREAK
from wend.run.models.regex.program import (
    Again,
    Ahead,
    At,
    CharacterRun,
    Compiled,
    Done,
    Fork,
    IfGroup,
    Look,
    Loop,
    Mark,
    One,
    PatternNode,
    Repeated,
    Sealed,
)
from wend.run.models.regex.subject import Subject

MOST_STEPS = 200_000


class TooManySteps(Exception):
    """The pattern goes back too often for us."""


class Round(Record):
    """A loop under way: how often it was gone through, and where it began the last time."""

    loop: Loop
    then: PatternNode | None
    """The node after the loop."""
    count: int
    begun: int | None
    outer: Any
    """The loop around it, or None."""


class Matched(Record):
    """Where the pattern, or a part of it, ended, and the places of its groups."""

    end: int
    marks: tuple[int | None, ...]
    last: int | None
    """The group that was closed last."""


Way = tuple[PatternNode | None, int, tuple[int | None, ...], int | None, Round | None, Any]
"""Where in the program, where in the text, marks, group closed last, loops; and of a stretch of
characters, how it may still change: the least place to give back to, or how many were taken."""

Accepts = Callable[[int], bool]


_AGAIN = PatternNode(0, Again(), None)
"""Where a loop begins."""


class Matcher:
    """A pattern held against a text."""

    def __init__(self, compiled: Compiled, subject: Subject) -> None:
        self._compiled = compiled
        self._subject = subject
        self._steps = MOST_STEPS

    def match(self, start: int, accepts: Accepts) -> Matched | None:
        """The first way to match from a place on that ends where it may."""
        marks = (None,) * (2 * self._compiled.groups)
        return self._run(self._compiled.program, Matched(start, marks, None), accepts)

    def full_match(self, start: int) -> Matched | None:
        return self.match(start, lambda end: not self._subject.has(end))

    def search(self, start: int, must_advance: bool) -> tuple[int, Matched] | None:
        """The first place from which it matches, and how; one at `start` may have to be longer."""
        subject, first = self._subject, self._compiled.first
        at = start
        while True:
            subject.asking = ()
            if first is not None and not subject.has(at):
                return None
            if first is None or subject.is_one_of(at, first):
                must = must_advance and at == start
                found = self.match(at, (lambda end: end != start) if must else _anywhere)
                if found is not None:
                    return at, found
            subject.asking = ()
            if self._compiled.anchored or not subject.has(at):
                return None
            at += 1

    def _run(
        self,
        program: PatternNode,
        begin: Matched,
        accepts: Accepts | None = None,
        inside: tuple[int, ...] = (),
    ) -> Matched | None:
        """The first way through a program; `inside` are the numbers of the nodes around it."""
        subject = self._subject
        at, marks, last = begin.end, begin.marks, begin.last
        node: PatternNode | None = program
        rounds: Round | None = None
        stack: list[Way] = []
        while True:
            self._steps -= 1
            if not self._steps:
                raise TooManySteps
            goes_on = True
            assert node is not None
            step, here = node.step, (*inside, node.number)
            subject.asking = here
            node = node.then
            match step:
                case One(codes):
                    goes_on = subject.has(at) and subject.is_one_of(at, codes)
                    at += 1
                case CharacterRun(haste="lazy"):
                    goes_on = self._takes(step, at, step.least)
                    at += step.least
                    if goes_on and step.most != step.least:
                        stack.append((node, at, marks, last, rounds, (step, step.least, here)))
                case CharacterRun(least=least, haste=haste):
                    end = self._stretch(step, at)
                    goes_on = end - at >= least
                    if goes_on and haste == "greedy" and end - at > least:
                        stack.append((node, end - 1, marks, last, rounds, at + least))
                    at = end
                case Ahead(classes):
                    goes_on = subject.are_of(at, classes)
                case Mark(index):
                    marks = (*marks[:index], at, *marks[index + 1 :])
                    if index % 2:
                        last = index // 2 + 1
                case Fork(ways):
                    for way in reversed(ways):
                        stack.append((way, at, marks, last, rounds, None))
                    goes_on = False  # which takes the first of them
                case Loop():
                    rounds = Round(step, node, -1, None, rounds)
                    node = _AGAIN
                case Again():
                    assert rounds is not None
                    loop, then = rounds.loop, rounds.then
                    count, outer = rounds.count + 1, rounds.outer
                    once_more = Round(loop, then, count, at, outer)
                    if count < loop.least:
                        rounds = Round(loop, then, count, rounds.begun, outer)
                        node = loop.body
                    # A round that took nothing is the last one, or it would go on for ever.
                    elif (loop.most is not None and count >= loop.most) or at == rounds.begun:
                        node, rounds = then, outer
                    elif loop.lazy:
                        stack.append((loop.body, at, marks, last, once_more, None))
                        node, rounds = then, outer
                    else:
                        stack.append((then, at, marks, last, outer, None))
                        node, rounds = loop.body, once_more
                case Sealed():
                    found = self._sealed(step, Matched(at, marks, last), here)
                    goes_on = found is not None
                    if found is not None:
                        at, marks, last = found.end, found.marks, found.last
                case Look(body, back, negative):
                    found = None
                    if at >= back:
                        found = self._run(body, Matched(at - back, marks, last), None, here)
                    goes_on = (found is None) is negative
                    if found is not None:
                        marks, last = found.marks, found.last
                case Repeated():
                    further = self._repeated(step, at, marks)
                    goes_on = further is not None
                    at = at if further is None else further
                case IfGroup(group, otherwise):
                    if marks[2 * group - 2] is None or marks[2 * group - 1] is None:
                        node = otherwise
                case At():
                    goes_on = self._is_at(step, at)
                case Done():
                    if accepts is None or accepts(at):
                        return Matched(at, marks, last)
                    goes_on = False
            while not goes_on:
                if not stack:
                    return None
                node, at, marks, last, rounds, more = stack.pop()
                goes_on = True
                if type(more) is int:
                    if at > more:
                        stack.append((node, at - 1, marks, last, rounds, more))
                elif more is not None:
                    stretch, count, subject.asking = more
                    # The way out of a lazy stretch was taken: now it is one character longer.
                    goes_on = self._takes(stretch, at, 1)
                    at += 1
                    if goes_on and count + 1 != stretch.most:
                        more = (stretch, count + 1, subject.asking)
                        stack.append((node, at, marks, last, rounds, more))

    def _takes(self, stretch: CharacterRun, at: int, count: int) -> bool:
        """Whether so many characters from here on belong to a class."""
        subject = self._subject
        return all(
            subject.has(place) and subject.is_one_of(place, stretch.codes)
            for place in range(at, at + count)
        )

    def _stretch(self, stretch: CharacterRun, at: int) -> int:
        """Where the characters of a class end, or are enough."""
        subject, start = self._subject, at
        while stretch.most is None or at - start < stretch.most:
            if not (subject.has(at) and subject.is_one_of(at, stretch.codes)):
                break
            at += 1
        return at

    def _sealed(self, step: Sealed, found: Matched, inside: tuple[int, ...]) -> Matched | None:
        count, begun = 0, None
        while step.most is None or count < step.most:
            if count >= step.least and found.end == begun:
                break
            begun = found.end if count >= step.least else None
            further = self._run(step.body, found, None, inside)
            if further is None:
                return found if count >= step.least else None
            found = further
            count += 1
        return found

    def _repeated(self, step: Repeated, at: int, marks: tuple[int | None, ...]) -> int | None:
        """Where the repetition of a group ends."""
        start, end = marks[2 * step.group - 2], marks[2 * step.group - 1]
        if start is None or end is None or end < start:
            return None
        for place in range(start, end):
            if not self._subject.has(at) or not self._subject.are_equal(at, place, step.folding):
                return None
            at += 1
        return at

    def _is_at(self, step: At, at: int) -> bool:
        subject = self._subject
        match str(step.where):
            case "AT_BEGINNING" | "AT_BEGINNING_STRING":
                return at == 0
            case "AT_BEGINNING_LINE":
                return at == 0 or subject.is_one_of(at - 1, LINE_BREAK)
            case "AT_END":
                return not subject.has(at) or (
                    subject.is_one_of(at, LINE_BREAK) and not subject.has(at + 1)
                )
            case "AT_END_LINE":
                return not subject.has(at) or subject.is_one_of(at, LINE_BREAK)
            case "AT_END_STRING":
                return not subject.has(at)
            case where:
                is_border = where == "AT_BOUNDARY"
                if at == 0 and not subject.has(0):
                    return not is_border and _BORDERLESS_WHEN_EMPTY
                assert step.word is not None
                before = at > 0 and subject.is_one_of(at - 1, step.word)
                after = subject.has(at) and subject.is_one_of(at, step.word)
                return (before != after) is is_border


_BORDERLESS_WHEN_EMPTY = re.match(r"\B", "") is not None
"""Whether the empty text has no border of a word: so it is from Python 3.14 on."""


def _anywhere(end: int) -> bool:
    return True
