"""Models of builtin functions and types."""

from __future__ import annotations

import collections
import functools
import operator
import sys

# Bound here, because the code under test may put in place of a builtin a function that calls it.
from builtins import (  # noqa: UP029
    bool,
    dict,
    enumerate,
    frozenset,
    int,
    len,
    max,
    min,
    pow,
    print,
    range,
    set,
    type,
)
from collections.abc import Callable, Iterator
from typing import Any

from wend.expr import build
from wend.run import recorder
from wend.run.models.range import SymRange
from wend.run.subscript import add_member, store_key
from wend.run.tracked import SymBool, SymInt, track
from wend.run.tracked.boolean import as_int
from wend.run.tracked.decisions import common_sort
from wend.run.tracked.integer import power_modulo
from wend.run.tracked.lift import Tracked, plain, value_of
from wend.expr.sorts import Sort

FUNCTIONS: dict[Any, Callable[..., Any]] = {}


def models(original: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Registers a model of a native callable."""

    def register(model: Callable[..., Any]) -> Callable[..., Any]:
        FUNCTIONS[original] = model
        return model

    return register


@models(type)
def type_model(*args: Any, **keywords: Any) -> Any:
    if len(args) == 1 and not keywords:
        cls = type(args[0])
        if issubclass(cls, Tracked) or cls is SymRange:
            return args[0].__class__
        return cls
    made = type(*args, **keywords)
    if made.__dict__.get("__module__") == __name__:
        # A class is said to be of the module whose frame called `type`: that is not ours.
        module = sys._getframe(1).f_globals.get("__name__")
        type.__setattr__(made, "__module__", module)
    return made


@models(int)
def int_model(*args: Any, **keywords: Any) -> Any:
    if len(args) == 1 and not keywords:
        cls = type(args[0])
        if cls is SymInt:
            return args[0]
        if cls is SymBool:
            return as_int(args[0])
        # Objects that convert themselves: without this, C code would insist on a plain int.
        for method in ("__int__", "__index__", "__trunc__"):
            converts = getattr(cls, method, None)
            if hasattr(converts, "__code__"):
                return int(args[0])
    return int(*args, **keywords)


@models(bool)
def bool_model(*args: Any, **keywords: Any) -> Any:
    if len(args) == 1 and isinstance(args[0], Tracked) and not keywords:
        value = args[0]
        return track(bool(value._wend_value), build.truth(value._wend_term))
    return bool(*args, **keywords)


@models(len)
def len_model(*args: Any, **keywords: Any) -> Any:
    if len(args) == 1 and type(args[0]) is SymRange and not keywords:
        return args[0].length
    return len(*args, **keywords)


@models(range)
def range_model(*args: Any, **keywords: Any) -> Any:
    if not any(isinstance(arg, Tracked) for arg in args) or keywords:
        return range(*args, **keywords)
    numbers = [as_int(arg) if type(arg) is SymBool else arg for arg in args]
    if not 1 <= len(args) <= 3 or not all(isinstance(arg, int) for arg in numbers):
        return range(*[plain(arg) for arg in args])  # raises what Python raises, or converts
    start, stop, step = (0, numbers[0], 1) if len(numbers) == 1 else (*numbers, 1)[:3]
    if step == 0:
        raise ValueError("range() arg 3 must not be zero")
    return SymRange(start, stop, step)


def _extreme(original: Callable[..., Any], later_wins: Callable[[Any, Any], Any]) -> None:
    """min and max of ints as one term; anything else compares, which branches."""

    @models(original)
    def model(*args: Any, **keywords: Any) -> Any:
        items = args
        if len(args) == 1 and not keywords and type(args[0]) in (list, tuple):
            items = args[0]
        sort, _ = common_sort(items)
        if keywords or len(items) < 2 or sort is not Sort.INT:
            return original(*args, **keywords)
        return functools.reduce(
            lambda a, b: track(
                original(value_of(a), value_of(b)),
                build.ite(later_wins(_term(b), _term(a)), _term(b), _term(a)),
            ),
            items,
        )


def _term(value: Any) -> Any:
    return value._wend_term if isinstance(value, Tracked) else build.integer(value)


_extreme(min, build.lt)
_extreme(max, build.gt)


@models(pow)
def pow_model(*args: Any, **keywords: Any) -> Any:
    if len(args) == 3 and not keywords and any(isinstance(arg, Tracked) for arg in args):
        return power_modulo(*args)
    return pow(*args, **keywords)


@models(enumerate)
def enumerate_model(*args: Any, **keywords: Any) -> Any:
    try:
        return _counted(*args, **keywords)
    except TypeError:
        return enumerate(*args, **keywords)  # raises what Python raises


def _counted(iterable: Any, start: Any = 0) -> Any:
    return (
        _enumerate(iter(iterable), start)
        if isinstance(start, Tracked)
        else enumerate(iterable, start)
    )


def _enumerate(iterable: Any, start: Any) -> Iterator[tuple[Any, Any]]:
    for item in iterable:
        yield start, item
        start = start + 1


@models(collections.deque)
def deque_model(*args: Any, **keywords: Any) -> Any:
    """C code insists on a plain length."""
    if len(args) > 1 and isinstance(args[1], Tracked):
        args = (args[0], operator.index(args[1]), *args[2:])
    if isinstance(keywords.get("maxlen"), Tracked):
        keywords["maxlen"] = operator.index(keywords["maxlen"])
    return collections.deque(*args, **keywords)


@models(print)
def print_model(*args: Any, **keywords: Any) -> None:
    """What is printed goes nowhere that the code could look at: nothing is lost."""
    with recorder.quietly():
        print(*args, **keywords)


@models(set)
def set_model(*args: Any, **keywords: Any) -> Any:
    return set(*args, **keywords) if keywords else _collected(set, args)


@models(frozenset)
def frozenset_model(*args: Any, **keywords: Any) -> Any:
    return frozenset(*args, **keywords) if keywords else _collected(frozenset, args)


def _collected(cls: Any, args: tuple[Any, ...]) -> Any:
    if len(args) != 1 or isinstance(args[0], cls):
        return cls(*args)
    items = list(args[0])
    if not any(isinstance(item, Tracked) for item in items):
        return cls(items)
    made: set[Any] = set()
    for item in items:
        add_member(made, item)
    if cls is set:
        return made
    with recorder.quietly():
        frozen = frozenset(made)
    recorder.current.keyed[id(frozen)] = frozen
    return frozen


@models(dict)
def dict_model(*args: Any, **keywords: Any) -> Any:
    if len(args) == 1 and not isinstance(args[0], dict) and not hasattr(args[0], "keys"):
        pairs = list(args[0])
        if any(type(pair) is tuple and isinstance(pair[0], Tracked) for pair in pairs if pair):
            made: dict[Any, Any] = {}
            for key, value in pairs:
                store_key(made, key, value)
            made.update(keywords)
            return made
        return dict(pairs, **keywords)
    if len(args) == 1 and id(args[0]) in recorder.current.keyed:
        with recorder.quietly():
            copied = dict(args[0])
        recorder.current.keyed[id(copied)] = copied
        copied.update(keywords)
        return copied
    return dict(*args, **keywords)
