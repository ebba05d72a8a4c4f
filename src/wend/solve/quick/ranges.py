"""Interval arithmetic over ints and floats, which refutes goals without a solver.

Comparisons of a float with constants contradict each other, which makes most of the infeasible
goals on floats. Most others ask whether a value is nan or infinite, which sums and products of
moderate numbers never are. Rounding is monotone, so the ends of a range can be computed with
Python's own floats.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from types import MappingProxyType

from wend.expr.operations import ROUNDINGS
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.record import Record
from wend.solve.quick.bounds import Bounds, comparison, natural_bounds

DEEPEST = 24
"""Levels of a term down to which its range is computed."""

LARGEST_TABLE = 256
"""Constants in a table whose range is computed."""

Number = int | float


class Range(Record):
    """The range of a term's value if that is a number, and whether it may be nan."""

    low: Number = -math.inf
    high: Number = math.inf
    may_be_nan: bool = False

    @property
    def ends(self) -> tuple[int | None, int | None]:
        """The least and the greatest value of an int; None for no bound."""
        low, high = (None if abs(end) == math.inf else int(end) for end in (self.low, self.high))
        return low, high

    @property
    def is_empty(self) -> bool:
        return self.low > self.high and not self.may_be_nan

    def within(self, other: Range) -> Range:
        """The part that is also in another range."""
        is_nan = self.may_be_nan and other.may_be_nan
        return Range(max(self.low, other.low), min(self.high, other.high), is_nan)


_NUMBER = Range()
_ANY_FLOAT = Range(may_be_nan=True)
_ONLY_NAN = Range(math.inf, -math.inf, may_be_nan=True)
_FINITE = Range(-sys.float_info.max, sys.float_info.max)


def out_of_range(conditions: Iterable[Term]) -> bool:
    """Whether one of the conditions, which all have to hold, cannot: a proof, if true."""
    conditions = tuple(conditions)
    bounds: dict[Term, Bounds] = {}
    floats: dict[Term, Range] = {}
    for condition in conditions:
        compared = comparison(condition)
        if compared is not None:
            op, whole, value = compared
            bounds[whole] = (bounds.get(whole) or natural_bounds(whole)).after(op, value)
        for whole, left in _compared_floats(condition):
            floats[whole] = floats.get(whole, _ANY_FLOAT).within(left)
            if whole.op == "fabs":
                inner = Range(-left.high, left.high, left.may_be_nan)
                floats[whole.args[0]] = floats.get(whole.args[0], _ANY_FLOAT).within(inner)
    if any(each.is_empty for each in floats.values()):
        return True
    ranges = Ranges(lambda whole: bounds.get(whole) or natural_bounds(whole), floats)
    return (
        any(not ranges.allow(condition) for condition in conditions)
        or any(each.within(*ranges.of(whole).ends).is_empty for whole, each in bounds.items())
        or any(not orders for orders in _orders_left(conditions, ranges).values())
    )


_LESS, _EQUAL, _GREATER, _UNORDERED = 1, 2, 4, 8
_ORDERS = {"flt": _LESS, "fle": _LESS | _EQUAL, "feq": _EQUAL}
"""How two numbers may be ordered where a comparison is true."""


def _orders_left(conditions: Iterable[Term], ranges: Ranges) -> dict[tuple[Term, Term], int]:
    """For each pair of compared numbers, the orders that their comparisons leave together."""
    found: dict[tuple[Term, Term], int] = {}
    for condition in conditions:
        wanted = condition.op != "not"
        atom = condition if wanted else condition.args[0]
        if atom.op not in _ORDERS or atom.args[0] is atom.args[1]:
            continue
        a, b = atom.args
        orders = _ORDERS[atom.op] if wanted else ~_ORDERS[atom.op]
        if (b, a) in found:
            a, b = b, a
            orders = orders & ~(_LESS | _GREATER) | _mirrored(orders)
        all_orders = _LESS | _EQUAL | _GREATER
        if ranges.of(a).may_be_nan or ranges.of(b).may_be_nan:
            all_orders |= _UNORDERED
        found[a, b] = found.get((a, b), all_orders) & orders
    return found


