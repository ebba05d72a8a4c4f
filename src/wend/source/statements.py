"""What the compiler makes of single statements and conditions."""

from __future__ import annotations

import ast

from wend.source.trees import Def


def has_docstring(function: Def) -> bool:
    first = function.body[0]
    return (
        isinstance(first, ast.Expr)
        and isinstance(first.value, ast.Constant)
        and isinstance(first.value.value, str)
    )


def leaves_no_code(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.AnnAssign):
        return statement.value is None and isinstance(statement.target, ast.Name)
    return isinstance(statement, ast.Global | ast.Nonlocal)


def truth_of(test: ast.expr) -> bool | None:
    """What the compiler knows of a test without running it."""
    match test:
        case ast.Constant(value=value):
            return bool(value)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            known = truth_of(operand)
            return None if known is None else not known
        case ast.BoolOp(op=operator, values=[first, *rest]):
            # What comes first and is not known is evaluated: only then is the rest looked at.
            known, deciding = truth_of(first), isinstance(operator, ast.Or)
            if known is None or known is deciding or not rest:
                return known
            return truth_of(ast.BoolOp(operator, rest))
        case ast.Name(id="__debug__"):
            return __debug__
        case _:
            return None


def always_matches(case: ast.match_case) -> bool:
    if case.guard is not None:
        return truth_of(case.guard) is True
    pattern = case.pattern
    while isinstance(pattern, ast.MatchAs | ast.MatchOr):
        if isinstance(pattern, ast.MatchOr):
            pattern = pattern.patterns[-1]  # only the last alternative may match everything
        elif pattern.pattern is None:
            return True
        else:
            pattern = pattern.pattern
    return False
