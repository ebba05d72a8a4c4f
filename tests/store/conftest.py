"""wend with a store, which all other tests do without."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def with_store(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WEND_STORE", raising=False)
