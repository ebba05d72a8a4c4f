"""Probes that cost nothing but a look at types: the native operation stands beside the probe.

`getitem(a, i)` is a call for each subscript, nearly always in vain. What is wanted is

    a[i] if type(i) in PLAIN else getitem(a, i)

with `a` and `i` evaluated once and held nowhere but on the interpreter's stack: a name for them
would be seen by the code under test and keep objects alive. Python has no syntax for that. So the
tree says it with constants that stand for instructions, and `instrument/patch` puts these in:

    (NOP[NOP]) if a is (i is ((type(COPY 3) in PLAIN) is DROP 3)) else getitem(TAKE 3, SWAP 2)

`x is (y is (… is DROP n))` evaluates x and y; with its operators dropped, both stay on the stack.
`COPY` reads one of them, the arms use them up. Nothing is moved, so jumps, lines and exception
tables hold; while an operand is evaluated, the stack is as deep as the compiler believes.
"""

from __future__ import annotations

import ast
import math
import sys
from collections.abc import Sequence
from typing import Any, cast

from wend.instrument.rewrite.nodes import INSTRUCTION, NULL_LAST, PLACEHOLDER, at
from wend.instrument.rewrite.sets import ALGEBRA, COMPARISON

SUPPORTED = (3, 11) <= sys.version_info[:2] <= (3, 13)
"""Elsewhere every probe is a call: instructions differ, and `tests/instrument/stack_check` has to
know them."""

_LOAD, _STORE, _AND, _OR = ast.Load(), ast.Store(), ast.And(), ast.Or()
_IS, _IS_NOT, _IN, _NOT_IN = ast.Is(), ast.IsNot(), ast.In(), ast.NotIn()
"""Nodes without a position may stand in many places."""

Check = list[ast.expr]
"""What tells that operands are plain, in alternatives: the quick one first."""

_MOST_ARGUMENTS = 8
"""Calls with many are compiled in another way."""
_MOST_PARTS = 4
"""Displays with more parts are left to a probe."""

ARGUMENTS: dict[str, str] = {
    **dict.fromkeys(
        (
            "ascii", "bin", "bool", "bytes", "chr", "complex", "divmod", "float", "format", "hex",
            "int", "max", "min", "oct", "ord", "pow", "range", "repr", "round", "str", "set",
            "frozenset",
        ),
        "scalars",
    ),
    **dict.fromkeys(
        (
            "all", "any", "enumerate", "iter", "len", "list", "reversed", "sorted", "sum", "tuple",
            "type", "zip",
        ),
        "iterables",
    ),
}  # fmt: skip
"""Builtins with a model, and the kinds of arguments that have no need of it."""

ATTRIBUTE_READERS = frozenset(("getattr", "hasattr"))

EXTREMES = frozenset(("max", "min"))

CHECKED_METHODS: frozenset[str] = frozenset(
    name
    for owner in (str, bytes, bytearray, list, tuple, dict, set, frozenset, int, float, math)
    for name in dir(owner)
    if not name.startswith("_")
) - {"append", "clear", "copy", "items", "keys", "reverse", "values"}
"""Methods of native types, and functions of `math`, whose arguments are looked at."""

ONE_TYPE = frozenset(("texts", "functions", "routines", "descriptors"))
"""Kinds that are one type, whatever happens."""

FIRST_ONLY = frozenset(("get", "insert", "setdefault"))
"""Those whose other arguments are only handed on."""
HANDING_ON = frozenset(("extend", "extendleft"))
"""Those that hand on what they go through."""


_OPERATORS: dict[str, type[ast.operator] | type[ast.cmpop]] = {
    symbol: cast(Any, operator) for operator, symbol in {**ALGEBRA, **COMPARISON}.items()
}
IN_PLACE = frozenset(f"{symbol}=" for symbol in ALGEBRA.values())


def mark(number: int, place: ast.AST) -> ast.stmt:
    """Adds a number to the marks, unless the run has entered its block before."""
    marks = at(ast.Constant(PLACEHOLDER + "marks"), place)
    note = at(ast.Expr(_is(marks, _do(f"MARK {number}", place))), place)
    entered = at(ast.Attribute(_block(number, place), "entered", _STORE), place)
    keep = at(ast.Assign([entered], at(ast.Constant(True), place)), place)
    return at(ast.If(_entered(number, place, _IS), [note, keep], []), place)


