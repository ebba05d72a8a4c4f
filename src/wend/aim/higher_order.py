"""Inputs for goals that depend on results of opaque functions. [000] §4 and §5.

    x == h(y) and y == 10      h(42) == 567 was seen      recipe: y is 10, x is h(10)

Every application becomes a variable, so that the usual solver can answer. Its model is compared
with the samples. There are four ways to inputs, from cheap to expensive:

  - the arguments stay as they are, and so do the results (what `sound` can do, Theorem 4);
  - a model that agrees with the samples; where it does not, the sample is a fact, and the solver
    is asked again (two applications with equal arguments have equal results, Example 5);
  - a recipe: some inputs are constants, others are terms over results not yet known. It is valid
    if the conditions hold whatever the functions return. A run with the constants is made to learn
    the results (Example 7);
  - arguments chosen among the samples (Examples 4 and 6, and §7: inverting a hash by its table).

Conditions that hold only for some functions get no test (Example 3).
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Sequence
from typing import Any

from wend.aim.aims import Aim, Aimed, GaveUp, Infeasible
from wend.aim.problem import Problem, Values
from wend.aim.recipe import Recipe
from wend.aim.smaller import smaller
from wend.expr import samples
from wend.expr.build import conjunction, negate
from wend.expr.evaluate import Undefined, evaluate
from wend.expr.leaves import range_of, text_of, value_in
from wend.expr.sorts import Sort
from wend.expr.substitute import substituted
from wend.expr.terms import Term
from wend.expr.variables import Kind, named
from wend.inputs.inputs import Inputs
from wend.solve.answer import Answer, Sat, Unknown, Unsat
from wend.solve.chain import Solver
from wend.solve.query import Prefix, Query
from wend.solve.slice import Slice
from wend.solvers import NO_BITWUZLA

ROUNDS = 24
"""Models that samples may contradict before a goal is given up."""

FEW_ROUNDS = 2
"""The same where wend can call all the functions: random arguments are quicker then."""

FEW_JOINED = 8
MOST_JOINED = 200
"""Combinations of samples that the solver is asked about."""

MOST_SMALLER = 24
"""Tries to make the constants of a recipe smaller."""

MOST_TRIES = 300
"""Random arguments that are tried where wend can call the function."""


class HigherOrder:
    """Answers goals whose slice speaks of applications."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self._lacks_bitwuzla = False
        """Whether a question of this goal stayed open because bitwuzla is not installed."""

    def __call__(self, part: Slice, parent: Inputs, pinned: bool, effort: int) -> Aim:
        self._lacks_bitwuzla = False
        problem = Problem(part.parts, parent)
        impure = samples.current.impure & set(map(samples.function_of, problem.symbols))
        if impure:
            return GaveUp(f"{min(impure)} does not return the same for the same arguments")
        kept = self._solve(problem, problem.flat, problem.with_arguments_kept(), effort)
        if isinstance(kept, Sat) and (found := problem.inputs(kept.model)) is not None:
            return Aimed(found, "flip")
        if problem.asks_for_results and (by_index := self._by_samples(problem, FEW_JOINED)):
            return by_index
        calls = samples.current.calls
        facts = [*problem.ranges(), *problem.congruences()]
        aim = self._by_models(problem, facts, (), effort)
        if isinstance(aim, Unsat):
            return Infeasible(pinned)
        for alike in problem.alike():
            if aim is None and not self._solver.is_over:
                by_model = self._by_models(problem, facts, alike, effort)
                aim = None if isinstance(by_model, Unsat) else by_model
        if aim is None:
            # Of floats there are too many for one that was seen to be the one that is wanted.
            is_climbed = problem.is_callable and problem.is_of_floats
            most = FEW_JOINED if is_climbed else MOST_JOINED * min(effort, 2)
            aim = self._by_samples(problem, most) or _by_chance(problem, effort)
        if isinstance(aim, Aimed) and samples.current.calls > calls:
            return Aimed(aim.inputs, "direct call")  # which goes past the paper
        if aim is not None:
            return aim
        without = f", and {NO_BITWUZLA}" if self._lacks_bitwuzla else ""
        reason = f"no inputs make {problem.shown} true whatever {problem.names}{without}"
        return GaveUp(reason, self._lacks_bitwuzla)

    def _solve(
        self, problem: Problem, conditions: Sequence[Term], more: Iterable[Term], effort: int
    ) -> Answer:
        # A prefix is what holds for the parent; the rest is what is wanted.
        kept: list[Term] = []
        wanted: list[Term] = []
        memo: dict[Term, Any] = {}
        for condition in (*more, *conditions):
            (kept if _holds(condition, problem.parent, memo) else wanted).append(condition)
        if not wanted:
            return Sat({}, "cache")
        query = Query(Prefix.of(kept), conjunction(wanted), problem.parent)
        answer = self._solver.solve(query, effort=effort)
        if isinstance(answer, Unknown) and answer.lacks_bitwuzla:
            self._lacks_bitwuzla = True
        return answer

    def _valid(self, condition: Term) -> bool:
        """Whether a condition holds for all values of its variables."""
        if condition.op == "const":
            return bool(condition.payload)
        answer = self._solver.solve(Query(Prefix.empty(), negate(condition), {}))
        return isinstance(answer, Unsat)

    # Models and facts

    def _by_models(
        self, problem: Problem, facts: list[Term], alike: Sequence[Term], effort: int
    ) -> Aim | Unsat | None:
        """Inputs by models, perhaps such that two applications are alike; facts are added."""
        for _ in range(FEW_ROUNDS if problem.is_callable else ROUNDS):
            answer = self._solve(problem, problem.flat, (*facts, *alike), effort)
            if isinstance(answer, Unsat):
                return answer
            if not isinstance(answer, Sat):
                return None
            values = {**problem.parent, **answer.model}
            conflicts, unknown = problem.held_against_samples(values)
            if not conflicts and not unknown:
                found = problem.inputs(answer.model)
                return None if found is None else Aimed(found, "samples")
            if unknown and not conflicts:
                recipe = self._small_recipe(problem, values, unknown)
                if recipe is not None:
                    return recipe.aim()
            if not conflicts:
                return None
            facts.extend(conflicts)
        return None

    # Recipes

    def _small_recipe(self, problem: Problem, values: Values, unknown: set[int]) -> Recipe | None:
        """A recipe whose constants are small: later each change would take a run to learn of."""
        defined = self._recipe(problem, values, unknown)
        if defined is None:
            return None
        tries = MOST_SMALLER
        together: tuple[str, ...] = ()

        def fits(name: str, value: Any) -> bool:
            nonlocal tries
            tries -= 1
            other = {**values, **dict.fromkeys((name, *together), value)}
            return (
                type(value) is not int
                or all(named(each).admits(value) for each in (name, *together))
            ) and self._recipe(problem, other, set(unknown)) is not None

        for each in problem.inputs_used:
            name = each.payload.text
            value = value_in(values, each)
            if each in defined or value == value_in(problem.parent, each):
                continue
            together = ()
            small = smaller(name, value, fits, lambda: tries > 0)
            if small == value:
                # What has to be the same is changed together. (Example 5)
                together = tuple(
                    [
                        other.payload.text
                        for other in problem.inputs_used
                        if other.sort is each.sort
                        and other not in defined
                        and value_in(values, other) == value
                    ]
                )
                if len(together) > 1:
                    small = smaller(name, value, fits, lambda: tries > 0)
            values = {**values, **dict.fromkeys((name, *together), small)}
        defined = self._recipe(problem, values, unknown)
        return None if defined is None else Recipe(problem, values, defined)

    def _recipe(
        self, problem: Problem, values: Values, unknown: set[int]
    ) -> dict[Term, Term] | None:
        """Which inputs are terms over results that are not known yet; None where no such choice
        makes the conditions valid. The other inputs are constants."""
        defined: dict[Term, Term] = {}
        for _ in range(len(problem.inputs_used) + 1):
            places = problem.places_for(values, unknown, defined)
            memo: dict[Term, Term] = {}
            bad = next(
                (
                    condition
                    for condition in problem.flat
                    if not self._valid(substituted(condition, places, memo))
                ),
                None,
            )
            if bad is None:
                return defined
            if not problem.define(bad, defined, unknown, values):
                return None
        return None

    # Samples

    def _by_samples(self, problem: Problem, most: int) -> Aim | None:
        """Inputs whose applications have arguments that were seen before."""
        for chosen in itertools.islice(problem.joined(), most):
            if self._solver.is_over:
                break
            answer = self._solve(problem, problem.flat, chosen, 1)
            if isinstance(answer, Sat) and (found := problem.inputs(answer.model)) is not None:
                return Aimed(found, "samples")
        return None


def _holds(condition: Term, values: Values, memo: dict[Term, Any]) -> bool:
    try:
        return bool(evaluate(condition, values, memo))
    except Undefined:
        return False


def _by_chance(problem: Problem, effort: int) -> Aim | None:
    """Inputs with random arguments, if wend may call the functions itself."""
    if not problem.is_callable:
        return None
    drawn = sorted({each for args in problem.applications for each in args.variables}, key=text_of)
    chance = random.Random(len(drawn))
    for _ in range(MOST_TRIES * effort):
        found = problem.inputs({each.payload.text: _drawn(each, chance) for each in drawn})
        if found is not None:
            return Aimed(found, "direct call")
    return None


def _drawn(each: Term, chance: random.Random) -> Any:
    match each.sort:
        case Sort.BOOL:
            return chance.random() < 0.5
        case Sort.FLOAT:
            return chance.uniform(-1000, 1000)
        case Sort.INT:
            low, high = range_of(each)
            if each.payload.kind is Kind.CHARACTER:
                return chance.randint(32, 126)
            return chance.randint(-1000 if low is None else low, 1000 if high is None else high)
