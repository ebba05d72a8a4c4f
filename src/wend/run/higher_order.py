"""Native callables that call the functions they are given.

The probe for calls sees `map`, not the function that `map` will call: so that one is looked at
here, made instrumented or replaced by its model, before it is handed on.
"""

from __future__ import annotations

import _thread
import builtins
import contextvars
import functools
import itertools
import operator
import re
from collections import defaultdict
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType, MethodType, ModuleType
from typing import Any

from wend.instrument.rewrite.names import ARGUMENTS, AT_ONCE
from wend.run import direct, lasting, probes
from wend.run.kinds import SCALARS, STATE, Kinds
from wend.run.models import regex
from wend.run.models.float_math import sum_model, sum_of_one
from wend.run.opaque import guarded
from wend.run.sites import FROM_C, Callee
from wend.run.tracked.lift import FOLLOWED
from wend.run.tracked.octets import ARRAYS
from wend.run.uncounted import uncounted

Call = Callable[[Any], Any]


def functions(call: Call, models: dict[Any, Any]) -> dict[Any, Callable[..., Any]]:
    """For each such callable, what takes its place."""
    taking = {
        native: HandsOn(models.get(native, native), call, place, name, native)
        for native, place, name in _TAKES
    }
    for natives, own in ((_OF_ONE, _of_one), (_OF_TWO, _of_two)):
        for each in natives:
            taking[each]._own = own
    return {**taking, **{native: _Admits(models.get(native, native), call) for native in _KEEPS}}


def methods(call: Call) -> dict[type, dict[str, Callable[..., Any]]]:
    """Methods of native types, likewise; the object comes first."""
    return {
        list: {"sort": HandsOn(list.sort, call, None, "key")},
        re.Pattern: {
            name: HandsOn(regex.METHODS[re.Pattern][name], call, 1, "repl")
            for name in ("sub", "subn")
        },
        contextvars.Context: {"run": _Runs(contextvars.Context.run, call, 1, None)},
    }


def callable_objects(call: Call) -> dict[type, Callable[[Any], Any]]:
    """Native types whose instances are called: what takes an instance's place."""

    def method_caller(caller: Any) -> Any:
        made, args = caller.__reduce__()
        if isinstance(made, functools.partial):  # there are keywords
            args, keywords = (*made.args, *args), made.keywords
        else:
            keywords = {}
        name, *rest = args
        is_plain = SCALARS.issuperset(map(type, (*rest, *keywords.values())))

        def call_method(item: Any, /) -> Any:
            if is_plain and type(item) in SCALARS:
                return caller(item)
            return call(getattr(item, name))(*rest, **keywords)

        return call_method

    def item_getter(getter: Any) -> Any:
        _, keys = getter.__reduce__()
        known = _LOOKED_UP.types if SCALARS.issuperset(map(type, keys)) else frozenset()

        def get(item: Any, /) -> Any:
            if type(item) in known:
                return getter(item)
            if len(keys) == 1:
                return probes.getitem(item, keys[0])
            return tuple([probes.getitem(item, key) for key in keys])

        return get

    def partial(made: Any) -> Any:
        replaced = call(made.func)
        if replaced is made.func:
            return made
        if lasting.is_of_plain_values(made):
            return _Partial(made, replaced).called
        return functools.partial(replaced, *made.args, **made.keywords)

    return {
        functools.partial: partial,
        operator.attrgetter: lambda getter: getter,  # it goes by methods
        operator.itemgetter: item_getter,
        operator.methodcaller: method_caller,
        staticmethod: lambda method: call(method.__func__),
    }


