"""Imports that wait until somebody needs them (PEP 810) still wait under wend."""

from __future__ import annotations

import sys
from typing import Any

import pytest

pytestmark = pytest.mark.skipif(sys.version_info < (3, 15), reason="the syntax is new in 3.15")

HEAVY = """
    LIMIT = 41

    def doubled(x):
        return x * 2
"""
MODULE = """
    lazy import heavy
    lazy import broken
    lazy from heavy import LIMIT, doubled

    def by_attribute(x: int) -> str:
        if x > 10 and heavy.doubled(x) == 2468:
            return "doubled"
        return "other"

    def by_name(x: int) -> str:
        if x == LIMIT or doubled(x) == 100:
            return "found"
        return "other"

    def waiting(x, other):
        space = globals()
        return [type(space[name]).__name__ for name in ("heavy", "broken", "LIMIT", "doubled")]

    def failing(x: int) -> str:
        if x == 3:
            return broken.nothing
        return "fine"
"""


@pytest.fixture(scope="module")
def results(shared_wend: Any) -> dict[str, dict[str, Any]]:
    shared_wend.file("heavy.py", HEAVY)
    shared_wend.file("broken.py", "raise RuntimeError('importing this breaks')")
    shared_wend.file("lazily.py", MODULE)
    done = shared_wend("cover", "lazily.py", "--json", "-", "--max-executions", "60")
    return {each["target"]["function"]: each for each in done.results}


def test_nothing_is_imported_that_the_code_does_not_need(
    results: dict[str, dict[str, Any]],
) -> None:
    found = {case["outcome"].get("value") for case in results["waiting"]["cases"]}

    assert found == {str(["lazy_import"] * 4)}


@pytest.mark.parametrize("name", ["by_attribute", "by_name", "failing"])
def test_branches_behind_a_lazy_import_are_found(
    results: dict[str, dict[str, Any]], name: str
) -> None:
    assert results[name]["verdict"] == "complete"
    assert results[name]["coverage"]["branches"]["missed"] == []


@pytest.mark.parametrize("name", ["by_attribute", "by_name", "failing"])
def test_an_import_that_is_made_is_no_change_of_state(
    results: dict[str, dict[str, Any]], name: str
) -> None:
    assert results[name]["reasons"] == []


def test_an_import_that_fails_does_so_where_it_is_needed(
    results: dict[str, dict[str, Any]],
) -> None:
    raised = [case["outcome"].get("type") for case in results["failing"]["cases"]]

    assert sorted(filter(None, raised)) == ["RuntimeError"]
