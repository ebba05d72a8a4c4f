"""`except*` is read backward: what was raised is split, and put together again, as Python does."""

from __future__ import annotations

import ast
import pathlib
import textwrap
from typing import Any

import pytest
from harness import searching

from wend.instrument.trace import program
from wend.source.control.builder import control_of

SOURCE = """
class Refused(Exception):
    pass


def served(port: int):
    if port < 1024:
        raise PermissionError(port)
    if port == 8080:
        raise ExceptionGroup("busy", [OSError(port), Refused()])
    return port


def contradiction(x: int):
    if x > 0:
        try:
            served(x)
        except* OSError:
            if x == 0:
                return_ = 1  # unreachable: line 15 needs x > 0, line 19 needs x == 0
    return 0


def naked(x: int, y: int):
    try:
        x = 10 // (y - 7)
    except* ZeroDivisionError as group:
        if y != 7:
            y = 2  # unreachable: line 26 needs y == 7, line 28 needs y != 7
        if len(group.exceptions) == 1 and x == 3:
            y = 1  # reached
    return y


def both(x: int):
    taken = 0
    try:
        served(x)
    except* OSError:
        taken += 1
    except* Refused:
        taken += 2
    if taken == 3:
        return "two"  # reached
    if taken == 2:
        return "refused"  # unreachable
    return "none"


def otherwise(x: int):
    try:
        served(x)
    except* OSError:
        x = -1
    else:
        if x == 2000:
            return "else"  # reached
    finally:
        if x == -1:
            x = 3  # reached
    return x


def wrong(x: int):
    try:
        served(x)
    except* OSError:
        x = 1
    except* ValueError:
        x = 2  # unreachable
    if x == 8080:
        return 1  # unreachable
    return 0


def again(x: int):
    try:
        try:
            served(x)
        except* OSError:
            if x == 13:
                raise
            x = 1
    except PermissionError:
        return "naked"  # unreachable
    except ExceptionGroup as group:
        if group.message == "busy":
            return "left"  # reached
        return "a group of one"  # reached
    return "none"


def raised(x: int, y: int):
    try:
        try:
            served(x)
        except* OSError as error:
            if y == 1:
                raise KeyError(y) from error
            if y == 2:
                raise error
        except* Refused:
            if y == 3:
                raise ValueError(y)
    except KeyError:
        return "one alone"  # reached
    except ValueError:
        return "another"  # reached
    except ExceptionGroup as group:
        if len(group.exceptions) == 2:
            return "two"  # unreachable
        if x == 8080 and y == 2:
            return "raised by its name"  # reached
    return "none"


def together(x: int):
    try:
        try:
            served(x)
        except* OSError:
            raise KeyError(x)
        except* Refused:
            raise ValueError(x)
    except* KeyError as first:
        if len(first.exceptions) == 1:
            x = 1  # reached
    except* ValueError:
        if x == 1:
            return_ = 2  # reached
        if x != 1:
            return_ = 3  # unreachable
    return x


def nested(x: int):
    try:
        raise ExceptionGroup("", [ValueError(x), ExceptionGroup("", [KeyError(x), OSError()])])
    except* KeyError as keys:
        if keys.exceptions[0].exceptions[0].args[0] == 77:
            x = 0  # reached
    except* (ValueError, OSError) as others:
        if len(others.exceptions) == 1:
            x = 1  # unreachable
    return x


def not_a_class(x: int):
    kind = ValueError if x < 5 else ExceptionGroup
    try:
        try:
            raise ValueError(x)
        except* kind:
            if x == 4:
                x = 1  # reached
    except TypeError:
        if x < 5:
            x = 3  # unreachable
        if x == 9:
            x = 2  # reached
    return x


def unbound(x: int):
    error = None
    try:
        10 // x
    except* ZeroDivisionError as error:
        pass
    try:
        return error
    except NameError:
        if x == 0:
            return "unbound"  # reached
        return "bound"  # unreachable


def out_of_memory(x: int):
    try:
        x = 10 // x
    except* MemoryError:
        return_ = 1  # unknown
    return x


def turned(text: str):
    total = 0
    for c in text:
        try:
            total += int(c)
        except* ValueError:
            total += 10
    if total == 43:
        return 1  # reached
    return 0
"""
LINES = SOURCE.splitlines()
FUNCTIONS = [each for each in ast.parse(SOURCE).body if isinstance(each, ast.FunctionDef)]
WANTED = {
    (function.name, at): LINES[at - 1].partition("# ")[2]
    for function in FUNCTIONS
    for at in range(function.lineno, (function.end_lineno or 0) + 1)
    if "# " in LINES[at - 1]
}


