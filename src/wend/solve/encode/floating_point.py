"""Terms over floats for bitwuzla: IEEE doubles, each operation as exact as Python's.

A query without Int variables is encoded whole, so that having no model is a proof. Where an Int
has to become a bit-vector, or a native function is only nearly the operation that stands for it,
models are still rechecked, but nothing is proven (`is_exact`).
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable
from typing import Any

from wend.expr.floats import float_below
from wend.expr.sorts import Sort
from wend.expr.terms import Term, walk
from wend.record import Record

FLOAT_WIDTH = -1
"""Stands where the width of a variable stands, for a Float."""

EXACT_BITS = 54
"""Ints of so many bits, sign included, are Floats too."""


class Unsupported(Exception):
    """There is no such operation in the theory of floating-point numbers."""


class RoundedFloat(Record):
    """An encoded Int that is a rounded Float: a Float without fraction."""

    term: Any


class FloatEncoding:
    """The part of the encoder that knows floats."""

    _kind: Any
    _manager: Any
    _bits: int
    _rounding: Any
    """Bitwuzla's rounding modes."""
    is_exact: bool
    """Whether every value that Python knows has its counterpart here."""
    variables: dict[str, tuple[Any, int]]
    assumptions: list[Any]

    # Provided by the encoder of Ints

    def _make(self, kind: str, *args: Any) -> Any: ...
    def _resized(self, a: Any, width: int) -> Any: ...
    def _node(self, vector: Any, bits: int) -> Any: ...
    def _limited(self, node: Any, bits: int) -> None: ...

    # Leaves

    def _float_constant(self, value: float) -> Any:
        bits = int.from_bytes(struct.pack("<d", value), "little")
        vector = self._manager.mk_bv_value(self._manager.mk_bv_sort(64), format(bits, "x"), 16)
        return self._double(vector)

    def _float_variable(self, name: str) -> Any:
        vector = self._manager.mk_const(self._manager.mk_bv_sort(64), name)
        self.variables[name] = vector, FLOAT_WIDTH
        return self._double(vector)

    # Arithmetic

    def _fdiv(self, args: list[Any], _: Any, sort: str) -> Any:
        return self._rounded("FP_DIV", *[self._exact_float(arg) for arg in args])

    def _fmod(self, args: list[Any], _: Any, sort: str) -> Any:
        """The remainder by 1.0: what is cut off, which is exact, brought above zero."""
        number, divisor = args
        if divisor != self._float_constant(1.0):
            raise Unsupported
        whole = self._manager.mk_term(self._kind.FP_RTI, [self._mode("RTZ"), number])
        rest = self._rounded("FP_SUB", number, whole)
        zero = self._float_constant(0.0)
        above = self._rounded("FP_ADD", rest, divisor)
        positive = self._make("ITE", self._make("FP_IS_ZERO", rest), zero, rest)
        return self._make("ITE", self._make("FP_LT", rest, zero), above, positive)

    def _fcall(self, args: list[Any], name: str, sort: str) -> Any:
        args = [self._float_of(arg) for arg in args]
        match name:
            case "math.sqrt":
                return self._rounded("FP_SQRT", *args)
            case "math.copysign":
                # The sign of nan is not known to the theory.
                self.assumptions.append(self._make("NOT", self._make("FP_IS_NAN", args[1])))
                size = self._make("FP_ABS", args[0])
                negative = self._make("FP_IS_NEG", args[1])
                return self._make("ITE", negative, self._make("FP_NEG", size), size)
            case "pow":
                return self._power(*args)
            case _:
                raise Unsupported

    def _power(self, base: Any, exponent: Any) -> Any:
        """Of a few exponents; the C library may round otherwise than the product."""
        self.is_exact = False
        if exponent == self._float_constant(2.0):
            return self._rounded("FP_MUL", base, base)
        if exponent == self._float_constant(0.5):
            return self._rounded("FP_SQRT", base)
        if exponent == self._float_constant(3.0):
            return self._rounded("FP_MUL", self._rounded("FP_MUL", base, base), base)
        raise Unsupported

    def _fraises(self, args: list[Any], payload: tuple[str, str], sort: str) -> Any:
        if payload[0] == "pow":
            self.is_exact = False  # models that overflow are found by search
            return self._manager.mk_false()
        raise Unsupported

    # Between Int and Float

    def _to_int(self, args: list[Any], how: str, sort: str) -> RoundedFloat:
        mode = _MODES[how]
        whole = self._manager.mk_term(self._kind.FP_RTI, [self._mode(mode), args[0]])
        # An int has no negative zero.
        return RoundedFloat(self._rounded("FP_ADD", whole, self._float_constant(0.0)))

    def _settled(self, whole: RoundedFloat) -> Any:
        """The Int as a bit-vector, for what only those can do."""
        limit = math.ldexp(1.0, self._bits - 1)
        self.assumptions.append(self._make("FP_LEQ", self._float_constant(-limit), whole.term))
        self.assumptions.append(self._make("FP_LT", whole.term, self._float_constant(limit)))
        vector = self._manager.mk_term(
            self._kind.FP_TO_SBV, [self._mode("RTZ"), whole.term], [self._bits]
        )
        return self._node(vector, self._bits)

    def _float_of(self, value: Any) -> Any:
        """The Float nearest to an encoded Int; a Float as it is."""
        if type(value) is RoundedFloat:
            return value.term
        if not hasattr(value, "low"):
            return value
        kind = self._kind.FP_TO_FP_FROM_SBV
        vector = self._resized(value, value.width)
        return self._manager.mk_term(kind, [self._mode("RNE"), vector], [11, 53])

    def _exact_float(self, value: Any) -> Any:
        """The Float that is an encoded Int, looking only at Ints that have one."""
        if hasattr(value, "low") and value.width > EXACT_BITS:
            self._limited(value, EXACT_BITS - 1)
        return self._float_of(value)

    # Comparison

    def _whole_compared(self, kind: str, whole: RoundedFloat, bound: int) -> Any:
        below = float_below(bound)
        match kind:
            case "BV_SLE":
                return self._make("FP_LEQ", whole.term, self._float_constant(below))
            case "BV_SGE":
                above = -float_below(-bound)
                return self._make("FP_GEQ", whole.term, self._float_constant(above))
            case _ if below == bound:
                return self._make("FP_EQUAL", whole.term, self._float_constant(below))
            case _:
                return self._manager.mk_false()

    # Below: how bitwuzla wants it

    def _double(self, vector: Any) -> Any:
        return self._manager.mk_term(self._kind.FP_TO_FP_FROM_BV, [vector], [11, 53])

    def _mode(self, name: str) -> Any:
        return self._manager.mk_rm_value(getattr(self._rounding, name))

    def _rounded(self, kind: str, *args: Any) -> Any:
        return self._make(kind, self._mode("RNE"), *args)


