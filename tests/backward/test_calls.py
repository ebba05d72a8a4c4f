"""Calls on the way to a line: stepped into, or answered by the summaries of what is called."""

from __future__ import annotations

import ast
from typing import Any

import pytest
from paper import PROGRAMS

from wend.aim.backward.scalar_functions import ScalarFunctions

SOURCE = PROGRAMS.joinpath("calls.py").read_text()
LINES = SOURCE.splitlines()
SOUGHT = {
    function.name: (line, LINES[line - 1].partition("  # ")[2])
    for function in ast.parse(SOURCE).body
    if isinstance(function, ast.FunctionDef)
    for line in range(function.lineno, (function.end_lineno or 0) + 1)
    if "  # " in LINES[line - 1]
}
DEAD = [name for name, (_, what) in SOUGHT.items() if what == "dead"]
GOALS = [name for name, (_, what) in SOUGHT.items() if what == "goal"]
LATER = [name for name, (_, what) in SOUGHT.items() if what.startswith("goal, ")]
SUMMARISED = ("too_many", "too_few", "just_so")


@pytest.fixture(scope="module")
def results(shared_wend) -> dict[str, dict[str, Any]]:
    return found(shared_wend, SOUGHT)


def found(wend: Any, names: Any, *options: str) -> dict[str, dict[str, Any]]:
    wend.directory.joinpath("calls.py").write_text(SOURCE)
    lines = [f"calls.py:{SOUGHT[name][0]}" for name in names]
    common = "--direction", "backward", "--max-executions", "300", "--json", "-", "-j", "1"
    done = wend("reach", *lines, *common, *options)

    assert done.err == ""
    return dict(zip(names, done.results, strict=True))


@pytest.mark.parametrize("name", DEAD)
def test_what_is_called_cuts_a_trace(results, name: str) -> None:
    assert results[name]["verdict"] == "unreachable"
    assert results[name]["segments"] <= 4
    assert results[name]["conflicts"]


@pytest.mark.parametrize("name", GOALS)
def test_what_is_called_leads_to_a_line(results, name: str) -> None:
    assert results[name]["verdict"] == "reached"
    assert results[name]["method"] == "backward"


@pytest.mark.parametrize("name", LATER)
def test_what_may_change_proves_nothing(results, name: str) -> None:
    assert results[name]["verdict"] == "unknown"


def test_a_conflict_names_the_line_of_what_is_called(results) -> None:
    inside, line = [LINES.index(text) + 1 for text in ("    if x < 3:", "    if y < 2:")]

    (conflict,) = results["of_no_exception"]["conflicts"]
    assert conflict == f"line {inside} needs x > 2, line {line} needs y < 2"


def test_without_summaries_the_ways_are_too_many(shared_wend) -> None:
    flat = found(shared_wend, SUMMARISED, "--compositional", "off")

    assert [flat[name]["verdict"] for name in SUMMARISED] == ["unknown"] * 3


def test_summaries_take_few_executions(results) -> None:
    assert all(results[name]["executions"] < 80 for name in SUMMARISED)


PLAIN = "def f(x, y=1):\n    {}\n"
INT, TEXT, NONE = frozenset(("int",)), frozenset(("str",)), frozenset(("None",))


@pytest.mark.parametrize(
    ("body", "gives"),
    [
        ("return x + y", INT),
        ("return 'a' * x", TEXT),
        ("if x > 0:\n        return x", INT | NONE),
        ("if x > 0:\n        return x\n    raise ValueError(f'{x}')", INT),
        ("assert x, 'none'\n    return -x", INT),
        ("for i in range(x):\n        y += i\n    return y", INT),
        ("for c in 'abc':\n        x = c\n    return x", INT | TEXT),
        ("return len(str(x))", INT),
    ],
)
def test_functions_that_only_reckon(body: str, gives: frozenset[str]) -> None:
    assert ScalarFunctions(ast.parse(PLAIN.format(body))).of("f", [INT], {}) == gives


@pytest.mark.parametrize(
    "body",
    [
        "return [x]",
        "return f(x - 1)",
        "return other(x)",
        "print(x)",
        "yield x",
        "global z\n    z = x",
        "try:\n        return x\n    except ValueError:\n        return y",
        "return (lambda: x)()",
        "return z",
        "return x.real",
        "raise Odd(x)",
        "import math",
        "def inner():\n        return x\n    return x",
        "for x.y in 'abc':\n        pass",
        "del x",
    ],
)
def test_functions_that_do_more(body: str) -> None:
    assert ScalarFunctions(ast.parse(PLAIN.format(body))).of("f", [INT], {}) is None


@pytest.mark.parametrize(
    "around",
    [
        "{}f = max\n",
        "import functools\n@functools.cache\n{}",
        "{}def other():\n    global f\n    f = None\n",
        "{}def other(m):\n    m.f = 3\n",
        "if True:\n    def f(x):\n        return 1\n{}",
        "{}globals()['f'] = max\n",
        "{}def other():\n    f.__defaults__ = (5,)\n",
        "{}def other():\n    f.__code__ = max.__code__\n",
        "{}def other(x=(f := 3)):\n    return x\n",
        "{}from other import *\n",
        "async {}",
    ],
)
def test_functions_that_may_be_others(around: str) -> None:
    source = around.format(PLAIN.format("return x"))

    assert ScalarFunctions(ast.parse(source)).of("f", [INT], {}) is None
    for changed in ("f", "*", "__defaults__"):
        assert (
            ScalarFunctions(ast.parse(PLAIN.format("return x")), {changed}).of("f", [INT], {})
            is None
        )


def test_many_types_and_long_chains_of_calls_are_given_up() -> None:
    many = ", ".join(f"x{at}" for at in range(24))
    wide = ScalarFunctions(ast.parse(f"def f({many}):\n    return x0\n"))
    chain = [f"def f{at}(x):\n    return f{at + 1}(x)\n" for at in range(300)]
    deep = ScalarFunctions(ast.parse("".join([*chain, "def f300(x):\n    return x\n"])))

    assert wide.of("f", [INT | frozenset(("float",))] * 24, {}) is None
    assert deep.of("f0", [INT], {}) is None
    assert deep.of("f295", [INT], {}) == INT


@pytest.mark.parametrize("named", [{"z": INT}, {"x": INT}])
def test_calls_that_do_not_fit_give_nothing_that_is_known(named: dict[str, Any]) -> None:
    reckoning = ScalarFunctions(ast.parse(PLAIN.format("return x")))

    assert reckoning.of("f", [INT], named) is None
    assert reckoning.of("f", [INT, INT, INT], {}) is None
    assert reckoning.of("f", [], {}) is None
    assert reckoning.of("f", [TEXT], {"y": INT}) == TEXT
