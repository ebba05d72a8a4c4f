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
from collections.abc import Container, Iterator, Sequence
from typing import Any

from wend.instrument.trace_extracted import turns, whole
from wend.instrument.trace_raised import handled, kept, left, part, raising
from wend.instrument.trace_trees import (
    calls,
    clone,
    decided,
    fit,
    item,
    loop,
    match_,
    placed,
    unfit,
)
from wend.source.bindings import locals_of, own_nodes, parameters_of
from wend.source.control.drawing import assign, load
from wend.source.control.graph import (
    AENTER,
    AITER,
    ENTER,
    FIT,
    ITER,
    MERGED,
    SPLIT,
    TURN,
    YIELD,
    YIELD_FROM,
    Control,
    ControlNode,
)

Step = tuple[int, str]
"""A node and how it is left. Also: FRESH and a local that may have any value of its type at this
step; the start of a compound statement and WHOLE, or of a loop and TURNS or RAISED."""

FRESH = -1

EITHER = "either"
"""A condition is evaluated and left either way: only that it is evaluated matters."""

WHOLE = "whole"
"""A compound statement as one step, which leads to what comes after it."""

TURNS = "turns"
"""Some turns of a loop as one step, which lead to its head again."""

RAISED = "raised"
"""A loop as one step, which leads to the handler of what it raises."""

EXTRACTED = (WHOLE, TURNS, RAISED)
"""The ways in which compound statements are one step."""

OUTER = "_wend_outer"
"""The name of the function around that of the trace, which gives it a closure."""

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
    # A point, since the lines of what stands at all of an inner function would count as its lines.
    line, column = function.body[0].lineno, function.body[0].col_offset
    place = ast.Pass(lineno=line, col_offset=column, end_lineno=line, end_col_offset=column)
    for at, step in enumerate(steps):
        body.extend(_statements(control, step, at, measured))
        if measured:
            body.append(calls(FIT, [placed(ast.Constant(at), place)], place))
    body.append(placed(ast.Return(placed(ast.Constant(None), place)), place))
    given = parameters_of(function) if parameters is None else set(parameters)
    # After the end, so that the locals of the function are locals of the trace.
    nothing = placed(ast.Constant(None), place)
    body.extend([assign(name, nothing, place) for name in sorted(locals_of(function) - given)])
    is_async = isinstance(function, ast.AsyncFunctionDef) and (
        parameters is None or any(isinstance(node, _AWAITS) for node in own_nodes(body))
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
    inner: ast.stmt = placed(made, function)
    if owner:
        inner = placed(
            ast.ClassDef(
                name=owner, bases=[], keywords=[], body=[inner], decorator_list=[], **_TYPE_PARAMS
            ),
            function,
        )
    ours = (FIT, ITER, AITER, ENTER, AENTER, TURN, YIELD, YIELD_FROM, SPLIT, MERGED)
    names = [name for name in dict.fromkeys((*free, *ours)) if name != "__class__"]
    around: list[ast.stmt] = [inner]
    if owner and owner not in free:
        # The name of the class means the class of the module.
        around.insert(0, placed(ast.Global([owner]), function))
    outer = ast.FunctionDef(
        name=OUTER,
        args=ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, []),
        body=around,
        decorator_list=[],
        returns=None,
        type_comment=None,
        **_TYPE_PARAMS,
    )
    return ast.fix_missing_locations(ast.Module([placed(outer, function)], []))


_AWAITS = (ast.Await, ast.AsyncFor, ast.AsyncWith)
_TYPE_PARAMS: dict[str, Any] = (
    {"type_params": []} if "type_params" in ast.FunctionDef._fields else {}
)


def _declarations(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.stmt]:
    for node in own_nodes(function.body):
        if isinstance(node, ast.Global | ast.Nonlocal):
            yield clone(node)


def _arguments(args: ast.arguments, parameters: Sequence[str] | None) -> ast.arguments:
    """The parameters without defaults: the function of the trace gets those of the target."""
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
    """The statements of a trace for one step."""
    number, how = step
    if number == FRESH:  # before all others, since a local may have any name
        place = control.function.body[0]
        return [assign(how, load(fresh_name(how, at), place), place)]
    if how == WHOLE:
        return [whole(control.starting[number], counted=measured)]
    if how == TURNS:
        return turns(control.starting[number], at, counted=measured)
    if how == RAISED:
        loop = control.starting[number]
        return [kept([whole(loop, counted=measured)], _name_of_caught(control, loop.inside))]
    node = control.nodes[number]
    if how == "raises":
        return [raising(node, _name_of_caught(control, (number,)))]
    match node.kind:
        case "do":
            return [clone(statement) for statement in node.tree]
        case "test" if how == EITHER:
            return [decided(node)]
        case "test":
            return [fit(clone(node.tree), how == "true", node.tree, measured)]
        case "next":
            return [_turn(node, goes_on=how == "true")]
        case "case":
            return [match_(node, matches=how == "true")]
        case "handler":
            return handled(node, takes=how == "true")
        case "part":
            return part(node, takes=how == "true")
        case "left":
            return left(node, is_any=how == "true")
        case _:
            return []


def _name_of_caught(control: Control, inside: Container[int]) -> str:
    """The name that holds an exception which no node among some handles."""
    for edges in control.into.values():
        for edge in edges:
            if edge.source in inside and edge.how == "raises" and edge.target not in inside:
                return control.nodes[edge.target].name
    raise LookupError(inside)


def _turn(node: ControlNode, *, goes_on: bool) -> ast.stmt:
    target = node.tree[0]
    if goes_on:
        return item(target, node.name, is_async=node.is_async)
    ignored = placed(ast.Name("_wend_ignored", ast.Store()), target)
    return loop(ignored, node.name, [unfit(target)], [], is_async=node.is_async)
