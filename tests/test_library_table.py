"""The table of the library is complete, and says what is."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

DOCS = Path(__file__).parents[1] / "docs"


def _imported() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_library_table", MAKE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


MAKE = DOCS / "make_library_table.py"
make = _imported()


def test_nothing_is_left_unclassified() -> None:
    assert make.missing() == []


def test_every_kind_is_explained_and_used() -> None:
    assert {entry.kind for entry in make.entries()} == set(make.KINDS)


def test_what_is_newer_is_named_with_its_version() -> None:
    """The page is the same by every version, and each checks the rows that it has."""
    here = {(entry.group, entry.name): entry.kind for entry in make.live_entries()}
    expected = {
        (entry.group, entry.name): entry.kind
        for entry in make.entries()
        if (not entry.since or _version(entry.since) <= sys.version_info[:2])
        and (not entry.until or _version(entry.until) >= sys.version_info[:2])
    }

    assert here == expected


@pytest.mark.parametrize("table", [make.NEWER, make.GONE])
def test_what_is_newer_is_handled_as_it_says(table: dict[str, dict[str, str]]) -> None:
    here = {f"{entry.group}.{entry.name}": entry.kind for entry in make.live_entries()}

    for kinds in table.values():
        for kind, names in kinds.items():
            assert {here.get(name, kind) for name in names.split()} == {kind}


def _version(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(".")))


def test_the_page_is_not_stale() -> None:
    """Otherwise: python docs/make_library_table.py"""
    assert (DOCS / "reference" / "library.md").read_text(encoding="utf-8") == make.text()
