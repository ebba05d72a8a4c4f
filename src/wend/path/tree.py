"""The execution tree: all paths known of a target.

      a < b
   yes/   \\no
   c < d   (dangling: never taken)
  yes/ \\no
returns 4  …
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from wend.expr.build import negate
from wend.expr.terms import Term
from wend.path.branch import Branch
from wend.path.path import Path
from wend.path.site import Site
from wend.record import Record

Closed = Literal["infeasible", "pinned", "unknown", "diverged", "stopped"]


class Doubt(Record):
    """Why the solver could not say yet whether a side can be taken."""

    reason: str
    lacks_bitwuzla: bool
    """Whether bitwuzla, which is not installed, would have been asked."""


class Node:
    """One decision reached by one prefix of decisions."""

    __slots__ = (
        "branch",
        "closed",
        "depth",
        "doubts",
        "following",
        "leaves",
        "parent",
        "path",
        "via",
    )

    def __init__(self, branch: Branch, parent: Node | None, via: bool, path: Path) -> None:
        self.branch = branch
        self.parent = parent
        self.via = via
        """Which way was taken at the parent."""
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.path = path
        """The first path that came by; the first that was not dropped, once there is one."""
        self.following: dict[bool, list[Node]] = {}
        """What comes next on each side taken; more than one only if runs are not deterministic."""
        self.leaves: dict[bool, Path] = {}
        """The path that ends on this side."""
        self.closed: dict[bool, Closed] = {}
        """Why a side that was not taken is not tried (again)."""
        self.doubts: dict[bool, Doubt] = {}
        """By side, what the solver could not say yet."""

    @property
    def site(self) -> Site:
        return self.branch.site

    def is_taken(self, side: bool) -> bool:
        return side in self.following

    def condition(self, side: bool) -> Term:
        return self.branch.condition if side else negate(self.branch.condition)

    @property
    def before(self) -> list[Term]:
        """What holds on the way to it."""
        found: list[Term] = []
        node = self
        while node.parent is not None:
            found.append(node.parent.condition(node.via))
            node = node.parent
        return found[::-1]


class Goal(Record):
    """A side of a node that no run has taken."""

    node: Node
    side: bool
    again: bool = False
    """Whether it is worth a try though runs took it: all of these were dropped, and began with
    inputs of which less was known."""

    @property
    def is_open(self) -> bool:
        if self.side in self.node.closed:
            return False
        return self.again or not self.node.is_taken(self.side)

    @property
    def place(self) -> tuple[Site, bool]:
        return self.node.site, self.side


class Tree:
    """All paths so far; grows by `add`."""

    def __init__(self) -> None:
        self.first: list[Node] = []
        self.only_leaf: Path | None = None
        """The path of a target that decides nothing."""
        self.path_count = 0
        self.node_count = 0
        self.last: list[Node] = []
        """The nodes of the last path."""
        self.varying: list[Site] = []
        """Where two runs with the same decisions so far met different next ones."""

    @property
    def segment_count(self) -> int:
        """Straight runs of statements between two decisions."""
        return self.node_count + self.path_count

    def add(self, path: Path) -> list[Node]:
        """Puts a path in; returns the nodes that are new, each with one dangling side."""
        new: list[Node] = []
        self.last = []
        node: Node | None = None
        side = True
        for branch in path.branches:
            siblings = self.first if node is None else node.following[side]
            node = self._find(siblings, branch) or self._grow(
                siblings, branch, node, side, path, new
            )
            side = branch.taken
            node.following.setdefault(side, [])
            self.last.append(node)
        if node is None:
            # Beside other paths, one without branches is that of a run that could not tell them.
            is_new = self.only_leaf is None and not self.first
            self.only_leaf = self.only_leaf or path
        else:
            is_new = side not in node.leaves
            node.leaves.setdefault(side, path)
        self.path_count += is_new
        return new

    def _find(self, siblings: list[Node], branch: Branch) -> Node | None:
        for node in siblings:
            if node.branch.condition is branch.condition and node.site == branch.site:
                return node
        return None

    def _grow(
        self,
        siblings: list[Node],
        branch: Branch,
        parent: Node | None,
        via: bool,
        path: Path,
        new: list[Node],
    ) -> Node:
        made = Node(branch, parent, via, path)
        if siblings:
            self.varying.append(branch.site)
        siblings.append(made)
        new.append(made)
        self.node_count += 1
        return made

    def nodes(self) -> Iterator[Node]:
        """Every node, a parent before what follows it."""
        stack = list(reversed(self.first))
        while stack:
            node = stack.pop()
            yield node
            for side in (False, True):
                stack.extend(reversed(node.following.get(side, ())))

    def paths(self) -> list[Path]:
        """Every distinct path, in the order of the tree."""
        if self.only_leaf is not None and not self.first:
            return [self.only_leaf]
        return [node.leaves[side] for node in self.nodes() for side in node.leaves]
