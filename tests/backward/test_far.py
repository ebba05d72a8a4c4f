"""How far a condition is from what is wanted."""

from __future__ import annotations

from typing import Any

import pytest

from wend.run.branch_distance import comparison_distance, truth_distance

ULP = 2**-52

FAR: list[tuple[Any, str, Any, bool, int]] = [
    (5, "Eq", 12, True, 7),
    (5, "Eq", 5, True, 0),
    (5, "Eq", 5, False, 1),
    (9, "Lt", 4, True, 6),
    (9, "LtE", 4, True, 5),
    (3, "Lt", 4, False, 1),
    (4, "Gt", 4, True, 1),
    (10**30, "Eq", 10**30 + 1, True, 1),
    (1.0, "Eq", 1.0 + 3 * ULP, True, 3),
    (1.0, "Gt", 1.0 + 3 * ULP, True, 4),
    (1, "Eq", 1.0 + ULP, True, 1),
    ("abd", "Eq", "abc", True, 1),
    ("ab", "Eq", "abc", True, 128),
    (b"ab", "Eq", b"aa", True, 1),
    ("b", "Lt", "a", True, 2),
    ([1, 5], "Eq", [1, 2], True, 3),
    ((1,), "Eq", (1, 2), True, 128),
    ({1, 2}, "Eq", {2, 3}, True, 2),
    ({"a": 1}, "Eq", {"a": 4}, True, 3),
    (4, "In", [9, 6], True, 2),
    (4, "In", {4: 0}, False, 1),
    ("cat", "In", "a bat", True, 1),
    (None, "Is", None, False, 1),
    (1, "Eq", "1", True, 128),
]


@pytest.mark.parametrize(("left", "compared", "right", "wanted", "far"), FAR)
def test_comparisons(left: Any, compared: str, right: Any, wanted: bool, far: int) -> None:
    assert comparison_distance(left, right, compared, wanted) == far


@pytest.mark.parametrize(
    ("value", "wanted", "far"),
    [(0, True, 1), (7, True, 0), (7, False, 7), ("abc", False, 3), ([], True, 1), (None, False, 0)],
)
def test_truth(value: Any, wanted: bool, far: int) -> None:
    assert truth_distance(value, wanted) == far


def test_a_comparison_raises_what_it_raises() -> None:
    with pytest.raises(TypeError):
        comparison_distance(1, "a", "Lt", True)
