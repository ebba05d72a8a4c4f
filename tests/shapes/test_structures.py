"""Structures with and without a planted bug: it is found within some runs, and nothing else is."""

from __future__ import annotations

import pytest

from wend.path.outcome import Raised, Violated
from wend.path.result import CoverResult

from .conftest import Cover

RIGHT = {
    "lists:reverse": 40,
    "lists:Queue.put": 60,
    "lists:Queue.take": 60,
    "lists:remove": 80,
    "structures:push": 40,
    "structures:store": 100,
    "structures:leads_to": 40,
    "structures:union": 60,
    "structures:negate": 60,
    "redblack:insert": 200,
    "variations:Cache.put": 150,
    "variations:Ring.rotate": 60,
}

WRONG = {
    "lists:reverse_wrong": (40, "AssertionError"),
    "lists:Queue.take_wrong": (60, "{}.rep_ok()"),
    "lists:remove_wrong": (80, "is_chain({})"),
    "structures:push_wrong": (40, "is_heap({})"),
    "structures:store_wrong": (120, "check_table({})"),
    "structures:leads_to_wrong": (20, "RecursionError"),
    "structures:union_wrong": (20, "is_led({})"),
    "structures:negate_wrong": (40, "AssertionError"),
    "structures:transfer": (40, "AssertionError"),
    "structures:merge": (40, "AssertionError"),
    "redblack:insert_wrong": (250, "is_valid({})"),
    "variations:Cache.put_wrong": (150, "{}.rep_ok()"),
    "variations:Ring.rotate_wrong": (60, "{}.rep_ok()"),
    "redblack:insert_nearly_right": (1600, "is_valid({})"),
}


def says(result: CoverResult) -> list[str]:
    """The findings: exceptions by their type, predicates that no longer hold by their call."""
    found = []
    for case in result.findings:
        match case.outcome:
            case Raised(type=cls):
                found.append(cls)
            case Violated(predicate):
                found.append(predicate)
            case other:
                found.append(repr(other))
    return found


@pytest.mark.parametrize("name", RIGHT)
def test_nothing_is_wrong_with_what_is_right(cover: Cover, name: str) -> None:
    result = cover(name, RIGHT[name])
    assert result.error is None
    assert says(result) == []
    if not name.startswith("redblack"):  # whose fix-up takes some thousand runs
        assert result.coverage.lines_missed == ()


@pytest.mark.slow
@pytest.mark.parametrize("name", WRONG)
def test_a_planted_bug_is_found(cover: Cover, name: str) -> None:
    runs, finding = WRONG[name]
    assert says(cover(name, runs)) == [finding]


def test_valid_trees_of_seven_nodes_are_made(cover: Cover) -> None:
    result = cover("redblack:size", 400)
    (case,) = [each for each in result.cases if "seven" in str(each.outcome)]
    assert dict(case.drawn)["tree"].count("Node(") >= 7


@pytest.mark.parametrize(
    ("name", "both"),
    [
        ("indexes", {"'apart'", "'same place'"}),
        ("keys", {"'apart'", "'same key'"}),
        ("objects", {"'apart'", "'same object'"}),
        ("inner", {"'none'", "'apart'", "'same object'"}),
    ],
)
def test_writes_that_may_hit_the_same_place_go_both_ways(
    cover: Cover, name: str, both: set[str]
) -> None:
    """The example of [002] §9, over lists, dicts, and objects."""
    result = cover(f"structures:{name}", 60)
    assert {each.outcome.source for each in result.cases} == both  # type: ignore[union-attr]


def test_a_run_goes_where_it_was_sent(cover: Cover) -> None:
    """What conditions speak of and inputs do not has its default, whatever was there before."""
    result = cover("variations:has_word", 400)
    assert "divergence" not in {each.what for each in result.reasons}


def test_what_only_a_weak_reference_leads_to_lives_as_long_as_the_call(cover: Cover) -> None:
    result = cover("variations:path_of", 20)
    assert {each.outcome.source for each in result.cases} == {"''", "'/'", "'//'"}  # type: ignore[union-attr]
