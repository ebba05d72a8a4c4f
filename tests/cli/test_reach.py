"""`wend reach`: a witness that a plain interpreter confirms, a proof, or an honest "unknown"."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PROGRAM = """
import zlib


class Account:
    def __init__(self, start: int = 0):
        self.balance = start

    def withdraw(self, amount: int) -> int:
        if amount * 3 == 363:
            return -1  # in a method
        return 0

    @staticmethod
    def fee(amount: int) -> int:
        return 5 if amount > 9000 else 1  # whole function


def plain(a: int, b: int):
    if a > 10:
        if a * b == 221:
            return "deep"  # nested conditions
    return ""


def loops(n: int):
    total = 0
    for i in range(n):
        total += i
        if total == 21:
            total += 1000  # in a loop
    else:
        if n > 3:
            total -= 1  # loop else
    while total > 2000:
        total -= 1
    return total


def handlers(n: int):
    try:
        x = 100 // (n - 5)
    except KeyError:  # handler of another exception
        x = 1
    except ZeroDivisionError:
        x = 0  # handler
    else:
        x += 1  # try else
    finally:
        n += 1  # finally
    return x


def cases(n: int, flag: int):
    match n, flag:
        case 17, 1:
            return "a"  # case
        case (y, 0) if y > 900:  # case that is tried
            return "b"  # guarded case
        case _:
            return "c"


def outer(n: int):
    def inner(m):
        if m == 77:
            return 1  # nested function
        return 0
    return inner(n * 7)


def helper(x):
    if x == 1234:
        return True  # called function
    return False


def caller(a: int, b: int):
    if b > a:
        return helper(a + b)
    return False


def impossible(x: int):
    if x > 5:
        if x < 3:
            return "never"  # unreachable
    if x * x < 0:
        return "never"  # unreachable square
    return "ok"


def hard(x: int):
    if zlib.crc32(x.to_bytes(8, "big", signed=True)) == 0x12345678:
        return "hash"  # unknown
    return ""
"""

LINES = {
    found[1]: number
    for number, line in enumerate(PROGRAM.lstrip("\n").splitlines(), 1)
    if (found := re.search(r"  # (.+)$", line))
}

CONFIRM = """
import importlib, sys
sys.path.insert(0, sys.argv[1])
module = importlib.import_module(sys.argv[2])
hit = set()

def trace(frame, event, argument):
    if frame.f_code.co_filename.endswith(sys.argv[5]):
        hit.add(frame.f_lineno)
        return trace

arguments = eval(sys.argv[4], vars(module))
function = module
for part in sys.argv[3].split("."):
    function = getattr(function, part)
sys.settrace(trace)
try:
    function(**arguments)
except BaseException:
    pass
