"""Tables of what methods, functions and names say about the types of values."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Any


def _public_methods(cls: Any) -> frozenset[str]:
    return frozenset(name for name in dir(cls) if not name.startswith("_"))


METHODS = {
    "str": _public_methods(str),
    "list": _public_methods(list),
    "dict": _public_methods(dict),
    "set": _public_methods(set),
    "bytes": frozenset(("decode", "hex")),
    "stream": frozenset(("read", "readline", "readlines", "write", "writelines", "seek", "tell")),
    "match": frozenset(("group", "groups", "groupdict", "start", "end", "span", "expand")),
    "int": frozenset(("bit_length", "bit_count", "to_bytes")),
    "float": frozenset(("is_integer", "hex", "as_integer_ratio")),
}

OF_BUILTINS = frozenset().union(*METHODS.values(), _public_methods(bytes), _public_methods(int))
"""Attributes of builtin types."""

ATTRIBUTES = {
    **dict.fromkeys(("__mro__", "__bases__", "__subclasses__", "mro"), "type"),
    **dict.fromkeys(("__code__", "__closure__", "__globals__", "__defaults__"), "callable"),
    "__self__": "method",
    "__func__": "method",
    "__objclass__": "descriptor",
    "gi_code": "generator",
    "gi_frame": "generator",
    "co_code": "code",
    "co_consts": "code",
    "__next__": "iterator",
}
"""Attributes that only objects of one kind have."""

PREDICATES = {
    "isclass": "type",
    "isfunction": "callable",
    "ismethod": "method",
    "isbuiltin": "builtin",
    "isroutine": "builtin",
    "ismethoddescriptor": "descriptor",
    "isdatadescriptor": "member",
    "ismemberdescriptor": "member",
    "isgenerator": "generator",
    "iscode": "code",
    "ismodule": "module",
}
"""Functions of `inspect` that ask for a kind."""

NATIVE_CLASSES: dict[Any, str] = {
    type: "type",
    types.FunctionType: "callable",
    types.MethodType: "method",
    types.BuiltinFunctionType: "builtin",
    types.MethodDescriptorType: "descriptor",
    types.MemberDescriptorType: "member",
    types.GeneratorType: "generator",
    types.CodeType: "code",
    types.ModuleType: "module",
}
"""Classes whose instances no constructor makes from arguments worth exploring."""

SAMPLES = {
    "type": ("int", "str", "list", "object"),
    "method": ("(lambda self: self).__get__(0)", "[].append"),
    "builtin": ("len", "[].append"),
    "descriptor": ("dict.get", "str.upper"),
    "member": ("property.fget",),
    "generator": ("(each for each in [0])",),
    "code": ("(lambda: 0).__code__",),
    "module": ("__import__('sys')",),
}
"""Sources of example objects, one or two of each kind; these are tried as they are."""

TAKING_TEXT = frozenset(
    (
        *("split", "rsplit", "partition", "rpartition", "startswith", "endswith", "replace"),
        *("find", "rfind", "strip", "lstrip", "rstrip", "removeprefix", "removesuffix"),
        *("match", "prefixmatch", "fullmatch", "findall", "finditer"),
    )
)
"""Methods of text, and of patterns, that take text."""

TAKING_BYTES = frozenset(("binascii", "zlib", "bz2", "_struct", "marshal", "_codecs"))
"""Native modules whose functions take bytes, after a text with the format."""

TAKING_PATHS = frozenset(("posix", "nt", "posixpath", "ntpath", "genericpath", "glob", "_io"))
"""Modules whose functions take paths."""

_ITERABLE = (("list", 2.0), ("str", 0.3))
_INT = (("int", 2.0),)
NUMBERS = (("int", 1.0), ("float", 0.5))
ARGUMENTS: dict[str, tuple[tuple[str, float], ...]] = {
    "len": (("list", 1.5), ("str", 1.2)),
    "ord": (("str", 3.0),),
    **dict.fromkeys(("chr", "range", "bin", "hex", "oct", "math.gcd", "math.isqrt"), _INT),
    **dict.fromkeys(("abs", "round", "divmod", "pow"), NUMBERS),
    "int": (("str", 1.5), ("int", 1.0)),
    "float": (("float", 1.5), ("str", 1.0), ("int", 0.5)),
    **dict.fromkeys(
        ("sum", "sorted", "enumerate", "zip", "reversed", "set", "list", "tuple", "iter", "any",
         "all", "min", "max", "frozenset", "map", "filter", "math.prod", "statistics.mean"),
        _ITERABLE,
    ),
    "dict": (("dict", 1.0), ("list", 0.5)),
    "open": (("str", 3.0),),
    "os.fspath": (("str", 3.0), ("bytes", 1.2)),
    **dict.fromkeys(("eval", "exec", "compile", "ast.parse", "ast.literal_eval"), (("str", 2.0),)),
    "next": (("iterator", 3.0),),
    "issubclass": (("type", 3.0),),
    "json.loads": (("str", 3.0),),
    "json.dumps": (("dict", 1.0), ("list", 0.7)),
    "callable": (("callable", 1.0),),
}  # fmt: skip
"""The types of arguments that functions take, with weights, by the usual name of the function."""

BUILTIN_KINDS = {
    **{name: name for name in ("int", "float", "str", "bool", "list", "dict", "set", "bytes")},
    "tuple": "tuple",
    "type(None)": "None",
    "None": "None",
}

_COMMON_NAMES = {
    "str": "s text string name line word path filename file_name url title message msg label "
    "prefix suffix sep pattern char ch c password email key",
    "int": "n i j k x y z a b m count size length index num number age year month day limit "
    "width height depth start stop end step amount",
    "list": "xs items lst arr array nums numbers values elements seq sequence lines words rows "
    "data args points scores",
    "stream": "fp fileobj infile outfile",
    "bytes": "buf buffer octets payload",
    "dict": "d mapping config settings options headers params kwargs table record",
    "callable": "func fn callback predicate function",
    "bool": "flag verbose strict reverse",
}
_NAMES = {name: kind for kind, names in _COMMON_NAMES.items() for name in names.split()}


def by_name(name: str) -> Iterator[tuple[str, float]]:
    """The type that a name hints at, with less weight than any use has."""
    if name.startswith(("is_", "has_", "use_", "with_")):
        yield "bool", 0.5
    if name in _NAMES:
        yield _NAMES[name], 0.25
