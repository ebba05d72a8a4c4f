"""Variables as leaves of terms: their texts, ranges and values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.expr.variables import ANY_INT, PYTHON_TYPES, Kind, Range, default


def text_of(leaf: Term) -> str:
    """The text of a leaf: its key in inputs and models, and what leaves are sorted by."""
    text: str = leaf.payload.text
    return text


def range_of(leaf: Term) -> Range:
    """The least and the greatest value of an Int leaf."""
    return leaf.payload.bounds if leaf.sort is Sort.INT else ANY_INT


def is_address(node: Term) -> bool:
    """Whether a term is the variable of a pointer."""
    return node.op == "var" and node.payload.kind is Kind.ADDRESS


def value_in(assignment: Mapping[str, Any], leaf: Term) -> Any:
    """The value of a leaf, its default where the assignment does not mention it (`given`)."""
    value = assignment.get(leaf.payload.text)
    return value if type(value) is PYTHON_TYPES[leaf.sort] else default(leaf.payload, leaf.sort)