def marked(number: int, value: ast.expr) -> ast.expr:
    """The value of an arm that is an expression, and its mark."""
    enter = at(ast.Attribute(_block(number, value), "enter", _LOAD), value)
    tests = [_entered(number, value, _IS_NOT), at(ast.Call(enter, [], []), value)]
    always = at(ast.BoolOp(_OR, tests), value)
    return at(ast.IfExp(always, value, at(ast.Constant(None), value)), value)


def _entered(number: int, place: ast.AST, operator: ast.cmpop) -> ast.expr:
    """Whether the run has not entered a block before (`is`), or has."""
    entered = at(ast.Attribute(_block(number, place), "entered", _LOAD), place)
    return at(ast.Compare(entered, [operator], [at(ast.Constant(None), place)]), place)


def _block(number: int, place: ast.AST) -> ast.expr:
    return at(ast.Constant(f"{PLACEHOLDER}block:{number}"), place)


def subscript(container: ast.expr, key: ast.expr, place: ast.expr) -> ast.expr:
    """container[key]"""
    native = at(ast.Subscript(_do("NOP", place), _do("NOP", place), _LOAD), place)
    return _chosen([container, key], [_plain_key(key, place)], native, "getitem", place)


def assignment(value: ast.expr, container: ast.expr, key: ast.expr, place: ast.stmt) -> ast.stmt:
    """container[key] = value"""
    stored = at(ast.Subscript(_do("NOP", place), _do("STORE", place), _LOAD), place)
    nothing = _is(at(ast.Constant(None), place), _do("DROP 2", place))
    native = _is(stored, nothing)
    operands = [value, container, key]
    checks = [_plain_key(key, place)]
    return at(ast.Expr(_chosen(operands, checks, native, "setitem", place)), place)


def deletion(container: ast.expr, key: ast.expr, place: ast.stmt) -> ast.stmt:
    """del container[key]"""
    deleted = at(ast.Subscript(_do("NOP", place), _do("DELETE", place), _LOAD), place)
    nothing = _is(at(ast.Constant(None), place), _do("DROP 2", place))
    # A key that is constant is no look: what a tracked number says, only the probe knows.
    checks = [_plain_key(key, place), _typed(2, "followed", place, unless=True)]
    native = _is(deleted, nothing)
    return at(ast.Expr(_chosen([container, key], checks, native, "delitem", place)), place)


def parts_of_key(key: ast.Tuple) -> ast.Tuple:
    """What stands as key in `container[i, j]`, read or written.

    Where a part is not plain, the container becomes a `place`, to which it is all one what is
    looked up in it.
    """
    count, place = len(key.elts), key.elts[-1]
    checks = _arguments(key.elts, "keys") or [_all_plain(place)]
    depth = count + 1
    read = [_do(f"COPY {depth + 2}", place) for _ in range(depth)]
    placed = _call("place_of", read, place)
    slow = _is(placed, _do(f"SWAPPOP {depth + 1}", place))
    test = _kept([place], checks, place)
    key.elts[-1] = at(ast.IfExp(test, _do("NOP", place), slow), place)
    return key


def display(keys: list[ast.expr], values: list[ast.expr], place: ast.expr) -> ast.expr | None:
    """{a, b}, and with values {a: b}; None where there are too many."""
    count = len(keys)
    if not 0 < count <= _MOST_PARTS:
        return None
    if values:
        operands = [each for pair in zip(keys, values, strict=True) for each in pair]
        checks = _arguments(keys, "keys", 2 * count, apart=2)
    else:
        operands, checks = keys, _arguments(keys, "keys")
    build = _do(f"{'MAP' if values else 'SET'} {count}", place)
    native = at(ast.Subscript(_do("NOP", place), build, _LOAD), place)
    probe = "dict_with" if values else "set_with"
    return _chosen(operands, checks or [_all_plain(place)], native, probe, place)


