"""Plain runs find nothing that wend calls impossible, on a few random programs and mutants.

`benchmarks/attack.py` does the same for hours, on fresh seeds.
"""

from __future__ import annotations

import pathlib

import pytest
from judge import Effort, Known, judged
from mutants import mutants

from programs import random_programs

EFFORT = Effort(("--budget", "60", "--max-executions", "25"), runs=120)
FUNCTIONS = 8


@pytest.mark.parametrize("seed", [1, 2])
def test_random_programs_have_no_wrong_verdict(tmp_path: pathlib.Path, seed: int) -> None:
    _attack(tmp_path, *random_programs(seed, FUNCTIONS), seed)


@pytest.mark.parametrize("seed", [3])
def test_mutants_of_the_standard_library_have_no_wrong_verdict(
    tmp_path: pathlib.Path, seed: int
) -> None:
    _attack(tmp_path, *mutants(seed, FUNCTIONS, installed=False), seed)


def _attack(folder: pathlib.Path, source: str, functions: list[str], seed: int) -> None:
    file = folder / "attacked.py"
    file.write_text(source)
    found = judged(file, seed, functions, EFFORT)

    assert found.wrong == []
    assert found.failed == 0
    assert found.runs > 0


def test_the_same_seed_makes_the_same_file() -> None:
    assert random_programs(7, 3) == random_programs(7, 3)
    assert mutants(7, 3, installed=False) == mutants(7, 3, installed=False)


@pytest.mark.parametrize(
    ("run", "says"),
    [
        ({"outcome": ["returns", "True"], "lines": [2, 3]}, ""),
        ({"outcome": ["returns", "False"], "lines": [2, 3]}, "returns ['False']"),
        ({"outcome": ["raises", "KeyError", 3], "lines": [2, 3]}, "raises ['KeyError', 3]"),
        ({"outcome": ["returns", "True"], "lines": [2, 5]}, "executes [5]"),
        ({"outcome": ["returns", "True"], "lines": [2, 2, 3]}, "goes by the lines [2, 2, 3]"),
    ],
)
def test_what_no_path_does_is_told(run: dict[str, list[object]], says: str) -> None:
    result = {
        "coverage": {"lines": {"missed": [5]}},
        "paths": {"count": 1, "list": [{"args": {}}]},
    }
    known = Known(result, [{"outcome": ["returns", "True"], "lines": [2, 3]}])

    assert known.beyond(run) == says