def handing(call: Call) -> Callable[..., Any]:
    """The probe for what `map` and `filter` call, where their other argument is in order."""
    known: dict[Any, Any] = {}

    def handed(function: Any, site: Callee, items: Any, consumer: Any = None) -> Any:
        """What is called in place of a function with each of the items.

        The consumer, if any, goes through them at once: then they are what they are now.
        """
        cls = type(function)
        if cls is MethodType and function.__func__ is site.inner:
            return function
        found = known.get(function) if cls in _HASHED or cls is _METHOD else None
        if found is not None:
            holder = type(items)
            if holder is list:
                if _goes_at_once(consumer) and SCALARS.issuperset(map(type, items)):
                    site.own, site.consumer = function, consumer
                    return function
            elif holder in _FIXED or (holder is tuple and SCALARS.issuperset(map(type, items))):
                return function
            return found
        if (
            cls in FROM_C
            and type(function.__self__) is site.owner
            and function.__name__ == site.name
            and STATE.is_plain
        ):
            if type(items) in _FIXED and _joins(consumer) and site.owner not in ARRAYS:
                return function  # `join` looks whether a tracked key was put in meanwhile
            return _of_one_plain(function, site.way(function))
        if function is None or not callable(function):
            return function
        replaced = call(function)
        if replaced is function:
            direct.trust(site, function, replaced)
        elif _is_own(function):
            known[function] = replaced = _of_one(function, replaced)
        elif cls in FROM_C and type(replaced) is MethodType and replaced.__self__ is function:
            _learn_way(site, function, replaced)
            return _of_one_plain(function, replaced)
        return replaced

    return handed


def _learn_way(site: Callee, method: Any, replaced: MethodType) -> None:
    """What takes the place of a native method does so whatever its object is."""
    site.owner, site.name = type(method.__self__), method.__name__
    site.way = functools.partial(MethodType, replaced.__func__)


def _of_one_plain(method: Any, replaced: Any) -> Callable[[Any], Any]:
    """A native method, and what takes its place where its argument may not be plain."""
    if type(method.__self__) in ARRAYS:
        return replaced  # type: ignore[no-any-return]

    def called(item: Any, /) -> Any:
        if type(item) in SCALARS and STATE.is_plain:
            return method(item)
        return replaced(item)

    return called


def keying(call: Call) -> Callable[..., Any]:
    """The probe for what `sorted`, `max` and `min` go by, where their items are in order."""

    def by_key(function: Any, site: Callee, items: Any, consumer: Any) -> Any:
        """What is called in place of a key with each of the items, by the consumer."""
        if type(function) in FROM_C and _asks_plainly(function, items, consumer):
            return function
        if _is_plain_call(function, items):
            site.own = function
            return function
        if _takes_items(function, items, consumer):
            return function
        if function is None or not callable(function):
            return function
        replaced = call(function)
        if replaced is function:
            direct.trust(site, function, replaced)
        return replaced

    return by_key


def _goes_at_once(consumer: Any) -> bool:
    """Whether it is a function of Python's own that does; of `text.join` the text may be given."""
    cls = type(consumer)
    is_hashed = cls in _HASHED or cls is FunctionType
    return _joins(consumer) or (is_hashed and consumer in _CONSUMERS)


def _joins(consumer: Any) -> bool:
    return type(consumer) is str or consumer is str.join


_FIXED = frozenset((str, bytes, range))
"""What gives plain values, whatever happens."""
_CONSUMERS = frozenset((sum_model, sum_of_one, *[getattr(builtins, name) for name in AT_ONCE]))


