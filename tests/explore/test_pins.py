"""Values that native code was given are pinned; flips that fail with the pins are tried without."""

from __future__ import annotations

from typing import Any

import pytest

PROGRAMS = """
from decimal import Decimal


def kept(x: int, y: int):
    half = Decimal(x) / 2
    if x + y == 30:
        return "sum" if half < 7 else "other sum"
    return "other"


def freed(x: int):
    price = Decimal(x)
    if x == 1000:
        return "thousand"
    return price + 1


def left(x: int):
    if Decimal(x) / 3 > 7:
        return "big"
    if x == 1000:
        return "never"
    return "small"


def seen(x: int):
    number = Decimal(x)
    if x == 1000:
        number += 1
    if number > 5:
        global last
        last = number
"""


@pytest.fixture(scope="module")
def results(shared_wend) -> dict[str, dict[str, Any]]:
    shared_wend.file("pinned.py", PROGRAMS)
    done = shared_wend(
        *("cover", "pinned.py", "--no-chance", "--max-executions", "30", "--json", "-")
    )
    return {each["target"]["function"]: each for each in done.results}


def case(result: dict[str, Any], value: str) -> dict[str, Any]:
    (found,) = [each for each in result["cases"] if each["outcome"]["value"] == repr(value)]
    return found


def test_a_flip_keeps_what_native_code_was_given(results) -> None:
    found = case(results["kept"], "sum")

    assert found["args"] == {"x": "0", "y": "30"}
    assert found["method"] == "flip"


def test_a_flip_that_can_not_is_tried_without_the_pin_and_says_so(results) -> None:
    assert case(results["freed"], "thousand")["method"] == "unpinned"
    assert results["freed"]["verdict"] == "exhausted"


def test_a_run_that_goes_elsewhere_then_is_told(results) -> None:
    result = results["left"]

    assert case(result, "big")["method"] == "unpinned"
    assert result["divergences"] == 1
    assert any(reason["what"] == "divergence" for reason in result["reasons"])


def test_what_an_object_led_to_is_not_lost_when_its_inputs_are_made_small(results) -> None:
    assert results["seen"]["coverage"]["lines"]["missed"] == []
