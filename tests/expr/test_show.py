"""Terms read like source that a person wrote."""

from __future__ import annotations

import pytest

from wend.expr import build as b
from wend.expr.show import show, show_all
from wend.expr.sorts import Sort
from wend.expr.terms import Term

x, y = b.variable("x", Sort.INT), b.variable("y", Sort.INT)
c, d = b.variable("ord(s[0])", Sort.INT), b.variable("ord(s[1])", Sort.INT)
p, q = b.variable("p", Sort.BOOL), b.variable("q", Sort.BOOL)


def n(value: int) -> Term:
    return b.integer(value)


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (b.gt(b.add(x, b.mul(n(2), y)), n(10)), "x + 2 * y > 10"),
        (b.lt(x, y), "x < y"),
        (b.eq(c, n(97)), "s[0] == 'a'"),
        (b.ne(c, n(10)), r"s[0] != '\n'"),
        (b.ge(c, n(48)), "s[0] >= '0'"),
        (b.lt(c, n(58)), "s[0] <= '9'"),
        (b.eq(c, d), "s[0] == s[1]"),
        (b.lt(d, c), "s[0] > s[1]"),
        (b.gt(b.add(c, d), n(97)), "ord(s[0]) + ord(s[1]) > 97"),
        (b.eq(b.sub(c, n(48)), x), "ord(s[0]) == x + 48"),
        (b.conjunction((b.gt(c, n(47)), b.lt(c, n(58)), p)), "'0' <= s[0] <= '9' and p"),
        (b.among(c, [(48, 57), (97, 97)]), "'0' <= s[0] <= '9' or s[0] == 'a'"),
        (b.ne(x, n(3)), "x != 3"),
        (b.eq(b.mod(x, n(4)), n(0)), "x % 4 == 0"),
        (b.sub(y, x), "y - x"),
        (b.mul(b.add(x, n(1)), y), "y * (x + 1)"),
        (b.eq(b.bitand(x, y), n(0)), "(x & y) == 0"),
        (b.power(b.neg(x), n(2)), "(-x) ** 2"),
        (b.negate(b.ite(p, q, b.gt(x, n(0)))), "not q if p else x <= 0"),
        (b.conjunction((p, b.disjunction((q, b.gt(x, n(0)))))), "p and (q or x > 0)"),
        (b.bit_count(b.add(x, y)), "(x + y).bit_count()"),
    ],
)
def test_reads_like_python(term: Term, text: str) -> None:
    assert show(term) == text


def test_a_conjunction_keeps_its_parts_apart() -> None:
    shown = show_all([b.disjunction((p, q)), b.gt(x, n(0))])

    assert shown == "(p or q) and x > 0"
    assert show_all([]) == "True"


def test_a_number_of_more_digits_than_python_prints() -> None:
    assert show(b.eq(x, n(16**5000))).startswith("x == 0x1000")
