"""How one value is made of another: which of the two changes with the other.

each = TABLE[0]            PART: if `each` is changed, something inside of TABLE is
rows = list(TABLE)         COPY: only if something inside of `rows` is changed, so is TABLE's
both = [TABLE, OTHER]      HOLDER: TABLE is inside of `both`, and so is all that is inside of TABLE
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from wend.source.bindings import parameters_of
from wend.source.library.changes import COPIES, MAKES_NEW
from wend.source.trees import Function, name_of

Link = tuple[frozenset[bool], frozenset[bool]]
"""How one value is made of another: what changes of the other one if the first one itself is
changed, and if something inside of the first one is. False means itself, True what is inside."""

_ITSELF, _INSIDE, _BOTH = frozenset((False,)), frozenset((True,)), frozenset((False, True))
NONE: Link = (frozenset(), frozenset())
SAME: Link = (_ITSELF, _INSIDE)
PART: Link = (_INSIDE, _INSIDE)
"""`other[0]`"""
COPY: Link = (frozenset(), _INSIDE)
"""`list(other)`"""
HOLDER: Link = (frozenset(), _BOTH)
"""`[other]`"""
UNKNOWN: Link = (_BOTH, _BOTH)


def through(first: Link, second: Link) -> Link:
    """How a value is made of another by way of a third one."""

    def after(changed: frozenset[bool]) -> frozenset[bool]:
        return frozenset(each for between in changed for each in second[between])

    return after(first[False]), after(first[True])


def link_of(whole: ast.AST, part: ast.AST) -> Link:
    """How the value of an expression is made of the value of an expression that is in it."""
    match whole:
        case ast.Subscript(value=value) | ast.Starred(value=value) if value is part:
            return PART
        case ast.NamedExpr() | ast.Await() | ast.BoolOp():
            return SAME
        case ast.IfExp(test=other) | ast.Lambda(args=other):
            return NONE if other is part else SAME
        case ast.Call(func=func):
            name = name_of(func)
            if func is part:
                return SAME
            if name in COPIES:
                return HOLDER if isinstance(part, ast.keyword) else COPY
            return NONE if name in MAKES_NEW else UNKNOWN
        case ast.keyword(arg=name):
            return PART if name is None else SAME
        case ast.BinOp():
            return COPY
        case ast.Dict(keys=keys):
            return NONE if part in keys else HOLDER
        case ast.DictComp(key=key, value=value) if key is part:
            return NONE if value is not None else COPY  # `{**each for each in …}`
        case ast.Tuple() | ast.List() | ast.Set() | ast.ListComp() | ast.SetComp():
            return HOLDER
        case ast.GeneratorExp() | ast.DictComp():
            return HOLDER
        case _:
            return HOLDER if type(whole).__name__ in ("Interpolation", "TemplateStr") else NONE


def handed(callee: Function, call: ast.Call) -> Iterator[tuple[str, ast.AST, Link]]:
    """The parameters of a function that a call may bind, with its object and arguments, and how.

    An argument is the node below the call: of `*rest` and `to=x` the whole.
    """
    args = callee.args
    names = [each.arg for each in (*args.posonlyargs, *args.args)]
    if names and names[0] in ("self", "cls"):
        if isinstance(call.func, ast.Attribute):
            yield names[0], call.func.value, SAME
            yield from _in_order(names, call)  # `Class.method(it)`
        names = names[1:]
    yield from _in_order(names, call)
    for keyword in call.keywords:
        if keyword.arg is not None:
            yield keyword.arg, keyword, SAME
    spread = [each for each in call.args if isinstance(each, ast.Starred)]
    for each in (*spread, *[keyword for keyword in call.keywords if keyword.arg is None]):
        yield from [(name, each, SAME) for name in parameters_of(callee)]
    for rest in (args.vararg, args.kwarg):
        if rest is not None:
            yield from [(rest.arg, each, HOLDER) for each in (*call.args, *call.keywords)]


def _in_order(names: Sequence[str], call: ast.Call) -> Iterator[tuple[str, ast.AST, Link]]:
    for name, value in zip(names, call.args, strict=False):
        yield name, value, SAME
