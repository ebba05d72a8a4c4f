"""Says a conflict in the words of the source: `line 7 needs y > 0, line 8 needs y == 0`."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Sequence

from wend.aim.backward.ask import Conflict
from wend.expr.show import show
from wend.instrument.trace import Step
from wend.path.branch import Branch
from wend.record import Record
from wend.source.control.graph import Control


class Need(Record):
    """The condition that a line needs."""

    line: int
    condition: str

    def __str__(self) -> str:
        return f"line {self.line} needs {self.condition}"


def told_by(
    control: Control, steps: Sequence[Step], conflict: Conflict
) -> tuple[tuple[Need, ...], frozenset[int] | None]:
    """The needs of a conflict, and the positions of its conditions, counted from the trace's end.

    The positions are None if something else may keep the trace from its end.
    """
    needs: list[Need] = []
    positions: set[int] | None = set() if conflict.is_only else None
    if not conflict.branches and conflict.line:
        found = [at for at, step in enumerate(steps) if _line(control, step) == conflict.line]
        needs = [_need(control, steps[at]) for at in found[:1]]
        positions = (
            {len(steps) - 1 - at for at in found}
            if len(found) == 1 and positions == set()
            else None
        )
    elif not conflict.branches:
        positions = None
    for branch in conflict.branches:
        found = [at for at, step in enumerate(steps) if _is_at(control, step, branch)]
        if len({steps[at] for at in found}) == 1:
            needs.append(_need(control, steps[found[0]]))
        else:
            needs.append(Need(branch.site.line, _FRESH.sub(r"\1", show(branch.holds))))
        if len(found) != 1:
            positions = None
        elif positions is not None:
            positions.add(len(steps) - 1 - found[0])
    return tuple(dict.fromkeys(needs)), None if positions is None else frozenset(positions)


def needs_at(
    control: Control, steps: Sequence[Step], positions: Collection[int]
) -> tuple[Need, ...]:
    """What the conditions at some places of a trace need, counted from its end."""
    found = [steps[len(steps) - 1 - position] for position in sorted(positions, reverse=True)]
    return tuple([_need(control, step) for step in found])


def _test(control: Control, step: Step) -> ast.expr | None:
    node = control.nodes[step[0]]
    return node.tree if node.kind == "test" else None


def _line(control: Control, step: Step) -> int:
    tree = _test(control, step)
    return 0 if tree is None else tree.lineno


def _is_at(control: Control, step: Step, branch: Branch) -> bool:
    """Whether a step is the condition that a branch decides."""
    tree, site = _test(control, step), branch.site
    if tree is None or site.kind != "fit" or step[1] == "raises":
        return False
    return (tree.lineno, tree.col_offset) == (site.line, site.column)


def _need(control: Control, step: Step) -> Need:
    tree = _test(control, step)
    assert tree is not None
    shown = ast.unparse(tree if step[1] == "true" else _negated(tree))
    return Need(tree.lineno, _OURS.sub(r"\1", shown))


_OURS = re.compile(r"\(_wend_\w+ := (.+)\)")
"""A chained comparison keeps its middle operand by a name of ours."""

_FRESH = re.compile(r"_wend_fresh_(\w+)_\d+")
"""The name of ours for a local whose value comes from before the trace."""


def _negated(test: ast.expr) -> ast.expr:
    match test:
        case ast.Compare(left=left, ops=[operator], comparators=others):
            return ast.Compare(left, [_OPPOSITES[type(operator)]()], others)
        case _:
            return ast.UnaryOp(ast.Not(), test)


_OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE,
    ast.LtE: ast.Gt, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
