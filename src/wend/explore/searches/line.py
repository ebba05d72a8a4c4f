"""The search backward from one line to the entry of a function, a step at a time. [004]"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING

from wend.aim.backward.ask import Asking
from wend.aim.backward.phase_two import NO_RUNS, PlainRuns
from wend.aim.backward.search import BackwardSearch, Found, Means, Searched
from wend.explore.budget import Budget
from wend.explore.searches.ground import Ground
from wend.inputs.inputs import Inputs
from wend.instrument.marks import goal_mark
from wend.path.fault import Contained
from wend.path.path import Path
from wend.path.reason import Reasons
from wend.path.trace import Measured, MeasureRequest, Trace
from wend.record import Record, replace
from wend.solve.chain import Solver
from wend.source.control.graph import Control, ControlNode
from wend.source.effects.beyond_traces import may_be_reentered, sees_frames

if TYPE_CHECKING:
    from wend.aim.backward.summarised import Summarised

_NO_MORE = Found(Inputs(()), is_climbed=False)
"""Stands for the end of a search."""

Execute = Callable[[Trace, Inputs], Path | None]


class BackwardMeans(Record):
    """What the backward searches for lines of one function share."""

    ground: Ground
    execute: Execute
    """Runs a trace."""
    solver: Solver
    budget: Budget
    runs: PlainRuns = NO_RUNS
    has_all_inputs: bool = True
    """Whether no parameter is held at a value."""
    summarised: Callable[[], Summarised] | None = None
    """Begins asking about traces without following calls."""


class LineSearch:
    """The search backward from one line, a step at a time; the caller runs the inputs."""

    def __init__(
        self, means: BackwardMeans, line: int, names: Callable[[], Collection[str]] = lambda: ()
    ) -> None:
        """`names`: the functions that may be called on the way to a line in another function."""
        self._names = names
        self._summarised = means.summarised
        self._runs = means.runs
        self._has_all_inputs = means.has_all_inputs
        self._ground = ground = means.ground
        self._line = line
        self._execute = means.execute
        self._budget = means.budget
        self._asking = Asking(means.solver, self._tick, ground.target.ref.function)
        self._earlier_segments = 0
        self._known_before = 0
        """Reasons in `left` before anything was read."""
        self._search: BackwardSearch | None = None
        self._found: Iterator[Found | float | None] = iter(())
        self.next_work = 0.0
        """The work of the next step, where it may take long."""
        self.confirming = 0
        """Segments of the runs that confirm inputs."""
        self.is_begun = self.is_over = False
        self.is_proved = False
        """Whether no input reaches the line."""
        self.faults = Reasons()
        """The reason where the search ended because wend itself failed in it."""

    def begin(self) -> None:
        """Looks at the code around the line: who sets what it reads, what may be raised, …"""
        self.is_begun = self.is_over = True
        with self._contained():
            self._begin(sliced=True)

    @property
    def segments(self) -> int:
        return self._earlier_segments + (self._search.segments if self._search else 0)

    @property
    def conflicts(self) -> tuple[str, ...]:
        """The conditions that contradict each other, a sentence for each way to the line."""
        if self._search is None:
            return ()
        return tuple([", ".join(map(str, needs)) for needs in self._search.conflicts if needs])

    @property
    def _has_doubt(self) -> bool:
        """Whether something else than the inputs that are tried may lead to the line."""
        return bool(self._ground.seen or self._ground.supposed)

    @property
    def is_barred(self) -> bool:
        """Whether every way was cut, so that no inputs of the types that are tried reach the line;
        others may."""
        return (
            self.is_over
            and self._search is not None
            and not self.faults.spoil
            and len(self._search.left) == self._known_before
        )

    @property
    def has_search(self) -> bool:
        return self._search is not None

    @property
    def left(self) -> tuple[str, ...]:
        """Why it is not known whether the line can be reached."""
        told = tuple([each.says for each in self.faults])
        if not self.is_begun:
            return ("there was no time for it",)
        if self._search is not None:
            return *self._search.left, *told
        return told or (self._ground.why_not(self._line),)

    def inputs(self, segments: int) -> Iterator[Inputs]:
        """Inputs that should reach the line, found in so many segments at most. Who asks for more
        has seen that they missed it."""
        last = self.segments + segments
        while self.segments < last and not self.is_over and self._budget.hit() is None:
            found = self.step()
            if found is not None and not found.is_half_way:
                yield found.inputs
                self.missed()

    def came_by(self, inputs: Inputs) -> None:
        """Notes inputs of a run forward that showed something new."""
        if self._search is not None:
            self._search.phase_two.came_by(inputs)

    def step(self) -> Found | None:
        """Does one step; inputs that should reach the line, or only come nearer, if it finds
        any."""
        found: Found | float | None = _NO_MORE
        with self._contained():
            found = next(self._found, _NO_MORE)
        if found is _NO_MORE:
            self._come_to_end()
            return None
        self.next_work = 0.0
        if isinstance(found, float):
            self.next_work = found
            return None
        return found

    def missed(self) -> None:
        """Begins anew, without slicing: inputs missed the line, so slicing left too much out."""
        with self._contained():
            self._begin(sliced=False)
        self.is_over = self.is_over or self.faults.spoil

    def _come_to_end(self) -> None:
        self.is_over = True
        if self._search is None or self.faults.spoil:
            return
        search = self._search
        is_all = self._has_all_inputs and not self._has_doubt
        self.is_proved = not search.left and (is_all or not search.rests_on_inputs)

    def _contained(self) -> Contained:
        return Contained(self.faults, "the search backward", self._ground.target.ref)

    def _begin(self, *, sliced: bool) -> None:
        module, control = self._ground.module, self._ground.control
        target = self._ground.target
        if self._search is not None and not self._search.is_sliced:
            return
        if module is None or control is None:
            return
        goals, through = control.starts.get(self._line, ()), None
        if not goals:
            goals, through = _calls(control, self._names()), goal_mark(self._line)
        if not goals:
            return
        self._earlier_segments = self.segments
        ground = self._ground
        self._search = BackwardSearch(
            Searched(
                module,
                control,
                target.ref.line,
                target.parameters,
                ground.supposed,
                ground.changed,
                ground.hazards,
            ),
            goals,
            Means(
                self._execute,
                self._asking,
                replace(self._runs, measure=self._measured),
                self._summarised,
            ),
            sliced=sliced,
            through=through,
            has_doubt=self._has_all_inputs and self._has_doubt,
            learned=ground.learned,
        )
        self._ground.learned = self._search.learned
        if through is not None:
            self._search.left["the line is in what is called, of which nothing is proved"] = None
        if may_be_reentered(module, control):
            self._search.left["recursion can't be ruled out here"] = None
        if self._ground.is_building:
            self._search.left["the function may be called while its object is built"] = None
        if self._ground.listens:
            self._search.left["who iterates the function may send to it, or end it"] = None
        if sees_frames(module, control):
            self._search.left["the function may see that it is run in parts"] = None
        self._known_before = len(self._search.left)
        self._found = self._search.found()
        self.is_over = False

    def _measured(self, request: MeasureRequest) -> tuple[tuple[Measured, ...], ...] | None:
        wanted = sum(map(len, request.lines))
        if self._budget.hit() is not None or self._budget.runs_for_burst(wanted) < wanted:
            return None
        found = self._runs.measure(request)
        runs = sum(map(len, found)) if found is not None else 0
        self._budget.executions += runs
        self._budget.concrete += runs
        return found

    def _tick(self, runs: int, queries: int) -> bool:
        self._budget.executions += runs
        self._budget.queries += queries
        return self._budget.hit() is None


def _calls(control: Control, names: Collection[str]) -> tuple[int, ...]:
    """The nodes of the control flow that mention one of these names."""
    known = [node for node in control.nodes if node.number in control.into]
    plain = [node for node in known if node.kind in ("do", "test")]
    return tuple([node.number for node in plain if _mentions(node, names)])


def _mentions(node: ControlNode, names: Collection[str]) -> bool:
    trees = node.tree if isinstance(node.tree, list) else [node.tree]
    return any(
        (isinstance(part, ast.Name) and part.id in names)
        or (isinstance(part, ast.Attribute) and part.attr in names)
        for tree in trees
        if not isinstance(tree, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        for part in ast.walk(tree)
    )
