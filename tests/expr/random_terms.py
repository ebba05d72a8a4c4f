"""Random expressions, built as a term and computed by Python side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from wend.expr import build
from wend.expr.sorts import Sort
from wend.expr.terms import Term

INTS = ("x", "y", "z")
BOOLS = ("p", "q")


@dataclass(frozen=True)
class Twin:
    """A term, and what Python computes for the same expression."""

    term: Term
    compute: Callable[[Mapping[str, Any]], Any]

    def __repr__(self) -> str:
        return repr(self.term)


def _leaf(name: str, sort: Sort) -> Twin:
    return Twin(build.variable(name, sort), lambda env: env[name])


_CONSTANTS = st.integers(-20, 20) | st.sampled_from([-256, 255, 1000, 4096])
# Made when they are drawn: explorations of other tests may have emptied the table of terms.
_INT_LEAVES = st.sampled_from(INTS).map(lambda name: _leaf(name, Sort.INT)) | _CONSTANTS.map(
    lambda value: Twin(build.integer(value), lambda env: value)
)
_BOOL_LEAVES = st.sampled_from(BOOLS).map(lambda name: _leaf(name, Sort.BOOL)) | st.booleans().map(
    lambda value: Twin(build.boolean(value), lambda env: value)
)

_INT_OPERATORS: list[tuple[Callable[..., Term], Callable[[int, int], int]]] = [
    (build.add, lambda a, b: a + b),
    (build.sub, lambda a, b: a - b),
    (build.mul, lambda a, b: a * b),
    (build.floordiv, lambda a, b: a // b),
    (build.mod, lambda a, b: a % b),
    (build.bitand, lambda a, b: a & b),
    (build.bitor, lambda a, b: a | b),
    (build.bitxor, lambda a, b: a ^ b),
]
_UNARY: list[tuple[Callable[..., Term], Callable[[int], int]]] = [
    (build.neg, lambda a: -a),
    (build.invert, lambda a: ~a),
    (build.absolute, abs),
    (build.bit_count, int.bit_count),
    (lambda a: build.power(a, build.integer(2)), lambda a: a**2),
    (lambda a: build.power(a, build.integer(3)), lambda a: a**3),
    (lambda a: build.lshift(a, build.integer(3)), lambda a: a << 3),
    (lambda a: build.rshift(a, build.integer(2)), lambda a: a >> 2),
    (lambda a: build.lshift(a, build.bitand(a, build.integer(7))), lambda a: a << (a & 7)),
    (lambda a: build.rshift(a, build.bitand(a, build.integer(7))), lambda a: a >> (a & 7)),
    (
        lambda a: build.power(build.integer(2), build.bitand(a, build.integer(7))),
        lambda a: 2 ** (a & 7),
    ),
]
_COMPARISONS: list[tuple[Callable[..., Term], Callable[[int, int], bool]]] = [
    (build.le, lambda a, b: a <= b),
    (build.lt, lambda a, b: a < b),
    (build.ge, lambda a, b: a >= b),
    (build.gt, lambda a, b: a > b),
    (build.eq, lambda a, b: a == b),
    (build.ne, lambda a, b: a != b),
]


def _binary(row: Any, a: Twin, b: Twin) -> Twin:
    make, meaning = row
    return Twin(make(a.term, b.term), lambda env: meaning(a.compute(env), b.compute(env)))


def _unary(row: Any, a: Twin) -> Twin:
    make, meaning = row
    return Twin(make(a.term), lambda env: meaning(a.compute(env)))


def _choice(c: Twin, a: Twin, b: Twin) -> Twin:
    return Twin(
        build.ite(c.term, a.term, b.term),
        lambda env: a.compute(env) if c.compute(env) else b.compute(env),
    )


def _both(a: Twin, b: Twin) -> Twin:
    return Twin(build.conjunction((a.term, b.term)), lambda env: a.compute(env) and b.compute(env))


def _among(a: Twin, lows: list[int]) -> Twin:
    intervals = [(5 * low, 5 * low + low % 3) for low in lows]
    return Twin(
        build.among(a.term, intervals),
        lambda env: any(low <= a.compute(env) <= high for low, high in intervals),
    )


def _one_of(a: Twin, b: Twin) -> Twin:
    return Twin(build.disjunction((a.term, b.term)), lambda env: a.compute(env) or b.compute(env))


def _not(a: Twin) -> Twin:
    return Twin(build.negate(a.term), lambda env: not a.compute(env))


def _same(a: Twin, b: Twin) -> Twin:
    return Twin(build.eq(a.term, b.term), lambda env: a.compute(env) == b.compute(env))


def _counted(a: Twin) -> Twin:
    return Twin(build.as_int(a.term), lambda env: int(a.compute(env)))


def ints(depth: int = 4) -> st.SearchStrategy[Twin]:
    if depth == 0:
        return _INT_LEAVES
    below, conditions = st.deferred(lambda: ints(depth - 1)), st.deferred(lambda: bools(depth - 1))
    return (
        _INT_LEAVES
        | st.builds(_binary, st.sampled_from(_INT_OPERATORS), below, below)
        | st.builds(_unary, st.sampled_from(_UNARY), below)
        | st.builds(_choice, conditions, below, below)
        | conditions.map(_counted)
    )


def bools(depth: int = 4) -> st.SearchStrategy[Twin]:
    if depth == 0:
        return _BOOL_LEAVES
    below, numbers = st.deferred(lambda: bools(depth - 1)), st.deferred(lambda: ints(depth - 1))
    return (
        _BOOL_LEAVES
        | st.builds(_binary, st.sampled_from(_COMPARISONS), numbers, numbers)
        | st.builds(_among, numbers, st.sets(st.integers(-30, 30)).map(sorted))
        | st.builds(_both, below, below)
        | st.builds(_one_of, below, below)
        | below.map(_not)
        | st.builds(_same, below, below)
        | st.builds(_choice, below, below, below)
    )


def environments() -> st.SearchStrategy[dict[str, Any]]:
    small = st.integers(-12, 12) | st.integers(-300, 300)
    return st.fixed_dictionaries(
        {**dict.fromkeys(INTS, small), **{name: st.booleans() for name in BOOLS}}
    )
