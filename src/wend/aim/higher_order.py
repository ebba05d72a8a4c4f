"""Goals that hang on what opaque functions return: tests from validity proofs. [000] §4 and §5.

    x == h(y) and y == 10      h(42) == 567 was seen      recipe: y is 10, x is h(10)

Every application gets a variable of its own, so that the usual solver answers, and what it says of
these variables is held against the samples. There are four ways to inputs, from cheap to dear:

  - the arguments stay as they are, and so do the results (what `sound` can do, Theorem 4);
  - a model that agrees with the samples; where it does not, the sample is a fact, and the solver
    is asked again (two applications with equal arguments have equal results, Example 5);
  - a recipe: some inputs are constants, others are terms over results not yet known. It is valid
    if the conditions hold whatever the functions return. A run with the constants is made to learn
    the results (Example 7);
  - arguments chosen among the samples (Examples 4 and 6, and §7: inverting a hash by its table).

What is satisfiable only for some functions gets no test (Example 3).
"""

from __future__ import annotations

import contextlib
import itertools
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from wend.aim.aims import Aim, Aimed, GaveUp, Infeasible, Step
from wend.expr import samples
from wend.expr.build import (
    add,
    boolean,
    conjunction,
    disjunction,
    eq,
    floating,
    integer,
    mul,
    negate,
    sub,
    variable,
)
from wend.expr.evaluate import Undefined, evaluate, holds
from wend.expr.floats import is_exactly
from wend.expr.show import show
from wend.expr.sorts import Sort
from wend.expr.substitute import substituted
from wend.expr.terms import Term, walk
from wend.expr.variables import range_of, value_in
from wend.inputs.inputs import Inputs
from wend.solve.answer import Answer, Sat, Unsat
from wend.solve.bounds import comparison
from wend.solve.chain import Solver
from wend.solve.query import Prefix, Query
from wend.solve.slice import Slice

ROUNDS = 24
"""Samples that are brought up against models before we give up on a goal."""

FEW_ROUNDS = 2
"""Where all functions can be called by wend: drawing arguments by chance is quicker then."""

MOST_CANDIDATES = 64
"""Samples that are tried for one application, where none follows from the conditions."""

FEW_JOINED = 8
MOST_JOINED = 200
"""Combinations of samples that the solver is asked about."""

MOST_TRIES = 300
"""Arguments drawn by chance, where a function can be called."""

Values = dict[str, Any]


