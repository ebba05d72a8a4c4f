"""Every operator and function of float: tracked floats behave as floats, their terms are true."""

from __future__ import annotations

import math
import random

import pytest
from laws import SMALL, TRUTHS, Snippet, check

NAN, INF = math.nan, math.inf
EVIL = (
    0.0, -0.0, 1.5, -2.5, 1e308, -1e308, 5e-324, NAN, INF, -INF, float(2**53 + 1), 0.1, 3.0,
)  # fmt: skip
INTS = (0, 1, -3, 2**53 + 1, 10**400, 7)
ARITHMETIC = ("+", "-", "*", "/", "//", "%")
COMPARISON = ("<", "<=", ">", ">=", "==", "!=")
WITH_MATH = "import math\n"


@pytest.mark.parametrize("operator", (*ARITHMETIC, *COMPARISON))
def test_operators(operator: str) -> None:
    check(f"x {operator} y", {"x": EVIL, "y": EVIL}, size=70)
    check(f"x {operator} x", {"x": EVIL})
    check(f"x {operator} y", {"x": EVIL, "y": INTS}, size=50)
    check(f"x {operator} y", {"x": INTS, "y": EVIL}, size=50)
    check(f"x {operator} p, p {operator} x", {"x": EVIL, "p": TRUTHS})


@pytest.mark.parametrize("operator", (*ARITHMETIC, *COMPARISON))
@pytest.mark.parametrize("constant", ["2", "0", "-0.0", "2.5", "10**400", "2**53 + 1", "True"])
def test_constants(operator: str, constant: str) -> None:
    check(f"x {operator} ({constant})", {"x": EVIL})
    check(f"({constant}) {operator} x", {"x": EVIL})


@pytest.mark.parametrize("operator", (*ARITHMETIC, *COMPARISON, "**"))
def test_ints_with_floats_become_floats(operator: str) -> None:
    values = (*INTS, *SMALL)
    for number in ("0.5", "-2.5", "0.0", "float('inf')", "float('nan')", "3.0"):
        check(f"x {operator} {number}", {"x": values}, exact=operator != "**")
        check(f"{number} {operator} x", {"x": values}, exact=operator != "**")


def test_powers() -> None:
    check("x ** y", {"x": EVIL, "y": EVIL}, size=120, exact=False)
    check("x ** y", {"x": EVIL, "y": SMALL}, size=80)
    check("x ** 2, x ** -1 if x else 0", {"x": EVIL})
    check("x ** 0.5 if x >= 0 else -1", {"x": EVIL})
    check("2.0 ** x", {"x": (*EVIL, 2000.0)})
    check("x ** y", {"x": SMALL, "y": (0, 1, 3, -1, -3)})
    check("x **= 2; return x", {"x": EVIL})
    check("pow(x, 2), pow(x, 2, 3)", {"x": EVIL})


def test_true_division_of_ints_rounds_once() -> None:
    large = (0, 1, -3, 7, 2**53 + 1, 10**400, 10**401, 3 * 10**308, 10**22)
    check("x / y", {"x": large, "y": large}, size=80)
    check("x / 3, 7 / x if x else 0", {"x": large})
    check("x / 10**400", {"x": large})
    check("float(x), float(x) + 0.5", {"x": large})
    check("x / 2 == 3.5, x / y > 0.3", {"x": SMALL, "y": SMALL})


@pytest.mark.parametrize(
    "source",
    [
        "-x, +x, abs(x)", "not x, bool(x), 1 if x else 2", "x.real, x.imag, x.conjugate()",
        "x.is_integer()", "float.is_integer(x)", "float(x), float(x) is x", "x is x, x is None",
        "type(x), isinstance(x, float), isinstance(x, int)", "0.5 < x < 4", "x < 1 != x > 2",
        "min(x, 1.5), max(x, 0.0, 2.5), min(2, x)", "x in (0.1, 3.0), x in [x]", "divmod(x, 2.5)",
        "divmod(7, x)", "[0.5, 1.5][x > 1]", "sum([x, 0.1, x, 1])", "x += 1; return x",
        "setattr(x, 'real', 3)", "x.foo", "len(x)", "x[0]", "[1, 2, 3][x]", "range(x)", "x()",
        "x & 1", "1 << x", "~x", "x @ 2", "x + 'a'", "'ab' * x", "x * [1]", "x.is_integer(1)",
        "[1.0, x][0], (x, 2.5)[1]",
    ],
)  # fmt: skip
def test_builtins(source: str) -> None:
    check(source, {"x": EVIL})


