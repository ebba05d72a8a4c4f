"""What a query costs against the number of samples, and of applications in one condition.

python benchmarks/samples_growth.py
"""

from __future__ import annotations

import pathlib
import time
import zlib

from wend.aim.higher_order import HigherOrder
from wend.expr import samples
from wend.expr.build import add, application, eq, integer, variable
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.inputs.inputs import Inputs
from wend.solve.chain import Solver
from wend.solve.query import Prefix
from wend.solve.slice import slice_of

RESULTS = pathlib.Path(__file__).parent / "results" / "samples_growth.md"
REPEAT = 20


def hashed(number: int) -> int:
    return zlib.crc32(number.to_bytes(8, "little"))


def filled(count: int) -> None:
    samples.use(samples.Samples())
    for number in range(count):
        results = samples.results_of(hashed(number))
        assert results is not None
        samples.current.add("h(int)", "h", (("int",),), (number,), results)


def applied(name: str) -> Term:
    return application("h(int)", 1, (variable(name, Sort.INT),), Sort.INT)


def cost(aim: HigherOrder, goal: Term, parent: Inputs) -> tuple[float, str]:
    """Milliseconds of one query, the best of some, and what came of it."""
    best, said = 1e9, ""
    for _ in range(REPEAT):
        part = slice_of(Prefix.empty().known, goal)
        started = time.perf_counter()
        found = aim(part, parent, False, 1)
        best = min(best, time.perf_counter() - started)
        said = type(found).__name__
    return best * 1000, said


def main() -> None:
    rows = [
        "| samples | `h(x) == c`, ms | `x == h(y)`, ms | `h(x) == h(y) + c`, ms |",
        "|---:|---:|---:|---:|",
    ]
    x = variable("x", Sort.INT)
    parent = Inputs.of({"x": 1, "y": 2})
    for count in (10, 1_000, 100_000):
        filled(count)
        aim = HigherOrder(Solver())
        inverted = cost(aim, eq(applied("x"), integer(hashed(count - 1))), parent)
        recipe = cost(aim, eq(x, applied("y")), parent)
        shift = integer(hashed(count - 1) - hashed(count - 2))
        joined = cost(aim, eq(applied("x"), add(applied("y"), shift)), parent)
        cells = [f"{each[0]:.2f} ({each[1]})" for each in (inverted, recipe, joined)]
        rows.append(f"| {count:,} | " + " | ".join(cells) + " |")
    rows += ["", "| applications | `x == h(y1) + … + h(yn)`, ms |", "|---:|---:|"]
    filled(1_000)
    for count in (1, 2, 4, 8, 16):
        total = integer(0)
        for at in range(count):
            total = add(total, applied(f"y{at}"))
        values = Inputs.of({"x": 1, **{f"y{at}": at for at in range(count)}})
        took, said = cost(HigherOrder(Solver()), eq(x, total), values)
        rows.append(f"| {count} | {took:.2f} ({said}) |")
    text = "# Queries against samples\n\n" + "\n".join(rows) + "\n"
    RESULTS.write_text(text)
    print(text)


if __name__ == "__main__":
    main()
