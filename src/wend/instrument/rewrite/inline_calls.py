"""Calls without a probe, where the twin knows what is called and looks at the arguments.

How that is said in a tree is told in `inline`.
"""

from __future__ import annotations

import ast
import math
import sys

from wend.instrument.rewrite.checks import (
    AND,
    IN,
    LOAD,
    OR,
    Check,
    arguments,
    do,
    is_a,
    is_same,
    kept,
    probed,
    type_at,
    typed,
)
from wend.instrument.rewrite.nodes import NULL_LAST, PLACEHOLDER, at

_MOST_ARGUMENTS = 8
"""Calls with many are compiled in another way."""

_SUMS_BY_ITEMS = sys.version_info >= (3, 12)
"""Since then sums of floats keep what rounding takes away."""

ARGUMENTS: dict[str, str] = {
    **dict.fromkeys(
        (
            "ascii", "bin", "bool", "bytes", "chr", "complex", "divmod", "float", "format", "hex",
            "int", "max", "min", "oct", "ord", "pow", "range", "repr", "round", "str", "set",
            "frozenset", *(["sum"] if _SUMS_BY_ITEMS else []),
        ),
        "scalars",
    ),
    **dict.fromkeys(
        (
            "all", "any", "len", "reversed", "sorted", "type",
            *(["sum"] if not _SUMS_BY_ITEMS else []),
        ),
        "iterables",
    ),
    **dict.fromkeys(("enumerate", "iter", "list", "tuple", "zip"), "ordered"),
    "dict": "mappings",
    "hash": "numbers_only",
}  # fmt: skip
"""Builtins with a model, and the kinds of arguments that have no need of it."""

ATTRIBUTE_READERS = frozenset(("getattr", "hasattr"))

BISECTIONS = frozenset(("bisect", "bisect_left", "bisect_right", "insort", "insort_left"))
HEAPS = BISECTIONS | {"heapify", "heappop", "heappush", "heappushpop", "heapreplace"}
"""Functions of `heapq` and `bisect`: they compare by methods, and read a list themselves."""

MAPPERS = frozenset(("filter", "map"))
"""Builtins that call a function with each item."""

AT_ONCE = frozenset(
    ("all", "any", "frozenset", "list", "max", "min", "set", "sorted", "sum", "tuple")
)
"""Builtins that go through all of an iterable before any other code runs."""

BY_ITEMS = frozenset(("max", "min", *(["sum"] if _SUMS_BY_ITEMS else [])))
"""For these it matters what the items of their one argument are."""

CHECKED_METHODS: frozenset[str] = (
    frozenset(
        name
        for owner in (str, bytes, bytearray, list, tuple, dict, set, frozenset, int, float, math)
        for name in dir(owner)
        if not name.startswith("_")
    )
    - {"append", "clear", "copy", "items", "keys", "reverse", "values"}
    | HEAPS
)
"""Methods of native types, functions of `math` and `heapq`, whose arguments are looked at."""

OF_PATTERNS = frozenset(
    ("findall", "finditer", "fullmatch", "group", "match", "search", "sub", "subn")
)
"""Likewise methods of regular expressions and matches; with keywords they are others' as a rule."""

FIRST_ONLY = frozenset(("get", "insert", "setdefault", *HEAPS))
"""Those whose other arguments are only handed on."""
FINDING = frozenset(("add", "discard", "get", "index", "count", "pop", "remove", "setdefault"))
"""Those that look for what they are given, which is often a tuple."""
HANDING_ON = frozenset(("extend", "extendleft", *HEAPS))
"""Those that hand on what they go through."""


def call(node: ast.Call, number: int) -> ast.Call:
    """f(a, b); the site of the call, which has a number, knows what may be called as it is."""
    place = node.func
    site = _site("site", number, place)
    slow = probed("called", [do("TAKE 2", place), site], place)
    # A function that was made anew, of code that was called here before.
    code = at(ast.Attribute(do("COPY 1", place), "__code__", LOAD), place)
    is_known = is_same(code, at(ast.Attribute(site, "code", LOAD), place))
    is_local = at(ast.BoolOp(AND, [is_a(1, "routines", place), is_known]), place)
    slow = at(ast.IfExp(is_local, do("NOP", place), slow), place)
    test = kept([node.func], [_known(1, site)], place)
    node.func = at(ast.IfExp(test, do("NOP", place), slow), place)
    return node


