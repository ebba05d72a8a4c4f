"""Programs whose paths are as long as their inputs: one shape of condition each."""

from __future__ import annotations

TABLE = (3, 1, 4, 1, 5, 9, 2, 6)


def independent(xs: list[int]) -> int:
    """Conditions that have nothing to do with each other."""
    found = 0
    for at in range(len(xs)):
        if xs[at] > at:
            found += 1
    return found


def running_sum(xs: list[int]) -> bool:
    """Each condition is about all items so far."""
    total = 0
    for at in range(len(xs)):
        total += xs[at]
        if total > 1000 + at:
            return True
    return False


def weighted_sum(s: str) -> int:
    """A checksum that is looked at in every turn."""
    total = odd = 0
    for at in range(len(s)):
        total += (at % 9 + 1) * ord(s[at])
        if total % 11 == 0:
            odd += 1
    return odd


def rolling_hash(s: str) -> int:
    """Each condition nests all those before it."""
    value, found = 7, 0
    for at in range(len(s)):
        value = (value * 31 + ord(s[at])) % 65521
        if value == 4711:
            found += 1
    return found


def countdown(n: int) -> int:
    """A loop over one number."""
    turns = 0
    while n > 0:
        n -= 1
        turns += 1
    return turns


def halving(n: int) -> int:
    """A loop that halves one number."""
    turns = 0
    while n > 0:
        n //= 2
        turns += 1
    return turns


def trial_division(n: int) -> int:
    """Conditions that are all about one number, and no two about the same of it."""
    divisor = 2
    while divisor < 1_000_000:
        if n % divisor == 0:
            return divisor
        divisor += 1
    return 0


def building(s: str) -> str:
    """Text that grows by a character in every turn."""
    out = ""
    for at in range(len(s)):
        if s[at] != "x":
            out += s[at]
    return out


def joining(s: str) -> str:
    """Text that is put together at the end."""
    parts = []
    for at in range(len(s)):
        if s[at] != "x":
            parts.append(s[at].upper())
    return "".join(parts)


def scanning(s: str) -> int:
    """Text whose end is looked for as it is read."""
    digits = 0
    for c in s:
        if c.isdigit():
            digits += 1
    return digits


def lookups(xs: list[int]) -> int:
    """Tables of tracked indices: one if-then-else term each."""
    found = 0
    for at in range(len(xs)):
        if TABLE[xs[at] % 8] > 4:
            found += 1
    return found


def greatest(xs: list[int]) -> bool:
    """If-then-else terms in each other, as deep as the list is long."""
    best = 0
    for at in range(len(xs)):
        best = max(best, xs[at])
        if best > 1000 + at:
            return True
    return False


def clamped(xs: list[int]) -> bool:
    """A level that is kept between bounds: two choices a turn."""
    level = 0
    for at in range(len(xs)):
        level = min(max(level + xs[at], 0), 1000)
        if level == 1000:
            return True
    return False


def appending(xs: list[int]) -> int:
    """Lists of tracked values, put together and gone through again."""
    kept = []
    for at in range(len(xs)):
        kept.append(xs[at] * 2 + 1)
    found = 0
    for each in kept:
        if each > 9:
            found += 1
    return found


def neighbours(xs: list[int]) -> bool:
    """Each condition shares a variable with the one before."""
    falls = 0
    for at in range(1, len(xs)):
        if xs[at - 1] > xs[at]:
            falls += 1
    return falls == 0


def flags(xs: list[int]) -> bool:
    """One truth value that is made of all items so far."""
    seen = False
    for at in range(len(xs)):
        seen |= xs[at] == 77
        if seen and xs[at] > 5:
            return True
    return seen
