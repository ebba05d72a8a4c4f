"""Inputs for a goal, composed of the summaries of functions. [003] Algorithm 2

    lazy        uses only known ways through functions: inputs that are found reach the goal
    relevant    uses ways that nobody took, too: the function is then run alone, with the arguments
                that the model has for it
    neither     no input reaches the goal

For the solver the result of a call is a variable, at first a free one. If the model disagrees with
the summary of a call, the definition of the call is added to the question, and so on. So of ten
calls only those are looked into on which the goal depends.
"""

from __future__ import annotations

import contextlib
import functools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from wend.aim.binding import APPLICATIONS, Symbols
from wend.aim.lengths import answered
from wend.aim.steps import Steps, patiently
from wend.aim.summaries import (
    LEAST,
    ROOM,
    Application,
    Dangling,
    Definition,
    Summaries,
    Way,
    calls_in,
)
from wend.expr.build import boolean, conjunction, integer, le, negate, variable
from wend.expr.evaluate import Undefined, evaluate
from wend.expr.reads import is_read, path_read, spelt_out
from wend.expr.sorts import Sort
from wend.expr.substitute import substituted
from wend.expr.terms import Term, walk
from wend.expr.variables import length_of, named, result_of
from wend.inputs.inputs import Inputs
from wend.path.summary import Call, Key
from wend.path.tree import Node
from wend.record import Record, replace
from wend.solve.answer import Answer, Sat, Unknown, Unsat
from wend.solve.chain import Solver
from wend.solve.query import Prefix, Query

MOST_ROUNDS = 200
"""Models that are looked at in one step."""

EFFORT = 4
"""The effort of a solver for one goal, in efforts for a flip; there are fewer such goals."""

DEEPEST_WAY = 150
"""Decisions before a way that a function is run for; longer ways are loops over long texts."""

MOST_WAYS = 24
"""Runs of functions alone for one goal, at effort 1."""


LONGER = "texts that are longer may do"


class Reached(Record):
    """Inputs that reach the goal, by known ways through all functions."""

    inputs: Inputs


class Demanded(Record):
    """Ways that nobody took and that may lead to the goal, with inputs of the functions for
    them."""

    ways: tuple[Dangling, ...]
    thought_of: frozenset[Way] = frozenset()


class Unreachable(Record):
    """No inputs reach the goal."""


class Unsettled(Record):
    """It is not known whether inputs reach the goal."""

    reason: str


Found = Reached | Demanded | Unreachable | Unsettled


_Turns = tuple[tuple[bool, int], ...]
_TURNS_FOR_GOAL: _Turns = (
    *[(False, -1), (True, 0), (True, 1), (True, 2)],
    *[(False, 0), (False, 1), (False, 2)],
)
_TURNS_FOR_ALL: _Turns = ((False, 0), (False, 1), (False, 2), (False, LEAST))
"""Which ways that nobody took may be used, one turn after the other: none, then near ones or all of
them, down to which promise. First only those in calls of the goal itself."""

Alone = Callable[[Key, Inputs], Iterable[Node]]
"""Runs a function alone, adds the path to the summaries, and returns the new nodes."""


