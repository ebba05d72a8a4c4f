"""Which expressions make text and do nothing else: nobody looks at that text before it is out.

    raise ValueError(f"no such day: {day}")     yes
    return "%d of %d" % (done, total)           yes
    return str(x) == str(x)[::-1]               no: the text is compared
    return f"{len(str(x))} digits"              no: so is this, by its length

What counts is the shape of the expression, before it is rewritten.
"""

from __future__ import annotations

import ast

MAKERS = frozenset(("str", "repr", "format", "hex", "oct", "bin", "ascii"))
"""Builtins that turn values into text."""


def is_message(node: ast.expr) -> bool:
    """Whether an expression is text, or an exception whose arguments are text or plain values."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
        args = [*node.args, *[keyword.value for keyword in node.keywords]]
        if all(is_text(arg) or not makes_text(arg) for arg in args) and any(map(is_text, args)):
            return not makes_text(node.func)
    return is_text(node)


def is_text(node: ast.expr) -> bool:
    """Whether an expression puts text together out of values, without looking at any text."""
    match node:
        case ast.Constant(value=str()):
            return True
        case ast.JoinedStr():
            return all(is_text(part) for part in node.values)
        case ast.FormattedValue():
            return _is_silent(node.value) and (
                node.format_spec is None or is_text(node.format_spec)
            )
        case ast.BinOp(left=ast.Constant(value=str()), op=ast.Mod()):
            right = node.right
            return all(map(_is_silent, right.elts if isinstance(right, ast.Tuple) else [right]))
        case ast.BinOp(op=ast.Add()):
            return is_text(node.left) and is_text(node.right)
        case ast.Call(func=ast.Name(id=name)) if name in MAKERS:
            return all(map(_is_silent, node.args)) and not node.keywords
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str()), attr="format")):
            args = [*node.args, *[keyword.value for keyword in node.keywords]]
            return all(map(_is_silent, args))
    return False


def makes_text(node: ast.expr) -> bool:
    """Whether an expression turns values into text right there, for whatever purpose."""
    for each in below(node):
        match each:
            case ast.JoinedStr():
                return True
            case ast.Attribute(attr="format"):
                return True
            case ast.Name(id=name) if name in MAKERS:
                return True
            case ast.BinOp(left=ast.Constant(value=str()), op=ast.Mod()):
                return True
    return False


def _is_silent(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) or not makes_text(node)


def below(node: ast.AST) -> list[ast.AST]:
    """The node and all below it."""
    # Not ast.walk: the code under test may be the ast module itself, instrumented.
    found, at = [node], 0
    while at < len(found):
        for name in found[at]._fields:
            value = getattr(found[at], name, None)
            items = value if isinstance(value, list) else [value]
            found.extend(item for item in items if isinstance(item, ast.AST))
        at += 1
    return found
