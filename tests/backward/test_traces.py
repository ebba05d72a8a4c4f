"""A trace is a program without branches, made of the function's own statements."""

from __future__ import annotations

import ast
import pathlib
import textwrap

import pytest
from harness import lines_hit, searching, values

from wend.explore.searches.ground import Ground
from wend.instrument.trace import Step, program
from wend.source.control.builder import control_of
from wend.source.control.graph import Control

PROGRAM = """
def f(a, xs):
    y = a + 1
    if y > 3 and not a == 7:
        for x in xs:
            y -= x
    try:
        y = y // a
    except ZeroDivisionError as error:
        y = str(error)
    return y
"""


def steps(control: Control, *wanted: tuple[int, str, str]) -> list[Step]:
    """Steps by line, kind and the way they are left."""
    found = []
    for line, kind, how in wanted:
        numbers = [
            node.number
            for node in control.nodes
            if (node.line, node.kind) == (line, kind) and node.number in control.into
        ]
        found.append((numbers[-1], how))
    return found


def shown(*wanted: tuple[int, str, str]) -> str:
    control = control_of(ast.parse(PROGRAM), 2)
    module = program(control, steps(control, *wanted), None)
    (outer,) = module.body
    assert isinstance(outer, ast.FunctionDef)
    (made,) = outer.body
    assert isinstance(made, ast.FunctionDef)
    ends = [at for at, each in enumerate(made.body) if isinstance(each, ast.Return)]
    return ast.unparse(ast.Module(made.body[: ends[0]], []))


def test_conditions_are_fitted() -> None:
    assert shown((3, "do", "next"), (4, "test", "true")) == textwrap.dedent(
        """\
        y = a + 1
        _wend_fit(y > 3, True)"""
    )


def test_a_turn_of_a_loop_takes_the_next_item() -> None:
    assert shown(
        (5, "do", "next"), (5, "next", "true"), (6, "do", "next"), (5, "next", "false")
    ) == (
        textwrap.dedent(
            """\
            _wend_items_5_8 = _wend_iter(xs)
            for x in _wend_items_5_8:
                break
            else:
                _wend_fit()
            y -= x
            for _wend_ignored in _wend_items_5_8:
                _wend_fit()"""
        )
    )


def test_what_is_raised_is_kept_and_handled() -> None:
    assert shown((8, "do", "raises"), (9, "handler", "true")) == textwrap.dedent(
        """\
        try:
            y = y // a
        except BaseException as _wend_raised_7_4_now:
            _wend_raised_7_4 = _wend_raised_7_4_now
        else:
            _wend_fit()
        try:
            raise _wend_raised_7_4
        except ZeroDivisionError:
            pass
        error = _wend_raised_7_4"""
    )


