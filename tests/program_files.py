"""The programs of `tests/programs` that the Python that runs the tests can parse."""

from __future__ import annotations

import re
import sys
from pathlib import Path

_OLDEST = re.compile(r"_3_(\d+)$")
"""Ends the name of a program that older versions of Python can't parse."""


def _is_for_this_python(file: Path) -> bool:
    oldest = _OLDEST.search(file.stem)
    return oldest is None or sys.version_info >= (3, int(oldest[1]))


FILES = sorted(filter(_is_for_this_python, (Path(__file__).parent / "programs").glob("*.py")))
