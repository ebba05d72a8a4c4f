"""Lets operators, comparisons and subscripts vote on the types of their operands."""

from __future__ import annotations

import ast
import contextlib
import enum

from wend.describe.guessing.literals import Literals, is_distinct
from wend.describe.guessing.votes import Subject, Votes


def compared(node: ast.Compare, subject: Subject, votes: Votes, literals: Literals) -> None:
    sides = [node.left, *node.comparators]
    for op, left, right in zip(node.ops, sides, sides[1:], strict=False):
        if isinstance(op, ast.In | ast.NotIn):
            if subject(left):
                _member(right, votes, literals)
            elif subject(right):
                _container(left, votes, literals)
            continue
        for one, other in ((left, right), (right, left)):
            if not subject(one):
                continue
            kind = literals.kind(other)
            if kind == "None":
                votes.add("None")
            elif kind is not None:
                votes.add(kind, 2)
                _alike(other, votes)
            elif isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE):
                votes.add("int", 0.7)
            else:
                one_of(other, votes, literals)


def _alike(node: ast.AST, votes: Votes) -> None:
    """Notes a container of literals that the value is compared with: its items may be alike."""
    if isinstance(node, ast.List | ast.Tuple | ast.Set | ast.Dict):
        with contextlib.suppress(ValueError, TypeError):
            if value := ast.literal_eval(node):
                votes.equals.append(value)


def one_of(node: ast.AST, votes: Votes, literals: Literals) -> bool:
    """Notes that the value may be the one that an expression names: a sentinel, a class, a member
    of an Enum. Returns whether the expression names one."""
    value = literals.meaning(node)
    if isinstance(value, enum.Enum):
        votes.classes[type(value)] = None
        return True
    if not is_distinct(value):
        return False
    votes.values[ast.unparse(node)] = None
    if isinstance(value, type):
        votes.add("type", 2)
    return True


def _member(container: ast.AST, votes: Votes, literals: Literals) -> None:
    if isinstance(container, ast.Call) and ast.unparse(container.func) == "range":
        votes.add("int", 2)
        return
    kind = literals.kind(container)
    if kind in ("str", "bytes"):
        votes.add(kind, 2)
        return
    members = literals.members(container)
    for each in members:
        found = literals.kind(each)
        if found is None and one_of(each, votes, literals):
            continue
        votes.add(found or "int", 2 / len(members))


def _container(member: ast.AST, votes: Votes, literals: Literals) -> None:
    kind = literals.kind(member)
    if kind == "str":
        votes.hint("str", 1)
        votes.hint("dict", 0.8)
        votes.hint("list", 0.5)
        asked_for(member, votes)
    elif kind == "bytes":
        votes.add("bytes", 1.5)
    elif kind == "int":
        votes.hint("list", 1)
        votes.hint("dict", 0.5)
    else:
        votes.hint("list", 0.7)
        votes.hint("dict", 0.7)
        votes.hint("str", 0.4)


def operated(
    left: ast.AST,
    op: ast.operator,
    right: ast.AST,
    subject: Subject,
    votes: Votes,
    literals: Literals,
) -> None:
    if subject(left) and isinstance(op, ast.Mod):
        kind = literals.kind(right)
        is_text = isinstance(right, ast.Tuple | ast.Dict) or kind == "str"
        votes.add("str" if is_text else "int", 2)
        return
    for one, other in ((left, right), (right, left)):
        if not subject(one):
            continue
        kind = literals.kind(other)
        if isinstance(op, ast.BitAnd | ast.BitOr | ast.BitXor | ast.LShift | ast.RShift):
            votes.add("set" if kind == "set" else "int", 2)
        elif isinstance(op, ast.Mult) and kind in ("str", "list"):
            votes.add("int", 2)
        elif isinstance(op, ast.Add) and kind in ("str", "list", "bytes", "tuple"):
            votes.add(kind, 2)
        elif kind == "float" or isinstance(op, ast.Div):
            votes.add("int", 1)
            votes.add("float", 1 if kind == "float" else 0.5)
        elif isinstance(op, ast.Mod) and one is right:
            if kind != "str":
                votes.add("int", 1)
        elif kind == "int" or not isinstance(op, ast.Add):
            votes.add("int", 2 if kind == "int" else 1)
        else:
            votes.add("int", 0.5)
            votes.add("str", 0.2)


def subscripted(index: ast.AST, votes: Votes, literals: Literals) -> None:
    kind = literals.kind(index)
    if isinstance(index, ast.Slice):
        votes.hint("list", 1)
        votes.hint("str", 1)
    elif kind == "str":
        votes.add("dict", 3)
        asked_for(index, votes)
    elif kind == "int":
        votes.hint("list", 1.5)
        votes.hint("str", 0.6)
    else:
        votes.hint("list", 1)
        votes.hint("dict", 0.6)
        votes.hint("str", 0.5)


def asked_for(node: ast.AST, votes: Votes) -> None:
    """Notes a key that the value is asked for, if it is a dict."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        votes.keys[node.value] = None
