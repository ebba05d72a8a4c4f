"""What stands in a twin for a call, and what the calls of a name may meet.

A function is known to the call that it was met at (`Callee`), a method by its name and the type of
its object (`Methods`).
"""

from __future__ import annotations

import bisect
import builtins
import collections
import heapq
import math
import re
import struct
from collections.abc import Callable, Iterable
from types import BuiltinFunctionType, FunctionType, GeneratorType, MethodDescriptorType
from typing import Any
from weakref import ReferenceType, ref

from wend.instrument.rewrite.names import (
    ARGUMENTS,
    ATTRIBUTE_READERS,
    DRAWING,
    HANDING_ON,
    HEAPS,
    KEYED,
    MAKING,
    MAPPERS,
    STRUCTS,
)
from wend.run import draws
from wend.run.blocks import block
from wend.run.draws import DRAWS
from wend.run.kinds import (
    LISTS_BELOW,
    MOST_MEMBERS,
    NAMED,
    SCALARS,
    STATE,
    Gift,
    Kinds,
    Look,
    Memo,
    Site,
    Types,
    native_sites,
)
from wend.run.opaque import Opaque
from wend.run.tracked.lift import (
    BARE,
    FED,
    FOLLOWED,
    SOUGHT_BYTES,
    SOUGHT_TEXT,
    TEXTS,
    TRACKED,
    own_method,
)
from wend.run.tracked.octets import BareByteArray

FROM_C = frozenset((BuiltinFunctionType, type(re.compile("").match)))
"""Types of native functions and methods; those of the latter that know their class have one of
their own."""

RECEIVERS = (
    str, bytes, bytearray, list, tuple, dict, set, frozenset, int, float, collections.deque,
    collections.OrderedDict, collections.defaultdict, re.Pattern, re.Match,
)  # fmt: skip
"""Native types whose methods do with plain arguments what they do without us."""

ALL_PLAIN = frozenset(("datetime.date", "datetime.timedelta", "decimal.Decimal"))
"""Names of native types that hold nothing but plain values, and call no code."""
HOLDING_NOTHING = ALL_PLAIN | {
    *("_struct.Struct", "array.array", "builtins.memoryview", "datetime.datetime", "datetime.time")
}
"""Names of further receivers: what they hold is never tracked. Most programs use none of them."""

NAMED["truths"] = Types(TRACKED | TEXTS)
NAMED["integers"] = Types({int, bool, float, str, bytes, *TRACKED, *TEXTS})
NAMED["numbers"] = Types({int, float, complex, bool, *TRACKED})
NAMED["followed"] = Types(FOLLOWED)
NAMED["bare"] = BareByteArray
NAMED["ref"] = ref
NAMED["plain_octets"] = Types({bytes, BareByteArray})
NAMED["read"] = Kinds((*SCALARS, BareByteArray))
NAMED["are_untracked"] = TRACKED.isdisjoint
NAMED["are_joinable"] = frozenset((*SCALARS, BareByteArray)).issuperset
NAMED["sought_texts"] = SOUGHT_TEXT
NAMED["sought_bytes"] = SOUGHT_BYTES
NAMED["listed"] = Kinds((list, tuple))
NAMED["joinable"] = Kinds((str, dict, type({}.keys())))
for _kinds in ("containers", "going", "sized"):
    NAMED[_kinds].admit(BareByteArray)


def may_be_searched(container: Any, look: Look) -> bool:
    """Whether the members of a container can be compared as they are, with a plain value.

    What is tracked among them compares itself then, one decision after the other: that is right,
    but a probe makes one condition of all. A list is taken for what it begins with.
    """
    cls = type(container)
    if not STATE.is_plain:
        return False
    if cls is list or cls is collections.deque or cls in LISTS_BELOW.types:
        if container and type(container[0]) in FOLLOWED:
            return False
        look.holder, look.item = cls, type(container[0]) if container else look.item
        return True
    if cls is not tuple:
        return cls in NAMED["containers"].types
    return len(container) > MOST_MEMBERS or FOLLOWED.isdisjoint(map(type, container))


NAMED["may_be_searched"] = may_be_searched


class Methods(Kinds):
    """The types whose method of this name may be called directly."""

    __slots__ = ("is_checked", "is_without", "name", "refused")

    def __init__(self, kind: str, name: str, types: Iterable[type]) -> None:
        super().__init__(types)
        self.name = name
        self.is_checked = kind != "any"
        """Whether the twin looks at the arguments."""
        self.is_without = kind == "without"
        """Whether there are none."""
        self.refused: set[tuple[type, Any]] = set()
        """Types and functions that do not belong together for good: `super().m()`."""


def as_it_is(method: Any) -> Any:
    return method