@pytest.mark.parametrize("function", ["int", "round", "math.floor", "math.ceil", "math.trunc"])
def test_rounding_to_ints(function: str) -> None:
    halves = (*EVIL, 0.5, 1.5, 2.5, -0.5, -1.5, 2.0**52 + 0.5, 1e22)
    check(f"{function}(x)", {"x": halves}, preamble=WITH_MATH)
    check(f"{function}(x) == 2, {function}(x * 2) % 3", {"x": halves}, preamble=WITH_MATH)


def test_json_of_what_is_no_number() -> None:
    source = "import json; return json.dumps([x]), json.dumps(x, allow_nan=p)"
    check(source, {"x": (1.5, float("nan"), float("inf"), -float("inf")), "p": (False, True)})


def test_rounding_to_digits() -> None:
    values = (*EVIL, 2.675, 0.125, -1234.5678, 1.7e308)
    for digits in ("0", "2", "-1", "-308", "None", "True"):
        check(f"round(x, {digits})", {"x": values})
    check("round(x, y)", {"x": values, "y": (0, 1, -2, 3)})
    check("round(x, 1.5)", {"x": values})


UNARY = (
    "sqrt", "sin", "cos", "tan", "log", "log2", "log10", "log1p", "exp", "exp2", "expm1", "acos",
    "asin", "atan", "acosh", "asinh", "atanh", "sinh", "cosh", "tanh", "gamma", "lgamma", "erf",
    "erfc", "degrees", "radians", "cbrt", "ulp", "fabs", "isnan", "isinf", "isfinite", "modf",
)  # fmt: skip


@pytest.mark.parametrize("name", UNARY)
def test_functions_of_math(name: str) -> None:
    floats = (*EVIL, 0.5, 710.0, -1.0, 1.0, -0.5)
    check(f"math.{name}(x)", {"x": floats}, preamble=WITH_MATH)
    check(f"math.{name}(x)", {"x": (*INTS, 10**300)}, preamble=WITH_MATH)
    check(f"math.{name}(p)", {"p": TRUTHS}, preamble=WITH_MATH)


@pytest.mark.parametrize(
    "name",
    ["atan2", "copysign", "pow", "fmod", "remainder", "nextafter", "hypot", "log", "isclose"],
)
def test_functions_of_two_floats(name: str) -> None:
    check(f"math.{name}(x, y)", {"x": EVIL, "y": EVIL}, size=60, preamble=WITH_MATH)
    check(f"math.{name}(x, y)", {"x": INTS, "y": EVIL}, size=30, preamble=WITH_MATH)
    check(f"math.{name}(2.5, y)", {"y": EVIL}, preamble=WITH_MATH)


def test_other_functions_of_math() -> None:
    for source in (
        "math.ldexp(x, 3)", "math.ldexp(x, 2000)", "math.fsum([x, 0.1, x])", "math.hypot(x, 1, x)",
        "math.isclose(x, 1.5, rel_tol=0.5)", "math.isclose(x, 1.5, abs_tol=x)", "math.sqrt()",
        "math.isclose(1.0, 2.0, rel_tol=x)", "math.prod([x, 2, x])", "math.sqrt('a')",
        "math.gcd(x, 2)", "math.isqrt(x)", "math.hypot(x, 'a')",
    ):  # fmt: skip
        check(source, {"x": EVIL}, preamble=WITH_MATH, exact="'a'" not in source)
    check("math.ldexp(x, y)", {"x": EVIL, "y": (0, 3, -5, 2000)}, preamble=WITH_MATH)
    for source in ("math.frexp(x)", "math.factorial(x)"):
        check(source, {"x": EVIL}, preamble=WITH_MATH, exact=False)


def test_sums_are_what_this_python_adds_up() -> None:
    tenths = (0.1, 0.2, 0.3, 1e16, -1e16, 1.0, INF, NAN)
    check("sum([x, y, 0.3, x])", {"x": tenths, "y": tenths}, size=60)
    check("sum((x, 1, y))", {"x": tenths, "y": tenths})
    check("sum([x] * 10)", {"x": tenths})
    check("sum([x, y], 0.5)", {"x": tenths, "y": tenths})
    check("sum((v for v in [x, y, 0.3]), start=y)", {"x": tenths, "y": tenths})
    mixed = "from fractions import Fraction\n"
    check("sum([0.1, x, Fraction(1, 3), y])", {"x": tenths, "y": tenths}, preamble=mixed)
    check("sum([x, None]), sum([x], [])", {"x": tenths})


