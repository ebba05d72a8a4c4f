"""Equal conditions are the same object, whichever way they were written."""

from __future__ import annotations

import subprocess
import sys

import pytest

from wend.expr import build
from wend.expr.build import (
    add,
    bitand,
    boolean,
    conjunction,
    disjunction,
    eq,
    floordiv,
    ge,
    gt,
    integer,
    ite,
    le,
    lshift,
    lt,
    mod,
    mul,
    ne,
    neg,
    negate,
    rshift,
    sub,
    truth,
    variable,
)
from wend.expr.sorts import Sort
from wend.expr.terms import Term, term

x, y, z = (variable(name, Sort.INT) for name in "xyz")
p = variable("p", Sort.BOOL)


def number(value: int) -> Term:
    return integer(value)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (lt(x, y), gt(y, x)),
        (lt(x, y), negate(ge(x, y))),
        (lt(x, y), le(sub(x, y), number(-1))),
        (lt(x, number(5)), le(x, number(4))),
        (eq(x, y), eq(y, x)),
        (ne(x, y), negate(eq(sub(y, x), number(0)))),
        (eq(add(x, number(3)), number(5)), eq(x, number(2))),
        (le(mul(number(2), x), number(7)), le(x, number(3))),
        (le(neg(x), number(3)), ge(x, number(-3))),
        (add(x, add(y, z)), add(add(z, x), y)),
        (sub(add(x, y), y), x),
        (mul(x, y), mul(y, x)),
        (lshift(x, number(3)), mul(number(8), x)),
        (rshift(x, number(3)), floordiv(x, number(8))),
        (bitand(x, number(255)), mod(x, number(256))),
        (floordiv(floordiv(x, number(4)), number(3)), floordiv(x, number(12))),
        (mod(add(x, number(10)), number(10)), mod(x, number(10))),
        (negate(negate(p)), p),
        (truth(x), ne(x, number(0))),
        (build.as_int(p), ite(p, number(1), number(0))),
        (eq(build.as_int(p), number(1)), p),
        (conjunction((p, p, boolean(True))), p),
        (disjunction((p, negate(p))), boolean(True)),
        (conjunction((lt(x, y), ge(x, y))), boolean(False)),
        (eq(mod(x, number(4)), number(4)), boolean(False)),
        (eq(mul(number(2), x), number(7)), boolean(False)),
    ],
)
def test_two_ways_to_write_it_are_one_term(one: Term, other: Term) -> None:
    assert one is other


def test_true_and_one_are_different_terms() -> None:
    assert boolean(True) is not integer(1)
    assert boolean(True).payload is True
    assert term("const", (), 1, Sort.INT) is integer(1)


def test_the_order_of_atoms_is_the_same_in_every_process() -> None:
    code = (
        "from wend.expr import build as b; from wend.expr.sorts import Sort;"
        "x, y = b.variable('x', Sort.INT), b.variable('y', Sort.INT);"
        "print(b.mul(x, b.bitand(x, y)).order, b.floordiv(x, y).order)"
    )

    seen = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout
        for _ in range(3)
    }

    assert len(seen) == 1


def test_numbers_that_python_hashes_alike_are_told_apart() -> None:
    assert integer(-1).order != integer(-2).order
    one, two = mul(sub(x, number(1)), y), mul(sub(x, number(2)), y)
    assert add(one, two) is add(two, one)


@pytest.mark.parametrize("payload", [0.0, 1.0, float("inf"), 5e-324, 1.7976931348623157e308])
def test_a_float_is_one_term_by_its_bits(payload: float) -> None:
    made = term("const", (), payload, Sort.FLOAT)

    assert made is term("const", (), payload * 1.0, Sort.FLOAT)
    assert made is not term("const", (), -payload, Sort.FLOAT)
    assert made is not term("const", (), 1, Sort.INT)
