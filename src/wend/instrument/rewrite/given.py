"""What native code is given, and whether it may be given that as it is."""

from __future__ import annotations

import ast

from wend.instrument.rewrite.checks import (
    AND,
    LOAD,
    NOT,
    NOT_IN,
    OR,
    Check,
    arguments,
    do,
    is_same,
    is_short_display,
    items_of,
    joint,
    looked_into,
    plain,
    type_at,
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


def argument_checks(values: list[ast.expr], name: str, of: object = None) -> list[Check]:
    """Whether these are arguments that a method of a native type may be given as it is; it may be
    known what it is a method of."""
    count = len(values)
    given = values[:1] if name in FIRST_ONLY else values
    if name == "join" and count == 1:
        if is_short_display(given[0]):
            return plain(1, given[0], "read")
        if type(of) in _SOUGHT:
            return _joined_by(_SOUGHT[type(of)], given[0])
        return collected_of(given[0], "joinable", are_plain="are_joinable")
    if name in ("choice", "shuffle"):  # which only move what there is
        return arguments(given, "held", count)
    if name in HANDING_ON:
        return arguments(given, "ordered", count)
    if name == "fromkeys":
        return collected_of(given[0], "combined", count)
    if name in COMBINING:
        return [
            check
            for index, each in enumerate(given)
            for check in collected_of(each, "combined", count - index)
        ]
    if name == "format_map" or (name == "translate" and count == 1):
        return [looked_into(1, "read", given[0])]
    if name in FINDING:
        return arguments(given, "keys", count)
    return arguments(given, "scalars" if name in KEEPING else "read", count)


def _joined_by(kind: str, node: ast.expr) -> list[Check]:
    """Whether what is on top are texts, or bytes, nothing tracked among them.

    A tracked one says that it is what is sought: so C code finds it, and what is not tracked need
    not be asked for its type.
    """
    sought = at(ast.Constant(f"{PLACEHOLDER}sought_{kind}"), node)
    is_filled = at(ast.Subscript(do("COPY 1", node), do("UNDO", node), LOAD), node)
    is_untracked = at(ast.Compare(sought, [NOT_IN], [do("COPY 2", node)]), node)
    are_plain = joint(AND, [is_same(type_at(1, node, 0), _named(kind, node)), is_untracked], node)
    are_plain = joint(OR, [at(ast.UnaryOp(NOT, is_filled), node), are_plain], node)
    known_type, other_type = typed(1, "listed", node)
    known, other = typed(1, "joinable", node)
    # Where nothing may be sought, since objects of the program would be asked.
    (known_items, other_items), are_joinable = items_of(1, "sequences", node, "are_joinable")
    return [
        [
            *(joint(AND, [known_type, are_plain], node), known),
            joint(AND, [known_items, *are_joinable], node),
            *(joint(AND, [other_type, are_plain], node), other),
            joint(AND, [other_items, *are_joinable], node),
        ]
    ]


_SOUGHT: dict[type, str] = {str: "texts", bytes: "bytes"}


def _named(name: str, place: ast.AST) -> ast.expr:
    return at(ast.Constant(PLACEHOLDER + name), place)


def collected_of(
    node: ast.expr, kinds: str, depth: int = 1, are_plain: str = "are_scalars"
) -> list[Check]:
    """Whether what is at a depth is of some kinds, or a list or tuple of plain values."""
    checks = plain(depth, node, kinds)
    if not checks or is_short_display(node):
        return checks
    (known_type, other_type), items = items_of(depth, "sequences", node, are_plain)
    sequences = [joint(AND, [each, *items], node) for each in (known_type, other_type)]
    # What was met before is known at once, whichever it is.
    return [[known, sequences[0], *others, sequences[1]] for known, *others in checks]
