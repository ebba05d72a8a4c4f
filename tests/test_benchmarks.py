"""Benchmarks take hours and are not run here; what they import of wend has to be there."""

from __future__ import annotations

import ast
import importlib
import pathlib

import pytest

BENCHMARKS = pathlib.Path(__file__).resolve().parent.parent / "benchmarks"
IMPORTS = sorted(
    {
        (str(file.relative_to(BENCHMARKS)), node.module, alias.name)
        for file in BENCHMARKS.rglob("[!.]*.py")
        if not any(part.startswith(".") for part in file.relative_to(BENCHMARKS).parts)
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "wend"
        for alias in node.names
    }
)


@pytest.mark.parametrize(("file", "module", "name"), IMPORTS)
def test_what_a_benchmark_imports_is_there(file: str, module: str, name: str) -> None:
    found = importlib.import_module(module)

    assert hasattr(found, name) or importlib.import_module(f"{module}.{name}")
