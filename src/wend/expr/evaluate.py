"""The value of a term by Python's own rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from wend.expr.leaves import value_in
from wend.expr.operations import OPERATIONS
from wend.expr.terms import Term


class Undefined(Exception):
    """A term has no value under an assignment: a divisor is zero, or a shift is negative."""


class _Failed:
    """Marks a term without a value in a memo. Only `evaluate` raises `Undefined` for it."""


_FAILED = _Failed()
_MEANINGS = {name: row.meaning for name, row in OPERATIONS.items()}

Assignment = Mapping[str, Any]
"""Values of variables by their texts."""


def evaluate(root: Term, assignment: Assignment, memo: dict[Term, Any] | None = None) -> Any:
    """The value of a term; raises Undefined where Python would raise.

    Terms that are evaluated under one assignment may share a memo. The arm of an if-then-else that
    is not taken may be undefined, as in Python.
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
    """Whether all conditions are true. A condition without a value is not."""
    memo: dict[Term, Any] = {}
    try:
        return all(evaluate(condition, assignment, memo) for condition in conditions)
    except Undefined:
        return False


class Values(Mapping[str, Any]):
    """An assignment that remembers the values of terms, because flips of a path share most."""

    __slots__ = ("_assignment", "_memo")

    def __init__(self, assignment: Assignment) -> None:
        self._assignment = assignment
        self._memo: dict[Term, Any] = {}

    @staticmethod
    def under(assignment: Assignment) -> Values:
        """The assignment as one that remembers; itself, if it does so already."""
        return assignment if isinstance(assignment, Values) else Values(assignment)

    def of(self, node: Term) -> Any:
        """The value of a term; raises Undefined where Python would raise."""
        return evaluate(node, self._assignment, self._memo)

    def with_changed(self, changed: Mapping[Term, Any]) -> Changed:
        """This assignment with other values for a few variables."""
        return Changed(self, changed)

    def get(self, name: str, default: Any = None) -> Any:
        return self._assignment.get(name, default)

    def __getitem__(self, name: str) -> Any:
        return self._assignment[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._assignment)

    def __len__(self) -> int:
        return len(self._assignment)


class Changed:
    """Values under an assignment that differs from another in a few variables.

    Only terms with these variables are computed anew, so the cost depends on the change and not on
    the size of the inputs or of the path.
    """

    __slots__ = ("_before", "_memo", "_variables")

    def __init__(self, before: Values, changed: Mapping[Term, Any]) -> None:
        self._before = before
        self._variables = frozenset(changed)
        self._memo: dict[Term, Any] = dict(changed)

    def of(self, root: Term) -> Any:
        """The value of a term; raises Undefined where Python would raise."""
        found = self._memo.get(root)
        if found is None:
            found = self._computed(root)
        if found is _FAILED:
            raise Undefined
        return found

    def _computed(self, root: Term) -> Any:
        memo = self._memo
        stack = [root]
        while stack:
            node = stack[-1]
            if node in memo:
                stack.pop()
            elif node.variables.isdisjoint(self._variables):
                memo[node] = self._unchanged(node)
            else:
                is_ready = True
                for arg in node.args:
                    if arg not in memo:
                        if arg.op == "const":
                            memo[arg] = arg.payload
                        else:
                            stack.append(arg)
                            is_ready = False
                if is_ready:
                    memo[node] = _value(node, _NO_ASSIGNMENT, memo)
                    stack.pop()
        return memo[root]

    def _unchanged(self, node: Term) -> Any:
        before = self._before
        found = before._memo.get(node)
        return _fill(node, before._assignment, before._memo) if found is None else found


_NO_ASSIGNMENT: Assignment = {}
"""For terms with arguments, whose values are in the memo already."""


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
    """The value of a conjunction or disjunction. An argument that decides it wins over one without
    a value, whatever their order."""
    if absorbing in values:  # all of them are truth values, or failed
        return absorbing
    return _FAILED if _FAILED in values else not absorbing