class HandsOn:
    """A native callable with the function among its arguments replaced."""

    __slots__ = ("_as_it_is", "_at_once", "_call", "_code", "_name", "_native", "_own", "_place")

    def __init__(
        self,
        native: Any,
        call: Call,
        place: int | None,
        name: str | None,
        original: Any = None,
    ) -> None:
        self._at_once = (original or native) if name == "key" and place is None else None
        """What is called with plain items and a key that is Python's own."""
        self._own: Callable[[Any, Any], Any] | None = None
        """What takes the place of a function of Python's own, where there is one iterable."""
        self._native = native
        self._call = call
        self._code: Any = None
        """Of the last function that was handed on as it is: it may be made anew."""
        self._as_it_is: Any = None
        """The last function of a native module that was."""
        self._place = place
        self._name = name

    @uncounted
    def __call__(self, /, *args: Any, **keywords: Any) -> Any:
        if keywords and self._name in keywords:
            function = keywords[self._name]
            if function is not None:
                if (
                    self._at_once is not None
                    and len(args) == 1
                    and (
                        _is_plain_call(function, args[0])
                        or _takes_items(function, args[0], self._at_once)
                        or _asks_plainly(function, args[0], self._at_once)
                    )
                ):
                    return self._at_once(*args, **keywords)
                keywords[self._name] = self._call(function)
        elif self._place is not None and len(args) > self._place:
            function = args[self._place]
            is_written = type(function) is FunctionType
            if (function is self._as_it_is and STATE.is_plain) or (
                is_written and function.__code__ is self._code and not direct.composing
            ):
                pass
            elif function is not None and callable(function):
                replaced = self._call(function)
                if is_written and replaced is function:
                    self._code = function.__code__
                elif replaced is function and _is_of_module(function):
                    self._as_it_is = function
                if self._own and len(args) == 2 and replaced is not function:
                    replaced = self._own(function, replaced)
                args = (*args[: self._place], replaced, *args[self._place + 1 :])
        return self._native(*args, **keywords)


def _is_of_module(function: Any) -> bool:
    return type(function) in FROM_C and type(function.__self__) is ModuleType


class _Runs(HandsOn):
    """One that calls the function at once, with what comes after it."""

    __slots__ = ("_silent",)

    def __init__(self, native: Any, call: Call, place: int, name: str | None) -> None:
        super().__init__(native, call, place, name)
        self._silent: set[type] = set()
        """Types of native callables that are only looked at for what they are given."""

    @uncounted
    def __call__(self, /, *args: Any, **keywords: Any) -> Any:
        assert self._place is not None
        if len(args) == self._place + 1 and not keywords and STATE.is_plain:
            cls = type(args[-1])
            if cls in self._silent or self._is_silent(args[-1], cls):
                return self._native(*args)
        return super().__call__(*args, **keywords)

    def _is_silent(self, function: Any, cls: type) -> bool:
        """Whether it is an object of a native type that tells how all of them are called."""
        if cls in _TOLD_ONE_BY_ONE or "<locals>" in cls.__qualname__ or not callable(function):
            return False
        replaced = self._call(function)
        is_silent = type(replaced) is MethodType and replaced.__func__ is guarded
        if is_silent:
            self._silent.add(cls)
        return is_silent


_TOLD_ONE_BY_ONE = frozenset((FunctionType, MethodType, functools.partial, *FROM_C))
"""Types of callables of which each has its own ways."""


def _of_one(function: Any, replaced: Any) -> Any:
    """What takes the place of a function of Python's own: itself, for plain values."""
    if not _is_own(function):
        return replaced

    def method(value: Any, /) -> Any:
        return function(value) if type(value) is owner else replaced(value)

    def builtin(value: Any, /) -> Any:
        return function(value) if type(value) in SCALARS else replaced(value)

    owner = function.__objclass__ if type(function) is _METHOD else None
    return method if owner in SCALARS else builtin


def _of_two(function: Any, replaced: Any) -> Any:
    """Likewise, of two values."""
    if not _is_own(function) or type(function) is _METHOD:
        return replaced

    def builtin(one: Any, other: Any, /) -> Any:
        if type(one) in SCALARS and type(other) in SCALARS:
            return function(one, other)
        return replaced(one, other)

    return builtin


def _is_own(function: Any) -> bool:
    """Whether it is a function of Python's own, or a method of one of its types."""
    return function in _OWN if type(function) in _HASHED else type(function) is _METHOD


def _is_plain_call(function: Any, items: Any) -> bool:
    """Whether a function of Python's own is called with nothing but the plain items of a list."""
    return (
        _is_own(function)
        and (type(items) is list or type(items) is tuple)
        and SCALARS.issuperset(map(type, items))
    )


