"""Steps of a trace where something is raised, and where that is handled."""

from __future__ import annotations

import ast

from wend.instrument.trace_trees import clone, decided, loop, match_, placed, unfit
from wend.source.control.drawing import assign, load
from wend.source.control.exception_groups import all_of, left_of, part_of, rest_of
from wend.source.control.graph import MERGED, SPLIT, ControlNode


def handled(node: ControlNode, *, takes: bool) -> list[ast.stmt]:
    """The step that an `except` takes an exception, or does not. The trace ends otherwise."""
    handler = node.tree
    again = placed(ast.Raise(load(node.name, handler), None), handler)
    body: list[ast.stmt] = [placed(ast.Pass(), handler) if takes else unfit(handler)]
    kind = None if handler.type is None else clone(handler.type)
    handlers = [placed(ast.ExceptHandler(kind, None, body), handler)]
    if not takes:
        passes = placed(ast.Pass(), handler)
        handlers.append(placed(ast.ExceptHandler(None, None, [passes]), handler))
    made: list[ast.stmt] = [placed(ast.Try([again], handlers, [], []), handler)]
    if takes and handler.name is not None:
        made.append(assign(handler.name, load(node.name, handler), handler))
    return made


def part(node: ControlNode, *, takes: bool) -> list[ast.stmt]:
    """The step that a clause of `except*` takes a part of an exception, which then has its name, or
    does not."""
    handler = node.tree
    made = [_split(node), _is_there(part_of(node.name), handler, wanted=takes)]
    if takes and handler.name is not None:
        made.append(assign(handler.name, load(part_of(node.name), handler), handler))
    return made


def left(node: ControlNode, *, is_any: bool) -> list[ast.stmt]:
    """The step that clauses of `except*` leave something to be raised, or nothing."""
    return [_merged(node), _is_there(left_of(node.name), node.tree, wanted=is_any)]


def raising(node: ControlNode, name: str) -> ast.stmt:
    """A step that raises. The exception is kept by a name."""
    match node.kind:
        case "do" if (again := _raised_again(node.tree)) is not None:
            place = node.tree[0]
            return assign(name, load(again, place), place)
        case "do":
            body = [clone(statement) for statement in node.tree]
        case "test":
            body = [decided(node)]
        case "next":
            target = node.tree[0]
            break_ = placed(ast.Break(), target)
            body = [loop(clone(target), node.name, [break_], [], is_async=node.is_async)]
        case "case":
            body = [match_(node, matches=True)]
        case "part":
            body = [_split(node)]
        case "left":
            body = [_merged(node)]
        case _:
            return _not_a_class(node, name)
    return kept(body, name)


def _split(node: ControlNode) -> ast.stmt:
    handler, rest = node.tree, rest_of(node.name)
    given = [load(rest, handler), clone(handler.type)]
    value = placed(ast.Call(load(SPLIT, handler), given, []), handler)
    names = [placed(ast.Name(each, ast.Store()), handler) for each in (rest, part_of(node.name))]
    target = placed(ast.Tuple([*names], ast.Store()), handler)
    return placed(ast.Assign([target], value), handler)


def _merged(node: ControlNode) -> ast.stmt:
    names = (node.name, all_of(node.name), rest_of(node.name))
    given = [load(each, node.tree) for each in names]
    value = placed(ast.Call(load(MERGED, node.tree), given, []), node.tree)
    return assign(left_of(node.name), value, node.tree)


def _is_there(name: str, place: ast.AST, *, wanted: bool) -> ast.stmt:
    """Ends the trace if a name holds no exception, or one that it should not hold."""
    nothing = placed(ast.Constant(None), place)
    wrong = placed(
        ast.Compare(load(name, place), [ast.Is() if wanted else ast.IsNot()], [nothing]), place
    )
    return placed(ast.If(wrong, [unfit(place)], []), place)


def _raised_again(statements: list[ast.stmt]) -> str | None:
    """The name of the exception that a `raise` without one raises unchanged."""
    match statements:
        case [ast.Raise(exc=ast.Name(id=name))] if name.startswith("_wend_raised"):
            return name
        case _:
            return None


def _not_a_class(node: ControlNode, name: str) -> ast.stmt:
    """An `except` that raises itself: its expression can't be evaluated, or is no exception."""
    handler = node.tree
    taken = [placed(ast.ExceptHandler(clone(handler.type), None, [unfit(handler)]), handler)]
    again = placed(ast.Raise(load(node.name, handler), None), handler)
    made = kept([placed(ast.Try([again], taken, [], []), handler)], name)
    # An exception that no clause took is no error of the `except`.
    same = ast.Compare(load(f"{name}_now", handler), [ast.Is()], [load(node.name, handler)])
    ends = placed(ast.If(placed(same, handler), [unfit(handler)], []), handler)
    made.handlers[0].body.insert(0, ends)
    return made


def kept(body: list[ast.stmt], name: str) -> ast.Try:
    """Statements that have to raise. The exception is kept by a name."""
    place = body[0]
    keeps = assign(name, load(name + "_now", place), place)
    kind = load("BaseException", place)
    handler = placed(ast.ExceptHandler(kind, name + "_now", [keeps]), place)
    return placed(ast.Try(body, [handler], [unfit(place)], []), place)
