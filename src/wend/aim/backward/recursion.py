"""What a function may do that its traces can't: be entered again, be sent to, see its frame."""

from __future__ import annotations

import ast
from functools import lru_cache

from wend.instrument.control import YIELD, YIELD_FROM, Control


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
    homes, is_foreign = _definitions(module), function in _methods_of_foreign_classes(module)
    waiting: list[ast.AST] = [module] if is_foreign else [function]
    seen: set[str] = set()
    while waiting:
        for mentioned in _mentioned(waiting.pop()) - seen:
            seen.add(mentioned)
            waiting.extend(homes.get(mentioned, ()))
    return name in seen


@lru_cache(maxsize=8)
def _definitions(module: ast.Module) -> dict[str, list[ast.AST]]:
    """What a module binds by each name, anywhere in it."""
    found: dict[str, list[ast.AST]] = {}
    for node in ast.walk(module):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found.setdefault(name, []).append(node)
            case ast.ClassDef(name=name):
                found.setdefault(name, []).append(node)
            case ast.Assign(targets=targets):
                for part in [part for target in targets for part in ast.walk(target)]:
                    if isinstance(part, ast.Name):
                        found.setdefault(part.id, []).append(node.value)
    return found


def _mentioned(tree: ast.AST) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name):
                names.add(name)
            case ast.Constant(value=str(name)) | ast.alias(name=name):
                names.add(name)
    return names


@lru_cache(maxsize=8)
def _methods_of_foreign_classes(module: ast.Module) -> set[ast.AST]:
    """The methods of classes with bases of other modules."""
    classes = [node for node in ast.walk(module) if isinstance(node, ast.ClassDef)]
    own = {node.name for node in classes}
    return {
        method
        for node in classes
        if any(not isinstance(base, ast.Name) or base.id not in own for base in node.bases)
        for method in node.body
    }


def listens(control: Control) -> bool:
    """Whether a generator sees what who iterates it does at a `yield`: sends something, ends it."""
    unheard: set[ast.AST] = set()
    for node in ast.walk(control.function):
        if isinstance(node, ast.Try | ast.TryStar | ast.With | ast.AsyncWith):
            if any(map(_yields, ast.walk(node))):
                return True
        elif isinstance(node, ast.Expr):
            unheard.add(node.value)
    return any(
        _yields(node) == YIELD and node not in unheard for node in ast.walk(control.function)
    )


def _yields(node: ast.AST) -> str:
    """The name of the call that stands for a `yield`."""
    match node:
        case ast.Call(func=ast.Name(id=name)) if name in (YIELD, YIELD_FROM):
            return name
        case _:
            return ""


def looks_at_frames(control: Control) -> bool:
    """Whether a function may see that it is run in parts."""
    return any(
        (node.id if isinstance(node, ast.Name) else node.attr) in _FRAMES
        for node in ast.walk(control.function)
        if isinstance(node, ast.Name | ast.Attribute)
    )


_FRAMES = frozenset(
    (
        "locals", "vars", "dir", "eval", "exec", "_getframe", "currentframe", "stack", "exc_info",
        "exception", "format_exc", "print_exc", "print_exception",
    )
)  # fmt: skip

_CALLING = (
    ast.Call,
    ast.Attribute,
    ast.Subscript,
    ast.With,
    ast.For,
    ast.ListComp,
    ast.GeneratorExp,
)
