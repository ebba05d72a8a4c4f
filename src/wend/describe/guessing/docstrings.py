"""Reads docstrings: the types of parameters, and the calls and texts in examples."""

from __future__ import annotations

import ast
import builtins
import collections.abc
import re
import typing
from collections.abc import Mapping
from typing import Any

MOST_EXAMPLES = 8

_PATTERNS = (
    re.compile(r":param\s+(?P<type>[^:]+?)\s+(?P<name>\*{0,2}\w+)\s*:"),
    re.compile(r":type\s+(?P<name>\w+)\s*:\s*(?P<type>[^\n]+)"),
    re.compile(r"^\s*(?P<name>\w+)\s*\((?P<type>[^()\n]+)\)\s*:", re.MULTILINE),
    re.compile(r"^\s*(?P<name>\w+)\s+:\s+(?P<type>[^\n]+)$", re.MULTILINE),
)
"""The styles of Sphinx (two), Google and numpy."""

_WORDS: dict[str, Any] = {
    "string": str,
    "text": str,
    "strings": str,
    "strs": str,
    "integer": int,
    "integers": int,
    "ints": int,
    "number": typing.Union[int, float],  # noqa: UP007 - `int | float` is no type for a checker
    "numbers": typing.Union[int, float],  # noqa: UP007
    "numeric": typing.Union[int, float],  # noqa: UP007
    "floats": float,
    "boolean": bool,
    "booleans": bool,
    "dictionary": dict,
    "array": list,
    "array_like": list,
    "array-like": list,
    "sequence": list,
    "iterable": list,
    "mapping": dict,
    "callable": collections.abc.Callable,
    "function": collections.abc.Callable,
    "none": None,
}


def documented_types(doc: str, names: Mapping[str, Any]) -> dict[str, Any]:
    """The types that a docstring gives, as annotations by parameter."""
    found: dict[str, Any] = {}
    for pattern in _PATTERNS:
        for match in pattern.finditer(doc):
            name = match["name"].lstrip("*")
            annotation = _annotation(match["type"], names)
            if annotation is not ... and name not in found:
                found[name] = annotation
    return found


def _annotation(text: str, names: Mapping[str, Any]) -> Any:
    """The type that a text names, or Ellipsis."""
    text = text.strip().strip("`").removesuffix(".")
    text, optional = re.subn(r",?\s*\b(optional|default\b.*)$", "", text)
    parts = [_one(part, names) for part in re.split(r"\s+or\s+|\s*\|\s*|,\s+or\s+", text) if part]
    if not parts or ... in parts:
        return ...
    if optional:
        parts.append(None)
    unique = tuple(dict.fromkeys(parts))
    return unique[0] if len(unique) == 1 else typing.Union[unique]  # noqa: UP007


def _one(text: str, names: Mapping[str, Any]) -> Any:
    text = text.strip().strip("`")
    of = re.fullmatch(r"(list|tuple|set|sequence|iterable|array)s?\s+of\s+([\w.]+?)", text, re.I)
    if of:
        inner = _one(of[2], names)
        kind: Any = {"tuple": tuple, "set": set}.get(of[1].lower(), list)
        if inner is ...:
            return kind
        return kind.__class_getitem__((inner, ...) if kind is tuple else inner)
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    if not re.fullmatch(r"[\w.\[\], |]+", text):
        return ...
    try:
        found = eval(text, {**vars(typing), **vars(builtins), **names})
    except Exception:  # a description, no type
        return ...
    is_type = isinstance(found, type) or found is None or typing.get_origin(found) is not None
    return found if is_type else ...


def examples(doc: str, name: str) -> list[ast.Call]:
    """The calls of a function in the examples of a docstring, with variables of the example
    replaced by their values."""
    found: list[ast.Call] = []
    known = _Known({})
    for source in _sources(doc):
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError, MemoryError, RecursionError):
            continue
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Name(id=called)) | ast.Call(func=ast.Attribute(attr=called)):
                    if called == name and len(found) < MOST_EXAMPLES:
                        found.append(known.visit(node))
        match tree.body:
            case [ast.Assign(targets=[ast.Name(id=variable)], value=value)]:
                known.values[variable] = value
    return found


def example_texts(doc: str) -> list[str | bytes]:
    """The literal texts in the examples of a docstring, in their order."""
    found: list[str | bytes] = []
    for source in _sources(doc):
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError, MemoryError, RecursionError):
            continue
        constants = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
        found.extend(value for value in constants if isinstance(value, str | bytes))
    return found


class _Known(ast.NodeTransformer):
    """Replaces variables by their values."""

    def __init__(self, values: dict[str, ast.expr]) -> None:
        self.values = values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.values.get(node.id, node) if isinstance(node.ctx, ast.Load) else node


def _sources(doc: str) -> list[str]:
    """The examples of a docstring, each with its continuation lines."""
    found = re.findall(r"^[ \t]*>>> (.+(?:\n[ \t]*\.\.\. ?.*)*)", doc, re.MULTILINE)
    return [re.sub(r"\n[ \t]*\.\.\. ?", "\n", each) for each in found]
