"""Every operator of int: a tracked int behaves as an int, and its term tells the truth."""

from __future__ import annotations

import pytest
from laws import SMALL, TRUTHS, WIDE, check

BINARY = ("+", "-", "*", "//", "%", "&", "|", "^")
COMPARISON = ("<", "<=", ">", ">=", "==", "!=")
SHIFTS = ("<<", ">>")
INT_CONSTANTS = ("0", "1", "-1", "7", "-8", "True", "False", "2**64")
FLOATS = (
    "0.0", "-0.0", "0.5", "-0.5", "3.0", "2.999", "-7.5", "1e300", "-1e300", "5e-324",
    "2.0**63", "9007199254740993.0", "float('nan')", "float('inf')", "-float('inf')",
)  # fmt: skip
SHORT = (*SMALL, 40, -9)


@pytest.mark.parametrize("operator", (*BINARY, *COMPARISON))
def test_two_tracked_ints(operator: str) -> None:
    check(f"x {operator} y", {"x": WIDE, "y": WIDE}, size=40)
    check(f"x {operator} x", {"x": WIDE})
    check(f"x + 1 {operator} y - 2 * x", {"x": SMALL, "y": SMALL})


@pytest.mark.parametrize("operator", (*BINARY, *COMPARISON))
@pytest.mark.parametrize("constant", INT_CONSTANTS)
def test_tracked_int_with_constant(operator: str, constant: str) -> None:
    check(f"x {operator} {constant}", {"x": WIDE})
    check(f"{constant} {operator} x", {"x": WIDE})


@pytest.mark.parametrize("operator", SHIFTS)
def test_shifts(operator: str) -> None:
    check(f"x {operator} y", {"x": WIDE, "y": SHORT})
    check(f"x {operator} 3", {"x": WIDE})
    check(f"x {operator} -3", {"x": WIDE})
    check(f"x {operator} True", {"x": WIDE})
    check(f"5 {operator} x", {"x": SHORT})
    check(f"0 {operator} x", {"x": SHORT})
    check(f"True {operator} x", {"x": SHORT})


def test_powers() -> None:
    check("x ** y", {"x": SMALL, "y": range(7)})
    check("x ** 3", {"x": WIDE})
    check("x ** 0", {"x": WIDE})
    check("x ** True", {"x": WIDE})
    check("2 ** x", {"x": range(9)})
    check("0 ** x", {"x": range(9)})
    check("True ** x", {"x": range(9)})
    check("x ** y", {"x": SMALL, "y": SMALL}, exact=False)
    check("x ** -1", {"x": SMALL}, exact=False)
    check("2 ** x", {"x": SMALL}, exact=False)
    check("x ** 0.5", {"x": SMALL}, exact=False)
    check("2.5 ** x", {"x": SMALL}, exact=False)


def test_powers_modulo() -> None:
    for expression in (
        "pow(x, y, 7)", "pow(3, x, y)", "pow(x, 5, y)", "pow(x, y, x)", "pow(x, 2, -5)",
        "pow(x, y, 1)", "pow(x, y, 0)", "pow(2, 300, x)", "pow(x, 300, 7)", "pow(True, x, y)",
        "pow(base=x, exp=3, mod=y)", "x.__pow__(y, 7)", "x.__rpow__(y)", "pow(x, y)",
        "pow(x, y, None)", "pow(base=x, exp=y)",
    ):  # fmt: skip
        check(expression, {"x": SMALL, "y": SMALL}, exact=False)
    check("pow(x, y, 7)", {"x": WIDE, "y": range(9)})
    for expression in ("pow(x, 2, 2.0)", "pow(2.0, x, 2)", "pow(x, None, 3)", "pow(x, 2, 'a')"):
        check(expression, {"x": SMALL}, exact=False)


@pytest.mark.parametrize(
    "expression", ["-x", "+x", "~x", "abs(x)", "not x", "-(-x)", "~~x", "- ~x"]
)
def test_unary(expression: str) -> None:
    check(expression, {"x": WIDE})


@pytest.mark.parametrize(
    "expression", ["divmod(x, y)", "divmod(x, 7)", "divmod(x, -7)", "divmod(7, x)", "divmod(x, 0)"]
)
def test_divmod(expression: str) -> None:
    check(expression, {"x": WIDE, "y": WIDE})


def test_true_division() -> None:
    check("x / y", {"x": WIDE, "y": WIDE}, exact=False)
    check("x / 2", {"x": WIDE}, exact=False)
    check("7 / x", {"x": WIDE}, exact=False)
    check("x / 0", {"x": WIDE}, exact=False)
    check("x / 10**400", {"x": WIDE}, exact=False)
    check("x * 10**400 / 3", {"x": WIDE}, exact=False)


@pytest.mark.parametrize("operator", COMPARISON)
@pytest.mark.parametrize("number", FLOATS)
def test_comparison_with_floats(operator: str, number: str) -> None:
    values = (*WIDE, 2**53, 2**53 + 1, 10**300, 10**301)
    check(f"x {operator} {number}", {"x": values})
    check(f"{number} {operator} x", {"x": values})


