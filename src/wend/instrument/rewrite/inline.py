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
import sys
from typing import Any, cast

from wend.instrument.rewrite.checks import (
    AND,
    LOAD,
    MOST_PARTS,
    OR,
    Check,
    all_plain,
    arguments,
    chosen,
    do,
    is_a,
    is_same,
    is_short,
    joint,
    kept,
    looked_up,
    may_be_byte,
    may_be_tuple,
    not_bare,
    operates_plainly,
    plain,
    probed,
    searched,
    shown,
    storable,
    typed,
)
from wend.instrument.rewrite.nodes import PLACEHOLDER, at
from wend.instrument.rewrite.sets import ALGEBRA, COMPARISON

SUPPORTED = (3, 11) <= sys.version_info[:2] <= (3, 13)
"""Elsewhere every probe is a call: instructions differ, and `tests/instrument/stack_check` has to
know them."""

_OPERATORS: dict[str, type[ast.operator] | type[ast.cmpop]] = {
    symbol: cast(Any, operator) for operator, symbol in {**ALGEBRA, **COMPARISON}.items()
}
IN_PLACE = frozenset(f"{symbol}=" for symbol in ALGEBRA.values())


def mark(number: int, place: ast.AST) -> ast.stmt:
    """Adds a number to the marks, unless the run has entered its block before."""
    is_new, enter = _block(number, place)
    return at(ast.If(is_new, [at(ast.Expr(enter), place)], []), place)


def marked(number: int, value: ast.expr) -> ast.expr:
    """The value of an arm that is an expression, and its mark, which is None."""
    never = at(ast.BoolOp(AND, _block(number, value)), value)
    return at(ast.IfExp(never, at(ast.Constant(None), value), value), value)


def _block(number: int, place: ast.AST) -> list[ast.expr]:
    """Whether a block is new to the run, and entering it."""
    block = at(ast.Constant(f"{PLACEHOLDER}block:{number}"), place)
    is_new = at(ast.Attribute(block, "is_new", LOAD), place)
    enter = at(ast.Attribute(block, "enter", LOAD), place)
    return [is_new, at(ast.Call(enter, [], []), place)]


def subscript(container: ast.expr, key: ast.expr, place: ast.expr) -> ast.expr:
    """container[key]"""
    native = at(ast.Subscript(do("NOP", place), do("NOP", place), LOAD), place)
    return chosen([container, key], [_plain_key(key, place)], native, "getitem", place)


def assignment(value: ast.expr, container: ast.expr, key: ast.expr, place: ast.stmt) -> ast.stmt:
    """container[key] = value"""
    stored = at(ast.Subscript(do("NOP", place), do("STORE", place), LOAD), place)
    native = is_same(stored, _nothing(place))
    operands = [value, container, key]
    checks = [_plain_key(key, place)]
    if may_be_byte(value) and not _is_text(key):
        checks.append(storable(2, 3, place))
    return at(ast.Expr(chosen(operands, checks, native, "setitem", place)), place)


def deletion(container: ast.expr, key: ast.expr, place: ast.stmt) -> ast.stmt:
    """del container[key]"""
    deleted = at(ast.Subscript(do("NOP", place), do("DELETE", place), LOAD), place)
    # A key that is constant is no look: what a tracked number says, only the probe knows.
    checks = [_plain_key(key, place), _deletable(2, place)]
    native = is_same(deleted, _nothing(place))
    return at(ast.Expr(chosen([container, key], checks, native, "delitem", place)), place)


def part_assignment(
    value: ast.expr, container: ast.expr, bounds: list[ast.expr], place: ast.stmt
) -> ast.stmt:
    """container[start:stop] = value, container[start:stop:step] = value"""
    count = len(bounds)
    # Into a bytearray that holds nothing tracked yet, C code puts plain bytes only.
    is_put = [not_bare(count + 1, place), *typed(count + 2, "plain_octets", place)]
    checks = [*arguments(bounds, "scalars"), is_put]
    native = is_same(_part(bounds, "STORE", place), _nothing(place))
    operands = [value, container, *bounds]
    return at(ast.Expr(chosen(operands, checks, native, "set_part", place)), place)


