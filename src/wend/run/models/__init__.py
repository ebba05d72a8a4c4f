"""Models: what takes the place of native functions when a tracked value may flow in.

`FUNCTIONS` maps a native callable to its model, `METHODS` a native type and method name; a model
is ordinary Python with the same signature, and does what the original does when nothing is
tracked. `library` names the native code that needs none, since it only hands values on.
"""

from typing import Any

from wend.run.models import containers, templates, text, text_chars, text_search
from wend.run.models.builtin import FUNCTIONS as BUILTINS
from wend.run.models.impure import FUNCTIONS as IMPURE
from wend.run.models.library_names import FUNCTIONS as NAMES
from wend.run.models.library_sequences import FUNCTIONS as SEQUENCES
from wend.run.models.numbers import FUNCTIONS as NUMBERS
from wend.run.models.spelling import FUNCTIONS as SPELLING

FUNCTIONS = {**BUILTINS, **NUMBERS, **IMPURE, **SPELLING, **text.FUNCTIONS}

METHODS: dict[type, dict[str, Any]] = {}
for _models in (containers.METHODS, templates.METHODS, {str: text.METHODS}):
    for _cls, _methods in _models.items():
        METHODS.setdefault(_cls, {}).update(_methods)

__all__ = ["FUNCTIONS", "METHODS", "text_chars", "text_search"]
