"""Classes below native ones: where C code compares their objects, tracked values have a say.

`Colour.RED == text`, where `Colour` is below `str`: Python asks the left side first, which has its
comparison from `str`, and C code reads tracked text without asking it. So these classes get
comparisons that leave it to the other side where that is tracked; wherever C code compares, in
lists, say, it asks these.
"""

from __future__ import annotations

import functools
from collections.abc import Container
from typing import Any

from wend.run.tracked.lift import FOLLOWED, GIVING_WAY, own_method

_NATIVES = (str, bytes, list, dict, set, frozenset)
_COMPARISONS = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__")
_IMMUTABLE_TYPE, _HEAP_TYPE = 1 << 8, 1 << 9


def all_give_way() -> None:
    """The classes that there are by now."""
    for native in _NATIVES:
        for cls in type.__subclasses__(native):
            give_way(cls)


def give_way(cls: type) -> None:
    """One class, if it is right below a native one and is no class of ours."""
    asked = functools.partial(type.__getattribute__, cls)  # and not its metaclass, nor its code
    native = next((each for each in _NATIVES if each in asked("__bases__")), None)
    if (
        native is None
        or cls in FOLLOWED
        or asked("__flags__") & (_IMMUTABLE_TYPE | _HEAP_TYPE) != _HEAP_TYPE  # it can't be changed
        or str(asked("__module__")).startswith("wend.")
    ):
        return
    # Plain text compares itself as quickly, and nobody sees which of two texts was asked first.
    others = frozenset(FOLLOWED | {native}) if native in (str, bytes) else FOLLOWED
    for name in _COMPARISONS:
        compare = own_method(cls, name)
        if compare is native.__dict__[name] and name not in asked("__dict__"):
            type.__setattr__(cls, name, _giving_way(compare, others))


def _giving_way(compare: Any, others: Container[type]) -> Any:
    def comparison(self: Any, other: Any, /) -> Any:
        return NotImplemented if type(other) in others else compare(self, other)

    comparison.__name__, comparison.__doc__ = compare.__name__, compare.__doc__
    GIVING_WAY[comparison] = compare
    return comparison
