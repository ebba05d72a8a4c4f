"""Text becomes a float exactly as Python reads it."""

# ruff: noqa: E501 (a table of odd texts reads better unbroken)
from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws import check

ODD = (
    "", " 1.5 ", "1_0.0_1", "0x1f", "-0", "-0.0", "١٢.٥", "+", "1__0", "12", ".", "5.", ".5", "-.5e1", "1e", "1e+",
    "1e5", "1E-5", "1e400", "-1e400", "1e-400", "0e999999", "1e99999", "inf", "-INF", "Infinity", "infinit", "nan", "-NaN",
    "nano", "1_.5", "1._5", "_1", "1_", "1e1_0", "1e_1", "\u20037\xa0", "\x1c1", "1 2", "é", "²", "--1", "0.1", "0.30000000000000004",
    "123456789012345678901234567890", "9007199254740993", "2.2250738585072011e-308", "4.9e-324", "2e-324",
    "1.7976931348623158e308", "1.7976931348623159e308", "1" + "0" * 308, "1" + "0" * 309, "0." + "0" * 330 + "1e20", "a'b",
)  # fmt: skip


@pytest.mark.parametrize(
    "source", ("float(s)", "str(float(s))", "float(s) > 1.25", "-float(s) == 0")
)
def test_odd_texts(source: str) -> None:
    check(source, {"s": ODD}, size=350)


def test_bytes() -> None:
    check("float(s)", {"s": (b"1.5", b" 2 ", b"x", b"\xb2", b"1e3", b"")})
    check("float(bytearray(s))", {"s": (b"1.5", b"x")})


def test_the_message_can_be_read() -> None:
    source = """
    try:
        return float(s)
    except ValueError as error:
        return str(error)[-4:], repr(error)[0]
    """
    check(source, {"s": ("12", "a", "it's", "1.5", "-", "x" * 250)})


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text("0123456789.eE_+- infatyN\t１é", max_size=7), min_size=2, max_size=5))
def test_any_text(texts: list[str]) -> None:
    check("float(s)", {"s": texts})


def test_digits_are_one_question() -> None:
    (run,) = check("float(s)", {"s": ("123",)})
    assert len([branch for branch in run.branches if "len(" not in str(branch[0])]) == 1
