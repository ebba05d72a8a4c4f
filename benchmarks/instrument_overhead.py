"""How much slower instrumented code is than plain code, when nothing in it is tracked.

    python benchmarks/instrument_overhead.py [SECONDS]

Each loop is timed plain and instrumented in turns, in one process; the ratio is of the best times.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import FunctionType

from wend.run import callee
from wend.run.recorder import Recorder, recording

TURNS = 7


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


WORDS = [f"w{i}" for i in range(50)]


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
]  # fmt: skip


def main(seconds: float = 0.02) -> None:
    plain, instrumented = {}, {}
    shared = (add, fib, Counter.add, Counter.__init__)
    originals = [(function, function.__code__) for function in (*LOOPS, *shared)]
    repeats = {loop: max(1, int(seconds / timed(loop, 3))) for loop in LOOPS}
    callee.admit_module(sys.modules[__name__])
    twins = [(function, function.__code__) for function, _ in originals]
    for _ in range(TURNS):
        use(originals)
        for loop in LOOPS:
            plain[loop] = min(plain.get(loop, 1e9), timed(loop, repeats[loop]))
        use(twins)
        with recording(Recorder()):
            for loop in LOOPS:
                instrumented[loop] = min(instrumented.get(loop, 1e9), timed(loop, repeats[loop]))
    print(f"{'loop':<18}{'plain µs':>10}{'twin µs':>10}{'ratio':>8}")
    ratios = []
    for loop in LOOPS:
        ratio = instrumented[loop] / plain[loop]
        ratios.append(ratio)
        times = f"{plain[loop] * 1e6:>10.1f}{instrumented[loop] * 1e6:>10.1f}"
        print(f"{loop.__name__:<18}{times}{ratio:>8.2f}")
    print(f"{'median':<38}{sorted(ratios)[len(ratios) // 2]:>8.2f}")


def use(codes: list[tuple[FunctionType, object]]) -> None:
    for function, code in codes:
        function.__code__ = code  # type: ignore[assignment]


def timed(loop: Callable[[], object], repeats: int) -> float:
    start = time.perf_counter()
    for _ in range(repeats):
        loop()
    return (time.perf_counter() - start) / repeats


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
