"""An execution tree drawn with box characters, its conditions as source text.

a < b   (max.py:2)
├─ yes  f(a=0, b=1) returns 1
└─ no
a < c   (max.py:4)
…
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from wend.record import Record


class TreeNode:
    """A decision with its two sides; None for a side of which nothing is known."""

    def __init__(
        self,
        condition: str,
        place: str = "",
        when_true: Tree | None = None,
        when_false: Tree | None = None,
    ) -> None:
        self.condition = condition
        self.place = place
        self.when_true = when_true
        self.when_false = when_false


class Leaf(Record):
    """A path that was run to its end."""

    outcome: str
    args: str = ""


class Closed(Record):
    """A side that no input takes."""

    why: str = "infeasible"


class Open(Record):
    """A side that was not tried."""

    why: str = "not tried"
    reason: str = ""


Tree = TreeNode | Leaf | Closed | Open

DEEPEST = 12
"""Levels of indentation. A deeper subtree is drawn further below, under a number."""


def draw(root: Tree, *, width: int = 100) -> str:
    """The tree as lines of at most `width` characters, without recursion.

    Where only one side of a decision goes on, the tree goes on below it without indentation, so
    that a loop of a thousand rounds is a thousand lines and no triangle.
    """
    lines: list[str] = []
    waiting: list[tuple[int, Tree]] = [(0, root)]
    numbered = 0
    while waiting:
        number, tree = waiting.pop(0)
        if number:
            lines += ["", f"[{number}]"]
        # Each entry: what is left of the lines of this subtree, and the subtree.
        stack: list[tuple[str, str, int, Tree]] = [("", "", 0, tree)]
        while stack:
            first, rest, depth, node = stack.pop()
            if not isinstance(node, TreeNode):
                lines.append(_cut(first + _end(node), width))
                continue
            if depth >= DEEPEST:
                numbered += 1
                lines.append(_cut(f"{first}{node.condition} …  continues at [{numbered}]", width))
                waiting.append((numbered, node))
                continue
            lines.append(_cut(first + _decision(node), width))
            stack += reversed(list(_sides(node, rest, depth)))
    return "\n".join(lines) + "\n"


def _sides(node: TreeNode, rest: str, depth: int) -> Iterator[tuple[str, str, int, Tree]]:
    yes: Tree = node.when_true if node.when_true is not None else Open()
    no: Tree = node.when_false if node.when_false is not None else Open()
    yes_goes_on, no_goes_on = isinstance(yes, TreeNode), isinstance(no, TreeNode)
    if yes_goes_on and no_goes_on:
        yield f"{rest}├─ yes  ", f"{rest}│  ", depth + 1, yes
        yield f"{rest}└─ no   ", f"{rest}   ", depth + 1, no
    elif yes_goes_on:
        yield f"{rest}├─ no   ", rest, depth, no
        yield f"{rest}↓  yes  ", rest, depth, yes
    elif no_goes_on:
        yield f"{rest}├─ yes  ", rest, depth, yes
        yield f"{rest}↓  no   ", rest, depth, no
    else:
        yield f"{rest}├─ yes  ", rest, depth, yes
        yield f"{rest}└─ no   ", rest, depth, no


def _decision(node: TreeNode) -> str:
    return f"{node.condition}   ({node.place})" if node.place else node.condition


def _end(tree: Leaf | Closed | Open) -> str:
    match tree:
        case Leaf():
            return f"{tree.args}  {tree.outcome}" if tree.args else tree.outcome
        case Closed():
            return f"✗ {tree.why}"
        case Open():
            return f"? {tree.why}" + (f": {tree.reason}" if tree.reason else "")
        case _:
            assert_never(tree)


def _cut(line: str, width: int) -> str:
    line = line.rstrip()
    return line if len(line) <= width else line[: width - 1] + "…"
