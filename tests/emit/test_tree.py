"""The drawn execution tree."""

from __future__ import annotations

import pytest

from wend.emit.tree import tree_text
from wend.expr.build import gt, integer, variable
from wend.expr.sorts import Sort
from wend.inputs.domain import Scalar
from wend.inputs.inputs import Inputs
from wend.inputs.target import ModuleRef, Parameter, Target, TargetRef
from wend.path.branch import Branch
from wend.path.outcome import Returned
from wend.path.path import Path
from wend.path.site import Site
from wend.path.tree import Tree

TARGET = Target(TargetRef(ModuleRef("max", "max.py"), "f"), (Parameter("x", Scalar(Sort.INT)),))


def path(value: int, *decisions: tuple[str, int, bool]) -> Path:
    """A path that asks `name > bound`, for each triple of a name, a bound and the answer."""
    branches = tuple(
        Branch(
            Site("max.py", "f", bound, 0, "test"),
            gt(variable(name, Sort.INT), integer(bound)),
            taken,
        )
        for name, bound, taken in decisions
    )
    return Path(Inputs.of({"x": value}), branches, Returned(str(value), str(value)))


def test_a_tree_with_every_kind_of_end() -> None:
    tree = Tree()
    tree.add(path(4, ("x", 2, True), ("x", 3, True)))
    tree.add(path(1, ("x", 2, False), ("x", 5, True)))
    first = tree.first[0]
    first.following[True][0].closed[False] = "infeasible"
    tree.add(path(0, ("x", 2, False), ("x", 5, False), ("x", 7, True)))
    first.following[False][0].following[False][0].closed[False] = "unknown"

    assert tree_text(tree, TARGET) == (
        "x > 2   (max.py:2)\n"
        "├─ yes  x > 3   (max.py:3)\n"
        "│  ├─ yes  f(x=4)  returns 4\n"
        "│  └─ no   ✗ infeasible\n"
        "└─ no   x > 5   (max.py:5)\n"
        "   ├─ yes  f(x=1)  returns 1\n"
        "   ↓  no   x > 7   (max.py:7)\n"
        "   ├─ yes  f(x=0)  returns 0\n"
        "   └─ no   ? unknown\n"
    )


def test_a_chain_is_not_indented() -> None:
    tree = Tree()
    tree.add(path(2, ("x", 2, False)))
    tree.add(path(1, ("x", 2, True), ("x", 1, False)))
    tree.add(path(0, ("x", 2, True), ("x", 1, True), ("x", 0, True)))

    assert tree_text(tree, TARGET) == (
        "x > 2   (max.py:2)\n"
        "├─ no   f(x=2)  returns 2\n"
        "↓  yes  x > 1   (max.py:1)\n"
        "├─ no   f(x=1)  returns 1\n"
        "↓  yes  x > 0   (max.py:0)\n"
        "├─ yes  f(x=0)  returns 0\n"
        "└─ no   ? not tried\n"
    )


@pytest.mark.slow
def test_deep_trees_need_no_stack_and_stay_narrow() -> None:
    tree = Tree()
    long = "x" * 200
    rounds = [(long, bound, True) for bound in range(5000)]
    tree.add(path(77, *rounds))
    for count in range(50, 5000, 50):
        tree.add(path(1, *rounds[:count], (long, count, False), ("k", 1, True)))
    drawn = tree_text(tree, TARGET, width=80).split("\n")

    assert max(map(len, drawn)) == 80
    assert sum("returns 77" in line for line in drawn) == 1


def test_a_single_path_is_one_line() -> None:
    tree = Tree()
    tree.add(path(1))

    assert tree_text(tree, TARGET) == "f(x=1)  returns 1\n"
