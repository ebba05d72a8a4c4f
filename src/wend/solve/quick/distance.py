"""The distance of an assignment from satisfying conditions, in ulps, which local search reduces.

The value of a condition is a number: above 0 its distance from being true, below 0 from being
false. The distance of a comparison is the number of floats between its sides, that of a conjunction
the sum over its parts, that of a disjunction the least of its parts. All values are computed by the
table of operations, so they are Python's own.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wend.expr.apart import NOT_A_NUMBER, UNDEFINED, apart
from wend.expr.leaves import value_in
from wend.expr.operations import OPERATIONS
from wend.expr.sorts import Sort
from wend.expr.terms import Term, walk

Values = list[Any]
"""By index of the node its value, of conditions the distance; None is undefined."""
Rule = Callable[[Values], Any]
Making = Callable[[list[int], Any], Rule]
"""Makes the rule of a condition, from the indices of its arguments and its payload."""


class Evaluation:
    """The values of all nodes under an assignment, and the distance of all conditions together."""

    __slots__ = ("distance", "values")

    def __init__(self, values: Values, distance: int) -> None:
        self.values = values
        self.distance = distance


class Landscape:
    """Conditions made ready for many evaluations, each after a change of one variable."""

    def __init__(self, conditions: Sequence[Term]) -> None:
        nodes = list(walk(*conditions))
        index = {node: at for at, node in enumerate(nodes)}
        self._roots = [index[condition] for condition in conditions]
        self._variables = {node: index[node] for node in nodes if node.op == "var"}
        self._rules: list[tuple[int, Rule]] = []
        self._using: dict[Term, list[tuple[int, Rule]]] = {v: [] for v in self._variables}
        self._constants: Values = [None] * len(nodes)
        for at, node in enumerate(nodes):
            if node.op == "const":
                self._constants[at] = _stored(node, node.payload)
            elif node.op != "var":
                args = [index[arg] for arg in node.args]
                rule = at, _rule(node, args)
                self._rules.append(rule)
                for variable in node.variables:
                    self._using[variable].append(rule)
        self.evaluations = 0

    @property
    def size(self) -> int:
        return len(self._rules)

    def evaluation(self, assignment: Mapping[str, Any]) -> Evaluation:
        """Evaluates all nodes under an assignment."""
        values = self._constants[:]
        for variable, at in self._variables.items():
            values[at] = _stored(variable, value_in(assignment, variable))
        return self._computed(values, self._rules)

    def moved(self, evaluation: Evaluation, variable: Term, value: Any) -> Evaluation:
        """The evaluation after a change of one variable."""
        values = evaluation.values[:]
        values[self._variables[variable]] = _stored(variable, value)
        return self._computed(values, self._using[variable])

    def _computed(self, values: Values, rules: list[tuple[int, Rule]]) -> Evaluation:
        self.evaluations += 1
        for at, rule in rules:
            values[at] = rule(values)
        total = 0
        for root in self._roots:
            far = values[root]
            if far is None:
                total += UNDEFINED
            elif far > 0:
                total += far
        return Evaluation(values, total)


def _stored(node: Term, value: Any) -> Any:
    return value if node.sort is not Sort.BOOL else -1 if value else 1


# One rule for each node


def _rule(node: Term, args: list[int]) -> Rule:
    if node.op == "ite":
        return _choice(args)
    if node.sort is not Sort.BOOL:
        return _operation(node, args)
    make = _CONDITIONS.get(node.op)
    if make is not None:
        return make(args, node.payload)
    inner = _operation(node, args)

    def test(values: Values) -> int | None:
        truth = inner(values)
        return None if truth is None else -1 if truth else 1

    return test


def _operation(node: Term, args: list[int]) -> Rule:
    meaning, payload = OPERATIONS[node.op].meaning, node.payload

    def partial(values: Values) -> Any:
        given = [values[arg] for arg in args]
        if None in given:
            return None
        try:
            return meaning(payload, *given)
        except (ArithmeticError, ValueError):
            return None

    return partial


def _choice(args: list[int]) -> Rule:
    condition, then, otherwise = args

    def rule(values: Values) -> Any:
        far = values[condition]
        return None if far is None else values[then if far < 0 else otherwise]

    return rule


def _compared(op: str) -> Making:
    native: Callable[[Any, Any], bool] = {
        "flt": operator.lt,
        "fle": operator.le,
        "feq": operator.eq,
    }[op]
    strict = int(op == "flt")

    def make(args: list[int], _: Any) -> Rule:
        one, other = args

        def rule(values: Values) -> int | None:
            a, b = values[one], values[other]
            if a is None or b is None:
                return None
            if native(a, b):
                return -1 if op == "feq" else -max(1, apart(b, a) + 1 - strict)
            if a != a or b != b:
                return NOT_A_NUMBER
            ulps = apart(a, b)
            return max(1, abs(ulps) if op == "feq" else ulps + strict)

        return rule

    return make


def _bounded(sign: int) -> Making:
    def make(args: list[int], bound: int) -> Rule:
        (one,) = args

        def rule(values: Values) -> int | None:
            value = values[one]
            if value is None:
                return None
            over: int = (value - bound) * sign
            return over if over > 0 else over - 1

        return rule

    return make


def _equal(args: list[int], bound: int) -> Rule:
    (one,) = args

    def rule(values: Values) -> int | None:
        value = values[one]
        return None if value is None else abs(value - bound) or -1

    return rule


def _among(args: list[int], intervals: Sequence[tuple[int, int]]) -> Rule:
    (one,) = args

    def rule(values: Values) -> int | None:
        value = values[one]
        if value is None:
            return None
        return min([max(low - value, value - high, 0) for low, high in intervals]) or -1

    return rule


def _not(args: list[int], _: Any) -> Rule:
    (one,) = args

    def rule(values: Values) -> int | None:
        far = values[one]
        return None if far is None else -far

    return rule


def _joined(sign: int) -> Making:
    """The rule of `and`; with the sign -1 of `or`. A part that decides wins over undefined ones."""

    def make(args: list[int], _: Any) -> Rule:
        def rule(values: Values) -> int | None:
            missing, least, undefined = 0, UNDEFINED, False
            for arg in args:
                far = values[arg]
                if far is None:
                    undefined = True
                elif far * sign > 0:
                    missing += far * sign
                else:
                    least = min(least, -far * sign)
            if missing:
                return (missing + (UNDEFINED if undefined else 0)) * sign
            return None if undefined else -least * sign

        return rule

    return make


_CONDITIONS: dict[str, Making] = {
    "flt": _compared("flt"),
    "fle": _compared("fle"),
    "feq": _compared("feq"),
    "le": _bounded(1),
    "ge": _bounded(-1),
    "eq": _equal,
    "among": _among,
    "not": _not,
    "and": _joined(1),
    "or": _joined(-1),
}