def _mirrored(orders: int) -> int:
    return (_GREATER if orders & _LESS else 0) | (_LESS if orders & _GREATER else 0)


class Ranges:
    """The ranges of terms, from what is known of the terms that they are made of."""

    def __init__(
        self,
        bounds_of: Callable[[Term], Bounds],
        floats: Mapping[Term, Range] = MappingProxyType({}),
    ) -> None:
        """`bounds_of` gives what is known of an Int, `floats` what is known of Floats."""
        self._bounds_of = bounds_of
        self._floats = floats
        self._known: dict[Term, Range] = {}

    def allow(self, condition: Term) -> bool:
        """Whether a comparison of floats may hold; of others nothing is said."""
        wanted = condition.op != "not"
        atom = condition if wanted else condition.args[0]
        if atom.op not in ("flt", "fle", "feq"):
            return True
        a, b = (self.of(each) for each in atom.args)
        if not wanted and (a.may_be_nan or b.may_be_nan):
            return True
        is_same = atom.args[0] is atom.args[1]
        match atom.op, wanted:
            case "flt", True:
                return a.low < b.high
            case "flt", False:
                return a.high >= b.low
            case "fle", True:
                return a.low <= b.high
            case "fle", False:
                return a.high > b.low and not is_same
            case "feq", True:
                return a.low <= b.high and b.low <= a.high
            case _:
                return not is_same and not a.low == a.high == b.low == b.high

    def of(self, node: Term, depth: int = DEEPEST) -> Range:
        found = self._known.get(node)
        if found is None:
            found = self._computed(node, depth)
            if depth > DEEPEST // 2:  # what was cut short is computed anew where it may be more
                self._known[node] = found
        return found

    def _computed(self, node: Term, depth: int) -> Range:
        if node.op == "const":
            value = node.payload
            return _ANY_FLOAT if value != value else Range(value, value)
        if node.sort is Sort.FLOAT:
            inner = self._float(node, depth - 1) if depth else _ANY_FLOAT
            return inner.within(self._floats.get(node, _ANY_FLOAT))
        bounds = self._bounds_of(node)
        inner = self._int(node, depth - 1) if depth else _NUMBER
        low = -math.inf if bounds.low is None else bounds.low
        high = math.inf if bounds.high is None else bounds.high
        return Range(max(low, inner.low), min(high, inner.high))

    def _int(self, node: Term, depth: int) -> Range:
        match node.op:
            case "linear":
                coefficients, constant = node.payload
                if (apart := _roundings_apart(node)) is not None:
                    return Range(apart.low + constant, apart.high + constant)
                low = high = constant
                for factor, atom in zip(coefficients, node.args, strict=True):
                    part = self.of(atom, depth)
                    ends = [_times(factor, part.low), _times(factor, part.high)]
                    low, high = _plus(low, min(ends)), _plus(high, max(ends))
                return Range(low, high)
            case "to_int":
                part = self.of(node.args[0], depth)
                how = ROUNDINGS[node.payload]
                low = how(part.low) if abs(part.low) < math.inf else part.low
                return Range(low, how(part.high) if abs(part.high) < math.inf else part.high)
            case "mul" if node.args[0] is node.args[1]:
                part = self.of(node.args[0], depth)
                most = max(_times(part.low, part.low), _times(part.high, part.high))
                return Range(0, most)
            case "mul":
                a, b = (self.of(each, depth) for each in node.args)
                ends = [_times(*each) for each in product((a.low, a.high), (b.low, b.high))]
                return Range(min(ends), max(ends))
            case "ite":
                return _of_table(node) or self._either(node, depth)
            case "mod" if node.args[1].op == "const" and node.args[1].payload > 0:
                return Range(0, node.args[1].payload - 1)
            case "bitand" if node.args[1].op == "const" and node.args[1].payload >= 0:
                return Range(0, node.args[1].payload)
            case "bit_count":
                return Range(0)
            case _:
                return _NUMBER

    def _float(self, node: Term, depth: int) -> Range:
        match node.op:
            case "to_float":
                # The caller has branched on those that are too large.
                part = self.of(node.args[0], depth)
                return Range(_as_float(part.low), _as_float(part.high))
            case "fneg":
                part = self.of(node.args[0], depth)
                return Range(-part.high, -part.low, part.may_be_nan)
            case "fabs":
                part = self.of(node.args[0], depth)
                low = 0.0 if part.low <= 0 <= part.high else min(abs(part.low), abs(part.high))
                return Range(low, max(abs(part.low), abs(part.high)), part.may_be_nan)
            case "fadd" | "fsub" | "fmul":
                return _combined(node.op, *[self.of(each, depth) for each in node.args])
            case "fdiv" if node.args[0].sort is node.args[1].sort is Sort.INT:
                return _quotient(*[self.of(each, depth) for each in node.args])
            case "ite":
                return self._either(node, depth)
            case "fcall" if node.payload == "pow" and _is_even(node.args[1]):
                return Range(0.0, may_be_nan=True)
            case "fcall" if node.payload in _OF_ARGUMENTS:
                return _OF_ARGUMENTS[node.payload](*[self.of(each, depth) for each in node.args])
            case "fcall":
                return _RESULTS.get(node.payload, _ANY_FLOAT)
            case _:
                return _ANY_FLOAT

    def _either(self, node: Term, depth: int) -> Range:
        a, b = (self.of(each, depth) for each in node.args[1:])
        return Range(min(a.low, b.low), max(a.high, b.high), a.may_be_nan or b.may_be_nan)


