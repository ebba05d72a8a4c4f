"""Solves a condition for one of its variables, if that is easy."""

from __future__ import annotations

from wend.expr.build import add, integer, mul, sub
from wend.expr.terms import Term
from wend.solve.quick.bounds import comparison


def isolated(condition: Term, wanted: Term) -> Term | None:
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
