"""Proofs past loops and past many branches: what holds whatever came before."""

from __future__ import annotations

import ast
import pathlib

import pytest
from harness import searching

from wend.source.control.builder import control_of

MANY = "\n".join(f"    y += 2 if a > {at} else 4" for at in range(12))
BRANCHES = "\n".join(
    f"    if a > {at}:\n        y += 2\n    else:\n        y -= 4" for at in range(30)
)

UNREACHABLE = {
    "parity": "    i = 0\n    while i < a:\n        i += 2\n    if i % 2 == 1:",
    "sign": "    i = 0\n    while b < a:\n        i += b * b\n        b += 1\n    if i < 0:",
    "nested": """\
    i = 0
    while i < a:
        i += 3
        while i < b:
            i += 6
    if i % 3 == 1:""",
    "left early": """\
    i = 1
    while True:
        i += 4
        if i > a:
            break
        if i == b:
            continue
        i -= 2
    if i % 2 == 0:""",
    "raised": """\
    i = 0
    while i < a:
        try:
            i += 2
            b // i
        except ZeroDivisionError:
            i += 4
    if i % 2 == 1:""",
    "branches": f"    y = 0\n{BRANCHES}\n    if y % 2 == 1:",
    "expressions": f"    y = 0\n{MANY}\n    if y < 0:",
    "range": "    y = 0\n    for i in range(a):\n        y += i\n    if y < 0:",
    "downwards": "    y = 0\n    for i in range(9, b, -2):\n        y -= i - 9\n    if y < 0:",
    "two constants": "    y = 3\n    for i in range(2, 8):\n        y *= i\n    if y <= 0:",
    "nested ranges": """\
    y = 0
    for i in range(3, a):
        y += 2 * i
        for j in range(1, i):
            y += j
    if y < 0:""",
    "characters": """\
    y = 0
    for c in str(a):
        if c == '1':
            y += 1
        elif c > '4':
            y += 2
    if y < 0:""",
    "items": "    y = 0\n    for x in [a, b]:\n        y += 3\n    if y % 3 == 1:",
    "not entered": "    i = -1\n    for i in range(a):\n        b += i\n    if i < -1:",
    "text": "    s = 'x'\n    while len(s) < a:\n        s = 'x' + s\n    if s.startswith('y'):",
}

REACHABLE = {
    "once": """\
    i = 0
    while i < a:
        i += 2
        if i == 500:
            i += 1
    if i % 2 == 1:""",
    "by another value": "    i = b\n    while i < a:\n        i += 2\n    if i % 2 == 1:",
    "by an exception": """\
    i = 0
    while i < a:
        try:
            i += 2
            b // (i - 100)
        except ZeroDivisionError:
            i += 1
    if i % 2 == 1:""",
    "by what is called": """\
    i = 0
    def more():
        nonlocal i
        i += 1
    while i < a:
        i += 2
        if i == 200:
            more()
    if i % 2 == 1:""",
    "by a list": """\
    i, xs = 0, [2]
    while i < a:
        i += xs[-1]
        if i == 200:
            xs.append(1)
    if i % 2 == 1:""",
    "in its first turn": "    i = 1\n    while i < a:\n        i += 2\n        if i % 2 == 0:\n"
    "            i = 0\n    if i % 2 == 1 and a > 1000:",
    "range not entered": "    i = -1\n    for i in range(a):\n        b += i\n    if i == -1:",
    "range that is changed": """\
    y = 0
    for i in range(a):
        i -= 9
        y += i
    if y < 0:""",
    "range from a parameter": "    y = 0\n    for i in range(b, a):\n        y += i\n    if y < 0:",
    "range with a step": "    y = 0\n    for i in range(0, a, b):\n        y += i\n    if y < 0:",
    "range by another name": """\
    y, range = 0, lambda n: [-1] * n
    for i in range(a):
        y += i
    if y < 0:""",
    "items that are used": "    y = 0\n    for x in [a, b]:\n        y += x\n    if y % 3 == 1:",
    "after a float": "    x = 0.5\n    while x < a:\n        x += 1.0\n    if x == 2.5:",
}


ITEMS = {
    "greatest": (
        "m = 0\n    for x in xs:\n        if x > m:\n            m = x\n    if m < 0:",
        True,
    ),
    "positive ones": (
        "m = 0\n    for x in xs:\n        if x > 0:\n            m += x\n    if m < 0:",
        True,
    ),
    "all": ("m = 0\n    for x in xs:\n        m += x\n    if m < 0:", False),
    "changed": (
        "m = 0\n    xs.append('a')\n    for x in xs:\n        if x == 'a':\n            m = -1\n"
        "    if m < 0:",
        False,
    ),
    "changed by another name": (
        "m, zs = 0, xs\n    zs += ['a']\n    for x in xs:\n        if x == 'a':\n"
        "            m = -1\n    if m < 0:",
        False,
    ),
    "changed by a function of a builtin's name": (
        "m = 0\n    def sum(a):\n        a += ['a']\n    sum(xs)\n    for x in xs:\n"
        "        if x == 'a':\n            m = -1\n    if m < 0:",
        False,
    ),
    "changed through one without a type": (
        "m = 0\n    others += ['a']\n    for x in xs:\n        if x == 'a':\n            m = -1\n"
        "    if m < 0:",
        False,
    ),
    "changed through another parameter": (
        "m = 0\n    for row in rows:\n        row += ['a']\n    for x in xs:\n"
        "        if x == 'a':\n            m = -1\n    if m < 0:",
        False,
    ),
}


@pytest.mark.parametrize("name", ITEMS)
def test_items_are_what_the_annotation_says_where_nothing_changes_them(
    tmp_path: pathlib.Path, name: str
) -> None:
    body, is_dead = ITEMS[name]
    more = ", rows: list[list[int]]" if "rows" in body else ""
    more += ", others" if "others" in body else ""

    assert is_proved(tmp_path, f"    {body}", f"xs: list[int]{more}") is is_dead


def written(
    folder: pathlib.Path, body: str, given: str = "a: int, b: int"
) -> tuple[pathlib.Path, int]:
    file = folder / "program.py"
    file.write_text(f"def f({given}):\n{body}\n        return 'goal'\n    return 0\n")
    return file, file.read_text().splitlines().index("        return 'goal'") + 1


def is_proved(folder: pathlib.Path, body: str, given: str = "a: int, b: int") -> bool:
    file, line = written(folder, body, given)
    control = control_of(ast.parse(file.read_text()), 1)
    with searching(file) as search:
        backward = search.turns(line)._search
        assert backward is not None
        for _ in backward.induction.tried(control.starts[line]):
            pass
        return backward.induction.is_proved


@pytest.mark.parametrize("name", UNREACHABLE)
def test_what_no_turn_changes_is_proved(tmp_path: pathlib.Path, name: str) -> None:
    assert is_proved(tmp_path, UNREACHABLE[name])


@pytest.mark.parametrize("name", REACHABLE)
def test_what_some_turn_changes_is_not(tmp_path: pathlib.Path, name: str) -> None:
    assert not is_proved(tmp_path, REACHABLE[name])


def test_a_search_tells_what_was_proved(wend) -> None:
    file, line = written(wend.directory, UNREACHABLE["parity"])
    result = wend("reach", f"{file.name}:{line}", "--json", "-").results[0]

    assert result["verdict"] == "unreachable"
    assert result["conflicts"] == ["line 5 needs i % 2 == 1"]
