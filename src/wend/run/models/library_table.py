"""How each builtin, each method and each library function is handled, read off the live registry.

`docs/make_library_table.py` writes it down, and a test says what nobody has thought of: native
code that has no model and hands nothing on must be named in `OPAQUE`.
"""

from __future__ import annotations

import builtins
import collections
import importlib
import io
import re
from collections.abc import Iterator
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from wend.record import Record
from wend.run import callee, openings
from wend.run.higher_order import HandsOn
from wend.run.models import FUNCTIONS, float_math
from wend.run.models.library import hands_on, method_hands_on
from wend.run.models.library_equivalents import (
    CALLED,
    EQUIVALENTS,
    MADE,
    MAKING,
    MODELS,
)
from wend.run.models.range import SymRange
from wend.run.models.regex.match import SymMatch
from wend.run.models.streams import SymBytesIO, SymStringIO
from wend.run.tracked import SymBool, SymInt
from wend.run.tracked.floating import SymFloat
from wend.run.tracked.listing import SymList
from wend.run.tracked.octets import SymByteArray, SymBytes
from wend.run.tracked.text import SymStr

KINDS = {
    "term": "gives a term: nothing is decided, nothing lost",
    "model": "short Python over tracked values; what it needs to know is decided",
    "Python": "its source, or its version in Python, is run instrumented",
    "hands on": "is called as it is: it works through the values' own methods",
    "opaque": "gets plain values where something tracked would be read, and a Reason says so",
}
"""The words of the table."""

MODULES = (
    "base64", "binascii", "bisect", "collections", "copy", "csv", "datetime", "decimal",
    "fractions", "functools", "heapq", "itertools", "json", "math", "operator", "re",
    "statistics", "string", "struct", "textwrap",
)  # fmt: skip

TYPES: dict[type, type | None] = {
    int: SymInt,
    bool: SymBool,
    float: SymFloat,
    complex: None,
    str: SymStr,
    bytes: SymBytes,
    bytearray: SymByteArray,
    list: SymList,
    tuple: None,
    dict: openings.SymDict,
    set: openings.SymSet,
    frozenset: openings.SymFrozenSet,
    collections.deque: None,
    range: SymRange,
    collections.OrderedDict: None,
    collections.defaultdict: None,
    re.Pattern: None,
    re.Match: SymMatch,
    io.StringIO: SymStringIO,
    io.BytesIO: SymBytesIO,
}
"""Types whose methods are listed, with the class of their tracked values."""

_OPERATORS = """
    abs add and bool ceil contains delitem divmod eq float floor floordiv format ge getitem gt
    hash iadd iand imul index int invert ior isub iter ixor le len lshift lt mod mul ne neg or
    pos pow radd rand rdivmod repr reversed rfloordiv rlshift rmod rmul ror round rpow rrshift
    rshift rsub rtruediv rxor setitem str sub truediv trunc xor
"""
OPERATORS = frozenset(f"__{name}__" for name in _OPERATORS.split())
"""Methods that operators and builtin functions stand for."""

_GIVE_TERMS = """
    abs bool chr divmod hash int len max min ord pow range round sum math.ceil math.floor math.trunc
    operator.abs operator.add operator.and_ operator.contains operator.eq operator.floordiv
    operator.ge operator.getitem operator.gt operator.index operator.inv operator.invert
    operator.is_ operator.is_not operator.le operator.lshift operator.lt operator.mod operator.mul
    operator.ne operator.neg operator.not_ operator.or_ operator.pos operator.rshift
    operator.setitem operator.sub operator.truediv operator.truth operator.xor
"""
_TERMS = frozenset(_GIVE_TERMS.split())
_OF_NUMBERS = OPERATORS - {"__bool__", "__iter__", "__len__", "__reversed__", "__setitem__"}
_OF_TEXT = frozenset(
    f"__{name}__" for name in ("add", "contains", "eq", "ge", "getitem", "gt", "le", "lt", "ne")
)
_TERM_METHODS: dict[type, frozenset[str]] = {
    int: _OF_NUMBERS | {"as_integer_ratio", "bit_count", "conjugate"},
    bool: _OF_NUMBERS | {"as_integer_ratio", "bit_count", "conjugate"},
    float: _OF_NUMBERS | {"conjugate"},
    str: _OF_TEXT,
    bytes: _OF_TEXT,
    bytearray: _OF_TEXT,
    range: frozenset(("__contains__", "__getitem__")),
}
"""Methods that give a term, of the tracked values themselves."""