def key_of_place(key: ast.expr, place: ast.expr) -> ast.expr:
    """What stands as key in `container[key] += 1`: where need be, both become a `place` and 0."""
    taken = _call("place", [_do("TAKE 3", place), _do("SWAP 2", place)], place)
    zero = _is(at(ast.Constant(0), place), _do("DROP 2", place))
    test = _kept([key], [_plain_key(key, place)], place)
    return at(ast.IfExp(test, _do("NOP", place), _is(taken, zero)), place)


def membership(left: ast.expr, right: ast.expr, operator: ast.cmpop, place: ast.expr) -> ast.expr:
    """left in right, left not in right"""
    checks = []
    if not _is_constant(right):
        checks.append(_typed(1, "containers", place))
    checks += _plain(2, left, "keys")
    native = at(ast.Compare(_do("NOP", place), [operator], [_do("NOP", place)]), place)
    if not checks:
        native.left, native.comparators = left, [right]
        return native
    name = "contains" if isinstance(operator, ast.In) else "lacks"
    return _chosen([left, right], checks, native, name, place)


def identity(left: ast.expr, right: ast.expr, operator: ast.cmpop, place: ast.expr) -> ast.expr:
    """left is right, left is not right; what is no number is no tracked one, whatever is left."""
    if isinstance(right, ast.Constant):
        check = _typed(2, "truths", place, unless=True)
        if isinstance(right.value, bool):  # most of what is compared with one is the other
            other = _is(_do("COPY 2", place), at(ast.Constant(not right.value), place))
            check = [other, *check]
    else:
        check = _typed(1, "integers", place, unless=True)
    native = at(ast.Compare(_do("NOP", place), [operator], [_do("NOP", place)]), place)
    name = "same" if isinstance(operator, ast.Is) else "differs"
    return _chosen([left, right], [check], native, name, place)


def negation(operand: ast.expr, place: ast.expr) -> ast.expr:
    """not operand"""
    native = at(ast.UnaryOp(ast.Not(), _undone(place)), place)
    checks = [_typed(1, "followed", place, unless=True)]
    return _chosen([operand], checks, native, "negation", place)


def part(container: ast.expr, bounds: list[ast.expr], place: ast.expr) -> ast.expr:
    """container[start:stop], container[start:stop:step]"""
    within = at(ast.Slice(*[_do("NOP", place) for _ in bounds]), place)
    native = at(ast.Subscript(_do("NOP", place), within, _LOAD), place)
    checks = _arguments(bounds, "keys")
    return _chosen([container, *bounds], checks, native, "part", place)


def formatted(node: ast.FormattedValue) -> ast.expr:
    """The text of a value in an f-string, whose specification is constant."""
    given: list[ast.expr] = []
    if node.conversion >= 0 or node.format_spec is not None:
        given.append(at(ast.Constant(chr(node.conversion) if node.conversion >= 0 else ""), node))
    if isinstance(node.format_spec, ast.JoinedStr):
        given.append(node.format_spec)
    text = at(ast.FormattedValue(_do("NOP", node), node.conversion, node.format_spec), node)
    native = at(ast.JoinedStr([text]), node)
    slow = _call("formatted", [_do("TAKE 2", node), *given], node)
    test = _kept([node.value], [_typed(1, "scalars", node)], node)
    return at(ast.IfExp(test, native, slow), node)


def joined(parts: list[ast.expr], place: ast.expr) -> ast.expr:
    """The parts of an f-string put together."""
    if len(parts) == 1:
        native = _undone(place)
    else:
        native = at(ast.JoinedStr([_do("NOP", place) for _ in parts]), place)
    return _chosen(parts, _arguments(parts, "texts"), native, "joined", place)


def modulo(left: ast.expr, right: ast.expr, place: ast.expr) -> ast.expr:
    """left % right"""
    native = at(ast.BinOp(_do("NOP", place), ast.Mod(), _do("NOP", place)), place)
    if isinstance(left, ast.Constant):  # a text that is filled in
        checks = _plain(1, right, "scalars") or [_all_plain(place)]
    else:
        checks = [_typed(2, "numbers", place)]
    return _chosen([left, right], checks, native, "modulo", place)