@pytest.mark.parametrize("operator", (*BINARY, "/", "**"))
@pytest.mark.parametrize("number", ["0.5", "-0.0", "float('inf')", "2j"])
def test_arithmetic_with_floats_and_complex(operator: str, number: str) -> None:
    check(f"x {operator} {number}", {"x": SMALL}, exact=False)
    check(f"{number} {operator} x", {"x": SMALL}, exact=False)


@pytest.mark.parametrize("operator", (*BINARY, *SHIFTS))
def test_in_place(operator: str) -> None:
    check(f"x {operator}= y; return x", {"x": SMALL, "y": SHORT})
    check(f"z = 7; z {operator}= x; return z", {"x": SHORT})
    check(f"x {operator}= True; return x", {"x": SMALL})


@pytest.mark.parametrize("operator", (*BINARY, *SHIFTS, *COMPARISON))
def test_int_with_bool(operator: str) -> None:
    check(f"x {operator} p", {"x": SMALL, "p": TRUTHS})
    check(f"p {operator} x", {"x": SMALL, "p": TRUTHS})


def test_chained_comparison() -> None:
    check("0 < x < y <= 7", {"x": SMALL, "y": SMALL})
    check("x < y != 3 == x", {"x": SMALL, "y": SMALL})
    check("1.5 < x <= y < 5.5", {"x": SMALL, "y": SMALL})
    check("x in (1, 2) != (y > 2)", {"x": SMALL, "y": SMALL})


def test_identity() -> None:
    check("x is x", {"x": WIDE})
    check("x is None, x is not None, None is x, x is ..., x is True", {"x": WIDE})
    check("x is True or x is False", {"x": SMALL})


FOREIGN = """
    import enum
    from decimal import Decimal
    from fractions import Fraction

    class Bare:
        pass

    class Reflects:
        def __radd__(self, other): return ("radd", other)
        def __rmul__(self, other): return ("rmul", other)
        def __rfloordiv__(self, other): return ("rfloordiv", other)
        def __rpow__(self, other): return ("rpow", other)
        def __add__(self, other): return ("add", other)
        def __mul__(self, other): return ("mul", other)
        def __pow__(self, other): return ("pow", other)
        def __gt__(self, other): return ("gt", other)
        def __lt__(self, other): return ("lt", other)
        def __eq__(self, other): return ("eq", other)
        def __hash__(self): return 1

    class Refuses:
        def __radd__(self, other): return NotImplemented
        def __add__(self, other): return NotImplemented
        def __eq__(self, other): return NotImplemented
        def __lt__(self, other): return NotImplemented
        def __hash__(self): return 1

    class Money(int):
        def __add__(self, other): return Money(int(self) + other)
        __radd__ = __add__
        def __repr__(self): return f"Money({int(self)})"

    class Bits(int):
        pass

    class Colour(enum.IntEnum):
        RED = 1
        BLUE = 2

    class Mode(enum.IntFlag):
        READ = 1
        WRITE = 2
"""
OPERANDS = (
    "Fraction(1, 3)", "Fraction(4)", "Decimal('1.5')", "Decimal(4)", "'ab'", "b'ab'", "None",
    "[1, 2]", "(1,)", "{}", "{1}", "object", "Bare()", "Reflects()", "Refuses()", "Money(3)",
    "Bits(5)", "Colour.BLUE", "...", "range(3)", "bytearray(b'x')", "len",
)  # fmt: skip


@pytest.mark.parametrize("operand", OPERANDS)
def test_foreign_operands(operand: str) -> None:
    for operator in (*BINARY, *SHIFTS, *COMPARISON, "/", "**", "@"):
        source = f"""
        v = {operand}
        results = []
        for mirrored in (False, True):
            try:
                r = v {operator} x if mirrored else x {operator} v
            except (TypeError, ValueError, ZeroDivisionError) as e:
                results.append((type(e).__name__, str(e)))
            else:
                text = repr(r)
                results.append(r if type(r) in (int, bool, tuple) else text)
        return results
        """
        check(source, {"x": (0, 1, 2, 3, 4, 7, -1)}, exact=False, preamble=FOREIGN)
    check(f"divmod(x, {operand})", {"x": SMALL}, exact=False, preamble=FOREIGN)
    check(f"divmod({operand}, x)", {"x": SMALL}, exact=False, preamble=FOREIGN)
    check(
        f"v = {operand}; v += x; text = repr(v); return [text]",
        {"x": SMALL},
        exact=False,
        preamble=FOREIGN,
    )
    check(
        f"x += {operand}; text = repr(x); return [text]",
        {"x": SMALL},
        exact=False,
        preamble=FOREIGN,
    )


@pytest.mark.parametrize("operator", ["&", "|", "^"])
def test_flags(operator: str) -> None:
    preamble = FOREIGN + "    MODES = Mode(0), Mode(3)\n"
    check(f"x {operator} Mode.WRITE", {"x": range(4)}, exact=False, preamble=preamble)
    check(f"Mode.WRITE {operator} x", {"x": range(4)}, exact=False, preamble=preamble)
    check("Mode(x), Colour(x or 1)", {"x": range(5)}, exact=False, preamble=preamble)
