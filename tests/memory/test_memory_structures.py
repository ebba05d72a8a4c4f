"""Trees and queues in raw memory: valid ones are found, and what breaks them is."""

from __future__ import annotations

import pathlib

import pytest

from wend.campaign.exploration import opened
from wend.campaign.options import Options
from wend.explore.budget import Budget, Caps, Interrupt
from wend.inputs.target import ModuleRef, TargetRef
from wend.path.outcome import Outcome, Raised, Returned
from wend.process.runner import Runner

pytestmark = pytest.mark.slow

STRUCTURES = pathlib.Path(__file__).with_name("memory_structures.py")


def until(function: str, most: int, wanted: str, search: str = "fair") -> list[str]:
    """How runs ended, until one ended as wanted, or there were too many."""
    module = ModuleRef(STRUCTURES.stem, str(STRUCTURES), str(STRUCTURES.parent))
    options = Options(caps=Caps(600.0, most), search=search)
    budget = Budget(options.caps, Interrupt())
    ends: list[str] = []
    with Runner(TargetRef(module, function), options.run_options) as runner:
        runner.prepared  # noqa: B018 - waits for the import
        with opened(runner, budget, options) as exploration:
            for seen in exploration.runs():
                ends.append(_end(seen.path.outcome))
                if ends[-1] == wanted:
                    break
            assert exploration.explorer.divergences == 0
    return ends


def _end(outcome: Outcome) -> str:
    match outcome:
        case Returned(repr=text):
            return text
        case Raised(type=cls):
            return cls
        case _:
            return str(outcome)


def test_valid_red_black_trees_are_generated() -> None:
    assert until("valid_size", 2000, "5", search="depth")[-1] == "5"


@pytest.mark.parametrize(("function", "most"), [("wrong_rotation", 2000), ("wrong_enqueue", 500)])
def test_a_bug_is_found(function: str, most: int) -> None:
    assert until(function, most, "AssertionError")[-1] == "AssertionError"


@pytest.mark.parametrize(("function", "most"), [("insertion", 40), ("enqueue", 25)])
def test_what_is_right_is_not_reported(function: str, most: int) -> None:
    ends = until(function, most, "AssertionError")
    assert "AssertionError" not in ends
    assert {"0", "1"} <= {*ends}
