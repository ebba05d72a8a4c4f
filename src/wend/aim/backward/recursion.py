"""What a function may do that its traces can't: be entered again, look at its own frame."""

from __future__ import annotations

import ast

from wend.instrument.control import Control


def may_come_back(module: ast.Module, control: Control) -> bool:
    """Whether what a function does may call it: then its parameters may be anything.

    It may if it does anything but reckon, and somebody mentions its name or Python itself calls it.
    """
    function = control.function
    if not any(isinstance(node, _CALLING) for node in ast.walk(function)):
        return False
    name = function.name
    if name.startswith("__") and name.endswith("__") and name != "__init__":
        return True
    for node in ast.walk(module):
        match node:
            case ast.Name(id=mentioned) | ast.Attribute(attr=mentioned):
                if mentioned == name:
                    return True
            case ast.Constant(value=str(mentioned)) | ast.alias(name=mentioned):
                if mentioned == name:
                    return True
    return False


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
