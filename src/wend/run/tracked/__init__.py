"""Tracked values: a concrete value and its term, behaving as the concrete value.

They are not subclasses of `int`, and that is on purpose. C code reads the digits of an int
subclass without asking (`2.5 < x`, `math.pi * x`, `Decimal(1) + x`, `timedelta(days=x)`): the
dependence would be lost in silence. A class of its own can only be read through `__index__`,
`__int__`, `__float__`, `__hash__`, `__format__`, which note what is lost. `__class__` says `int`,
so `isinstance` holds everywhere, and the class is named `int`, so messages agree.
"""

from wend.run.tracked import text_operators as text_operators
from wend.run.tracked.boolean import SymBool
from wend.run.tracked.floating import SymFloat
from wend.run.tracked.integer import SymInt
from wend.run.tracked.lift import plain, term_of, track, value_of

__all__ = ["SymBool", "SymFloat", "SymInt", "plain", "term_of", "track", "value_of"]
