"""What functions and methods of Python's library change, and what nobody can change, by names."""

from __future__ import annotations

import ast
import builtins
import itertools
import re
from collections.abc import Collection
from datetime import datetime, timedelta

from wend.source.effects.recursion import name_of

MAKING_NEW = frozenset(
    ("bool", "bytes", "deepcopy", "float", "format", "int", "join", "len", "range", "repr", "str")
)
"""Functions whose results are new."""

COPYING = frozenset(
    (
        "chain", "copy", "dict", "enumerate", "filter", "frozenset", "islice", "iter", "list",
        "reversed", "set", "sorted", "sum", "tuple", "zip",
    )
)  # fmt: skip
"""Functions whose results are new, with the same items."""

IN_PLACE = frozenset(
    ("add", "and", "concat", "floordiv", "lshift", "matmul", "mod", "mul", "or", "pow", "rshift",
     "sub", "truediv", "xor")
)  # fmt: skip
"""Operators that have a form in place: `a += b` is `a.__iadd__(b)`, and `operator.iadd(a, b)`."""

CHANGING = frozenset(
    (
        "__delitem__", "__init__", "__next__", "__setitem__", "__setstate__", "add", "append",
        "appendleft", "clear", "difference_update", "discard", "extend", "extendleft", "insert",
        "intersection_update", "move_to_end", "pop", "popitem", "popleft", "put", "remove",
        "reverse", "rotate", "send", "setLevel", "setdefault", "sort", "subtract",
        "symmetric_difference_update", "update", "write",
    )
) | {f"__i{name}__" for name in IN_PLACE}  # fmt: skip
"""Methods that change their object."""

CHANGING_WHAT_IS_GIVEN = frozenset(
    (
        "_count_elements", "_heapify_max", "_heappop_max", "_heapreplace_max", "addressof", "anext",
        "byref", "delitem", "from_buffer", "heapify", "heappop", "heappush", "heappushpop",
        "heapreplace", "insort", "insort_left", "insort_right", "memmove", "memset", "next",
        "pack_into", "pointer", "readinto", "readinto1", "recv_into", "recvfrom_into", "setitem",
        "shuffle",
    )
) | {f"i{name}" for name in IN_PLACE}  # fmt: skip
"""Functions of the library that change an argument, or let others do so."""

CALLING_NOTHING = frozenset(dir(builtins)) - {"filter", "map", "max", "min", "sorted"}
"""Functions that call none that they are given."""

USED_UP = frozenset(name for name in dir(itertools) if not name.startswith("_")) | {
    *("DictReader", "enumerate", "filter", "finditer", "iglob", "iter", "iterdir", "map", "open"),
    *("reader", "reversed", "scandir", "walk", "zip"),
}
"""Functions that make what is used up when it is read."""

LOOKING = frozenset(
    (
        "abs", "ascii", "bin", "bool", "callable", "chr", "complex", "dir", "divmod", "float",
        "format", "getattr", "hasattr", "hash", "hex", "id", "int", "isinstance", "issubclass",
        "len", "oct", "ord", "pow", "range", "repr", "round", "slice", "str", "super", "type",
    )
)  # fmt: skip
"""Functions that leave whatever they are given as it is."""

LOOKING_UP = frozenset(("__getitem__", "__missing__", "format", "format_map"))
"""Methods that ask a dict for keys."""

_CONTAINERS = frozenset(("Counter", "OrderedDict", "bytearray", "defaultdict", "deque", "fromkeys"))
"""What makes a container of the library: its methods that change it are known."""

MAKING_CLASSES = frozenset(
    ("Enum", "Flag", "IntEnum", "IntFlag", "NamedTuple", "NewType", "StrEnum", "TypedDict",
     "namedtuple")
)  # fmt: skip
"""What makes classes whose objects have no methods that change them."""

_MAKING_STILL = frozenset(
    (
        "Decimal", "Fraction", "Path", "PosixPath", "PurePath", "PurePosixPath", "Struct",
        "TypeVar", "UUID", "ZoneInfo", "abspath", "attrgetter", "auto", "basename", "compile",
        "date", "datetime", "dirname", "getenv", "itemgetter", "join", "normpath", "realpath",
        "time", "timedelta", "timezone",
    )
)  # fmt: skip
"""What makes objects that nobody can change."""

