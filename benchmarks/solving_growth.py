"""What solving every flip of one path costs, and how that grows with the path's length.

python benchmarks/solving_growth.py [shorter longer]
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

from wend.expr import build
from wend.expr.evaluate import evaluate
from wend.expr.sorts import Sort
from wend.expr.terms import Term, forget_terms
from wend.solve.chain import Solver
from wend.solve.query import Prefix, Query

Path = tuple[list[Term], dict[str, int]]


def groups(length: int) -> Path:
    """Independent groups of three variables with linear conditions."""
    chance = random.Random(1)
    inputs = {f"g{i}": chance.randrange(-50, 50) for i in range(max(3, length // 4))}
    conditions = []
    for step in range(length):
        first = step % (len(inputs) // 3) * 3
        a, b = chance.sample([_int(f"g{first + k}") for k in range(3)], 2)
        total = build.add(_scaled(chance.randrange(1, 4), a), _scaled(chance.randrange(-3, 4), b))
        conditions.append(build.le(total, build.integer(chance.randrange(-100, 100))))
    return conditions, inputs


def one_loop(length: int) -> Path:
    """`while i < n`, with a test of n in the body."""
    n = _int("n")
    conditions = []
    for i in range(length // 2):
        conditions.append(build.gt(n, build.integer(i)))
        conditions.append(build.eq(n, build.integer(3 * i)))
    return conditions, {"n": length}


def chain(length: int) -> Path:
    """x0 < x1 < x2 < …: sortedness of a list."""
    inputs = {f"x{i}": i for i in range(length + 1)}
    return [build.lt(_int(f"x{i}"), _int(f"x{i + 1}")) for i in range(length)], inputs


def remainders(length: int) -> Path:
    """Tests of remainders and digits of four variables."""
    chance = random.Random(2)
    inputs = {f"m{i}": chance.randrange(10**6) for i in range(4)}
    conditions = []
    for step in range(length):
        x = build.add(_int(f"m{step % 4}"), build.integer(step))
        divisor = build.integer(chance.choice((2, 3, 4, 5, 7, 10, 16)))
        conditions.append(build.eq(build.mod(x, divisor), build.integer(chance.randrange(2))))
    return conditions, inputs


def switch(length: int) -> Path:
    """if x == 0 … elif x == 1 … elif x == 2 …"""
    x = _int("x")
    return [build.eq(x, build.integer(i)) for i in range(length)], {"x": -1}


def grid(length: int) -> Path:
    """Neighbours compared in a grid: one large component with cycles."""
    side = max(2, int((length / 2) ** 0.5))
    chance = random.Random(3)
    inputs = {f"c{r}_{c}": chance.randrange(9) for r in range(side + 1) for c in range(side + 1)}
    conditions = []
    for step in range(length):
        row, column = divmod(step // 2 % (side * side), side)
        here, other = f"c{row}_{column}", f"c{row + step % 2}_{column + 1 - step % 2}"
        conditions.append(build.le(_int(here), _int(other)))
    return conditions, inputs


def _int(name: str) -> Term:
    return build.variable(name, Sort.INT)


def _scaled(by: int, a: Term) -> Term:
    return build.mul(build.integer(by), a)


SHAPES: list[Callable[[int], Path]] = [groups, one_loop, chain, remainders, switch, grid]


def flip_all(conditions: list[Term], inputs: dict[str, int]) -> tuple[float, dict[str, int]]:
    """Seconds for a solve of every flip, and which link answered."""
    solver = Solver()
    started = time.perf_counter()
    prefix = Prefix.empty()
    for condition in conditions:
        holding = condition if evaluate(condition, inputs) else build.negate(condition)
        solver.solve(Query(prefix, build.negate(holding), inputs))
        prefix = prefix.extended(holding)
    seconds = time.perf_counter() - started
    solver.close()
    return seconds, solver.statistics


def main() -> None:
    lengths = [int(word) for word in sys.argv[1:]] or [1000, 5000]
    shorter, longer = lengths
    print(f"{'shape':<12}{shorter:>9}{longer:>9}{'ratio':>8}   answered by, at {longer}")
    totals = [0.0, 0.0]
    for shape in SHAPES:
        seconds = []
        for at, length in enumerate((shorter, longer)):
            forget_terms()
            spent, statistics = flip_all(*shape(length))
            seconds.append(spent)
            totals[at] += spent
        answers = ", ".join(f"{k} {v}" for k, v in statistics.items() if v and k != "queries")
        ratio = seconds[1] / seconds[0]
        print(
            f"{shape.__name__:<12}{seconds[0]:>8.2f}s{seconds[1]:>8.2f}s{ratio:>8.1f}   {answers}"
        )
    print(f"{'total':<12}{totals[0]:>8.2f}s{totals[1]:>8.2f}s{totals[1] / totals[0]:>8.1f}")


if __name__ == "__main__":
    main()
