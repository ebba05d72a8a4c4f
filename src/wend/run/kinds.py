"""Types that twin code looks at itself, so that operations on plain values cost no probe.

While a dict or set holds tracked keys, a look at a type tells nothing: any native operation may
concern it. So all kinds are emptied then, and every operation goes through its probe.
"""

from __future__ import annotations

import collections
import gc
import itertools
import weakref
from abc import ABCMeta
from collections.abc import Callable, Container, Iterable, Set
from enum import EnumType
from types import (
    BuiltinFunctionType,
    CoroutineType,
    FunctionType,
    GeneratorType,
    MappingProxyType,
    MethodDescriptorType,
    MethodType,
    ModuleType,
)
from typing import Any

SCALARS: frozenset[type] = frozenset((int, float, complex, bool, str, bytes, type(None)))
SAME_HASH = frozenset((int, bool, float, complex, range))
"""Types of members whose hashes, and so their order in a set, are the same in every process."""
_SHOWN: list[Any] = [{}.keys(), {}.values(), {}.items()]
VIEWS: tuple[type, ...] = tuple(map(type, _SHOWN))
_MAPPINGS = (dict, collections.OrderedDict, collections.defaultdict)
_CONTAINERS: frozenset[type] = frozenset(
    (*_MAPPINGS, set, frozenset, str, bytes, MappingProxyType, *VIEWS)
)


_MOST_MISSES = 8
MOST_MEMBERS = 64
"""Longer sequences are gone through by Python, one decision after the other."""


class Types:
    """Types that the twin looks for, and that may become more."""

    __slots__ = ("alone", "looks", "types")

    def __init__(self, types: Set[type]) -> None:
        self.types = types
        self.alone: set[type] = set()
        """Types that are of them only where no other was met before."""
        self.looks: list[Look] = []
        """Those that have met a type."""


class Kinds(Types):
    """Types that tell something only as long as no dict or set holds tracked keys."""

    __slots__ = ("_all",)

    types: set[type]

    def __init__(self, types: Iterable[type] = ()) -> None:
        self._all = set(types)
        """What it holds when there are no tracked keys."""
        super().__init__(set(types) if STATE.is_plain else set())
        _suspendable.append(self)

    def admit(self, cls: type) -> None:
        self._all.add(cls)
        if STATE.is_plain:
            self.types.add(cls)

    def may_be_of(self, cls: type) -> bool:
        """Whether it holds a type when there are no tracked keys."""
        return cls in self._all

    def expel(self, cls: type) -> None:
        self.expel_all_but(self._all - {cls})

    def expel_all_but(self, types: Iterable[type]) -> None:
        self._all.intersection_update(types)
        self.types.intersection_update(types)
        for look in self.looks:
            if look.met not in self._all:
                look.met = look.known = None

    def suspend(self) -> None:
        self.types.clear()
        for look in self.looks:
            look.known, look.concerns, look.part = None, _always, _NO_TUPLE

    def resume(self) -> None:
        self.types.update(self._all)
        for look in self.looks:
            look.known, look.concerns = look.met, gc.is_tracked


class Look:
    """A look at a type in the source: whether it is one of some kinds, or (`unless`) none of them.

    The twin compares with the type `known`, which was met here, and then asks `types`. That is
    ourselves until a type will do, or too many won't. Where a tuple is welcome, too, it asks what
    the value `concerns` instead.
    """

    __slots__ = (
        *("_kinds", "_misses", "_unless"),
        *("alone", "concerns", "fresh", "holder", "item", "known", "met", "not_alone", "part"),
        "types",
    )

    def __init__(self, kinds: Types, *, unless: bool) -> None:
        self._kinds = kinds
        self._unless = unless
        self._misses = 0
        self.met: type | None = None
        self.known: type | None = None
        """What was met, as long as that will do."""
        self.types: Container[type] = self
        self.concerns: Callable[[Any], bool] = self._learn
        """Whether a value may be tracked, or hold what is. The garbage collector knows numbers and
        texts, and tuples of them that it has met: it has no eye on them."""
        self.fresh = 0
        """How often it was a tuple of plain values that the garbage collector has not met yet."""
        self.alone: type | None = None
        """What was met, if it is a type that is of them only where it was met first."""
        self.not_alone = True
        """Whether it is none."""
        self.holder: type | None = None
        self.item: type | None = None
        """The type of a list, or the like, that was searched here, and that of its first item."""
        self.part: object = _NO_TUPLE
        """The last slice of plain values that was read, or written, here."""

    def _learn(self, value: Any) -> bool:
        return type(value) not in self

    def __contains__(self, cls: object) -> bool:
        found = cls in self._kinds.types
        if cls in self._kinds.alone and STATE.is_plain:
            assert isinstance(cls, type)
            found, self.alone, self.not_alone = True, cls, False
        if found is not self._unless:
            assert isinstance(cls, type)
            self.met = self.known = cls
            self._settle()
        elif STATE.is_plain:
            self._misses += 1
            if self._misses == _MOST_MISSES:
                self._settle()
        return found

    def _settle(self) -> None:
        """From now on we are not asked any more."""
        self.types = self._kinds.types
        self.concerns = gc.is_tracked
        self._kinds.looks.append(self)


