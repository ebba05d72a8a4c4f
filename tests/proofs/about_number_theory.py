"""Functions of `math` over small ranges of ints."""

from __future__ import annotations

import math

import wend


def factorial_grows(n: int) -> None:
    wend.assume(1 <= n <= 6)
    assert math.factorial(n) == n * math.factorial(n - 1)


def wrong_factorial(n: int) -> None:
    wend.assume(0 <= n <= 6)
    assert math.factorial(n) < 720


def factorial_refuses(n: int) -> None:
    wend.assume(-3 <= n <= 3)
    try:
        f = math.factorial(n)
    except ValueError:
        assert n < 0
    else:
        assert f in (1, 2, 6)


def comb_is_symmetric(n: int, k: int) -> None:
    wend.assume(0 <= k <= n <= 5)
    assert math.comb(n, k) == math.comb(n, n - k)


def wrong_comb(n: int, k: int) -> None:
    wend.assume(0 <= k <= n <= 5)
    assert math.comb(n, k) != 10


def comb_beyond(n: int, k: int) -> None:
    wend.assume(0 <= n <= 3 and n < k <= 5)
    assert math.comb(n, k) == 0


def perm_and_comb(n: int, k: int) -> None:
    wend.assume(0 <= n <= 4 and 0 <= k <= 4)
    assert math.perm(n, k) == math.comb(n, k) * math.factorial(k)


def gcd_divides(a: int, b: int) -> None:
    wend.assume(1 <= a <= 6 and 1 <= b <= 6)
    g = math.gcd(a, b)
    assert a % g == 0 and b % g == 0


def wrong_gcd(a: int, b: int) -> None:
    wend.assume(1 <= a <= 12 and 1 <= b <= 12)
    assert math.gcd(a, b) < 7


def gcd_with_zero(a: int) -> None:
    assert math.gcd(a, 0) == abs(a)


def lcm_times_gcd(a: int, b: int) -> None:
    wend.assume(1 <= a <= 5 and 1 <= b <= 5)
    assert math.lcm(a, b) * math.gcd(a, b) == a * b


def lcm_is_multiple(a: int) -> None:
    wend.assume(1 <= a <= 10)
    assert math.lcm(a, 4) % a == 0


def isqrt_is_root(n: int) -> None:
    wend.assume(0 <= n <= 50)
    r = math.isqrt(n)
    assert r * r <= n < (r + 1) * (r + 1)


def wrong_isqrt(n: int) -> None:
    wend.assume(0 <= n <= 50)
    assert math.isqrt(n) ** 2 == n or n < 45


def prod_and_sum(a: int, b: int) -> None:
    wend.assume(0 <= a <= 3 and 0 <= b <= 3)
    assert math.prod([a, b, 1]) == a * b
    assert math.prod([]) == 1


def fermat_small(a: int) -> None:
    wend.assume(1 <= a <= 6)
    assert pow(a, 6, 7) == 1


def bits_of_power(k: int) -> None:
    wend.assume(0 <= k <= 8)
    assert (1 << k).bit_length() == k + 1
    assert 2**k == 1 << k


def own_gcd_agrees(a: int, b: int) -> None:
    wend.assume(0 <= a <= 6 and 0 <= b <= 6)
    x, y = a, b
    while y:
        x, y = y, x % y
    assert x == math.gcd(a, b)


def perm_of_one(n: int) -> None:
    wend.assume(0 <= n <= 5)
    assert math.perm(n) == math.factorial(n)


def dist_and_hypot(a: int) -> None:
    wend.assume(0 <= a <= 10)
    assert math.hypot(3 * a, 4 * a) == 5.0 * a


def fsum_of_ints(a: int, b: int) -> None:
    wend.assume(-10 <= a <= 10 and -10 <= b <= 10)
    assert math.fsum([a, b]) == a + b
