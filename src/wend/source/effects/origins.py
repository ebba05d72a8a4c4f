"""How the value of an expression is made of other values: which of them change with it.

each = TABLE[0]            PART: if `each` is changed, something inside of TABLE is
rows = list(TABLE)         COPY: only if something inside of `rows` is changed, so is TABLE's
both = [TABLE, OTHER]      HOLDER: TABLE is inside of `both`, and so is all that is inside of TABLE
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from wend.source.bindings import parameters_of
from wend.source.files import interpolated
from wend.source.library.changes import COPIES, MAKES_NEW
from wend.source.trees import Function, name_of

Place = tuple[ast.AST | None, str]
"""A variable with its function (None for a global), or an attribute of any object."""

ATTRIBUTE = ast.Module([], [])
"""Stands in the place of a function for attributes."""

Link = tuple[frozenset[bool], frozenset[bool]]
"""How one value is made of another: what changes of the other one if the first one itself is
changed, and if something inside of the first one is. False means itself, True what is inside."""

_ITSELF, _INSIDE, _BOTH = frozenset((False,)), frozenset((True,)), frozenset((False, True))
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


def roots(node: ast.expr, link: Link = SAME) -> Iterator[tuple[str | Place, Link]]:
    """The variables and attributes that the value of an expression may be made of, and how."""
    match node:
        case ast.Name(id=name):
            yield name, link
        case ast.Attribute(attr=name):
            yield (ATTRIBUTE, name), link
            yield "__getattr__", link
            yield "__getattribute__", link
        case ast.Subscript(value=inner) | ast.Starred(value=inner):
            yield from roots(inner, through(link, PART))
        case ast.NamedExpr(value=inner) | ast.Await(value=inner) | ast.Lambda(body=inner):
            yield from roots(inner, link)
        case ast.Call(func=func, args=args, keywords=keywords):
            name = name_of(func)
            if name in MAKES_NEW:
                return
            is_copy = name in COPIES
            if not is_copy:
                yield name, link
            if isinstance(func, ast.Attribute):
                yield from roots(func.value, through(link, COPY if is_copy else PART))
            for each in args:
                yield from roots(each, through(link, COPY if is_copy else UNKNOWN))
            for keyword in keywords:
                yield from roots(keyword.value, through(link, HOLDER if is_copy else UNKNOWN))
        case ast.IfExp(body=body, orelse=orelse):
            yield from roots(body, link)
            yield from roots(orelse, link)
        case ast.BoolOp(values=parts):
            for each in parts:
                yield from roots(each, link)
        case ast.BinOp(left=left, op=operator, right=right):
            yield from roots(left, through(link, COPY))
            yield from roots(right, through(link, COPY))
            name = _OPERATORS[type(operator)]
            yield f"__{name}__", link  # whatever a class of the module returns there
            yield f"__r{name}__", link
        case ast.UnaryOp(op=operator):
            yield _UNARY.get(type(operator), ""), link
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Dict(values=parts):
            for each in parts:
                yield from roots(each, through(link, HOLDER))
        case ast.DictComp(key=each, value=None):  # `{**each for each in …}`
            yield from roots(each, through(through(link, HOLDER), PART))
        case (
            ast.ListComp(elt=each)
            | ast.SetComp(elt=each)
            | ast.GeneratorExp(elt=each)
            | ast.DictComp(value=each)
        ):
            yield from roots(each, through(link, HOLDER))
        case _:
            for each in interpolated(node):
                yield from roots(each, through(link, HOLDER))


_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "add", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor", ast.Div: "truediv",
    ast.FloorDiv: "floordiv", ast.LShift: "lshift", ast.MatMult: "matmul", ast.Mod: "mod",
    ast.Mult: "mul", ast.Pow: "pow", ast.RShift: "rshift", ast.Sub: "sub",
}  # fmt: skip
_UNARY: dict[type[ast.unaryop], str] = {
    ast.Invert: "__invert__",
    ast.UAdd: "__pos__",
    ast.USub: "__neg__",
}


def bound(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr, Link]]:
    """The targets that a node binds, with the values, and how the one is made of the other."""
    match node:
        case ast.Assign(targets=targets, value=value):
            yield from [(each, value, SAME) for each in targets]
        case (
            ast.AnnAssign(target=target, value=ast.expr() as value)
            | ast.NamedExpr(target=target, value=value)
        ):
            yield target, value, SAME
        case ast.AugAssign(target=target, value=value):
            yield target, value, COPY
        case ast.withitem(optional_vars=ast.expr() as target, context_expr=value):
            yield target, value, UNKNOWN
        case (
            ast.For(target=target, iter=value)
            | ast.AsyncFor(target=target, iter=value)
            | ast.comprehension(target=target, iter=value)
        ):
            yield target, value, PART
        case ast.Match(subject=value, cases=cases):
            for part in [part for each in cases for part in ast.walk(each.pattern)]:
                match part:
                    case (
                        ast.MatchAs(name=str(name))
                        | ast.MatchStar(name=str(name))
                        | ast.MatchMapping(rest=str(name))
                    ):
                        yield ast.Name(name, ast.Store()), value, UNKNOWN


def handed(callee: Function, call: ast.Call) -> Iterator[tuple[str, ast.expr, Link]]:
    """The parameters of a function that a call may bind, with the values, and how."""
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
            yield keyword.arg, keyword.value, SAME
    spread = [each.value for each in call.args if isinstance(each, ast.Starred)]
    spread += [keyword.value for keyword in call.keywords if keyword.arg is None]
    for each in spread:
        yield from [(name, each, PART) for name in parameters_of(callee)]
    for rest in (args.vararg, args.kwarg):
        if rest is not None:
            yield from [(rest.arg, each, HOLDER) for each in arguments(call)]


def _in_order(names: Sequence[str], call: ast.Call) -> Iterator[tuple[str, ast.expr, Link]]:
    for name, value in zip(names, call.args, strict=False):
        yield name, value, SAME


def arguments(call: ast.Call) -> list[ast.expr]:
    """All arguments of a call."""
    return [*call.args, *[keyword.value for keyword in call.keywords]]