class HigherOrder:
    """Answers goals whose slice speaks of applications."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver

    def __call__(self, part: Slice, parent: Inputs, pinned: bool, effort: int) -> Aim:
        problem = _Problem(part.parts, parent)
        impure = samples.current.impure & {each.partition("(")[0] for each in problem.symbols}
        if impure:
            return GaveUp(f"{min(impure)} does not return the same for the same arguments")
        kept = self._solve(problem, problem.flat, problem.with_arguments_kept(), effort)
        if isinstance(kept, Sat) and (found := problem.inputs(kept.model)) is not None:
            return Aimed(found, "flip")
        if problem.asks_for_results and (by_index := self._by_samples(problem, FEW_JOINED)):
            return by_index
        facts = list(problem.congruences())
        aim = self._by_models(problem, facts, (), effort)
        if isinstance(aim, Unsat):
            return Infeasible(pinned)
        for alike in problem.alike():
            if aim is None:
                by_model = self._by_models(problem, facts, alike, effort)
                aim = None if isinstance(by_model, Unsat) else by_model
        if aim is None:
            aim = self._by_samples(problem, MOST_JOINED * effort) or _by_chance(problem, effort)
        return aim or GaveUp(f"no inputs make {problem.shown} true whatever {problem.names} return")

    def _solve(
        self, problem: _Problem, conditions: Sequence[Term], more: Iterable[Term], effort: int
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
        return self._solver.solve(query, effort=effort)

    def _valid(self, condition: Term) -> bool:
        """Whether a condition holds whatever the variables in it are."""
        if condition.op == "const":
            return bool(condition.payload)
        answer = self._solver.solve(Query(Prefix.empty(), negate(condition), {}))
        return isinstance(answer, Unsat)

    # Models and facts

    def _by_models(
        self, problem: _Problem, facts: list[Term], alike: Sequence[Term], effort: int
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
                defined = self._recipe(problem, values, unknown)
                if defined is not None:
                    return Recipe(problem, values, defined).aim()
            if not conflicts:
                return None
            facts.extend(conflicts)
        return None

    # Recipes

    def _recipe(
        self, problem: _Problem, values: Values, unknown: set[int]
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

    def _by_samples(self, problem: _Problem, most: int) -> Aim | None:
        """Arguments among those that were seen, for one application after the other."""
        for chosen in itertools.islice(problem.joined(), most):
            answer = self._solve(problem, problem.flat, chosen, 1)
            if isinstance(answer, Sat) and (found := problem.inputs(answer.model)) is not None:
                return Aimed(found, "samples")
        return None


class _Problem:
    """The conditions of a slice with a variable in the place of each application."""

    def __init__(self, conditions: Sequence[Term], parent: Inputs) -> None:
        self._conditions = conditions
        self._inputs = parent
        self.applications = [
            node for node in walk(*conditions) if node.op in ("apply", "apply_float")
        ]
        self.places: dict[Term, Term] = {
            node: variable(f"@{at}", node.sort) for at, node in enumerate(self.applications)
        }
        memo: dict[Term, Term] = {}
        self.flat = [substituted(condition, self.places, memo) for condition in conditions]
        self.args = [
            [substituted(arg, self.places, memo) for arg in node.args] for node in self.applications
        ]
        self.results = [self.places[node] for node in self.applications]
        self.inputs_used = sorted(
            {each for condition in conditions for each in condition.variables},
            key=lambda each: str(each.payload),
        )
        self.parent: Values = dict(parent)
        for node, result in zip(self.applications, self.results, strict=True):
            try:
                self.parent[result.payload] = evaluate(node, parent)
            except Undefined:
                continue

    @property
    def symbols(self) -> set[str]:
        return {node.payload[0] for node in self.applications}

    @property
    def is_callable(self) -> bool:
        """Whether wend may call all the functions itself."""
        known = [samples.current.of(symbol) for symbol in self.symbols]
        return all(each is not None and each.function in samples.PURE for each in known)

    @property
    def asks_for_results(self) -> bool:
        """Whether a condition names what an application is to return: then it has an index."""
        return any(
            _asked_for(condition, result) is not None
            for condition in self.flat
            for result in condition.variables
            if result.payload.startswith("@")
        )

    @property
    def names(self) -> str:
        return ", ".join(sorted({symbol.partition("(")[0] for symbol in self.symbols}))

    @property
    def shown(self) -> str:
        return show(self._conditions[-1])

    def inputs(self, model: Mapping[str, Any]) -> Inputs | None:
        """The inputs of a model, if they are what it takes."""
        found = self.made(model)
        return found if holds(self._conditions, found) else None

    def with_arguments_kept(self) -> list[Term]:
        """Conditions that leave the applications what they are for the parent."""
        kept: list[Term] = []
        for args, result in zip(self.args, self.results, strict=True):
            if result.payload in self.parent:
                kept.append(_is(result, self.parent[result.payload]))
                kept.extend(
                    _is(arg, evaluate(arg, self.parent)) for arg in args if arg.op != "const"
                )
        return kept

    def congruences(self) -> Iterator[Term]:
        """Equal arguments give equal results."""
        for (a, node), (b, other) in itertools.combinations(enumerate(self.applications), 2):
            if node.payload == other.payload and node.sort is not Sort.FLOAT:
                pairs = zip(self.args[a], self.args[b], strict=True)
                differ = [negate(_same(*each)) for each in pairs]
                yield disjunction((*differ, _same(self.results[a], self.results[b])))

    def alike(self) -> Iterator[list[Term]]:
        """Conditions that make two applications one. (Example 5)"""
        for (a, node), (b, other) in itertools.combinations(enumerate(self.applications), 2):
            if node.payload == other.payload:
                yield [_same(*each) for each in zip(self.args[a], self.args[b], strict=True)]

    def held_against_samples(self, values: Values) -> tuple[list[Term], set[int]]:
        """Facts that an assignment contradicts, and the applications that have no sample for it."""
        conflicts: list[Term] = []
        unknown: set[int] = set()
        for at, node in enumerate(self.applications):
            try:
                args = [evaluate(arg, values) for arg in self.args[at]]
                known = samples.current.value(node.payload, tuple(args))
            except (Undefined, samples.Unsampled):
                unknown.add(at)
                continue
            if known != value_in(values, self.results[at]):
                differ = [negate(_is(*each)) for each in zip(self.args[at], args, strict=True)]
                conflicts.append(disjunction((*differ, _is(self.results[at], known))))
        return conflicts, unknown

    # Recipes

    def places_for(
        self, values: Values, unknown: set[int], defined: dict[Term, Term]
    ) -> dict[Term, Term]:
        """What takes the place of inputs and results: constants, but for what is not known."""
        places: dict[Term, Term] = {}
        for each in self.inputs_used:
            constant = _constant(value_in(values, each), each.sort)
            places[each] = defined.get(each, constant)
        shared: dict[Any, Term] = {}
        for at, node in enumerate(self.applications):
            result = self.results[at]
            args = tuple([substituted(arg, places, {}) for arg in self.args[at]])
            if at in unknown or any(arg.op != "const" for arg in args):
                unknown.add(at)
                places[result] = shared.setdefault((node.payload, args), result)
            else:
                known = samples.current.value(node.payload, tuple([arg.payload for arg in args]))
                places[result] = _constant(known, result.sort)
        return places

    def define(
        self, bad: Term, defined: dict[Term, Term], unknown: set[int], values: Values
    ) -> bool:
        """Makes one input of a condition a term, such that the condition holds."""
        results = [at for at, each in enumerate(self.results) if each in bad.variables]
        needed = self._needed(results, defined)
        for each in self.inputs_used:
            if each in bad.variables and each not in defined and each not in needed:
                made = _isolated(bad, each)
                if made is not None:
                    defined[each] = substituted(made, self.places_for(values, unknown, defined), {})
                    return True
        return False

    def _needed(self, results: Sequence[int], defined: dict[Term, Term]) -> set[Term]:
        """The inputs that results depend on, also through inputs that are made of other results."""
        needed: set[Term] = set()
        waiting: list[Term] = [arg for at in results for arg in self.args[at]]
        by_result = dict(zip(self.results, self.args, strict=True))
        while waiting:
            for each in waiting.pop().variables:
                if each in by_result:
                    waiting.extend(by_result[each])
                elif each not in needed:
                    needed.add(each)
                    if each in defined:
                        waiting.append(defined[each])
        return needed

    def made(self, values: Mapping[str, Any]) -> Inputs:
        """The parent's inputs with these values."""
        changed = {name: value for name, value in values.items() if not name.startswith("@")}
        return self._inputs.updated(changed)

    # Joining samples

    def joined(self) -> Iterator[list[Term]]:
        """Facts that put each application at a sample, the likeliest first."""
        return self._joined(0, [], {})

    def _joined(
        self, at: int, chosen: list[Term], places: dict[Term, Term]
    ) -> Iterator[list[Term]]:
        if at == len(self.applications):
            yield chosen
            return
        node, result = self.applications[at], self.results[at]
        memo: dict[Term, Term] = {}
        about = [
            condition
            for each in self.flat
            if (condition := substituted(each, places, memo)).variables == {result}
        ]
        count = 0
        for args in _candidates(node.payload, result, about):
            value = samples.current.value(node.payload, args)
            if not holds(about, {result.payload: value}):
                continue
            count += 1
            if count > MOST_CANDIDATES:
                break
            facts = [_is(*each) for each in zip(self.args[at], args, strict=True)]
            if any(fact.op == "const" and not fact.payload for fact in facts):
                continue
            yield from self._joined(
                at + 1,
                [*chosen, *facts, _is(result, value)],
                {**places, result: _constant(value, result.sort)},
            )


