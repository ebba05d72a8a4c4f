"""The programs of [004], as sources: those of its Table 1 with their targets, and some more."""

from __future__ import annotations

import pathlib

PROGRAMS = pathlib.Path(__file__).with_name("programs")

TARGETS = {
    "hard_loop: loop": "climb",
    "hard_loop: sine": "",
    "dart: cube": "",
    "dart: call": "",
    "unreach: goal": "dead",
    "slicing: goal": "",
    "narrow: overflow": "",
    "easy_loop: hundred": "climb",
    "trityp: scalene": "",
    "trityp: equilateral": "",
    "trityp: isosceles": "",
}
"""Those of Table 1, with what is special about each: nothing leads there, or it takes a climb."""


def program(name: str, count: int = 10) -> str:
    """The source of a program of Table 1; `count`: of its conditions that do not matter."""
    if name in ("unreach", "slicing"):
        return (unreach if name == "unreach" else slicing)(count)
    return PROGRAMS.joinpath(f"{name}.py").read_text()


def goal_line(target: str, count: int = 10) -> int:
    """The line of a target of Table 1."""
    name, _, goal = target.partition(": ")
    return line_of(program(name, count), goal if goal == "goal" else target)


def unreach(count: int) -> str:
    """Figure 4: the guard is close to the line, and everything above changes `y`."""
    names = [f"x{at}" for at in range(count)]
    lines = [f"def unreach({', '.join(f'{name}: int' for name in names)}) -> int:", "    y = 0"]
    for name in names:
        lines += [f"    if {name} > 0:", "        y = y + 1", "    else:", "        y = y - 1"]
    lines += ["    if y > 0:", "        if y == 0:", "            raise ValueError  # goal"]
    return "\n".join([*lines, "    return y", ""])


def slicing(count: int, wanted: str = "y == 14") -> str:
    """Figure 5: nothing above the definition of `y` matters."""
    names = [f"x{at}" for at in range(count)]
    lines = [f"def slicing({', '.join(f'{name}: int' for name in names)}) -> int:", "    a = b = 0"]
    for name in names:
        lines += [f"    if {name} > a:", f"        a += {name}", "    else:", "        b -= 1"]
    lines += ["    for i in range(b):", "        a += i", "    y = x0 * 2"]
    lines += [f"    if {wanted}:", "        return 1  # goal", "    return 0", ""]
    return "\n".join(lines)


OTHERS = """
def twice(x: int) -> int:
    return 2 * x


def dart(x: int, y: int) -> str:
    if x * x * x > 0:
        if x > 0 and y == 10:
            return "one"  # dart one
    else:
        if x > 0 and y == 20:
            return "two"  # dart dead
    if x != y:
        if twice(x) == x + 10:
            return "three"  # dart call
    return "no"


def easy_loop(n: int) -> str:
    i = n
    total = 0
    while i > 0:
        i -= 1
        total += 1
    if total == 5:
        return "five"  # easy loop
    if total < 0:
        return "none"  # easy loop dead
    return "no"


def trityp(a: int, b: int, c: int) -> int:
    if a <= 0 or b <= 0 or c <= 0:
        return 4  # trityp none
    kind = 0
    if a == b:
        kind = kind + 1
    if a == c:
        kind = kind + 2
    if b == c:
        kind = kind + 3
    if kind == 0:
        if a + b <= c or b + c <= a or a + c <= b:
            kind = 4
        else:
            kind = 1  # trityp scalene
    elif kind > 3:
        kind = 3  # trityp equilateral
    elif kind == 1 and a + b > c:
        kind = 2  # trityp isosceles
    elif kind == 2 and a + c > b:
        kind = 2
    elif kind == 3 and b + c > a:
        kind = 2
    else:
        kind = 4
    if kind == 5:
        return 5  # trityp dead
    return kind
"""


def line_of(source: str, goal: str) -> int:
    """The line with the comment."""
    (found,) = [at for at, line in enumerate(source.splitlines(), 1) if line.endswith(f"# {goal}")]
    return found
