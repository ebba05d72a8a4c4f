"""A function as the cases of its execution tree: `x > 0 → x; x == 0 → 100; else → -x`. [003]"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from wend.emit.sentences import outcome_text
from wend.expr.show import show
from wend.path.outcome import Returned
from wend.path.path import Path
from wend.path.tree import Node, Tree

MOST_LINES = 200

DEEPEST = 40
"""Levels of cases inside of cases that are shown."""


def summary_text(function: str, parameters: Sequence[str], tree: Tree) -> str:
    """One case a line, as in an `if` with its `elif`s: those before a line do not hold for it."""
    lines: list[str] = []
    if tree.first:
        _cases(tree.first[0], "  ", lines, _sizes(tree.first[0]))
    elif tree.only_leaf is not None:
        lines.append(f"  → {_end(tree.only_leaf)}")
    if len(lines) > MOST_LINES:
        lines[MOST_LINES:] = [f"  … {len(lines) - MOST_LINES} cases more"]
    return "\n".join([f"{function}({', '.join(parameters)}):", *lines])


def _sizes(root: Node) -> dict[Node, int]:
    """The number of decisions in the subtree of each node."""
    sizes: dict[Node, int] = {}
    stack = [root]
    while stack:
        node = stack[-1]
        below = [following[0] for following in node.following.values() if following]
        missing = [each for each in below if each not in sizes]
        stack.extend(missing)
        if not missing:
            sizes[stack.pop()] = 1 + sum(sizes[each] for each in below)
    return sizes


def _size_of(sizes: dict[Node, int], node: Node, side: bool) -> int:
    following = node.following.get(side)
    return sizes[following[0]] if following else 0


def _cases(first: Node, indent: str, lines: list[str], sizes: dict[Node, int]) -> None:
    node: Node | None = first
    while node is not None:
        sides = [side for side in (True, False) if node.closed.get(side) != "infeasible"]
        if len(sides) == 2:
            # What ends sooner comes first, so that the rest can go on at the same depth.
            side = min(sides, key=partial(_size_of, sizes, node))
            condition = show(node.condition(side), node.before)
            if not node.following.get(side):
                lines.append(f"{indent}{condition} → {_end_of(node, side)}")
            elif len(indent) < 2 * DEEPEST:
                lines.append(f"{indent}{condition}:")
                _cases(node.following[side][0], indent + "  ", lines, sizes)
            else:
                lines.append(f"{indent}{condition} → …")
            sides.remove(side)
        following = node.following.get(sides[0])
        if not following:
            lines.append(f"{indent}else → {_end_of(node, sides[0])}")
        node = following[0] if following else None


def _end_of(node: Node, side: bool) -> str:
    if side in node.leaves:
        return _end(node.leaves[side])
    return "not explored"


def _end(path: Path) -> str:
    """What a path returns, as a term where it depends on the inputs; else how it ended."""
    match path.outcome:
        case Returned(source, shown):
            if path.result is not None:
                return show(path.result)
            return source if source is not None else shown
        case outcome:
            return outcome_text(outcome)
