"""wend finds the input that takes any path through a Python function.

>>> import wend
>>> result = wend.cover(my_function)            # doctest: +SKIP
>>> [case.args for case in result.cases]        # doctest: +SKIP
"""

import sys

from wend.supported import OLDEST

__all__ = ["__version__", "assume", "cover", "factory", "opaque", "reach", "valid"]
__version__ = "0.1.0"

if sys.version_info >= OLDEST:
    from wend.api import assume, cover, factory, opaque, reach, valid
else:  # which can't read the rest: whoever asks for it is told so

    def __getattr__(name):
        # type: (str) -> object
        from wend.errors import WendError
        from wend.supported import refusal_here

        raise WendError(refusal_here())
