"""Reports each opaque function: its calls, its samples, and the lines that depend on its results.

A line depends on a function if a decision there has a condition with an application of it. In the
mode `sound` decisions that pinned its arguments count, too; the mode `concretize` cannot tell.
"""

from __future__ import annotations

from collections.abc import Iterable

from wend.expr import samples
from wend.expr.terms import walk
from wend.path.reason import Reason
from wend.path.result import OpaqueFunction
from wend.path.tree import Tree


def opaque_functions(
    tree: Tree, reasons: Iterable[Reason], mode: str
) -> tuple[OpaqueFunction, ...]:
    """The opaque functions that were called with values of the inputs."""
    calls: dict[str, int] = {}
    for reason in reasons:
        if reason.what == "opaque-call":
            calls[reason.name] = calls.get(reason.name, 0) + reason.count
    count: dict[str, int] = {}
    for _, known in samples.current.symbols():
        count[known.function] = count.get(known.function, 0) + len(known.results)
    branches: dict[str, set[int]] = {}
    for reason in reasons:
        if reason.what == "pinned" and reason.name in calls:
            branches.setdefault(reason.name, set()).add(reason.line)
    for node in tree.nodes():
        condition = node.branch.condition
        if condition.is_opaque:
            for each in walk(condition):
                if each.op in ("apply", "apply_float"):
                    function = samples.function_of(each.payload[0])
                    branches.setdefault(function, set()).add(node.site.line)
    return tuple(
        OpaqueFunction(
            name,
            calls.get(name, 0),
            count.get(name, 0),
            "nondeterministic" if name in samples.current.impure else mode,
            tuple(sorted(branches.get(name, ()))),
        )
        for name in sorted({*calls, *branches})
    )
