"""The table of operations: for each its arity, its sort and its meaning in Python.

The evaluator, the printer and the encoders read this table. A new operation needs a row here, a
constructor in `build`, a row in `show` and a row in each encoder of `solve/`;
`tests/expr/test_operations.py` names the step that was forgotten.
"""

from __future__ import annotations

import bisect
import math
import operator
from collections.abc import Callable
from functools import cache
from typing import Any

from wend.expr.samples import sampled_value
from wend.expr.sorts import Sort
from wend.record import Record


class Operation(Record):
    """One row: `meaning(payload, *values)` is what Python computes.

    `arity` is None where any number of arguments is allowed, and `sort` is None where the result
    has the sort of the last argument (if-then-else).
    """

    name: str
    arity: int | None
    sort: Sort | None
    meaning: Callable[..., Any]


def _linear(payload: tuple[tuple[int, ...], int], *values: int) -> int:
    coefficients, constant = payload
    total: int = sum(map(operator.mul, coefficients, values), constant)
    return total


def _shift(shift: Callable[[int, int], int]) -> Callable[[Any, int, int], int]:
    def meaning(_: Any, value: int, amount: int) -> int:
        if amount > MAX_SHIFT:
            raise OverflowError("shift too large to evaluate")
        return shift(value, amount)

    return meaning


def _among(intervals: tuple[tuple[int, int], ...], value: int) -> bool:
    at = bisect.bisect_right(intervals, value, key=operator.itemgetter(0)) - 1
    return at >= 0 and value <= intervals[at][1]


def _power(_: Any, base: int, exponent: int) -> int:
    if exponent < 0:
        raise ValueError("a negative power is no int")
    if base not in (0, 1, -1) and exponent * base.bit_length() > MAX_SHIFT:
        raise OverflowError("power too large to evaluate")
    return int(base**exponent)


@cache
def called(name: str) -> Callable[..., Any]:
    """The native function of a call: `math.sin`, or a builtin by its name."""
    if name == "math.fsum":
        return lambda *values: math.fsum(values)
    module, _, function = name.rpartition(".")
    found: Callable[..., Any] = getattr(math, function) if module else _BUILTINS[name]
    return found


def complex_size(real: float, imag: float) -> float:
    """abs(complex(real, imag)); infinity where that raises OverflowError."""
    try:
        return abs(complex(real, imag))
    except OverflowError:
        return math.inf


_BUILTINS: dict[str, Callable[..., Any]] = {"abs": complex_size, "pow": pow, "round": round}
"""By the names of calls; `abs` is that of a complex number, whose parts it is given."""
ROUNDINGS: dict[str, Callable[[float], int]] = {
    "int": int,
    "math.floor": math.floor,
    "math.ceil": math.ceil,
    "round": round,
}
"""The functions that turn a float into an int, by their names in Python's source."""


def _call(name: str, *values: Any) -> float:
    result = called(name)(*values)
    if type(result) is not float:
        raise ValueError("a power of a negative number may be complex")
    return result


def _raises(payload: tuple[str, str], *values: Any) -> bool:
    name, kind = payload
    try:
        called(name)(*values)
    except (ArithmeticError, ValueError) as error:
        return type(error).__name__ == kind
    return False


MAX_SHIFT = 1 << 20
"""Ints of more bits than this are not computed, so no model can need them."""

OPERATIONS: dict[str, Operation] = {
    row.name: row
    for row in (
        # Leaves: the payload is the value, or the variable (`expr.variables`).
        Operation("const", 0, None, lambda value: value),
        Operation("var", 0, None, lambda variable: variable),
        # Int: payload ((c1, …, cn), c) means c1*t1 + … + cn*tn + c.
        Operation("linear", None, Sort.INT, _linear),
        Operation("mul", 2, Sort.INT, lambda _, a, b: a * b),
        Operation("floordiv", 2, Sort.INT, lambda _, a, b: a // b),
        Operation("mod", 2, Sort.INT, lambda _, a, b: a % b),
        Operation("pow", 2, Sort.INT, _power),
        Operation("lshift", 2, Sort.INT, _shift(operator.lshift)),
        Operation("rshift", 2, Sort.INT, _shift(operator.rshift)),
        Operation("bitand", 2, Sort.INT, lambda _, a, b: a & b),
        Operation("bitor", 2, Sort.INT, lambda _, a, b: a | b),
        Operation("bitxor", 2, Sort.INT, lambda _, a, b: a ^ b),
        Operation("bit_count", 1, Sort.INT, lambda _, a: a.bit_count()),
        # Float: IEEE doubles. `fdiv` also divides two Ints, rounding once as Python does.
        Operation("fadd", 2, Sort.FLOAT, lambda _, a, b: a + b),
        Operation("fsub", 2, Sort.FLOAT, lambda _, a, b: a - b),
        Operation("fmul", 2, Sort.FLOAT, lambda _, a, b: a * b),
        Operation("fdiv", 2, Sort.FLOAT, lambda _, a, b: a / b),
        Operation("ffloordiv", 2, Sort.FLOAT, lambda _, a, b: a // b),
        Operation("fmod", 2, Sort.FLOAT, lambda _, a, b: a % b),
        Operation("fneg", 1, Sort.FLOAT, lambda _, a: -a),
        Operation("fabs", 1, Sort.FLOAT, lambda _, a: abs(a)),
        Operation("to_float", 1, Sort.FLOAT, lambda _, a: float(a)),
        # A pure native function, which no solver knows, named by the payload.
        Operation("fcall", None, Sort.FLOAT, _call),
        # What an opaque function returned: payload (symbol, which of its results).
        Operation("apply", None, Sort.INT, sampled_value),
        Operation("apply_float", None, Sort.FLOAT, sampled_value),
        # From Float to Int; the payload says how it is rounded.
        Operation("to_int", 1, Sort.INT, lambda how, a: ROUNDINGS[how](a)),
        # Either: condition, then, otherwise.
        Operation("ite", 3, None, lambda _, c, a, b: a if c else b),
        # Bool: a linear term without constant, compared with the payload.
        Operation("le", 1, Sort.BOOL, lambda bound, a: a <= bound),
        Operation("ge", 1, Sort.BOOL, lambda bound, a: a >= bound),
        Operation("eq", 1, Sort.BOOL, lambda bound, a: a == bound),
        # The payload: intervals (low, high), ascending, with gaps between them.
        Operation("among", 1, Sort.BOOL, _among),
        # Bool: two Floats, or a Float and an Int, compared exactly.
        Operation("flt", 2, Sort.BOOL, lambda _, a, b: a < b),
        Operation("fle", 2, Sort.BOOL, lambda _, a, b: a <= b),
        Operation("feq", 2, Sort.BOOL, lambda _, a, b: a == b),
        # Bool: whether a call raises an exception; payload (name of the call, of the exception).
        Operation("fraises", None, Sort.BOOL, _raises),
        Operation("not", 1, Sort.BOOL, lambda _, a: not a),
        Operation("and", None, Sort.BOOL, lambda _, *values: all(values)),
        Operation("or", None, Sort.BOOL, lambda _, *values: any(values)),
    )
}
