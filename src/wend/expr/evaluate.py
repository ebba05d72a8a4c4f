"""The value of a term by Python's own rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from wend.expr.operations import OPERATIONS
from wend.expr.terms import Term
from wend.expr.variables import value_in


class Undefined(Exception):
    """The term has no value under this assignment (a zero divisor, a negative shift)."""


class _Failed:
    """Stands for the value of a term that has none, until somebody needs it."""


_FAILED = _Failed()
_MEANINGS = {name: row.meaning for name, row in OPERATIONS.items()}

Assignment = Mapping[str, Any]
"""A value for each variable, by name."""


def evaluate(root: Term, assignment: Assignment, memo: dict[Term, Any] | None = None) -> Any:
    """The value of `root`; raises Undefined where Python would raise.

    A memo handed in is shared by terms evaluated under the same assignment.
    An arm of an if-then-else that is not taken may be undefined, as in Python.
    """
    if memo is None:
        memo = {}
    found = memo.get(root)
    if found is None:
        found = _fill(root, assignment, memo)
    if found is _FAILED:
        raise Undefined
    return found


def holds(conditions: Iterable[Term], assignment: Assignment) -> bool:
    """Whether all conditions are true; undefined is not true."""
    memo: dict[Term, Any] = {}
    try:
        return all(evaluate(condition, assignment, memo) for condition in conditions)
    except Undefined:
        return False


def _fill(root: Term, assignment: Assignment, memo: dict[Term, Any]) -> Any:
    stack = [root]
    while stack:
        node = stack[-1]
        if node in memo:
            stack.pop()
            continue
        is_ready = True
        for arg in node.args:
            if arg not in memo:
                if arg.args:
                    stack.append(arg)
                    is_ready = False
                else:
                    memo[arg] = _value(arg, assignment, memo)
        if is_ready:
            memo[node] = _value(node, assignment, memo)
            stack.pop()
    return memo[root]


def _value(node: Term, assignment: Assignment, memo: dict[Term, Any]) -> Any:
    op = node.op
    if op == "var":
        return value_in(assignment, node)
    if op == "ite":
        condition, then, otherwise = node.args
        chosen = memo[condition]
        return _FAILED if chosen is _FAILED else memo[then if chosen else otherwise]
    values = [memo[arg] for arg in node.args]
    if op == "and" or op == "or":
        return _lazy(op == "or", values)
    if _FAILED in values:
        return _FAILED
    try:
        return _MEANINGS[op](node.payload, *values)
    except (ArithmeticError, ValueError):
        return _FAILED


def _lazy(absorbing: bool, values: list[Any]) -> Any:
    """And, or: what decides wins over what is undefined, whatever the order."""
    if absorbing in values:  # all of them are truth values, or failed
        return absorbing
    return _FAILED if _FAILED in values else not absorbing
