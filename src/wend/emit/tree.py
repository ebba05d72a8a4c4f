"""An execution tree drawn with box characters, its conditions as source text.

a < b   (max.py:2)
├─ yes  f(a=0, b=1)  returns 1
└─ no
a < c   (max.py:4)
…
"""

from __future__ import annotations

from collections.abc import Iterator

from wend.emit.places import shown_path
from wend.emit.sentences import outcome_text
from wend.expr.show import show
from wend.inputs.render import arguments
from wend.inputs.target import Target
from wend.path.path import Path
from wend.path.tree import Node, Tree

DEEPEST = 12
"""Levels of indentation. A deeper subtree is drawn further below, under a number."""

Side = Node | str
"""What comes after a decision: the next one, or the text of an end."""


def tree_text(tree: Tree, target: Target, *, width: int = 100) -> str:
    """The tree as lines of at most `width` characters, "" for a tree without paths.

    Where only one side of a decision goes on, the tree goes on below it without indentation, so
    that a loop of a thousand rounds is a thousand lines and no triangle.
    """
    if not tree.first:
        return _cut(_leaf(tree.only_leaf, target), width) + "\n" if tree.only_leaf else ""
    return "\n".join(_drawn(node, target, width) for node in tree.first)


def _drawn(root: Node, target: Target, width: int) -> str:
    """One subtree, drawn without recursion."""
    lines: list[str] = []
    waiting: list[tuple[int, Node]] = [(0, root)]
    numbered = 0
    while waiting:
        number, node = waiting.pop(0)
        if number:
            lines += ["", f"[{number}]"]
        # Each entry: what is left of the lines of this subtree, and the subtree.
        stack: list[tuple[str, str, int, Side]] = [("", "", 0, node)]
        while stack:
            first, rest, depth, side = stack.pop()
            if isinstance(side, str):
                lines.append(_cut(first + side, width))
            elif depth >= DEEPEST:
                numbered += 1
                line = f"{first}{_condition(side)} …  continues at [{numbered}]"
                lines.append(_cut(line, width))
                waiting.append((numbered, side))
            else:
                place = f"{shown_path(side.site.file)}:{side.site.line}"
                lines.append(_cut(f"{first}{_condition(side)}   ({place})", width))
                stack += reversed(list(_sides(side, target, rest, depth)))
    return "\n".join(lines) + "\n"


def _sides(
    node: Node, target: Target, rest: str, depth: int
) -> Iterator[tuple[str, str, int, Side]]:
    yes, no = _side(node, True, target), _side(node, False, target)
    yes_goes_on, no_goes_on = isinstance(yes, Node), isinstance(no, Node)
    if yes_goes_on and no_goes_on:
        yield f"{rest}├─ yes  ", f"{rest}│  ", depth + 1, yes
        yield f"{rest}└─ no   ", f"{rest}   ", depth + 1, no
    elif yes_goes_on:
        yield f"{rest}├─ no   ", rest, depth, no
        yield f"{rest}↓  yes  ", rest, depth, yes
    else:
        yield f"{rest}├─ yes  ", rest, depth, yes
        yield f"{rest}{'↓  no   ' if no_goes_on else '└─ no   '}", rest, depth, no


def _side(node: Node, side: bool, target: Target) -> Side:
    if node.is_taken(side):
        following = node.following[side]
        return following[0] if following else _leaf(node.leaves[side], target)
    if node.branch.is_pin:
        return "✗ held fixed"
    if node.branch.is_assumed:
        return "✗ assumed"
    why = node.closed.get(side, "not tried")
    return f"{'✗' if why == 'infeasible' else '?'} {why}"


def _condition(node: Node) -> str:
    condition = node.branch.condition
    return show(condition, node.before if condition.is_opaque else ())


def _leaf(path: Path, target: Target) -> str:
    rendered = arguments(target, path.inputs)
    args = ", ".join(f"{name}={source}" for name, source in rendered.drawn or rendered.args)
    return f"{target.ref.function}({args})  {outcome_text(path.outcome)}"


def _cut(line: str, width: int) -> str:
    line = line.rstrip()
    return line if len(line) <= width else line[: width - 1] + "…"
