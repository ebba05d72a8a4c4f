"""The constructors of terms over floats. They simplify only where the result is exact.

Hardly a law of arithmetic holds with nan, infinities, -0.0 and rounding, so little more than
constants is computed. Comparisons take an Int on either side and are exact for an Int of any size.
"""

from __future__ import annotations

import math
import struct
import sys
from typing import Any

from wend.expr.build import (
    add,
    as_int,
    boolean,
    conjunction,
    eq,
    floating,
    ge,
    integer,
    le,
    neg,
    negate,
)
from wend.expr.operations import OPERATIONS
from wend.expr.sorts import Sort
from wend.expr.terms import Term, term

TOO_LARGE = 2**1024 - 2**970
"""The least int that `float` refuses, because no float is near enough."""


# The line of floats

_DOUBLE, _WORD = struct.Struct("<d"), struct.Struct("<q")
LAST = 0x7FF0_0000_0000_0000
"""The ordinal of infinity."""


def ordinal(value: float) -> int:
    """The number of floats from 0.0 to a float that is not nan; 0.0 and -0.0 both have 0."""
    bits: int = _WORD.unpack(_DOUBLE.pack(value))[0]
    return bits if bits >= 0 else -(bits & (1 << 63) - 1)


def at_ordinal(place: int) -> float:
    """The float with an ordinal; infinity for an ordinal that no float has."""
    value: float = _DOUBLE.unpack(_WORD.pack(min(abs(place), LAST)))[0]
    return value if place >= 0 else -value


# Arithmetic


def fadd(a: Term, b: Term) -> Term:
    return _made("fadd", (a, b))


def fsub(a: Term, b: Term) -> Term:
    return _made("fsub", (a, b))


def fmul(a: Term, b: Term) -> Term:
    return _made("fmul", (a, b))


def fdiv(a: Term, b: Term) -> Term:
    """a / b of two Floats or of two Ints; where b may be 0 the caller has branched on it."""
    return _made("fdiv", (a, b))


def ffloordiv(a: Term, b: Term) -> Term:
    return _made("ffloordiv", (a, b))


def fmod(a: Term, b: Term) -> Term:
    return _made("fmod", (a, b))


def fpow(a: Term, b: Term) -> Term:
    return call("pow", a, b)


def fneg(a: Term) -> Term:
    return a.args[0] if a.op == "fneg" else _made("fneg", (a,))


def fabs(a: Term) -> Term:
    while a.op == "fneg" or (a.op == "fcall" and a.payload == "math.copysign"):
        a = a.args[0]  # of which only the sign differs
    return a if a.op == "fabs" else _made("fabs", (a,))


def call(name: str, *args: Term) -> Term:
    """The result of a native function: `math.sin`, `round`, `pow`."""
    if name == "math.copysign" and args[1].op == "const" and args[1].payload == args[1].payload:
        is_negative = math.copysign(1.0, args[1].payload) < 0
        return fneg(fabs(args[0])) if is_negative else fabs(args[0])
    return _made("fcall", args, name)


def size(real: Term, imag: Term) -> Term:
    """abs(complex(real, imag)), or infinity where that is too large."""
    for one, other in ((real, imag), (imag, real)):
        if one.op == "const" and one.payload == 0:
            return fabs(other)
    return call("abs", real, imag)


def raises(error: str, name: str, *args: Term) -> Term:
    """The condition that a call of a native function raises an exception of this name."""
    return _made("fraises", args, (name, error))


# Between the sorts


def to_float(a: Term) -> Term:
    """float(a); where an Int may be too large the caller has branched on it."""
    if a.sort is Sort.FLOAT:
        return a
    return _made("to_float", (as_int(a) if a.sort is Sort.BOOL else a,))


def to_int(a: Term, how: str) -> Term:
    """The Int that a Float is rounded to; `how` is a key of `operations.ROUNDINGS`."""
    return _made("to_int", (a,), how)


def fits_float(a: Term) -> Term:
    """The condition that `float(a)` of an Int does not overflow."""
    return conjunction((le(a, integer(TOO_LARGE - 1)), ge(a, integer(1 - TOO_LARGE))))


# Comparison


def flt(a: Term, b: Term) -> Term:
    if a is b:
        return boolean(False)
    return _compared("flt", a, b)


def fle(a: Term, b: Term) -> Term:
    return _compared("fle", a, b)


def fgt(a: Term, b: Term) -> Term:
    return flt(b, a)


def fge(a: Term, b: Term) -> Term:
    return fle(b, a)


def feq(a: Term, b: Term) -> Term:
    return _compared("feq", b, a) if a.op == "const" else _compared("feq", a, b)


def fne(a: Term, b: Term) -> Term:
    return negate(feq(a, b))


def is_nan(a: Term) -> Term:
    if a.op == "to_float":
        return boolean(False)
    return negate(feq(a, a))


def is_inf(a: Term) -> Term:
    if a.op == "to_float":
        return boolean(False)
    return feq(fabs(a), floating(math.inf))


def is_finite(a: Term) -> Term:
    if a.op == "to_float":
        return boolean(True)
    return flt(fabs(a), floating(math.inf))


def is_integer(a: Term) -> Term:
    if a.op == "to_float":
        return boolean(True)
    return conjunction((is_finite(a), feq(to_int(a, "math.floor"), a)))


