"""The drawn execution tree."""

from __future__ import annotations

from wend.emit.tree import Closed, Leaf, Open, Tree, TreeNode, draw


def test_a_tree_with_every_kind_of_end() -> None:
    tree = TreeNode(
        "a < b",
        "max.py:2",
        TreeNode("c < d", "max.py:3", Leaf("returns 3", "a=0, b=1"), Closed()),
        TreeNode("x > 1", "max.py:5", Open(reason="solver gave up"), None),
    )

    assert draw(tree) == (
        "a < b   (max.py:2)\n"
        "├─ yes  c < d   (max.py:3)\n"
        "│  ├─ yes  a=0, b=1  returns 3\n"
        "│  └─ no   ✗ infeasible\n"
        "└─ no   x > 1   (max.py:5)\n"
        "   ├─ yes  ? not tried: solver gave up\n"
        "   └─ no   ? not tried\n"
    )


def test_a_chain_is_not_indented() -> None:
    tree: Tree = Leaf("returns 0")
    for i in range(3):
        tree = TreeNode(f"n > {i}", "", tree, Leaf(f"returns {i}"))

    assert draw(tree) == (
        "n > 2\n"
        "├─ no   returns 2\n"
        "↓  yes  n > 1\n"
        "├─ no   returns 1\n"
        "↓  yes  n > 0\n"
        "├─ yes  returns 0\n"
        "└─ no   returns 0\n"
    )


def test_deep_trees_need_no_stack_and_stay_narrow() -> None:
    tree: Tree = Leaf("returns 0")
    for i in range(5000):
        bushy = TreeNode("k", "", Leaf("1"), Leaf("2"))
        tree = TreeNode(f"n > {i} + {'x' * 200}", "", tree, bushy)
    drawn = draw(tree, width=80).split("\n")

    assert max(map(len, drawn)) == 80
    assert sum("returns 0" in line for line in drawn) == 1


def test_a_single_path_is_one_line() -> None:
    assert draw(Leaf("returns 1")) == "returns 1\n"
