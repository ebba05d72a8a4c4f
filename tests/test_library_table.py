"""The table of the library is complete, and says what is."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from wend.run.models.library_table import KINDS, entries, missing

DOCS = Path(__file__).parents[1] / "docs"


def test_nothing_is_left_unclassified() -> None:
    assert missing() == []


def test_every_kind_is_explained_and_used() -> None:
    assert {entry.kind for entry in entries()} == set(KINDS)


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="the page is written with Python 3.11")
def test_the_page_is_not_stale() -> None:
    """Otherwise: python docs/make_library_table.py"""
    spec = importlib.util.spec_from_file_location("make", DOCS / "make_library_table.py")
    assert spec is not None and spec.loader is not None
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)

    assert (DOCS / "library.md").read_text(encoding="utf-8") == make.text()