def is_exactly(a: Term, value: float) -> Term:
    """The condition that a Float is this value bit for bit: 0.0 is not -0.0, and nan is nan."""
    if math.isnan(value):
        return is_nan(a)
    equal = feq(a, floating(value))
    if value:
        return equal
    sign = feq(call("math.copysign", floating(1.0), a), floating(math.copysign(1.0, value)))
    return conjunction((equal, sign))


# Below: constants are computed, Ints that are constants become Floats


def _made(op: str, args: tuple[Term, ...], payload: Any = None) -> Term:
    row = OPERATIONS[op]
    assert row.sort is not None
    if all(arg.op == "const" for arg in args):
        try:
            value = row.meaning(payload, *[arg.payload for arg in args])
        except (ArithmeticError, ValueError):
            pass  # the caller branches on it
        else:
            return term("const", (), value, row.sort)
    return term(op, args, payload, row.sort)


def _compared(op: str, a: Term, b: Term) -> Term:
    if a.op == "const" and b.op == "const":
        return _made(op, (a, b))
    if a is not b and _are_alike(a, b):
        return boolean(False) if op == "flt" else _made(op, (a, a))
    if op == "fle" and _is_at_most(a, b):
        return boolean(True)
    if op == "flt" and (_is_at_most(b, a) or _is_near(a, b)):
        return boolean(_is_near(a, b))
    if a.sort is Sort.INT and b.op == "const" and b.sort is Sort.FLOAT:
        return _int_with_constant(op, a, b.payload)
    if b.sort is Sort.INT and a.op == "const" and a.sort is Sort.FLOAT:
        if op == "feq":
            return _int_with_constant(op, b, a.payload)
        if math.isnan(a.payload):
            return boolean(False)
        # c < i  is  not i <= c, where there is no nan.
        return negate(_int_with_constant("fle" if op == "flt" else "flt", b, a.payload))
    if a.op == "to_float" and _is_exact(b):
        return _compared(op, a.args[0], b)
    if b.op == "to_float" and _is_exact(a):
        return _compared(op, a, b.args[0])
    if b.op == "const" and b.sort is Sort.INT:
        return _float_with_int(op, a, b.payload)
    if a.op == "const" and a.sort is Sort.INT:
        return _int_with_float(op, a.payload, b)
    return _made(op, (a, b))


def _are_alike(a: Term, b: Term, depth: int = 4) -> bool:
    """Whether two floats are computed alike, but for the order in which two are added or
    multiplied. Then they are the same, or both nan."""
    if a is b:
        return True
    if not depth or a.op != b.op or a.payload != b.payload or len(a.args) != len(b.args):
        return False
    if a.op not in ("fadd", "fmul", "fsub", "fdiv", "fneg", "fabs"):
        return False
    if all(_are_alike(*pair, depth - 1) for pair in zip(a.args, b.args, strict=True)):
        return True
    if a.op not in ("fadd", "fmul"):
        return False
    return all(_are_alike(*pair, depth - 1) for pair in zip(a.args, b.args[::-1], strict=True))


def _is_at_most(a: Term, b: Term) -> bool:
    """Whether a <= b because one of them is the other, rounded down, up or towards 0. What is
    rounded is finite: the caller has branched on that."""
    if a.op == "ite":
        return all(_is_at_most(each, b) for each in a.args[1:])
    if b.op == "fabs":
        inner = neg(a) if a.op == "linear" else a
        return _is_rounded(inner, b.args[0], "int")
    return _is_rounded(a, b, "math.floor") or _is_rounded(b, a, "math.ceil")


def _is_near(a: Term, b: Term) -> bool:
    """Whether a < b because one of them is the other, rounded, and moved by 1: x < int(x) + 1."""
    if b.op == "linear" and _is_rounded(add(b, integer(-1)), a):
        return True
    return a.op == "linear" and _is_rounded(add(a, integer(1)), b)


def _is_rounded(a: Term, b: Term, how: str = "") -> bool:
    return a.op == "to_int" and a.args[0] is b and how in ("", a.payload)


def _is_exact(bound: Term) -> bool:
    """Whether a Float made of an Int compares with a constant as the Int does: all Ints up to the
    constant are Floats."""
    return bound.op == "const" and not 2.0**53 <= abs(bound.payload) < math.inf


def _int_with_constant(op: str, a: Term, bound: float) -> Term:
    """The comparison of an Int with a constant Float, as one of Ints alone."""
    if math.isnan(bound):
        return boolean(False)
    if math.isinf(bound):
        return boolean(op != "feq" and bound > 0)
    if op == "feq":
        return eq(a, integer(int(bound))) if bound.is_integer() else boolean(False)
    return le(a, integer(math.ceil(bound) - 1 if op == "flt" else math.floor(bound)))


def _float_with_int(op: str, a: Term, bound: int) -> Term:
    """The comparison of a Float with a constant Int, as one with the Float that has the same
    answers."""
    below = float_below(bound)
    if below == bound:
        return _made(op, (a, floating(below)))
    return boolean(False) if op == "feq" else _made("fle", (a, floating(below)))


def _int_with_float(op: str, bound: int, b: Term) -> Term:
    above = -float_below(-bound)
    if above == bound:
        return _made(op, (floating(above), b))
    return boolean(False) if op == "feq" else _made("fle", (floating(above), b))


def float_below(bound: int) -> float:
    """The greatest float that is not greater than an int."""
    if bound > sys.float_info.max:
        return sys.float_info.max
    if bound < -sys.float_info.max:
        return -math.inf
    near = float(bound)
    return near if near <= bound else math.nextafter(near, -math.inf)
