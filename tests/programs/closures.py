"""Closures, lambdas, nested functions, decorators, memo dicts."""

import functools
from collections.abc import Callable

EXPECTED = {
    "adder": {
        "verdict": "complete",
        "paths": 2,
        "returns": {"'ten'", "'other'"},
        "over": {"x": range(12), "y": range(12)},
    },
    "counter": {"verdict": "complete", "paths": 4, "over": {"x": range(-1, 2), "y": range(-1, 2)}},
    "composed": {
        "verdict": "complete",
        "paths": 2,
        "returns": {"'hit'", "'miss'"},
        "over": {"x": range(12)},
    },
    "by_table": {
        "verdict": ("complete", "exhausted"),
        "returns": {"'twelve'", "'other'"},
        "raises": {"KeyError"},
        "over": {"operation": range(-1, 4), "x": range(13)},
    },
    "decorated": {
        "verdict": "complete",
        "returns": {"'clamped'", "'free'"},
        "over": {"x": [-200, -100, 0, 7, 100, 200]},
    },
    "fib_memo": {
        "verdict": ("complete", "exhausted"),
        "returns": {"'thirteen'", "'other'", "'out of range'"},
        "over": {"n": range(-1, 12)},
    },
    "cached": {
        "verdict": ("complete", "exhausted"),
        "returns": {"'nine'", "'other'"},
        "over": {"x": range(-4, 5)},
    },
    "late_binding": {
        "verdict": "complete",
        "paths": 2,
        "returns": {"'eight'", "'other'"},
        "over": {"x": range(6)},
    },
    "sorted_by": {
        "verdict": "complete",
        "returns": {"'near first'"},
        "over": {"a": range(-3, 4), "b": range(-3, 4)},
    },
}


def adder(x: int, y: int) -> str:
    def add(z: int) -> int:
        return x + z

    if add(y) == 10:
        return "ten"
    return "other"


def counter(x: int, y: int) -> int:
    count = 0

    def note(value: int) -> None:
        nonlocal count
        if value > 0:
            count += 1

    note(x)
    note(y)
    return count


def composed(x: int) -> str:
    double = lambda n: n * 2
    increment = lambda n: n + 1
    if increment(double(x)) == 9:
        return "hit"
    return "miss"


OPERATIONS: dict[int, Callable[[int], int]] = {
    0: lambda x: x + 1,
    1: lambda x: x * 2,
    2: lambda x: -x,
}


def by_table(operation: int, x: int) -> str:
    if OPERATIONS[operation](x) == 12:
        return "twelve"
    return "other"


def clamped(low: int, high: int) -> Callable[[Callable[[int], int]], Callable[[int], int]]:
    def decorate(function: Callable[[int], int]) -> Callable[[int], int]:
        @functools.wraps(function)
        def wrapper(x: int) -> int:
            result = function(x)
            if result < low:
                return low
            if result > high:
                return high
            return result

        return wrapper

    return decorate


@clamped(-100, 100)
def tripled(x: int) -> int:
    return 3 * x


def decorated(x: int) -> str:
    if tripled(x) == 100 or tripled(x) == -100:
        return "clamped"
    return "free"


def fib_memo(n: int) -> str:
    memo: dict[int, int] = {0: 0, 1: 1}

    def fib(k: int) -> int:
        if k not in memo:
            memo[k] = fib(k - 1) + fib(k - 2)
        return memo[k]

    if not 0 <= n <= 8:
        return "out of range"
    if fib(n) == 13:
        return "thirteen"
    return "other"


def cached(x: int) -> str:
    known: dict[int, int] = {}

    def square(n: int) -> int:
        if n in known:
            return known[n]
        known[n] = n * n
        return known[n]

    if -4 < x < 4 and square(x) + square(x) == 18:
        return "nine"
    return "other"


def late_binding(x: int) -> str:
    functions = [lambda: x * factor for factor in (1, 2)]
    x += 1
    if functions[0]() == 8:
        return "eight"
    return "other"


def sorted_by(a: int, b: int) -> str:
    ordered = sorted([a, b], key=abs)
    if abs(ordered[0]) > abs(ordered[1]):  # one way
        return "far first"  # unreached
    return "near first"
