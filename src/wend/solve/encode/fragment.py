"""Tells which theory a slice belongs to, so that the right solver is asked first."""

from __future__ import annotations

import enum
from collections.abc import Iterable

from wend.expr.terms import Term
from wend.solve.encode.masks import MOST_RUNS, runs


class Fragment(enum.IntEnum):
    """The theories; each includes those before it."""

    LINEAR = 0
    NONLINEAR = 1
    """Products and quotients of unknowns."""
    BITWISE = 2
    """Operations beyond Int arithmetic: on the bits of two unknowns, shifts by an unknown."""
    FLOAT = 3
    """Floats, alone or with any of the others."""


class Fragments:
    """The fragment of each term, computed once."""

    def __init__(self) -> None:
        self._known: dict[Term, Fragment] = {}

    def of(self, conditions: Iterable[Term]) -> Fragment:
        return max((self._of(condition) for condition in conditions), default=Fragment.LINEAR)

    def _of(self, root: Term) -> Fragment:
        known = self._known
        stack = [root]
        while stack:
            node = stack[-1]
            missing = [arg for arg in node.args if arg not in known] if node not in known else []
            if missing:
                stack.extend(missing)
                continue
            known[stack.pop()] = max((_own(node), *(known[arg] for arg in node.args)))
        return known[root]


MOST_PRODUCT = 32
"""The largest constant exponent that is written out as products."""


FLOAT_OPERATIONS = frozenset(
    ("fadd", "fsub", "fmul", "fdiv", "ffloordiv", "fmod", "fneg", "fabs", "to_float", "fcall")
) | {"apply_float", "to_int", "flt", "fle", "feq", "fraises"}
"""Operations that make, take or compare Floats."""


def _own(node: Term) -> Fragment:
    if node.op in FLOAT_OPERATIONS:
        return Fragment.FLOAT
    match node.op:
        case "mul":
            constant = any(arg.op == "const" for arg in node.args)
            return Fragment.LINEAR if constant else Fragment.NONLINEAR
        case "floordiv" | "mod":
            return Fragment.LINEAR if node.args[1].op == "const" else Fragment.NONLINEAR
        case "pow":
            exponent = node.args[1]
            written_out = exponent.op == "const" and 0 <= exponent.payload <= MOST_PRODUCT
            return Fragment.NONLINEAR if written_out else Fragment.BITWISE
        case "bitand" | "bitor" | "bitxor":
            mask = node.args[1]
            if mask.op != "const":
                return Fragment.BITWISE
            few = len(runs(max(mask.payload, ~mask.payload))) <= MOST_RUNS
            return Fragment.LINEAR if few else Fragment.BITWISE
        case "lshift" | "rshift" | "bit_count":
            return Fragment.BITWISE
        case _:
            return Fragment.LINEAR
