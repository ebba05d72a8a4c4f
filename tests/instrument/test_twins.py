"""An instrumented function behaves as the original, construct by construct.

The constructs are the functions of `constructs*.py`; each file is run once, in its own process.
"""

from __future__ import annotations

import ast
import functools
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
SOURCES = HERE.parents[1] / "src"
FILES = [HERE / f"constructs{part}.py" for part in ("", "_future", "_repeated")]
FILES += [
    HERE / f"constructs_3_{minor}.py" for minor in (12, 14, 15) if sys.version_info >= (3, minor)
]


def functions_of(file: Path) -> list[str]:
    """The functions without decorators and parameters: others are used by these."""
    definitions = [
        node for node in ast.parse(file.read_text()).body if isinstance(node, ast.FunctionDef)
    ]
    taken = [node for node in definitions if not node.decorator_list and not node.args.args]
    return list(dict.fromkeys(node.name for node in taken))


@functools.cache
def outcomes(file: Path) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as directory:
        result = Path(directory, "result.json")
        subprocess.run(
            [sys.executable, HERE / "twins_worker.py", result, file, *functions_of(file)],
            check=True,
            stderr=subprocess.DEVNULL,  # constructs that Python warns of
            env={**os.environ, "PYTHONPATH": str(SOURCES), "PYTHONHASHSEED": "0"},
        )
        found: dict[str, Any] = json.loads(result.read_text())
    return found


@pytest.mark.parametrize(
    ("file", "function"),
    [pytest.param(file, name, id=name) for file in FILES for name in functions_of(file)],
)
def test_it_behaves_the_same_instrumented(file: Path, function: str) -> None:
    plain, *instrumented = outcomes(file)[function]

    assert instrumented == [plain]


def test_most_functions_do_not_just_raise() -> None:
    raised = [
        name
        for file in FILES
        for name in functions_of(file)
        if outcomes(file)[name][0][0] == "raised" and not name.startswith("raises_")
    ]

    assert raised == []
