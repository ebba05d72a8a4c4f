"""Loops with bounds, generators, recursion and closures."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator

import wend


def triangular(n: int) -> None:
    wend.assume(0 <= n <= 6)
    total = 0
    for i in range(1, n + 1):
        total += i
    assert total == n * (n + 1) // 2


def wrong_triangular(n: int) -> None:
    wend.assume(0 <= n <= 6)
    total = 0
    for i in range(1, n + 1):
        total += i
    assert total != 15


def while_with_break(n: int) -> None:
    wend.assume(0 <= n <= 5)
    i = 0
    while True:
        if i >= n:
            break
        i += 1
    assert i == n


def for_else(n: int) -> None:
    wend.assume(2 <= n <= 12)
    for d in range(2, n):
        if n % d == 0:
            assert n in (4, 6, 8, 9, 10, 12)
            break
    else:
        assert n in (2, 3, 5, 7, 11)


def wrong_for_else(n: int) -> None:
    wend.assume(2 <= n <= 12)
    for d in range(2, n):
        if n % d == 0:
            break
    else:
        assert n % 2 == 1


def _fib(n: int) -> int:
    return n if n < 2 else _fib(n - 1) + _fib(n - 2)


def fibonacci(n: int) -> None:
    wend.assume(0 <= n <= 6)
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    assert a == _fib(n)


def _upto(n: int) -> Iterator[int]:
    i = 0
    while i < n:
        yield i
        i += 1


def generator_counts(n: int) -> None:
    wend.assume(0 <= n <= 4)
    assert list(_upto(n)) == list(range(n))


def closure_keeps(a: int, b: int) -> None:
    total = 0

    def add(x: int) -> None:
        nonlocal total
        total += x

    add(a)
    add(b)
    assert total == a + b


def wrong_closure(a: int, b: int) -> None:
    fs = [lambda: i for i in (a, b)]
    assert fs[0]() == a


def lambda_composed(x: int) -> None:
    twice = lambda f, v: f(f(v))  # noqa: E731
    assert twice(lambda v: v + 3, x) == x + 6


def reduced(a: int, b: int, c: int) -> None:
    assert functools.reduce(lambda x, y: x + y, [a, b, c], 0) == a + b + c


def pairs(n: int) -> None:
    wend.assume(0 <= n <= 4)
    assert len(list(itertools.combinations(range(n), 2))) == n * (n - 1) // 2


def zipped(a: int, b: int) -> None:
    d = dict(zip("xy", (a, b), strict=True))
    assert d["x"] == a and d["y"] == b


def accumulated(a: int, b: int) -> None:
    assert list(itertools.accumulate([a, b, -a])) == [a, a + b, b]


def collatz(n: int) -> None:
    wend.assume(1 <= n <= 8)
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    assert steps <= 16


def wrong_collatz(n: int) -> None:
    wend.assume(1 <= n <= 8)
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    assert steps < 16


def even_and_odd(n: int) -> None:
    wend.assume(0 <= n <= 4)

    def even(k: int) -> bool:
        return k == 0 or odd(k - 1)

    def odd(k: int) -> bool:
        return k != 0 and even(k - 1)

    assert even(n) == (n % 2 == 0)


def mapped_and_filtered(xs: list[int]) -> None:
    wend.assume(len(xs) <= 2)
    ys = list(filter(lambda v: v > 1, map(abs, xs)))
    assert all(y >= 2 for y in ys)


def nested_with_continue(n: int) -> None:
    wend.assume(0 <= n <= 3)
    count = 0
    for i in range(n):
        for j in range(n):
            if i == j:
                continue
            count += 1
    assert count == n * n - n


def cached(n: int) -> None:
    wend.assume(0 <= n <= 5)

    @functools.cache
    def fact(k: int) -> int:
        return 1 if k <= 1 else k * fact(k - 1)

    assert fact(n) >= n


def variadic(a: int, b: int) -> None:
    def total(*args: int, **more: int) -> int:
        return sum(args) + sum(more.values())

    assert total(a, b, c=3) == a + b + 3
