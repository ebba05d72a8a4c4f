"""Which cases are kept, on real functions."""

from __future__ import annotations

import pathlib
import textwrap

import pytest

from wend.campaign.begin import cover
from wend.campaign.options import Options
from wend.explore.budget import Caps
from wend.path.outcome import Raised, Returned
from wend.path.result import CoverResult
from wend.targets.locate import locate


def covered(directory: pathlib.Path, source: str, executions: int = 1500) -> CoverResult:
    file = directory / "under_test.py"
    file.write_text(textwrap.dedent(source))
    (ref,) = locate(f"{file}::f")
    return cover(ref, Options(caps=Caps(20, executions)))


def returned(result: CoverResult) -> dict[str, str | None]:
    return {
        ", ".join(source for _, source in case.args): case.outcome.source
        for case in result.cases
        if isinstance(case.outcome, Returned)
    }


def test_a_truth_value_that_is_returned_is_shown_both_ways(tmp_path):
    result = covered(tmp_path, "def f(x: int) -> bool:\n    return x > 5\n")

    assert result.verdict == "complete"
    assert returned(result) == {"0": "False", "6": "True"}


def test_a_leap_year_shows_its_four_kinds_of_years(tmp_path):
    result = covered(
        tmp_path,
        """
        def f(year: int) -> bool:
            return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        """,
    )

    assert result.path_count == 3
    assert {
        (int(year) % 4 == 0, int(year) % 100 == 0, int(year) % 400 == 0): value
        for year, value in returned(result).items()
    } == {
        (True, True, True): "True",
        (True, True, False): "False",
        (True, False, False): "True",
        (False, False, False): "False",
    }


def test_each_entry_of_a_small_table_is_shown(tmp_path):
    result = covered(
        tmp_path,
        """
        PRICES = {1: 10, 4: 25, 9: 70}

        def f(kind: int) -> int:
            return PRICES[kind]
        """,
    )

    assert set(returned(result).values()) == {"10", "25", "70"}
    assert any(isinstance(case.outcome, Raised) for case in result.cases)


def test_many_paths_give_only_cases_that_add_something(tmp_path):
    result = covered(
        tmp_path,
        """
        def f(a: int, b: int, c: int, d: int, e: int) -> int:
            total = 0
            for each in (a, b, c, d, e):
                if each > 0:
                    total += each
            return total
        """,
    )

    assert result.verdict == "complete"
    assert result.path_count == 32
    assert len(result.cases) <= 3
    assert not result.coverage.branches_missed


def test_cases_are_small(tmp_path):
    result = covered(
        tmp_path,
        """
        def f(a: int, b: int) -> str:
            if a > 1000 and b % 7 == 3:
                return "both"
            return "not"
        """,
    )

    assert returned(result)["1001, 3"] == "'both'"


@pytest.mark.slow
def test_an_input_that_came_far_is_also_tried_longer(tmp_path):
    result = covered(
        tmp_path,
        """
        def f(text: str) -> str:
            head, colon, rest = text.partition(":")
            if head != "http" or not colon:
                return "no scheme"
            return "a host" if len(rest) > 2 and rest[:2] == "//" else "no host"
        """,
    )

    assert set(returned(result).values()) == {"'no scheme'", "'no host'", "'a host'"}


def test_what_only_failed_so_far_gets_a_case_that_goes_well(tmp_path):
    """`int(text)` raises for the first texts that get there; its line is covered by then."""
    result = covered(
        tmp_path,
        """
        def f(text: str) -> float:
            if text.endswith("k"):
                return float(text[:-1]) * 1000
            return int(text)
        """,
        executions=300,
    )

    assert {"0", "0.0"} <= set(returned(result).values())


@pytest.mark.slow
def test_what_the_library_refuses_is_one_finding_of_the_line_that_calls_it(tmp_path):
    """json has many ways to refuse a text, and many blocks: none of them is the user's."""
    result = covered(
        tmp_path,
        """
        import json

        def f(text: str) -> int:
            return len(json.loads(text))
        """,
        executions=150,
    )

    assert len(result.cases) <= 4
    (refused,) = [each for each in result.cases if "JSONDecodeError" in str(each.outcome)]
    assert isinstance(refused.outcome, Raised)
    assert refused.outcome.file.endswith("decoder.py")
    assert refused.outcome.own_place == (str(tmp_path / "under_test.py"), 5)
