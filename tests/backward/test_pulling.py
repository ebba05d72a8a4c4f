"""Conditions that pull against each other are fitted one after the other, and all at once."""

from __future__ import annotations

import ast
from typing import Any

import pytest
from paper import PROGRAMS

from wend.path.trace import cost

pytestmark = pytest.mark.slow

SOURCE = PROGRAMS.joinpath("pulling.py").read_text()
LINES = SOURCE.splitlines()
GOALS = {
    function.name: line
    for function in ast.parse(SOURCE).body
    if isinstance(function, ast.FunctionDef)
    for line in range(function.lineno, (function.end_lineno or 0) + 1)
    if LINES[line - 1].endswith("# goal")
}
MISSED = ("factors", "csv")
"""Those that nobody finds in so many runs."""


@pytest.fixture(scope="module")
def results(shared_wend) -> dict[str, dict[str, Any]]:
    shared_wend.directory.joinpath("pulling.py").write_text(SOURCE)
    names = [name for name in GOALS if name not in MISSED]
    lines = [f"pulling.py:{GOALS[name]}" for name in names]
    options = "--direction", "backward", "--max-executions", "4000", "--json", "-", "-j", "1"
    done = shared_wend("reach", *lines, *options)

    assert done.err == ""
    return dict(zip(names, done.results, strict=True))


def test_lines_are_reached(results) -> None:
    found = [name for name, result in results.items() if result["verdict"] == "reached"]

    assert len(found) >= 28


@pytest.mark.parametrize("name", ("product", "listed", "horner", "twice"))
def test_what_fits_stays_fitted(results, name: str) -> None:
    # All at once, these take more than 2,500 runs each.
    assert results[name]["verdict"] == "reached"
    assert results[name]["executions"] < 1500


def test_in_order_the_first_that_does_not_fit_counts() -> None:
    points = [(9, 0, 0), (8, 90, 90), (0, 90, 3), (0, 50, 90), (0, 0, 70), (0, 0, 1), (0, 0, 0)]
    costs = [cost((True, point, 3, 1), 3, 3, in_order=True) for point in points]

    assert costs == sorted(costs, reverse=True) and len({*costs}) == len(costs)
    assert costs[-1] == 0


def test_in_order_a_run_that_came_to_a_condition_is_nearer_than_one_that_did_not() -> None:
    stopped = cost((False, (0,), 2, 5), 3, 4, in_order=True)
    unfit = cost((True, (0, 90, 90), 4, 1), 3, 4, in_order=True)

    assert unfit < stopped