FOREIGN = """
    from decimal import Decimal
    from fractions import Fraction

    class Reflects:
        def __radd__(self, other): return ("radd", other)
        def __add__(self, other): return ("add", other)
        def __gt__(self, other): return ("gt", other)
        def __eq__(self, other): return ("eq", other)
        def __hash__(self): return 1

    class Metres(float):
        def __add__(self, other): return ("metres", float(self), other)
        __radd__ = __add__

    class Plain(float):
        pass
"""


@pytest.mark.parametrize(
    "operand",
    [
        "2j",
        "Fraction(1, 3)",
        "Decimal('1.5')",
        "None",
        "[1]",
        "Reflects()",
        "Metres(2)",
        "Plain(2)",
    ],
)
def test_foreign_operands(operand: str) -> None:
    for operator in (*ARITHMETIC, *COMPARISON, "**"):
        source = f"""
        v = {operand}
        results = []
        for mirrored in (False, True):
            try:
                r = v {operator} x if mirrored else x {operator} v
            except (TypeError, ArithmeticError, ValueError) as e:
                results.append((type(e).__name__, str(e)))
            else:
                text = repr(r)
                results.append(r if type(r) in (float, bool, tuple) else text)
        return results
        """
        check(source, {"x": (0.0, 1.5, -2.5, 0.1, INF)}, exact=False, preamble=FOREIGN)


@pytest.mark.parametrize(
    "source",
    [
        "hash(x)", "x.hex()", "x.as_integer_ratio()", "complex(x, 1)", "{x: 1}", "{0.5: 2}.get(x)",
        "import struct; return struct.pack('d', x)", "x in {0.1, 3.0}", "(2.5).__add__(x)",
        "import copy; return copy.deepcopy([x]), copy.copy(x)", "sorted([x, 1.0, 0.5])",
        "import statistics; return statistics.mean([x, 1.0])", "str(x) == '1.5'", "(-8.0) ** x",
        "f'{x:.2f}' == '1.50'", "'%.2f' % x == '1.50'", "'%d' % x == '1'", "[x] == [1.5]",
        "float.fromhex('0x1p3') + x",
    ],
)  # fmt: skip
def test_what_is_lost_is_noted(source: str) -> None:
    check(source, {"x": EVIL}, exact=False)


@pytest.mark.parametrize("source", ["hash(x)", "x.hex()", "x.as_integer_ratio()"])
def test_losses_have_a_reason(source: str) -> None:
    assert Snippet(source, ["x"]).run_twin({"x": 1.5}).lost


def test_text_on_its_way_out_loses_nothing() -> None:
    check("f'{x:.2f}', str(x), '%5.1f' % x", {"x": EVIL})
    check("raise ValueError(f'{x} is too much')", {"x": EVIL})


# Random functions


def _expression(draw: random.Random, depth: int) -> str:
    if depth == 0 or draw.random() < 0.15:
        return draw.choice(("x", "y", "n", "x", "y", "0.5", "2", "-1.5", "1e16", "0.0", "-0.0"))
    one, other = _expression(draw, depth - 1), _expression(draw, depth - 1)
    kind = draw.random()
    if kind < 0.65:
        return f"({one} {draw.choice(('+', '-', '*', '/', '//', '%'))} {other})"
    if kind < 0.8:
        functions = ("abs", "-", "float", "math.sqrt", "math.floor", "int", "round")
        return f"{draw.choice(functions)}({one})"
    if kind < 0.9:
        return f"{draw.choice(('min', 'max', 'math.copysign', 'math.hypot'))}({one}, {other})"
    return f"({one} if {_condition(draw, depth - 1)} else {other})"


def _condition(draw: random.Random, depth: int) -> str:
    one, other = _expression(draw, depth), _expression(draw, depth)
    return f"{one} {draw.choice(('<', '<=', '==', '!=', '>', '>='))} {other}"


@pytest.mark.parametrize("seed", range(40))
def test_random_functions(seed: int) -> None:
    draw = random.Random(seed)
    source = f"""
    z = {_expression(draw, 3)}
    if {_condition(draw, 2)}:
        z = {_expression(draw, 2)}
    elif z > {_expression(draw, 1)}:
        return z, 1
    return z
    """
    domains = {"x": EVIL, "y": (*EVIL, 2.0, -7.25), "n": (0, 1, -3, 2**53 + 1)}
    check(source, domains, size=25, preamble=WITH_MATH)
