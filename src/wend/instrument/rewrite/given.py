"""What native code is given, and whether it may be given that as it is."""

from __future__ import annotations

import ast

from wend.instrument.rewrite.checks import (
    AND,
    Check,
    arguments,
    do,
    is_short,
    joint,
    plain,
    probed,
    typed,
)
from wend.instrument.rewrite.names import (
    COMBINING,
    FINDING,
    FIRST_ONLY,
    HANDING_ON,
    KEEPING,
)
from wend.instrument.rewrite.nodes import PLACEHOLDER, at


def values_of(node: ast.Call) -> list[ast.expr]:
    """The arguments in the order in which they are on the stack."""
    return [*node.args, *[keyword.value for keyword in node.keywords]]


def put_last(node: ast.Call, value: ast.expr) -> None:
    """Puts something in the place of the last argument."""
    if node.keywords:
        node.keywords[-1].value = value
    else:
        node.args[-1] = value


def argument_checks(values: list[ast.expr], name: str) -> list[Check]:
    """Whether these are arguments that a method of a native type may be given as it is."""
    count = len(values)
    given = values[:1] if name in FIRST_ONLY else values
    if name == "join" and count == 1:
        return items_of(given[0], "sequences", "are_joinable")
    if name in ("choice", "shuffle"):  # which only move what there is
        return arguments(given, "held", count)
    if name in HANDING_ON:
        return arguments(given, "ordered", count)
    if name in COMBINING:
        return [
            check
            for index, each in enumerate(given)
            for check in collected_of(each, "combined", count - index)
        ]
    if name in FINDING:
        return arguments(given, "keys", count)
    return arguments(given, "scalars" if name in KEEPING else "read", count)


def items_of(
    node: ast.expr, kinds: str, are_plain: str = "are_scalars", depth: int = 1
) -> list[Check]:
    """Whether what is at a depth is a list, or the like, of plain values."""
    own_type = at(ast.Constant(PLACEHOLDER + "type"), node)
    types = probed("map", [own_type, do(f"COPY {depth + 5}", node)], node)
    return [typed(depth, kinds, node), [probed(are_plain, [types], node)]]


def collected_of(node: ast.expr, kinds: str, depth: int = 1) -> list[Check]:
    """Whether what is at a depth is of some kinds, or a list or tuple of plain values."""
    checks = plain(depth, node, kinds)
    if not checks or (isinstance(node, ast.Tuple | ast.List) and is_short(node)):
        return checks
    (known_type, other_type), items = items_of(node, "sequences", depth=depth)
    sequences = [joint(AND, [each, *items], node) for each in (known_type, other_type)]
    # What was met before is known at once, whichever it is.
    return [[known, sequences[0], *others, sequences[1]] for known, *others in checks]
