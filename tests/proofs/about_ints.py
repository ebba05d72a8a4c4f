"""Ints and bools."""

from __future__ import annotations

import wend


def division_adds_up(a: int, b: int) -> None:
    wend.assume(b != 0)
    q, r = divmod(a, b)
    assert a == q * b + r


def remainder_has_sign_of_divisor(a: int) -> None:
    assert 0 <= a % 7 < 7
    assert -7 < a % -7 <= 0


def wrong_remainder(a: int) -> None:
    assert a % 7 != 5 or a > 0


def shift_is_product(a: int) -> None:
    assert a << 3 == a * 8
    assert a >> 1 == a // 2


def mask_is_remainder(a: int) -> None:
    assert a & 15 == a % 16


def xor_cancels(a: int, b: int) -> None:
    wend.assume(0 <= a < 256 and 0 <= b < 256)
    assert a ^ b ^ b == a
    assert (a | b) == (a ^ b) + (a & b)


def wrong_xor(a: int, b: int) -> None:
    wend.assume(0 <= a < 256 and 0 <= b < 256)
    assert (a | b) == (a ^ b)


def min_max_sort(a: int, b: int, c: int) -> None:
    xs = sorted([a, b, c])
    assert xs[0] == min(a, b, c) and xs[2] == max(a, b, c)
    assert sum(xs) == a + b + c


def parity(n: int) -> None:
    if n % 2 == 0:
        assert (n + 1) % 2 == 1
    else:
        assert (n * n) % 2 == 1


def square_mod_four(n: int) -> None:
    wend.assume(-100 <= n <= 100)
    assert n * n % 4 in (0, 1)


def wrong_square(n: int) -> None:
    wend.assume(0 <= n <= 100)
    assert n * n != 1849


def bool_adds(p: bool, q: bool) -> None:
    assert p + q == (2 if p and q else 1 if p or q else 0)


def de_morgan(p: bool, q: bool) -> None:
    assert (not (p and q)) == (not p or not q)


def ternary_sign(n: int) -> None:
    s = 1 if n > 0 else -1 if n < 0 else 0
    assert s * n == abs(n)


def chained(a: int, b: int, c: int) -> None:
    if a < b < c:
        assert a + 2 <= c


def text_and_back(n: int) -> None:
    wend.assume(-999 <= n <= 999)
    assert int(str(n)) == n


def bytes_and_back(n: int) -> None:
    wend.assume(0 <= n < 65536)
    raw = n.to_bytes(2, "big")
    assert len(raw) == 2
    assert int.from_bytes(raw, "big") == n


def wrong_overflow(a: int, b: int) -> None:
    wend.assume(0 <= a < 2**31 and 0 <= b < 2**31)
    assert a + b < 2**31


def floor_of_negative(n: int) -> None:
    wend.assume(n < 0)
    assert n // 2 <= -1
    assert -(-n // 2) >= n // 2


def walrus(n: int) -> None:
    if (m := n * 2) > 10:
        assert m >= 12
    assert m % 2 == 0


def power_small(n: int) -> None:
    wend.assume(-5 <= n <= 5)
    assert n**2 >= 0 and n**3 == n * n * n


def inverted(n: int) -> None:
    assert ~n == -n - 1
    assert ~~n == n
