"""Opaque calls: native code, and functions that the user named, are called with plain values.

Where a term is lost by that, a Reason says so.
"""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from types import FunctionType, MethodType, ModuleType
from typing import Any

from wend.describe.class_kinds import is_ctypes
from wend.path.reason import Reason
from wend.run import recorder
from wend.run.calls.applications import (
    NOT_APPLIED,
    applied,
    is_foreign,
    may_apply,
    plain_sample,
    shares_a_list,
    taken_apart,
    varies,
)
from wend.run.calls.attributes import (
    Given,
    PlainAttributes,
    attributes_of,
    objects_in,
    plain_items,
)
from wend.run.operations.plain_values import are_plain
from wend.run.tracked import listing, text
from wend.run.tracked.lift import (
    FOLLOWED,
    LISTS,
    OPEN,
    PAIRED,
    STREAMS,
    TEXTS,
    TRACKED,
    plain,
)
from wend.run.tracked.octets import BareByteArray, SymByteArray, hold, is_bare

_SCALARS = frozenset((int, float, complex, str, bytes, bool, type(None)))
_CONTAINERS = frozenset((list, tuple, set, frozenset, dict))
_FUNCTIONS = frozenset((FunctionType, MethodType))
_OF_FUNCTIONS = (ModuleType, type(None))
NATIVE = "has no Python source"


class Opaque:
    """Takes the place of an opaque callable in one call."""

    __slots__ = ("_admit", "_function", "_may_sample", "_says")

    def __init__(self, function: Any, admit: Callable[[Any], Any], says: str = NATIVE) -> None:
        self._function = function
        self._admit = admit
        """The probe for calls. It is asked for the functions among the arguments, which may be
        called."""
        self._says = says
        self._may_sample: bool | None = None

    def wants_samples(self) -> bool:
        """Whether results for plain arguments are noted as samples."""
        if self._may_sample is None:
            # A method's result depends on its object, and there is an Opaque for each object.
            is_method = type(getattr(self._function, "__self__", None)) not in _OF_FUNCTIONS
            name = "" if is_method else dotted_name(self._function)
            self._may_sample = not is_method and may_apply(self._function, name)
        return self._may_sample and recorder.current.wants_plain_samples()

    def __call__(self, /, *args: Any, **keywords: Any) -> Any:
        values = (*args, *keywords.values()) if keywords else args
        if _SCALARS.issuperset(map(type, values)):
            result = self._function(*args, **keywords)
            if self.wants_samples():
                plain_sample(self._function, dotted_name(self._function), args, keywords, result)
            return result
        if self._says is NATIVE and are_plain(values):
            return self._function(*args, **keywords)
        for value in values:
            if type(value) in _FUNCTIONS:
                self._admit(value)
        look_into_memory(values)
        _give_methods(values)
        if any(map(_is_iterator, values)):
            args = tuple([self._drawn(each) for each in args])
            keywords = {key: self._drawn(each) for key, each in keywords.items()}
            values = (*args, *keywords.values())
        objects = [] if self._says is NATIVE else objects_in(values)
        if not mentions_tracked((*values, *_attributes(objects))):
            result = self._function(*args, **keywords)
            if objects and self.wants_samples():
                plain_sample(self._function, dotted_name(self._function), args, keywords, result)
            return result
        return call_plainly(self._function, args, keywords, self._says, objects=objects)

    def _drawn(self, value: Any) -> Any:
        """An iterator over plain items in place of one that may give tracked items to native
        code."""
        if not _is_iterator(value) or not _may_give_tracked(value):
            return value  # some native code does not want the items: pickle, length_hint
        return self._plain_items(value)

    def _plain_items(self, items: Iterator[Any]) -> Iterator[Any]:
        name = dotted_name(self._function)
        made_of_it, remedy = _dealt_with(False)
        for item in items:
            if mentions_tracked((item,)):
                says = f"{name} {self._says}: {made_of_it}"
                recorder.current.note_here("opaque-call", says, remedy, name)
                _hold_all((item,), name)
            yield plain(item)


def _is_iterator(value: Any) -> bool:
    """Whether a value is an iterator of Python's own, which does nothing but give items."""
    cls = type(value)
    return cls.__module__ in ("builtins", "itertools") and hasattr(cls, "__next__")


_DICTS: list[Any] = [{}, {}.values(), {}.items(), OrderedDict(), OrderedDict().values()]
_GIVE_WHAT_IS_THERE = frozenset(
    (
        *[type(iter(each)) for each in ([], (), "", b"", set(), range(0), range(2**70), *_DICTS)],
        *[type(reversed(each)) for each in ([], (), *_DICTS)],
        enumerate,
    )
)
"""Iterators over the items of other containers, which `__reduce__` returns."""


