"""Whether expressions may be sets or dicts, as far as the source tells.

C code decides operators between them by hashes, and would not ask a tracked key.
"""

from __future__ import annotations

import ast

ALGEBRA: dict[type, str] = {ast.BitOr: "|", ast.BitAnd: "&", ast.BitXor: "^", ast.Sub: "-"}
"""Operators of sets; `|` is one of dicts, too."""

COMPARISON: dict[type, str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}

_NEVER = (ast.Constant, ast.JoinedStr, ast.UnaryOp, ast.Compare, ast.Lambda, ast.Slice)
_NUMBERS_AND_TEXT = frozenset(
    (
        "abs",
        "bool",
        "chr",
        "float",
        "hash",
        "id",
        "int",
        "len",
        "ord",
        "repr",
        "round",
        "str",
        "type",
    )
)
_ORDERED = frozenset(("enumerate", "range", "reversed", "sorted", "zip"))


def may_be_set(node: ast.expr) -> bool:
    """Whether the value may be a set or a dict, or contain one."""
    if isinstance(node, ast.BinOp):
        return type(node.op) in ALGEBRA and may_be_set(node.left) and may_be_set(node.right)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id not in _NUMBERS_AND_TEXT
    return not isinstance(node, _NEVER)


def may_be_iterated_set(node: ast.expr) -> bool:
    """Whether an iterable may be a set."""
    if isinstance(node, ast.List | ast.Tuple | ast.ListComp | ast.GeneratorExp | ast.Dict):
        return False
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id not in _ORDERED
    return may_be_set(node)


def is_same_in_any_order(node: ast.SetComp) -> bool:
    """Whether a set comprehension makes the same set of another set whatever the order of that: it
    only computes with the members."""
    match node.generators:
        case [ast.comprehension(target=ast.Name(id=member), iter=made_of, ifs=conditions)]:
            parts = [part for each in (node.elt, *conditions) for part in ast.walk(each)]
            names = {part.id for part in parts if isinstance(part, ast.Name)}
            constants = [part.value for part in parts if isinstance(part, ast.Constant)]
            gives_ints = (
                all(isinstance(part, _COMPUTES) for part in parts)
                and all(type(each) is int for each in constants)
                # Of True and 1 a set keeps the one that came first.
                and not any(
                    isinstance(part, ast.BoolOp | ast.Compare) for part in ast.walk(node.elt)
                )
            )
            return may_be_iterated_set(made_of) and gives_ints and names <= {member}
        case _:
            return False


_COMPUTES = (
    *(ast.Name, ast.Constant, ast.BinOp, ast.Compare, ast.BoolOp, ast.UnaryOp),
    *(ast.expr_context, ast.Add, ast.Sub, ast.Mult, ast.USub, ast.Not, ast.boolop),
    *(ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE),
)
"""Nodes that change nothing, and raise nothing where all members are ints."""
