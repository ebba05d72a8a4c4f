"""Finds inputs for the other side of a branch: solves the prefix and the negated condition.

[001] §1.1 and Figure 1: the prefix keeps a run on its path up to the branch, the negated condition
makes it leave there.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence

from wend.aim.aims import Aim, Aimed, GaveUp, Infeasible, IntermediateRun
from wend.aim.higher_order import HigherOrder
from wend.aim.lengths import answered
from wend.aim.trials import TrialRuns
from wend.expr import samples
from wend.expr.build import conjunction, conjuncts
from wend.expr.terms import Term, walk
from wend.path.tree import Goal, Node
from wend.solve.answer import EASY, Answer, Sat, Unknown, Unsat
from wend.solve.chain import Solver
from wend.solve.query import Prefix, Query
from wend.solve.slice import slice_of


class Flip:
    """Answers goals. Keeps the prefix of each node, so that flips of one path share their work."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self._higher_order = HigherOrder(solver)
        self._trials = TrialRuns(solver)
        self._empty = Prefix.empty()
        self._after: dict[tuple[Node, bool], tuple[Prefix, bool]] = {}
        """By side of a node: the conditions up to there, and whether one of them is a pin."""

    def __call__(self, goal: Goal, effort: float = 1) -> Aim:
        pins = self._pins(goal)
        wanted = goal.node.condition(goal.side)
        if pins and not wanted.variables <= _held(pins):
            aim = self._aim(goal, pins, effort)
            is_later = isinstance(aim, GaveUp) and effort == EASY
            if is_later or isinstance(aim, Aimed | IntermediateRun):
                return aim
        aim = self._aim(goal, (), effort)
        if isinstance(aim, GaveUp) and samples.current.impure:
            aim, pins = self._without_impure(goal, effort, aim), [wanted]
        # Without the pins a value that was not tracked may change, and lead elsewhere.
        return Aimed(aim.inputs, "unpinned") if pins and isinstance(aim, Aimed) else aim

    def _aim(self, goal: Goal, pins: Sequence[Term], effort: float) -> Aim:
        """Inputs for a goal that keep the pinned values."""
        prefix, pinned = self._before(goal.node)
        wanted = conjunction((*pins, goal.node.condition(goal.side)))
        if prefix.is_opaque or wanted.is_opaque:
            part = slice_of(prefix.known, wanted)
            if any(condition.is_opaque for condition in part.parts):
                parent = goal.node.path.inputs
                aim = self._higher_order(part, parent, pinned, max(int(effort), 1))
                # Trials are runs and no question to a solver: the first effort makes those of 1.
                if isinstance(aim, GaveUp) and effort not in (EASY, 1) and not pins:
                    return self._trials(part, parent, max(int(effort), 1), aim)
                return aim
        match self.answer(goal, effort, pins):
            case Sat(model):
                return Aimed(goal.node.path.inputs.updated(model))
            case Unsat():
                return Infeasible(pinned)
            case Unknown(reason, lacks_bitwuzla=lacking):
                return GaveUp(reason, lacking)

    def _without_impure(self, goal: Goal, effort: float, otherwise: GaveUp) -> Aim:
        """Inputs for a goal that do not depend on impure functions, whose results vary."""
        wanted = goal.node.condition(goal.side)
        kept = [each for each in self.prefix(goal) if not _is_impure(each)]
        if _is_impure(wanted) or len(kept) == len(self.prefix(goal)):
            return otherwise
        query = Query(Prefix.of(kept), wanted, goal.node.path.inputs)
        match self._solver.solve(query, effort=effort):
            case Sat(model):
                return Aimed(goal.node.path.inputs.updated(model))
            case _:
                return otherwise

    def _pins(self, goal: Goal) -> list[Term]:
        """The pins before a goal that share variables with it: they hold the values that native
        code was given. The other values stay as they are anyway."""
        path, depth = goal.node.path, goal.node.depth
        pins = [pin for position, pin in path.pins if position <= depth]
        if pins:
            part = slice_of(self.prefix(goal).known, goal.node.condition(goal.side))
            variables = set(part.variables)
            pins = [pin for pin in pins if not variables.isdisjoint(pin.variables)]
        return pins

    def answer(self, goal: Goal, effort: float = 1, pins: Sequence[Term] = ()) -> Answer:
        """The solver's answer for a goal: a model has the inputs that change."""
        wanted = conjunction((*pins, goal.node.condition(goal.side)))
        query = Query(self.prefix(goal), wanted, goal.node.path.inputs)
        return answered(functools.partial(self._solver.solve, effort=effort), query)

    def prefix(self, goal: Goal) -> Prefix:
        """The conditions on the way to a goal."""
        return self._before(goal.node)[0]

    def _before(self, node: Node) -> tuple[Prefix, bool]:
        """The conditions on the way to a node, and whether one of them is a pin."""
        waiting: list[tuple[Node, bool]] = []
        below = node
        while below.parent is not None and (below.parent, below.via) not in self._after:
            waiting.append((below.parent, below.via))
            below = below.parent
        if below.parent is None:
            prefix, pinned = self._empty, False
        else:
            prefix, pinned = self._after[below.parent, below.via]
        for step, side in reversed(waiting):
            prefix = prefix.extended(step.condition(side))
            pinned = pinned or step.branch.is_pin
            self._after[step, side] = prefix, pinned
        return prefix, pinned


def _is_impure(condition: Term) -> bool:
    """Whether a condition speaks of a function that returned two results for equal arguments."""
    return condition.is_opaque and any(
        node.op in ("apply", "apply_float")
        and samples.function_of(node.payload[0]) in samples.current.impure
        for node in walk(condition)
    )


def _held(pins: Iterable[Term]) -> set[Term]:
    """The variables that pins hold at one value."""
    equalities = [conjuncts(pin)[0] for pin in pins]
    return {each.args[0] for each in equalities if each.args and each.args[0].op == "var"}
