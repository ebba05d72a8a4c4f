"""Local search for floats: inputs move in steps of ulps towards the conditions.

After XSat and AVM. The distance from satisfying the conditions (`distance`) is made smaller along
one variable at a time: by steps on the line of values, and by steps that halve from half the line
of floats down to one ulp. Where no variable helps alone, two move at once. The search starts from
the parent's inputs, then from values that the conditions mention, then from random ones. It proves
nothing.

It is bounded by evaluations, so that a loaded machine gives the same answers.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice, product
from typing import Any

from wend.expr.floats import at_ordinal, ordinal
from wend.expr.leaves import range_of, text_of, value_in
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.solve.quick.distance import Evaluation, Landscape
from wend.solve.quick.float_values import candidates, constants

EVALUATIONS = 4000
"""Evaluations of the conditions, at effort 1."""

STEPS = 200_000
"""Nodes that are evaluated, at effort 1: long conditions get fewer evaluations."""

FEWEST = 300

MOST_VARIABLES = 24
"""Variables that are moved; the others keep their values."""

MOST_PAIRS = 12
"""Pairs of variables that are moved at once."""

REPEATED = 3
"""Repetitions of a step that helps; steps of twice the length were tried before."""

STARTS = 5
"""Climbs that are made at least."""

SAMPLED, CLIMBED = 150, 4
"""Random points that are looked at, and those of them where a climb starts."""

_ULPS = [1 << k for k in range(62, -1, -1)]
FINEST_STEP = 2.0**-12
_PAIR_STEPS = [2.0**k for k in range(12, -13, -1)]

Assignment = dict[Term, Any]


def climb(
    conditions: Sequence[Term], parent: Mapping[str, Any], seed: int, effort: float
) -> dict[str, Any] | None:
    """Values under which the conditions hold, if the search comes to them."""
    return _Climber(conditions, parent, seed, effort).run()


LARGEST_STEP = 2**1022
"""Along the floats; there is none beyond four times as far."""


class _Spent(Exception):
    """As many evaluations were made as are allowed."""


class _Climber:
    def __init__(
        self, conditions: Sequence[Term], parent: Mapping[str, Any], seed: int, effort: float
    ) -> None:
        self._conditions = conditions
        self._landscape = Landscape(conditions)
        affordable = max(FEWEST, STEPS // max(1, self._landscape.size))
        self._most = int(min(EVALUATIONS, affordable) * effort)
        self._random = random.Random(seed)
        found = {variable for condition in conditions for variable in condition.variables}
        self._all = sorted(found, key=text_of)
        self._variables = sorted(self._all, key=lambda variable: variable.sort is not Sort.FLOAT)
        self._variables = self._variables[:MOST_VARIABLES]
        self._parent = {variable: value_in(parent, variable) for variable in self._all}
        self._point: Assignment = {}
        self._here: Evaluation

    def run(self) -> dict[str, Any] | None:
        try:
            for start in self._starts():
                if self._climb_from(start):
                    return {variable.payload.text: value for variable, value in self._point.items()}
        except _Spent:
            pass
        return None

    # Where to start

    def _starts(self) -> Iterator[Assignment]:
        yield self._parent
        mentioned = list(candidates(self._conditions))
        floats = [variable for variable in self._variables if variable.sort is Sort.FLOAT]
        pool = [
            {**self._parent, **dict.fromkeys(floats, value)}
            for value in mentioned[:SAMPLED]
            if floats
        ]
        numbers = constants(self._conditions)
        while self._variables:
            while len(pool) < SAMPLED:
                pool.append({v: self._drawn(v, mentioned, numbers) for v in self._all})
            yield from self._nearest(pool)
            pool = []

    def _nearest(self, pool: list[Assignment]) -> list[Assignment]:
        """The few points of a pool from which to go on."""
        distances = [self._placed(point).distance for point in pool]
        best = sorted(range(len(pool)), key=distances.__getitem__)
        return [pool[at] for at in best[:CLIMBED]]

    def _placed(self, point: Assignment) -> Evaluation:
        assignment = {variable.payload.text: value for variable, value in point.items()}
        return self._looked(self._landscape.evaluation(assignment))

    def _drawn(self, variable: Term, mentioned: list[float], numbers: list[float]) -> Any:
        draw = self._random
        present = self._parent[variable]
        if variable not in self._variables or draw.random() < 0.3:
            return present
        match variable.sort:
            case Sort.BOOL:
                return draw.random() < 0.5
            case Sort.INT:
                near = int(draw.choice(numbers)) if numbers else 0
                drawn = near + draw.choice((0, 1, -1, draw.randint(-100, 100)))
                return _within(variable, drawn)
            case Sort.FLOAT:
                kind = draw.random()
                if kind < 0.3:
                    return draw.choice(mentioned)
                if kind < 0.6:
                    return float(draw.randint(-1000, 1000)) / draw.choice((1, 2, 10))
                return draw.choice((1.0, -1.0)) * 2.0 ** draw.uniform(-20, 40)

    # How to move

    def _climb_from(self, start: Assignment) -> bool:
        self._point = dict(start)
        self._here = self._placed(start)
        last = self._landscape.evaluations + self._most // STARTS
        while self._here.distance:
            before = self._here.distance
            for variable in self._variables:
                self._along(variable)
                if not self._here.distance:
                    return True
                if self._landscape.evaluations > last:
                    return False  # it creeps
            if self._here.distance == before:
                self._in_pairs()
                if self._here.distance == before:
                    return False
        return True

    def _along(self, variable: Term) -> None:
        match variable.sort:
            case Sort.BOOL:
                self._try(variable, not self._point[variable])
            case Sort.INT:
                self._stride(variable, 1)
            case Sort.FLOAT:
                if math.isnan(self._point[variable]) and not self._try(variable, 1.0):
                    return
                self._stride(variable, FINEST_STEP)
                for ulps in _ULPS:
                    self._repeat(variable, ulps)

    def _stride(self, variable: Term, least: float) -> None:
        """Along the line of values, with steps that double while they help, and then halve."""
        for direction in (1, -1):
            step: Any = direction
            while self._here.distance and self._step(variable, step):
                if variable.sort is Sort.FLOAT and abs(step) >= LARGEST_STEP:
                    break
                step *= 2
            while abs(step) > least and self._here.distance:
                step = step // 2 if least == 1 else step / 2
                self._step(variable, step)

    def _in_pairs(self) -> None:
        """Moves two variables at once: `x + y == 3.5` holds a variable that moves alone."""
        numbers = [each for each in self._variables if each.sort is not Sort.BOOL]
        for one, other in islice(combinations(numbers, 2), MOST_PAIRS):
            for step, toward, away in product(_PAIR_STEPS, (1, -1), (1, -1)):
                for _ in range(REPEATED):
                    if not self._here.distance or not self._step_both(
                        one, toward * step, other, away * step
                    ):
                        break

    def _repeat(self, variable: Term, ulps: int) -> None:
        """Goes on in a direction while that helps, for a while."""
        for signed in (ulps, -ulps):
            for _ in range(REPEATED):
                moved = at_ordinal(ordinal(self._point[variable]) + signed)
                if not self._here.distance or not self._try(variable, moved):
                    break

    def _step(self, variable: Term, step: float) -> bool:
        """Moves by a step, if that is nearer."""
        return self._try(variable, self._stepped(variable, step))

    def _step_both(self, one: Term, first: float, other: Term, second: float) -> bool:
        """Moves two variables, each by its step, if that is nearer."""
        changes = {one: self._stepped(one, first), other: self._stepped(other, second)}
        moved = self._here
        for variable, value in changes.items():
            if self._point[variable] == value:
                return False
            moved = self._landscape.moved(moved, variable, value)
        if self._looked(moved).distance >= self._here.distance:
            return False
        self._here = moved
        self._point.update(changes)
        return True

    def _stepped(self, variable: Term, step: float) -> Any:
        value = self._point[variable]
        is_int = variable.sort is Sort.INT
        return _within(variable, value + int(step)) if is_int else value + step

    def _try(self, variable: Term, value: Any) -> bool:
        """Moves to a value, if that is nearer."""
        if self._point[variable] == value:
            return False
        moved = self._looked(self._landscape.moved(self._here, variable, value))
        if moved.distance >= self._here.distance:
            return False
        self._here = moved
        self._point[variable] = value
        return True

    def _looked(self, evaluation: Evaluation) -> Evaluation:
        if self._landscape.evaluations > self._most and evaluation.distance:
            raise _Spent
        return evaluation


def _within(variable: Term, value: int) -> int:
    low, high = range_of(variable)
    if low is not None:
        value = max(low, value)
    return value if high is None else min(high, value)
