"""The examples of [004]: what is reached, what is proved, and how little is read for it."""

from __future__ import annotations

from typing import Any

import pytest
from paper import OTHERS, TARGETS, goal_line, line_of, program, slicing, unreach

COUNTS = (10, 20, 40)
FOUND = ("dart one", "dart call", "easy loop", "trityp none", "trityp scalene",
         "trityp equilateral", "trityp isosceles")  # fmt: skip
DEAD = ("dart dead", "trityp dead")


@pytest.fixture(scope="module")
def results(shared_wend) -> dict[str, dict[str, Any]]:
    sources = {f"unreach{count}": unreach(count) for count in COUNTS}
    sources |= {f"slicing{count}": slicing(count) for count in COUNTS}
    sources["contradiction"] = slicing(10, "y == 15")
    goals = {name: (name, source, "goal") for name, source in sources.items()}
    goals |= {name: ("others", OTHERS, name) for name in (*FOUND, *DEAD)}
    wanted = []
    for name, source, goal in goals.values():
        shared_wend.directory.joinpath(f"{name}.py").write_text(source)
        wanted.append(f"{name}.py:{line_of(source, goal)}")
    for target in TARGETS:
        name = target.partition(":")[0]
        shared_wend.directory.joinpath(f"{name}.py").write_text(program(name))
        wanted.append(f"{name}.py:{goal_line(target)}")
    done = shared_wend("reach", *wanted, "--json", "-", "-j", "1")

    assert done.err == ""
    return dict(zip((*goals, *TARGETS), done.results, strict=True))


@pytest.mark.parametrize("target", TARGETS)
def test_a_target_of_table_1(results, target: str) -> None:
    result = results[target]
    kind = TARGETS[target]

    if kind == "dead":
        assert (result["verdict"], result["method"]) == ("unreachable", "backward")
        assert result["conflicts"]
    else:
        assert result["verdict"] == "reached"
    if kind == "climb":
        assert result["method"] == "climb"
        assert result["segments"] < 20


@pytest.mark.parametrize("count", COUNTS)
def test_a_conflict_close_to_the_line_is_seen_at_once(results, count: int) -> None:
    result = results[f"unreach{count}"]
    guard = 2 + 4 * count + 1

    assert result["verdict"] == "unreachable"
    assert result["method"] == "backward"
    assert result["segments"] == 1
    assert result["conflicts"] == [f"line {guard} needs y > 0, line {guard + 1} needs y == 0"]


@pytest.mark.parametrize("count", COUNTS)
def test_what_does_not_matter_is_stepped_over(results, count: int) -> None:
    result = results[f"slicing{count}"]

    assert result["verdict"] == "reached"
    assert result["method"] == "backward"
    assert result["segments"] == 1
    assert result["case"]["args"]["x0"] == "7"


def test_an_even_number_is_not_odd(results) -> None:
    result = results["contradiction"]

    assert result["verdict"] == "unreachable"
    assert result["segments"] == 1
    assert result["conflicts"] == ["line 46 needs y == 15"]


@pytest.mark.parametrize("name", FOUND)
def test_a_line_is_reached(results, name: str) -> None:
    assert results[name]["verdict"] == "reached"


@pytest.mark.parametrize("name", DEAD)
def test_a_line_is_proved_unreachable(results, name: str) -> None:
    assert results[name]["verdict"] == "unreachable"
    assert results[name]["method"] == "backward"
    assert results[name]["conflicts"]


def test_conditions_of_one_conflict_are_told_together(results) -> None:
    needs = results["dart dead"]["conflicts"]

    assert needs == ["line 7 needs x * x * x <= 0, line 11 needs x > 0"]
