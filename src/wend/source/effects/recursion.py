"""What a function may do that its traces can't: be entered again, be sent to, see its frame."""

from __future__ import annotations

import ast
import builtins

from wend.source.control.graph import YIELD, YIELD_FROM, Control
from wend.source.index import called_by, index_of, mentions_of
from wend.source.library.by_name import SEES_LOCALS
from wend.source.library.frames import GIVES_FRAMES, TELLS_HANDLED, TELLS_OF_EXCEPTION
from wend.source.trees import name_of


def may_come_back(module: ast.Module, control: Control) -> bool:
    """Whether what a function does may call it: then its parameters may be anything.

    By name: what it mentions, what the functions of the module by these names mention, and so on. A
    class made elsewhere may call whatever its own classes define.
    """
    function = control.function
    if not any(isinstance(node, _CALLING) for node in ast.walk(function)):
        return False
    name = function.name
    if name.startswith("__") and name.endswith("__") and name != "__init__":
        return True
    is_foreign = function in index_of(module).methods_of_foreign_classes
    found = called_by(module, module if is_foreign else function)
    return any(name in mentions_of(each) for each in found)


def listens(control: Control) -> bool:
    """Whether a generator sees what who iterates it does at a `yield`: sends something, ends it;
    or a coroutine, that it is cancelled where it awaits."""
    unheard: set[ast.AST] = set()
    for node in ast.walk(control.function):
        if isinstance(node, ast.Try | ast.TryStar | ast.With | ast.AsyncWith):
            if any(map(_yields, ast.walk(node))) or _may_be_cancelled(node):
                return True
        elif isinstance(node, ast.Expr):
            unheard.add(node.value)
    return any(
        _yields(node) == YIELD and node not in unheard for node in ast.walk(control.function)
    )


def _may_be_cancelled(node: ast.Try | ast.TryStar | ast.With | ast.AsyncWith) -> bool:
    """Whether a statement sees that who awaits the function gives up where it awaits."""
    if not any(isinstance(part, _AWAITING) for each in node.body for part in ast.walk(each)):
        return False
    if not isinstance(node, ast.Try | ast.TryStar) or node.finalbody:
        return True
    kinds = [each.type for each in node.handlers]
    return not all(isinstance(kind, ast.Name) and _is_ordinary(kind.id) for kind in kinds)


_AWAITING = (ast.Await, ast.AsyncFor, ast.AsyncWith)


def _is_ordinary(name: str) -> bool:
    """Whether a name is that of an Exception, which CancelledError is not."""
    found = getattr(builtins, name, None)
    return isinstance(found, type) and issubclass(found, Exception)


def _yields(node: ast.AST) -> str:
    """The name of the call that stands for a `yield`."""
    match node:
        case ast.Call(func=ast.Name(id=name)) if name in (YIELD, YIELD_FROM):
            return name
        case _:
            return ""


def looks_at_frames(module: ast.Module, control: Control) -> bool:
    """Whether a function may see that it is run in parts.

    It may itself; and what it calls from an `except` may look for what is being handled there.
    """
    function = control.function
    if any(name_of(node) in _FRAMES for node in ast.walk(function)):
        return True
    if not any(node.kind == "caught" for node in control.nodes):
        return False
    if _reads_what_an_except_unbound(function):
        return True
    others = called_by(module, function)
    return any(_looks_for_handled(each) for each in others if each is not function)


_FRAMES = SEES_LOCALS | GIVES_FRAMES | TELLS_HANDLED | TELLS_OF_EXCEPTION
_HANDLED = GIVES_FRAMES | TELLS_HANDLED
"""What tells of the exception that a caller handles."""


def _looks_for_handled(tree: ast.AST) -> bool:
    """Whether code may ask for an exception that its caller handles: a `raise` in no `except`."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if name_of(node) in _HANDLED or (isinstance(node, ast.Raise) and node.exc is None):
            return True
        if isinstance(node, ast.ExceptHandler):
            waiting.extend([each for each in ast.walk(node) if name_of(each) in _HANDLED])
        else:
            waiting.extend(ast.iter_child_nodes(node))
    return False


def _reads_what_an_except_unbound(function: ast.AST) -> bool:
    """Whether a name of `except … as e` is read after it, where that it is unbound is noticed.

    Traces unbind those of `except*` as Python does."""
    waiting: list[tuple[ast.AST, frozenset[str], bool]] = [(function, frozenset(), False)]
    names = {
        handler.name
        for node in ast.walk(function)
        if isinstance(node, ast.Try)
        for handler in node.handlers
        if handler.name is not None
    }
    while names and waiting:
        node, handled, is_guarded = waiting.pop()
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            if is_guarded and node.id in names - handled:
                return True
        elif isinstance(node, ast.ExceptHandler) and node.name is not None:
            handled |= {node.name}
        is_guarded = is_guarded or isinstance(node, _GUARDING)
        waiting.extend([(each, handled, is_guarded) for each in ast.iter_child_nodes(node)])
    return False


_GUARDING = (ast.Try, ast.TryStar, ast.With, ast.AsyncWith)

_CALLING = (
    ast.Call,
    ast.Attribute,
    ast.Subscript,
    ast.With,
    ast.For,
    ast.ListComp,
    ast.GeneratorExp,
)