class Composer:
    """Finds inputs for conditions that speak of calls."""

    def __init__(self, solver: Solver, summaries: Summaries) -> None:
        self._solver = solver
        self.summaries = summaries

    def find(
        self,
        conditions: Sequence[Term],
        parent: Inputs,
        alone: Alone,
        effort: int = 1,
    ) -> Steps[Found]:
        """Searches for inputs under which the conditions hold, and runs functions on the way.

        It yields after each run of a function and after each model, so that others have turns.
        """
        near: frozenset[Way | Key] = frozenset()
        problems = [
            (_Problem(self.summaries, conditions, parent, effort, in_all=False), _TURNS_FOR_GOAL),
            (_Problem(self.summaries, conditions, parent, effort, in_all=True), _TURNS_FOR_ALL),
        ]
        if pins := self._pins(conditions, parent):
            easier = _Problem(self.summaries, conditions, parent, effort, pins, in_all=False)
            problems.insert(0, (easier, _TURNS_FOR_GOAL))
        for _ in range(MOST_WAYS * effort):
            found = yield from self._step(problems, near)
            if not isinstance(found, Demanded):
                return found
            # One of them is enough for progress: into a function of which nothing is known, else
            # the one that goes on where others came far.
            way = max(found.ways, key=lambda way: math.inf if way.node is None else way.node.depth)
            if way.node is not None and way.node.depth > DEEPEST_WAY:
                return Unsettled("a way through a function is too long")
            tree = self.summaries.of[way.key].tree
            known = tree.path_count
            near = found.thought_of | self._learned(way, alone)
            if tree.path_count == known:
                return Unsettled("a function could not be run alone")
            yield None
        return Unsettled("too many ways through functions")

    def _step(
        self, problems: Sequence[tuple[_Problem, _Turns]], near: frozenset[Way | Key]
    ) -> Steps[Found]:
        """Algorithm 2; of the ways that nobody took, the most promising are used first.

        `near` are the ways that the last try used or found. They come first, since going on there
        leads deeper.
        """
        promise = self.summaries.promise
        for problem, turns in problems:
            problem.renew()
            for is_near, worst in turns:
                if is_near and not near:
                    continue

                def may_take(way: Way, is_near: bool = is_near, worst: int = worst) -> bool:
                    return (not is_near or self._is_near(way, near)) and promise(*way) <= worst

                found = yield from self._solved(problem, may_take)
                if not isinstance(found, Unreachable):
                    return found
        return Unsettled(LONGER) if problem.is_bounded else Unreachable()

    def _pins(self, conditions: Sequence[Term], parent: Inputs) -> dict[Term, Term]:
        """The results of calls in the parent's run that other calls use as an index into a text.

        If they stay as they were, it is known which characters are read.
        """
        read: set[Term] = set()
        for node in walk(*conditions):
            if node.op in APPLICATIONS:
                read.update([each for each in node.args if each.op == "apply"])
        if not any(slot == ("str",) for key in self.summaries.of for slot in key[2]):
            return {}
        pins: dict[Term, Term] = {}
        memo: dict[Term, Any] = {}
        for node in read:
            if node.payload[0] in self.summaries.calls and node.payload[1] > 0:
                with contextlib.suppress(Undefined):  # it did not return, in the parent's run
                    value = self.summaries.value(node, parent, memo)
                    if type(value) is int:
                        pins[node] = integer(value)
        return pins

    def _learned(self, way: Dangling, alone: Alone) -> frozenset[Way | Key]:
        """Runs a function alone; returns the new ways that nobody took, and the functions
        called."""
        new = [*alone(way.key, self.summaries.with_room(way))]
        called = self.summaries.called_in([node.branch.condition for node in new])
        return frozenset([(node, not node.branch.taken) for node in new]) | called

    def _is_near(self, way: Way, near: frozenset[Way | Key]) -> bool:
        node, _ = way
        return way in near or (node is not None and self.summaries.home[node].key in near)

    def once(self, conditions: Sequence[Term], parent: Inputs, *, lazily: bool) -> Steps[Found]:
        """One of the two steps of Algorithm 2."""
        problem = _Problem(self.summaries, conditions, parent, in_all=True)
        found = yield from self._solved(problem, lambda way: not lazily)
        is_open = isinstance(found, Unreachable) and problem.is_bounded
        return Unsettled(LONGER) if is_open else found

    def _solved(self, problem: _Problem, may_take: Callable[[Way], bool]) -> Steps[Found]:
        parent = problem.parent
        for _ in range(MOST_ROUNDS):
            query = problem.query(may_take)

            def ask(effort: float, query: Query = query) -> Answer:
                return answered(functools.partial(self._solver.solve_whole, effort=effort), query)

            match (yield from patiently(ask, EFFORT * problem.effort)):
                case Unsat():
                    return Unreachable()
                case Unknown(reason):
                    return Unsettled(reason)
                case Sat(model):
                    found = problem.checked({**parent, **model})
                    if found is not None:
                        if isinstance(found, Demanded):
                            return found if found.ways else Unsettled("a model does not hold")
                        return Reached(parent.updated(_inputs_of(model)))
            yield None
        return Unsettled("too many models")


