"""Regular expressions: the methods of `re.Pattern`, by executing the parse of the pattern."""

from __future__ import annotations

import re
from typing import Any

from wend.run.models.regex.pattern import METHODS as _PATTERN
from wend.run.models.regex.pattern import compile_model

METHODS: dict[type, dict[str, Any]] = {re.Pattern: _PATTERN, re.Match: {}}
FUNCTIONS: dict[Any, Any] = {re._compile: compile_model}  # type: ignore[attr-defined]
