"""Dicts and sets of the inputs: real ones with the entries so far, and an open end.

Looking up a key asks place by place whether the entry there has this key, so that the solver can
add just that entry. An operation that needs more than one key settles how many entries there are,
and that their keys differ. From then on the recorder treats the container as any dict or set with
tracked keys.

Inputs in which a key comes twice mean the same as inputs with fewer entries. A run that finds this
out is dropped. If no run asks, the first entry counts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wend.expr import build
from wend.expr.build import conjunction, integer
from wend.expr.sorts import Sort
from wend.expr.variables import length_of
from wend.run import recorder
from wend.run.models.containers import DICT, FROZEN_SET, SET, dict_fromkeys
from wend.run.operations.equality import any_of, condition, same, settle_text
from wend.run.operations.keys import decide_truth, native_copy, note_keyed, raw, settle_open
from wend.run.operations.set_operators import members_of, operator_model
from wend.run.tracked import track
from wend.run.tracked.decisions import decide
from wend.run.tracked.lift import FOLLOWED, OF_OBJECT, OPEN, StandIn, plain, stands_for, value_of
from wend.run.tracked.tail import Tail

Make = Callable[[int], Any]
"""Makes the key or the value of a place, which may be beyond the present end."""


class OpenEntries:
    """The entries of a dict or set of the inputs whose number is not settled."""

    __slots__ = ("keys", "make_key", "make_value", "tail", "values")

    def __init__(self, path: str, count: int, make_key: Make, make_value: Make | None) -> None:
        self.tail = Tail(path, count, build.variable(length_of(path), Sort.INT))
        self.make_key = make_key
        self.make_value = make_value
        self.keys = [make_key(at) for at in range(count)]
        self.values: dict[int, Any] = {}
        """The values that were asked for, by place. Making a value may decide something."""

    def find(self, key: Any) -> int | None:
        """The place of the first entry with a key. The places are asked one after the other."""
        settle_text(key)  # or its length would be compared with that of a key which may not be
        at, tail = 0, self.tail
        while True:
            is_there = at < len(self.keys)
            truth = same(self.keys[at] if is_there else self.make_key(at), key)
            if truth is None:
                truth = tail.goes_past(at) and decide_truth(self.keys[at] == key, "key")
            if truth is not False:
                goes_on = build.gt(tail.length, integer(at))
                found = is_there and bool(value_of(truth))
                if decide(conjunction((goes_on, condition(truth))), found, "key"):
                    if not recorder.current.quiet:
                        tail.known = max(tail.known, at + 1)
                    return at
            if not tail.goes_past(at):
                return None
            at += 1

    def value(self, at: int) -> Any:
        """The value of an entry before the end."""
        assert self.make_value is not None
        if at not in self.values:
            made = self.make_value(at)
            if recorder.current.quiet:
                return made
            self.values[at] = made
        return self.values[at]

    def length(self) -> Any:
        """How many entries there are. Whether their keys differ is left open."""
        return track(self.tail.start, self.tail.length)

    def settle(self) -> None:
        """Decides how many entries there are, and that their keys differ."""
        self.tail.settle()
        for at, key in enumerate(self.keys):
            earlier = [same(other, key) for other in self.keys[:at]]
            twice = any_of([truth for truth in earlier if truth is not None])
            if decide_truth(twice, "key") and not recorder.current.quiet:
                recorder.current.end(recorder.RunDropped())


class _Open(StandIn):
    """Behaviour that dicts and sets of the inputs share."""

    __slots__ = ()

    _wend_entries: Any
    """OpenEntries; None as soon as they are settled."""

    def _wend_settle(self) -> None:
        entries = self._wend_entries
        if entries is None:
            return
        entries.settle()
        if recorder.current.quiet:  # nothing was decided then
            return
        if entries.make_value is not None:
            for at, key in enumerate(entries.keys):
                raw(dict.__setitem__, self, key, entries.value(at))
        self._wend_entries = None
        note_keyed(self)

    def _wend_length(self) -> Any:
        """The length, tracked while it is open. It is settled when the call is over, as a key may
        come twice; a run that ends before the inputs were accepted needs no more than the term."""
        entries = self._wend_entries
        if entries is None or recorder.current.quiet:
            native: Any = self._wend_native
            return native.__len__(self)
        recorder.current.measured.append(self)
        return entries.length()

    def _wend_now(self) -> Any:
        """A native copy of the present entries, for code of wend that must not decide anything."""
        entries = self._wend_entries
        with recorder.quietly():
            if entries is None or entries.make_value is None:
                return native_copy(self)
            made: dict[Any, Any] = {}
            for at, key in enumerate(entries.keys):
                made.setdefault(key, entries.value(at))
            return made

    def __contains__(self, *args: Any) -> bool:
        asked = _asked(self, *args) if len(args) == 1 else None
        return bool(SET["__contains__"](self, *args)) if asked is None else asked[1] is not None

    def __bool__(self) -> bool:
        entries = self._wend_entries
        native: Any = self._wend_native
        return bool(native.__len__(self)) if entries is None else entries.tail.goes_past(0)

    def __reduce__(self) -> Any:
        settle_open(self)
        return self.__class__, (native_copy(self),)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return self.__reduce__()


def _asked(open_one: Any, key: Any) -> tuple[OpenEntries, int | None] | None:
    """Open entries and the place of a key among them, which is decided. None if the entries are
    settled. Raises what Python raises for the key."""
    entries = open_one._wend_entries
    if entries is None:
        return None
    raw(open_one._wend_native.__contains__, open_one, plain(key))  # raises what Python raises
    return entries, entries.find(key)


class SymDict(_Open, dict[Any, Any]):
    """A dict whose entries depend on the inputs."""

    __slots__ = ("_wend_entries",)

    def __getitem__(self, key: Any) -> Any:
        if (asked := _asked(self, key)) is None:
            return DICT["__getitem__"](self, key)
        entries, at = asked
        if at is None:
            raise KeyError(key)
        return entries.value(at)

    def get(self, *args: Any) -> Any:
        asked = _asked(self, args[0]) if 1 <= len(args) <= 2 else None
        if asked is None:
            return DICT["get"](self, *args)
        entries, at = asked
        if at is not None:
            return entries.value(at)
        return args[1] if len(args) == 2 else None

    @classmethod
    def fromkeys(cls, *args: Any) -> Any:
        return dict_fromkeys(*args)


class SymSet(_Open, set[Any]):
    """A set whose members depend on the inputs."""

    __slots__ = ("_wend_entries",)

    def __repr__(self) -> str:
        settle_open(self)
        members = repr(list(set.__iter__(self)))[1:-1]
        return f"{{{members}}}" if members else "set()"  # a subclass would be `set({…})`


class SymFrozenSet(_Open, frozenset[Any]):
    """A frozenset whose members depend on the inputs."""

    __slots__ = ("_wend_entries",)


# Making


def open_dict(path: str, count: int, make_key: Make, make_value: Make) -> SymDict:
    """The dict of a parameter, or of a part of one."""
    made = dict.__new__(SymDict)
    made._wend_entries = OpenEntries(path, count, make_key, make_value)
    for key in made._wend_entries.keys:
        raw(dict.setdefault, made, key)  # the value is made when somebody asks for it
    return made


def open_set(kind: str, path: str, count: int, make: Make) -> SymSet | SymFrozenSet:
    """The set or frozenset of a parameter, or of a part of one."""
    entries = OpenEntries(path, count, make, None)
    made: Any
    if kind == "set":
        made = set.__new__(SymSet)
        raw(set.update, made, entries.keys)
    else:
        made = raw(frozenset.__new__, SymFrozenSet, entries.keys)
    made._wend_entries = entries
    return made  # type: ignore[no-any-return]


# What need not be written for each of them


SAME_FOR_ALL = OF_OBJECT | {"__class_getitem__", "__format__", "__str__", "fromkeys"}
"""Methods that need no override: they use only what the class itself defines."""
_ASK_FIRST = frozenset(("__delitem__", "discard", "pop", "remove", "setdefault"))
"""Methods that look up a key before they change anything."""
_OPERATORS = {
    "__or__": "|", "__and__": "&", "__sub__": "-", "__xor__": "^", "__eq__": "==", "__ne__": "!=",
    "__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">=",
    "__ior__": "|=", "__iand__": "&=", "__isub__": "-=", "__ixor__": "^=",
}  # fmt: skip
_REFLECTED = {"__ror__": "|", "__rand__": "&", "__rsub__": "-", "__rxor__": "^"}


def _settled_first(name: str, original: Any, model: Any) -> Callable[..., Any]:
    def method(self: Any, /, *args: Any, **keywords: Any) -> Any:
        if name in _ASK_FIRST and args:
            _asked(self, args[0])
        self._wend_settle()
        for arg in args:
            settle_open(arg)
        return model(self, *args, **keywords)

    method.__name__ = name
    method.__doc__ = original.__doc__
    return method


def _operator(symbol: str, original: Any, is_reflected: bool) -> Callable[..., Any]:
    def model(self: Any, other: Any) -> Any:
        sides = (other, self) if is_reflected else (self, other)
        operate = operator_model(symbol, *sides)
        return original(self, other) if operate is None else operate(*map(members_of, sides))

    return model


def _follow(cls: Any, base: type, models: dict[str, Any]) -> None:
    """Gives a class of wend all methods of the native class that it stands for."""
    stands_for(cls, base)
    OPEN.add(cls)
    FOLLOWED.add(cls)
    for name in {*dir(base)} - cls._wend_own() - SAME_FOR_ALL:
        original = getattr(base, name)
        if not callable(original):
            continue
        model = models.get(name, original)
        if name in _OPERATORS:
            model = _operator(_OPERATORS[name], original, is_reflected=False)
        elif name in _REFLECTED:
            model = _operator(_REFLECTED[name], original, is_reflected=True)
        setattr(cls, name, _settled_first(name, original, model))


_follow(SymDict, dict, DICT)
_follow(SymSet, set, SET)
_follow(SymFrozenSet, frozenset, FROZEN_SET)
