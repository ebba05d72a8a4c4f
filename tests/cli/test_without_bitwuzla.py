"""Without bitwuzla, which not every Python has: what can be is answered, the rest is named."""

from __future__ import annotations

import re
import sys

import pytest

from wend.confine.enter import layer_here
from wend.solvers import INSTALL_BITWUZLA, NO_BITWUZLA, has_bitwuzla

pytestmark = pytest.mark.slow

PROGRAM = """
    def root(x: float) -> str:
        if x * x == 2.0:
            return "exact"
        return "none"

    def bits(x: int, y: int) -> str:
        if x & y == 5 and x ^ y == 1026:
            return "both"
        return "other"

    def plain(x: int) -> bool:
        return x > 3
"""


@pytest.fixture
def without(wend_without_bitwuzla):
    wend_without_bitwuzla.file("program.py", PROGRAM)
    return wend_without_bitwuzla


def test_what_only_bitwuzla_proves_is_left_open_with_a_reason_that_names_it(without) -> None:
    done = without("cover", "program.py::root", "--json", "-")
    (result,) = done.results
    (reason,) = result["reasons"]

    assert (done.code, done.err) == (0, "")
    assert result["verdict"] == "exhausted"
    assert (reason["what"], reason["line"]) == ("solver-unknown", 2)
    assert NO_BITWUZLA in reason["says"]
    assert reason["remedy"] == INSTALL_BITWUZLA


def test_a_line_that_only_bitwuzla_proves_unreachable_is_unknown_and_says_why(without) -> None:
    done = without("reach", "program.py:3")

    assert "unknown" in done.out
    assert NO_BITWUZLA in done.out
    assert INSTALL_BITWUZLA in done.out


@pytest.mark.parametrize("function", ["bits", "plain"])
def test_what_others_answer_names_no_bitwuzla(without, function: str) -> None:
    (result,) = without("cover", f"program.py::{function}", "--json", "-").results

    assert (result["verdict"], result["reasons"]) == ("complete", [])


@pytest.mark.needs_bitwuzla
def test_installing_it_explores_again_what_is_in_the_store(without, wend) -> None:
    store = {"WEND_STORE": str(wend.directory / "store")}
    first, again = (without("cover", "program.py::plain", **store) for _ in range(2))
    installed = wend("cover", "program.py::plain", **store)

    assert first.code == again.code == installed.code == 0
    assert "from the store" in again.err
    assert installed.err == ""


def test_the_version_names_python_the_solvers_and_the_guard(wend) -> None:
    done = wend("--version")

    assert (done.code, done.err) == (0, "")
    python = re.escape(sys.version.split()[0])
    bitwuzla = r"[\d.]+" if has_bitwuzla() else "not installed"
    solvers = rf"z3-solver [\d.]+, bitwuzla {bitwuzla}"
    guard = f"guard: {layer_here()}"
    said = rf"wend \d+\.\d+\.\d+ \(Python {python}, {solvers}, {guard}\)\n"
    assert re.fullmatch(said, done.out)