def part_deletion(container: ast.expr, bounds: list[ast.expr], place: ast.stmt) -> ast.stmt:
    """del container[start:stop], del container[start:stop:step]"""
    checks = [*arguments(bounds, "scalars"), _deletable(len(bounds) + 1, place)]
    native = is_same(_part(bounds, "DELETE", place), _nothing(place))
    operands = [container, *bounds]
    return at(ast.Expr(chosen(operands, checks, native, "delete_part", place)), place)


def _deletable(depth: int, place: ast.stmt) -> Check:
    """Whether the container at a depth is none of ours, or holds nothing tracked yet."""
    known, other = typed(depth, "followed", place, unless=True)
    return [known, is_a(depth, "bare", place), other]


def _part(bounds: list[ast.expr], instruction: str, place: Any) -> ast.expr:
    """What an instruction does to container[start:stop], all of which is on the stack."""
    given = [*[do("NOP", place) for _ in bounds[1:]], do(instruction, place)]
    part = at(ast.Slice(*given), place)
    return at(ast.Subscript(do("NOP", place), part, LOAD), place)


def _nothing(place: Any) -> ast.expr:
    """The value of a statement, for `is_same`."""
    return is_same(at(ast.Constant(None), place), do("DROP 2", place))


def parts_of_key(key: ast.Tuple) -> ast.Tuple:
    """What stands as key in `container[i, j]`, read or written.

    Where a part is not plain, the container becomes a `place`, to which it is all one what is
    looked up in it.
    """
    count, place = len(key.elts), key.elts[-1]
    checks = arguments(key.elts, "scalars")
    depth = count + 1
    read = [do(f"COPY {depth + 2}", place) for _ in range(depth)]
    placed = probed("place_of", read, place)
    slow = is_same(placed, do(f"SWAPPOP {depth + 1}", place))
    test = kept([place], checks, place)
    key.elts[-1] = at(ast.IfExp(test, do("NOP", place), slow), place)
    return key


def display(keys: list[ast.expr], values: list[ast.expr], place: ast.expr) -> ast.expr | None:
    """{a, b}, and with values {a: b}; None where there are too many."""
    count = len(keys)
    if not 0 < count <= MOST_PARTS:
        return None
    if values:
        operands = [each for pair in zip(keys, values, strict=True) for each in pair]
        checks = arguments(keys, "keys", 2 * count, apart=2)
    else:
        operands, checks = keys, arguments(keys, "keys")
    build = do(f"{'MAP' if values else 'SET'} {count}", place)
    native = at(ast.Subscript(do("NOP", place), build, LOAD), place)
    probe = "dict_with" if values else "set_with"
    return chosen(operands, checks, native, probe, place)


def key_apart(key: ast.expr, probe: str = "key_apart") -> ast.expr:
    """What stands as key in a dict or set that is being made: put apart where it, or one before it,
    may be tracked; `settled` is what such a dict becomes."""
    test = kept([key], plain(1, key, "keys"), key)
    return at(ast.IfExp(test, do("NOP", key), probed(probe, [do("TAKE 2", key)], key)), key)


def keys_apart(mapping: ast.expr) -> ast.expr:
    """What stands for `mapping` in `{**mapping}`, likewise."""
    test = kept([mapping], [typed(1, "mappings", mapping)], mapping)
    slow = probed("keys_apart", [do("TAKE 2", mapping)], mapping)
    return at(ast.IfExp(test, do("NOP", mapping), slow), mapping)


def settled(made: ast.expr, probe: str = "settled") -> ast.expr:
    """A dict or set with keys that may have been put apart."""
    slow = probed(probe, [do("TAKE 2", made)], made)
    return at(ast.IfExp(kept([made], [all_plain(made)], made), _undone(made), slow), made)


def key_of_place(key: ast.expr, place: ast.expr, *, in_place: bool) -> ast.expr:
    """What stands as key in `container[key] += 1`: where need be, both become a `place` and 0.

    Unless something is changed `in_place`, the value to be stored is below the container.
    """
    taken = probed("place", [do("TAKE 3", place), do("SWAP 2", place)], place)
    zero = is_same(at(ast.Constant(0), place), do("DROP 2", place))
    checks = [_plain_key(key, place)]
    if not in_place and not _is_text(key):
        checks.append(storable(2, 3, place))
    test = kept([key], checks, place)
    return at(ast.IfExp(test, do("NOP", place), is_same(taken, zero)), place)