def _always(value: Any) -> bool:
    return True


_NO_LONGER: Callable[[], Any] = weakref.ref(set())
"""A reference to what is gone."""


class Site:
    """A call in the source: what was called there, and may be called as it is."""

    __slots__ = ("code", "instead", "known", "last", "models", "original")

    def __init__(self) -> None:
        self.known: Any = None
        self.code: Any = None
        """The code of a function that is made anew again and again: it is not kept itself."""
        self.original: Any = None
        self.instead: Any = None
        """A native callable that was called here, and what takes its place."""
        self.models: dict[Any, Any] = {}
        """What takes the place of others that were."""
        self.last: Callable[[], Any] = _NO_LONGER
        """A native method that was called here, and may be called as it is, if it still lives."""

    def hold(self, method: Any) -> None:
        """From now on a native method is called here without a probe, as long as it lives."""
        if STATE.is_plain:
            native_sites.add(self)
            self.last = weakref.ref(method)

    def trust(self, function: Any, *, is_native: bool) -> None:
        """From now on the function is called here without a probe."""
        if is_native:
            if not STATE.is_plain:
                return
            native_sites.add(self)
        self.known = function

    def stand(self, original: Any, instead: Any) -> None:
        """From now on this stands for a native callable, which may be made anew."""
        native_sites.add(self)
        if self.original is not None and type(original) in (type, BuiltinFunctionType):
            self.models[original] = instead
        else:
            self.original, self.instead = original, instead

    def forget_natives(self) -> None:
        """A dict or set holds tracked keys: nothing native is called as it is."""
        self.known = self.original = None
        self.last = _NO_LONGER
        self.models.clear()


_NO_TUPLE = object()


class Memo:
    """The last tuple of plain values that was given a name in a function."""

    __slots__ = ("known",)

    def __init__(self) -> None:
        self.known: object = _NO_TUPLE
        _memos.append(self)


class Gift:
    """A name that a function gives to methods: whether all were of native types so far.

    Nothing is kept of the methods: once another was given the name, that holds for good.
    """

    __slots__ = ("_is_known", "_is_refused", "is_plain")

    def __init__(self) -> None:
        self._is_known = False
        self._is_refused = False
        self.is_plain = False
        """Whether what has the name may be called as it is."""
        _gifts.append(self)

    def of(self, cls: type, kinds: Types) -> None:
        """The method of an object of this class was given the name."""
        self._is_known = True
        self._is_refused = self._is_refused or cls not in kinds.types
        self.settle()

    def settle(self) -> None:
        """Whether a dict or set holds tracked keys has changed."""
        self.is_plain = self._is_known and not self._is_refused and STATE.is_plain


def given(owner: Any, gift: Gift, kinds: Types) -> Any:
    """The object whose method is given a name, and has to be of these types."""
    gift.of(type(owner), kinds)
    return owner


class State:
    """Whether no dict or set holds tracked keys, and a tuple that holds nothing tracked."""

    __slots__ = ("is_plain", "operates_plainly", "plain_tuple")

    def __init__(self) -> None:
        self.is_plain = True
        self.operates_plainly = True
        """Whether, beside that, no dict or set of the inputs has an open end: an operator that
        another native container has to the left of it would not ask it."""
        self.plain_tuple: object = _NO_TUPLE
        """The last one that was looked at: what is looked up is often stored next."""


