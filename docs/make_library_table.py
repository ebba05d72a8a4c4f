"""Writes `docs/reference/library.md`: how wend handles each builtin, method and library function.

python docs/make_library_table.py

It is read off the live registry. A test says what nobody has thought of: native code that has no
model and hands nothing on must be named in `OPAQUE`, and what is newer than Python 3.11 in `NEWER`,
so that the page is the same whichever version writes it.
"""

from __future__ import annotations

import builtins
import collections
import contextlib
import importlib
import io
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from wend.describe.mappings import FROZEN_DICT
from wend.record import Record, replace
from wend.run.arguments import open_containers
from wend.run.calls import callee
from wend.run.calls.handed_on import hands_on, method_hands_on
from wend.run.calls.higher_order import HandsOn
from wend.run.models import FUNCTIONS, float_math
from wend.run.models.library.equivalents import (
    CALLED,
    EQUIVALENTS,
    MADE,
    MAKING,
    MODELS,
)
from wend.run.models.library.streams import SymBytesIO, SymStringIO
from wend.run.models.range import SymRange
from wend.run.models.regex.match import SymMatch
from wend.run.tracked import SymBool, SymInt
from wend.run.tracked.floating import SymFloat
from wend.run.tracked.listing import SymList
from wend.run.tracked.octets import SymByteArray, SymBytes
from wend.run.tracked.text import SymStr

FILE = Path(__file__).parent / "reference" / "library.md"
HEAD = """# What wend knows of Python's library

How each builtin, each method and each library function is handled where something tracked comes
into play; with plain values each does what it always does. Written by
`docs/make_library_table.py` from the live registry, the same by every version of Python; a test
says when it is stale, and what nobody has thought of. What Python 3.11 does not have is followed by
the version that it came with. Functions in Python that are not named here are run instrumented,
native ones that are not named are opaque.

| word | means |
|---|---|
"""


def text() -> str:
    """The whole page."""
    words = "".join(f"| {kind} | {means} |\n" for kind, means in KINDS.items())
    rows = []
    for group, found in groupby(entries(), key=lambda entry: entry.group):
        listed = list(found)
        versions = {entry.since for entry in listed}
        since = versions.pop() if len(versions) == 1 else ""
        title = f"{group} ({since})" if since else group
        rows.append(f"\n## {title}\n\n| handled | names |\n|---|---|\n")
        for kind in KINDS:
            names = [_shown(entry, since) for entry in listed if entry.kind == kind]
            if names:
                rows.append(f"| {kind} | {' '.join(names)} |\n")
    return HEAD + words + "".join(rows)


def _shown(entry: Entry, known: str) -> str:
    """The name, with its version unless the title says it."""
    since = f" ({entry.since})" if entry.since != known else ""
    until = f" (until {entry.until})" if entry.until else ""
    return f"`{entry.name}`{since}{until}"


# The rows

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
    "statistics", "string", "string.templatelib", "struct", "textwrap",
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
    dict: open_containers.SymDict,
    set: open_containers.SymSet,
    frozenset: open_containers.SymFrozenSet,
    **({} if FROZEN_DICT is None else {FROZEN_DICT: None}),
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
    complex.* decimal.* (str|bytes|bytearray).maketrans float.fromhex bool.from_bytes
    math.(dist|frexp|sumprod)
    datetime.(timezone|tzinfo) operator.attrgetter re.Pattern.scanner
    binascii.(crc32|crc_hqx|(a2b|b2a)_(qp|uu|base32|base85|ascii85)) struct.pack_into
    csv.(field_size_limit|(get|list|register|unregister)_dialects?|writer)
