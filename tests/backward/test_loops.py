"""Loops as one step, and climbs over the traces that have them."""

from __future__ import annotations

import ast
import pathlib
from typing import Any

import pytest
from harness import searching
from paper import PROGRAMS

from wend.aim.backward.moves import LONGEST, Moves
from wend.inputs.inputs import Inputs
from wend.instrument.trace import RAISED, TURNS, WHOLE, program
from wend.path.trace import cost
from wend.source.control.builder import control_of

SOURCE = PROGRAMS.joinpath("loops.py").read_text()
LINES = SOURCE.splitlines()
GOALS = {
    function.name: line
    for function in ast.parse(SOURCE).body
    if isinstance(function, ast.FunctionDef)
    for line in range(function.lineno, (function.end_lineno or 0) + 1)
    if LINES[line - 1].endswith("# goal")
}
DEAD = ("dead", "never_raised")
REACHED = [name for name in GOALS if name not in DEAD]


@pytest.fixture(scope="module")
def results(shared_wend) -> dict[str, dict[str, Any]]:
    shared_wend.directory.joinpath("loops.py").write_text(SOURCE)
    lines = [f"loops.py:{GOALS[name]}" for name in REACHED]
    options = "--direction", "backward", "--max-executions", "4000", "--json", "-", "-j", "1"
    done = shared_wend("reach", *lines, *options)

    assert done.err == ""
    return dict(zip(REACHED, done.results, strict=True))


@pytest.mark.parametrize("name", REACHED)
def test_a_line_behind_a_loop_is_reached(results, name: str) -> None:
    assert results[name]["verdict"] == "reached"


def test_loops_are_not_unrolled(results) -> None:
    climbed = [name for name in REACHED if results[name]["method"] == "climb"]

    assert len(climbed) >= 9
    assert all(results[name]["segments"] < 20 for name in climbed)


@pytest.mark.parametrize("name", DEAD)
def test_what_was_climbed_proves_nothing(name: str) -> None:
    with searching(PROGRAMS / "loops.py", name) as search:
        turns = search.turns(GOALS[name], runs=150)

        assert list(turns.inputs(12)) == []
        assert not turns.is_proved


# What a trace does for a loop

FUNCTION = """
def f(n, found):
    for i in range(n):
        if i in found:
            return i
        if i == 7:
            break
        for j in found:
            continue
    else:
        n = 0
    return n
"""


def _told(step: str, source: str = FUNCTION, line: int = 3) -> str:
    control = control_of(ast.parse(source), 2)
    starting = control.starting.items()
    (start,) = [each for each, region in starting if region.statement.lineno == line]
    made = program(control, [(start, step)], None, measured=True)
    (inner,) = [each for each in ast.walk(made) if getattr(each, "name", "") == "_wend_trace"]
    marks = [each for each in inner.body if ast.unparse(each) == "_wend_fit(0)"]
    return "\n".join(map(ast.unparse, inner.body[: inner.body.index(marks[0])]))


def test_a_whole_loop_ends_the_trace_where_it_is_left_otherwise() -> None:
    expected = """
for i in range(n):
    _wend_turn()
    if i in found:
        _wend_fit()
    if i == 7:
        break
    for j in found:
        _wend_turn()
        continue
else:
    n = 0
"""
    assert _told(WHOLE) == expected.strip()


def test_turns_of_a_loop_lead_to_its_head_again() -> None:
    expected = """
_wend_items_3_4 = _wend_turn(0, _wend_items_3_4)
for _wend_ignored in _wend_turn(0):
    _wend_turn()
    for i in _wend_items_3_4:
        break
    else:
        _wend_fit()
    if i in found:
        _wend_fit()
    if i == 7:
        _wend_fit()
    for j in found:
        _wend_turn()
        continue
"""
    assert _told(TURNS) == expected.strip()


