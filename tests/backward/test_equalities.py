"""Conditions that contradict each other by what equality means."""

from __future__ import annotations

import pathlib

import pytest
from harness import searching

EQUALITIES = {
    "three": ("if s == t:\n        if t == u and s != u:", True),
    "results": ("if s == t:\n        if s.upper() != t.upper():", True),
    "by a name": ("u = s\n    if u == t:\n        if s != t:", True),
    "constants": ("if s == 'a' and s == t:\n        if t == 'b':", True),
    "written in between": ("if s == t:\n        t += 'x'\n        if s != t:", False),
    "of two types": ("if a == b:\n        if str(a) != str(b):", False),
    "never in small letters": ("t = s.strip().lower()\n    if t:\n        if t == 'Hello':", True),
    "in small letters": ("t = s.strip().lower()\n    if t:\n        if t == 'hello':", False),
    "never with spaces": ("if s.strip() == t:\n        if t == 'a ':", True),
    "other characters stripped": ("if s.strip('x') == t:\n        if t == 'a ':", False),
    "of floats": ("if x != x:\n        if True:", False),
    "other way round": ("if s == t:\n        if s.upper() == u.upper() and s != u:", False),
}


def test_a_function_of_the_name_of_a_method_is_not_that_method(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(
        "def strip(s): return ' ' + s + ' '\n"
        "def lower(n): return n - 1\n"
        "def f(t: str, n: int):\n"
        "    if strip(t) == ' a ' and lower(n) == 3:\n"
        "        return 'goal'\n"
    )
    with searching(file) as search:
        turns = search.turns(5)

        assert next(turns.inputs(60), None) is not None
        assert not turns.is_proved


@pytest.mark.parametrize("name", EQUALITIES)
def test_texts_of_any_length_are_equal_or_not(tmp_path: pathlib.Path, name: str) -> None:
    body, is_dead = EQUALITIES[name]
    file = tmp_path / "program.py"
    given = "s: str, t: str, u: str, a: int, b: bool, x: float"
    file.write_text(f"def f({given}):\n    {body}\n            return 'goal'\n    return 0\n")
    line = file.read_text().splitlines().index("            return 'goal'") + 1
    with searching(file) as search:
        turns = search.turns(line)
        found = next(turns.inputs(60), None)

    assert turns.is_proved is is_dead
    assert (found is None) is is_dead
