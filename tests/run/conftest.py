"""On all Pythons but the first (WEND_QUICK=1) every eighth law is enough: other ones on each."""

from __future__ import annotations

import os
import sys

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not os.environ.get("WEND_QUICK"):
        return
    here = os.path.dirname(__file__) + os.sep
    laws = [item for item in items if str(item.path).startswith(here)]
    chosen = sys.version_info.minor % 8
    left_out = {id(item) for at, item in enumerate(laws) if at % 8 != chosen}
    config.hook.pytest_deselected(items=[item for item in items if id(item) in left_out])
    items[:] = [item for item in items if id(item) not in left_out]
