"""The execution tree as the drawing needs it."""

from __future__ import annotations

from wend.emit.places import shown_path
from wend.emit.sentences import outcome_text
from wend.emit.tree import Closed, Leaf, Open, TreeNode, draw
from wend.emit.tree import Tree as Drawn
from wend.expr.show import show
from wend.inputs.render import arguments
from wend.inputs.target import Target
from wend.path.path import Path
from wend.path.tree import Node, Tree


def tree_text(tree: Tree, target: Target) -> str:
    """The tree with its conditions as source text."""
    if not tree.first:
        return draw(_leaf(tree.only_leaf, target)) if tree.only_leaf else ""
    made: dict[Node, TreeNode] = {}
    for node in tree.nodes():
        place = f"{shown_path(node.site.file)}:{node.site.line}"
        condition = node.branch.condition
        before = node.before if condition.is_opaque else ()
        made[node] = TreeNode(show(condition, before), place)
    for node, drawn in made.items():
        drawn.when_true = _side(node, True, made, target)
        drawn.when_false = _side(node, False, made, target)
    return "\n".join(draw(made[node]) for node in tree.first)


def _side(node: Node, side: bool, made: dict[Node, TreeNode], target: Target) -> Drawn:
    if node.is_taken(side):
        following = node.following[side]
        return made[following[0]] if following else _leaf(node.leaves[side], target)
    if node.branch.is_pin:
        return Closed("held fixed")
    if node.branch.is_assumed:
        return Closed("assumed")
    match node.closed.get(side):
        case "infeasible":
            return Closed()
        case None:
            return Open()
        case why:
            return Open(why)


def _leaf(path: Path, target: Target) -> Leaf:
    rendered = arguments(target, path.inputs)
    args = ", ".join(f"{name}={source}" for name, source in rendered.drawn or rendered.args)
    return Leaf(outcome_text(path.outcome), f"{target.ref.function}({args})")
