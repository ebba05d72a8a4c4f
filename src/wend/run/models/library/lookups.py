"""Models of functions that find things by name, or tell the user something, given tracked text.

A tracked name is decided by comparing it with the existing names.
"""

from __future__ import annotations

import sys
import warnings

# Bound here, because the code under test may put in place of a builtin a function that calls it.
from builtins import (  # noqa: UP029
    delattr,
    getattr,
    hasattr,
    isinstance,
    issubclass,
    len,
    setattr,
    type,
)
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

from wend.expr import build
from wend.run import recorder
from wend.run.calls.opaque import call_plainly
from wend.run.class_questions import told_attribute, told_below, told_class, told_type
from wend.run.disguised_frames import uncounted
from wend.run.models.text import spelling
from wend.run.operations.keys import decide_truth
from wend.run.tracked.lift import TEXTS, own_method, plain, track, value_of


@uncounted
def getattr_model(*args: Any) -> Any:
    if not 2 <= len(args) <= 3 or type(args[1]) not in TEXTS or not isinstance(args[1], str):
        found = getattr(*args) if len(args) != 3 else getattr(*args[:2], _NOTHING)
        if found is _NOTHING:
            told_type(args[0])
            return args[2]
        told_attribute(args[0], args[1])
        return found
    holder, name, *default = args
    asked = own_method(type(holder), "__getattribute__")
    if type(asked) is FunctionType:
        return _or_default(lambda: asked(holder, name), default)
    known = _decide_name(name, _names(holder))
    if known is not None:
        return _or_default(lambda: getattr(holder, known), default)
    otherwise = own_method(type(holder), "__getattr__")
    if type(otherwise) is FunctionType:
        return _or_default(lambda: otherwise(holder, name), default)
    if type(holder) is ModuleType and "__getattr__" in vars(holder):
        return _or_default(lambda: holder.__getattr__(name), default)
    if default:
        return default[0]
    return _missing(getattr, holder, name)


@uncounted
def hasattr_model(*args: Any) -> Any:
    if len(args) != 2 or type(args[1]) not in TEXTS:
        if found := hasattr(*args):
            told_attribute(args[0], args[1])
        else:
            told_type(args[0])
        return found
    try:
        getattr_model(*args)
    except AttributeError:
        return False
    return True


_NOTHING = object()


@uncounted
def issubclass_model(*args: Any) -> bool:
    answer = issubclass(*args)
    told_below(args[0])
    return answer


@uncounted
def isinstance_model(*args: Any) -> bool:
    answer = isinstance(*args)
    told_class(args[0], args[1], answer)
    return answer


def _telling(native: Callable[..., Any]) -> Callable[..., Any]:
    """The model of a function that tells which attributes an object has."""

    @uncounted
    def model(*args: Any) -> Any:
        answer = native(*args)
        if answer is not True:
            told_type(args[0])
        return answer

    return model


def _changing(native: Callable[..., None], slot: str, arity: int) -> Callable[..., None]:
    """The model of `setattr` or `delattr`."""

    def model(*args: Any) -> None:
        if len(args) != arity or type(args[1]) not in TEXTS or not isinstance(args[1], str):
            return native(*args)
        holder, name, *value = args
        own = own_method(type(holder), slot)
        if type(own) is FunctionType:
            return own(holder, name, *value)  # type: ignore[no-any-return]
        known = _decide_name(name, _names(holder))
        if known is None:
            if native is delattr or not hasattr(holder, "__dict__"):
                return _missing(native, holder, name, *value)  # type: ignore[no-any-return]
            given = (holder, name, None)
            _, known, _ = call_plainly(lambda *args: args, given, {}, name="setattr")
        return native(holder, known, *value)

    return model


def _or_default(read: Callable[[], Any], default: list[Any]) -> Any:
    try:
        return read()
    except AttributeError:
        if default:
            return default[0]
        raise


def _missing(native: Callable[..., Any], holder: Any, name: Any, *rest: Any) -> Any:
    """Raises what Python raises. The message contains the name as text that nobody has read yet."""
    try:
        return native(holder, value_of(name), *rest)
    except AttributeError as error:
        spelling.say(error, name)
        raise


def _names(holder: Any) -> list[str]:
    """The names of the attributes of an object, always in the same order."""
    found: set[str] = set()
    for base in type(holder).__mro__:
        found.update(base.__dict__)
    if isinstance(holder, type):
        for base in holder.__mro__:
            found.update(base.__dict__)
    own = getattr(holder, "__dict__", None)
    if isinstance(own, dict):
        found.update(name for name in own if type(name) is str)
    return sorted(found)


def _decide_name(name: Any, names: list[str]) -> str | None:
    """The name that the text equals, or None: one condition whether any, then by halving."""
    if not decide_truth(_is_one_of(name, names), "key"):
        return None
    while len(names) > 1:
        middle = len(names) // 2
        is_early = decide_truth(_is_one_of(name, names[:middle]), "which")
        names = names[:middle] if is_early else names[middle:]
    return names[0]


def _is_one_of(name: Any, names: list[str]) -> Any:
    value = value_of(name)
    parts = []
    for each in names:
        equal = name == each
        is_tracked = hasattr(type(equal), "_wend_term")
        parts.append(equal._wend_term if is_tracked else build.boolean(bool(equal)))
    return track(value in names, build.disjunction(parts))


def intern_model(*args: Any) -> Any:
    """Interned text is the same object as equal interned text. Only `is` can tell."""
    return args[0] if len(args) == 1 and type(args[0]) in TEXTS else sys.intern(*args)


def warn_model(
    message: Any, category: Any = None, stacklevel: int = 1, source: Any = None, **keywords: Any
) -> None:
    """The model of warnings.warn. The code can't look at a warning, unless it is an error.

    One level more, since this frame stands between the caller and native code.
    """
    if type(message) in TEXTS:
        if any(action == "error" for action, *_ in warnings.filters):
            message = call_plainly(lambda text: text, (message,), {}, name="warnings.warn")
        message = value_of(message)
    least = 2 if keywords.get("skip_file_prefixes") else 1
    _warn(message, category, max(stacklevel, least) + 1, source, **keywords)


_warn = warnings.warn


WRITING = frozenset(("write", "writelines"))
"""Methods of streams whose model depends on the stream."""


def stream_model(owner: Any, name: str) -> Callable[..., Any] | None:
    """The model of `write` of a terminal, whose output nobody looks at. It is called with the
    native method and the arguments."""
    if name not in WRITING:
        return None
    if owner not in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
        return None

    def write(method: Any, /, *args: Any) -> Any:
        with recorder.quietly():
            return method(*[plain(arg) for arg in args])

    return write


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    getattr: getattr_model,
    hasattr: hasattr_model,
    isinstance: isinstance_model,
    issubclass: issubclass_model,
    callable: _telling(callable),
    dir: _telling(dir),
    vars: _telling(vars),
    setattr: _changing(setattr, "__setattr__", 3),
    delattr: _changing(delattr, "__delattr__", 2),
    sys.intern: intern_model,
    warnings.warn: warn_model,
}