def _may_give_tracked(iterator: Any) -> bool:
    """Whether any of the items that are left may be tracked."""
    if type(iterator) not in _GIVE_WHAT_IS_THERE:
        return True
    return any(
        _may_give_tracked(part) if _is_iterator(part) else mentions_tracked((part,))
        for part in iterator.__reduce__()[1]
    )


def _give_methods(values: Iterable[Any]) -> None:
    """Makes plain streams of those whose methods are given to native code, which may call them
    later."""
    for value in values:
        owner: Any = value.__self__ if type(value) is MethodType else None
        if type(owner) in STREAMS:
            owner._wend_lose(f"native code was given {value.__name__} of the stream")


def guarded(function: Any, /, *args: Any, **keywords: Any) -> Any:
    """Calls native code that is safe for numbers, but would read tracked text and lists by
    itself."""
    if not keywords and (_SCALARS.issuperset(map(type, args)) or are_plain(args)):
        return function(*args)
    values = (*args, *keywords.values())
    if _are_other(values):
        return function(*args, **keywords)
    settle_all(values)
    if recorder.current.memory is not None and _reads_buffers(function):
        in_memory = [each for each in values if is_ctypes(type(each))]
        if in_memory and function is memoryview:  # a memoryview reads the memory at any later time
            says = "what is read and written through a memoryview has no terms"
            recorder.current.note_here("opaque-call", says, name="memoryview")
        look_into_memory(values)
    if mentions_tracked(values, TEXTS) or mentions_tracked(values, STREAMS):
        return call_plainly(function, args, keywords)
    return function(*args, **keywords)


def _are_other(values: tuple[Any, ...]) -> bool:
    """Whether no value is tracked or a container, and no memory of ctypes is followed."""
    types = {*map(type, values)}
    return (
        FOLLOWED.isdisjoint(types)
        and _CONTAINERS.isdisjoint(types)
        and recorder.current.memory is None
    )


def look_into_memory(values: Iterable[Any]) -> None:
    """Notes that native code may read the memory of ctypes objects, which have a buffer."""
    current = recorder.current
    if current.memory is not None and not current.quiet:
        current.memory.give(values)


def _reads_buffers(function: Any) -> bool:
    """Whether native code reads the bytes of its arguments by the buffer protocol."""
    owner = getattr(function, "__self__", None)
    return (
        function is memoryview
        or isinstance(owner, bytes | bytearray)
        or type(owner).__module__ == "_io"
    )


def call_plainly(
    function: Any,
    args: tuple[Any, ...],
    keywords: dict[str, Any],
    says: str = NATIVE,
    name: str = "",
    objects: Sequence[Any] = (),
) -> Any:
    """Calls a function with plain values, in place of tracked ones and in attributes, and says
    so."""
    name = name or dotted_name(function)
    values = (*args, *keywords.values(), *_attributes(objects))
    place = recorder.current.place()
    settle_all(values)
    look_into_memory(values)
    parts = None
    if recorder.current.imprecision != "concretize" and may_apply(function, name):
        parts = taken_apart(args, keywords)
    made_of_it, remedy = _dealt_with(parts is not None)
    says = f"{name} {says}: {made_of_it}"
    recorder.current.note(Reason("opaque-call", says, remedy, name, *place))
    if varies(function, name):
        says = f"{name} depends on more than its arguments: what it gives may be another next time"
        remedy = "hand in what it gives, or what gives it, as an argument"
        recorder.current.note(Reason("nondeterministic", says, remedy, name, *place))
    if parts is None:
        _hold_all(values, name)
    with recorder.quietly():
        given = [Given(argument, _opened(argument)) for argument in args]
        named = {key: Given(argument, _opened(argument)) for key, argument in keywords.items()}
    attributes = PlainAttributes(objects)
    try:
        with attributes:
            keys = {key: each.plain for key, each in named.items()}
            held = (function(*[each.plain for each in given], **keys),)
    except BaseException:
        # A call that raises is no application.
        if parts is not None:
            _hold_all(values, name)
        raise
    finally:
        for each in (*given, *named.values()):
            if each.is_changed:
                attributes.are_changed = True
                each.change()
    if attributes.are_changed:
        _hold_all(values, name)  # what the function put there has no terms
    if parts is not None:
        is_shared = shares_a_list(held)
        lifted = NOT_APPLIED if is_shared else applied(function, name, parts, named, *held)
        if lifted is not NOT_APPLIED:
            return lifted
        _hold_all(values, name)
    return held[0]