def operation(symbol: str, left: ast.expr, right: ast.expr, place: ast.expr) -> ast.expr:
    """left OP right, where a set or dict with tracked keys may be concerned."""
    operands = _do("NOP", place), _do("INPLACE" if symbol in IN_PLACE else "NOP", place)
    operator = _OPERATORS[symbol.removesuffix("=") if symbol in IN_PLACE else symbol]()
    if isinstance(operator, ast.cmpop):
        native: ast.expr = at(ast.Compare(operands[0], [operator], [operands[1]]), place)
    else:
        native = at(ast.BinOp(operands[0], operator, operands[1]), place)
    if symbol in IN_PLACE:
        check = _typed(2, "numbers", place)  # of which nothing is changed in place
    else:
        check = _all_plain(place)
    return _chosen([left, right], [check], native, f"operate:{symbol}", place)


def iterated(node: ast.expr) -> ast.expr:
    """What is iterated over."""
    test = _kept([node], [_typed(1, "iterables", node)], node)
    slow = _call("iterated", [_do("TAKE 2", node)], node)
    return at(ast.IfExp(test, _do("NOP", node), slow), node)


def call(node: ast.Call, number: int) -> ast.Call:
    """f(a, b); the site of the call, which has a number, knows what may be called as it is."""
    place = node.func
    site = _site("site", number, place)
    slow = _call("called", [_do("TAKE 2", place), site], place)
    # A function that was made anew, of code that was called here before.
    code = at(ast.Attribute(_do("COPY 1", place), "__code__", _LOAD), place)
    is_known = _is(code, at(ast.Attribute(site, "code", _LOAD), place))
    is_local = at(ast.BoolOp(_AND, [_is_a(1, "routines", place), is_known]), place)
    slow = at(ast.IfExp(is_local, _do("NOP", place), slow), place)
    test = _kept([node.func], [_known(1, site)], place)
    node.func = at(ast.IfExp(test, _do("NOP", place), slow), place)
    return node


def call_of_builtin(node: ast.Call, number: int) -> ast.Call | None:
    """f(a, b) where f may be a builtin with a model; None where nothing speaks for it."""
    function = node.func
    if _reads_attribute(node):
        return _call_of_getattr(node, number)
    if (
        not isinstance(function, ast.Name)
        or function.id not in ARGUMENTS
        or not node.args
        or node.keywords
        or not _has_simple_arguments(node)
    ):
        return None
    if function.id in EXTREMES and len(node.args) == 1:
        return _checked_call(node, number, "scalars", _items_of(node.args[0]))
    kinds = ARGUMENTS[function.id]
    return _checked_call(node, number, kinds, _arguments(node.args, kinds))


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


def _call_of_getattr(node: ast.Call, number: int) -> ast.Call:
    followed = _typed(len(node.args), "followed", node.args[0], unless=True)
    return _checked_call(node, number, "readers", [followed])


def _items_of(node: ast.expr) -> list[Check]:
    """Whether what is on top is a list, or the like, of plain values."""
    own_type = at(ast.Constant(PLACEHOLDER + "type"), node)
    types = _call("map", [own_type, _do("COPY 6", node)], node)
    return [_typed(1, "collections", node), [_call("are_scalars", [types], node)]]


def _checked_call(node: ast.Call, number: int, kind: str, checks: list[Check]) -> ast.Call:
    """f(a, b), as it is where f is what is known here and the checks hold."""
    count, place = len(node.args), node.args[-1]
    site = _site(kind, number, place)
    checks = [_known(count + 1 + NULL_LAST, site), *checks]
    slow = _replaced("called", count + 1 + NULL_LAST, place, site)
    test = _kept([node.args[-1]], checks, place)
    node.args[-1] = at(ast.IfExp(test, _do("NOP", place), slow), place)
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
    if is_checked and node.keywords:
        return None
    is_plain = is_checked or names_keys or not (node.args or node.keywords)
    kind = "methods" if is_plain else "any"
    kinds = at(ast.Constant(f"{PLACEHOLDER}{kind}:{name}"), place)
    looked_up = at(ast.Attribute(_do("METHOD", place), name, _LOAD), place)
    native = at(ast.Call(looked_up, [], []), place)
    is_model_avoided = is_checked and name not in FIRST_ONLY
    site = _site("scalars" if is_model_avoided else "site", number, place)
    attribute = at(ast.Attribute(_do("NOP", place), name, _LOAD), place)
    asked = _call("called_method", [_do("TAKE 2", place), site, kinds], place)
    is_known = _kept([attribute], [_known(1, site)], place)
    slow = _is(at(ast.IfExp(is_known, _do("NOP", place), asked), place), _do("BOUND", place))
    check = _typed(1, f"{kind}:{name}", place)
    test = _kept([_do("START", place), function.value], [check], place)
    node.func = at(ast.IfExp(test, native, slow), place)
    if is_checked:
        _check_arguments(node, name)
    return node


