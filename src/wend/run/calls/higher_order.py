"""Native callables that call functions they are given: `map`, `sorted`, `functools.partial`.

The probe for calls sees `map`, and not the function that `map` will call. So the models here ask
the probe for that function, and hand on what it says.
"""

from __future__ import annotations

import _thread
import contextvars
import functools
import itertools
import operator
import re
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from wend.run.disguised_frames import uncounted
from wend.run.models import regex
from wend.run.operations import probes
from wend.run.tracked.listing import SymList

Call = Callable[[Any], Any]


def functions(call: Call, models: dict[Any, Any]) -> dict[Any, Callable[..., Any]]:
    """The models of such functions and classes."""
    made = {
        native: HandsOn(models.get(native, native), call, place, name)
        for native, place, name in (*_TAKES, (SymList.sort, None, "key"))
    }
    keeping = {native: _Admits(models.get(native, native), call, 0, None) for native in _KEEPS}
    return {**made, **keeping}


def methods(call: Call) -> dict[type, dict[str, Callable[..., Any]]]:
    """The models of such methods of native types. They get the object first."""
    return {
        list: {"sort": HandsOn(list.sort, call, None, "key")},
        re.Pattern: {
            name: HandsOn(regex.METHODS[re.Pattern][name], call, 1, "repl")
            for name in ("sub", "subn")
        },
        contextvars.Context: {"run": HandsOn(contextvars.Context.run, call, 1, None)},
    }


def callable_objects(call: Call) -> dict[type, Callable[[Any], Any]]:
    """By native type, what makes the stand-in of an object that is called."""

    def method_caller(caller: Any) -> Any:
        made, args = caller.__reduce__()
        if isinstance(made, functools.partial):  # there are keyword arguments
            args, keywords = (*made.args, *args), made.keywords
        else:
            keywords = {}
        name, *rest = args

        def call_method(item: Any, /) -> Any:
            return call(getattr(item, name))(*rest, **keywords)

        return call_method

    def item_getter(getter: Any) -> Any:
        _, keys = getter.__reduce__()

        def get(item: Any, /) -> Any:
            if len(keys) == 1:
                return probes.getitem(item, keys[0])
            return tuple([probes.getitem(item, key) for key in keys])

        return get

    def partial(made: Any) -> Any:
        replaced = call(made.func)
        if replaced is made.func:
            return made
        return functools.partial(replaced, *made.args, **made.keywords)

    return {
        functools.partial: partial,
        operator.attrgetter: lambda getter: getter,  # it reads attributes as Python does
        operator.itemgetter: item_getter,
        operator.methodcaller: method_caller,
        staticmethod: lambda method: call(method.__func__),
    }


class HandsOn:
    """Calls a native callable with the function among its arguments replaced by what is called in
    its place."""

    def __init__(self, native: Any, call: Call, place: int | None, name: str | None) -> None:
        self._native = native
        self._call = call
        self._place = place
        self._name = name

    @uncounted
    def __call__(self, /, *args: Any, **keywords: Any) -> Any:
        if self._name is not None and self._name in keywords:
            if keywords[self._name] is not None:
                keywords[self._name] = self._call(keywords[self._name])
        elif (at := self._place) is not None and len(args) > at and callable(args[at]):
            args = (*args[:at], self._call(args[at]), *args[at + 1 :])
        return self._native(*args, **keywords)


class _Admits(HandsOn):
    """Calls a native callable that keeps a function where the code under test can see it. The
    function gets its twin, and is not replaced."""

    def __call__(self, /, *args: Any, **keywords: Any) -> Any:
        if args and callable(args[0]):
            self._call(args[0])
        return self._native(*args, **keywords)


_TAKES: tuple[tuple[Any, int | None, str | None], ...] = (
    (map, 0, None),
    (filter, 0, None),
    (sorted, None, "key"),
    (min, None, "key"),
    (max, None, "key"),
    (functools.reduce, 0, None),
    (functools.cmp_to_key, 0, "mycmp"),
    (itertools.accumulate, 1, "func"),
    (itertools.dropwhile, 0, None),
    (itertools.filterfalse, 0, None),
    (itertools.groupby, 1, "key"),
    (itertools.starmap, 0, None),
    (itertools.takewhile, 0, None),
    (operator.call, 0, None),
)
"""Native callables, each with the position and the name of its function argument."""

_KEEPS: tuple[Any, ...] = (_thread.start_new_thread, defaultdict, iter)
