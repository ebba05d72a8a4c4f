"""How far an assignment is from satisfying conditions, in ulps: what local search climbs down.

The distance of a comparison is the number of floats between its sides, that of a conjunction the
sum, that of a disjunction the least; 0 if and only if the condition holds. Values are computed
by the meanings of the table of operations, so they are Python's own.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from wend.expr.operations import OPERATIONS
from wend.expr.sorts import Sort
from wend.expr.terms import Term, walk
from wend.expr.variables import value_in
from wend.solve.float_values import nearest_float, ordinal

NOT_A_NUMBER = 1 << 65
UNDEFINED = 1 << 70
"""Farther than any two numbers."""

Far = tuple[int, int]
"""How far a condition is from being true, and from being false; one of them is 0."""

_TRUE, _FALSE, _NEITHER = (0, 1), (1, 0), (UNDEFINED, UNDEFINED)


class Landscape:
    """Conditions made ready for many evaluations, each after a change of few variables."""

    def __init__(self, conditions: Sequence[Term]) -> None:
        self._nodes = list(walk(*conditions))
        index = {node: at for at, node in enumerate(self._nodes)}
        self._steps = [
            (node.op, tuple([index[arg] for arg in node.args]), node.payload, node.sort)
            for node in self._nodes
        ]
        self._roots = [index[condition] for condition in conditions]
        self._using: dict[Term, list[int]] = {}
        for at, node in enumerate(self._nodes):
            for variable in node.variables:
                self._using.setdefault(variable, []).append(at)
        self.evaluations = 0

    def place(self, assignment: Mapping[str, Any]) -> Place:
        """Everything computed for an assignment."""
        self.evaluations += 1
        values: list[Any] = [None] * len(self._nodes)
        self._compute(range(len(self._nodes)), values, assignment)
        return Place(values, self._total(values))

    def moved(self, place: Place, changes: Mapping[Term, Any]) -> Place:
        """The place after some variables have other values."""
        self.evaluations += 1
        values = place.values[:]
        assignment = {variable.payload: value for variable, value in changes.items()}
        if len(changes) == 1:
            (variable,) = changes
            affected: Sequence[int] = self._using[variable]
        else:
            affected = sorted({at for variable in changes for at in self._using[variable]})
        self._compute(affected, values, assignment)
        return Place(values, self._total(values))

    def _total(self, values: list[Any]) -> int:
        return sum([values[root][0] for root in self._roots])

    def _compute(
        self, affected: Sequence[int], values: list[Any], assignment: Mapping[str, Any]
    ) -> None:
        for at in affected:
            op, args, payload, sort = self._steps[at]
            if op == "var":
                if payload in assignment or values[at] is None:
                    value = value_in(assignment, self._nodes[at])
                    values[at] = value if sort is not Sort.BOOL else _far(value)
            elif sort is Sort.BOOL:
                given = [values[arg] for arg in args]
                values[at] = _NEITHER if None in given else _condition(op, payload, given)
            elif op == "ite":
                condition, then, otherwise = args
                values[at] = values[then if not values[condition][0] else otherwise]
            else:
                try:
                    values[at] = OPERATIONS[op].meaning(payload, *[values[arg] for arg in args])
                except (ArithmeticError, ValueError, TypeError):  # TypeError: of an undefined one
                    values[at] = None


class Place:
    """The values of all nodes, of conditions how far they are; and how far the whole is."""

    __slots__ = ("distance", "values")

    def __init__(self, values: list[Any], distance: int) -> None:
        self.values = values
        self.distance = distance


def _far(truth: Any) -> Far:
    return _TRUE if truth else _FALSE


def _condition(op: str, payload: Any, given: list[Any]) -> Far:
    match op:
        case "const":
            return _far(payload)
        case "flt" | "fle" | "feq":
            return _compared(op, given[0], given[1])
        case "le":
            over = given[0] - payload
            return (over, 0) if over > 0 else (0, 1 - over)
        case "ge":
            under = payload - given[0]
            return (under, 0) if under > 0 else (0, 1 - under)
        case "eq":
            apart = abs(given[0] - payload)
            return (apart, 0) if apart else _TRUE
        case "not":
            true, false = given[0]
            return false, true
        case "and":
            return sum([true for true, _ in given]), min([false for _, false in given])
        case "or":
            return min([true for true, _ in given]), sum([false for _, false in given])
        case "ite":
            (yes, no), then, otherwise = given
            chosen = then if not yes else otherwise
            other = otherwise if not yes else then
            turn = max(yes, no)
            return min(chosen[0], turn + other[0]), min(chosen[1], turn + other[1])
        case "among":
            value = given[0]
            apart = min([max(low - value, value - high, 0) for low, high in payload])
            return (apart, 0) if apart else _TRUE
        case _:
            return _far(OPERATIONS[op].meaning(payload, *given))


def _compared(op: str, a: Any, b: Any) -> Far:
    """Two floats, or a float and an int, which is compared exactly."""
    truth = a < b if op == "flt" else a <= b if op == "fle" else a == b
    a, b = nearest_float(a), nearest_float(b)
    if math.isnan(a) or math.isnan(b):
        return NOT_A_NUMBER, 0
    apart = ordinal(a) - ordinal(b)
    if op == "feq":
        return _TRUE if truth else (max(abs(apart), 1), 0)
    return (0, max(1 - apart, 1)) if truth else (max(apart + (op == "flt"), 1), 0)