def _check_arguments(node: ast.Call, name: str) -> None:
    """Where an argument is not plain, the model takes the place of the native method."""
    count, place = len(node.args), node.args[-1]
    given = node.args[:1] if name in FIRST_ONLY else node.args
    checks = _arguments(given, "iterables" if name in HANDING_ON else "scalars", count)
    if not checks:
        return
    # The callee is a native method and its object, or what the probe said and nothing.
    if NULL_LAST:
        is_method, at_function = _is_a(count + 2, "descriptors", place), count + 2
    else:
        receivers = at(ast.Constant(PLACEHOLDER + "receivers"), place)
        is_method = at(ast.Compare(_type_at(count + 1, place), [_IN], [receivers]), place)
        at_function = count + 1
    is_function = _is_a(at_function, "functions", place)
    other = at(
        ast.IfExp(is_function, _replaced("call", at_function, place), _do("NOP", place)), place
    )
    slow = at(ast.IfExp(is_method, _replaced("unbound", count + 2, place), other), place)
    test = _kept([node.args[-1]], checks, place)
    node.args[-1] = at(ast.IfExp(test, _do("NOP", place), slow), place)


# Pieces


def _chosen(
    operands: list[ast.expr],
    checks: list[Check],
    native: ast.expr,
    probe: str,
    place: ast.AST,
) -> ast.expr:
    """The native operation where the checks hold of its operands, else the probe."""
    count = len(operands)
    taken = [_do(f"TAKE {count + 1}", place)]
    taken += [_do(f"SWAP {depth}", place) for depth in range(count, 1, -1)]
    return at(ast.IfExp(_kept(operands, checks, place), native, _call(probe, taken, place)), place)


def _kept(operands: list[ast.expr], checks: list[Check], place: ast.AST) -> ast.expr:
    """Whether all checks hold; the operands stay on the stack."""
    test = _is(checks[0][0], _do(f"DROP {len(operands) + 1}", place))
    for operand in reversed(operands):
        test = at(ast.Compare(operand, [_IS], [test]), place)
    tests = [[test, *checks[0][1:]], *checks[1:]]
    return _joint(_AND, [_joint(_OR, alternatives, place) for alternatives in tests], place)


def _joint(operator: ast.boolop, tests: list[ast.expr], place: ast.AST) -> ast.expr:
    return tests[0] if len(tests) == 1 else at(ast.BoolOp(operator, tests), place)


def _plain(depth: int, node: ast.expr, kinds: str) -> list[Check]:
    """Whether the operand at a depth, of which this is the source, is plain."""
    if isinstance(node, ast.Constant):
        return []
    if isinstance(node, ast.Tuple) and kinds != "iterables" and is_short(node):
        return [
            _typed(depth, kinds, part, index=index)
            for index, part in enumerate(node.elts)
            if not isinstance(part, ast.Constant)
        ]
    return [_typed(depth, kinds, node)]


def is_short(node: ast.Tuple) -> bool:
    """Whether each part of it may be looked at."""
    return 0 < len(node.elts) <= _MOST_PARTS and not any(
        isinstance(part, ast.Starred | ast.Slice) for part in node.elts
    )


