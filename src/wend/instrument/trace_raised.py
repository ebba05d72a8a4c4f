"""What a trace does where something is raised, and where that is handled."""

from __future__ import annotations

import ast

from wend.instrument.control import Node
from wend.instrument.trace_trees import clone, decided, for_, match_, placed, unfit


def handled(node: Node, *, takes: bool) -> list[ast.stmt]:
    """Whether an `except` takes an exception: one that it does not take ends the trace."""
    handler = node.tree
    raised = placed(ast.Name(node.name, ast.Load()), handler)
    again = placed(ast.Raise(raised, None), handler)
    body: list[ast.stmt] = [placed(ast.Pass(), handler) if takes else unfit(handler)]
    kind = None if handler.type is None else clone(handler.type)
    handlers = [placed(ast.ExceptHandler(kind, None, body), handler)]
    if not takes:
        passes = placed(ast.Pass(), handler)
        handlers.append(placed(ast.ExceptHandler(None, None, [passes]), handler))
    made: list[ast.stmt] = [placed(ast.Try([again], handlers, [], []), handler)]
    if takes and handler.name is not None:
        named = placed(ast.Name(handler.name, ast.Store()), handler)
        value = placed(ast.Name(node.name, ast.Load()), handler)
        made.append(placed(ast.Assign([named], value), handler))
    return made


def raising(node: Node, name: str) -> ast.stmt:
    """A step that raises, and what it raises kept by a name."""
    match node.kind:
        case "do":
            body = [clone(statement) for statement in node.tree]
        case "test":
            body = [decided(node)]
        case "next":
            target = node.tree[0]
            items = placed(ast.Name(node.name, ast.Load()), target)
            break_ = placed(ast.Break(), target)
            body = [for_(node.is_async)(clone(target), items, [break_], [], target)]
        case "case":
            body = [match_(node, matches=True)]
        case _:
            return _not_a_class(node, name)
    return kept(body, name)


def _not_a_class(node: Node, name: str) -> ast.stmt:
    """An `except` that raises itself: what it names can't be evaluated, or is no exception."""
    handler = node.tree
    taken = [placed(ast.ExceptHandler(clone(handler.type), None, [unfit(handler)]), handler)]
    again = placed(ast.Raise(placed(ast.Name(node.name, ast.Load()), handler), None), handler)
    made = kept([placed(ast.Try([again], taken, [], []), handler)], name)
    # What nobody took is no error of the `except`.
    same = ast.Compare(
        placed(ast.Name(f"{name}_now", ast.Load()), handler),
        [ast.Is()],
        [placed(ast.Name(node.name, ast.Load()), handler)],
    )
    ends = placed(ast.If(placed(same, handler), [unfit(handler)], []), handler)
    made.handlers[0].body.insert(0, ends)
    return made


def kept(body: list[ast.stmt], name: str) -> ast.Try:
    """Statements that have to raise, and what they raise kept by a name."""
    place = body[0]
    keeps = placed(
        ast.Assign(
            [placed(ast.Name(name, ast.Store()), place)],
            placed(ast.Name(name + "_now", ast.Load()), place),
        ),
        place,
    )
    kind = placed(ast.Name("BaseException", ast.Load()), place)
    handler = placed(ast.ExceptHandler(kind, name + "_now", [keeps]), place)
    return placed(ast.Try(body, [handler], [unfit(place)], []), place)
