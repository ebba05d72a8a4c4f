"""What values are made of, as the syntax tells: which others are changed where one of them is.

each = TABLE[0]            is a part: where it is changed, something inside of TABLE is
rows = list(TABLE)         is a copy: only where something inside of it is changed
both = [TABLE, OTHER]      holds them: what is inside of it are they, and what is inside of them
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from wend.source.bindings import parameters_of
from wend.source.files import interpolated
from wend.source.library.changes import COPIES, MAKES_NEW
from wend.source.trees import Function, name_of

Place = tuple[ast.AST | None, str]
"""A local of a function, or a global; or an attribute, of whatever object."""

ATTRIBUTE = ast.Module([], [])
"""In the place of a function: attributes."""

Way = tuple[frozenset[bool], frozenset[bool]]
"""How one value is made of another: what of the other is changed, itself or what is inside of it,
where the first one is, and where something inside of it is."""

_ITSELF, _INSIDE, _BOTH = frozenset((False,)), frozenset((True,)), frozenset((False, True))
SAME: Way = (_ITSELF, _INSIDE)
PART: Way = (_INSIDE, _INSIDE)
"""`other[0]`"""
COPY: Way = (frozenset(), _INSIDE)
"""`list(other)`"""
HOLDER: Way = (frozenset(), _BOTH)
"""`[other]`"""
UNKNOWN: Way = (_BOTH, _BOTH)


def through(first: Way, second: Way) -> Way:
    """How a value is made of another by way of a third."""

    def after(changed: frozenset[bool]) -> frozenset[bool]:
        return frozenset(each for between in changed for each in second[between])

    return after(first[False]), after(first[True])


def roots(node: ast.expr, way: Way = SAME) -> Iterator[tuple[str | Place, Way]]:
    """What an expression may be made of, and how: names, and attributes."""
    match node:
        case ast.Name(id=name):
            yield name, way
        case ast.Attribute(attr=name):
            yield (ATTRIBUTE, name), way
            yield "__getattr__", way
            yield "__getattribute__", way
        case ast.Subscript(value=inner) | ast.Starred(value=inner):
            yield from roots(inner, through(way, PART))
        case ast.NamedExpr(value=inner) | ast.Await(value=inner) | ast.Lambda(body=inner):
            yield from roots(inner, way)
        case ast.Call(func=func, args=args, keywords=keywords):
            name = name_of(func)
            if name in MAKES_NEW:
                return
            is_copy = name in COPIES
            if not is_copy:
                yield name, way
            if isinstance(func, ast.Attribute):
                yield from roots(func.value, through(way, COPY if is_copy else PART))
            for each in args:
                yield from roots(each, through(way, COPY if is_copy else UNKNOWN))
            for keyword in keywords:
                yield from roots(keyword.value, through(way, HOLDER if is_copy else UNKNOWN))
        case ast.IfExp(body=body, orelse=orelse):
            yield from roots(body, way)
            yield from roots(orelse, way)
        case ast.BoolOp(values=parts):
            for each in parts:
                yield from roots(each, way)
        case ast.BinOp(left=left, op=operator, right=right):
            yield from roots(left, through(way, COPY))
            yield from roots(right, through(way, COPY))
            name = _OPERATORS[type(operator)]
            yield f"__{name}__", way  # whatever a class of the module returns there
            yield f"__r{name}__", way
        case ast.UnaryOp(op=operator):
            yield _UNARY.get(type(operator), ""), way
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Dict(values=parts):
            for each in parts:
                yield from roots(each, through(way, HOLDER))
        case ast.DictComp(key=each, value=None):  # `{**each for each in …}`
            yield from roots(each, through(through(way, HOLDER), PART))
        case (
            ast.ListComp(elt=each)
            | ast.SetComp(elt=each)
            | ast.GeneratorExp(elt=each)
            | ast.DictComp(value=each)
        ):
            yield from roots(each, through(way, HOLDER))
        case _:
            for each in interpolated(node):
                yield from roots(each, through(way, HOLDER))


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


def bound(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr, Way]]:
    """What a node binds, to what, and how."""
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


def handed(callee: Function, call: ast.Call) -> Iterator[tuple[str, ast.expr, Way]]:
    """What a call may give to the parameters of a function, and how."""
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


def _in_order(names: Sequence[str], call: ast.Call) -> Iterator[tuple[str, ast.expr, Way]]:
    for name, value in zip(names, call.args, strict=False):
        yield name, value, SAME


def arguments(call: ast.Call) -> list[ast.expr]:
    """All that a call is given."""
    return [*call.args, *[keyword.value for keyword in call.keywords]]