def _typed(
    depth: int, kinds: str, place: Any, *, unless: bool = False, index: int | None = None
) -> Check:
    """Whether the operand at a depth of the stack is of one of these kinds; `unless`: of none.

    Most places meet one type only: it is compared with that first. With an index it is the item
    of a tuple.
    """
    if kinds in ONE_TYPE:
        return [_is_a(depth, kinds, place)]
    way = "unless" if unless else "look"
    where = f"{place.lineno}-{place.end_lineno}-{place.col_offset}-{place.end_col_offset}-{depth}"
    look = at(ast.Constant(f"{PLACEHOLDER}{way}:{where}:{kinds}"), place)
    known = _is(_type_at(depth, place, index), at(ast.Attribute(look, "known", _LOAD), place))
    types = at(ast.Attribute(look, "types", _LOAD), place)
    operator = _NOT_IN if unless else _IN
    return [known, at(ast.Compare(_type_at(depth, place, index), [operator], [types]), place)]


def _is_a(depth: int, kind: str, place: ast.AST) -> ast.expr:
    """Whether the operand at a depth of the stack is of a kind that is one type."""
    return _is(_type_at(depth, place), at(ast.Constant(PLACEHOLDER + kind), place))


def _type_at(depth: int, place: ast.AST, index: int | None = None) -> ast.expr:
    operand = _do(f"COPY {depth + 2}", place)
    if index is not None:
        # No plain index, by which the compiler would look up a character of our constant.
        operand = at(ast.Subscript(operand, _do(f"NUMBER {index}", place), _LOAD), place)
    return _call("type", [operand], place)


def _all_plain(place: ast.AST) -> Check:
    """Whether no dict or set holds tracked keys."""
    state = at(ast.Constant(PLACEHOLDER + "state"), place)
    return [at(ast.Attribute(state, "is_plain", _LOAD), place)]


def _plain_key(key: ast.expr, place: ast.AST) -> Check:
    """Whether the key on top of the stack may be looked up as it is."""
    return _all_plain(place) if isinstance(key, ast.Constant) else _typed(1, "keys", place)


def _undone(place: ast.AST) -> ast.expr:
    """What is on top of the stack; the compiler knows the truth of a constant alone, and would
    leave out the test of it."""
    return at(ast.Subscript(_do("NOP", place), _do("UNDO", place), _LOAD), place)


def _replaced(probe: str, depth: int, place: ast.AST, *more: ast.expr) -> ast.expr:
    """Puts what the probe says of what is at a depth in its place."""
    read = _do(f"COPY {depth + 2}", place)
    return _is(_call(probe, [read, *more], place), _do(f"SWAPPOP {depth + 1}", place))


def _known(depth: int, site: ast.expr) -> Check:
    """Whether what is called is what was called here before."""
    known = at(ast.Attribute(site, "known", _LOAD), site)
    return [_is(_do(f"COPY {depth}", site), known)]


def _arguments(args: Sequence[ast.expr], kinds: str, count: int = 0, apart: int = 1) -> list[Check]:
    """The checks of arguments, which stand apart on the stack, the last of `count` on top."""
    count = count or len(args)
    return [
        check
        for index, arg in enumerate(args)
        for check in _plain(count - apart * index, arg, kinds)
    ]


def _site(kinds: str, number: int, place: ast.AST) -> ast.expr:
    return at(ast.Constant(f"{PLACEHOLDER}{kinds}:{number}"), place)


def _has_simple_arguments(node: ast.Call) -> bool:
    return (
        len(node.args) + 2 * len(node.keywords) <= _MOST_ARGUMENTS
        and not any(isinstance(arg, ast.Starred) for arg in node.args)
        and all(keyword.arg is not None for keyword in node.keywords)
    )


def _is_constant(node: ast.expr) -> bool:
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return all(isinstance(item, ast.Constant) for item in node.elts)
    return isinstance(node, ast.Constant)


def _is(left: ast.expr, right: ast.expr) -> ast.expr:
    return at(ast.Compare(left, [_IS], [right]), left)


def _call(name: str, args: list[ast.expr], place: ast.AST) -> ast.expr:
    return at(ast.Call(at(ast.Constant(PLACEHOLDER + name), place), args, []), place)


def _do(instruction: str, place: ast.AST) -> ast.expr:
    return at(ast.Constant(INSTRUCTION + instruction), place)
