"""Functions that users marked with `wend.opaque`: nobody looks into them."""

from __future__ import annotations

OPAQUE: set[str] = set()
"""By dotted name. Filled while modules under test are imported, in the process that explores
them."""
