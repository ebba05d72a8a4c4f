"""Mistakes of the caller: exit code 2 and one line that says what was wrong and what to do."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

NATIVE = {True: "is written in C", False: "has no Python source"}
"""What is said of a native module, by whether it is part of the interpreter: Debian builds more of
them in than others do."""

GOOD = """
import math

LIMIT = 3

def double(x: int) -> int:
    # a comment

    if x > LIMIT:
        return 2 * x
    return x


class Basket:
    def total(self, n: int) -> int:
        return n + 1
"""


@pytest.fixture
def good(wend) -> Path:
    return wend.file("good.py", GOOD)


def complaint(done) -> str:
    """The one line that a wrong call prints."""
    assert done.code == 2, (done.out, done.err)
    assert "Traceback" not in done.err + done.out
    (line,) = done.err.splitlines()
    assert line.startswith("wend: ")
    return line


# What is named does not exist


@pytest.mark.parametrize(
    ("target", "says"),
    [
        ("god.py", "no such file: god.py; did you mean good.py?"),
        ("nowhere/at_all.py", "no such file: nowhere/at_all.py"),
        ("good.py::duble", "no function duble in good.py; did you mean double?"),
        ("good.py::Basket.totl", "no function Basket.totl in good.py; did you mean Basket.total?"),
        ("good:duble", "no function duble in good.py; did you mean double?"),
        ("goood", "no such file or module: goood; did you mean good?"),
        ("good.py::LIMIT", "LIMIT in good is a int, not a Python function"),
        ("good.py::math.sqrt", "math.sqrt in good is a builtin_function_or_method"),
        (
            "good.py::Basket",
            "Basket in good.py is no function; name one in it, such as Basket.total",
        ),
        ("good.py:8", "good.py:8 is a line; lines are for `wend reach`"),
        ("_bisect", f"_bisect {NATIVE['_bisect' in sys.builtin_module_names]}"),
        ("sys", "sys is written in C"),
        ("math", f"math {NATIVE['math' in sys.builtin_module_names]}"),
        ("good?", "good? is neither a file nor an import name"),
        (".", "did you"),
    ],
)
def test_a_target_that_is_not_there(wend, good: Path, target: str, says: str) -> None:
    if target == ".":
        good.unlink()
        says = "no Python function below ."

    assert says in complaint(wend("cover", target))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("good.py:99", "good.py has no line 99; it has 15 lines"),
        ("good.py:0", "good.py has no line 0; it has 15 lines"),
        ("good.py:12", "line 12 of good.py is in no function; wend reaches lines inside "
         "functions; the next function is Basket.total, on line 14"),
        ("package:3", "package is a directory; name a file in it, as path/to/file.py:42"),
        ("same.py:3", "no such file: same.py; did you mean package/one/same.py or "
         "package/two/same.py?"),
        ("good.py:3", "line 3 of good.py is in no function; wend reaches lines inside functions"),
        ("good.py", "good.py names no line; write it as path/to/file.py:42"),
        ("good.py::double", "good.py::double names no line; write it as path/to/file.py:42"),
        ("god.py:3", "no such file: god.py; did you mean good.py?"),
    ],
)  # fmt: skip
def test_a_line_that_can_not_be_reached_for(wend, good: Path, line: str, says: str) -> None:
    for folder in ("one", "two"):
        wend.file(f"package/{folder}/same.py", "")

    assert says in complaint(wend("reach", line))


def test_an_entry_that_is_not_there(wend, good: Path) -> None:
    assert "did you mean double?" in complaint(wend("reach", "good.py:9", "--entry", "dubble"))


def test_a_file_that_is_no_python(wend) -> None:
    wend.file("notes.txt", "hello")

    assert "notes.txt is no Python file" in complaint(wend("cover", "notes.txt"))
    assert "notes.txt is no Python file" in complaint(wend("reach", "notes.txt:1"))


def test_a_file_without_functions(wend) -> None:
    wend.file("empty.py", "x = 1\n")

    assert "no function in empty.py" in complaint(wend("cover", "empty.py"))


# What is named can't be read or imported


@pytest.mark.parametrize(
    "command", ["cover bad.py", "reach bad.py:1", "show-twin bad.py", "cover ."]
)
@pytest.mark.parametrize(
    ("source", "says"),
    [
        (b"def f(x):\n    return (\n", "bad.py:2: syntax error: "),
        (b"def f(x):\n    return '\xff'\n", "bad.py"),
        (b"# coding: nonsense\ndef f(x):\n    return 1\n", "bad.py"),
        (b"def f(x):\n    return 0\x00\n", "bad.py"),
    ],
    ids=["syntax error", "not UTF-8", "unknown encoding", "null byte"],
)
def test_a_file_that_can_not_be_read(wend, command: str, source: bytes, says: str) -> None:
    (wend.directory / "bad.py").write_bytes(source)

    assert says in complaint(wend(*command.split()))


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("raise ValueError('not today')", "importing bad raised ValueError: not today"),
        ("import surely_not_installed", "No module named 'surely_not_installed'"),
        ("import sys; sys.exit(3)", "importing bad raised SystemExit: 3"),
        ("import os; os._exit(3)", "importing bad ended the process that imported it"),
        ("import os; os.kill(os.getpid(), 11)", "importing bad ended the process"),
        ("raise KeyboardInterrupt", "importing bad raised KeyboardInterrupt"),
    ],
)
def test_a_module_that_can_not_be_imported(wend, statement: str, says: str) -> None:
    wend.file("bad.py", f"def f(x: int):\n    return x\n\n{statement}\n")

    assert says in complaint(wend("cover", "bad.py"))


def test_reach_in_a_module_that_can_not_be_imported(wend) -> None:
    wend.file("bad.py", "def f(x: int):\n    return x\n\nraise ValueError('not today')\n")

    assert "raised ValueError: not today (" in complaint(wend("reach", "bad.py:2"))


def test_a_module_that_is_never_done_importing(wend) -> None:
    wend.file("slow.py", "def f(x: int):\n    return x\n\nwhile True: pass\n")

    done = wend("cover", "slow.py", "--budget", "6")

    assert "importing slow took more than" in complaint(done)


# Parameters that can't be built


def test_a_parameter_that_can_not_be_built(wend) -> None:
    wend.file(
        "shop.py",
        """
        class Cart:
            def __init__(self, owner: "Owner"): ...

        class Owner:
            def __init__(self, cart: Cart): ...

        def total(cart: Cart, n: int):
            return n
        """,
    )

    done = wend("cover", "shop.py::total", "--json", "-")
    (result,) = done.results

    assert "parameter cart of total has no value: Cart can't be built" in complaint(done)
    assert result["verdict"] == "error"
    assert result["executions"] == 0
    assert result["error"].startswith("parameter cart of total has no value")
    assert [(each["what"], each["name"]) for each in result["reasons"]] == [
        ("cannot-construct", "cart")
    ]
    assert "--input" in result["reasons"][0]["remedy"]


def test_one_target_that_can_not_be_explored_takes_no_other_with_it(wend) -> None:
    wend.file(
        "shop.py",
        """
        from types import FrameType

        def send(to: FrameType): ...

        def double(x: int):
            return 2 * x
        """,
    )

    done = wend("cover", "shop.py", "--json", "-")

    assert done.code == 4
    assert [each["verdict"] for each in done.results] == ["error", "complete"]


# Options


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--input", "x="], '--input "x=" is no list of keyword arguments'),
        (["--input", "3"], "write it as keyword arguments, \"x=1, y='a'\""),
        (["--input", "**{}"], "write it as keyword arguments"),
        (["--input", "x=1, x=2"], "keyword argument repeated"),
        (["--input", "y=1"], "double has no parameter y; there are x"),
        (["--input", "x='a' +"], "is no list of keyword arguments"),
        (["--input", "x='a'"], "--input x='a' is no int"),
        (["--input", "x=undefined_name"], "undefined_name"),
        (["--input", "x=1/0"], "division by zero"),
        (["--allow", "wriite"], "the guard knows no such event; did you mean write?"),
        (["--allow", "xyzzy"], "try write, network, process, all"),
        (["--opaque", "good.duble"], "--opaque good.duble: "),
        (["--opaque", "duble"], "no such function or module; did you mean double?"),
        (["--exclude", "no_such_module"], "--exclude no_such_module: "),
        (["-o", "good.py"], "-o good.py: can't write there"),
        (["-o", "good.py/below"], "-o good.py/below: can't write there"),
        (["-o", "/proc/wend"], "-o /proc/wend: can't write there"),
        (["--json", "no/such/dir/out.json"], "--json no/such/dir/out.json: can't write there"),
        (["--json", "/proc/out.json"], "--json /proc/out.json: can't write there"),
        (["--json", "."], "--json .: can't write there"),
    ],
)  # fmt: skip
def test_an_option_that_is_wrong(wend, good: Path, options: list[str], says: str) -> None:
    assert says in complaint(wend("cover", "good.py::double", *options))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--input", "y=1"], "double has no parameter y; there are x"),
        (["--input", "x='a'"], "--input x='a' is no int, which parameter x of double is"),
        (["-o", "good.py"], "-o good.py: can't write there"),
    ],
)
def test_an_option_that_is_wrong_for_reach(wend, good: Path, options: list[str], says: str) -> None:
    assert says in complaint(wend("reach", "good.py:9", *options))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--budget", "-1"], "-1 is no number of seconds"),
        (["--budget", "soon"], "soon is no number of seconds"),
        (["--budget", "nan"], "nan is no number of seconds"),
        (["--max-executions", "-1"], "-1 is negative"),
        (["--max-queries", "some"], "some is no whole number"),
        (["--seed", "x"], "x is no whole number"),
        (["-j", "0"], "0 is less than 1"),
        (["--search", "best"], "invalid choice: 'best'"),
        (["--imprecision", "none"], "invalid choice: 'none'"),
        (["--no-such-option"], "unrecognized arguments: --no-such-option"),
    ],
)
def test_an_option_that_argparse_refuses(wend, good: Path, options: list[str], says: str) -> None:
    done = wend("cover", "good.py::double", *options)

    assert done.code == 2
    assert says in done.err.splitlines()[-1]


# Settings


@pytest.mark.parametrize(
    ("toml", "says"),
    [
        ("budgit = 3", "[tool.wend] has no setting budgit; did you mean budget?"),
        ("budget = 'long'", "[tool.wend] budget = 'long' is wrong; it is a number"),
        ("budget = -1", "[tool.wend] budget = -1"),
        ("jobs = 0", "[tool.wend] jobs = 0"),
        ("max-executions = -5", "[tool.wend] max-executions = -5"),
        ("seed = true", "[tool.wend] seed = True is wrong"),
        ("allow = 'write'", "[tool.wend] allow = 'write' is wrong; it is a list"),
        ("allow = [1]", "[tool.wend] allow = [1] is wrong"),
        ("search = 'best'", "[tool.wend] search = 'best' is wrong; it is one of fair, breadth"),
        ("budget = = 3", "pyproject.toml is no valid TOML"),
    ],
)
def test_a_setting_that_is_wrong(wend, good: Path, toml: str, says: str) -> None:
    wend.file("pyproject.toml", f"[tool.wend]\n{toml}\n")

    line = complaint(wend("cover", "good.py::double"))

    assert says in line
    assert "pyproject.toml" in line


def test_a_tool_table_of_another_kind(wend, good: Path) -> None:
    wend.file("pyproject.toml", "[tool]\nwend = 3\n")

    assert "[tool.wend] is no table" in complaint(wend("cover", "good.py::double"))


# Caps


@pytest.mark.parametrize(
    "cap", [["--budget", "0"], ["--max-executions", "0"], ["--max-queries", "0"]]
)
def test_a_cap_of_nothing_still_gives_results(wend, good: Path, cap: list[str]) -> None:
    done = wend("cover", "good.py::double", *cap, "--json", "-")
    (result,) = done.results

    assert done.code == 0
    assert done.err == ""
    assert result["verdict"] == "budget"
    assert result["executions"] == 0
    assert [each["what"] for each in result["reasons"]] == ["budget-hit"]
    assert cap[0] in result["reasons"][0]["remedy"]


def test_one_execution(wend, good: Path) -> None:
    (result,) = wend("cover", "good.py::double", "--max-executions", "1", "--json", "-").results

    assert (result["verdict"], result["executions"], len(result["cases"])) == ("budget", 1, 1)
    assert result["coverage"]["lines"]["missed"] == [9]


# Settings that are right


def test_the_command_line_wins_over_the_settings(wend, good: Path) -> None:
    wend.file("pyproject.toml", "[tool.wend]\nmax-executions = 1\nseed = 3\nsearch = 'depth'\n")
    target = "good.py::double"

    assert wend("cover", target, "--json", "-").results[0]["executions"] == 1
    done = wend("cover", target, "--max-executions", "9", "--json", "-")
    assert done.results[0]["verdict"] == "complete"


def test_settings_of_others_do_not_matter(wend, good: Path) -> None:
    wend.file("pyproject.toml", "[tool.other]\nbudget = 'wend'\n")

    assert wend("cover", "good.py::double", "-q").code == 0


# Inputs that are right


def test_inputs_are_evaluated_in_the_module(wend, good: Path) -> None:
    done = wend("cover", "good.py::double", "--input", "x=LIMIT + 2**10", "--json", "-")
    (result,) = done.results

    assert result["verdict"] == "complete"
    assert result["paths"]["list"][0]["args"] == {"x": "1027"}


def test_an_input_of_another_type_is_held(wend) -> None:
    wend.file("text.py", "def f(x: list[int], n: int):\n    return x * n if n < 3 else x\n")
    (result,) = wend("cover", "text.py", "--input", "x=(1, 2)", "--json", "-").results

    assert {case["args"]["x"] for case in result["cases"]} == {"(1, 2)"}
    assert result["verdict"] == "exhausted"
    assert "held-constant" in [each["what"] for each in result["reasons"]]