_MODES = {"int": "RTZ", "math.floor": "RTN", "math.ceil": "RTP", "round": "RNE"}

_KNOWN_CALLS = frozenset(("math.sqrt", "math.copysign", "pow"))


def is_known(condition: Term) -> bool:
    """Whether the theory has all that a condition speaks of."""
    for node in walk(condition):
        if node.op == "ffloordiv" or (node.op == "fmod" and not _is_one(node.args[1])):
            return False
        if node.op == "fcall" and node.payload not in _KNOWN_CALLS:
            return False
        if node.op == "fraises" and node.payload[0] != "pow":
            return False
    return True


def is_provable(condition: Term) -> bool:
    """Whether it is a proof that a known condition, with others like it, has no model."""
    if any(variable.sort is Sort.INT for variable in condition.variables):
        return False
    return not any(
        node.op == "fraises" or (node.op == "fcall" and node.payload == "pow")
        for node in walk(condition)
    )


def hardness(conditions: Iterable[Term]) -> int:
    """How many operations there are whose circuits are large."""
    return sum(1 for node in walk(*conditions) if node.op in ("fmul", "fdiv", "fcall"))


def _is_one(node: Term) -> bool:
    return node.op == "const" and bool(node.payload == 1.0)


TAKING_WHOLE = frozenset(("le", "ge", "eq", "flt", "fle", "feq", "fdiv", "to_float", "fcall"))
"""Operations that know a rounded Float as it is; for the others it becomes a bit-vector."""


def float_of_bits(bits: int) -> float:
    """The Float that a model's bit-vector stands for; there is one nan."""
    value: float = struct.unpack("<d", bits.to_bytes(8, "little"))[0]
    return math.nan if math.isnan(value) else value