@pytest.fixture(scope="module")
def results(shared_wend) -> dict[tuple[str, int], dict[str, Any]]:
    shared_wend.directory.joinpath("groups.py").write_text(SOURCE)
    lines = [f"groups.py:{at}" for _, at in WANTED]
    options = "--direction", "backward", "--max-executions", "2000", "--json", "-", "-j", "1"
    done = shared_wend("reach", *lines, *options)

    assert done.err == ""
    return dict(zip(WANTED, done.results, strict=True))


@pytest.mark.parametrize("place", WANTED, ids=str)
def test_lines_in_and_after_except_star(results, place: tuple[str, int]) -> None:
    verdict, _, conflict = WANTED[place].partition(": ")

    assert results[place]["verdict"] == verdict
    if conflict:
        assert conflict in results[place]["conflicts"]
    if verdict == "reached":
        assert results[place]["method"] in ("backward", "climb")


TRACED = """
def f(x):
    try:
        g(x)
    except* ValueError as error:
        raise
    except* KeyError:
        x = 1
    return x
"""


def test_a_trace_splits_and_puts_together() -> None:
    control = control_of(ast.parse(TRACED), 2)
    kinds = {(node.line, node.kind): node.number for node in control.nodes}
    ways = [
        (4, "do", "raises"), (5, "part", "true"), (6, "do", "raises"), (7, "part", "false"),
        (7, "left", "true"),
    ]  # fmt: skip
    made = program(control, [(kinds[line, kind], how) for line, kind, how in ways], None)
    (inner,) = [each for each in ast.walk(made) if getattr(each, "name", "") == "_wend_trace"]
    assert isinstance(inner, ast.FunctionDef)
    ends = [at for at, each in enumerate(inner.body) if isinstance(each, ast.Return)]

    assert "\n".join(map(ast.unparse, inner.body[: ends[0]])) == textwrap.dedent(
        """\
        try:
            g(x)
        except BaseException as _wend_raised_3_4_now:
            _wend_raised_3_4 = _wend_raised_3_4_now
        else:
            _wend_fit()
        _wend_raised_3_4_rest, _wend_raised_3_4_part = _wend_split(_wend_raised_3_4_rest, ValueError)
        if _wend_raised_3_4_part is None:
            _wend_fit()
        error = _wend_raised_3_4_part
        _wend_raised_3_4_again = _wend_raised_3_4_part
        _wend_raised_3_4_rest, _wend_raised_3_4_part = _wend_split(_wend_raised_3_4_rest, KeyError)
        if _wend_raised_3_4_part is not None:
            _wend_fit()
        _wend_raised_3_4_left = _wend_merged(_wend_raised_3_4, _wend_raised_3_4_all, _wend_raised_3_4_rest)
        if _wend_raised_3_4_left is None:
            _wend_fit()"""  # noqa: E501
    )


SEEN = """
import sys

def told():
    return sys.exc_info()[1] is not None

def f(x: int):
    try:
        10 // x
    except* ZeroDivisionError:
        if told() and x == 1:
            return_ = 1
        if not told():
            return_ = 2
    return x
"""


def test_what_looks_for_the_part_that_is_handled_is_no_proof(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(SEEN)
    with searching(file) as search:
        turns = search.turns(14)
        list(turns.inputs(30))

    assert not turns.is_proved
