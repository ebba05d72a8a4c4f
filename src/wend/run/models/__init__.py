"""Models: what takes the place of native functions when a tracked value may flow in.

`FUNCTIONS` maps a native callable to its model, `METHODS` a native type and method name; a model
is ordinary Python with the same signature, and does what the original does when nothing is
tracked. `library` names the native code that needs none, since it only hands values on.
"""

from wend.run.models.builtin import FUNCTIONS as BUILTINS
from wend.run.models.containers import METHODS
from wend.run.models.impure import FUNCTIONS as IMPURE
from wend.run.models.numbers import FUNCTIONS as NUMBERS

FUNCTIONS = {**BUILTINS, **NUMBERS, **IMPURE}

__all__ = ["FUNCTIONS", "METHODS"]