class Callee(Site):
    """A call by name of what may be one of these builtins, whose arguments the twin looks at.

    What the twin does not know by itself, the probe may know soon.
    """

    __slots__ = (
        *("alias", "below", "builtins", "cls", "consumer", "hands_on", "inner", "is_above"),
        *("is_of_class", "is_of_module", "is_of_none", "is_of_one", "is_of_two", "is_varied"),
        *("kind", "may_hold", "met", "name", "natives", "others", "otherwise", "own", "owner"),
        *("plainly", "way"),
    )

    def __init__(self, builtins: frozenset[Any]) -> None:
        super().__init__()
        self.builtins = builtins
        self.hands_on = False
        """Whether it is handed something in place of a function: by a builtin alone, since code
        under test could see it."""
        self.is_of_one = False
        """Whether the call has one argument, without a name."""
        self.is_of_two = False
        """Whether it has two such."""
        self.is_of_none = False
        """Whether it has no argument."""
        self.is_of_class = False
        """Whether it is of what may be a method of a native class, likewise."""
        self.is_varied = False
        """Whether the twin looks at the arguments for what is called `plainly`."""
        self.own: Any = None
        self.consumer: Any = None
        """A function of Python's own that was handed on as it is, and what goes through all that it
        gives at once: likewise again where the items are plain."""
        self.may_hold = False
        """Whether the twin looks at the argument for what is held here."""
        self.alias: Methods | None = None
        """The methods that what is called here has its name from."""
        self.is_of_module = False
        """Whether it is of a module of C code that may be called as it is with plain values."""
        self.inner: FunctionType | None = None
        """The function of a bound method, or of a partial, that was called here."""
        self.cls: type | None = None
        """The class of objects that are called here."""
        self.otherwise: Any = None
        """What takes the place of what is known, where the twin does not find arguments plain."""
        self.others: set[Any] = set()
        """What was called here besides, or functions of bound methods that were, as they are
        whatever they are given."""
        self.natives: set[Any] = set()
        """Those among them that are C code."""
        self.plainly: set[Any] = set()
        """C code that was called here, and is called as it is with plain values."""
        self.met: set[ReferenceType[Any]] = set()
        """What was called here and is not kept, likewise as it is."""
        self.owner: type | None = None
        self.name = ""
        self.way: Callable[[Any], Any] = as_it_is
        """The native type whose method of a name was called here, and what takes the place of one,
        whatever its object is."""
        self.is_above = False
        """Whether it is `super().m(x)`, by the name of a native method."""
        self.kind: type | None = None
        self.below: type | None = None
        """What that is then, and the class of its object: one below a native class."""

    def meet(self, function: FunctionType) -> None:
        """A function that may go is called here as it is, as long as it lives; the first one also
        when it is made anew."""
        if self.code is None:
            self.code = function.__code__
        self._keep_in_sight(ref(function))

    def meet_native(self, method: Any) -> None:
        """Likewise a method of C code, until a dict or set holds tracked keys."""
        native_sites.add(self)
        self._keep_in_sight(ref(method))

    def _keep_in_sight(self, reference: ReferenceType[Any]) -> None:
        if len(self.met) >= _MOST_MET:
            self.met.clear()
        self.met.add(reference)
        if not self.may_hold:
            self.last = reference

    def knows(self, function: FunctionType) -> bool:
        """Whether it is such a function."""
        reference = ref(function)
        if reference in self.met:
            return True
        if function.__code__ is self.code:
            self._keep_in_sight(reference)
            return True
        return False

    def add_native(self, function: Any) -> None:
        """C code is called here as it is, until a dict or set holds tracked keys."""
        native_sites.add(self)
        self.natives.add(function)
        self.others.add(function)

    def stand(self, original: Any, instead: Any) -> None:
        if type(original) in _HASHED and (
            (self.is_varied and original in PLAINLY) or (self.is_of_class and _makes(original))
        ):
            native_sites.add(self)
            self.plainly.add(original)
            self.models[original] = instead
        else:
            super().stand(original, instead)

    def forget_natives(self) -> None:
        super().forget_natives()
        self.others -= self.natives
        self.natives.clear()
        self.plainly.clear()
        self.met.clear()

    def calls_plainly(self, function: Any, replaced: Any) -> bool:
        """Whether something native is called as it is where the twin finds its arguments plain."""
        if function in self.builtins:
            return True
        if not self.is_of_module:
            return False
        if type(replaced) is Opaque:
            return not replaced.wants_samples()
        name = f"{function.__module__}.{function.__qualname__}"
        return function.__module__ == "binascii" or name in HOLDING_NOTHING

    def trust(self, function: Any, *, is_native: bool) -> None:
        if not self.hands_on or any(function is each for each in self.builtins):
            self.otherwise = None
            super().trust(function, is_native=is_native)


_MOST_MET = 64
_HASHED = frozenset((type, *FROM_C))


def _makes(method: Any) -> bool:
    """Whether it is a method of a native class that makes something of plain values."""
    owner = getattr(method, "__self__", None)
    return method in OF_CLASSES or (
        isinstance(owner, type)
        and f"{owner.__module__}.{owner.__qualname__}" in HOLDING_NOTHING
        and method.__name__ in MAKING
    )


