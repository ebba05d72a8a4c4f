"""Looks at what is on the interpreter's stack, and the choice that they make: pieces of `inline`.

Operands are named by their depth: the one on top is at 1.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any, TypeGuard

from wend.instrument.rewrite.nodes import INSTRUCTION, PLACEHOLDER, at

LOAD, STORE, AND, OR = ast.Load(), ast.Store(), ast.And(), ast.Or()
IS, IS_NOT, IN, NOT_IN, NOT = ast.Is(), ast.IsNot(), ast.In(), ast.NotIn(), ast.Not()
"""Nodes without a position may stand in many places."""

Check = list[ast.expr]
"""What tells that operands are plain, in alternatives: the quick one first."""

MOST_PARTS = 4
"""Displays with more parts are left to a probe."""

ONE_TYPE = frozenset(("bytes", "texts", "functions", "routines", "bound", "descriptors"))
"""Kinds that are one type, whatever happens."""


def chosen(
    operands: list[ast.expr],
    checks: list[Check],
    native: ast.expr,
    probe: str,
    place: ast.AST,
) -> ast.expr:
    """The native operation where the checks hold of its operands, else the probe."""
    count = len(operands)
    taken = [do(f"TAKE {count + 1}", place)]
    taken += [do(f"SWAP {depth}", place) for depth in range(count, 1, -1)]
    return at(ast.IfExp(kept(operands, checks, place), native, probed(probe, taken, place)), place)


def kept(operands: list[ast.expr], checks: list[Check], place: ast.AST) -> ast.expr:
    """Whether all checks hold; the operands stay on the stack. Constants need no check."""
    checks = checks or [all_plain(place)]
    test = is_same(checks[0][0], do(f"DROP {len(operands) + 1}", place))
    for operand in reversed(operands):
        test = at(ast.Compare(operand, [IS], [test]), place)
    return on_stack([[test, *checks[0][1:]], *checks[1:]], place)


def joint(operator: ast.boolop, tests: list[ast.expr], place: ast.AST) -> ast.expr:
    return tests[0] if len(tests) == 1 else at(ast.BoolOp(operator, tests), place)


def plain(depth: int, node: ast.expr, kinds: str) -> list[Check]:
    """Whether the operand at a depth, of which this is the source, is plain."""
    if isinstance(node, ast.Constant):
        return []
    whole = ("iterables", "sized", "ordered", "going", "shown", "mappings")
    if kinds not in whole and is_short_display(node):
        own = "scalars" if kinds == "items" else kinds
        return [
            typed(depth, own, part, index=index)
            for index, part in enumerate(node.elts)
            if not isinstance(part, ast.Constant)
        ]
    if kinds == "keys" and may_be_tuple(node):
        return [looked_up(depth, kinds, node, node)]
    if kinds == "items":
        return [[on_stack(items_of(depth, "sequences", node), node), *typed(depth, "read", node)]]
    if kinds == "shown":
        return [shown(depth, node)]
    if kinds == "mappings":
        return [looked_into(depth, kinds, node, "are_plain_pairs")]
    return [typed(depth, kinds, node)]


def may_be_tuple(node: ast.expr) -> bool:
    """Whether it may be worth the while to look into a value: it may be a tuple."""
    return not isinstance(node, _NO_TUPLES)


_NO_TUPLES = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.JoinedStr, ast.Slice)


def is_short_display(node: ast.expr) -> TypeGuard[ast.Tuple | ast.List]:
    return isinstance(node, ast.Tuple | ast.List) and is_short(node)


def is_short(node: ast.Tuple | ast.List) -> bool:
    """Whether each part of it may be looked at."""
    return 0 < len(node.elts) <= MOST_PARTS and not any(
        isinstance(part, ast.Starred | ast.Slice) for part in node.elts
    )


def typed(
    depth: int, kinds: str, place: Any, *, unless: bool = False, index: int | None = None
) -> Check:
    """Whether the operand at a depth of the stack is of one of these kinds; `unless`: of none.

    Most places meet one type only: it is compared with that first. With an index it is the item
    of a tuple.
    """
    if kinds in ONE_TYPE:
        return [is_a(depth, kinds, place)]
    own = type_at(depth, place, index)
    return is_of_kinds(own, kinds, place, number=depth, unless=unless)


def is_of_kinds(
    own: ast.expr, kinds: str, place: Any, *, number: int, unless: bool = False
) -> Check:
    """Whether a type is of one of these kinds; the number tells it from others of its place."""
    look = _look("unless" if unless else "look", number, kinds, place)
    known = is_same(own, _known(look))  # one node stands in both places: trees are made sooner
    types = at(ast.Attribute(look, "types", LOAD), place)
    operator = NOT_IN if unless else IN
    return [known, at(ast.Compare(own, [operator], [types]), place)]


def looked_up(
    depth: int, kinds: str, place: Any, key: ast.expr, *, is_subscript: bool = False
) -> Check:
    """Whether the operand at a depth is of one of these kinds, or a tuple of plain values.

    The key is its source; the one that `tuples` has noted there is known at once. Below that of a
    subscript is the container: what a slice gives depends on that, too.
    """
    look, operand = _look("look", depth, kinds, place), [do(f"COPY {depth + 2}", place)]
    noted: Check = []
    if (number := getattr(key, "memo", None)) is not None:
        noted = [is_same(do(f"COPY {depth}", place), _known(memo(number, place)))]
    last = _of_state("plain_tuple", place)
    slices: Check = []
    below: list[ast.expr] = []
    if is_subscript:
        part = is_same(do(f"COPY {depth}", place), at(ast.Attribute(look, "part", LOAD), place))
        slices = [at(ast.BoolOp(AND, [part, not_bare(depth + 1, place)]), place)]
        below = [do(f"COPY {depth + 5}", place)]
    return [
        *noted,
        is_same(probed("type", operand, place), _known(look)),
        is_same(do(f"COPY {depth}", place), last),
        *slices,
        _does_not_concern(look, operand, place),
        probed("has_plain_parts", [*operand, look, *below], place),
    ]


def shown(depth: int, place: Any, *, natively: bool = False) -> Check:
    """Whether native code makes text of the operand at a depth as we would: by its type, or since
    it holds nothing tracked; `natively`: and asks no method written in Python."""
    if natively:
        return looked_into(depth, "scalars", place, "is_shown_natively")
    return looked_into(depth, "shown", place, "is_shown")


def looked_into(depth: int, kinds: str, place: Any, asked: str = "holds_plainly") -> Check:
    """Whether the operand at a depth is of one of these kinds, or a function says so of it."""
    operand = [do(f"COPY {depth + 2}", place)]
    return [*typed(depth, kinds, place), probed(asked, operand, place)]


def items_of(depth: int, kinds: str, place: Any, are_plain: str = "are_scalars") -> list[Check]:
    """Whether the operand at a depth is a list, or the like, of plain values."""
    own_type = at(ast.Constant(PLACEHOLDER + "type"), place)
    types = probed("map", [own_type, do(f"COPY {depth + 5}", place)], place)
    return [typed(depth, kinds, place), [probed(are_plain, [types], place)]]


def searched(place: Any) -> Check:
    """Whether what is on top is a container, or holds what may be compared as it is.

    A list is known by the type of its first item, see `sites.may_be_searched`.
    """
    look, operand = _look("look", 1, "containers", place), [do("COPY 3", place)]
    is_filled = at(ast.Subscript(do("COPY 1", place), do("UNDO", place), LOAD), place)
    is_empty = at(ast.UnaryOp(NOT, is_filled), place)
    holder = at(ast.Attribute(look, "holder", LOAD), place)
    item = at(ast.Attribute(look, "item", LOAD), place)
    is_plain = is_same(type_at(1, place, 0), item)
    begins_plainly = at(ast.BoolOp(OR, [is_empty, is_plain]), place)
    return [
        is_same(probed("type", operand, place), _known(look)),
        at(ast.BoolOp(AND, [is_same(type_at(1, place), holder), begins_plainly]), place),
        _does_not_concern(look, operand, place),
        probed("may_be_searched", [*operand, look], place),
    ]


def memo(number: int, place: ast.AST) -> ast.expr:
    """What knows the last tuple of plain values that was given a name."""
    return at(ast.Constant(f"{PLACEHOLDER}memo:{number}"), place)


def _known(look: ast.expr) -> ast.expr:
    return at(ast.Attribute(look, "known", LOAD), look)


def _does_not_concern(look: ast.expr, operand: list[ast.expr], place: ast.AST) -> ast.expr:
    """Whether the look tells of an operand that nothing tracked is in it."""
    concerns = at(ast.Attribute(look, "concerns", LOAD), place)
    return at(ast.UnaryOp(NOT, at(ast.Call(concerns, operand, []), place)), place)


def _look(way: str, number: int, kinds: str, place: Any) -> ast.expr:
    where = f"{place.lineno}-{place.end_lineno}-{place.col_offset}-{place.end_col_offset}-{number}"
    return at(ast.Constant(f"{PLACEHOLDER}{way}:{where}:{kinds}"), place)


def may_be_byte(node: ast.expr) -> bool:
    """Whether a value may be a tracked byte, or bytes."""
    return not isinstance(node, _NO_BYTES)


_NO_BYTES = (
    *(ast.Constant, ast.JoinedStr, ast.Lambda, ast.List, ast.Tuple, ast.Dict, ast.Set),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
)


def not_bare(depth: int, place: ast.AST) -> ast.expr:
    """Whether the operand at a depth is something else than a bytearray that holds nothing tracked
    yet, into which C code would put plain bytes only."""
    bare = at(ast.Constant(PLACEHOLDER + "bare"), place)
    return at(ast.Compare(type_at(depth, place), [IS_NOT], [bare]), place)


def storable(container: int, value: int, place: ast.AST) -> Check:
    """Whether the value at a depth may be stored as it is in the container at another."""
    return [*typed(value, "followed", place, unless=True), not_bare(container, place)]


def not_alone(kinds: str, place: ast.AST) -> ast.expr:
    """Whether a look at what is on top has not met a type that is of its kinds alone."""
    return at(ast.Attribute(_look("look", 1, kinds, place), "not_alone", LOAD), place)


def alone(kinds: str, place: ast.AST) -> ast.expr:
    """The type that is of the kinds of such a look alone, if it has met it."""
    return at(ast.Attribute(_look("look", 1, kinds, place), "alone", LOAD), place)


def on_stack(checks: list[Check], place: ast.AST) -> ast.expr:
    """Whether all checks hold of operands that are on the stack already."""
    return joint(AND, [joint(OR, alternatives, place) for alternatives in checks], place)


def is_a(depth: int, kind: str, place: ast.AST) -> ast.expr:
    """Whether the operand at a depth of the stack is of a kind that is one type."""
    return is_same(type_at(depth, place), at(ast.Constant(PLACEHOLDER + kind), place))


def type_at(depth: int, place: ast.AST, index: int | None = None) -> ast.expr:
    operand = do(f"COPY {depth + 2}", place)
    if index is not None:
        # No plain index, by which the compiler would look up a character of our constant.
        operand = at(ast.Subscript(operand, do(f"NUMBER {index}", place), LOAD), place)
    return probed("type", [operand], place)


def all_plain(place: ast.AST) -> Check:
    """Whether no dict or set holds tracked keys."""
    return [_of_state("is_plain", place)]


def operates_plainly(place: ast.AST) -> Check:
    """Whether, beside that, no dict or set of the inputs has an open end."""
    return [_of_state("operates_plainly", place)]


def _of_state(name: str, place: ast.AST) -> ast.expr:
    return at(ast.Attribute(at(ast.Constant(PLACEHOLDER + "state"), place), name, LOAD), place)


def arguments(args: Sequence[ast.expr], kinds: str, count: int = 0, apart: int = 1) -> list[Check]:
    """The checks of arguments, which stand apart on the stack, the last of `count` on top."""
    count = count or len(args)
    return [
        check
        for index, arg in enumerate(args)
        for check in plain(count - apart * index, arg, kinds)
    ]


def is_same(left: ast.expr, right: ast.expr) -> ast.expr:
    return at(ast.Compare(left, [IS], [right]), left)


def probed(name: str, args: list[ast.expr], place: ast.AST) -> ast.expr:
    return at(ast.Call(at(ast.Constant(PLACEHOLDER + name), place), args, []), place)


def do(instruction: str, place: ast.AST) -> ast.expr:
    return at(ast.Constant(INSTRUCTION + instruction), place)
