"""Names of what the twin may call without a probe, by what it has to look at before."""

from __future__ import annotations

import math
import sys

SUMS_BY_ITEMS = sys.version_info >= (3, 12)
"""Since then sums of floats keep what rounding takes away."""

ARGUMENTS: dict[str, str] = {
    **dict.fromkeys(
        (
            "ascii", "bin", "bytes", "chr", "complex", "divmod", "float", "hex", "int", "max",
            "min", "oct", "ord", "pow", "range", "round", "set", "frozenset",
        ),
        "scalars",
    ),
    **dict.fromkeys(("format", "repr", "str"), "shown"),
    **dict.fromkeys(
        (
            "all", "any", "reversed", "sorted", "type",
            *([] if SUMS_BY_ITEMS else ["sum"]),
        ),
        "iterables",
    ),
    **dict.fromkeys(("list", "tuple"), "ordered"),
    **dict.fromkeys(("enumerate", "iter", "zip"), "going"),
    "dict": "mappings",
    **dict.fromkeys(("bool", "len"), "sized"),
}  # fmt: skip
"""Builtins with a model, and the kinds of arguments that have no need of it."""

ATTRIBUTE_READERS = {"getattr": (2, 3), "hasattr": (2,), "setattr": (3,)}
"""Builtins that find an attribute by its name, and how many arguments they have."""

BISECTIONS = frozenset(("bisect", "bisect_left", "bisect_right", "insort", "insort_left"))
HEAPS = BISECTIONS | {"heapify", "heappop", "heappush", "heappushpop", "heapreplace"}
"""Functions of `heapq` and `bisect`: they compare by methods, and read a list themselves."""

STRUCTS = frozenset(("calcsize", "pack", "pack_into", "unpack", "unpack_from"))
"""Functions of `struct`."""

MAPPERS = frozenset(("filter", "map"))
"""Builtins that call a function with each item."""

KEYED = frozenset(("max", "min", "sorted"))
"""Builtins that may be given a function, `key`, which they call with each item."""

AT_ONCE = frozenset(
    ("all", "any", "frozenset", "list", "max", "min", "set", "sorted", "sum", "tuple")
)
"""Builtins that go through all of an iterable before any other code runs."""

BY_ITEMS = frozenset(("max", "min"))
"""For these it matters what the items of their one argument are."""

NAMING = frozenset(("complex", "enumerate", "int", "pow", "round", "sorted", "zip"))
"""Builtins that are called as they are with plain values by name, too."""

COLLECTING = frozenset(("bytes", "frozenset", "set"))
"""These look at each item of their one argument, too, and may be given a number or a text."""

CHECKED_METHODS: frozenset[str] = (
    frozenset(
        name
        for owner in (str, bytes, bytearray, list, tuple, dict, set, frozenset, int, float, math)
        for name in dir(owner)
        if not name.startswith("_")
    )
    - {"append", "clear", "copy", "items", "keys", "reverse", "values"}
    | HEAPS
    | STRUCTS
    | {"move_to_end", "read", "readline", "rotate", "seek", "truncate", "write"}
    | {"byteswap", "cast", "frombytes", "iter_unpack", "tobytes"}
    | {"isoformat", "quantize", "scaleb", "strftime", "to_integral_value"}
)
"""Methods of native types, of streams, arrays, dates and decimals too, functions of `math`, `heapq`
and `struct`, whose arguments are looked at."""

DRAWING = frozenset(
    ("choice", "expovariate", "gauss", "randbytes", "randint", "randrange", "shuffle", "uniform")
)
"""Likewise methods of random generators."""

OF_PATTERNS = frozenset(
    (
        *("end", "expand", "findall", "finditer", "fullmatch", "group", "groupdict", "groups"),
        *("match", "search", "span", "start", "sub", "subn"),
    )
)
"""Likewise methods of regular expressions and matches; with keywords they are others' as a rule."""

FIRST_ONLY = frozenset(("__setitem__", "fromkeys", "get", "insert", "setdefault", *HEAPS))
"""Those whose other arguments are only handed on."""
FINDING = frozenset(
    (
        *("__contains__", "__delitem__", "__getitem__", "__setitem__", "add", "discard", "get"),
        *("index", "count", "pop", "remove", "setdefault"),
    )
)
"""Those that look for what they are given, which is often a tuple."""
COMBINING = frozenset(
    name
    for name in dir(set)
    if name.startswith(("difference", "intersection", "is", "symmetric_", "union", "update"))
)
"""Those of sets that go through what they are given; `update` of dicts, too."""
HANDING_ON = frozenset(("extend", "extendleft", *HEAPS))
"""Those that hand on what they go through."""

KEEPING = frozenset(("insert", "iter_unpack"))
"""Those that keep what they are given, or write it into a bytearray; all others read it at once."""

WITH_PLAIN_VALUES = frozenset(
    ("array", "binascii", "cmath", "datetime", "decimal", "math", "struct", "unicodedata", "zlib")
)
"""Native modules whose functions and classes are called as they are with plain values."""

OF_ITEMS = frozenset(("array", "dist", "fsum", "sumprod"))
"""Those that are given containers of plain values, as a rule, and read them at once."""

MULTIPLYING = frozenset(("prod",))
"""Those that go through their first argument, and do to its items what methods do."""

MAKING = frozenset(
    (
        *("from_bytes", "fromhex", "fromisocalendar", "fromisoformat", "fromkeys", "fromordinal"),
        "maketrans",
    )
)
"""Methods of native classes that make an object: what is called is made anew with each call."""

WITH_METHODS = frozenset(("random",))
"""Modules whose functions are methods of an object that they share."""

FRAME_READERS = frozenset(
    ("super", "locals", "globals", "vars", "dir", "eval", "exec", "__import__", "breakpoint")
)
"""Builtins whose meaning depends on the frame or the name that they are called by."""

TEXT_READERS = frozenset(("eval", "exec", "__import__"))
"""Those among them that read the text they are given."""
