"""Whether a function may be entered again while it runs, with values that are no inputs."""

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


_CALLING = (
    ast.Call,
    ast.Attribute,
    ast.Subscript,
    ast.With,
    ast.For,
    ast.ListComp,
    ast.GeneratorExp,
)
