"""Odd classes: their values are found, none that no constructor makes, and wend does not fail."""

from __future__ import annotations

import pytest

from wend.path.outcome import Returned

from .conftest import Cover


@pytest.mark.parametrize(
    "name",
    [
        *("inherited", "removed", "private", "guarded", "refusing", "decorated", "below", "held"),
        *("with_init", "counting", "pair", "only", "strangely", "gathered", "by_name", "chosen"),
        *("linked", "filled", "together", "sized"),
    ],
)
def test_odd_class(cover: Cover, name: str) -> None:
    result = cover(f"odd:{name}", 100)
    assert result.error is None
    assert not result.findings
    outcomes = [case.outcome for case in result.cases]
    assert "'found'" in [each.repr for each in outcomes if isinstance(each, Returned)]


@pytest.mark.parametrize("name", ["ring", "unknown_ring", "deep", "marked", "transfer", "emptied"])
def test_a_class_without_annotations(cover: Cover, name: str) -> None:
    result = cover(f"bare:{name}", 80)
    assert not result.findings
    assert "'found'" in str([case.outcome for case in result.cases])
    assert any(each.is_guess for each in result.reasons)


def test_a_constructor_that_fills_a_list_is_called_before_the_list_is_another(cover: Cover) -> None:
    result = cover("odd:sized", 20, "shape")
    setups = [case.setup for case in result.cases]
    assert ("p = Sized(None)", "p.slots = []") in setups


def test_a_class_below_that_is_left_out_is_no_secret(cover: Cover) -> None:
    result = cover("odd:below", 100)
    assert any("Doubled" in str(each) for each in result.reasons)
    assert result.verdict != "complete"


def test_a_class_below_whose_constructor_only_refuses_is_explored(cover: Cover) -> None:
    result = cover("odd:below", 100)
    assert not any("Positive" in str(each) for each in result.reasons)
    assert "'five'" in str([each.outcome for each in result.cases])