STATE = State()
_memos: list[Memo] = []
_gifts: list[Gift] = []
_suspendable: list[Kinds] = []
native_sites: set[Site] = set()
"""Those that call native code, which may go by the hashes of keys."""
_sites_of_run: set[Site] = set()
"""Those that call native code whose results were noted often enough in this run."""


def trusted_in_run(site: Site) -> None:
    """What is known here counts until the run ends."""
    _sites_of_run.add(site)


def end_run() -> None:
    """Nothing of what held for the run alone is left."""
    resume()
    STATE.operates_plainly = True
    for site in _sites_of_run:
        site.known = None
    _sites_of_run.clear()


def suspend() -> None:
    """A dict or set holds a tracked key."""
    if STATE.is_plain:
        STATE.is_plain = STATE.operates_plainly = False
        STATE.plain_tuple = _NO_TUPLE
        for memo in _memos:
            memo.known = _NO_TUPLE
        for gift in _gifts:
            gift.settle()
        for kinds in _suspendable:
            kinds.suspend()
        for site in native_sites:
            site.forget_natives()
        native_sites.clear()


def resume() -> None:
    """No dict or set does any more."""
    if not STATE.is_plain:
        STATE.is_plain = True
        for gift in _gifts:
            gift.settle()
        for kinds in _suspendable:
            kinds.resume()


def has_plain_parts(value: Any, look: Look, container: Any = None) -> bool:
    """Whether it is a tuple or frozenset of plain values: it may be looked up as it is. So may be a
    slice, but in a bytearray of ours.

    Where that is so again and again of tuples that the garbage collector has not met yet, it is
    not asked any more.
    """
    if type(value) is slice:
        if type(value.start) not in SCALARS or type(value.stop) not in SCALARS:
            return False
        if type(value.step) not in SCALARS or type(container) is NAMED["bare"]:
            return False
        look.part = value if STATE.is_plain else look.part
        return STATE.is_plain
    if not STATE.is_plain or lacks_plain_parts(value):
        return False
    look.fresh += 1
    if look.fresh > _MOST_MISSES and look.concerns is gc.is_tracked:
        look.concerns = lacks_plain_parts
    return True


def lacks_plain_parts(value: Any) -> bool:
    """Whether it is no tuple or frozenset of plain values; not asked while a dict or set holds
    tracked keys."""
    if type(value) is tuple and len(value) == 2:
        first, second = value
        if type(first) is int and type(second) is int:  # most are such pairs
            STATE.plain_tuple = value
            return False
    if type(value) is frozenset:
        return not SCALARS.issuperset(map(type, value))
    return not _is_plain_tuple(value)


def _is_plain_tuple(value: Any) -> bool:
    """Whether it is a tuple of plain values, or of tuples of such; it may have names for them."""
    if type(value) is not tuple and type(value) not in _named_tuples:
        return False
    for part in value:
        if type(part) not in SCALARS and (
            type(part) is not tuple or not SCALARS.issuperset(map(type, part))
        ):
            return False
    STATE.plain_tuple = value
    return True


_NATIVES = (*SCALARS, *_MAPPINGS, list, tuple, set, frozenset, range, collections.deque)
_ITERATORS: tuple[type, ...] = (
    *VIEWS,
    *(enumerate, zip, map, filter, reversed, GeneratorType),
    *map(type, map(iter, ([], (), "", "\xe9", b"", range(0), *_SHOWN))),
    *map(type, map(reversed, ([], {}, range(0), *_SHOWN))),
    *[cls for cls in vars(itertools).values() if isinstance(cls, type)],
)

_BY_IDENTITY: tuple[type, ...] = (
    *(object, type, ABCMeta, EnumType, ModuleType, FunctionType, BuiltinFunctionType, MethodType),
    *(GeneratorType, CoroutineType),
)
"""Types of objects that are equal to themselves only."""