_MAKING_PLAIN = frozenset(
    (
        "MappingProxyType", "field", "findall", "getLogger", "get_args", "get_origin", "listdir",
        "literal_eval", "load", "loads", *MAKING_CLASSES,
    )
)  # fmt: skip
"""What makes objects whose methods change nothing that anybody asks for, or plain containers."""

_KNOWN = COPYING | MAKING_NEW | _CONTAINERS | _MAKING_STILL | _MAKING_PLAIN
_OF_TEXT = frozenset((*dir(str), *dir(bytes), "items", "keys", "values"))

_ASKING = {"get", "items", "keys", "locked", "values"}.union(
    *map(dir, (str, bytes, int, float, tuple, frozenset, range, re.Pattern, datetime, timedelta))
) - {"__init__", "__setattr__", "__delattr__"}
"""Methods that change nothing, whatever has them; but see `is_asking`."""

FOREIGN, GROWING, ONCE = "foreign", "growing", "once"
"""What is of a class of others, of whose methods nothing is known; what grows when it is asked for
a key; what is used up when it is read."""


def is_still(value: ast.expr) -> bool:
    """Whether nobody can change a value."""
    match value:
        case ast.Constant():
            return True
        case ast.UnaryOp(operand=operand):
            return is_still(operand)
        case ast.BinOp(left=left, right=right):
            return is_still(left) and is_still(right)
        case ast.Tuple(elts=parts):
            return all(map(is_still, parts))
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in _MAKING_STILL or name in _STILL_BUILTINS
        case _:
            return False


_STILL_BUILTINS = ("frozenset", "str", "int", "float", "bool", "bytes", "range", "object")


def is_flat(value: ast.expr) -> bool:
    """Whether nobody can change the items of a value."""
    match value:
        case ast.List(elts=parts) | ast.Set(elts=parts) | ast.Dict(values=parts):
            return all(map(is_still, parts))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in COPYING:
            return all(map(is_flat, args))
        case _:
            return is_still(value)


def kinds_of(
    value: ast.expr | None, own: Collection[str], generators: Collection[str]
) -> frozenset[str]:
    """What may happen to a value, or to what is inside of it, without a method that is known to
    change it; `own` are the functions and classes of the module, `generators` those that yield."""
    match value:
        case ast.Call(func=func):
            name = name_of(func)
            if name in USED_UP or name in generators:
                return frozenset((ONCE, FOREIGN))
            if name == "defaultdict":
                return frozenset((GROWING,))
            is_known = name in own or name in _KNOWN or hasattr(builtins, name)
            is_foreign = not (is_known or (isinstance(func, ast.Attribute) and name in _OF_TEXT))
            return frozenset((FOREIGN,)) if is_foreign else frozenset()
        case ast.GeneratorExp():
            return frozenset((ONCE, FOREIGN))
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
            return frozenset().union(*[kinds_of(each, own, generators) for each in parts])
        case ast.Dict(values=parts) | ast.BoolOp(values=parts):
            return frozenset().union(*[kinds_of(each, own, generators) for each in parts])
        case ast.IfExp(body=body, orelse=orelse):
            return kinds_of(body, own, generators) | kinds_of(orelse, own, generators)
        case (
            ast.ListComp(elt=part)
            | ast.SetComp(elt=part)
            | ast.DictComp(key=part, value=None)
            | ast.DictComp(value=part)
            | ast.Subscript(value=part)
            | ast.NamedExpr(value=part)
        ):
            return kinds_of(part, own, generators)
        case _:
            return frozenset()


def is_container(value: ast.expr) -> bool:
    """Whether a value is a container of the library."""
    match value:
        case ast.Call(func=func):
            return name_of(func) in COPYING | _CONTAINERS
        case _:
            return isinstance(value, _DISPLAYS)


_DISPLAYS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)


def is_asking(method: str) -> bool:
    """Whether a method of an object of others only asks, as its name tells. A `get` may not: that
    of a queue takes what it gives."""
    is_named = method in _ASKING or method.startswith(("is_", "has_"))
    return is_named and method != "get"


def is_known_base(name: str) -> bool:
    """Whether a class of the library gives classes below it no methods that are not known."""
    return hasattr(builtins, name) or name in _KNOWN_BASES


_KNOWN_BASES = _CONTAINERS | {
    *("ABC", "Enum", "Flag", "Generic", "IntEnum", "IntFlag", "NamedTuple", "Protocol"),
    *("StrEnum", "TypedDict"),
}
