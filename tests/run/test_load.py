"""The module of a target: it is of the file that was meant, or that is an error."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from wend.errors import WendError
from wend.inputs.target import ModuleRef
from wend.process.load import load_module


def test_a_module_of_another_file_is_an_error(tmp_path: Path, monkeypatch) -> None:
    meant, imported = tmp_path / "meant.py", tmp_path / "imported.py"
    for file in (meant, imported):
        file.write_text("")
    hook = ModuleType("hooked")
    hook.__file__ = str(imported)
    monkeypatch.setitem(sys.modules, "hooked", hook)

    with pytest.raises(WendError, match=f"hooked is imported from {imported}"):
        load_module(ModuleRef("hooked", str(meant)))


def test_a_module_by_another_path_is_the_same(tmp_path: Path, monkeypatch) -> None:
    file, link = tmp_path / "file.py", tmp_path / "link.py"
    file.write_text("")
    link.symlink_to(file)
    hook = ModuleType("linked")
    hook.__file__ = str(link)
    monkeypatch.setitem(sys.modules, "linked", hook)

    assert load_module(ModuleRef("linked", str(file))) is hook
