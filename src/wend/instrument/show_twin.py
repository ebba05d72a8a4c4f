"""Twins as source text that can be saved and run as it stands.

def half(n):                        from wend.run.operations import twin_probes as wend
    return divide(n, 2)
                                    def half(n):
                                        return wend.call(divide)(n, 2)
"""

from __future__ import annotations

import ast
import itertools
from typing import Any

from wend.instrument.rewrite.nodes import PLACEHOLDER
from wend.instrument.rewrite.rewriter import rewrite
from wend.source.trees import below


def show_twin(statements: list[ast.stmt], file: str) -> str:
    """The statements as wend rewrites them, after the import of what they call."""
    module = ast.Module(rewrite(statements, file), [])
    name = _free_name(module)
    for node in below(module):
        # Named in the tree and not in the text: a placeholder can't be written inside an f-string.
        if isinstance(node, ast.Call) and (probe := _placeholder(node.func)):
            node.func = ast.Name(f"{name}.{probe}")
        elif isinstance(node, ast.MatchValue) and (probe := _placeholder(node.value)):
            node.value = ast.Name(f"{name}.{probe}")
        elif type(node).__name__ == "Interpolation":
            _show_what_is_run(node)
    probes = ast.ImportFrom("wend.run.operations", [ast.alias("twin_probes", name)], 0)
    module.body.insert(_first_after_head(module.body), probes)
    return ast.unparse(ast.fix_missing_locations(module)) + "\n"


def _free_name(module: ast.Module) -> str:
    """The name for the probes: `wend`, or `wend_` if the program itself uses `wend`."""
    taken: set[str] = set()
    for node in below(module):
        taken.update(value for _, value in ast.iter_fields(node) if isinstance(value, str))
    return next(name for n in itertools.count() if (name := "wend" + "_" * n) not in taken)


def _first_after_head(body: list[ast.stmt]) -> int:
    """The position for the first import: after a docstring and `from __future__`."""
    for at, statement in enumerate(body):
        match statement:
            case ast.Expr(value=ast.Constant(value=str())) if at == 0:
                pass
            case ast.ImportFrom(module="__future__"):
                pass
            case _:
                return at
    return len(body)


def _show_what_is_run(node: Any) -> None:
    """Makes the text of an interpolation of `t"{f(x)}"` that of its rewritten code. A specification
    that became a call is written in braces."""
    node.str = None
    if node.format_spec is not None and not isinstance(node.format_spec, ast.JoinedStr):
        node.format_spec = ast.JoinedStr([ast.FormattedValue(node.format_spec, -1)])


def _placeholder(node: ast.expr) -> str | None:
    """The name of the probe that a node stands for."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value.removeprefix(PLACEHOLDER) if node.value.startswith(PLACEHOLDER) else None
    return None
