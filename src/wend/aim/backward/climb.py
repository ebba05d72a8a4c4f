"""Phase II: from the model of a trace's core to inputs that run it to its end. [004] §3

A climb is local search. The trace is run with plain values, and each condition tells its distance
from being as wanted. Values of one variable are tried at once, near ones and far ones, and the best
is taken; then the next variable. Where no single variable helps, two are moved at once, then a
solver is asked about the first condition that does not fit, then values are changed at random; at
last the climb starts elsewhere. No point is tried twice.

The distance of a point counts the first condition that does not fit; at every second start it is
the sum over all conditions. Either finds inputs that the other does not. A climb proves nothing. It
is bounded by runs, so that a loaded machine gives the same answers.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from wend.aim.backward.moves import Line, Moves, Values
from wend.expr.variables import named, turns_of
from wend.inputs.chance import Chance
from wend.inputs.inputs import Inputs
from wend.inputs.live import is_within, live
from wend.inputs.target import Parameter
from wend.path.trace import Measured, Point, cost

MOST_VALUES = 1000
"""Values of one point; larger points are not tried."""

MOST_LINES = 200
"""Lines of points that are tried at once."""

MOST_VARIABLES = 40
"""Variables that are moved one by one, a random choice if there are more."""

REPEATED = 6
"""Moves of one variable before the next one has its turn."""

SIDEWAYS = 4
"""Moves to points that are no nearer, before the climb starts elsewhere."""

CHANGED, DRAWN = 30, 40
"""Random points that are tried: around a point that no move improves, and for a new start."""

MOST_OTHERS = 16
"""Inputs of runs forward that are kept for a new start."""

ENOUGH = 300
"""Runs after which a climb ends if no point was nearer than another."""

SOME_TURNS = (0, 1, 2, 3, 5, 8, 13, -1, -1)

Measure = Callable[[tuple[tuple[Point, ...], ...]], tuple[tuple[Measured, ...], ...] | None]
Walk = Callable[[Inputs], Iterable[Inputs]]
"""Asks a solver for inputs that fit the first condition that these inputs do not fit."""


class Climb:
    """One climb over one trace; `steps` goes on as long as it is asked for more."""

    def __init__(
        self,
        measure: Measure,
        walk: Walk,
        parameters: tuple[Parameter, ...],
        conditions: int,
        steps: int,
        turning: Sequence[int],
        constants: Sequence[Any],
        seed: int,
    ) -> None:
        """`conditions` and `steps` are numbers. `turning`: the steps that are some turns of a
        loop."""
        self._measure = measure
        self._walk = walk
        self._parameters = parameters
        self._conditions = conditions
        self._steps = steps
        self._turning = {turns_of(step).text: step for step in turning}
        self._chance = Chance(parameters, constants, seed)
        self._moves = Moves(constants, seed)
        self._random = random.Random(seed)
        self._known: dict[Point, Measured] = {}
        self._others: list[Values] = []
        self.runs = 0
        self.is_spent = False
        """Whether the budget for runs is spent."""
        self._in_order = True
        """Whether conditions are fitted one after the other, not all at once."""
        self._farthest = 0
        self.nearest: tuple[int, Values] | None = None
        """The best point so far, after its distance, the sum over all conditions."""

    @property
    def unfit(self) -> int:
        """The number of conditions that the best point does not fit."""
        assert self.nearest is not None
        is_whole, distances, *_ = self._known[self._placed(self.nearest[1])[0]]
        missing = self._conditions - len(distances)
        return missing + sum([far > 0 for far in distances]) + (not is_whole)

    def start_from(self, inputs: Mapping[str, Any]) -> None:
        """Keeps inputs of a run forward for a new start."""
        self._others = [*self._others[-MOST_OTHERS:], dict(inputs)]

    def steps(self, start: Mapping[str, Any]) -> Iterator[Inputs | None]:
        """Yields inputs that fit, and None after each try in vain."""
        point = dict(start)
        while True:
            yield from self._climbed(point)
            self._in_order = not self._in_order
            if self.nearest is None or (self.runs > ENOUGH and self.nearest[0] == self._farthest):
                return  # it can't be measured, or whatever is done is all the same
            pool = [self._chance.changed(self.nearest[1]) for _ in range(DRAWN // 2)]
            pool += [{**self._chance.fresh(), **self._some_turns()} for _ in range(DRAWN // 2)]
            pool += self._others
            self._others = []
            found = self._tried([[each] for each in pool])
            yield self._fitting(found)
            if not found:
                return
            point = min(found, key=lambda each: each[0])[1]

    # Moves

    def _climbed(self, point: Values) -> Iterator[Inputs | None]:
        """Moves from a point to nearer ones, until no move helps."""
        found = self._tried([[point]], again=True)
        yield self._fitting(found)
        if not found:
            return
        here, point = found[0]
        is_idle: set[str] = set()
        sideways = 0
        while here:
            before = here
            found = self._tried(self._moves.whole(point))
            yield self._fitting(found)
            here, point = _nearest(found, here) or (here, point)
            for name in self._in_turn(point, is_idle):
                for _ in range(1 if named(name).is_character else REPEATED):
                    if name not in point:
                        break  # a text is shorter now
                    found = self._tried(self._moves.along(name, point))
                    yield self._fitting(found)
                    if found and all(each[0] == here for each in found):
                        is_idle.add(name)
                    nearer = _nearest(found, here)
                    if nearer is None:
                        break
                    here, point = nearer
                    is_idle.discard(name)
            if here < before:
                continue
            is_idle.clear()
            for others in (self._moves.pairs, self._by_chance, self._walked):
                found = self._tried(others(point))
                yield self._fitting(found)
                nearer = _nearest(found, here)
                if nearer is not None:
                    break
            if nearer is None:
                # Not nearer, and never seen before: perhaps it is from there.
                level = [each for each in found if each[0] == here]
                if sideways == SIDEWAYS or not level:
                    return
                sideways += 1
                nearer = level[0]
            else:
                sideways = 0
            here, point = nearer

    def _in_turn(self, point: Values, is_idle: set[str]) -> list[str]:
        names = [name for name in point if name not in is_idle]
        if len(names) > MOST_VARIABLES:
            names = sorted(self._random.sample(names, MOST_VARIABLES), key=names.index)
        return names

    def _walked(self, point: Values) -> list[Line]:
        if self._turning:
            return []
        return [[dict(each)] for each in self._walk(self._inputs(point))]

    def _by_chance(self, point: Values) -> list[Line]:
        changed = [self._chance.changed(point) for _ in range(CHANGED)]
        return [[{**point, **each}] for each in changed]

    def _some_turns(self) -> Values:
        return {name: self._random.choice(SOME_TURNS) for name in self._turning}

    # Points

    def _inputs(self, point: Mapping[str, Any]) -> Inputs:
        return live(self._parameters, point)

    def _tried(self, lines: Sequence[Line], *, again: bool = False) -> list[tuple[int, Values]]:
        """Measures the points that were not tried yet: their distances, with the points."""
        if len(lines) > MOST_LINES:
            lines = self._random.sample(lines, MOST_LINES)
        wanted: list[list[tuple[Point, Values]]] = []
        seen: set[Point] = set()
        known: list[tuple[int, Values]] = []
        for line in lines:
            fresh = []
            small = [each for each in line if is_within(self._parameters, each, MOST_VALUES)]
            for at, values in map(self._placed, small):
                if at in self._known:
                    if again:
                        known.append((self._cost(self._known[at]), values))
                elif at not in seen:
                    seen.add(at)
                    fresh.append((at, values))
            if fresh:
                wanted.append(fresh)
        if not wanted:
            return known
        measured = self._measure(tuple([tuple([at for at, _ in line]) for line in wanted]))
        if measured is None:
            self.is_spent = True
            return known
        found = known
        for asked, results in zip(wanted, measured, strict=True):
            for (at, values), result in zip(asked, results, strict=False):
                self.runs += 1
                self._known[at] = result
                found.append((self._cost(result), values))
                # As all climbs measure it, which are compared.
                far = cost(result, self._conditions, self._steps)
                self._farthest = max(self._farthest, far)
                if self.nearest is None or far < self.nearest[0]:
                    self.nearest = far, values
        return found

    def _cost(self, measured: Measured) -> int:
        return cost(measured, self._conditions, self._steps, in_order=self._in_order)

    def _placed(self, values: Mapping[str, Any]) -> tuple[Point, Values]:
        """A point for the runner, and its values in their normal form."""
        inputs = self._inputs(values)
        turns = {name: values.get(name, 0) for name in self._turning}
        steps = tuple([(step, turns[name]) for name, step in self._turning.items()])
        return (inputs.items_, steps), {**dict(inputs.items_), **turns}

    def _fitting(self, found: list[tuple[int, Values]]) -> Inputs | None:
        for far, point in found:
            if not far:
                return self._inputs(point)
        return None


def _nearest(found: list[tuple[int, Values]], here: int) -> tuple[int, Values] | None:
    """The first of the nearest points, or None if it is not nearer than here."""
    best = min(found, key=lambda each: each[0], default=None)
    return best if best is not None and best[0] < here else None
