"""Each operation of the table has its row in every reader of the table."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from wend.expr import build as b
from wend.expr import floats as f
from wend.expr import samples
from wend.expr.evaluate import evaluate
from wend.expr.operations import OPERATIONS
from wend.expr.show import show
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.solve.encode import bitvectors, z3_terms

x, y = b.variable("x", Sort.INT), b.variable("y", Sort.INT)
p, q = b.variable("p", Sort.BOOL), b.variable("q", Sort.BOOL)
u, v = b.variable("u", Sort.FLOAT), b.variable("v", Sort.FLOAT)

# One example of each operation: whoever adds an operation adds one here, too.
EXAMPLES: dict[str, Callable[[], Term]] = {
    "const": lambda: b.integer(3),
    "var": lambda: x,
    "linear": lambda: b.add(x, y),
    "mul": lambda: b.mul(x, y),
    "floordiv": lambda: b.floordiv(x, y),
    "mod": lambda: b.mod(x, y),
    "pow": lambda: b.power(x, y),
    "lshift": lambda: b.lshift(x, y),
    "rshift": lambda: b.rshift(x, y),
    "bitand": lambda: b.bitand(x, y),
    "bitor": lambda: b.bitor(x, y),
    "bitxor": lambda: b.bitxor(x, y),
    "bit_count": lambda: b.bit_count(x),
    "ite": lambda: b.ite(p, x, y),
    "le": lambda: b.le(x, b.integer(3)),
    "ge": lambda: b.ge(x, b.integer(3)),
    "eq": lambda: b.eq(x, b.integer(3)),
    "among": lambda: b.among(x, [(k, k + 1) for k in range(0, 40, 4)]),
    "not": lambda: b.negate(p),
    "and": lambda: b.conjunction((p, q)),
    "or": lambda: b.disjunction((p, q)),
    "fadd": lambda: f.fadd(u, v),
    "fsub": lambda: f.fsub(u, v),
    "fmul": lambda: f.fmul(u, v),
    "fdiv": lambda: f.fdiv(u, v),
    "ffloordiv": lambda: f.ffloordiv(u, v),
    "fmod": lambda: f.fmod(u, v),
    "fneg": lambda: f.fneg(u),
    "fabs": lambda: f.fabs(v),
    "to_float": lambda: f.to_float(x),
    "fcall": lambda: f.call("math.atan2", u, v),
    "apply": lambda: b.application("h(int)", 1, (x,), Sort.INT),
    "apply_float": lambda: b.application("g(int)", 1, (x,), Sort.FLOAT),
    "to_int": lambda: f.to_int(v, "math.floor"),
    "flt": lambda: f.flt(u, v),
    "fle": lambda: f.fle(u, v),
    "feq": lambda: f.feq(u, x),
    "fraises": lambda: f.raises("ValueError", "math.log", v),
}


def h(number: int) -> int:
    """An opaque function."""
    return number * 7 % 13


def g(number: int) -> float:
    return number / 4


def raises(error: type[Exception], function: Callable[..., object], *args: object) -> bool:
    """What shown terms call by this name."""
    try:
        function(*args)
    except error:
        return True
    return False


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_is_complete(name: str) -> None:
    assert name in EXAMPLES, f"{name}: add an example in tests/expr/test_operations.py"
    example = EXAMPLES[name]()
    assert example.op == name, f"{name}: its example is simplified to {example.op}"
    assert name in z3_terms.ENCODERS, f"{name}: add a row to ENCODERS in solve/encode/z3_terms.py"
    assert name in bitvectors.ENCODERS, (
        f"{name}: add a row to ENCODERS in solve/encode/bitvectors.py"
    )
    env = {"x": 5, "y": 2, "p": True, "q": False, "u": 2.5, "v": -0.75}
    for opaque, symbol in ((h, "h(int)"), (g, "g(int)")):
        samples.current.add(symbol, symbol[0], (("int",),), (5,), samples.results_of(opaque(5)))
    try:
        text = show(example)
    except KeyError:
        pytest.fail(f"{name}: add a row to expr/show.py")

    names = {"math": math, "raises": raises, "h": h, "g": g}
    assert eval(text, names, env) == evaluate(example, env)


def test_the_table_says_arity_and_sort() -> None:
    for name, make in EXAMPLES.items():
        row, example = OPERATIONS[name], make()
        assert row.arity is None or row.arity == len(example.args), name
        assert row.sort is None or row.sort is example.sort, name


def test_encoders_know_no_operation_that_the_table_lacks() -> None:
    assert set(z3_terms.ENCODERS) == set(OPERATIONS)
    assert set(bitvectors.ENCODERS) == set(OPERATIONS)
