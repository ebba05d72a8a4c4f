"""Recursion."""

EXPECTED = {
    "fib": {
        "verdict": "complete",
        "paths": 9,
        "returns": {"'thirteen'", "'other'"},
        "over": {"n": range(-2, 12)},
    },
    "small_ackermann": {
        "verdict": ("complete", "exhausted"),
        "returns": {"'seven'", "'other'"},
        "over": {"m": range(-1, 4), "n": range(-1, 5)},
    },
    "even": {
        "verdict": "complete",
        "paths": 8,
        "returns": {"'even'", "'odd'", "'too large'"},
        "over": {"n": range(-2, 10)},
    },
    "power": {
        "verdict": ("complete", "exhausted", "budget"),
        "returns": {"'eighty-one'", "'other'"},
        "over": {"base": range(-3, 4), "exponent": range(-1, 6)},
        "budget": 10,
    },
    "hanoi": {"verdict": "complete", "paths": 6, "over": {"n": range(-1, 6)}},
    "endless": {
        "verdict": ("complete", "exhausted", "budget"),
        "returns": {"0"},
        "raises": {"RecursionError"},
        "over": {"x": [0, 1]},
        "budget": 10,
    },
}


def fibonacci(n: int) -> int:
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)


def fib(n: int) -> str:
    if n > 8:
        return "other"
    if fibonacci(n) == 13:
        return "thirteen"
    return "other"


def ackermann(m: int, n: int) -> int:
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


def small_ackermann(m: int, n: int) -> str:
    if not (0 <= m <= 2 and 0 <= n <= 2):
        return "other"
    if ackermann(m, n) == 7:
        return "seven"
    return "other"


def is_even(n: int) -> bool:
    if n == 0:
        return True
    return is_odd(n - 1)


def is_odd(n: int) -> bool:
    if n == 0:
        return False
    return is_even(n - 1)


def even(n: int) -> str:
    if n < 0 or n > 5:
        return "too large"
    if is_even(n):
        return "even"
    return "odd"


def fast_power(base: int, exponent: int) -> int:
    if exponent == 0:
        return 1
    half = fast_power(base, exponent // 2)
    if exponent % 2:
        return half * half * base
    return half * half


def power(base: int, exponent: int) -> str:
    if exponent < 0 or exponent > 4 or not -3 <= base <= 3:
        return "other"
    if fast_power(base, exponent) == 81:
        return "eighty-one"
    return "other"


def moves(n: int) -> int:
    if n == 0:
        return 0
    return 2 * moves(n - 1) + 1


def hanoi(n: int) -> int:
    if not 0 <= n < 4:
        return -1
    return moves(n)


def endless(x: int) -> int:
    if x > 0:
        return endless(x + 1)
    return 0