def call_of_builtin(node: ast.Call, number: int, *, at_once: bool = False) -> ast.Call | None:
    """f(a, b) where f may be a builtin with a model; None where nothing speaks for it.

    `at_once`: it is what `goes_at_once` found.
    """
    function = node.func
    if _maps(node):
        return _call_of_mapper(node, number, at_once)
    if _reads_attribute(node):
        return _call_of_getattr(node, number)
    if _is_of_heap(node):
        first = arguments(node.args[:1], "iterables", len(node.args))
        return _checked_call(node, number, "heaps", first)
    if (
        not isinstance(function, ast.Name)
        or function.id not in ARGUMENTS
        or not node.args
        or node.keywords
        or not _has_simple_arguments(node)
    ):
        return None
    if function.id in BY_ITEMS and len(node.args) == 1:
        return _checked_call(node, number, "scalars", _items_of(node.args[0], "collections"))
    kinds = ARGUMENTS[function.id]
    return _checked_call(node, number, kinds, arguments(node.args, kinds))


def goes_at_once(node: ast.Call) -> ast.expr | None:
    """The argument that a call goes through before any other code runs, if its name is right."""
    function = node.func
    is_named = isinstance(function, ast.Name) and function.id in AT_ONCE
    if not is_named and not (isinstance(function, ast.Attribute) and function.attr == "join"):
        return None
    return node.args[0] if node.args and _has_simple_arguments(node) else None


def _maps(node: ast.Call) -> bool:
    """Whether it is `map(f, items)`, or the like."""
    return (
        isinstance(node.func, ast.Name)
        and node.func.id in MAPPERS
        and len(node.args) == 2
        and not node.keywords
        and _has_simple_arguments(node)
    )


def _call_of_mapper(node: ast.Call, number: int, at_once: bool) -> ast.Call:
    """map(f, items): what is called in place of f takes its place on the stack.

    What goes through it `at_once` is the callee below ours.
    """
    place = node.args[-1]
    site, handed = _site("mappers", number, place), _site("handed", number, place)
    more = [handed, do("COPY 5", place)]
    if at_once:
        more.append(do(f"COPY {10 + NULL_LAST}", place))
    code = at(ast.Attribute(do("COPY 2", place), "__code__", LOAD), place)
    has_known_code = is_same(code, at(ast.Attribute(handed, "code", LOAD), place))
    is_local = at(ast.BoolOp(AND, [is_a(2, "routines", place), has_known_code]), place)
    is_known = at(ast.BoolOp(OR, [*_known(2, handed), is_local]), place)
    function = at(
        ast.IfExp(is_known, do("NOP", place), _replaced("handed", 2, place, *more)), place
    )
    checks = [_known(3 + NULL_LAST, site), typed(1, "ordered", place)]
    slow = _replaced("called", 3 + NULL_LAST, place, site)
    node.args[-1] = at(ast.IfExp(kept([place], checks, place), function, slow), place)
    return node


def _reads_attribute(node: ast.Call) -> bool:
    """Whether it is `getattr(x, "name")`, or the like."""
    return (
        isinstance(node.func, ast.Name)
        and node.func.id in ATTRIBUTE_READERS
        and len(node.args) in (2, 3)
        and not node.keywords
        and isinstance(node.args[1], ast.Constant)
        and _has_simple_arguments(node)
    )


def _is_of_heap(node: ast.Call) -> bool:
    """Whether it is `heappush(heap, x)`, or the like."""
    return (
        isinstance(node.func, ast.Name)
        and node.func.id in HEAPS
        and bool(node.args)
        and not node.keywords
        and not _has_bounds(node, node.func.id)
        and _has_simple_arguments(node)
    )


def _has_bounds(node: ast.Call, name: str) -> bool:
    """Whether it is told between which places to look."""
    return name in BISECTIONS and len(node.args) > 2


def _call_of_getattr(node: ast.Call, number: int) -> ast.Call:
    followed = typed(len(node.args), "followed", node.args[0], unless=True)
    return _checked_call(node, number, "readers", [followed])


def _items_of(node: ast.expr, kinds: str) -> list[Check]:
    """Whether what is on top is a list, or the like, of plain values."""
    own_type = at(ast.Constant(PLACEHOLDER + "type"), node)
    types = probed("map", [own_type, do("COPY 6", node)], node)
    return [typed(1, kinds, node), [probed("are_scalars", [types], node)]]


