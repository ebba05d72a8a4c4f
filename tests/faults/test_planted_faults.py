"""A fault of wend costs the part that it happens in: never a result, never a wrong verdict.

`planted_runs` says what has to hold of each run; as a program it makes as many as one likes.
"""

from __future__ import annotations

import random

import pytest
from tests.faults.planted_runs import COMMANDS, PlantedRuns

pytestmark = pytest.mark.slow

SEED, RUNS = 23, 16

PLACES = {
    "wend/inputs/inputs.py get": ("reach",),
    "wend/campaign/kept_results.py keep": ("cover", "t.py::never"),
    "wend/campaign/kept_results.py earlier_runs": ("cover", "t.py::never"),
    "wend/campaign/option_table.py _one_of": ("cover", "t.py::grade"),
    "wend/cli.py show": ("cover", "t.py"),
    "wend/emit/sources.py only_nan": ("cover", "t.py"),
    "wend/emit/pytest_text.py asserted": ("cover", "t.py::second"),
    "wend/messages/handles.py close": ("cover", "t.py"),
    "wend/campaign/many_targets/side_by_side.py _take": ("cover", "t.py"),
    "wend/campaign/many_targets/worker.py unpickled": ("cover", "t.py"),
    "wend/confine/native.py system_call": ("summary",),
    "wend/source/digest/mentions.py _named_in": ("cover", "t.py::second"),
}
"""Where faults once did harm, each with the beginning of a command that comes there."""


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> PlantedRuns:
    return PlantedRuns(tmp_path_factory.mktemp("planted"))


@pytest.mark.parametrize("place", PLACES)
def test_a_fault_where_one_did_harm(runs: PlantedRuns, place: str) -> None:
    begin = PLACES[place]
    command = next(each for each in COMMANDS if each[: len(begin)] == begin)
    ended = runs.run(
        command, has_store=True, plant={"PLANT_AT": runs.named(command, place), "PLANT_AFTER": "0"}
    )

    assert ended.fired
    assert not ended.problems, ended.err


@pytest.mark.parametrize("number", range(RUNS))
def test_a_fault_anywhere(runs: PlantedRuns, number: int) -> None:
    command, has_store, plant = runs.chosen(random.Random(SEED * 1000 + number))
    ended = runs.run(command, has_store=has_store, plant=plant)

    assert not ended.problems, (command, plant, ended.err)


def test_what_was_found_is_told_with_the_fault(runs: PlantedRuns) -> None:
    """A fault in the report of one result, and in the tests, leaves the rest as it is."""
    command = ("cover", "t.py", "-j", "2", "-o", "out", "--json", "r.json")
    command = next(each for each in COMMANDS if each[: len(command)] == command)
    place = "wend/emit/pytest_text.py raised"
    plant = {"PLANT_AT": runs.named(command, place), "PLANT_AFTER": "0"}
    ended = runs.run(command, has_store=False, plant=plant)

    assert not ended.problems, ended.err
    assert ended.code == 1
    assert ended.document is not None
    assert "/out/test_t.py\n" in ended.out