def _that_matter(conditions: Sequence[Term], known: Symbols) -> tuple[list[Term], list[Term]]:
    """The conditions that matter, and the others, which only say that calls return as before.

    Calls nearly always return a result of the same kind, so the others are taken for granted until
    a summary contradicts them.
    """
    *before, goal = conditions
    used: set[Application] = set()
    kinds: dict[Term, Application] = {}
    for condition in conditions:
        nodes = [node for node in walk(condition) if node.op in APPLICATIONS]
        if condition.op == "eq" and len(nodes) == 1 and condition.args == (nodes[0],):
            symbol, at = nodes[0].payload
            if at == 0 and condition is not goal and symbol in known:
                kinds[condition] = symbol, nodes[0].args
                continue
        used.update([(node.payload[0], node.args) for node in nodes])
    granted = [each for each in before if each in kinds and kinds[each] not in used]
    return [each for each in conditions if each not in granted], granted


def _inputs_of(model: Any) -> dict[str, Any]:
    return {name: value for name, value in model.items() if named(name).is_input}


class _Problem:
    """Conditions, and the definitions of calls that were added to them."""

    def __init__(
        self,
        summaries: Summaries,
        conditions: Sequence[Term],
        parent: Inputs,
        effort: int = 1,
        pins: Mapping[Term, Term] | None = None,
        *,
        in_all: bool,
    ) -> None:
        """`in_all`: ways that nobody took may be used in all calls, not only in those of the last
        condition. `pins`: results of calls that stay as they are."""
        self._pins = pins or {}
        self._pinned = {(node.payload[0], node.args) for node in self._pins}
        """Calls whose results are pinned."""
        self._summaries = summaries
        self.parent = parent
        self.effort = effort
        self._longest: dict[str, int] = {}
        """By path, the longest length of a text that is read at an index that varies."""
        self._taken_for_granted: list[Term] = []
        self._open: set[Application] | None = None
        if not in_all:
            conditions, self._taken_for_granted = _that_matter(conditions, summaries.calls)
            self._open = set(calls_in([conditions[-1]], summaries.calls)) - self._pinned
        self._given = list(conditions)
        self._bounds: list[Term] = []
        """Conditions on the lengths of texts that are read at an index that varies."""
        self._numbers: dict[Application, int] = {}
        self._results: dict[Application, dict[int, Term]] = {}
        """For each call its variables, by the index of the result."""
        self._defined: dict[Application, Definition] = {}
        self._places: dict[Term, Term] = {}
        self._memo: dict[Term, Term] = {}

    @property
    def is_bounded(self) -> bool:
        """Whether a model may exist with longer texts than these conditions allow."""
        return bool(self._longest)

    def query(self, may_take: Callable[[Way], bool]) -> Query:
        conditions = [*self._given, *[each.term for each in self._defined.values()]]
        flat = [self._flat(condition) for condition in conditions]
        flat += [*self._bounds]
        flat += [negate(flag) for flag, way in self._flags().items() if not may_take(way)]
        # All of it is wanted: what a prefix says would be taken to hold for the parent already.
        return Query(Prefix.empty(), conjunction(flat), self.parent)

    def checked(self, values: dict[str, Any]) -> Demanded | bool | None:
        """True if all calls return what the values say; None if definitions were added."""
        ways: dict[Dangling, None] = {}
        waiting = list(calls_in(self._given, self._summaries.calls).items())
        added, fits_all = False, True
        looked_at: set[Application] = set()
        while waiting:
            application, call = waiting.pop()
            if application in looked_at:
                continue
            looked_at.add(application)
            fits = self._fits(application, call, values)
            if fits is True:
                continue
            fits_all = False
            known = self._defined.get(application)
            if known is None:
                self._define(application, call)
                added = True
            else:
                # What it returns hangs on calls that it makes, or on ways that nobody took.
                waiting.extend(known.calls.items())
                if isinstance(fits, Dangling):
                    ways[fits] = None
        if added or (fits_all and self._is_refuted(values)):
            return None
        thought_of = frozenset(
            [way for flag, way in self._flags().items() if values.get(flag.payload.text)]
        )
        return fits_all or Demanded(tuple(ways), thought_of)

    def _is_refuted(self, values: dict[str, Any]) -> bool:
        """Whether a condition that was taken for granted does not hold; then it is added."""
        refuted = []
        for condition in self._taken_for_granted:
            ((application, call),) = calls_in([condition], self._summaries.calls).items()
            self._flat(condition)
            wanted = {**values, self._results[application][0].payload.text: condition.payload}
            if self._fits(application, call, wanted) is False:
                refuted.append(condition)
        for condition in refuted:
            self._taken_for_granted.remove(condition)
            self._given.insert(0, condition)
        return bool(refuted)

    def _fits(
        self, application: Application, call: Call, values: dict[str, Any]
    ) -> bool | Dangling:
        binding = self._summaries.binding(call)
        memo: dict[Term, Any] = {}
        try:
            for node in walk(*call.args):
                if node.op in APPLICATIONS:
                    memo[node] = evaluate(self._flat(node), values)
            results = self._summaries.results(call.key, binding.own(values, memo))
        except Undefined:
            return False
        if isinstance(results, Dangling):
            return results
        for at, spoken_of in self._results.get(application, {}).items():
            # A result of this kind may have fewer parts than those that are spoken of.
            if at < len(results) and evaluate(spoken_of, values) != results[at]:
                return False
        return True

    def _define(self, application: Application, call: Call) -> None:
        """Adds the definition of a call."""
        definition = self._summaries.definition(call)
        is_open = self._open is None or application in self._open
        if not is_open:
            never = dict.fromkeys(definition.flags, boolean(False))
            definition = replace(definition, term=substituted(definition.term, never, {}), flags={})
        elif self._open is not None:
            self._open |= set(definition.calls) - self._pinned
        self._defined[application] = definition

    def renew(self) -> None:
        """Updates the definitions with paths that were learned meanwhile."""
        for application, definition in self._defined.items():
            if not self._summaries.is_new(definition):
                self._define(application, definition.call)

    def _flags(self) -> dict[Term, Way]:
        """The ways that nobody took in all definitions, by their flags."""
        found: dict[Term, Way] = {}
        for definition in self._defined.values():
            found.update(definition.flags)
        return found

    def _bound(self, read: Term) -> int:
        """The longest length of the text that is read."""
        path = path_read(read)
        if path not in self._longest:
            length = length_of(path)
            self._longest[path] = self.parent.get(length.text, 0) + 2 * ROOM * self.effort
            bound = le(variable(length, Sort.INT), integer(self._longest[path]))
            self._bounds.append(bound)
        return self._longest[path]

    def _number(self, application: Application) -> int:
        return self._numbers.setdefault(application, len(self._numbers))

    def _flat(self, condition: Term) -> Term:
        """The condition with a variable in the place of each application."""
        if condition in self._memo or not condition.is_opaque:
            return self._memo.get(condition, condition)
        for node in walk(condition):
            if node in self._places:
                continue
            if is_read(node):
                index = substituted(node.args[0], self._places, self._memo)
                self._places[node] = spelt_out(node, index, self._bound(node))
            elif node.op in APPLICATIONS:
                symbol, at = node.payload
                if symbol in self._summaries.calls:
                    call = symbol, node.args
                    made = variable(result_of(self._number(call), at), node.sort)
                    made = self._pins.get(node, made)
                    self._places[node] = self._results.setdefault(call, {})[at] = made
        return substituted(condition, self._places, self._memo)
