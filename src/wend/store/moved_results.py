"""A stored result, moved to the lines where its unchanged code stands now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from wend.path.case import Arc, Case
from wend.path.outcome import Outcome, Raised
from wend.path.result import CoverResult, NotReached, ReachResult
from wend.record import replace

R = TypeVar("R", CoverResult, ReachResult)

Place = tuple[str, int, int]
"""The file of a piece of code with its first line and the line of its end."""

Shift = Callable[[str, int], int]
"""Gives, for a file and a line of before, the line of now."""


def moved(result: R, before: Sequence[Place], now: Sequence[Place]) -> R | None:
    """The result with the lines of now; None where lines are inside of texts, or their file is not
    known."""
    if before == now:
        return result
    if result.error or not isinstance(result, CoverResult) or result.tree:
        return None
    if any(each.branches for each in result.opaque) and len({file for file, _, _ in before}) > 1:
        return None
    shift = _shift(before, now)
    file = result.target.module.file
    coverage = result.coverage

    def lines(each: Iterable[int]) -> tuple[int, ...]:
        return tuple([shift(file, line) for line in each])

    def arcs(each: Iterable[Arc]) -> tuple[Arc, ...]:
        return tuple([(shift(file, a), shift(file, b)) for a, b in each])

    def case(each: Case) -> Case:
        return replace(
            each,
            outcome=_outcome(each.outcome, shift),
            new_lines=lines(each.new_lines),
            new_branches=arcs(each.new_branches),
        )

    def missed(each: NotReached) -> NotReached:
        to = None if each.to is None else shift(file, each.to)
        return replace(each, line=shift(file, each.line), to=to)

    return replace(
        result,
        target=replace(result.target, line=shift(file, result.target.line)),
        coverage=replace(
            coverage,
            lines_hit=lines(coverage.lines_hit),
            lines_missed=lines(coverage.lines_missed),
            branches_hit=arcs(coverage.branches_hit),
            branches_missed=arcs(coverage.branches_missed),
        ),
        cases=tuple(map(case, result.cases)),
        reasons=tuple([replace(r, line=shift(r.file, r.line)) for r in result.reasons]),
        paths=tuple([replace(p, outcome=_outcome(p.outcome, shift)) for p in result.paths]),
        not_reached=tuple(map(missed, result.not_reached)),
        opaque=tuple([replace(each, branches=lines(each.branches)) for each in result.opaque]),
    )


def _shift(before: Sequence[Place], now: Sequence[Place]) -> Shift:
    parts = [
        (file, first, last, there[1] - first)
        for (file, first, last), there in zip(before, now, strict=True)
    ]

    def shift(file: str, line: int) -> int:
        # Leaving a function is an arc to its negated first line.
        at = abs(line)
        for name, first, last, by in parts:
            if first <= at <= last and name == file:
                return at + by if line > 0 else -at - by
        return line

    return shift


def _outcome(outcome: Outcome, shift: Shift) -> Outcome:
    if isinstance(outcome, Raised):
        through = outcome.through and (outcome.through[0], shift(*outcome.through))
        return replace(outcome, line=shift(outcome.file, outcome.line), through=through)
    return outcome