sys.settrace(None)
print(sorted(hit))
"""


def lines_executed(result: dict[str, Any], directory: Path, module: str, file: str) -> list[int]:
    """What a plain Python without wend executes with a result's case."""
    arguments = ", ".join(f"{name!r}: {source}" for name, source in result["case"]["args"].items())
    done = subprocess.run(
        [sys.executable, "-c", CONFIRM, str(directory), module, result["target"]["entry"],
         f"{{{arguments}}}", file],
        capture_output=True,
        text=True,
        env={},
        timeout=1200,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: list[int] = eval(done.stdout)
    return found


@pytest.fixture(scope="module")
def reached(shared_wend) -> dict[int, dict[str, Any]]:
    shared_wend.file("goals.py", PROGRAM)
    wanted = [line for name, line in LINES.items() if "un" not in name.split()[0]]
    done = shared_wend("reach", *[f"goals.py:{line}" for line in wanted], "--json", "-", "-j", "2")

    assert done.err == ""
    assert done.code == 0
    return {each["target"]["line"]: each for each in done.results}


@pytest.mark.parametrize("name", [each for each in LINES if "un" not in each.split()[0]])
def test_a_reached_line_has_a_witness(reached, shared_wend, name: str) -> None:
    result = reached[LINES[name]]

    assert result["verdict"] == "reached"
    assert result["method"] in ("forward search", "backward", "climb")
    assert result["segments"] > 0
    assert LINES[name] in lines_executed(result, shared_wend.directory, "goals", "goals.py")


@pytest.mark.parametrize("name", ["unreachable", "unreachable square"])
def test_a_line_proved_unreachable(wend, name: str) -> None:
    wend.file("goals.py", PROGRAM)
    done = wend("reach", f"goals.py:{LINES[name]}", "--json", "-")
    (result,) = done.results

    assert done.code == 1
    assert result["verdict"] == "unreachable"
    assert result["case"] is None
    assert result["reasons"] == []


STEPS = """
def step(x: int) -> int:
    if x < 10:
        return 1
    if x < 20:
        return 2
    return 3


def steps(a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int) -> int:
    total = step(a) + step(b) + step(c) + step(d) + step(e) + step(f) + step(g) + step(h)
    if total == 25:
        return -1
    if total == 24:
        return -2
    return total
"""


def test_summaries_prove_what_no_one_could_try(wend) -> None:
    """Eight calls of a function with three ways: 6561 paths, and eight sums of three numbers."""
    wend.file("stairs.py", STEPS.lstrip())
    options = "--compositional", "on", "--direction", "forward", "--json", "-"
    done = wend("reach", "stairs.py:12", "stairs.py:14", *options)
    nowhere, somewhere = done.results

    assert nowhere["verdict"] == "unreachable"
    assert somewhere["verdict"] == "reached"
    assert nowhere["method"] == somewhere["method"] == "summaries of functions"
    assert nowhere["executions"] + somewhere["executions"] < 100
    assert 14 in lines_executed(somewhere, wend.directory, "stairs", "stairs.py")


def test_a_guessed_type_proves_nothing(wend) -> None:
    """An object whose method `fetch` returns this and that gets there; none is tried."""
    test = "m.fetch(1) == 'x' and m.fetch(2) == 'y'"
    wend.file("match.py", f"def f(m):\n    if {test}:\n        return 1\n    return 0\n")
    (result,) = wend("reach", "match.py:3", "--json", "-").results

    assert result["verdict"] == "unknown"
    assert {reason["what"] for reason in result["reasons"]} == {"type-guessed", "type-asked"}
    assert result["method"] == ""


def test_a_line_that_may_be_reachable(wend) -> None:
    wend.file("goals.py", PROGRAM)
    done = wend("reach", f"goals.py:{LINES['unknown']}", "--budget", "2", "--json", "-")
    (result,) = done.results

    assert done.code == 5
    assert result["verdict"] == "unknown"
    assert result["case"] is None
    assert result["reasons"]


def test_a_cap_makes_it_unknown(wend) -> None:
    wend.file("goals.py", PROGRAM)
    line = f"goals.py:{LINES['nested conditions']}"
    done = wend("reach", line, "--max-executions", "1", "--json", "-")
    (result,) = done.results

    assert done.code == 5
    assert result["verdict"] == "unknown"
    assert [each["what"] for each in result["reasons"]] == ["budget-hit"]


def test_an_entry_in_the_same_file(wend) -> None:
    wend.file("goals.py", PROGRAM)
    line = LINES["called function"]
    done = wend("reach", f"goals.py:{line}", "--entry", "caller", "--json", "-")
    (result,) = done.results

    assert done.code == 0
    assert result["target"]["entry"] == "caller"
    assert set(result["case"]["args"]) == {"a", "b"}
    assert line in lines_executed(result, wend.directory, "goals", "goals.py")


@pytest.mark.parametrize("entry", ["shop/front.py::order", "shop.front:order"])
def test_an_entry_in_another_module(wend, entry: str) -> None:
    wend.file("shop/__init__.py", "")
    wend.file(
        "shop/front.py",
        """
        from .back import price

        def order(count: int, express: bool):
            if count > 3 and express:
                return price(count * 2)
            return 0
        """,
    )
    wend.file(
        "shop/back.py",
        """
        def price(n):
            if n == 128:
                return "bulk"
            return n
        """,
    )
    done = wend("reach", "shop/back.py:3", "--entry", entry, "--json", "-")
    assert done.err == ""
    (result,) = done.results

    assert done.code == 0
    assert result["verdict"] == "reached"
    assert result["case"]["args"] == {"count": "64", "express": "True"}
    assert 3 in lines_executed(result, wend.directory, "shop.front", "back.py")


def test_several_lines_one_not_reached(wend) -> None:
    wend.file("goals.py", PROGRAM)
    lines = [f"goals.py:{LINES[name]}" for name in ("nested conditions", "unreachable")]
    done = wend("reach", *lines)

    assert done.code == 1
    assert "reached" in done.out
    assert "unreachable" in done.out


def test_a_line_inside_a_statement_is_that_statement(wend) -> None:
    wend.file(
        "long.py",
        """
        def f(x: int):
            if x == 12:
                return dict(
                    a=1,
                    b=2,
                )
            return {}
        """,
    )
    done = wend("reach", "long.py:5", "--json", "-")

    assert done.results[0]["case"]["args"] == {"x": "12"}


@pytest.mark.parametrize("direction", ["forward", "backward"])
def test_one_direction_alone(wend, direction: str) -> None:
    source = [
        "def f(a: int, b: int) -> int:",
        "    if a > 10:",
        "        if a < 5:",
        "            return 1",
        "        if b * 3 == a + 7:",
        "            return 2",
        "    return 0",
    ]
    wend.file("ways.py", "\n".join(source))
    done = wend("reach", "ways.py:4", "ways.py:6", "--direction", direction, "--json", "-")

    assert [result["verdict"] for result in done.results] == ["unreachable", "reached"]
    expected = {"forward": ["", "forward search"], "backward": ["backward", "backward"]}
    assert [result["method"] for result in done.results] == expected[direction]


def test_backward_alone_says_what_it_can_not_do(wend) -> None:
    wend.file(
        "parts.py",
        """
        def twice(function):
            def doubled(x: int):
                return function(2 * x)
            return doubled

        @twice
        def f(x: int):
            if x == 12:
                x = 3
            return x
        """,
    )
    done = wend("reach", "parts.py:10", "--direction", "backward", "--json", "-")

    assert done.results[0]["verdict"] == "unknown"
    assert [each["what"] for each in done.results[0]["reasons"]] == ["only-backward"]


def test_a_search_strategy_of_the_user_takes_the_place_of_nearest_first(wend) -> None:
    """Nearest first goes straight to the line; breadth tries others before."""
    wend.file(
        "far.py",
        """
        def far(a: int, b: int, c: int, d: int) -> int:
            found = 0
            for each in (a, b, c):
                if each > 5:
                    found += 1
            if d == 77:
                return 1
            return found
        """,
    )
    options = ("--direction", "forward", "--no-chance", "--compositional", "off", "--json", "-")

    (nearest,) = wend("reach", "far.py:7", *options).results
    (breadth,) = wend("reach", "far.py:7", "--search", "breadth", *options).results

    assert nearest["verdict"] == breadth["verdict"] == "reached"
    assert nearest["executions"] < breadth["executions"]
