"""Python source laid out as the common formatters would: 88 columns, double quotes."""

from __future__ import annotations

import ast
from collections.abc import Sequence

WIDTH = 88


def laid_out(before: str, expression: str, after: str = "", indent: int = 4) -> list[str]:
    """The lines of `before + expression + after`; brackets of the expression are opened if needed.

    An expression without brackets stays on its line however long: nothing would make it shorter.
    """
    expression = double_quoted(expression)
    one = " " * indent + before + expression + after
    if len(one) <= WIDTH or "\n" in expression:
        return one.split("\n")
    opened = _opened(expression)
    if opened is None:
        return [one]
    head, elements, tail = opened
    inner = indent + 4
    together = " " * inner + ", ".join(elements)
    lines = [" " * indent + before + head]
    if len(together) <= WIDTH and not (head == "(" and len(elements) == 1):
        lines.append(together)
    else:
        for element in elements:
            name, equals, value = _keyword(element)
            lines += laid_out(name + equals, value, ",", inner)
    lines.append(" " * indent + tail + after)
    return lines


def imported(module: str, names: Sequence[str]) -> list[str]:
    """A `from` import, one name a line where it is long; names as isort orders them."""
    names = sorted(set(names), key=lambda name: (_rank(name), name.lower(), name))
    one = f"from {module} import {', '.join(names)}"
    if len(one) <= WIDTH:
        return [one]
    return [f"from {module} import (", *(f"    {name}," for name in names), ")"]


def double_quoted(source: str) -> str:
    """The source with its strings in double quotes, unless that takes more backslashes."""
    if "'" not in source:
        return source
    import io
    import tokenize  # its patterns take longer than all else where no text is quoted

    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    except (tokenize.TokenError, SyntaxError):
        return source
    if any(token.start[0] != 1 for token in tokens if token.type == tokenize.STRING):
        return source
    pieces: list[str] = []
    end = 0
    for token in tokens:
        if token.type == tokenize.STRING:
            pieces += [source[end : token.start[1]], _with_double_quotes(token.string)]
            end = token.end[1]
    return "".join(pieces) + source[end:]


def quoted(text: str) -> str:
    """A string literal of the text."""
    return _with_double_quotes(repr(text))


def needs_parentheses(expression: str) -> bool:
    """Whether `expression.attribute` would mean something else."""
    try:
        node = ast.parse(expression, mode="eval").body
    except (SyntaxError, ValueError):
        return True
    if isinstance(node, ast.Constant):
        return not isinstance(node.value, str | bytes)
    return not isinstance(
        node,
        ast.Name | ast.Call | ast.Attribute | ast.Subscript | ast.List | ast.Dict | ast.Set,
    )


def _opened(expression: str) -> tuple[str, list[str], str] | None:
    """`f(a, b)` as `f(`, its elements, and `)`; None where there is no bracket to open."""
    try:
        node = ast.parse(expression, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    parts: list[tuple[ast.AST, ast.AST]]
    match node:
        case ast.List(elts=items) | ast.Set(elts=items) | ast.Tuple(elts=items):
            parts = [(item, item) for item in items]
        case ast.Dict(keys=keys, values=values):
            if any(key is None for key in keys):
                return None
            parts = [(key, value) for key, value in zip(keys, values, strict=True) if key]
        case ast.Call(args=args, keywords=keywords):
            parts = [(argument, argument) for argument in [*args, *keywords]]
        case _:
            return None
    if not parts or not expression.endswith((")", "]", "}")):
        return None
    # Columns of the parser count bytes.
    raw = expression.encode()
    elements = [raw[_column(first) : _end_column(last)].decode() for first, last in parts]
    if isinstance(node, ast.Call):
        head = raw[: _end_column(node.func)].decode() + "("
    else:
        head = expression[0]
    return head, elements, expression[-1]


def _column(node: ast.AST) -> int:
    column: int = getattr(node, "col_offset", 0)
    return column


def _end_column(node: ast.AST) -> int:
    column: int | None = getattr(node, "end_col_offset", None)
    return column or 0


def _keyword(element: str) -> tuple[str, str, str]:
    """An element of a call or dict as what stands before the value, and the value."""
    name, equals, value = element.partition("=")
    if equals and name.isidentifier() and not value.startswith("="):
        return name, equals, value
    return "", "", element


def _with_double_quotes(literal: str) -> str:
    """One string token in double quotes; the rule is black's."""
    start = literal.find("'")
    prefix, body = literal[:start], literal[start + 1 : -1]
    if start < 0 or '"' in prefix or literal.endswith("'''") or "f" in prefix.lower():
        return literal
    if "r" in prefix.lower():
        return literal if '"' in body else f'{prefix}"{body}"'
    changed: list[str] = []
    position = 0
    while position < len(body):
        pair = body[position : position + 2]
        if pair == "\\'":
            changed.append("'")
        elif pair[0] == "\\":
            changed.append(pair)
        else:
            changed.append('\\"' if pair[0] == '"' else pair[0])
        position += 2 if pair[0] == "\\" else 1
    new = "".join(changed)
    return literal if new.count("\\") > body.count("\\") else f'{prefix}"{new}"'


def _rank(name: str) -> int:
    """Constants, classes, functions: the order in which isort sorts by type."""
    if name.isupper() and len(name) > 1:
        return 0
    return 1 if name[:1].isupper() else 2