"""
OPAQUE = tuple(_HAVE_NO_MODEL.split())
"""Native code that nobody has written a model for, on purpose: regular expressions over names."""


NEWER: dict[str, dict[str, str]] = {
    "3.12": {
        "model": "int.is_integer bool.is_integer",
        "hands on": "itertools.batched",
        "opaque": "math.sumprod",
    },
    "3.13": {
        "Python": "base64.z85decode base64.z85encode copy.replace statistics.kde"
        " statistics.kde_random",
        "term": "math.fma",
    },
    "3.14": {
        "model": """
            bytearray.resize float.from_number heapq.heapify_max heapq.heappop_max
            heapq.heappush_max heapq.heappushpop_max heapq.heapreplace_max
            string.templatelib.Interpolation string.templatelib.Template
        """,
        "Python": "string.templatelib.convert",
        "hands on": "operator.is_none operator.is_not_none",
        "opaque": "complex.from_number decimal.IEEEContext",
    },
    "3.15": {
        "term": "math.fmax math.fmin math.isnormal math.issubnormal math.signbit",
        "model": """
            builtins.frozendict bytearray.take_bytes re.Pattern.prefixmatch frozendict.__contains__
            frozendict.__format__ frozendict.__getitem__ frozendict.__repr__ frozendict.__str__
            frozendict.copy frozendict.get
        """,
        "Python": "re.prefixmatch",
        "hands on": """
            builtins.sentinel frozendict.__eq__ frozendict.__ge__ frozendict.__gt__
            frozendict.__hash__ frozendict.__iter__ frozendict.__le__ frozendict.__len__
            frozendict.__lt__ frozendict.__ne__ frozendict.__or__ frozendict.__reversed__
            frozendict.__ror__ frozendict.fromkeys frozendict.items frozendict.keys
            frozendict.values
        """,
        "opaque": """
            binascii.a2b_ascii85 binascii.a2b_base32 binascii.a2b_base85 binascii.b2a_ascii85
            binascii.b2a_base32 binascii.b2a_base85
        """,
    },
}
"""What came after Python 3.11, by version and kind."""

GONE: dict[str, dict[str, str]] = {"3.12": {"Python": "re.template"}}
"""What Python 3.11 has and later ones do not, by the last version that does, and kind."""


class Entry(Record):
    """One row."""

    group: str
    name: str
    kind: str | None
    """None where nobody has thought of it."""
    since: str = ""
    until: str = ""
    """The first version of Python that has it, where that is not 3.11, and the last one."""


def entries() -> Iterator[Entry]:
    """The rows of all versions of Python, in the order of the table."""
    since = {(each.group, each.name): each.since for each in _of_versions(NEWER, "since")}
    until = {(each.group, each.name): each.until for each in _of_versions(GONE, "until")}
    live = {
        key: replace(each, since=since.get(key, ""), until=until.get(key, ""))
        for each in live_entries()
        for key in [(each.group, each.name)]
    }
    others = [*_of_versions(NEWER, "since"), *_of_versions(GONE, "until")]
    rows = {**{(each.group, each.name): each for each in others}, **live}.values()
    types = [*map(_group, TYPES)]
    if "frozendict" not in types:
        types.insert(types.index("frozenset") + 1, "frozendict")
    order = {name: at for at, name in enumerate(("builtins", *types, *MODULES))}
    yield from sorted(rows, key=lambda each: (order[each.group], _place(each)))


def _of_versions(table: dict[str, dict[str, str]], field: str) -> Iterator[Entry]:
    for version, kinds in table.items():
        for kind, names in kinds.items():
            for dotted in names.split():
                group, _, name = dotted.rpartition(".")
                yield Entry(group, name, kind, **{field: version})


def _place(entry: Entry) -> str:
    return entry.name.lower() if entry.group == "builtins" else entry.name


def live_entries() -> Iterator[Entry]:
    """The rows of this version of Python."""
    for name, value in sorted(vars(builtins).items(), key=lambda item: item[0].lower()):
        is_builtin = isinstance(value, type | BuiltinFunctionType)  # not what `site` adds
        if not name.startswith("_") and is_builtin and not _is_error(value):
            yield Entry("builtins", name, function_kind(value, f"builtins.{name}", name))
    for cls in TYPES:
        for name in sorted(dir(cls)):
            if (name in OPERATORS or not name.startswith("_")) and callable(getattr(cls, name)):
                yield Entry(_group(cls), name, method_kind(cls, name))
    for module in _modules():
        for name, value in _public(module):
            dotted = f"{module.__name__}.{name}"
            yield Entry(module.__name__, name, function_kind(value, dotted, dotted))


def missing() -> list[str]:
    """What nobody has thought of."""
    return [f"{entry.group}.{entry.name}" for entry in live_entries() if entry.kind is None]


def _modules() -> Iterator[ModuleType]:
    for name in MODULES:
        with contextlib.suppress(ModuleNotFoundError):  # one that is newer
            yield importlib.import_module(name)


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
        or function in callee.MODELS.objects
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
    if getattr(cls, name) in FUNCTIONS:
        return "model"  # of a method of the class itself
    if any(re.fullmatch(pattern, f"{_group(cls)}.{name}") for pattern in OPAQUE):
        return "opaque"
    own = _own(tracked, name, cls) if tracked is not None else None
    if own is not None:
        if name == "__hash__" or _loses(own) or (cls is bool and _loses(_own(SymInt, name, int))):
            return "opaque"
        return "term" if name in _TERM_METHODS.get(cls, ()) else "model"
    native = next(base for base in cls.__mro__ if name in base.__dict__)
    table = [callee.MODELS.methods[base] for base in cls.__mro__ if base in callee.MODELS.methods]
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


_LOSERS = frozenset(("lose", "lose_all", "_lost", "lose_text", "_wend_lose"))


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


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