def operand_in_place(value: ast.expr, key: ast.expr) -> ast.expr:
    """What stands as value in `container[key] += value`: container, key and the old value are on
    the stack. The container becomes a `place` if it can't hold what is about to be made."""
    if not may_be_byte(value) or _is_text(key) or isinstance(key, ast.Slice):
        return value
    placed = probed("place", [do("COPY 6", value), do("COPY 6", value)], value)
    slow = is_same(placed, do("SWAPPOP 5", value))
    checks = [*typed(1, "scalars", value), not_bare(4, value)]
    test = kept([value], [checks], value)
    return at(ast.IfExp(test, do("NOP", value), slow), value)


def written_through(container: ast.expr) -> ast.expr:
    """What stands as container in `container[1:3] = value`."""
    test = kept([container], [[not_bare(1, container)]], container)
    slow = probed("through", [do("TAKE 2", container)], container)
    return at(ast.IfExp(test, do("NOP", container), slow), container)


def membership(left: ast.expr, right: ast.expr, operator: ast.cmpop, place: ast.expr) -> ast.expr:
    """left in right, left not in right"""
    checks: list[Check] = []
    if isinstance(right, ast.Tuple | ast.List) and is_short(right):
        checks = [
            typed(1, "followed", part, unless=True, index=index)
            for index, part in enumerate(right.elts)
            if not isinstance(part, ast.Constant)
        ]
    elif not _is_constant(right):
        checks.append(searched(place))
    checks += plain(2, left, "keys")
    native = at(ast.Compare(do("NOP", place), [operator], [do("NOP", place)]), place)
    if not checks:
        native.left, native.comparators = left, [right]
        return native
    name = "contains" if isinstance(operator, ast.In) else "lacks"
    return chosen([left, right], checks, native, name, place)


def identity(left: ast.expr, right: ast.expr, operator: ast.cmpop, place: ast.expr) -> ast.expr:
    """left is right, left is not right; what is no number is no tracked one, whatever is left."""
    if isinstance(right, ast.Constant):
        check = typed(2, "truths", place, unless=True)
        if isinstance(right.value, bool):  # most of what is compared with one is the other
            other = is_same(do("COPY 2", place), at(ast.Constant(not right.value), place))
            check = [other, *check]
    else:
        check = typed(1, "integers", place, unless=True)
        both = [typed(depth, "followed", place, unless=True) for depth in (1, 2)]
        check.append(joint(AND, [joint(OR, each, place) for each in both], place))
    native = at(ast.Compare(do("NOP", place), [operator], [do("NOP", place)]), place)
    name = "same" if isinstance(operator, ast.Is) else "differs"
    return chosen([left, right], [check], native, name, place)


def negation(operand: ast.expr, place: ast.expr) -> ast.expr:
    """not operand"""
    native = at(ast.UnaryOp(ast.Not(), _undone(place)), place)
    checks = [typed(1, "followed", place, unless=True)]
    return chosen([operand], checks, native, "negation", place)


def result(value: ast.expr) -> ast.expr:
    """What is returned where C code insists on a plain value."""
    checks = [typed(1, "followed", value, unless=True)]
    return chosen([value], checks, _undone(value), "result", value)


def part(container: ast.expr, bounds: list[ast.expr], place: ast.expr) -> ast.expr:
    """container[start:stop], container[start:stop:step]"""
    native = _part(bounds, "NOP", place)
    checks = [*arguments(bounds, "scalars"), [not_bare(len(bounds) + 1, place)]]
    return chosen([container, *bounds], checks, native, "part", place)


def formatted(node: ast.FormattedValue) -> ast.expr:
    """The text of a value in an f-string, whose specification is constant."""
    given: list[ast.expr] = []
    if node.conversion >= 0 or node.format_spec is not None:
        given.append(at(ast.Constant(chr(node.conversion) if node.conversion >= 0 else ""), node))
    if isinstance(node.format_spec, ast.JoinedStr):
        given.append(node.format_spec)
    text = at(ast.FormattedValue(do("NOP", node), node.conversion, node.format_spec), node)
    native = at(ast.JoinedStr([text]), node)
    slow = probed("formatted", [do("TAKE 2", node), *given], node)
    # What a conversion makes is asked for its text again: that is no matter for tracked text.
    test = kept([node.value], [shown(1, node, natively=node.conversion >= 0)], node)
    return at(ast.IfExp(test, native, slow), node)