_HAVE_NO_MODEL = """
    builtins.compile builtins.eval builtins.exec builtins.input builtins.open builtins.memoryview
    complex.* decimal.* str.maketrans (bytes|bytearray).(fromhex|maketrans)
    float.fromhex (int|bool).from_bytes math.(comb|dist|factorial|frexp|perm|sumprod|fma)
    datetime.(timezone|tzinfo) operator.attrgetter re.Pattern.scanner
    binascii.(crc32|crc_hqx|(a2b|b2a)_(qp|uu)) struct.pack_into
    csv.(field_size_limit|(get|list|register|unregister)_dialects?|writer)
"""
OPAQUE = tuple(_HAVE_NO_MODEL.split())
"""Native code that nobody has written a model for, on purpose: regular expressions over names."""


class Entry(Record):
    """One row."""

    group: str
    name: str
    kind: str | None
    """None where nobody has thought of it."""


def entries() -> Iterator[Entry]:
    """All rows, in the order of the table."""
    for name, value in sorted(vars(builtins).items(), key=lambda item: item[0].lower()):
        is_builtin = isinstance(value, type | BuiltinFunctionType)  # not what `site` adds
        if not name.startswith("_") and is_builtin and not _is_error(value):
            yield Entry("builtins", name, function_kind(value, f"builtins.{name}", name))
    for cls in TYPES:
        for name in sorted(dir(cls)):
            if (name in OPERATORS or not name.startswith("_")) and callable(getattr(cls, name)):
                yield Entry(_group(cls), name, method_kind(cls, name))
    for module in map(importlib.import_module, MODULES):
        for name, value in _public(module):
            dotted = f"{module.__name__}.{name}"
            yield Entry(module.__name__, name, function_kind(value, dotted, dotted))


def missing() -> list[str]:
    """What nobody has thought of."""
    return [f"{entry.group}.{entry.name}" for entry in entries() if entry.kind is None]


def function_kind(function: Any, dotted: str, named: str) -> str | None:
    """How a function or class is handled where it is called."""
    native = f"{function.__module__}.{function.__qualname__}"
    is_written = isinstance(function, type) and any(
        type(member) is FunctionType for base in function.__mro__ for member in vars(base).values()
    )
    if is_written or type(function) is FunctionType:
        return "Python"
    if native in EQUIVALENTS or native in MADE or native in CALLED:
        return "Python"
    if any(re.fullmatch(pattern, dotted) for pattern in OPAQUE):
        return "opaque"
    if named in _TERMS or (function.__module__ == "math" and function in float_math.FUNCTIONS):
        return "term"
    if (
        function in FUNCTIONS
        or function in callee._CALLABLE_OBJECTS
        or native in MODELS
        or native in MAKING
    ):
        return "model"
    if isinstance(callee.call(function), HandsOn) or hands_on(function):
        return "hands on"
    return None


def method_kind(cls: Any, name: str) -> str | None:
    """How a method is handled, called of a tracked value or with one."""
    tracked = TYPES[cls]
    if name in ("__repr__", "__str__", "__format__"):
        return "model"  # of `repr`, `str` and `format`, which are all that calls it
    if any(re.fullmatch(pattern, f"{_group(cls)}.{name}") for pattern in OPAQUE):
        return "opaque"
    own = _own(tracked, name, cls) if tracked is not None else None
    if own is not None:
        if name == "__hash__" or _loses(own) or (cls is bool and _loses(_own(SymInt, name, int))):
            return "opaque"
        return "term" if name in _TERM_METHODS.get(cls, ()) else "model"
    native = next(base for base in cls.__mro__ if name in base.__dict__)
    table = [callee._METHODS[base] for base in cls.__mro__ if base in callee._METHODS]
    if any(callable(models.get(name)) for models in table):
        return "model"
    if name in OPERATORS or method_hands_on(native, name):
        return "hands on"
    return "hands on" if table and table[0].get(name, "") is None else None


def _group(cls: type) -> str:
    return (
        cls.__name__
        if cls.__module__ == "builtins"
        else f"{cls.__module__.lstrip('_')}.{cls.__name__}"
    )


def _own(tracked: type, name: str, cls: type) -> Any:
    """What wend itself gives a tracked class by a name."""
    for base in tracked.__mro__:
        if base is cls or base is object:
            return None
        if name in base.__dict__:
            return base.__dict__[name]
    return None


_LOSERS = frozenset(("lose", "lose_all", "_lost", "_asked", "lose_text", "_wend_lose"))


def _loses(method: Any) -> bool:
    code = getattr(method, "__code__", None)
    return code is not None and not _LOSERS.isdisjoint(code.co_names)


def _is_error(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, BaseException)


def _public(module: ModuleType) -> Iterator[tuple[str, Any]]:
    for name in sorted(getattr(module, "__all__", None) or vars(module)):
        value = getattr(module, name)
        if value in (re.Pattern, re.Match):
            continue  # nobody can call them
        if not name.startswith("_") and callable(value) and not _is_error(value):
            yield name, value
