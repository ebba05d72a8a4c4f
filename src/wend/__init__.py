"""wend finds the input that takes any path through a Python function.

>>> import wend
>>> result = wend.cover(my_function)            # doctest: +SKIP
>>> [case.args for case in result.cases]        # doctest: +SKIP
"""

from __future__ import annotations

from wend.api import assume, cover, factory, opaque, reach, valid

__all__ = ["__version__", "assume", "cover", "factory", "opaque", "reach", "valid"]
__version__ = "0.1.0"
