"""Dates, times and durations made of tracked numbers.

A tracked date is a plain one and, beside it, the same date of the standard library's version in
Python, whose fields are tracked. What is done with it is done by both: by the version in Python,
instrumented, which says what it depends on, and by the native one with plain values, which says
what comes out. Where the two differ, a Reason says so.

Like tracked numbers these are no subclasses of what they stand for: `date + delta` of C code
would read a subclass of `timedelta` without asking.
"""

from __future__ import annotations

import functools
import importlib.util
import operator
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from wend.run import recorder
from wend.run.calls.opaque import mentions_tracked
from wend.run.tracked.lift import FOLLOWED, PAIRED, TRACKED, int_term, plain
from wend.run.tracked.places import fit

Call = Callable[[Any], Any]

NAMES = ("date", "datetime", "time", "timedelta")
_PRIVATE = frozenset(
    (
        "__class__", "__delattr__", "__dir__", "__doc__", "__format__", "__getattribute__",
        "__getstate__", "__hash__", "__init__", "__init_subclass__", "__module__", "__new__",
        "__reduce__", "__reduce_ex__", "__setattr__", "__sizeof__", "__subclasshook__",
    )
)  # fmt: skip
_FIELDS = {
    "date": ("year", "month", "day"),
    "datetime": (
        "year", "month", "day", "hour", "minute", "second", "microsecond", "tzinfo", "fold",
    ),
    "time": ("hour", "minute", "second", "microsecond", "tzinfo", "fold"),
    "timedelta": ("days", "seconds", "microseconds"),
}  # fmt: skip
"""What each is made of; all but a duration have `fold` by keyword only."""


def constructor_model(native: Any, call: Call) -> Callable[..., Any]:
    """What takes the place of one of the classes where it is called."""

    def make(*args: Any, **keywords: Any) -> Any:
        if not mentions_tracked((*args, *keywords.values())):
            return native(*args, **keywords)
        written = getattr(_written(), native.__name__)
        return _both(native, call(written), args, keywords, call)

    return make


def method_model(cls: Any, name: str, call: Call) -> Callable[..., Any] | None:
    """What is called with a method of a plain date, or a class method, and its arguments."""
    if not _is_native(cls):
        return None
    written = getattr(_written(), cls.__name__)
    if not hasattr(written, name):
        return None

    def either(method: Any, /, *args: Any, **keywords: Any) -> Any:
        if not keywords and FOLLOWED.isdisjoint(map(type, args)):
            return method(*args)  # none of them takes a container
        if not mentions_tracked((*args, *keywords.values())):
            return method(*args, **keywords)
        owner = method.__self__
        receiver = written if issubclass(type(owner), type) else _as_written(owner)
        same = call(getattr(receiver, name))
        return _both(method, same, args, keywords, call)

    return either


def _both(
    native: Any, written: Any, args: tuple[Any, ...], keywords: dict[str, Any], call: Call
) -> Any:
    """Does the same in both versions; what the native one gives or raises is what happens."""
    made: Any = None
    failed: Exception | None = None
    try:
        named = {name: _as_written(arg) for name, arg in keywords.items()}
        made = written(*map(_as_written, args), **named)
    except Exception as error:
        failed = error
    if isinstance(failed, ValueError):
        try:  # C code looks at the size of its numbers before it looks at their range
            for number in (*args, *keywords.values()):
                if type(number) in TRACKED and int_term(number) is not None:
                    fit(number, 32)
        except OverflowError as error:
            failed = error
    with recorder.quietly():
        plain_args = [plain(arg) for arg in args]
        plain_named = {name: plain(arg) for name, arg in keywords.items()}
    try:
        result = native(*plain_args, **plain_named)
    except Exception as error:
        if type(failed) is not type(error):
            _note(native)
        raise
    if failed is not None or not _agree(made, result):
        _note(native)
        return result
    return _as_native(made, result, call)


def _note(native: Any) -> None:
    name = f"datetime.{getattr(native, '__qualname__', native)}"
    says = f"{name} does otherwise than its version in Python: its result is taken as it came"
    recorder.current.note_here("opaque-call", says, name=name)


# Between the versions


def _is_native(cls: type) -> bool:
    return (
        cls.__module__ == "datetime"
        and cls.__name__ in NAMES
        and getattr(sys.modules["datetime"], cls.__name__) is cls
    )


def _as_written(value: Any) -> Any:
    """A date of the native version as one of the version in Python."""
    cls = type(value)
    if cls in PAIRED:
        return value._wend_written
    if not _is_native(cls):
        return value
    fields = {name: getattr(value, name) for name in _FIELDS[cls.__name__]}
    with recorder.quietly():
        return getattr(_written(), cls.__name__)(**fields)


def _as_native(made: Any, result: Any, call: Call) -> Any:
    """What the version in Python made, where it is tracked, paired with the native result."""
    cls = type(made)
    if cls is tuple:
        return tuple([_as_native(a, b, call) for a, b in zip(made, result, strict=True)])
    if getattr(_written(), cls.__name__, None) is not cls or cls.__name__ not in _FIELDS:
        if cls not in FOLLOWED and isinstance(made, tuple) and mentions_tracked([*made]):
            _note(type(result))  # a tuple of a class that nobody can make
        return made if cls in FOLLOWED else result
    return _paired(made, result, call) if mentions_tracked(_fields(made)) else result


