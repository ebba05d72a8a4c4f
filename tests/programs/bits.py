"""Bit tricks."""

ANY = ("complete", "exhausted", "budget")  # the proofs that are left need bit reasoning

EXPECTED = {
    "is_power_of_two": {"verdict": "complete", "paths": 3, "over": {"x": range(-5, 20)}},
    "lowest_set_bit": {
        "verdict": ANY,
        "returns": {"0", "4", "8"},
        "over": {"x": range(-9, 20)},
        "budget": 10,
    },
    "parity": {"verdict": ANY, "paths": 11, "returns": {"-1"}, "over": {"x": range(-1, 257)}},
    "parity_folded": {
        "verdict": "complete",
        "paths": 4,
        "returns": {"'odd'", "'even'"},
        "over": {"x": range(-3, 300)},
    },
    "swapped": {
        "verdict": ANY,
        "paths": 1,
        "returns": {"True"},
        "over": {"x": range(-9, 9), "y": range(-9, 9)},
        "budget": 6,
    },
    "swap_sorts": {"verdict": ANY, "over": {"x": range(-9, 9), "y": range(-9, 9)}, "budget": 10},
    "next_power_of_two": {"verdict": ANY, "paths": 10, "over": {"x": range(-2, 300)}, "budget": 15},
    "sign": {
        "verdict": ANY,
        "returns": {"'negative'", "'zero'", "'positive'"},
        "over": {"x": [-(2**31) - 1, -5, 0, 7, 2**31]},
        "budget": 10,
    },
    "popcount": {"verdict": ANY, "paths": 18, "over": {"x": range(-1, 17)}},
    "kernighan": {"verdict": ANY, "paths": 8, "over": {"x": range(-1, 40)}},
    "same_sign": {
        "verdict": "complete",
        "returns": {"'same'", "'different'"},
        "over": {"x": range(-3, 3), "y": range(-3, 3)},
    },
    "average": {
        "verdict": ANY,
        "returns": {"'large'", "'small'"},
        "over": {"x": [0, 5, 300], "y": [0, 7, 300]},
        "budget": 10,
    },
    "flags": {"verdict": ANY, "over": {"x": range(-2, 20)}, "budget": 10},
    "magic": {
        "verdict": ANY,
        "returns": {"'found'", "'no'"},
        "over": {"x": [0, 0x5A ^ 0x3C, (0x5A ^ 0x3C) + 256]},
        "budget": 10,
    },
}


def is_power_of_two(x: int) -> bool:
    if x <= 0:
        return False
    if x & (x - 1) == 0:
        return True
    return False


def lowest_set_bit(x: int) -> int:
    bit = x & -x
    if bit == 0:
        return 0
    if bit == 4:
        return 4
    if bit > 4:
        return 8
    return 1


def parity(x: int) -> int:
    if x < 0 or x > 255:
        return -1
    odd = 0
    while x:
        odd ^= 1
        x &= x - 1
    return odd


def parity_folded(x: int) -> str:
    if not 0 <= x <= 255:
        return "not a byte"
    x ^= x >> 4
    x ^= x >> 2
    x ^= x >> 1
    if x & 1:
        return "odd"
    return "even"


def swapped(x: int, y: int) -> bool:
    a, b = x, y
    a ^= b
    b ^= a
    a ^= b
    if a != y or b != x:  # one way
        return False  # unreached
    return True


def swap_sorts(x: int, y: int) -> int:
    if x > y:
        x ^= y
        y ^= x
        x ^= y
    if x <= y:  # one way
        return y - x
    return -1  # unreached


def next_power_of_two(x: int) -> int:
    if x > 256:
        return -1
    power = 1
    while power < x:
        power <<= 1
    if power & (power - 1):  # one way
        return -2  # unreached
    if power > 256:  # one way
        return -3  # unreached
    return power


def sign(x: int) -> str:
    if x < -(1 << 31) or x >= 1 << 31:
        return "too large"
    s = x >> 31 | (x > 0)
    if s == -1:
        return "negative"
    if s == 0:
        return "zero"
    if s == 1:  # one way
        return "positive"
    return "impossible"  # unreached


def popcount(x: int) -> int:
    if x < 0 or x > 15:
        return -1
    count = 0
    while x:
        if x & 1:
            count += 1
        x >>= 1
    return count


def kernighan(x: int) -> int:
    if x < 0 or x >= 32:
        return -1
    count = 0
    while x:
        x &= x - 1
        count += 1
    return count


def same_sign(x: int, y: int) -> str:
    if x ^ y < 0:
        return "different"
    return "same"


def average(x: int, y: int) -> str:
    mean = (x & y) + ((x ^ y) >> 1)
    if mean != (x + y) // 2:  # one way
        return "wrong"  # unreached
    if mean > 100:
        return "large"
    return "small"


def flags(x: int) -> int:
    score = 0
    if x & 1:
        score += 1
    if x & 4:
        score += 4
    if x & ~0xF:
        score += 16
    if x | 8 == 13:
        score += 100
    return score


def magic(x: int) -> str:
    if x & 0xFF ^ 0x3C == 0x5A and x > 0xFF:
        return "found"
    return "no"
