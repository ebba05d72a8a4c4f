"""Classes of attrs and contracts of icontract, where these are installed, as they are for CI."""

from __future__ import annotations

import pytest

from wend.path.outcome import Outcome, Raised, Returned, Violated
from wend.path.result import CoverResult

from .conftest import Cover


def end(outcome: Outcome) -> str:
    match outcome:
        case Returned(repr=text):
            return text.strip("'")
        case Raised(type=cls):
            return cls
        case Violated():
            return "violated"
        case _:
            return str(outcome)


def nothing_is_lost(result: CoverResult) -> bool:
    """Whether all was explored; that other classes, or other calls, may do more is no loss."""
    doubts = {"cannot-construct", "handed-on", "one-state", "type-asked"}
    return result.verdict in ("complete", "exhausted") and doubts >= {
        each.what for each in result.reasons
    }


@pytest.mark.parametrize(
    ("name", "ends"),
    [
        ("ring", {"marked", "below", "ring", "else"}),
        ("old", {"found", "ring", "else"}),
        ("fixed", {"found", "else"}),
        ("place", {"found", "else"}),
        ("evolved", {"found", "else"}),
    ],
)
def test_classes_of_attrs(cover: Cover, name: str, ends: set[str]) -> None:
    pytest.importorskip("attrs")
    result = cover(f"attrs_classes:{name}", 60)
    assert {end(each.outcome) for each in result.cases} == ends
    assert nothing_is_lost(result)


VIOLATION = "icontract.errors.ViolationError"


@pytest.mark.parametrize(
    ("name", "ends"),
    [
        ("Range.grow", {"None", VIOLATION}),
        ("looked_at", {"five", "else"}),
        ("broken", {"done", "violated"}),
        ("next_of", {"7", VIOLATION}),
    ],
)
def test_contracts_are_assumed_and_checked(cover: Cover, name: str, ends: set[str]) -> None:
    pytest.importorskip("icontract")
    result = cover(f"contracts:{name}", 60)
    assert {end(each.outcome) for each in result.cases} == ends
    assert nothing_is_lost(result)


def test_who_reads_the_message_of_a_contract_is_told_what_is_lost(cover: Cover) -> None:
    pytest.importorskip("icontract")
    result = cover("contracts:told", 60)
    assert {"small", "equal"} <= {end(each.outcome) for each in result.cases}
    assert "the message of a contract is looked at" in str(result.reasons)
