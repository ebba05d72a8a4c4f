"""Lines behind loops of every kind: each needs more turns than anybody would unroll."""

import re
import unicodedata
from io import StringIO


def accumulated(n: int) -> int:
    total = 0
    for i in range(n):
        total += i * i
    if total == 3311:
        return 1  # goal
    return 0


def text_built(n: int, k: int) -> int:
    text = ""
    for i in range(n):
        text += chr(97 + (i * k) % 26)
    if text == "adgjmpsvyb":
        return 1  # goal
    return 0


def series(x: float) -> int:
    total = term = 1.0
    i = 1
    while abs(term) > 1e-12 and i < 200:
        term = term * x / i
        total += term
        i += 1
    if 20.0 < total < 20.1:
        return 1  # goal
    return 0


def two_variables(a: int, b: int) -> int:
    steps = 0
    while a > 0 and b > 0:
        if a > b:
            a -= b
        else:
            b -= a
        steps += 1
    if steps == 47:
        return 1  # goal
    return 0


def nested(n: int, m: int) -> int:
    count = 0
    for i in range(n):
        for j in range(m):
            if (i + j) % 3 == 0:
                count += 1
    if count == 85:
        return 1  # goal
    return 0


def collatz(n: int) -> int:
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    if steps == 42:
        return 1  # goal
    return 0


def in_a_turn(n: int) -> int:
    total = 0
    while n > 0:
        total += n % 10
        if total == 77:
            return 1  # goal
        n //= 10
    return 0


def greatest_sum(numbers: list[int]) -> int:
    best = now = 0
    for number in numbers:
        now = now + number if now > 0 else number
        best = max(best, now)
    if best == 1000 and len(numbers) > 3:
        return 1  # goal
    return 0


def left_early(n: int, limit: int) -> int:
    total = 0
    for i in range(n):
        total += i
        if total > limit:
            break
    else:
        return 0
    if i == 30:
        return 1  # goal
    return 2


def two_loops(n: int, text: str) -> int:
    total = 0
    for i in range(n):
        total += i % 5
    count = 0
    for char in text:
        if char == "x":
            count += 1
    if total == 60 and count == 12:
        return 1  # goal
    return 0


def called(n: int) -> int:
    if bits(n) == 23:
        return 1  # goal
    return 0


def bits(n: int) -> int:
    count = 0
    while n > 0:
        count += n & 1
        n >>= 1
    return count


def dead(n: int) -> int:
    flag = total = 0
    while total < n:
        total += 2
    if total > 3 and flag == 2:
        return 1  # goal
    return 0


def numbered(s: str) -> int:
    turns = whole = 0
    for c in s:
        turns += 1
        whole += c == "x"
    if turns == 30 and whole == 11:
        return 1  # goal
    return 0


def numerals(label: str) -> str:
    """Bidi rules 1 and 4 of IDNA: what kind a character is, native code says."""
    if unicodedata.bidirectional(label[0]) not in ["R", "AL"]:
        return "left to right"
    kind = None
    for character in label:
        direction = unicodedata.bidirectional(character)
        if direction in ["AN", "EN"]:
            if not kind:
                kind = direction
            elif kind != direction:
                return "mixed"  # goal
    return "right to left"


def undefined(file: StringIO) -> list[str]:
    pattern = re.compile("/[*] #undef ([A-Z][A-Za-z0-9_]+) [*]/\n")
    names = []
    while line := file.readline():
        found = pattern.match(line)
        if found:
            names.append(found.group(1))  # goal
    return names


def flags(text: str) -> int:
    """What the letters before and after a minus have in common."""
    at = on = off = 0
    while at < len(text) and text[at] != "-":
        on |= {"i": 1, "m": 2, "s": 4}[text[at]]
        at += 1
    if at < len(text) and text[at] == "-":
        for letter in text[at + 1 :]:
            off |= {"i": 1, "m": 2, "s": 4}[letter]
    if on & off:
        return 1  # goal
    return 0


def raised_at_the_end(text: str) -> int:
    total = 0
    try:
        for c in text:
            total += int(c)
    except ValueError:
        if total > 50:
            return 1  # goal
    return 0


def raised_inside(text: str) -> int:
    depth = 0
    try:
        for line in text.split(";"):
            for c in line:
                if c == "(":
                    depth += 1
                elif c == ")":
                    depth -= 1
                if depth < 0:
                    raise ValueError(c)
    except ValueError:
        if len(text) > 12:
            return 1  # goal
    return 0


def raised_by_an_index(places: list[int]) -> int:
    seen: dict[int, int] = {}
    at = 0
    try:
        while True:
            seen[at] = len(seen)
            at = places[at]
            if at in seen:
                return 0
    except IndexError:
        if len(seen) == 4:
            return 1  # goal
    return 0


def searched(n: int, at: int) -> int:
    for i in range(n):
        at = (at * 7 + i) % 1009
        if at == 500:
            raise LookupError(i)
    return at


def raised_by_a_call(n: int, k: int) -> int:
    total = 0
    try:
        for i in range(n):
            total += searched(k, i)
    except LookupError:
        if total > 2000:
            return 1  # goal
    return 0


def raised_past_a_finally(text: str) -> int:
    total = 0
    try:
        for c in text:
            total = total * 3 + ord(c) - 48
            if total < 0:
                raise ValueError
    finally:
        if total == -5 and len(text) == 9:
            total = 1  # goal
    return 0


def raised_in_a_group(text: str) -> int:
    total = 0
    try:
        for c in text:
            total += int(c)
    except* ValueError:
        if total > 50:
            total = 1  # goal
    return 0


def raised_in_a_turn(lines: list[str]) -> int:
    failed = 0
    for line in lines:
        total = 0
        try:
            for c in line:
                total += int(c)
        except ValueError:
            failed += 1
            if total > 20 and failed == 2:
                return 1  # goal
    return 0


def never_raised(text: str) -> int:
    total = 0
    try:
        for c in text:
            total += len(c)
            if total > 5 and len(text) < 5:
                raise ValueError
    except ValueError:
        return 1  # goal
    return 0