@lru_cache(maxsize=1 << 12)
def _of_table(choice: Term) -> Range | None:
    """The range of the constants between which a table chooses; None if it is no table."""
    found: list[int] = []
    waiting = [choice]
    while waiting:
        for arm in waiting.pop().args[1:]:
            if arm.op == "ite":
                waiting.append(arm)
            elif arm.op == "const" and len(found) < LARGEST_TABLE:
                found.append(arm.payload)
            else:
                return None
    return Range(min(found), max(found))


def _compared_floats(condition: Term) -> Iterator[tuple[Term, Range]]:
    """The ranges that a comparison with itself or a constant, or its negation, leaves to a float.

    A float of which a comparison is false may always be nan.
    """
    wanted = condition.op != "not"
    atom = condition if wanted else condition.args[0]
    if atom.op not in ("flt", "fle", "feq"):
        return
    one, other = atom.args
    if one is other and atom.op != "flt":
        yield one, _NUMBER if wanted else _ONLY_NAN
    elif one.sort is other.sort is Sort.FLOAT:
        if other.op == "const" and not math.isnan(other.payload):
            yield one, _left_of(atom.op, other.payload, wanted)
        elif one.op == "const" and not math.isnan(one.payload):
            # c < x is false where x <= c, and c <= x where x < c.
            opposite = {"flt": "fle", "fle": "flt", "feq": "feq"}[atom.op]
            left = _left_of(opposite, one.payload, wanted is (atom.op == "feq"))
            yield other, Range(left.low, left.high, may_be_nan=not wanted)


def _left_of(op: str, bound: float, wanted: bool) -> Range:
    """The values of x for which `x OP bound` is true, or false."""
    if op == "feq":
        return Range(bound, bound) if wanted else _ANY_FLOAT
    is_strict = op == "flt"
    if wanted:
        return Range(high=math.nextafter(bound, -math.inf) if is_strict else bound)
    return Range(bound if is_strict else math.nextafter(bound, math.inf), may_be_nan=True)


def _times(a: Number, b: Number) -> Number:
    """A product of ends of ranges of ints: no bound times 0 is 0."""
    if math.inf in (abs(a), abs(b)):  # an int may be too large to be multiplied by a float
        return 0 if 0 in (a, b) else math.inf if (a > 0) is (b > 0) else -math.inf
    return a * b


def _plus(a: Number, b: Number) -> Number:
    """A sum of ends of ranges of ints, of which at most one kind is infinite."""
    return next((each for each in (a, b) if abs(each) == math.inf), None) or a + b


def _as_float(end: Number) -> float:
    largest = sys.float_info.max
    return float(min(max(end, -largest), largest))


