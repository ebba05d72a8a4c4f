"""Lines behind calls: cut by what the function that is called decides, or by what many calls of it
give together. `# goal` is the line that is sought, `# dead` one that no input reaches."""

LIMIT = 50
FACTOR = 2


def clamp(x: int, least: int = 0) -> int:
    if x > LIMIT:
        return LIMIT
    if x < least:
        return least
    return x


def check(x: int) -> int:
    if x < 3:
        raise ValueError("too small")
    return x


def letters(text: str) -> int:
    found = 0
    for char in text:
        if char.isalpha():
            found += 1
    return found


def twice(x: int) -> int:
    return clamp(x) + clamp(x, least=10)


def scaled(x: int) -> int:
    return x * FACTOR


def set_factor(x: int) -> None:
    global FACTOR
    FACTOR = x


def replaced(x: int) -> int:
    return 1


def replace(function) -> None:
    global replaced
    replaced = function


def down(n: int) -> int:
    return 0 if n <= 0 else 1 + down(n - 1)


def grade(points: int) -> int:
    if points > 90:
        return 5
    if points > 70:
        return 4
    if points > 50:
        return 3
    if points > 20:
        return 2
    return 1


# The core of a trace has the call: what comes before it does not matter.


def of_condition(x: int, y: int, z: int) -> int:
    while y < z:
        z += x * x
        y = y * 3 + z
        x += 1
    k = clamp(y)
    if k > 60:
        return 1  # dead
    return 0


def of_exception(x: int, y: int) -> int:
    while x < y * y - 3:
        x = x + y
        y += 1
    try:
        y = check(x)
    except ValueError:
        if x > 5:
            return 1  # dead
        return 2
    return y


def of_no_exception(x: int, y: int) -> int:
    while x < y * y - 3:
        x = x + y
        y += 1
    try:
        y = check(x)
    except ValueError:
        return 2
    if y < 2:
        return 1  # dead
    return y


def by_keyword(x: int, y: int) -> int:
    while y < x * x:
        y += x
        x += 1
    if clamp(least=3, x=y) < 3:
        return 1  # dead
    return 0


def by_what_that_calls(x: int, y: int) -> int:
    while y < x * x:
        y += x
        x += 1
    if twice(y) < 10:
        return 1  # dead
    return 0


def of_text(x: int, y: int, word: str) -> int:
    while y < x * x:
        y += x
        x += 1
    n = letters("ab1")
    if n > 2:
        return 1  # dead
    return n


# What is called is not only what it is now, or does more than reckon.


def by_global(x: int, y: int) -> int:
    if scaled(y) % 2 == 1:
        return 1  # goal, after set_factor(1)
    return 0


def by_another_function(x: int, y: int) -> int:
    if replaced(y) == 7:
        return 1  # goal, after replace(…)
    return 0


def by_many_digits(x: int, y: int) -> int:
    try:
        shown(x)
    except ValueError:
        return 1  # goal, for a number of 4,301 digits
    return 0


def shown(x: int) -> str:
    return written(x).strip()


def written(x: int) -> str:
    return f"{x}"


def by_recursion(x: int, y: int) -> int:
    if down(min(x, 4)) > 3:
        return 1  # goal
    return 0


# Ways through many calls: summaries.


def too_many(a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int, n: int, m: int) -> int:
    y = 0
    if n > 0:
        y += 1
    if n > m:
        y -= 1
    if m > 2 * n:
        y += 2
    if m == 7:
        y -= 2
    if n < -m:
        y += 3
    total = grade(a) + grade(b) + grade(c) + grade(d) + grade(e) + grade(f) + grade(g) + grade(h)
    if total == 41:
        return 1  # dead
    return y


def too_few(a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int, n: int, m: int) -> int:
    total = grade(a) + grade(b) + grade(c) + grade(d) + grade(e) + grade(f) + grade(g) + grade(h)
    if total == 9 and grade(a) == 3:
        return 1  # dead
    return n - m


def just_so(a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int, n: int, m: int) -> int:
    y = 0
    if n > m:
        y -= 1
    if m > 2 * n:
        y += 2
    total = grade(a) + grade(b) + grade(c) + grade(d) + grade(e) + grade(f) + grade(g) + grade(h)
    if total == 23 and grade(a) == grade(b) + 2 and grade(h) == 4:
        return 1  # goal
    return y
