"""Sources are read as they are, whatever the code under test does to its surroundings meanwhile."""

from __future__ import annotations

import builtins
import io
import warnings
from pathlib import Path

import pytest

from wend.source.files import parse_file


def test_what_compilers_warn_of_is_no_error(tmp_path: Path) -> None:
    file = tmp_path / "pattern.py"
    file.write_text('def f(x):\n    "a \\d"\n    return x is 5\n')

    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("error")
        tree = parse_file(str(file))

    assert tree is not None
    assert seen == []


def test_another_open_is_not_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "small.py"
    file.write_text("X = 1\n")
    asked: list[object] = []
    monkeypatch.setattr(builtins, "open", lambda *args: asked.append(args) or io.BytesIO(b"1 1"))

    tree = parse_file(str(file))

    assert tree is not None
    assert asked == []
