"""Tells of a line that none of the values of a parameter leads to, where these are few.

def digest(algorithm: Literal["legacy", "modern"]) -> str:
    if algorithm == "legacy":
        return …
    elif algorithm == "modern":
        return …
    raise ValueError(algorithm)      # needs another value
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from wend.inputs.domain import Choice, Held
from wend.inputs.target import Target
from wend.source.bindings import bound_by
from wend.source.files import parse_file
from wend.source.index import index_of

Fact = tuple[ast.expr, bool]
"""A test, and what it has to be on the way to a line."""

_COMPARED: dict[type, Callable[[Any, Any], bool]] = {
    ast.Eq: lambda one, other: one == other,
    ast.NotEq: lambda one, other: one != other,
    ast.Is: lambda one, other: one == other,
    ast.IsNot: lambda one, other: one != other,
    ast.In: lambda one, other: one in other,
    ast.NotIn: lambda one, other: one not in other,
}


def other_value_needed(target: Target, line: int) -> str:
    """`algorithm is 'legacy' or 'modern'; line 219 needs another value`; empty where that is not
    known."""
    tree = parse_file(target.file)
    function = None if tree is None else index_of(tree).def_at.get(target.ref.line)
    if function is None or not function.lineno < line <= (function.end_lineno or 0):
        return ""
    facts = [*_facts(function.body, line)]
    bound = {name for each in ast.walk(function) for name in bound_by(each)}
    for parameter in target.parameters:
        domain = parameter.domain
        options = domain.options if isinstance(domain, Choice) else (domain,)
        values = [each.source for each in options if isinstance(each, Held) and each.source]
        if len(values) < len(options) or parameter.name in bound:
            continue
        if not any(
            all(_fits(fact, parameter.name, each, values) for fact in facts) for each in values
        ):
            return f"{parameter.name} is {' or '.join(values)}; line {line} needs another value"
    return ""


def _facts(block: Sequence[ast.stmt], line: int) -> Iterator[Fact]:
    """What the tests on the way to a line have to be."""
    for statement in block:
        if statement.lineno <= line <= (statement.end_lineno or 0):
            if isinstance(statement, ast.If) and line > statement.test.lineno:
                is_inside = line <= (statement.body[-1].end_lineno or 0)
                yield statement.test, is_inside
            for name in ("body", "orelse", "handlers", "finalbody"):
                block = getattr(statement, name, ())
                if block and block[0].lineno <= line <= (block[-1].end_lineno or 0):
                    yield from _facts(block, line)
            return
        if isinstance(statement, ast.If):
            yield from _passed(statement)


def _passed(statement: ast.If) -> Iterator[Fact]:
    """What the tests of an `if` are where the next statement is executed."""
    if _leaves(statement.body):
        yield statement.test, False
        match statement.orelse:
            case [ast.If() as other]:
                yield from _passed(other)
    elif _leaves(statement.orelse):
        yield statement.test, True


def _leaves(block: Sequence[ast.stmt]) -> bool:
    return bool(block) and isinstance(block[-1], ast.Return | ast.Raise | ast.Continue | ast.Break)


class _Member:
    """A member of an enumeration. Another that is not among the values may be an alias of it, and
    one of an IntEnum equals a number: of these nothing is known."""

    def __init__(self, source: str, values: Sequence[str]) -> None:
        self.source = source
        self.values = values

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Member) or other.source not in self.values:
            raise ValueError(other)
        return self.source == other.source

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        raise ValueError(self.source)


def _fits(fact: Fact, name: str, source: str, values: Sequence[str]) -> bool:
    """Whether a fact may hold where a name has this value."""
    test, wanted = fact
    try:
        return bool(_value(test, name, _constant(source, values))) is wanted
    except (ValueError, TypeError):
        return True  # it speaks of something else


def _constant(source: str, values: Sequence[str]) -> Any:
    """The value of a literal; of what is none, such as `Color.RED`, its source."""
    try:
        return ast.literal_eval(source)
    except ValueError:
        return _Member(source, values)


def _value(node: ast.expr, name: str, value: Any) -> Any:
    """The value of an expression that speaks of one name; raises ValueError for others."""
    match node:
        case ast.Name(id=known) if known == name:
            return value
        case ast.Attribute() if isinstance(value, _Member):
            return _Member(ast.unparse(node), value.values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return not _value(operand, name, value)
        case ast.BoolOp(op=op, values=parts):
            every = all if isinstance(op, ast.And) else any
            return every(bool(_value(each, name, value)) for each in parts)
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARED:
            return _COMPARED[type(op)](_value(left, name, value), _value(right, name, value))
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return [_value(each, name, value) for each in parts]
    return ast.literal_eval(node)
