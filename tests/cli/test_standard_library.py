"""Modules of the standard library, which nobody wrote for wend."""

from __future__ import annotations

import pytest

from .test_written_tests import run_pytest

pytestmark = pytest.mark.slow


def test_a_frozen_module_has_lines_and_branches(wend) -> None:
    done = wend("cover", "posixpath:split", "--max-executions", "40", "--json", "-")

    (result,) = done.results
    assert result["target"]["file"].endswith("posixpath.py")
    assert result["coverage"]["lines"]["missed"] == []
    assert len(result["coverage"]["branches"]["hit"]) == 2


def test_functions_that_c_code_replaces_are_skipped(wend) -> None:
    done = wend("cover", "bisect", "--json", "-")

    assert done.code == 0
    assert {each["verdict"] for each in done.results} == {"skipped"}


def test_an_address_is_no_difference(wend) -> None:
    done = wend("cover", "shlex:shlex.__iter__", "--max-executions", "20", "--json", "-")

    (result,) = done.results
    assert {"state-leaked", "divergence"}.isdisjoint(each["what"] for each in result["reasons"])


def test_what_wend_calls_itself_may_be_under_test(wend) -> None:
    # Its runs get a process each, and twins of os.path, which is asked where a twin's code is from.
    done = wend("cover", "linecache:getline", "--max-executions", "40", "--json", "-")

    (result,) = done.results
    assert "bound-hit" not in [each["what"] for each in result["reasons"]]
    assert len(result["cases"]) >= 4


@pytest.mark.parametrize("module", ["colorsys", "html"])
def test_the_tests_for_a_module_pass(wend, module: str) -> None:
    done = wend("cover", module, "--max-executions", "15", "--budget", "1", "-o", "out")

    assert done.code in (0, 1)
    ran = run_pytest(wend.directory, "out")
    assert ran.returncode == 0, ran.stdout
