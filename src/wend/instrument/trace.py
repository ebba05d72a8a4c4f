"""The straight-line program of a trace: the edges of one way through a function, as a function.

    5 y = x + 1            y = x + 1
    6 if y > 3:            fit(y > 3, True)
    7     for a in b:      for a in items: break
    8         …            else: fit()

It decides nothing itself: `fit` ends the run where a condition is not as the way needs it, so the
program comes to its end for exactly the values that go this way. [004] §3
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from wend.instrument.control import (
    AENTER,
    AITER,
    ENTER,
    FIT,
    ITER,
    TURN,
    YIELD,
    YIELD_FROM,
    Control,
    Node,
    Region,
)
from wend.instrument.flow import always_matches

Step = tuple[int, str]
"""A node and how it is left; FRESH and a local that may have any value of its type there; the start
of a compound statement and WHOLE, or of a loop and TURNS."""

FRESH = -1

EITHER = "either"
"""How a condition is left of which only that it is evaluated matters."""

WHOLE = "whole"
"""A compound statement as one step, which leads to what comes after it."""

TURNS = "turns"
"""Some turns of a loop, which lead to its head once more."""

Made = TypeVar("Made", bound=ast.AST)

OUTER = "_wend_outer"
"""The function that holds the trace's, so that it can have a closure."""

NAME = "_wend_trace"
"""The name of the trace's function, while it is made."""


def fresh_name(local: str, at: int) -> str:
    """The parameter that gives a local its value at a step."""
    return f"_wend_fresh_{local}_{at}"


def program(
    control: Control,
    steps: Sequence[Step],
    parameters: Sequence[str] | None,
    free: Sequence[str] = (),
    owner: str = "",
    *,
    measured: bool = False,
) -> ast.Module:
    """A module with one function, OUTER, that holds that of the trace.

    `parameters` are the locals that it is given, None for the parameters of the function itself;
    `free` are the names of its closure, `owner` that of its class. `measured`: `fit` is told the
    sides of comparisons and that steps are done, and the turns of loops are counted.
    """
    function = control.function
    body: list[ast.stmt] = list(_declarations(function))
    # A point: what stands at all of a function inside would be marked as lines of that are.
    line, column = function.body[0].lineno, function.body[0].col_offset
    place = ast.Pass(lineno=line, col_offset=column, end_lineno=line, end_col_offset=column)
    for at, step in enumerate(steps):
        body.extend(_statements(control, step, at, measured))
        if measured:
            body.append(_calls(FIT, [_at(ast.Constant(at), place)], place))
    end = _at(ast.Return(_at(ast.Constant(None), place)), place)
    body.append(end)
    given = parameters_of(function) if parameters is None else set(parameters)
    # After the end: what is a local of the function is one of the trace.
    body.extend([_assigned(name, place) for name in sorted(locals_of(function) - given)])
    is_async = isinstance(function, ast.AsyncFunctionDef) and (
        parameters is None or any(isinstance(node, _AWAITS) for node in _own(body))
    )
    made = (ast.AsyncFunctionDef if is_async else ast.FunctionDef)(
        name=NAME,
        args=_arguments(function.args, parameters),
        body=body,
        decorator_list=[],
        returns=None,
        type_comment=None,
        **_TYPE_PARAMS,
    )
    inner: ast.stmt = _at(made, function)
    if owner:
        inner = _at(
            ast.ClassDef(
                name=owner, bases=[], keywords=[], body=[inner], decorator_list=[], **_TYPE_PARAMS
            ),
            function,
        )
    ours = (FIT, ITER, AITER, ENTER, AENTER, TURN, YIELD, YIELD_FROM)
    names = [name for name in dict.fromkeys((*free, *ours)) if name != "__class__"]
    around: list[ast.stmt] = [inner]
    if owner and owner not in free:
        # Who mentions the class means that of the module.
        around.insert(0, _at(ast.Global([owner]), function))
    outer = ast.FunctionDef(
        name=OUTER,
        args=ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, []),
        body=around,
        decorator_list=[],
        returns=None,
        type_comment=None,
        **_TYPE_PARAMS,
    )
    return ast.fix_missing_locations(ast.Module([_at(outer, function)], []))


def parameters_of(
    function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda,
) -> frozenset[str]:
    """The names of the parameters."""
    args = function.args
    stars = [each for each in (args.vararg, args.kwarg) if each is not None]
    return frozenset(
        [each.arg for each in (*args.posonlyargs, *args.args, *args.kwonlyargs, *stars)]
    )