GUARDED = """
def f(text):
    try:
        for c in text:
            if c == "x":
                break
            try:
                int(c)
            except TypeError:
                pass
    except ValueError:
        return 1
"""


def test_a_loop_that_is_left_by_what_it_raises_has_to_raise() -> None:
    expected = """
try:
    for c in text:
        _wend_turn()
        if c == 'x':
            break
        try:
            int(c)
        except TypeError:
            pass
except BaseException as _wend_raised_3_4_now:
    _wend_raised_3_4 = _wend_raised_3_4_now
else:
    _wend_fit()
"""
    assert _told(RAISED, GUARDED, 4) == expected.strip()


# Types of locals as they were seen

GUESSED = """
def given(n):
    return n if n < 5 else str(n)


def f(n: int):
    value = given(n)
    for _ in range(3):
        n += 1
    if value == "7":
        return 1
    return 0
"""


def test_types_that_were_seen_prove_nothing(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(GUESSED)
    with searching(file) as search:
        turns = search.turns(11)
        types = search.runner.observe([Inputs((("n", 1),)), Inputs((("n", 9),))])
        found = next(turns.inputs(30), None)

    assert types == {"n": ["int"], "value": ["int", "str"], "_": ["int"]}
    assert not turns.is_proved
    assert found is not None and dict(found) == {"n": 7}


def test_the_last_turn_of_a_loop_is_the_last_where_there_are_more_items(
    tmp_path: pathlib.Path,
) -> None:
    file = tmp_path / "program.py"
    file.write_text(FIELDS)
    with searching(file) as search:
        goal = 1 + FIELDS.splitlines().index("                return 1  # goal")
        turns = search.turns(goal, runs=3000)
        found = next(turns.inputs(60), None)

    assert found is not None


FIELDS = """
def f(lines: list[str], names: list[str]):
    for line in lines:
        number, *fields = line.split("|")
        int(number)
        for i, field in enumerate(fields):
            if i >= len(names):
                continue
            if i >= 7 and not names[i].startswith(":"):
                return 1  # goal
    return 0
"""


def test_a_run_that_came_further_is_nearer() -> None:
    stopped = [(False, (), 2, 9), (False, (), 3, 1), (False, (), 3, 2), (False, (5,), 4, 1)]
    ended = [(True, (5, 1), 6, 1), (True, (0, 0), 6, 1)]
    costs = [cost(each, 2, 6) for each in (*stopped, *ended)]

    assert costs == sorted(costs, reverse=True) and len({*costs}) == len(costs)
    assert costs[-1] == 0


def test_of_points_that_are_as_far_the_one_that_saw_more_is_nearer() -> None:
    less, more, nearer = [
        cost((True, (far,), 1, blocks), 1, 1) for far, blocks in ((2, 1), (2, 5), (1, 0))
    ]

    assert 0 < nearer < more < less


def test_words_of_the_code_are_put_into_texts() -> None:
    texts = [
        "".join(chr(each.get(f"ord(s[{at}])", 0)) for at in range(each["len(s)"]))
        for line in Moves(("expires",), seed=0).whole({"len(s)": 1, "ord(s[0])": 97})
        for each in line
    ]

    assert {"aexpires", "expiresa", "expires"} <= {*texts}


def test_with_a_part_more_the_last_turn_is_tried() -> None:
    points = [
        each
        for line in Moves((), seed=0).whole({"len(s)": 1, "ord(s[0])": 97, "turns(3)": 5})
        for each in line
    ]

    assert {each["turns(3)"] for each in points if each["len(s)"] == 2} == {5, -1, 0}


def test_no_move_makes_a_text_of_a_large_number() -> None:
    point = {"a": 2**31, "len(s)": 1, "ord(s[0])": 97}
    moves = Moves(("x", 7), seed=0)
    lines = [*moves.pairs(point), *moves.whole(point), *moves.along("len(s)", point)]

    assert all(0 <= each["len(s)"] <= LONGEST for line in lines for each in line)
