"""What a function may do that traces of it leave out.

The search backward runs a function as traces, programs without branches. A trace is never entered
again while it runs, nobody sends values to it, and its frame is not that of the function. So where
a function may depend on one of these, its traces prove nothing.
"""

from __future__ import annotations

import ast
import builtins

from wend.source.control.graph import YIELD, YIELD_FROM, Control
from wend.source.index import called_by, index_of, mentions_of
from wend.source.library.by_name import SEES_LOCALS
from wend.source.library.frames import GIVES_FRAMES, TELLS_HANDLED, TELLS_OF_EXCEPTION
from wend.source.trees import name_of


def may_be_reentered(module: ast.Module, control: Control) -> bool:
    """Whether a function may be called by what it calls: then its parameters may be anything.

    Calls are followed by the names that code mentions (`called_by`). A method of a class with a
    base from another module may be called by that base, so everything in its module is followed.
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


def hears_its_caller(control: Control) -> bool:
    """Whether what the caller does may change the run of a generator or coroutine.

    The caller of a generator may send a value to a `yield`, or end the generator there. A
    coroutine may be cancelled where it awaits.
    """
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
    """Whether a statement with an `await` in it runs code when the coroutine is cancelled there."""
    if not any(isinstance(part, _AWAITING) for each in node.body for part in ast.walk(each)):
        return False
    if not isinstance(node, ast.Try | ast.TryStar) or node.finalbody:
        return True
    kinds = [each.type for each in node.handlers]
    return not all(isinstance(kind, ast.Name) and _is_ordinary(kind.id) for kind in kinds)


_AWAITING = (ast.Await, ast.AsyncFor, ast.AsyncWith)


def _is_ordinary(name: str) -> bool:
    """Whether a name is a builtin subclass of Exception; CancelledError is no Exception."""
    found = getattr(builtins, name, None)
    return isinstance(found, type) and issubclass(found, Exception)


def _yields(node: ast.AST) -> str:
    """The name of the call that stands for a `yield` in a control flow graph, or ""."""
    match node:
        case ast.Call(func=ast.Name(id=name)) if name in (YIELD, YIELD_FROM):
            return name
        case _:
            return ""


def sees_frames(module: ast.Module, control: Control) -> bool:
    """Whether a function may see that it is run as traces.

    It may look at its own frame or locals. A function that it calls from an `except` may ask for
    the exception that is being handled.
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
"""Names by which a function learns of the exception that its caller handles."""


def _looks_for_handled(tree: ast.AST) -> bool:
    """Whether code may ask for an exception that its caller handles, as a `raise` without an
    exception does outside of an `except`."""
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
    """Whether the name in `except … as e` is read after the `except`, where Python has unbound it,
    and somebody may handle the error. Traces unbind only the names of `except*`."""
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
