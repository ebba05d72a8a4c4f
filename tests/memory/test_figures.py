"""The programs of [002]: what its axioms rule out, and that both ways are explored."""

from __future__ import annotations

import pathlib
from typing import Any

import pytest

pytestmark = pytest.mark.slow

PAPER = pathlib.Path(__file__).with_name("figures.py")
PLACES = ("two_places", "in_an_array", "of_the_inputs", "of_pointers")


def explored(wend: Any, *arguments: str) -> dict[str, Any]:
    done = wend("cover", *arguments, "--json", "-")
    assert done.code in (0, 1), done.err
    return {each["target"]["function"]: each for each in done.results}


def outcomes(result: dict[str, Any]) -> set[str]:
    return {
        case["outcome"].get("value") or case["outcome"].get("type") or case["outcome"]["reason"]
        for case in result["cases"]
    }


@pytest.mark.parametrize("memory", ["type", "primitive"])
def test_what_is_enqueued_is_found_where_types_are_kept(shared_wend: Any, memory: str) -> None:
    options = ("--memory", memory)
    result = explored(shared_wend, f"{PAPER}::motivating", *options)["motivating"]
    assert result["verdict"] == "complete"
    assert outcomes(result) == {"'refused'", "'passed'"}


@pytest.mark.parametrize("memory", ["type", "primitive"])
def test_without_axioms_the_overlap_is_reported(shared_wend: Any, memory: str) -> None:
    options = ("--memory", memory, "--axioms", "off")
    result = explored(shared_wend, f"{PAPER}::motivating", *options)["motivating"]
    assert "AssertionError" in outcomes(result)
    assert result["verdict"] == "complete"
    overlap = next(each for each in result["cases"] if each["outcome"]["kind"] == "raised")
    assert any("create_string_buffer" in line for line in overlap["setup"])


def test_two_places_are_the_same_and_are_not(shared_wend: Any) -> None:
    targets = [f"{PAPER}::{name}" for name in PLACES]
    out = shared_wend.directory / "tests"
    results = explored(shared_wend, *targets, "-o", str(out))
    for name in PLACES:
        assert {"'same'", "'apart'"} <= outcomes(results[name]), name
        assert results[name]["verdict"] == "complete", name
    assert "crash" in outcomes(results["two_places"])
    assert "ValueError" in outcomes(results["of_pointers"])
    written = (out / "test_figures.py").read_text()
    assert "pointer(p), pointer(p)" in written


def test_what_pointers_lead_to_is_drawn(shared_wend: Any) -> None:
    drawn = shared_wend("cover", f"{PAPER}::of_pointers").out
    assert "NULL" in drawn
    assert "&Node(" in drawn
    assert "→ p" in drawn


def test_casts_and_pointers_to_pointers_are_followed(shared_wend: Any) -> None:
    out = shared_wend.directory / "more"
    names = ("as_bytes", "to_pointers", "beyond")
    results = explored(shared_wend, *[f"{PAPER}::{name}" for name in names], "-o", str(out))
    assert outcomes(results["as_bytes"]) == {"'null'", "'elf'", "'high'", "'low'"}
    assert outcomes(results["to_pointers"]) == {"-1", "0", "1"}
    assert {"-1", "0", "crash"} <= outcomes(results["beyond"])
    ends = [case["outcome"] for case in results["beyond"]["cases"]]
    crash = next(each for each in ends if each["kind"] == "stopped")
    assert crash["detail"].startswith("wild access at ")
    written = (out / "test_figures.py").read_text()
    assert ".contents = " in written
