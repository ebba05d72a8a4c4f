"""How much slower instrumented code is than plain code, when nothing in it is tracked.

    python benchmarks/instrument_overhead.py [--write]

Each loop is timed plain and instrumented in turns, in one process; the ratio is of the best times.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType

from wend.run import callee
from wend.run.recorder import Recorder, recording

RESULTS = Path(__file__).parent / "results" / "instrument_overhead.md"
BEFORE = "before"


def arithmetic() -> int:
    total = 0
    for i in range(1000):
        total = (total * 31 + i) % 65521
        if total > 40000:
            total -= i
    return total


def list_indexing() -> int:
    items = list(range(100))
    total = 0
    for _ in range(10):
        for at in range(99):
            items[at] = items[at + 1]
            total += items[at]
    return total


def dict_access() -> int:
    table: dict[str, int] = {}
    for _ in range(20):
        for word in WORDS:
            if word in table:
                table[word] += 1
            else:
                table[word] = 1
    return table["w3"]


def dict_methods() -> int:
    table: dict[str, int] = {}
    for _ in range(20):
        for word in WORDS:
            table[word] = table.get(word, 0) + 1
    return len(table)


def calls() -> int:
    total = 0
    for i in range(1000):
        total = add(total, i)
    return total


def method_calls() -> int:
    counter = Counter()
    for i in range(1000):
        counter.add(i)
    return counter.total


def objects() -> int:
    total = 0
    for i in range(300):
        counter = Counter()
        counter.add(i)
        total += counter.total
    return total


def builtin_calls() -> int:
    total = 0
    for word in WORDS * 10:
        total += len(word) + max(total, 1) + abs(total) + ord(word[0])
        total %= 1000
    return total


def native_methods() -> int:
    found: list[str] = []
    for word in WORDS * 10:
        if word.startswith("w") and word.upper().isalnum():
            found.append(word)
    return len(found)


def comprehensions() -> int:
    total = 0
    for _ in range(20):
        total += sum([n * n for n in range(50) if n % 3 == 0])
        total += len({n % 7: n for n in range(50)})
    return total


def string_building() -> str:
    parts: list[str] = []
    for i in range(500):
        parts.append(f"{i}:{i * 2:>5}")
    return ",".join(parts)


def recursion() -> int:
    return fib(14)


def sorting() -> list[int]:
    items: list[int] = []
    for i in range(60):
        at = len(items)
        value = i * 37 % 61
        while at > 0 and items[at - 1] > value:
            at -= 1
        items.insert(at, value)
    return items


def text_scanning() -> int:
    found = 0
    for word in WORDS * 4:
        for char in word:
            if char in "0123456789":
                found += ord(char) - 48
            elif char == "w":
                found += 1
    return found


def slices() -> int:
    items = list(range(50))
    total = 0
    for at in range(300):
        total += len(items[at % 20 : at % 30]) + items[at % 50]
    return total


def module_functions() -> float:
    total = 0.0
    for i in range(300):
        total += math.sqrt(i) + math.floor(total)
    return total


def unpacking() -> int:
    total = 0
    for pair in PAIRS * 10:
        left, right = pair
        total += left * right
    for at, (left, right) in enumerate(PAIRS * 10):
        total += at + left - right
    return total


def dict_items() -> int:
    table = {word: at for at, word in enumerate(WORDS)}
    total = 0
    for _ in range(10):
        for word, at in table.items():
            total += at
            table[word] = total % 7
    return total


def sets() -> int:
    seen: set[int] = set()
    for i in range(500):
        if i * i % 97 not in seen:
            seen.add(i * i % 97)
    return len(seen)


def closures() -> int:
    def step(n: int) -> int:
        return n * 3 % 101

    total = 1
    for _ in range(300):
        total = step(total)
    return total


def identity() -> int:
    total = 0
    for word in WORDS * 10:
        if word is not NOTHING and word is not None:
            total += 1
        is_new = not total
        if is_new is True:
            total -= 1
    return total


def type_checks() -> int:
    total = 0
    for item in MIXED * 10:
        if isinstance(item, int):
            total += item
        elif isinstance(item, str):
            total += int(item)
    return total


def exceptions() -> int:
    total = 0
    for item in MIXED * 10:
        try:
            total += item  # type: ignore[operator]
        except TypeError:
            total -= 1
    return total


def generators() -> int:
    return sum(n for n in counted(500) if n % 2)


WORDS = [f"w{i}" for i in range(50)]
PAIRS = [(i, i * 7 % 11) for i in range(30)]
MIXED: list[int | str] = [i if i % 2 else str(i) for i in range(30)]
NOTHING = object()


def counted(n: int) -> Iterator[int]:
    at = 0
    while at < n:
        yield at
        at += 1


def add(a: int, b: int) -> int:
    return a + b


def fib(n: int) -> int:
    return n if n < 2 else fib(n - 1) + fib(n - 2)


class Counter:
    def __init__(self) -> None:
        self.total = 0

    def add(self, n: int) -> None:
        self.total += n


LOOPS: list[Callable[[], object]] = [
    arithmetic, list_indexing, dict_access, dict_methods, calls, method_calls, objects,
    builtin_calls, native_methods, comprehensions, string_building, recursion, sorting,
    text_scanning, slices, module_functions, unpacking, dict_items, sets, closures, identity,
    type_checks, exceptions, generators,
]  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=60, help="how often each loop is timed")
    parser.add_argument("--seconds", type=float, default=0.002, help="of each turn")
    parser.add_argument("--only", default="", help="the loop of this name")
    parser.add_argument("--write", action="store_true", help=f"write {RESULTS.name}")
    options = parser.parse_args()
    loops = [loop for loop in LOOPS if options.only in loop.__name__]
    ratios = measured(loops, options.turns, options.seconds)
    if options.write:
        write(ratios)
    for name, ratio in ratios.items():
        print(f"{name:<18}{ratio:>8.2f}")
    print(f"{'median':<18}{statistics.median(ratios.values()):>8.2f}")


def measured(loops: list[Callable[[], object]], turns: int, seconds: float) -> dict[str, float]:
    """For each loop the best time of its twin by the best time of its plain code."""
    shared = (add, fib, counted, Counter.add, Counter.__init__)
    originals = [(function, function.__code__) for function in (*loops, *shared)]
    callee.admit_module(sys.modules[__name__])
    twins = [(function, function.__code__) for function, _ in originals]
    best: dict[tuple[str, bool], float] = {}
    with recording(Recorder()):
        for _ in range(turns):
            for loop in loops:
                for is_twin, codes in ((False, originals), (True, twins)):
                    use(codes)
                    # Of one length for both: what else runs on the machine is in neither of them.
                    repeats = max(1, int(seconds / timed(loop, 1)))
                    key = loop.__name__, is_twin
                    best[key] = min(best.get(key, 1e9), timed(loop, repeats))
    return {loop.__name__: best[loop.__name__, True] / best[loop.__name__, False] for loop in loops}


def write(ratios: dict[str, float]) -> None:
    """Puts the ratios into the column of this Python in the table of results."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    columns = read()
    columns[version] = ratios
    versions = sorted(columns, key=lambda name: (name != BEFORE, name))
    rows = [
        "# Instrumented code on plain values",
        "",
        "Time of the twin by the time of the plain code, best of many turns, both in one process,",
        "in turns (`benchmarks/instrument_overhead.py --write`, once for each Python).",
        f"{BEFORE}: 3.11, when every probe was a call.",
        "",
        f"| loop | {' | '.join(versions)} |",
        f"|---|{'---|' * len(versions)}",
    ]
    for loop in LOOPS:
        cells = [columns[each].get(loop.__name__) for each in versions]
        texts = ["" if cell is None else f"{cell:.1f}" for cell in cells]
        rows.append(f"| {loop.__name__} | {' | '.join(texts)} |")
    medians = [f"{statistics.median(columns[each].values()):.1f}" for each in versions]
    rows.append(f"| median | {' | '.join(medians)} |")
    RESULTS.write_text("\n".join(rows) + "\n")


def read() -> dict[str, dict[str, float]]:
    """The columns that were written before."""
    if not RESULTS.exists():
        return {}
    lines = [line for line in RESULTS.read_text().splitlines() if line.startswith("|")]
    table = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    columns: dict[str, dict[str, float]] = {name: {} for name in table[0][1:]}
    for loop, *cells in table[2:-1]:
        for name, cell in zip(table[0][1:], cells, strict=True):
            if cell:
                columns[name][loop] = float(cell)
    return columns


def use(codes: list[tuple[FunctionType, object]]) -> None:
    for function, code in codes:
        function.__code__ = code  # type: ignore[assignment]


def timed(loop: Callable[[], object], repeats: int) -> float:
    start = time.thread_time()
    for _ in range(repeats):
        loop()
    return (time.thread_time() - start) / repeats


if __name__ == "__main__":
    main()
