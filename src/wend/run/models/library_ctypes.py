"""Whole numbers of `ctypes` made of tracked ones: `c_int32(x).value` is `x` in 32 bits.

A tracked one is a plain one of the same class and, beside it, the number that it holds. The plain
one is what native code gets, and may be changed by: then the number is that of the plain one.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

from wend.expr import build
from wend.expr.build import integer
from wend.run import recorder
from wend.run.models.transcoding import int_to_bytes
from wend.run.tracked.lift import FOLLOWED, PAIRED, TRACKED, int_term, plain, track, value_of

NAMES = (
    "c_byte", "c_ubyte", "c_short", "c_ushort", "c_int", "c_uint",
    "c_long", "c_ulong", "c_longlong", "c_ulonglong",
)  # fmt: skip
"""The others (`c_int32`, `c_size_t` …) are these by another name."""


def constructor_model(native: Any, _: Any) -> Callable[..., Any]:
    """What takes the place of one of the classes where it is called."""

    def make(*args: Any, **keywords: Any) -> Any:
        if len(args) != 1 or keywords or type(args[0]) not in TRACKED:
            return native(*map(plain, args), **keywords)
        return _made(native, args[0])

    return make


def _made(native: Any, number: Any) -> Any:
    made = _class_for(native)()
    made._wend_value = native(value_of(number))  # or raises
    made._wend_number = _wrapped(number, made._wend_value)
    return made


def _wrapped(number: Any, holder: Any) -> Any:
    """A number as it is in so many bits."""
    term = int_term(number)
    assert term is not None
    size = 1 << 8 * _size(holder)
    low = -(size >> 1) if _is_signed(holder) else 0
    shifted = build.mod(build.sub(term, integer(low)), integer(size))
    return track(holder.value, build.add(shifted, integer(low)))


def _size(holder: Any) -> int:
    return len(bytes(holder))


def _is_signed(holder: Any) -> bool:
    return bool(holder.__class__(-1).value < 0)


@functools.cache
def _class_for(native: Any) -> Any:
    """The class of tracked objects that stand for those of a class of `ctypes`."""
    members: dict[str, Any] = {
        "__slots__": ("_wend_number", "_wend_value"),
        "__module__": native.__module__,
        "__qualname__": native.__qualname__,
        "__doc__": native.__doc__,
        "__class__": property(lambda self: native),
        "_wend_inside": lambda self: (_number(self),),
        "value": property(_number, _set_number, _delete_number),
        "__bool__": lambda self: bool(_number(self) != 0),
        "__hash__": lambda self: hash(self._wend_value),
        "__eq__": lambda self, other: self is other or self._wend_value is other,
        "__repr__": lambda self: repr(_lost(self, "becomes text")),
        "__bytes__": _bytes,
        # C code that is given one without being called by us: a field of a structure.
        "__index__": lambda self: _lost(self, "went to native code").value,
        "__getattr__": lambda self, name: getattr(self._wend_value, name),  # or raises
        "__reduce_ex__": lambda self, protocol: _lost(self, "was copied").__reduce_ex__(protocol),
    }
    made = type(native.__name__, (), members)
    PAIRED.add(made)
    FOLLOWED.add(made)
    return made


def _number(self: Any) -> Any:
    held = self._wend_value.value
    if value_of(self._wend_number) != held:
        self._wend_number = held  # native code changed it
    return self._wend_number


def _set_number(self: Any, number: Any) -> None:
    if type(number) not in TRACKED:
        self._wend_value.value = number  # or raises
        self._wend_number = self._wend_value.value
        return
    self._wend_value.value = value_of(number)  # or raises
    self._wend_number = _wrapped(number, self._wend_value)


def _delete_number(self: Any) -> None:
    del self._wend_value.value  # which raises


def _bytes(self: Any) -> Any:
    number = _number(self)
    if type(number) not in TRACKED:
        return bytes(self._wend_value)
    return int_to_bytes(number, _size(self._wend_value), sys.byteorder, signed=_is_signed(self))


def _lost(self: Any, why: str) -> Any:
    number = _number(self)
    if type(number) in TRACKED:
        says = f"the {type(self).__name__} {why}: what depends on it is not explored"
        recorder.current.lose(number._wend_term, number._wend_value, says)
    return self._wend_value