class Recipe:
    """How to make inputs, proved to work whatever the functions return: constants, and terms over
    results. It is followed step by step, as results become known."""

    def __init__(self, problem: _Problem, values: Values, defined: dict[Term, Term]) -> None:
        self._problem = problem
        self._defined = defined
        self._values = {
            each.payload: value_in(values, each)
            for each in problem.inputs_used
            if each not in defined
        }

    def aim(self) -> Aim:
        """The inputs, where all results are known; else a run to learn the next one."""
        before = len(self._values)
        self._follow()
        inputs = self._problem.made(self._values)
        if all(each.payload in self._values for each in self._defined):
            return Aimed(inputs, "recipe")
        if len(self._values) == before and self._stepped:
            return GaveUp("a run that was made to learn a result did not get that far")
        self._stepped = True
        return Step(inputs, self.aim)

    _stepped = False

    def _follow(self) -> None:
        """Computes what can be computed by now."""
        problem, values = self._problem, self._values
        known = -1
        while len(values) > known:
            known = len(values)
            for at, node in enumerate(problem.applications):
                name = problem.results[at].payload
                if name not in values and _are_known(problem.args[at], values):
                    args = [evaluate(arg, values) for arg in problem.args[at]]
                    with contextlib.suppress(samples.Unsampled):
                        values[name] = samples.current.value(node.payload, tuple(args))
            for each, term in self._defined.items():
                if each.payload not in values and _are_known((term,), values):
                    values[each.payload] = evaluate(term, values)