_searched = Kinds(_CONTAINERS)
_keys = Kinds((*SCALARS, *_BY_IDENTITY, weakref.ref))
_iterables = Kinds((*_NATIVES, *_ITERATORS))
_sized = Kinds((*_NATIVES, *_ITERATORS, memoryview))
"""What is measured as it is."""
_ordered = Kinds({*_NATIVES, *_ITERATORS} - {set, frozenset})
_going = Kinds({*_NATIVES, *_ITERATORS} - {set, frozenset})
"""Likewise, and what is gone through by a method of its own."""
_unlisted = Kinds({*_NATIVES, *_ITERATORS} - {list, tuple, set, frozenset})
"""What is gone through, and is none of those whose items are looked at before."""
_held = Kinds({list, tuple, str, bytes, dict, range, collections.deque, *VIEWS})
"""What holds its items, in order, and runs no code while somebody goes through it."""


def admit_written(cls: type, *, tells_length: bool) -> None:
    """A class that is written in Python, and nothing of ours: native code that goes through its
    objects, looks them up or asks them for members does so by their methods; and measures them so,
    where no code tells how long they are."""
    for kinds in (_keys, _searched, _iterables, _ordered, _going, _unlisted):
        kinds.admit(cls)
    if not tells_length:
        _sized.admit(cls)


def admit_tuple(cls: type) -> None:
    """A class that is written in Python, below tuple, and changes nothing of what tuples do."""
    _named_tuples.add(cls)


_named_tuples: set[type] = set()


def admit_below(cls: type, native: type) -> bool:
    """A class that is written in Python, below a native one: without tracked keys its objects are
    gone through, measured and asked as those of that; tells whether that is one of ours."""
    for kinds in _below.get(native, ()):
        kinds.admit(cls)
    written = {name for base in cls.__mro__ for name in base.__dict__ if base.__module__ != _OWN}
    if native in SCALARS and written.isdisjoint(_CONVERSIONS):
        NAMED["scalars"].admit(cls)
    if native is list and written.isdisjoint(_OF_LISTS):
        LISTS_BELOW.admit(cls)
    return native in _below


_OWN = int.__module__
_CONVERSIONS = frozenset(
    (
        *("__bool__", "__bytes__", "__complex__", "__float__", "__format__", "__index__"),
        *("__int__", "__len__", "__repr__", "__round__", "__str__", "__trunc__"),
    )
)
"""Methods by which C code makes a plain value of another, and insists on one."""
_OF_LISTS = frozenset(("__bool__", "__getitem__", "__len__"))
"""Methods by which the twin looks at the first item of a list."""


LISTS_BELOW = Kinds()
"""Classes below list, whose items may be tracked, as those of a list."""
_below: dict[type, tuple[Kinds, ...]] = {
    dict: (_searched, _iterables, _sized, _ordered, _going, _unlisted),
    set: (_searched, _iterables, _sized),
    frozenset: (_searched, _iterables, _sized),
    list: (_iterables, _sized, _ordered, _going),
    tuple: (_iterables, _sized, _ordered, _going),
    str: (_keys, _searched, _iterables, _sized, _ordered, _going, _unlisted),
    bytes: (_keys, _searched, _iterables, _sized, _ordered, _going, _unlisted),
    int: (_keys,),
    float: (_keys,),
}
"""By native types: what classes below them are."""


NAMED: dict[str, Any] = {
    "state": STATE,
    "keys": _keys,
    "containers": _searched,
    "scalars": Kinds(SCALARS),
    "iterables": _iterables,
    "sized": _sized,
    "ordered": _ordered,
    "going": _going,
    "held": _held,
    "unlisted": _unlisted,
    "sequences": Kinds((list, tuple)),
    "sets": Kinds((set, frozenset)),
    "collections": Kinds((list, tuple, set, frozenset)),
    "mappings": Kinds(_MAPPINGS),
    "combined": Kinds((*SCALARS, *_MAPPINGS, set, frozenset, range, VIEWS[0])),
    "unions": Kinds((*_MAPPINGS, set, frozenset)),
    "has_plain_parts": has_plain_parts,
    "given": given,
    "are_scalars": SCALARS.issuperset,
    "have_same_hash": SAME_HASH.issuperset,
    "map": map,
    "islice": itertools.islice,
    "len": len,
    "list_append": list.append,
    "list_sort": list.sort,
    "array_extend": bytearray.extend,
    "bytes": bytes,
    "texts": str,
    "functions": BuiltinFunctionType,
    "routines": FunctionType,
    "bound": MethodType,
    "descriptors": MethodDescriptorType,
}
"""By the name that `instrument.rewrite.inline` gives them."""