FUNCTIONS = {
    "method": """
        class Box:
            def __init__(self, size: int) -> None:
                self.__size = size

            def f(self, n: int) -> int:
                if self.__size > 3 and n == self.__size * 2:
                    return 1  # goal
                return 0
        """,
    "super": """
        class Base:
            def limit(self, n: int) -> int:
                return n - 5

        class Box(Base):
            def f(self, n: int) -> int:
                if super().limit(n) == 17:
                    return 1  # goal
                return 0
        """,
    "class of its own": """
        class Box:
            size = 4

            def f(self, n: int) -> int:
                if n == Box.size + 1:
                    return 1  # goal
                return 0
        """,
    "recursion": """
        def f(n: int) -> int:
            if n > 0 and f(-n) == 3:
                return 1  # goal
            return -n - 2
        """,
    "global": """
        count = 0

        def f(n: int) -> int:
            global count
            count = n
            if count == 12:
                return 1  # goal
            return 0
        """,
    "objects": """
        def f(names: list[str], table: dict[str, int]) -> int:
            if len(names) > 1 and names[1] in table:
                if table[names[1]] == 9:
                    return 1  # goal
            return 0
        """,
    "handler": """
        def f(text: str) -> int:
            try:
                value = int(text)
            except ValueError:
                if len(text) == 2:
                    return 1  # goal
                raise
            return value
        """,
    "swallowed": """
        from contextlib import suppress

        def f(n: int) -> int:
            done = 0
            with suppress(ZeroDivisionError):
                done = 10 // (n - 4)
                done = 1
            if done == 0 and n < 9:
                return 1  # goal
            return 0
        """,
    "match": """
        def f(point: tuple[int, int]) -> int:
            match point:
                case (0, y) if y > 5:
                    return 1  # goal
                case (x, _):
                    return x
        """,
    "defaults": """
        def f(a: int, b: int = 5, *, c: int = 2) -> int:
            if a + b * c == 18:
                return 1  # goal
            return 0
        """,
    "finally": """
        def f(n: int) -> int:
            try:
                if n > 3:
                    return n
                n = 10 // n
            finally:
                if n == 0:
                    n = 1  # goal
            return n
        """,
    "chained": """
        def f(a: int, b: int) -> int:
            if 3 < abs(a) < b < 6:
                return 1  # goal
            return 0
        """,
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_line_is_found_backward(tmp_path: pathlib.Path, name: str) -> None:
    source = textwrap.dedent(FUNCTIONS[name])
    line = next(at for at, text in enumerate(source.splitlines(), 1) if text.endswith("# goal"))
    file = tmp_path / "program.py"
    file.write_text(source)
    with searching(file, "Box.f" if "class Box" in source else "f") as search:
        turns = search.turns(line)
        found = next(turns.inputs(30), None)

        assert found is not None
        search.runner.replay(found)
        trace = search.runner.replayed().trace
        assert any(line in lines for parts in trace.values() for lines, _ in parts)


UNREACHABLE = {
    "parity": ("n = 2 * a\n    if n == 7:", True),
    "overwritten": ("n = a\n    n = 3\n    if n > 3:", True),
    "type": ("n = a * 1.5\n    if n == 'x':", True),
    "by a call": ("n = abs(a)\n    if n < 0:", True),
    "divisor": ("n = 10 // a\n    if a == 0:", True),
    "unbound": ("if a > 3:\n        m = 1\n    if a == 2 and m == 1:", False),
    "object": ("n = [a]\n    n.append(3)\n    if n[1] == 4:", True),
}


@pytest.mark.parametrize("name", UNREACHABLE)
def test_a_line_is_unreachable(tmp_path: pathlib.Path, name: str) -> None:
    body, is_proved = UNREACHABLE[name]
    file = tmp_path / "program.py"
    file.write_text(f"def f(a: int):\n    {body}\n        return 1\n    return 0\n")
    line = file.read_text().splitlines().index("        return 1") + 1
    with searching(file) as search:
        turns = search.turns(line)
        names: dict[str, object] = {}
        exec(file.read_text(), names)
        for inputs in turns.inputs(60):
            assert line not in lines_hit(names["f"], [values(inputs)])

    assert turns.is_over
    assert turns.is_proved is is_proved


NOTE = """
noted = None

def note():
    global noted
    noted = 3

"""


@pytest.mark.parametrize(
    "body",
    [
        "if a > 0:\n        return f('x')\n    if a == 'x':",
        "n = eval('a')\n    if n != a:",
        "def g():\n        nonlocal b\n        b = 7\n    b = 1\n    g()\n    if b == 7:",
        "note()\n    if noted is not None:",
        "note()\n    b = noted\n    if b == 3:",
        "b = a if a else 1\n    if b == 1 and (a or note() is None) and noted == 3:",
        "try:\n        b = 'x' if a > 5 else missing\n    except NameError:",
        "try:\n        if a > 3:\n            b = 1\n        b = b + 1\n    except NameError:",
    ],
    ids=[
        "called with other types",
        "looks at its frame",
        "bound by a function inside",
        "changed by a call",
        "changed before it is read",
        "changed in a condition",
        "no such name",
        "not bound",
    ],
)
def test_what_is_not_certain_is_not_proved(tmp_path: pathlib.Path, body: str) -> None:
    file = tmp_path / "program.py"
    file.write_text(f"{NOTE}def f(a: int):\n    {body}\n        return 1\n    return 0\n")
    line = file.read_text().splitlines().index("        return 1") + 1
    with searching(file) as search:
        turns = search.turns(line)
        list(turns.inputs(60))

    assert not turns.is_proved


def test_what_was_left_out_and_raises_is_put_back(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(
        "def f(a: int, b: int):\n    c = 10 // b\n    if a == 5:\n        return 1\n    return c\n"
    )
    names: dict[str, object] = {}
    exec(file.read_text(), names)
    with searching(file) as search:
        found = [values(inputs) for inputs in search.turns(4).inputs(30)]

    assert [4 in lines_hit(names["f"], [each]) for each in found] == [False, True]


SEVERAL = """
def f(a: int, b: int):
    flag = y = 0
    if a > 1:
        y += 1
    if a > 2:
        y += 2
    if b > 3:
        flag = 3
    if b > 4:
        flag = 4
    if flag == 2:
        if y > 1:
            return "one"
        return "two"
    return 0
"""


def test_lines_of_a_function_learn_for_each_other(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(SEVERAL)
    lines = [at for at, text in enumerate(SEVERAL.splitlines(), 1) if 'return "' in text]
    with searching(file) as search:
        ground = Ground(search.runner.prepared.target, str(file))
        one, two = [search.turns(line, ground=ground) for line in lines]
        assert not [*one.inputs(60), *two.inputs(60)]
        alone = search.turns(lines[1])
        assert not [*alone.inputs(60)]

    assert one.is_proved and two.is_proved and alone.is_proved
    assert two.segments < alone.segments
    assert two.conflicts == ("line 12 needs flag == 2",)
