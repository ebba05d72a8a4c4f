"""Functions whose branches are about products, remainders by unknowns and bits of two unknowns."""

from __future__ import annotations


def pythagorean(a: int, b: int, c: int) -> str:
    if a <= 0 or b <= a or c <= b:
        return "unordered"
    if a * a + b * b == c * c:
        if a + b + c > 50:
            return "large"
        return "small"
    if a * a + b * b < c * c:
        return "obtuse"
    return "acute"


def pell(x: int, y: int) -> str:
    if x < 1 or y < 1:
        return "out"
    if x * x - 7 * y * y == 1:
        return "solution"
    if x * x - 7 * y * y == 2:
        return "almost"
    if x * y == 391 and x < y:
        return "factors"
    return "no"


def mixed_bits(a: int, b: int) -> str:
    if not (0 <= a < 65536 and 0 <= b < 65536):
        return "out"
    if (a ^ b) & 0xFF == 0x5A and (a & b) == 0x1204:
        return "pattern"
    if (a | b) == 0xBEEF and (a & b) == 0x000F:
        return "cover"
    if ((a * 31) ^ (b << 3)) == 7777:
        return "hash"
    return "no"


def popcounts(a: int, b: int) -> str:
    if a < 0 or b < 0:
        return "negative"
    if a.bit_count() == 5 and (a & b).bit_count() == 3 and a > b:
        return "overlap"
    if (a ^ b).bit_count() == 7 and a + b == 1000:
        return "distance"
    return "no"


def congruence(n: int, m: int) -> str:
    if m < 2 or n < 0:
        return "out"
    if n % m == 3 and n // m == m + 4:
        return "chain"
    if (n * n) % m == 1 and m > 20 and n > 1 and n < m - 1:
        return "root of one"
    if n * m == 1001 and n > m:
        return "factors"
    return "no"


def polynomial(x: int, y: int) -> str:
    value = x * x * x - 3 * x * y + y * y
    if value == 57 and x > 2:
        return "hit"
    if value == -4 and y > 1:
        return "near"
    if x * y > 100 and x + y < 21 and x > 0:
        return "corner"
    return "no"


def masks(a: int, b: int, c: int) -> str:
    if a < 0 or b < 0 or c < 0:
        return "negative"
    if a & b == 12 and b & c == 6 and a & c == 20:
        return "triangle"
    if (a ^ b ^ c) == 255 and a + b + c == 341:
        return "sum"
    if (a << 2) ^ b == c and c == 1000 and b > 500:
        return "shift"
    return "no"
