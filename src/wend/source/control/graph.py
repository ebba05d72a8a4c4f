"""The control flow of one function, statement by statement and condition by condition. [004] §3

    3 if a > 0 and b > a:        test a > 0 ──true──▶ test b > a ──true──▶ do line 4
    4     x = f(a)                      └───────false────┴──────────────▶ do line 5
    5 x += 1

Conditions are never compound: `and`, `or`, `not`, chained comparisons and conditional expressions
in them are edges. What `flow` draws for lines, for people and tracers, this draws for a search that
goes backward: every edge knows where it comes from and what it needs.

The search steps over whole statements that do not matter, so it is also told what those are.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from wend.record import Record

Kind = Literal["entry", "pass", "do", "test", "next", "case", "caught", "handler", "part", "left"]
"""What a node does.

entry      the function is entered
pass       nothing
do         runs statements
test       decides a condition
next       decides whether a loop goes on, and takes the next item
case       decides whether a pattern matches
caught     holds an exception that was raised
handler    decides whether an `except` takes it
part       decides whether an `except*` takes a part of it
left       decides whether clauses of `except*` leave anything to be raised, and holds that
"""

How = Literal["next", "true", "false", "raises"]

FIT = "_wend_fit"
"""The function that a trace calls with a condition and the truth value that it has to have."""

TURN = "_wend_turn"
"""The function that a trace calls for the turns of a loop, and in every turn of one."""

ITEMS = "_wend_items"
"""Begins the names of the iterators of loops."""

ITER = "_wend_iter"
"""`iter` by a name that nobody else uses."""

AITER = "_wend_aiter"
"""`aiter` likewise."""

ENTER = "_wend_enter"
"""What looks up how a manager is entered, as `with` does."""

AENTER = "_wend_aenter"
"""The same for `async with`."""

YIELD = "_wend_yield"
"""What stands for `yield`: whoever iterates to the end sends nothing."""

YIELD_FROM = "_wend_yield_from"
"""What stands for `yield from`."""

SPLIT = "_wend_split"
"""What splits an exception for a clause of `except*`."""

MERGED = "_wend_merged"
"""What puts together what clauses of `except*` raise and leave."""


class ControlNode(Record):
    """One step of the function; `name` holds an iterator, a subject or an exception."""

    number: int
    kind: Kind
    line: int
    tree: Any = None
    name: str = ""
    is_async: bool = False
    """Whether a loop awaits its items."""


class Edge(NamedTuple):
    """A way from one node to another."""

    source: int
    how: How
    target: int


class Region(Record):
    """A compound statement: the nodes of `inside`, entered at `start`, left to `after`."""

    start: int
    after: int
    inside: range
    is_left: bool = False
    """Whether some way through it leads elsewhere: it returns, raises, or ends a loop around."""
    statement: ast.stmt | None = None

    @property
    def is_loop(self) -> bool:
        return isinstance(self.statement, ast.For | ast.While)

    @property
    def head(self) -> int:
        """Of a loop: the node at which a turn begins."""
        return self.inside.start


class Control(Record):
    """The control flow of one function; functions nested in it are one statement each."""

    function: ast.FunctionDef | ast.AsyncFunctionDef
    nodes: tuple[ControlNode, ...]
    into: Mapping[int, tuple[Edge, ...]]
    """The edges by which a node is entered; only those that can be reached from the entry."""
    entry: int
    starts: Mapping[int, tuple[int, ...]]
    """The nodes at which the statements of a line begin: a `finally` has several copies."""
    regions: Mapping[int, tuple[Region, ...]]
    """By what comes after them; the outermost first."""
    starting: Mapping[int, Region]
    """The same regions by their start."""
    distances: Mapping[int, int]
    """How many edges each node is away from the entry."""