def _holds(condition: Term, values: Values, memo: dict[Term, Any]) -> bool:
    try:
        return bool(evaluate(condition, values, memo))
    except Undefined:
        return False


def _are_known(terms: Iterable[Term], values: Values) -> bool:
    return all(each.payload in values for term in terms for each in term.variables)


def _candidates(
    payload: tuple[str, int], result: Term, about: Iterable[Term]
) -> Iterator[samples.Scalars]:
    """Arguments that were seen; with the result that the conditions ask for, if there is one."""
    symbol, place = payload
    for condition in about:
        if (asked := _asked_for(condition, result)) is not None:
            return itertools.chain.from_iterable(
                samples.current.arguments_of(symbol, place, value) for value in asked
            )
    return samples.current.arguments_of(symbol)


def _asked_for(condition: Term, result: Term) -> list[int] | None:
    """The values that a condition leaves to a result, where it names them."""
    parts = condition.args if condition.op == "or" else (condition,)
    if all(part.op == "eq" and part.args[0] is result for part in parts):
        return [part.payload for part in parts]
    return None


def _by_chance(problem: _Problem, effort: int) -> Aim | None:
    """Arguments drawn by chance, where wend may call the functions itself."""
    if not problem.is_callable:
        return None
    drawn = sorted(
        {each for args in problem.applications for each in args.variables},
        key=lambda each: str(each.payload),
    )
    chance = random.Random(len(drawn))
    for _ in range(MOST_TRIES * effort):
        found = problem.inputs({each.payload: _drawn(each, chance) for each in drawn})
        if found is not None:
            return Aimed(found, "search")
    return None


def _drawn(each: Term, chance: random.Random) -> Any:
    match each.sort:
        case Sort.BOOL:
            return chance.random() < 0.5
        case Sort.FLOAT:
            return chance.uniform(-1000, 1000)
        case Sort.INT:
            low, high = range_of(each)
            if each.payload.startswith("ord("):
                return chance.randint(32, 126)
            return chance.randint(-1000 if low is None else low, 1000 if high is None else high)


def _isolated(condition: Term, wanted: Term) -> Term | None:
    """A term without `wanted` that makes the condition true in its place."""
    compared = comparison(condition)
    if compared is None:
        if condition.op == "feq" and wanted in condition.args:
            one, other = condition.args
            return other if one is wanted else one
        return None
    op, whole, bound = compared
    if whole is wanted:
        return integer(bound + 1 if op == "ne" else bound)
    if whole.op != "linear":
        return None
    coefficients, constant = whole.payload
    rest = integer(constant)
    by = 0
    for coefficient, arg in zip(coefficients, whole.args, strict=True):
        if arg is wanted:
            by = coefficient
        elif wanted in arg.variables:
            return None
        else:
            rest = add(rest, mul(arg, integer(coefficient)))
    if by not in (1, -1):
        return None
    solved = mul(sub(integer(bound), rest), integer(by))
    return add(solved, integer(1)) if op == "ne" else solved


def _is(node: Term, value: Any) -> Term:
    """The condition that a term has a value."""
    if node.sort is Sort.FLOAT:
        return is_exactly(node, value)
    if node.sort is Sort.BOOL:
        return node if value else negate(node)
    return eq(node, integer(value))


def _same(a: Term, b: Term) -> Term:
    if a.sort is Sort.INT and b.sort is Sort.INT:
        return eq(a, b)
    return boolean(a is b)


def _constant(value: Any, sort: Sort) -> Term:
    match sort:
        case Sort.BOOL:
            return boolean(value)
        case Sort.FLOAT:
            return floating(value)
        case Sort.INT:
            return integer(value)
