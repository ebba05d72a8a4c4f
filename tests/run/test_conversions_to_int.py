"""Text becomes an int exactly as Python reads it."""

# ruff: noqa: E501 (a table of odd texts reads better unbroken)
from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws import check

ODD = (
    "", " 12 ", "1_000", "0x1f", "-0", "١٢", "+", "1__0", "12", "7", "-5", "abc", "1a", "_1", "1_", "0b11",
    "0o17", "00", "0_0", "  ", "\u20037\xa0", "\x1c1", "１２", "0x_f", "--1", "+-1", "12345678901234567890123",
    "1 2", "é", "0x", "²", "0X1F", "-0b1", "'", "a'b\"",
)  # fmt: skip


@pytest.mark.parametrize(
    "source",
    (
        "int(s)", "int(s, 16)", "int(s, 0)", "int(s, 2)", "int(s, 36)", "int(s, base=8)", "int(s, 37)",
        "int(s, 'a')", "int(s, 1)", "int(s, -1)", "int(s, None)", "int(str(int(s)))", "int(s, True + 9)",
    ),
)  # fmt: skip
def test_odd_texts(source: str) -> None:
    check(source, {"s": ODD}, size=40)


def test_a_tracked_base() -> None:
    check("int('101', x)", {"x": (0, 2, 3, 10, 16, 36, 1, 37, -1)})
    check("int(s, x)", {"s": ("101", "0x1", "zz", " 7"), "x": (0, 2, 10, 16, 36, 1)})


def test_there_and_back() -> None:
    check("int(str(x)) == x", {"x": (0, 5, -5, 12, -99, 10**21)})
    check("int(hex(x), 16) == x, int(bin(x), 0)", {"x": (0, 5, -5, 12, -99, 2**40)})
    check("f'{int(s):05d}'[1:]", {"s": ("1", "42", "-7", "x", "123456")})


def test_the_message_can_be_read() -> None:
    source = """
    try:
        return int(s)
    except ValueError as error:
        return str(error)[-4:], repr(error)[0]
    """
    check(source, {"s": ("12", "a", "it's", "1.5", "-", "x" * 250)})


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.text("0123456789abfxXoOzZ_+- \t\n１٣é", max_size=6), min_size=2, max_size=5),
    st.sampled_from([0, 2, 8, 10, 16, 36]),
)
def test_any_text_in_any_base(texts: list[str], base: int) -> None:
    check(f"int(s, {base})", {"s": texts})


def test_digits_are_one_question() -> None:
    (run,) = check("int(s)", {"s": ("123",)})
    assert len([branch for branch in run.branches if "len(" not in str(branch[0])]) == 1