def locals_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> frozenset[str]:
    """The names that are bound in a function, its parameters among them."""
    bound = set(parameters_of(function))
    elsewhere: set[str] = set()
    for node in _own(function.body):
        bound.update(bound_by(node))
        if isinstance(node, ast.Global | ast.Nonlocal):
            elsewhere.update(node.names)
    return frozenset(bound - elsewhere)


def bound_by(node: ast.AST) -> Iterator[str]:
    """The names that a node binds itself."""
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.alias(name=name, asname=other):
            yield other or name.partition(".")[0]
        case ast.ExceptHandler(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name
        case ast.MatchAs(name=str(name)) | ast.MatchMapping(rest=str(name)):
            yield name


_AWAITS = (ast.Await, ast.AsyncFor, ast.AsyncWith)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_TYPE_PARAMS: dict[str, Any] = (
    {"type_params": []} if "type_params" in ast.FunctionDef._fields else {}
)


def _own(statements: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """The nodes that belong to a function itself: not those of functions and classes in it, and
    of comprehensions only the names that `:=` binds."""
    stack = list(statements)
    while stack:
        node = stack.pop()
        yield node
        if isinstance(node, _COMPREHENSIONS):
            stack.extend(
                [each.target for each in ast.walk(node) if isinstance(each, ast.NamedExpr)]
            )
        elif not isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
            stack.extend(ast.iter_child_nodes(node))


def _declarations(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.stmt]:
    for node in _own(function.body):
        if isinstance(node, ast.Global | ast.Nonlocal):
            yield _clone(node)


def _arguments(args: ast.arguments, parameters: Sequence[str] | None) -> ast.arguments:
    """Without defaults: the function has its own."""
    if parameters is not None:
        made = [ast.arg(name) for name in parameters]
        return ast.arguments([], [], None, made, [None] * len(made), None, [])

    def bare(names: list[ast.arg]) -> list[ast.arg]:
        return [ast.arg(each.arg) for each in names]

    return ast.arguments(
        bare(args.posonlyargs),
        bare(args.args),
        ast.arg(args.vararg.arg) if args.vararg else None,
        bare(args.kwonlyargs),
        [None] * len(args.kwonlyargs),
        ast.arg(args.kwarg.arg) if args.kwarg else None,
        [],
    )


def _statements(control: Control, step: Step, at: int, measured: bool) -> list[ast.stmt]:
    """What the trace does for one step."""
    number, how = step
    if number == FRESH:  # first, since a local may have any name
        place = control.function.body[0]
        value = _at(ast.Name(fresh_name(how, at), ast.Load()), place)
        return [_at(ast.Assign([_at(ast.Name(how, ast.Store()), place)], value), place)]
    if how == WHOLE:
        return [_whole(control.starting[number], counted=measured)]
    if how == TURNS:
        return _turns(control.starting[number], at, counted=measured)
    node = control.nodes[number]
    if how == "raises":
        return [_raising(node, _name_of_caught(control, number))]
    match node.kind:
        case "do":
            return [_clone(statement) for statement in node.tree]
        case "test" if how == EITHER:
            return [_decided(node)]
        case "test":
            return [_fit(_clone(node.tree), how == "true", node.tree, measured)]
        case "next":
            return [_turn(node, goes_on=how == "true")]
        case "case":
            return [_match(node, matches=how == "true")]
        case "handler":
            return _handled(node, takes=how == "true")
        case _:
            return []


def _name_of_caught(control: Control, number: int) -> str:
    for edges in control.into.values():
        for edge in edges:
            if edge.source == number and edge.how == "raises":
                return control.nodes[edge.target].name
    raise LookupError(number)


def _fit(condition: ast.expr, wanted: bool, place: ast.AST, measured: bool = False) -> ast.stmt:
    given = [condition, _at(ast.Constant(wanted), place)]
    if measured and isinstance(condition, ast.Compare) and len(condition.ops) == 1:
        operator = _at(ast.Constant(type(condition.ops[0]).__name__), place)
        given = [condition.left, condition.comparators[0], operator, given[1]]
    return _calls(FIT, given, place)


def _unfit(place: ast.AST) -> ast.stmt:
    """Ends the trace: what is wrong is no condition of its own."""
    return _calls(FIT, [], place)


def _calls(name: str, given: list[ast.expr], place: ast.AST) -> ast.stmt:
    called = ast.Call(_at(ast.Name(name, ast.Load()), place), given, [])
    return _at(ast.Expr(_at(called, place)), place)


def _whole(region: Region, *, counted: bool) -> ast.stmt:
    """A compound statement as one step.

    Who leaves it by another way than its end does not come where the trace goes.
    """
    made: ast.stmt = _Inside("", counted=counted).visit(_clone(region.statement))
    return made


def _turns(region: Region, at: int, *, counted: bool) -> list[ast.stmt]:
    """Some turns of a loop, as many as `TURN` says."""
    statement = _clone(region.statement)

    def asked(*given: ast.expr) -> ast.expr:
        number = _at(ast.Constant(at), statement)
        called = _at(ast.Name(TURN, ast.Load()), statement)
        return _at(ast.Call(called, [number, *given], []), statement)

    made: list[ast.stmt] = []
    if isinstance(statement, ast.While):
        first = _unless(statement.test, statement)
    else:
        name = f"_wend_items_{statement.lineno}_{statement.col_offset}"
        first = _item(statement.target, name)
        if counted and isinstance(statement, ast.For):
            items = _at(ast.Name(name, ast.Load()), statement)
            kept = _at(ast.Name(name, ast.Store()), statement)
            made.append(_at(ast.Assign([kept], asked(items)), statement))
    ignored = _at(ast.Name("_wend_ignored", ast.Store()), statement)
    inside = _Inside("turn", counted=counted)
    body = [*inside.counting(statement), first, *map(inside.visit, statement.body)]
    return [*made, _at(ast.For(ignored, asked(), body, [], None), statement)]


def _unless(test: ast.expr, place: ast.AST) -> ast.stmt:
    """Ends the trace where a condition does not hold."""
    return _at(ast.If(test, [_at(ast.Pass(), place)], [_unfit(place)]), place)


class _Inside(ast.NodeTransformer):
    """Statements in a trace: ways out end it; `where`: in a loop, or in a turn of one."""

    def __init__(self, where: str, *, counted: bool) -> None:
        self._where = where
        self._counted = counted

    def counting(self, place: ast.AST) -> list[ast.stmt]:
        return [_calls(TURN, [], place)] if self._counted else []

    def visit(self, node: ast.AST) -> Any:
        match node:
            case ast.Return():
                return _unfit(node)
            case ast.Break() if self._where != "loop":
                return _unfit(node)
            case ast.Continue() if not self._where:
                return _unfit(node)
            case ast.Global() | ast.Nonlocal():
                return _at(ast.Pass(), node)  # declared at the beginning
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda() | ast.ClassDef():
                return node
            case ast.For() | ast.AsyncFor() | ast.While():
                inside = _Inside("loop", counted=self._counted)
                node.body = [*self.counting(node), *map(inside.visit, node.body)]
                node.orelse = [self.visit(each) for each in node.orelse]
                return node
            case _:
                return self.generic_visit(node)


def _turn(node: Node, *, goes_on: bool) -> ast.stmt:
    target = node.tree[0]
    if goes_on:
        return _item(target, node.name, is_async=node.is_async)
    items = _at(ast.Name(node.name, ast.Load()), target)
    ignored = _at(ast.Name("_wend_ignored", ast.Store()), target)
    return _for(node.is_async)(ignored, items, [_unfit(target)], [], target)


def _item(target: Any, name: str, *, is_async: bool = False) -> ast.stmt:
    """Takes the next item of an iterator, if there is one."""
    items = _at(ast.Name(name, ast.Load()), target)
    break_, otherwise = _at(ast.Break(), target), _unfit(target)
    return _for(is_async)(_clone(target), items, [break_], [otherwise], target)


def _for(is_async: bool) -> Callable[..., ast.stmt]:
    """Makes a loop at a place."""
    cls = ast.AsyncFor if is_async else ast.For

    def made(target: Any, items: Any, body: Any, orelse: Any, place: ast.AST) -> ast.stmt:
        return _at(cls(target, items, body, orelse, None), place)

    return made


def _match(node: Node, *, matches: bool) -> ast.stmt:
    pattern = node.tree
    passes: list[ast.stmt] = [_at(ast.Pass(), pattern)]
    fails: list[ast.stmt] = [_unfit(pattern)]
    first, second = (passes, fails) if matches else (fails, passes)
    cases = [ast.match_case(_clone(pattern), None, first)]
    if not always_matches(cases[0]):
        cases.append(ast.match_case(_at(ast.MatchAs(None, None), pattern), None, second))
    return _at(ast.Match(_at(ast.Name(node.name, ast.Load()), pattern), cases), pattern)


def _handled(node: Node, *, takes: bool) -> list[ast.stmt]:
    """Whether an `except` takes an exception: one that it does not take ends the trace."""
    handler = node.tree
    raised = _at(ast.Name(node.name, ast.Load()), handler)
    again = _at(ast.Raise(raised, None), handler)
    body: list[ast.stmt] = [_at(ast.Pass(), handler) if takes else _unfit(handler)]
    kind = None if handler.type is None else _clone(handler.type)
    handlers = [_at(ast.ExceptHandler(kind, None, body), handler)]
    if not takes:
        handlers.append(_at(ast.ExceptHandler(None, None, [_at(ast.Pass(), handler)]), handler))
    made: list[ast.stmt] = [_at(ast.Try([again], handlers, [], []), handler)]
    if takes and handler.name is not None:
        named = _at(ast.Name(handler.name, ast.Store()), handler)
        value = _at(ast.Name(node.name, ast.Load()), handler)
        made.append(_at(ast.Assign([named], value), handler))
    return made


def _raising(node: Node, name: str) -> ast.stmt:
    """A step that raises, and what it raises kept by a name."""
    match node.kind:
        case "do":
            body = [_clone(statement) for statement in node.tree]
        case "test":
            body = [_decided(node)]
        case "next":
            target = node.tree[0]
            items = _at(ast.Name(node.name, ast.Load()), target)
            break_ = _at(ast.Break(), target)
            body = [_for(node.is_async)(_clone(target), items, [break_], [], target)]
        case "case":
            body = [_match(node, matches=True)]
        case _:
            return _not_a_class(node, name)
    return _kept(body, name)


def _decided(node: Node) -> ast.stmt:
    """A condition, whichever way: that it is true or false may raise, too."""
    negated = _at(ast.UnaryOp(_at(ast.Not(), node.tree), _clone(node.tree)), node.tree)
    return _at(ast.Expr(negated), node.tree)


def _not_a_class(node: Node, name: str) -> ast.stmt:
    """An `except` that raises itself: what it names can't be evaluated, or is no exception."""
    handler = node.tree
    taken = [_at(ast.ExceptHandler(_clone(handler.type), None, [_unfit(handler)]), handler)]
    again = _at(ast.Raise(_at(ast.Name(node.name, ast.Load()), handler), None), handler)
    kept = _kept([_at(ast.Try([again], taken, [], []), handler)], name)
    # What nobody took is no error of the `except`.
    same = ast.Compare(
        _at(ast.Name(f"{name}_now", ast.Load()), handler),
        [ast.Is()],
        [_at(ast.Name(node.name, ast.Load()), handler)],
    )
    kept.handlers[0].body.insert(0, _at(ast.If(_at(same, handler), [_unfit(handler)], []), handler))
    return kept


def _kept(body: list[ast.stmt], name: str) -> ast.Try:
    """Statements that have to raise, and what they raise kept by a name."""
    place = body[0]
    kept = _at(
        ast.Assign(
            [_at(ast.Name(name, ast.Store()), place)],
            _at(ast.Name(name + "_now", ast.Load()), place),
        ),
        place,
    )
    kind = _at(ast.Name("BaseException", ast.Load()), place)
    handler = _at(ast.ExceptHandler(kind, name + "_now", [kept]), place)
    return _at(ast.Try(body, [handler], [_unfit(place)], []), place)


def _assigned(name: str, place: ast.AST) -> ast.stmt:
    target = _at(ast.Name(name, ast.Store()), place)
    return _at(ast.Assign([target], _at(ast.Constant(None), place)), place)


def _at(made: Made, place: ast.AST) -> Made:
    return ast.copy_location(made, place)


def _clone(node: Any) -> Any:
    """A copy: rewriting changes trees in place."""
    if isinstance(node, list):
        return [_clone(each) for each in node]
    if not isinstance(node, ast.AST):
        return node
    made = type(node)(**{name: _clone(getattr(node, name, None)) for name in node._fields})
    for name in node._attributes:
        if hasattr(node, name):
            setattr(made, name, getattr(node, name))
    return made
