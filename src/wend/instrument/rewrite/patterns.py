"""Patterns of `match` with True or False, which no tracked truth value is, with keys or classes."""

from __future__ import annotations

import ast
from typing import Any

from wend.instrument.rewrite.nodes import PLACEHOLDER, at
from wend.source.trees import below

SEQUENCE, MAPPING = "[]", "{}"
"""The names here of what `case [a, b]` and `case {"a": b}` ask for."""


def asks_natively(pattern: ast.pattern) -> bool:
    """Whether a pattern contains True or False, or looks up keys."""
    return any(
        isinstance(node, ast.MatchMapping)
        or (isinstance(node, ast.MatchSingleton) and node.value is not None)
        for node in below(pattern)
    )


Asked = tuple[str, tuple[str, ...]]
"""The name of a class that a pattern asks for, with the attributes that it looks at."""


def classes_in(patterns: list[ast.pattern]) -> tuple[tuple[Asked, ...], tuple[Asked, ...]]:
    """What the subject of a `match` is asked for, and what parts of it are asked for."""
    outer: list[Asked] = []
    nested: list[Asked] = []
    waiting = [(each, outer) for each in patterns]
    for pattern, found in waiting:  # which grows
        match pattern:
            case ast.MatchOr(patterns=parts):
                waiting.extend([(each, found) for each in parts])
            case ast.MatchAs(pattern=ast.pattern() as part):
                waiting.append((part, found))
            case ast.MatchClass(cls=cls, patterns=parts, kwd_attrs=names, kwd_patterns=named):
                found.append((ast.unparse(cls), tuple(names)))
                waiting.extend([(each, nested) for each in (*parts, *named)])
            case ast.MatchSequence(patterns=parts) | ast.MatchMapping(patterns=parts):
                is_mapping = isinstance(pattern, ast.MatchMapping)
                found.append((MAPPING if is_mapping else SEQUENCE, ()))
                waiting.extend([(each, nested) for each in parts])
    return tuple(outer), tuple(nested)


def with_identities(pattern: Any, inside: bool) -> Any:
    """The pattern with values that compare like True and False in their places.

    `case (True, n)` asks whether an element *is* True, and a tracked truth value is not.
    """
    match pattern:
        case ast.MatchSingleton(value=bool(value)) if inside:
            name = "is_true" if value else "is_false"
            return at(ast.MatchValue(at(ast.Constant(PLACEHOLDER + name), pattern)), pattern)
        case ast.MatchSequence() | ast.MatchMapping() | ast.MatchOr() | ast.MatchClass():
            inside = inside or not isinstance(pattern, ast.MatchOr)
            pattern.patterns = [with_identities(each, inside) for each in pattern.patterns]
            if isinstance(pattern, ast.MatchClass):
                named = pattern.kwd_patterns
                pattern.kwd_patterns = [with_identities(each, inside) for each in named]
        case ast.MatchAs(pattern=ast.pattern()):
            pattern.pattern = with_identities(pattern.pattern, inside)
    return pattern
