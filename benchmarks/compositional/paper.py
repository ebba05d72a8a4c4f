"""The three programs of [003] §6, written from their descriptions; each fails where it should."""

# ruff: noqa: SIM110 - loops as a program has them that was not written for us


def contains_at(s: str, i: int, t: str) -> bool:
    """Whether `t` is in `s` at `i`."""
    for j in range(len(t)):
        if i + j >= len(s) or s[i + j] != t[j]:
            return False
    return True


def contains(s: str, t: str) -> bool:
    """Whether `t` is in `s`."""
    for i in range(len(s)):
        if contains_at(s, i, t):
            return True
    return False


def hwm(s: str) -> None:
    """HWM: fails if the text contains four words."""
    has_hello = contains(s, "Hello")
    has_world = contains(s, "world")
    has_at = contains(s, "at")
    has_microsoft = contains(s, "Microsoft!")
    if has_hello and has_world and has_at and has_microsoft:
        raise AssertionError("all four words")


def blanks(s: str, i: int) -> int:
    """Where the blanks from `i` on end."""
    while i < len(s) and s[i] == " ":
        i += 1
    return i


def word(s: str, i: int) -> int:
    """Where the word that begins at `i` ends; -1 if there is none."""
    start = i
    while i < len(s) and "a" <= s[i] <= "z":
        i += 1
    return i if i > start else -1


def keyword(s: str, i: int, t: str) -> int:
    """Where the keyword that stands at `i` ends, in small or large letters; -1 if it does not."""
    for j in range(len(t)):
        if i + j >= len(s) or (s[i + j] != t[j] and s[i + j] != t[j].upper()):
            return -1
    return i + len(t)


def body(s: str, i: int) -> int:
    """Where `begin … end` ends; -1 if there is none."""
    i = keyword(s, i, "begin")
    if i < 0:
        return -1
    i = blanks(s, i)
    return keyword(s, i, "end")


def definition(s: str, i: int) -> int:
    """Where `function name begin … end;` ends; -1 if there is none."""
    i = keyword(s, i, "function")
    if i < 0:
        return -1
    i = word(s, blanks(s, i))
    if i < 0:
        return -1
    i = body(s, blanks(s, i))
    return -1 if i < 0 else keyword(s, i, ";")


def parser(s: str) -> None:
    """Parser: fails if the text is a program: `program name; {function …;} begin … end`."""
    i = keyword(s, 0, "program")
    if i < 0:
        return
    i = word(s, blanks(s, i))
    if i < 0:
        return
    i = keyword(s, blanks(s, i), ";")
    if i < 0:
        return
    i = blanks(s, i)
    after = definition(s, i)
    while after >= 0:
        i = blanks(s, after)
        after = definition(s, i)
    i = body(s, i)
    if i == len(s):
        raise AssertionError("a program")


def inc(total: int, by: int) -> int:
    """Three times as much, and one more if something was taken."""
    if by > 0:
        return 3 * total + 1
    return 3 * total


def dec(x: int, step: int) -> int:
    """Less, by a step where there is room for it."""
    if x >= step:
        return x - step
    return x


def inc_dec(x: int) -> None:
    """IncDec: decrements a number, increments another by that; fails if it becomes as wanted."""
    total = 0
    for exponent in range(16):
        before, x = x, dec(x, 1 << 15 - exponent)
        total = inc(total, before - x)
    if x == 0 and total == 6_581_523:
        raise AssertionError("as wanted")
