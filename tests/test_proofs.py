"""Programs that hold are proved, their false twins are refuted; `tests/proofs/README.md` tells."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from wend.solvers import NO_BITWUZLA, has_bitwuzla

FILES = sorted((Path(__file__).parent / "proofs").glob("*.py"))
NOT_PROVED = "# not proved: "
MOST_RUNS = 400
"""Runs that one function may take: what they show is the same on a slow machine."""


def _functions() -> Iterator[tuple[Path, str]]:
    """The functions that are explored: those that assert something, and are thought to hold or
    fail."""
    for file in FILES:
        text = file.read_text()
        lines = text.splitlines()
        for node in ast.parse(text).body:
            is_asking = isinstance(node, ast.FunctionDef) and "Assert" in ast.dump(node)
            if is_asking and NOT_PROVED not in lines[node.lineno - 1]:
                yield file, node.name


FUNCTIONS = [pytest.param(file, name, id=f"{file.stem}::{name}") for file, name in _functions()]


@pytest.fixture(scope="module")
def results() -> dict[tuple[str, str], dict[str, Any]]:
    """The results of one exploration of all functions, by the name of the file and function."""
    named = [f"{file}::{name}" for file, name in [each.values for each in FUNCTIONS]]
    done = subprocess.run(
        [
            *(sys.executable, "-m", "wend", "cover", *named, "--no-store", "--no-chance"),
            *("-j", "2", "--budget", "300", "--max-executions", str(MOST_RUNS), "--json", "-"),
        ],
        capture_output=True,
        text=True,
    )
    assert done.returncode in (0, 1), done.stderr
    return {
        (Path(each["target"]["file"]).stem, each["target"]["function"]): each
        for each in json.loads(done.stdout)["results"]
    }


@pytest.mark.parametrize(("file", "name"), FUNCTIONS)
def test_holds_or_fails_as_its_name_says(
    file: Path, name: str, results: dict[tuple[str, str], dict[str, Any]]
) -> None:
    result = results[file.stem, name]
    failed = [
        case["args"] for case in result["cases"] if case["outcome"].get("type") == "AssertionError"
    ]

    if name.startswith("wrong_"):
        assert failed
    elif name.startswith("open_"):
        assert result["verdict"] != "complete"
    else:
        assert failed == []
        if not has_bitwuzla() and any(NO_BITWUZLA in each["says"] for each in result["reasons"]):
            pytest.skip(NO_BITWUZLA)
        assert result["verdict"] == "complete"