def joined(parts: list[ast.expr], place: ast.expr) -> ast.expr:
    """The parts of an f-string put together."""
    if len(parts) == 1:
        native = _undone(place)
    else:
        native = at(ast.JoinedStr([do("NOP", place) for _ in parts]), place)
    return chosen(parts, arguments(parts, "texts"), native, "joined", place)


def modulo(left: ast.expr, right: ast.expr, place: ast.expr) -> ast.expr:
    """left % right"""
    native = at(ast.BinOp(do("NOP", place), ast.Mod(), do("NOP", place)), place)
    if isinstance(left, ast.Constant):  # a text that is filled in
        checks = plain(1, right, "scalars")
        if not isinstance(right, ast.Constant | ast.Tuple):
            checks = [shown(1, place, natively=True)]
    else:
        checks = [typed(2, "numbers", place)]
    return chosen([left, right], checks, native, "modulo", place)


def operation(symbol: str, left: ast.expr, right: ast.expr, place: ast.expr) -> ast.expr:
    """left OP right, where a set or dict with tracked keys may be concerned."""
    operands = do("NOP", place), do("INPLACE" if symbol in IN_PLACE else "NOP", place)
    operator = _OPERATORS[symbol.removesuffix("=") if symbol in IN_PLACE else symbol]()
    if isinstance(operator, ast.cmpop):
        native: ast.expr = at(ast.Compare(operands[0], [operator], [operands[1]]), place)
    else:
        native = at(ast.BinOp(operands[0], operator, operands[1]), place)
    if symbol in IN_PLACE:
        check = typed(2, "numbers", place)  # of which nothing is changed in place
        check += typed(1, "unions", place)
    else:
        check = operates_plainly(place)
    return chosen([left, right], [check], native, f"operate:{symbol}", place)


def iterated(node: ast.expr, *, at_once: bool = False) -> ast.expr:
    """What is iterated over; `at_once`: before any other code runs."""
    slow = probed("iterated", [do("TAKE 2", node)], node)
    if at_once:
        octets = is_same(probed("bytes", [do("COPY 3", node)], node), do("SWAPPOP 2", node))
        slow = at(ast.IfExp(is_a(1, "bare", node), octets, slow), node)
    known_type, other_type = typed(1, "ordered" if at_once else "going", node)
    known_set, other_set = typed(1, "sets", node)
    own_type = at(ast.Constant(PLACEHOLDER + "type"), node)
    types = probed("map", [own_type, do("COPY 6", node)], node)
    is_ordered = probed("have_same_hash", [types], node)
    # What was met before is known at once, whichever it is.
    checks = [
        *(known_type, joint(AND, [known_set, is_ordered], node)),
        *(other_type, joint(AND, [other_set, is_ordered], node)),
    ]
    return at(ast.IfExp(kept([node], [checks], node), do("NOP", node), slow), node)


def _undone(place: ast.AST) -> ast.expr:
    """What is on top of the stack; the compiler knows the truth of a constant alone, and would
    leave out the test of it."""
    return at(ast.Subscript(do("NOP", place), do("UNDO", place), LOAD), place)


def _is_constant(node: ast.expr) -> bool:
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return all(isinstance(item, ast.Constant) for item in node.elts)
    return isinstance(node, ast.Constant)


def _is_text(key: ast.expr) -> bool:
    """Whether it is a key of no sequence."""
    return isinstance(key, ast.JoinedStr) or (
        isinstance(key, ast.Constant) and isinstance(key.value, str)
    )


def _plain_key(key: ast.expr, place: ast.AST) -> Check:
    """Whether the key on top of the stack may be looked up as it is."""
    if isinstance(key, ast.Constant):
        return all_plain(place)
    if not may_be_tuple(key):
        return typed(1, "keys", place)
    return looked_up(1, "keys", place, key, is_subscript=True)