def _fields(made: Any) -> tuple[Any, ...]:
    """What a date is made of, but for `fold`, which tells nothing that could be tracked."""
    names = _FIELDS[type(made).__name__]
    return tuple([getattr(made, name) for name in names if name != "fold"])


def _agree(made: Any, result: Any) -> bool:
    with recorder.quietly():
        if type(made) is tuple and isinstance(result, tuple):
            return len(made) == len(result) and all(map(_agree, made, result))
        cls = type(made)
        if getattr(_written(), cls.__name__, None) is cls and cls.__name__ in _FIELDS:
            return all(
                plain(getattr(made, name)) == getattr(result, name, None)
                for name in _FIELDS[cls.__name__]
            )
        return bool(plain(made) == result) or (made is NotImplemented is result)


@functools.cache
def _written() -> ModuleType:
    """A copy of the version in Python, ours alone."""
    import datetime

    name = "_pydatetime" if sys.version_info >= (3, 12) else "datetime"
    file = Path(datetime.__file__).with_name(f"{name}.py")
    spec = importlib.util.spec_from_file_location("datetime", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    native = sys.modules.get("_datetime")
    sys.modules["_datetime"] = None  # type: ignore[assignment]
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules["_datetime"]
        if native is not None:
            sys.modules["_datetime"] = native
    return module


# Tracked dates


def _paired(made: Any, result: Any, call: Call) -> Any:
    cls: Any = type(result)
    paired = _paired_class(cls, call)()
    paired._wend_written = made
    paired._wend_value = result
    return paired


@functools.cache
def _paired_class(native: Any, call: Any) -> Any:
    """The class of tracked objects that stand for those of a native class."""
    members: dict[str, Any] = {
        "__slots__": ("_wend_value", "_wend_written"),
        "__module__": native.__module__,
        "__qualname__": native.__qualname__,
        "__class__": property(lambda self: native),
        "__hash__": _hashed,
        "_wend_inside": lambda self: _fields(self._wend_written),
        "__getattr__": lambda self, name: getattr(self._wend_value, name),  # or raises
        "__reduce__": lambda self: (native, _fields(self._wend_written)),
        "__reduce_ex__": lambda self, protocol: (native, _fields(self._wend_written)),
        "__copy__": lambda self: self,
        "__deepcopy__": lambda self, memo: self,
    }
    for name in NAMES:
        call(getattr(_written(), name))  # operators call their methods without a probe
    for name in dir(native):
        if name in _PRIVATE or name in members:
            continue
        attribute = getattr(native, name)
        if name in ("max", "min", "resolution"):
            members[name] = attribute
        elif callable(attribute):
            is_operator = name[2:-2] in _OPERATORS or name[3:-2] in _OPERATORS
            members[name] = (_operator if is_operator else _method)(name, call)
        else:
            members[name] = property(_attribute(name, call))
    members["__format__"] = _formatted
    made = type(native.__name__, (), members)
    PAIRED.add(made)
    FOLLOWED.add(made)
    return made


def _method(name: str, call: Call) -> Callable[..., Any]:
    def method(self: Any, *args: Any, **keywords: Any) -> Any:
        native = getattr(self._wend_value, name)
        same = getattr(self._wend_written, name, None)
        if same is None:
            return native(*map(plain, args), **keywords)
        return _both(native, call(same), args, keywords, call)

    method.__name__ = name
    return method


def _operator(name: str, call: Call) -> Callable[..., Any]:
    """An operator, which the other operand may know how to do."""
    is_reflected = name.startswith("__r") and name[3:-2] in _OPERATORS
    operate = _OPERATORS[name[3:-2] if is_reflected else name[2:-2]]

    def method(self: Any, other: Any) -> Any:
        cls = type(other)
        if cls not in FOLLOWED and cls not in _NUMBERS and not _is_native(cls):
            return NotImplemented
        operands = (other, self) if is_reflected else (self, other)
        return _both(operate, lambda a, b: operate(a, b), operands, {}, call)

    method.__name__ = name
    return method


_NUMBERS = frozenset((int, bool, float))
_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    **{name: getattr(operator, name) for name in ("add", "sub", "mul", "truediv", "floordiv")},
    **{name: getattr(operator, name) for name in ("mod", "eq", "ne", "lt", "le", "gt", "ge")},
    "divmod": divmod,
}


def _attribute(name: str, call: Call) -> Callable[[Any], Any]:
    def read(self: Any) -> Any:
        made = getattr(self._wend_written, name)
        return _as_native(made, getattr(self._wend_value, name), call)

    return read


def _hashed(self: Any) -> int:
    for field in _fields(self._wend_written):
        if type(field) in TRACKED:
            says = f"the {type(self).__name__} was hashed: what depends on it is not explored"
            recorder.current.lose(field._wend_term, field._wend_value, says)
    return hash(self._wend_value)


def _formatted(self: Any, spec: str) -> str:
    made = self.strftime(spec) if spec else self.__str__()
    return made  # type: ignore[no-any-return]
