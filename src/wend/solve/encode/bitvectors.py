"""Terms as bit-vectors for bitwuzla, exact for variables of a given width.

Each node gets a width that holds its value whatever the variables are, by interval arithmetic;
so nothing wraps around, and a model is right by Python's rules, too. No model is no proof, since
larger values were not looked at.

Works on the rows of `wend.expr.transport`, because that is what the worker process receives.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from wend.expr.transport import Row
from wend.record import Record
from wend.solve.encode.floating_point import TAKING_WHOLE, FloatEncoding, RoundedFloat, Unsupported

WIDEST = 256
"""The most bits of a node; larger circuits are not solved in time."""

MOST_SHIFT = 64
"""The largest amount of a shift by an unknown that is looked at."""

MOST_EXPONENT = 12
"""The largest unknown exponent that is looked at."""


class TooWide(Exception):
    """A value may need more bits than WIDEST."""


class NoValues(Exception):
    """A variable is bounded to values outside the width looked at."""


class EncodedInt(Record):
    """An encoded Int: a signed bit-vector, and the interval its value lies in."""

    term: Any
    low: int
    high: int

    @property
    def width(self) -> int:
        return _width(self.low, self.high)


class BitEncoder(FloatEncoding):
    """Encodes the rows of one query; Int rows become EncodedInts, others bitwuzla terms."""

    def __init__(self, bitwuzla: Any, manager: Any, bits: int) -> None:
        self._kind = bitwuzla.Kind
        self._rounding = bitwuzla.RoundingMode
        self._manager = manager
        self._bits = bits
        self._bounds: dict[str, tuple[int, int]] = {}
        self.variables: dict[str, tuple[Any, int]] = {}
        """The constant that stands for each variable, and its width; that of a Bool is 0."""
        self.is_exact = True
        """Whether no model is a proof, if nothing is assumed."""
        self.assumptions: list[Any] = []
        """Limits of this encoding, to be asserted: they cut models off, but never make one."""

    def encode(self, rows: Sequence[Row], roots: Sequence[int]) -> list[Any]:
        """The conditions at the roots; raises TooWide, or NoValues if one is plainly false."""
        self._bounds = variable_bounds(rows, roots, self._bits)
        encoded: list[Any] = []
        for op, args, payload, sort in rows:
            given = [encoded[arg] for arg in args]
            if op not in TAKING_WHOLE:
                given = [self._settled(arg) if type(arg) is RoundedFloat else arg for arg in given]
            encoded.append(ENCODERS[op](self, given, payload, sort))
        return [encoded[root] for root in roots]

    # Leaves

    def _const(self, args: list[Any], value: Any, sort: str) -> Any:
        if sort == "bool":
            return self._manager.mk_true() if value else self._manager.mk_false()
        if sort == "float":
            return self._float_constant(value)
        return self._integer(value)

    def _var(self, args: list[Any], name: str, sort: str) -> Any:
        if sort == "float":
            return self._float_variable(name)
        if sort == "bool":
            term = self._manager.mk_const(self._manager.mk_bool_sort(), name)
            self.variables[name] = term, 0
            return term
        self.is_exact = False
        # A variable that the conditions bound gets no more bits than that takes.
        low, high = self._bounds.get(name, _all_of(self._bits))
        width = _width(low, high)
        term = self._manager.mk_const(self._manager.mk_bv_sort(width), name)
        self.variables[name] = term, width
        return EncodedInt(term, low, high)

    # Int

    def _linear(self, args: list[EncodedInt], payload: Any, _: str) -> EncodedInt:
        coefficients, constant = payload
        low = high = constant
        for c, arg in zip(coefficients, args, strict=True):
            low += min(c * arg.low, c * arg.high)
            high += max(c * arg.low, c * arg.high)
        width = _width(low, high)
        total = self._value(constant, width) if constant else None
        for c, arg in zip(coefficients, args, strict=True):
            part = self._resized(arg, width)
            if c == -1 and total is not None:
                total = self._make("BV_SUB", total, part)
                continue
            if c != 1:
                part = self._make("BV_MUL", self._value(c, width), part)
            total = part if total is None else self._make("BV_ADD", total, part)
        return EncodedInt(total, low, high)

    def _product(self, a: EncodedInt, b: EncodedInt) -> EncodedInt:
        if a is b:
            squares = (a.low * a.low, a.high * a.high)
            low = 0 if a.low <= 0 <= a.high else min(squares)
            high = max(squares)
        else:
            corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
            low, high = min(corners), max(corners)
        width = _width(low, high)
        term = self._make("BV_MUL", self._resized(a, width), self._resized(b, width))
        return EncodedInt(term, low, high)

    def _floordiv(self, args: list[EncodedInt], payload: Any, _: str) -> EncodedInt:
        a, b = args
        self._assume_nonzero(b)
        # One bit more, for the lowest value divided by -1.
        width = max(a.width, b.width) + 1
        left, right = self._resized(a, width), self._resized(b, width)
        rest = self._make("BV_SMOD", left, right)
        term = self._make("BV_SDIV", self._make("BV_SUB", left, rest), right)
        if b.low > 0:
            corners = [x // y for x in (a.low, a.high) for y in (b.low, b.high)]
            return self._narrowed(term, min(corners), max(corners), width)
        size = max(abs(a.low), abs(a.high))
        return self._narrowed(term, -size, size, width)

    def _mod(self, args: list[EncodedInt], payload: Any, _: str) -> EncodedInt:
        a, b = args
        self._assume_nonzero(b)
        # One bit more: a minus the remainder is used by the division above, and mod itself
        # takes the sign of b as Python's does.
        width = max(a.width, b.width) + 1
        term = self._make("BV_SMOD", self._resized(a, width), self._resized(b, width))
        low, high = min(b.low + 1, 0), max(b.high - 1, 0)
        return self._narrowed(term, low, high, width)

    def _pow(self, args: list[EncodedInt], payload: Any, _: str) -> EncodedInt:
        base, exponent = args
        last = min(exponent.high, 64 if exponent.low == exponent.high else MOST_EXPONENT)
        self._assume_between(exponent, 0, last)
        powers = [self._integer(1)]
        try:
            while len(powers) <= last:
                powers.append(self._product(powers[-1], base) if len(powers) > 1 else base)
        except TooWide:
            self._assume_between(exponent, 0, len(powers) - 1)
        if exponent.low == exponent.high:
            if not 0 <= exponent.low < len(powers):
                raise TooWide
            return powers[exponent.low]
        chosen = powers[0]
        for k, power in enumerate(powers[1:], 1):
            chosen = self._choice(self._equals(exponent, k), power, chosen)
        return chosen

    def _lshift(self, args: list[EncodedInt], payload: Any, _: str) -> EncodedInt:
        a, amount = args
        room = WIDEST - a.width
        most = min(amount.high, MOST_SHIFT, room)
        if most < 0:
            raise TooWide
        self._assume_between(amount, 0, most)
        low, high = min(a.low, a.low << most), max(a.high, a.high << most)
        width = max(_width(low, high), amount.width)
        term = self._make("BV_SHL", self._resized(a, width), self._resized(amount, width))
        return self._narrowed(term, low, high, width)

    def _rshift(self, args: list[EncodedInt], payload: Any, _: str) -> EncodedInt:
        a, amount = args
        self._assume_between(amount, 0, None)
        width = max(a.width, amount.width)
        term = self._make("BV_ASHR", self._resized(a, width), self._resized(amount, width))
        return self._narrowed(term, min(a.low, 0), max(a.high, 0), width)

    def _bitand(self, args: list[EncodedInt], payload: Any, _: str) -> EncodedInt:
        a, b = args
        width, term = self._bitwise("BV_AND", a, b)
        low, high = _all_of(width)
        if a.low >= 0 or b.low >= 0:
            low = 0
            high = min(node.high for node in args if node.low >= 0)
        return self._narrowed(term, low, high, width)

    def _bitwise(self, kind: str, a: EncodedInt, b: EncodedInt) -> tuple[int, Any]:
        width = max(a.width, b.width)
        return width, self._make(kind, self._resized(a, width), self._resized(b, width))

    def _bit_count(self, args: list[EncodedInt], payload: Any, _: str) -> EncodedInt:
        (a,) = args
        width = a.width + 1
        value = self._resized(a, width)
        negative = self._make("BV_SLT", value, self._value(0, width))
        size = self._make("ITE", negative, self._make("BV_NEG", value), value)
        count = _width(0, width)
        total = self._value(0, count)
        for bit in range(width):
            one = self._manager.mk_term(self._kind.BV_EXTRACT, [size], [bit, bit])
            wide = self._manager.mk_term(self._kind.BV_ZERO_EXTEND, [one], [count - 1])
            total = self._make("BV_ADD", total, wide)
        return EncodedInt(total, 0, width)

    # Either

    def _ite(self, args: list[Any], payload: Any, sort: str) -> Any:
        condition, then, otherwise = args
        if sort != "int":
            return self._make("ITE", condition, then, otherwise)
        return self._choice(condition, then, otherwise)

    def _choice(self, condition: Any, then: EncodedInt, otherwise: EncodedInt) -> EncodedInt:
        low, high = min(then.low, otherwise.low), max(then.high, otherwise.high)
        width = _width(low, high)
        term = self._make(
            "ITE", condition, self._resized(then, width), self._resized(otherwise, width)
        )
        return EncodedInt(term, low, high)

    # Bool

    def _among(self, args: list[EncodedInt], intervals: Any, _: str) -> Any:
        return self._make(
            "OR",
            *[
                self._make(
                    "AND",
                    self._compared("BV_SGE", args[0], low),
                    self._compared("BV_SLE", args[0], high),
                )
                for low, high in intervals
            ],
        )

    # Below: widths

    def _compared(self, kind: str, a: EncodedInt | RoundedFloat, bound: int) -> Any:
        if isinstance(a, RoundedFloat):
            return self._whole_compared(kind, a, bound)
        width = max(a.width, _bits(bound))
        if width > WIDEST:
            # No vector here holds such a value, so the sign of the bound decides.
            if kind == "EQUAL":
                return self._manager.mk_false()
            decided = bound > 0 if kind == "BV_SLE" else bound < 0
            return self._manager.mk_true() if decided else self._manager.mk_false()
        return self._make(kind, self._resized(a, width), self._value(bound, width))

    def _equals(self, a: EncodedInt, value: int) -> Any:
        return self._compared("EQUAL", a, value)

    def _assume_nonzero(self, divisor: EncodedInt) -> None:
        if divisor.low <= 0 <= divisor.high:
            self.assumptions.append(self._make("NOT", self._equals(divisor, 0)))

    def _assume_between(self, a: EncodedInt, low: int, high: int | None) -> None:
        if a.low < low:
            self.assumptions.append(self._compared("BV_SGE", a, low))
        if high is not None and a.high > high:
            self.assumptions.append(self._compared("BV_SLE", a, high))

    def _integer(self, value: int) -> EncodedInt:
        return EncodedInt(self._value(value, _width(value, value)), value, value)

    def _value(self, value: int, width: int) -> Any:
        sort = self._manager.mk_bv_sort(width)
        return self._manager.mk_bv_value(sort, format(value & ((1 << width) - 1), "x"), 16)

    def _resized(self, a: EncodedInt, width: int) -> Any:
        """The vector with its sign extended, or the low bits of it."""
        if width == a.width:
            return a.term
        if width > a.width:
            extend = self._kind.BV_SIGN_EXTEND
            return self._manager.mk_term(extend, [a.term], [width - a.width])
        return self._manager.mk_term(self._kind.BV_EXTRACT, [a.term], [width - 1, 0])

    def _narrowed(self, term: Any, low: int, high: int, width: int) -> EncodedInt:
        """A vector of this width as a node, cut to the bits that the interval needs."""
        needed = _width(low, high)
        if needed < width:
            term = self._manager.mk_term(self._kind.BV_EXTRACT, [term], [needed - 1, 0])
        elif needed > width:
            extend = self._kind.BV_SIGN_EXTEND
            term = self._manager.mk_term(extend, [term], [needed - width])
        return EncodedInt(term, low, high)

    def _node(self, vector: Any, bits: int) -> EncodedInt:
        return EncodedInt(vector, *_all_of(bits))

    def _limited(self, node: EncodedInt, bits: int) -> None:
        """Looks only at values of so many bits, without sign."""
        self._assume_between(node, -(1 << bits), 1 << bits)

    def _make(self, kind: str, *args: Any) -> Any:
        return self._manager.mk_term(getattr(self._kind, kind), list(args))


Encoding = Callable[[BitEncoder, list[Any], Any, str], Any]


def _same(kind: str) -> Encoding:
    """The encoding of an operation that bitwuzla has, too."""
    return lambda encoder, args, payload, sort: encoder._make(kind, *args)


def _rounded(kind: str) -> Encoding:
    return lambda encoder, args, payload, sort: encoder._rounded(kind, *args)


def _against_bound(kind: str) -> Encoding:
    return lambda encoder, args, bound, sort: encoder._compared(kind, args[0], bound)


def _compared_exactly(kind: str) -> Encoding:
    return lambda encoder, args, payload, sort: encoder._make(
        kind, *[encoder._exact_float(arg) for arg in args]
    )


def _either_bit(kind: str) -> Encoding:
    """The bits of two Ints joined so that of two numbers without sign none has a sign."""

    def encoded(encoder: BitEncoder, args: list[EncodedInt], payload: Any, sort: str) -> EncodedInt:
        width, term = encoder._bitwise(kind, *args)
        low, high = _all_of(width)
        return EncodedInt(term, 0 if all(node.low >= 0 for node in args) else low, high)

    return encoded


def _unsupported(encoder: BitEncoder, args: list[Any], payload: Any, sort: str) -> Any:
    raise Unsupported


ENCODERS: dict[str, Encoding] = {
    "const": BitEncoder._const,
    "var": BitEncoder._var,
    "linear": BitEncoder._linear,
    "mul": lambda encoder, args, payload, sort: encoder._product(*args),
    "floordiv": BitEncoder._floordiv,
    "mod": BitEncoder._mod,
    "pow": BitEncoder._pow,
    "lshift": BitEncoder._lshift,
    "rshift": BitEncoder._rshift,
    "bitand": BitEncoder._bitand,
    "bitor": _either_bit("BV_OR"),
    "bitxor": _either_bit("BV_XOR"),
    "bit_count": BitEncoder._bit_count,
    "ite": BitEncoder._ite,
    "le": _against_bound("BV_SLE"),
    "ge": _against_bound("BV_SGE"),
    "eq": _against_bound("EQUAL"),
    "among": BitEncoder._among,
    "not": _same("NOT"),
    "and": _same("AND"),
    "or": _same("OR"),
    "fadd": _rounded("FP_ADD"),
    "fsub": _rounded("FP_SUB"),
    "fmul": _rounded("FP_MUL"),
    "fdiv": BitEncoder._fdiv,
    "ffloordiv": _unsupported,
    "fmod": BitEncoder._fmod,
    "fneg": _same("FP_NEG"),
    "fabs": _same("FP_ABS"),
    "to_float": lambda encoder, args, payload, sort: encoder._float_of(args[0]),
    "fcall": BitEncoder._fcall,
    "apply": _unsupported,
    "apply_float": _unsupported,
    "to_int": BitEncoder._to_int,
    "flt": _compared_exactly("FP_LT"),
    "fle": _compared_exactly("FP_LEQ"),
    "feq": _compared_exactly("FP_EQUAL"),
    "fraises": BitEncoder._fraises,
}


def variable_bounds(
    rows: Sequence[Row], roots: Sequence[int], bits: int
) -> dict[str, tuple[int, int]]:
    """The range, within so many bits, that the conditions at the roots leave to each variable."""
    found: dict[str, tuple[int, int]] = {}
    for root in roots:
        op, args, bound, _ = rows[root]
        if op not in ("le", "ge", "eq") or rows[args[0]][0] != "var":
            continue
        name = rows[args[0]][2]
        low, high = found.get(name, _all_of(bits))
        if op != "le":
            low = max(low, bound)
        if op != "ge":
            high = min(high, bound)
        if low > high:
            raise NoValues
        found[name] = low, high
    return found


def _bits(value: int) -> int:
    """The width of a signed vector that holds the value."""
    return (value if value >= 0 else ~value).bit_length() + 1


def _width(low: int, high: int) -> int:
    width = max(_bits(low), _bits(high))
    if width > WIDEST:
        raise TooWide
    return width


def _all_of(width: int) -> tuple[int, int]:
    return -(1 << (width - 1)), (1 << (width - 1)) - 1