def _dealt_with(is_application: bool) -> tuple[str, str]:
    """What happens to the result of an opaque call, and the remedy, as the Reason says it."""
    if recorder.current.imprecision == "concretize":
        return "its result is taken as it came", "--imprecision higher-order reasons about it"
    if not is_application:
        return (
            "its result is taken as it came",
            "a function of numbers and text that depends on nothing else would be reasoned about",
        )
    if recorder.current.imprecision == "sound":
        return (
            "its arguments are held fixed where its result decides something",
            "--imprecision higher-order reasons about it",
        )
    return (
        "its results are taken from samples",
        "calls that are known to get further give more of these: --input, --corpus",
    )


def _attributes(objects: Iterable[Any]) -> Iterator[Any]:
    for each in objects:
        yield from (attributes_of(each) or {}).values()


def _hold_all(values: Iterable[Any], name: str) -> None:
    """Pins the tracked arguments of a call whose result has no terms."""
    if recorder.current.imprecision == "concretize":
        return
    is_sound = recorder.current.imprecision == "sound"
    # Else the call's own Reason is enough.
    with contextlib.nullcontext() if is_sound else recorder.muted():
        for each in [*tracked_in(values)]:
            _hold(each, f"held fixed for the call of {name}")


def _opened(argument: Any) -> Any:
    """The plain value that native code gets. It may keep a bytearray or a stream and change it
    later."""
    if type(argument) is SymByteArray:
        hold(argument, "")
    if is_bare(argument):
        return argument
    for stream in [*tracked_in((argument,), STREAMS)]:
        stream._wend_lose("the stream was given to native code")
    return plain(argument)


def settle_all(values: Iterable[Any]) -> None:
    """Decides the lengths of lists, dicts and sets of the inputs, since native code sees their
    items."""
    for each in [*tracked_in(values, LISTS | OPEN)]:
        if type(each) in LISTS:
            listing.settle(each)
        else:
            each._wend_settle()


def _hold(tracked: Any, says: str) -> None:
    if type(tracked) in TRACKED:
        recorder.current.lose(tracked._wend_term, tracked._wend_value, says)
    elif type(tracked) in TEXTS:
        text.lose_all((tracked,), says)
    elif type(tracked) in STREAMS:
        tracked._wend_lose(says)


def mentions_tracked(
    values: Iterable[Any], kinds: Collection[type] = FOLLOWED, depth: int = 3
) -> bool:
    """Whether any value is tracked, or is a container with a tracked value in it."""
    types = set(map(type, values))
    if not types.isdisjoint(kinds) and (
        BareByteArray not in types
        or any(type(value) in kinds and not is_bare(value) for value in values)
    ):
        return True
    if not depth or (_CONTAINERS.isdisjoint(types) and FOLLOWED.isdisjoint(types)):
        return False
    for value in values:
        cls = type(value)
        if cls in OPEN or cls in LISTS:
            if mentions_tracked((plain_items(value),), kinds, depth):
                return True
        elif cls in _CONTAINERS and value:
            if mentions_tracked(value, kinds, depth - 1):
                return True
            if cls is dict and mentions_tracked(value.values(), kinds, depth - 1):
                return True
    return False


def tracked_in(
    values: Iterable[Any], kinds: Collection[type] = FOLLOWED, depth: int = 3
) -> Iterable[Any]:
    """The tracked values among arguments and, to a bounded depth, in containers among them."""
    for value in values:
        cls = type(value)
        if cls in kinds:
            yield value
        if depth and cls in PAIRED:
            yield from tracked_in(value._wend_inside(), kinds, depth - 1)
        elif depth and (cls in OPEN or cls in LISTS):
            yield from tracked_in((plain_items(value),), kinds, depth)
        elif depth and cls in _CONTAINERS:
            yield from tracked_in(value, kinds, depth - 1)
            if cls is dict:
                yield from tracked_in(value.values(), kinds, depth - 1)


def dotted_name(function: Any) -> str:
    """The name of a function as reasons show it: `shop.hash32`, `math.sin`, `len`."""
    if is_foreign(function):
        return f"ctypes.{function.__name__}"
    owner = getattr(function, "__self__", None)
    name = getattr(function, "__qualname__", None) or type(function).__qualname__
    module = getattr(function, "__module__", None)
    if type(owner) is ModuleType:
        module = owner.__name__
    elif owner is not None and module is None:
        module = type(owner).__module__
    if module == "math.integer":
        module = "math"  # every version of Python has these functions in `math`, too
    return f"{module}.{name}" if module and module != "builtins" else str(name)