_BUILTINS = {
    kinds: frozenset(
        getattr(builtins, name)
        for name, wanted in ARGUMENTS.items()
        if kinds in (wanted, "scalars")
    )
    for kinds in ("scalars", "iterables", "sized", "ordered", "going", "mappings", "shown")
}
_BUILTINS["scalars"] |= {hash}
_BUILTINS["readers"] = frozenset(getattr(builtins, name) for name in ATTRIBUTE_READERS)
_BUILTINS["keyed"] = frozenset(getattr(builtins, name) for name in KEYED)
_BUILTINS["pairs"] = frozenset((dict,))
_BUILTINS["mappers"] = frozenset(getattr(builtins, name) for name in MAPPERS)
_BUILTINS["heaps"] = frozenset(
    getattr(module, name) for module in (bisect, heapq) for name in HEAPS if hasattr(module, name)
)
_OF_MATH = {
    function for function in vars(math).values() if isinstance(function, BuiltinFunctionType)
}
_OF_STRUCT = {getattr(struct, name) for name in STRUCTS}
_BUILTINS["scalars"] |= _OF_MATH | _OF_STRUCT
PLAINLY = frozenset(
    {
        getattr(builtins, name)
        for name, kinds in ARGUMENTS.items()
        if kinds in ("scalars", "shown", "sized")
    }
    | _OF_MATH
    | _OF_STRUCT
)
"""What may be called as it is with plain values."""
_BUILTINS["plainly"] = PLAINLY
_BUILTINS["site"] = frozenset()
OF_CLASSES = frozenset(
    (bytes.fromhex, dict.fromkeys, float.fromhex, int.from_bytes, bytes.maketrans, str.maketrans)
)
"""Likewise methods of classes."""
TOLD_ONCE: set[Any] = {hash}
"""Native functions in whose place is what only tells that they were called: once in a run, at each
place, will do."""
OF_ONE: dict[Any, Callable[[Any], Any]] = {}
"""For models: what takes their place in calls with one argument, and is quicker."""
_OWNERS: dict[str, Types] = {}
KINDS_OF_CALLS = ("any", "methods", "without")
"""Calls of methods with arguments that the twin does not look at, that it does look at, and with
none."""
_VARIED, _OF_CLASS = "varied_", "class_"
METHODS_BY_NAME: dict[tuple[str, str], Methods] = {}
STORED: set[str] = set()
"""Names of attributes that some code stores."""
SAFE_METHODS: set[tuple[type, str]] = set()


def constant(kind: str, detail: str) -> Any:
    """What stands in a twin for one call (`site`), the calls of a method, a block, a look at a
    type."""
    if kind in KINDS_OF_CALLS:
        return METHODS_BY_NAME.get((kind, detail)) or _new_methods(kind, detail)
    if kind == "memo":
        return Memo()
    if kind == "gift":
        return Gift()
    if kind == "owners":
        return _OWNERS.get(detail) or _new_owners(detail)
    if kind == "block":
        return block(int(detail))
    if kind in ("look", "unless"):
        name = detail.partition(":")[2]
        kinds = NAMED[name] if name in NAMED else constant(*name.split(":"))
        return Look(kinds, unless=kind == "unless")
    if kind == "alias":
        wanted, name, _ = detail.split(":")
        site = Callee(_BUILTINS["scalars" if wanted == "methods" else "site"])
        site.alias = constant(wanted, name)
        return site
    site = Callee(_BUILTINS.get(kind, frozenset()))
    site.is_varied = kind.startswith(_VARIED)
    site.is_of_class = kind.startswith(_OF_CLASS)
    kind = kind.removeprefix(_VARIED).removeprefix(_OF_CLASS)
    site.is_of_one = kind in ("of_one", "made", "sized")
    site.is_of_two = kind == "of_two"
    site.may_hold = kind == "made"
    site.is_of_none = kind == "of_none"
    site.is_of_module = kind == "plainly"
    site.is_above = kind == "above"
    site.hands_on = kind in ("keyed", "mappers")
    return site


def _new_methods(kind: str, name: str) -> Methods:
    types: list[type] = [
        cls
        for cls in (*RECEIVERS, BareByteArray)
        if type(own_method(cls, name)) is MethodDescriptorType
        and (kind != "any" or (cls, name) in SAFE_METHODS)
        and not (issubclass(cls, bytearray) and name in (*HANDING_ON, "insert"))  # read at once
    ]
    if kind != "any" and name not in STORED:
        types += [cls for cls in BARE if type(own_method(cls, name)) is MethodDescriptorType]
    if name in ("close", "send", "throw"):
        types.append(GeneratorType)  # which hands them on to its code
    made = METHODS_BY_NAME[kind, name] = Methods(kind, name, types)
    if name == "append" or (name == "insert" and kind == "methods"):
        made.alone.add(BareByteArray)  # the twin looks at what is put in there
    elif name == "update" and kind == "methods":
        made.alone = FED
    elif name == "extend" and kind == "methods":
        made.alone.add(BareByteArray)  # likewise
    is_drawing = name in draws.NAMES or (kind != "any" and name in DRAWING)
    if is_drawing and name not in STORED:
        DRAWS.of_methods(name, made)
    return made


def _new_owners(detail: str) -> Types:
    """The native types whose methods of a name may be given another, and then called by that."""
    methods = constant(*detail.split("-"))
    made = _OWNERS[detail] = Types({cls for cls in RECEIVERS if methods.may_be_of(cls)})
    return made