def _quotient(a: Range, b: Range) -> Range:
    """The range of a quotient of ints: it is finite or raises, which the caller has branched on."""
    largest = sys.float_info.max
    if b.low != b.high or not 0 < b.low <= largest:
        return _FINITE
    # Rounded twice, they may be one step off.
    low = math.nextafter(a.low / b.low, -math.inf) if abs(a.low) <= largest else -largest
    high = math.nextafter(a.high / b.low, math.inf) if abs(a.high) <= largest else largest
    return Range(low, high)


def _combined(op: str, a: Range, b: Range) -> Range:
    """The range of a sum, difference or product of floats."""
    may_be_nan = a.may_be_nan or b.may_be_nan
    if op == "fsub":
        b = Range(-b.high, -b.low)
    if op != "fmul":
        low, high = a.low + b.low, a.high + b.high
        is_nan = (a.high == math.inf and b.low == -math.inf) or (
            a.low == -math.inf and b.high == math.inf
        )
        return _ANY_FLOAT if is_nan else Range(low, high, may_be_nan)
    ends = [x * y for x, y in product((a.low, a.high), (b.low, b.high))]
    if math.inf in map(abs, (a.low, a.high, b.low, b.high)):
        return _ANY_FLOAT  # 0 times infinity
    return Range(min(ends), max(ends), may_be_nan)


def _roundings_apart(node: Term) -> Range | None:
    """The range of a difference between two roundings of one float, without the constant."""
    coefficients, _ = node.payload
    if sorted(coefficients) != [-1, 1] or any(each.op != "to_int" for each in node.args):
        return None
    more, less = node.args if coefficients[0] == 1 else node.args[::-1]
    if more.args[0] is not less.args[0]:
        return None
    if more.payload == "math.ceil" or less.payload == "math.floor":
        return Range(0, 1)
    if more.payload == "math.floor" or less.payload == "math.ceil":
        return Range(-1, 0)
    return Range(-1, 1)


def _size(a: Range, b: Range) -> Range:
    """The range of the absolute value of a complex number, by those of its parts."""
    high = max(abs(a.low), abs(a.high)) + max(abs(b.low), abs(b.high))
    return Range(0.0, math.nextafter(high, math.inf), a.may_be_nan or b.may_be_nan)


def _with_sign(a: Range, b: Range) -> Range:
    """The range of `math.copysign`."""
    most = max(abs(a.low), abs(a.high))
    return Range(-most, most, a.may_be_nan)


def _left_over(a: Range, b: Range) -> Range:
    """The range of `math.fmod`, which has the sign of its first argument."""
    most = max(abs(b.low), abs(b.high))
    below = math.nextafter(most, 0.0) if most < math.inf else most
    low, high = max(a.low, -below), min(a.high, below)
    is_nan = a.may_be_nan or b.may_be_nan
    return Range(0.0 if a.low >= 0 else low, 0.0 if a.high <= 0 else high, is_nan)


_OF_ARGUMENTS: dict[str, Callable[[Range, Range], Range]] = {
    "abs": _size,
    "math.copysign": _with_sign,
    "math.fmod": _left_over,
}
"""Ranges of the results of functions, by those of their arguments."""


def _is_even(exponent: Term) -> bool:
    """Whether no power with this exponent is negative."""
    return exponent.op == "const" and exponent.payload in (2, 4, 0.5)


_UNIT = Range(-1.0, 1.0, may_be_nan=True)
_NOT_NEGATIVE = Range(0.0, may_be_nan=True)
_RESULTS = {
    **dict.fromkeys(("math.sin", "math.cos", "math.tanh", "math.erf"), _UNIT),
    **dict.fromkeys(("math.atan", "math.asin"), Range(-1.6, 1.6, may_be_nan=True)),
    "math.atan2": Range(-3.2, 3.2, may_be_nan=True),
    "math.acos": Range(0.0, 3.2, may_be_nan=True),
    **dict.fromkeys(("math.exp", "math.exp2", "math.cosh", "math.hypot"), _NOT_NEGATIVE),
    "math.sqrt": _NOT_NEGATIVE,
}
"""Ranges of the results of functions, whatever the C library rounds."""
