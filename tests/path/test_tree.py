"""The execution tree: what paths share, what dangles, and what varies."""

from __future__ import annotations

from wend.expr.build import gt, integer, variable
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.inputs.inputs import Inputs
from wend.path.branch import Branch
from wend.path.outcome import Returned
from wend.path.path import Path
from wend.path.site import Site
from wend.path.tree import Goal, Tree

X = variable("x", Sort.INT)


def above(bound: int) -> Term:
    return gt(X, integer(bound))


def path(*decisions: tuple[int, bool], value: int = 0, line_of: int = 0) -> Path:
    """A path that asks `x > bound` on line `bound`, for each pair of bound and answer."""
    branches = tuple(
        Branch(Site("f.py", "f", bound + line_of, 0, "test"), above(bound), taken)
        for bound, taken in decisions
    )
    return Path(Inputs.of({"x": value}), branches, Returned("0", "0"))


def test_paths_share_the_nodes_of_their_common_prefix():
    tree = Tree()

    first = tree.add(path((1, True), (2, False)))
    second = tree.add(path((1, True), (2, True), (3, False)))

    assert [node.site.line for node in first] == [1, 2]
    assert [node.site.line for node in second] == [3]
    assert tree.node_count == 3
    assert tree.path_count == 2


def test_the_same_path_twice_counts_once():
    tree = Tree()

    tree.add(path((1, True)))
    again = tree.add(path((1, True), value=5))

    assert again == []
    assert tree.path_count == 1
    assert [found.inputs["x"] for found in tree.paths()] == [0]


def test_a_goal_is_open_until_its_side_is_taken_or_closed():
    tree = Tree()
    (node,) = tree.add(path((1, True)))
    goal = Goal(node, False)

    assert goal.is_open
    tree.add(path((1, False)))
    assert not goal.is_open

    (other,) = tree.add(path((1, False), (7, True)))
    other.closed[False] = "infeasible"
    assert not Goal(other, False).is_open


def test_a_path_without_decisions_is_the_only_leaf():
    tree = Tree()

    tree.add(path())

    assert tree.path_count == 1
    assert len(tree.paths()) == 1
    assert list(tree.nodes()) == []


def test_different_questions_after_the_same_answers_are_noticed():
    tree = Tree()
    tree.add(path((1, True), (2, True)))

    tree.add(path((1, True), (3, True)))

    assert [site.line for site in tree.varying] == [3]
    assert tree.path_count == 2


def test_a_long_path_needs_no_recursion():
    tree = Tree()

    tree.add(path(*[(bound, True) for bound in range(20_000)]))

    assert sum(1 for _ in tree.nodes()) == 20_000
    assert len(tree.paths()) == 1
