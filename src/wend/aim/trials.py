"""Tries inputs for goals without a valid recipe, and learns from each run. Beyond [000].

    fnv(x) % 4 == 2      a model says x == 1 and fnv(1) == 2; a run tells the true fnv(1); and so on

The answer of [000] to such a goal is that there is no test. A run that does not reach the goal
still gives samples for the next inputs. Where wend may call all the functions itself, local search
needs no runs.

There are two ways, one after the other. *Models* of the conditions leave each unknown result free,
and never repeat arguments. *Moves* start from the nearest inputs and change one input at a time, in
steps that double while they help: `f(x) > 10**6`.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from wend.aim.aims import Aim, Aimed, GaveUp, IntermediateRun
from wend.aim.problem import Problem, Values
from wend.expr import samples
from wend.expr.build import conjunction
from wend.expr.evaluate import holds
from wend.expr.leaves import range_of, text_of, value_in
from wend.expr.samples import assembled
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.expr.variables import byte_of, char_of, length_of, lengths_in
from wend.inputs.inputs import Inputs
from wend.solve.answer import Sat
from wend.solve.chain import Solver
from wend.solve.query import Prefix, Query
from wend.solve.quick.climb import climb
from wend.solve.quick.distance import Landscape
from wend.solve.slice import Slice

RUNS = {1: 8, 4: 16}
"""Runs for one goal, by effort; half of them for models."""

CLIMBED = 0.25
"""The share of the evaluations that a climb over floats gets."""

MOST_SEEN, MOST_TEXTS = 1000, 8
"""Samples that are looked at for a text, and texts that are tried."""

FARTHEST = 2**53
"""The largest leap along a straight line."""

ROUNDS = 2
"""Models that samples may contradict, for each run."""

Trial = tuple[Inputs, str]
"""Inputs that have to be run, and the name of the method."""

Trying = Generator[Trial, None, Aim | None]
"""Yields trials one after the other, and returns the aim that they led to."""


class TrialRuns:
    """Answers goals that `HigherOrder` gave up."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver

    def __call__(self, part: Slice, parent: Inputs, effort: int, otherwise: GaveUp) -> Aim:
        problem = Problem(part.parts, parent)
        if samples.current.impure & set(map(samples.function_of, problem.symbols)):
            return otherwise
        return _followed(self._tried(problem, part.parts, parent, effort), otherwise)

    def _tried(
        self, problem: Problem, conditions: Sequence[Term], parent: Inputs, effort: int
    ) -> Trying:
        if effort == 1:
            yield from _by_other_shapes(problem, parent)
        if problem.is_callable:
            found = climb(conditions, parent, 0, effort * CLIMBED)
            inputs = None if found is None else problem.inputs(found)
            return None if inputs is None else Aimed(inputs, "direct call")
        most = RUNS.get(effort, 0)
        by_model = yield from self._by_models(problem, most // 2)
        if by_model is not None:
            return by_model
        return (yield from _Moves(problem, conditions, most - most // 2).tried())

    def _by_models(self, problem: Problem, most: int) -> Trying:
        facts = [*problem.ranges(), *problem.congruences()]
        rounds = most * ROUNDS
        while most > 0 and rounds > 0:
            rounds -= 1
            goal = conjunction((*problem.flat, *facts))
            answer = self._solver.solve(Query(Prefix.empty(), goal, problem.parent))
            if not isinstance(answer, Sat):
                return None
            values: Values = {**problem.parent, **answer.model}
            conflicts, unknown = problem.held_against_samples(values)
            if not conflicts and unknown:
                most -= 1
                yield problem.made(answer.model), "trial"
                conflicts, unknown = problem.held_against_samples(values)
                # A run that did not get as far as the call says nothing of it.
                conflicts.extend(problem.other_arguments(values, unknown))
            facts.extend(conflicts)
            if not conflicts:
                found = problem.inputs(answer.model)
                return None if found is None else Aimed(found, "trial")
        return None


def _followed(trying: Trying, otherwise: GaveUp) -> Aim:
    """The aim that comes next: a run, or what the trials led to."""
    try:
        inputs, method = next(trying)
    except StopIteration as end:
        return end.value or otherwise
    return IntermediateRun(inputs, lambda: _followed(trying, otherwise), method)


def _by_other_shapes(problem: Problem, parent: Inputs) -> Generator[Trial, None, None]:
    """Inputs with a text for which a function was seen to return the wanted result.

    The path conditions are about a text of another length, so only a run can tell.
    """
    places = [length.path for length, _ in lengths_in(parent)]
    tries = 0
    for symbol, results in problem.calls().items():
        about = [
            each for each in problem.flat if each.variables and each.variables <= results.keys()
        ]
        if not about:
            continue
        for known, args, returned in samples.current.others(symbol, MOST_SEEN):
            if max(results.values()) >= len(returned):
                continue
            if not holds(about, {each.payload.text: returned[at] for each, at in results.items()}):
                continue
            scalars = iter(args)
            for value in [assembled(shape, scalars) for shape in known.shapes]:
                for path in places if type(value) in (str, bytes) else ():
                    tries += 1
                    if tries > MOST_TEXTS:
                        return
                    yield parent.updated(_spelled(path, value)), "samples"


def _spelled(path: str, value: str | bytes) -> Values:
    """The variables that spell an input, both as text and as bytes; the unfitting ones are
    ignored."""
    shown = value.decode("utf-8", "replace") if isinstance(value, bytes) else value
    data = value.encode("utf-8", "replace") if isinstance(value, str) else value
    made: Values = {length_of(path).text: len(value)}
    made.update({char_of(path, at).text: ord(char) for at, char in enumerate(shown)})
    made.update({byte_of(path, at).text: byte for at, byte in enumerate(data)})
    return made


class _Moves:
    """Moves inputs towards the conditions, with a run wherever a result is unknown."""

    def __init__(self, problem: Problem, conditions: Sequence[Term], most: int) -> None:
        self._problem = problem
        self._landscape = Landscape(conditions)
        self._known = Landscape([each for each in conditions if not each.is_opaque])
        self._left = most
        self._values: Values = {
            each.payload.text: value_in(problem.parent, each) for each in problem.inputs_used
        }
        self._distance = self._landscape.evaluation(self._values).distance

    def tried(self) -> Trying:
        before = None
        while self._left and self._distance != before:
            before = self._distance
            # The inputs that results depend on.
            moved = {each for node in self._problem.applications for each in node.variables}
            for each in sorted(moved, key=text_of):
                if (found := (yield from self._along(each))) is not None:
                    return found
        return None

    def _along(self, each: Term) -> Trying:
        """Moves along one input: steps grow while they help, jump along a straight line, then
        halve."""
        for direction in (1, -1):
            step: float = direction
            growing = True
            while self._left and (growing or abs(step) > 1):
                step = step if growing else step / 2
                moved = {**self._values, each.payload.text: _moved(each, self._values, step)}
                distance = yield from self._looked(moved)
                if distance == 0 and (found := self._problem.inputs(moved)) is not None:
                    return Aimed(found, "trial")
                if distance < self._distance:
                    gained = self._distance - distance
                    self._distance, self._values = distance, moved
                    if growing:
                        leap = step * distance / gained
                        is_line = each.sort is Sort.INT and 1 <= abs(leap) < FARTHEST
                        step = leap if is_line else step * 2
                else:
                    growing = False
        return None

    def _looked(self, values: Values) -> Generator[Trial, None, int]:
        """The distance of these values; asks for a run if results are unknown."""
        if values == self._values or self._known.evaluation(values).distance:
            return self._distance + 1  # not there
        if not self._problem.is_sampled(values):
            self._left -= 1
            yield self._problem.made(values), "trial"
        return self._landscape.evaluation(values).distance


def _moved(each: Term, values: Values, step: float) -> Any:
    value = values[each.payload.text]
    match each.sort:
        case Sort.BOOL:
            return not value
        case Sort.FLOAT:
            return value + step
        case Sort.INT:
            low, high = range_of(each)
            moved = value + int(step)
            moved = moved if low is None else max(low, moved)
            return moved if high is None else min(high, moved)
