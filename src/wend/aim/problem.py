"""A goal whose conditions have a variable in the place of each application. [000] §4"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from wend.aim.isolate import isolated
from wend.expr import samples
from wend.expr.build import (
    boolean,
    disjunction,
    eq,
    floating,
    ge,
    integer,
    le,
    negate,
    variable,
)
from wend.expr.evaluate import Undefined, evaluate, holds
from wend.expr.floats import is_exactly
from wend.expr.leaves import text_of, value_in
from wend.expr.pure import PURE, greatest_result
from wend.expr.show import LONGEST_IN_SENTENCE, show_all, show_short
from wend.expr.sorts import Sort
from wend.expr.substitute import substituted
from wend.expr.terms import Term, walk
from wend.expr.variables import Kind, named, result_of
from wend.inputs.inputs import Inputs

MOST_CANDIDATES = 64
"""Samples that are tried for one application, if the conditions do not name its result."""

MOST_LOOKS = 5000
"""Samples that are looked at to find one for every application."""

Values = dict[str, Any]


class Problem:
    """The conditions of a slice with a variable in the place of each application."""

    def __init__(self, conditions: Sequence[Term], parent: Inputs) -> None:
        self._conditions = conditions
        self._inputs = parent
        self.applications = [
            node for node in walk(*conditions) if node.op in ("apply", "apply_float")
        ]
        self.places: dict[Term, Term] = {
            node: variable(result_of(at), node.sort) for at, node in enumerate(self.applications)
        }
        memo: dict[Term, Term] = {}
        self.flat = [substituted(condition, self.places, memo) for condition in conditions]
        self.args = [
            [substituted(arg, self.places, memo) for arg in node.args] for node in self.applications
        ]
        self.results = [self.places[node] for node in self.applications]
        self.inputs_used = sorted(
            {each for condition in conditions for each in condition.variables}, key=text_of
        )
        self.parent: Values = dict(parent)
        for node, result in zip(self.applications, self.results, strict=True):
            try:
                self.parent[result.payload.text] = evaluate(node, parent)
            except Undefined:
                continue

    @property
    def symbols(self) -> set[str]:
        return {node.payload[0] for node in self.applications}

    @property
    def is_of_floats(self) -> bool:
        """Whether a function is applied to floats."""
        return any(arg.sort is Sort.FLOAT for args in self.args for arg in args)

    @property
    def is_callable(self) -> bool:
        """Whether wend may call all the functions itself."""
        known = [samples.current.of(symbol) for symbol in self.symbols]
        return all(each is not None and each.function in PURE for each in known)

    @property
    def asks_for_results(self) -> bool:
        """Whether a condition names the result that an application must have."""
        return any(
            _asked_for(condition, result) is not None
            for condition in self.flat
            for result in condition.variables
            if result.payload.kind is Kind.RESULT
        )

    @property
    def names(self) -> str:
        """`zlib.crc32 returns`, `f and g return`."""
        names = sorted(set(map(samples.function_of, self.symbols)))
        return f"{' and '.join(names)} return{'s' if len(names) == 1 else ''}"

    @property
    def shown(self) -> str:
        """The conditions that speak of applications, as text; only the last one if that is too
        long."""
        opaque = [each for each in self._conditions if each.is_opaque]
        shown = show_all(opaque, self._conditions)
        if len(shown) <= LONGEST_IN_SENTENCE:
            return shown
        return show_short(self._conditions[-1], self._conditions)

    def inputs(self, model: Mapping[str, Any]) -> Inputs | None:
        """The inputs of a model, if they satisfy the conditions."""
        found = self.made(model)
        return found if holds(self._conditions, found) else None

    def with_arguments_kept(self) -> list[Term]:
        """Conditions that keep the arguments of all applications as they are for the parent."""
        kept: list[Term] = []
        for args, result in zip(self.args, self.results, strict=True):
            if result.payload.text in self.parent:
                kept.append(_is(result, self.parent[result.payload.text]))
                kept.extend(
                    _is(arg, evaluate(arg, self.parent)) for arg in args if arg.op != "const"
                )
        return kept

    def ranges(self) -> Iterator[Term]:
        """Facts about results that always hold: bytes are less than 256."""
        for node, result in zip(self.applications, self.results, strict=True):
            symbol, place = node.payload
            known = samples.current.of(symbol)
            if known is not None and node.sort is Sort.INT:
                last = node.args[-1].payload if node.args else None
                greatest = greatest_result(known.function, place, last)
                if greatest is not None:
                    yield ge(result, integer(0))
                    yield le(result, integer(greatest))

    def congruences(self) -> Iterator[Term]:
        """Facts that equal arguments give equal results."""
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
        """Facts from samples that an assignment contradicts, and the applications without a
        sample."""
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

    def calls(self) -> dict[str, dict[Term, int]]:
        """For each symbol that is applied once, the variables of its results with their places."""
        found: dict[str, dict[Term, int]] = {}
        args: dict[str, set[Any]] = {}
        for node, result in zip(self.applications, self.results, strict=True):
            symbol, place = node.payload
            found.setdefault(symbol, {})[result] = place
            args.setdefault(symbol, set()).add(node.args)
        return {symbol: found[symbol] for symbol, each in args.items() if len(each) == 1}

    def other_arguments(self, values: Values, which: Iterable[int]) -> Iterator[Term]:
        """Facts that applications have other arguments than in an assignment."""
        for at in which:
            with contextlib.suppress(Undefined):
                args = [(arg, evaluate(arg, values)) for arg in self.args[at]]
                yield disjunction([negate(_is(*each)) for each in args])

    def is_sampled(self, values: Values) -> bool:
        """Whether all results are known for these inputs."""
        try:
            memo: dict[Term, Any] = {}
            for node in self.applications:
                evaluate(node, values, memo)
        except Undefined:
            return False
        return True

    # Recipes

    def places_for(
        self, values: Values, unknown: set[int], defined: dict[Term, Term]
    ) -> dict[Term, Term]:
        """The terms that replace inputs and results: constants, except for those that are
        unknown."""
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
                continue
            try:
                known = samples.current.value(node.payload, tuple([arg.payload for arg in args]))
                places[result] = _constant(known, result.sort)
            except samples.Unsampled:  # for other values than those that a model had
                unknown.add(at)
                places[result] = shared.setdefault((node.payload, args), result)
        return places

    def define(
        self, bad: Term, defined: dict[Term, Term], unknown: set[int], values: Values
    ) -> bool:
        """Replaces one input of a condition by a term that makes the condition hold."""
        results = [at for at, each in enumerate(self.results) if each in bad.variables]
        needed = self._needed(results, defined)
        for each in self.inputs_used:
            if each in bad.variables and each not in defined and each not in needed:
                made = isolated(bad, each)
                if made is not None:
                    defined[each] = substituted(made, self.places_for(values, unknown, defined), {})
                    return True
        return False

    def _needed(self, results: Sequence[int], defined: dict[Term, Term]) -> set[Term]:
        """The inputs that results depend on, directly or through inputs made of other results."""
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
        changed = {
            name: value for name, value in values.items() if named(name).kind is not Kind.RESULT
        }
        return self._inputs.updated(changed)

    # Joining samples

    def joined(self) -> Iterator[list[Term]]:
        """Facts that choose a sample for each call, the likeliest choice first."""
        calls: dict[tuple[str, tuple[Term, ...]], list[int]] = {}
        for at, node in enumerate(self.applications):
            # The results of one call are of one sample.
            calls.setdefault((node.payload[0], tuple(self.args[at])), []).append(at)
        self._looks = MOST_LOOKS
        return self._joined([*calls.values()], [], {})

    _looks = 0
    """Samples that may still be looked at; most combinations of many samples lead nowhere."""

    def _joined(
        self, calls: list[list[int]], chosen: list[Term], places: dict[Term, Term]
    ) -> Iterator[list[Term]]:
        if not calls:
            yield chosen
            return
        call = calls[0]
        results = {self.results[at] for at in call}
        memo: dict[Term, Term] = {}
        about = [
            condition
            for each in self.flat
            if (condition := substituted(each, places, memo)).variables
            and condition.variables <= results
        ]
        count = 0
        for args in self._candidates(call, about):
            self._looks -= 1
            if self._looks < 0:
                return
            try:
                values = {
                    self.results[at]: samples.current.value(self.applications[at].payload, args)
                    for at in call
                }
            except samples.Unsampled:
                continue  # a result of another shape
            if not holds(about, {each.payload.text: value for each, value in values.items()}):
                continue
            count += 1
            if count > MOST_CANDIDATES:
                break
            facts = [_is(*each) for each in zip(self.args[call[0]], args, strict=True)]
            if any(fact.op == "const" and not fact.payload for fact in facts):
                continue
            facts += [_is(*each) for each in values.items()]
            known = {each: _constant(value, each.sort) for each, value in values.items()}
            yield from self._joined(calls[1:], [*chosen, *facts], {**places, **known})

    def _candidates(self, call: list[int], about: Iterable[Term]) -> Iterator[samples.Scalars]:
        """Arguments that were seen, with the result that the conditions name, if they name one."""
        symbol = self.applications[call[0]].payload[0]
        for condition in about:
            for at in call:
                if (asked := _asked_for(condition, self.results[at])) is not None:
                    place = self.applications[at].payload[1]
                    return itertools.chain.from_iterable(
                        samples.current.arguments_of(symbol, place, value) for value in asked
                    )
        return samples.current.arguments_of(symbol)


def _asked_for(condition: Term, result: Term) -> list[int] | None:
    """The values of a result that a condition names, or None."""
    parts = condition.args if condition.op == "or" else (condition,)
    if all(part.op == "eq" and part.args[0] is result for part in parts):
        return [part.payload for part in parts]
    return None


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