def _checked_call(node: ast.Call, number: int, kind: str, checks: list[Check]) -> ast.Call:
    """f(a, b), as it is where f is what is known here and the checks hold."""
    count, place = len(node.args), node.args[-1]
    site = _site(kind, number, place)
    checks = [_known(count + 1 + NULL_LAST, site), *checks]
    slow = _replaced("called", count + 1 + NULL_LAST, place, site)
    test = kept([node.args[-1]], checks, place)
    node.args[-1] = at(ast.IfExp(test, do("NOP", place), slow), place)
    return node


def call_of_method(node: ast.Call, number: int) -> ast.Call | None:
    """x.m(a, b), without a bound method being made; None where it must be a probe.

    While x is evaluated, the stack is less deep than the compiler believes: nothing in it may
    handle exceptions.
    """
    function = node.func
    if not isinstance(function, ast.Attribute) or not _has_simple_arguments(node):
        return None
    name, place = function.attr, function
    names_keys = name == "update" and not node.args  # by keywords, which are no tracked text
    is_checked = bool(node.args or node.keywords) and name in CHECKED_METHODS and not names_keys
    is_checked = is_checked and not _has_bounds(node, name)
    is_checked = is_checked or (name in OF_PATTERNS and bool(node.args) and not node.keywords)
    if is_checked and node.keywords:
        return None
    is_plain = is_checked or names_keys or not (node.args or node.keywords)
    kind = "methods" if is_plain else "any"
    kinds = at(ast.Constant(f"{PLACEHOLDER}{kind}:{name}"), place)
    looked_up = at(ast.Attribute(do("METHOD", place), name, LOAD), place)
    native = at(ast.Call(looked_up, [], []), place)
    if name in HEAPS and is_checked:
        avoided = "heaps"
    else:
        avoided = "scalars" if is_checked and name not in FIRST_ONLY else "site"
    site = _site(avoided, number, place)
    attribute = at(ast.Attribute(do("NOP", place), name, LOAD), place)
    asked = probed("called_method", [do("TAKE 2", place), site, kinds], place)
    is_known = kept([attribute], [_known(1, site)], place)
    slow = is_same(at(ast.IfExp(is_known, do("NOP", place), asked), place), do("BOUND", place))
    check = typed(1, f"{kind}:{name}", place)
    test = kept([do("START", place), function.value], [check], place)
    node.func = at(ast.IfExp(test, native, slow), place)
    if is_checked:
        _check_arguments(node, name)
    return node


def _check_arguments(node: ast.Call, name: str) -> None:
    """Where an argument is not plain, the model takes the place of the native method."""
    count, place = len(node.args), node.args[-1]
    given = node.args[:1] if name in FIRST_ONLY else node.args
    if name == "join" and count == 1:
        checks = _items_of(given[0], "sequences")
    elif name in HANDING_ON:
        checks = arguments(given, "ordered", count)
    else:
        checks = arguments(given, "keys" if name in FINDING else "scalars", count)
    if not checks:
        return
    # The callee is a native method and its object, or what the probe said and nothing.
    if NULL_LAST:
        is_method, at_function = is_a(count + 2, "descriptors", place), count + 2
    else:
        receivers = at(ast.Constant(PLACEHOLDER + "receivers"), place)
        is_method = at(ast.Compare(type_at(count + 1, place), [IN], [receivers]), place)
        at_function = count + 1
    is_function = is_a(at_function, "functions", place)
    other = at(
        ast.IfExp(is_function, _replaced("call", at_function, place), do("NOP", place)), place
    )
    slow = at(ast.IfExp(is_method, _replaced("unbound", count + 2, place), other), place)
    test = kept([node.args[-1]], checks, place)
    node.args[-1] = at(ast.IfExp(test, do("NOP", place), slow), place)


def _replaced(probe: str, depth: int, place: ast.AST, *more: ast.expr) -> ast.expr:
    """Puts what the probe says of what is at a depth in its place."""
    read = do(f"COPY {depth + 2}", place)
    return is_same(probed(probe, [read, *more], place), do(f"SWAPPOP {depth + 1}", place))


def _known(depth: int, site: ast.expr) -> Check:
    """Whether what is called is what was called here before."""
    known = at(ast.Attribute(site, "known", LOAD), site)
    return [is_same(do(f"COPY {depth}", site), known)]


def _site(kinds: str, number: int, place: ast.AST) -> ast.expr:
    return at(ast.Constant(f"{PLACEHOLDER}{kinds}:{number}"), place)


def _has_simple_arguments(node: ast.Call) -> bool:
    return (
        len(node.args) + 2 * len(node.keywords) <= _MOST_ARGUMENTS
        and not any(isinstance(arg, ast.Starred) for arg in node.args)
        and all(keyword.arg is not None for keyword in node.keywords)
    )
