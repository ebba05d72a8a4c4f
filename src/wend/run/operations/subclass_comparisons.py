"""Comparisons of classes below native ones (`class Colour(str, Enum)`) with tracked values.

For `Colour.RED == text` Python asks the left side first. It has its comparison from `str`, and that
C code would read tracked text without asking. So these classes get comparisons that ask the other
side where it is tracked. C code that compares, in lists, say, finds them, too.
"""

from __future__ import annotations

import functools
from typing import Any

from wend.run.calls.opaque import guarded
from wend.run.tracked.lift import FOLLOWED, NATIVE_COMPARISONS, own_method

_READ: dict[type, type | tuple[type, ...]] = {
    str: str,
    bytes: (bytes, bytearray),
    bytearray: (bytes, bytearray),
    list: list,
    dict: dict,
    set: (set, frozenset),
    frozenset: (set, frozenset),
}
"""Native classes, each with the classes whose objects its comparisons read."""
_MIRRORS = {
    "__eq__": "__eq__", "__ne__": "__ne__",
    "__lt__": "__gt__", "__le__": "__ge__", "__gt__": "__lt__", "__ge__": "__le__",
}  # fmt: skip
_IMMUTABLE_TYPE, _HEAP_TYPE = 1 << 8, 1 << 9


def give_comparisons_to_all() -> None:
    """Gives the comparisons to all classes that exist now."""
    for native in _READ:
        below: list[type] = type.__subclasses__(native)
        for cls in below:
            give_comparisons(cls)


def give_comparisons(cls: type) -> None:
    """Gives the comparisons to a class directly below a native one, unless the class is of wend."""
    asked = functools.partial(type.__getattribute__, cls)  # and not its metaclass, nor its code
    native = next((each for each in _READ if each in asked("__bases__")), None)
    if (
        native is None
        or cls in FOLLOWED
        or asked("__flags__") & (_IMMUTABLE_TYPE | _HEAP_TYPE) != _HEAP_TYPE  # it can't be changed
        or str(asked("__module__")).startswith("wend.")
    ):
        return
    for name in _MIRRORS:
        compare = own_method(cls, name)
        if compare is native.__dict__[name] and name not in asked("__dict__"):
            type.__setattr__(cls, name, _asking_tracked(compare, native))


def _asking_tracked(compare: Any, native: type) -> Any:
    tracked = frozenset([cls for cls in FOLLOWED if issubclass(cls, _READ[native])])
    mirror = _MIRRORS[compare.__name__]

    def comparison(self: Any, other: Any, /) -> Any:
        if type(other) not in tracked:
            return compare(self, other)
        # It may be called by `super()`, or by name, for an object whose class has its own.
        if native is str:
            return _of_text(compare.__name__, self, other)
        answer = getattr(type(other), mirror)(other, self)
        return guarded(compare, self, other) if answer is NotImplemented else answer

    comparison.__name__, comparison.__doc__ = compare.__name__, compare.__doc__
    NATIVE_COMPARISONS[comparison] = compare
    return comparison


def _of_text(name: str, text: str, other: Any) -> Any:
    from wend.run.models.text.text_common import METHODS  # which needs the classes that are met

    return METHODS[name](text, other)