def _takes_items(function: Any, items: Any, consumer: Any) -> bool:
    """Whether it takes what is at plain keys out of each item of a list, and these look up a plain
    key as it is."""
    if type(function) is not operator.itemgetter or type(items) not in (list, tuple):
        return False
    holders = _INDEXED_OR_KEYED if STATE.is_plain and consumer in _SORTING else _INDEXED
    keys = function.__reduce__()[1]
    return SCALARS.issuperset(map(type, keys)) and holders.issuperset(map(type, items))


def _asks_plainly(function: Any, items: Any, consumer: Any) -> bool:
    """Whether it is a native method that looks up plain items: `sorted(names, key=ages.get)`."""
    if type(function) not in FROM_C:
        return False
    owner, holder = function.__self__, type(items)
    names = _LOOKING_UP.get(type(owner))
    if names is None or function.__name__ not in names or not STATE.is_plain:
        return False
    if holder is list or holder is tuple:
        if not SCALARS.issuperset(map(type, items)):
            return False
    elif holder is not dict and holder not in _FIXED:
        return False
    # What is compared in between may be code that puts a tracked key into a dict.
    return (
        consumer in _SORTING
        or type(owner) is not dict
        or all(cls in SCALARS or cls in FOLLOWED for cls in map(type, owner.values()))
    )


_LOOKING_UP: dict[type, tuple[str, ...]] = {
    dict: ("get", "__getitem__"),
    list: ("index", "count", "__getitem__"),
    tuple: ("index", "count", "__getitem__"),
    str: ("index", "find", "count"),
}
"""Methods of native types that are given a plain value, and run no code of others, or only that
which compares."""
_SORTING = (sorted, list.sort)
"""What calls its key with all items before it compares: no other code runs meanwhile."""
_INDEXED = frozenset((list, tuple, str, bytes))
"""What is taken out of these by a plain key is what is there, whatever it is."""
_INDEXED_OR_KEYED = _INDEXED | {dict}
_LOOKED_UP = Kinds(_INDEXED_OR_KEYED)
_METHOD = MethodDescriptorType
_HASHED = (BuiltinFunctionType, type)
_OWN = frozenset(getattr(builtins, name) for name in ARGUMENTS)


class _Partial(direct.Replacement):
    """A partial of a function of Python's own that has plain values only."""

    __slots__ = ("_made", "_model")

    def __init__(self, made: Any, model: Any) -> None:
        self._made = made
        self._model = model

    @uncounted
    def called(self, /, *args: Any, **keywords: Any) -> Any:
        return self._model(*self._made.args, *args, **{**self._made.keywords, **keywords})

    @uncounted
    def of_one(self) -> Callable[[Any], Any]:
        made, named = self._made, self._made.keywords
        name, value = next(iter(named.items()), ("", None))
        function, first = made.func, made.args[0] if made.args else None

        def called_with_first(arg: Any, /) -> Any:
            if type(arg) in SCALARS and not named:
                return function(first, arg)
            return self.called(arg)

        def called(arg: Any, /) -> Any:
            # Its keywords are a dict that anybody may change.
            if type(arg) in SCALARS and (
                not named or (len(named) == 1 and named.get(name) is value)
            ):
                return made(arg)
            return self.called(arg)

        return called_with_first if len(made.args) == 1 and not named else called


class _Admits:
    """A native callable that keeps its function where the code under test can see it."""

    __slots__ = ("_call", "_native")

    def __init__(self, native: Any, call: Call) -> None:
        self._native = native
        self._call = call

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
"""Each with the place and the name of its function."""

_OF_ONE: tuple[Any, ...] = (
    *(map, filter, itertools.dropwhile, itertools.filterfalse, itertools.groupby),
    itertools.takewhile,
)
_OF_TWO: tuple[Any, ...] = (functools.reduce, itertools.accumulate)

_KEEPS: tuple[Any, ...] = (_thread.start_new_thread, defaultdict, iter)
