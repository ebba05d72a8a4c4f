"""Models of `math` and `operator` functions on ints; those on floats are in `float_math`."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from types import MethodDescriptorType
from typing import Any

from wend.run.calls.opaque import call_plainly
from wend.run.models.counting import small_gcd
from wend.run.models.float_math import FUNCTIONS as FLOATS
from wend.run.operations import probes
from wend.run.tracked import SymBool, SymFloat, SymInt
from wend.run.tracked.lift import TRACKED, own_method


def _any_tracked(args: tuple[Any, ...]) -> bool:
    return not TRACKED.isdisjoint(map(type, args))


def _all_ints(args: tuple[Any, ...]) -> bool:
    return all(isinstance(arg, int) for arg in args)


def gcd_model(*args: Any) -> Any:
    if not _any_tracked(args) or not _all_ints(args):
        return math.gcd(*args)
    common: Any = 0
    for number in args:
        a, b = abs(common), abs(number)
        if _any_tracked((a, b)) and (small := small_gcd(a, b)) is not None:
            common = small
            continue
        while b:
            a, b = b, a % b
        common = a
    return common


def lcm_model(*args: Any) -> Any:
    if not _any_tracked(args) or not _all_ints(args):
        return math.lcm(*args)
    common: Any = 1
    for number in args:
        if number == 0:
            return 0
        common = abs(common // gcd_model(common, number) * number)
    return common


def prod_model(*args: Any, **keywords: Any) -> Any:
    if len(args) != 1 or set(keywords) - {"start"}:
        return math.prod(*args, **keywords)
    product = keywords.get("start", 1)
    for factor in args[0]:
        product = product * factor
    return product


def index_model(value: Any, /) -> Any:
    tracked: Any = value
    return +tracked if type(value) in (SymInt, SymBool) else operator.index(value)


def _rounded(original: Callable[..., Any], method: str) -> Callable[..., Any]:
    def model(*args: Any) -> Any:
        if len(args) == 1 and type(args[0]) in TRACKED:
            if type(args[0]) is SymFloat:
                return getattr(args[0], method)()
            return index_model(args[0])  # an int is rounded already
        return original(*args)

    return model


def round_model(*args: Any, **keywords: Any) -> Any:
    """`round(Decimal("2.5"), x)`: such native numbers insist on a plain number of digits."""
    number, digits = (*args, *keywords.values(), None, None)[:2]
    if (
        type(digits) in TRACKED
        and type(number) not in (int, float)
        and type(own_method(type(number), "__round__")) is MethodDescriptorType
    ):
        return call_plainly(round, args, keywords)
    return round(*args, **keywords)


def isqrt_model(*args: Any) -> Any:
    """Decided, in doubling steps and then by halving: between which squares the number lies."""
    if len(args) != 1 or type(args[0]) not in TRACKED:
        return math.isqrt(*args)
    number: Any = index_model(args[0])
    if number < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    low, high = 0, 1
    while number >= high * high:
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        if number < middle * middle:
            high = middle
        else:
            low = middle
    return low


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    round: round_model,
    math.gcd: gcd_model,
    math.lcm: lcm_model,
    math.prod: prod_model,
    math.isqrt: isqrt_model,
    math.floor: _rounded(math.floor, "__floor__"),
    math.ceil: _rounded(math.ceil, "__ceil__"),
    math.trunc: _rounded(math.trunc, "__trunc__"),
    operator.index: index_model,
    operator.getitem: lambda a, b, /: probes.getitem(a, b),
    operator.setitem: lambda a, b, c, /: probes.setitem(c, a, b),
    operator.delitem: lambda a, b, /: probes.delitem(a, b),
    operator.contains: lambda a, b, /: probes.contains(b, a),
    operator.is_: lambda a, b, /: probes.same(a, b),
    operator.is_not: lambda a, b, /: probes.negation(probes.same(a, b)),
    operator.not_: lambda a, /: probes.negation(a),
    **FLOATS,
}
