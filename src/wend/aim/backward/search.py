"""Searches backward from a line to the entry of its function, depth first, by segments. [004]

goal ◀── segment ◀─┬─ segment ◀── …      At every branching point: can this trace be run to its
                   └─ segment            end, whatever comes before? If not, it is cut.
"""

from __future__ import annotations

import ast
import functools
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from wend.aim.backward.ask import Asking, Conflict, Fits, NoTrace, Undecided, Verdict
from wend.aim.backward.effects import Reader
from wend.aim.backward.equalities import Equalities
from wend.aim.backward.induction import Induction
from wend.aim.backward.learned import Learned, Positions
from wend.aim.backward.machine_steps import rests_on_machine
from wend.aim.backward.needs import Need, needs_at, told_by
from wend.aim.backward.phase_two import NO_RUNS, PhaseTwo, PlainRuns
from wend.aim.backward.scalar_functions import ScalarFunctions
from wend.aim.backward.traces import Growing, Suffix
from wend.aim.steps import Steps
from wend.inputs.domain import Held
from wend.inputs.inputs import Inputs
from wend.inputs.target import Parameter
from wend.path.path import Path
from wend.path.trace import Trace
from wend.record import Record
from wend.source.control.graph import Control
from wend.source.effects.machine_exceptions import NO_HAZARDS, Hazards
from wend.source.types.of_locals import Types

if TYPE_CHECKING:
    from wend.aim.backward.summarised import Summarised

TURNS = (2, 4, 8, 16, 32, 64)
"""How often a trace may pass the same node: first twice, later more often."""


STEPPED_INTO = 12
"""Runs of a trace that step into calls, before summaries are asked."""

BEFORE_INDUCTION = 10
"""Segments that phase I reads before induction begins."""

INDUCTION = 4
"""Segments of induction for each segment of phase I."""

LONG_READING = 10
"""Steps of phase I within one segment for which phase II has a turn."""


class _Frame:
    """A suffix on the stack: whether all traces that end with it are dead, and why."""

    __slots__ = ("is_dead", "is_read", "near", "parent", "positions", "suffix")

    def __init__(
        self,
        suffix: Suffix,
        parent: _Frame | None,
        near: Mapping[str, Any],
        *,
        is_read: bool = False,
    ) -> None:
        """`is_read`: when it is taken from the stack, everything before the suffix was read."""
        self.is_read = is_read
        self.suffix = suffix
        self.parent = parent
        self.near = near
        """Values with which the steps after it can be run."""
        self.is_dead = True
        self.positions: Positions | None = frozenset()
        """The conditions that make it dead; None if something else does, too."""

    def blame(self, positions: Positions | None) -> None:
        """Notes that one way before it is dead, because of these conditions, some perhaps its
        own."""
        if positions is None or self.positions is None:
            self.positions = None
        else:
            own = len(self.suffix.steps)
            self.positions |= frozenset([position for position in positions if position < own])


class Found(Record):
    """Inputs that should reach the goal, to be confirmed by a run."""

    inputs: Inputs
    is_climbed: bool
    is_half_way: bool = False
    """Whether they only come nearer; a search forward may find the rest of the way."""


class Searched(Record):
    """The function that a search goes through, with facts about the code around it."""

    module: ast.Module
    control: Control
    first_line: int
    parameters: tuple[Parameter, ...]
    supposed: Collection[str] = ()
    """Parameters that may have other types than those that are tried."""
    changed: Collection[str] = ()
    """Globals that other modules set."""
    hazards: Hazards = NO_HAZARDS
    """Functions that may raise for more than values."""

    @property
    def certain(self) -> tuple[Parameter, ...]:
        """The parameters whose types are neither guessed nor supposed nor held at a value."""
        return tuple(
            [
                each
                for each in self.parameters
                if each.name not in self.supposed
                and not each.guessed
                and not isinstance(each.domain, Held)
            ]
        )


class Means(Record):
    """How a search finds out what a trace does."""

    execute: Callable[[Trace, Inputs], Path | None]
    asking: Asking
    runs: PlainRuns = NO_RUNS
    summarised: Callable[[], Summarised] | None = None
    """Begins asking without following calls."""


class BackwardSearch:
    """One search: `found` yields inputs; if `left` is empty at the end, no others exist."""

    def __init__(
        self,
        function: Searched,
        goals: Iterable[int],
        means: Means,
        *,
        sliced: bool = True,
        through: int | None = None,
        has_doubt: bool = False,
        learned: Learned | None = None,
    ) -> None:
        """`goals` are nodes of the control flow. `through`: they are calls, and what is wanted is
        this mark in the functions that they call. `has_doubt`: the function sees more than its
        inputs, so conflicts that need only these are told apart. `learned`: by searches for other
        lines of the function."""
        self._function = function
        self._means = means
        self.is_sliced = sliced
        self._through = through
        self._has_doubt = has_doubt
        self._control = control = function.control
        called = ScalarFunctions(function.module, function.changed)

        def growing(
            parameters: tuple[Parameter, ...], seen: Mapping[str, Sequence[str]]
        ) -> Growing:
            types = Types(function.module, control, parameters, seen, function.changed, called)
            reader = Reader(control, types)
            return Growing(control, types, reader, function.first_line, sliced=sliced)

        # What is proved rests on what is certain; phase II may suppose what was seen.
        parameters, certain = function.parameters, function.certain
        self._growing = growing(parameters, {})
        self._certain = growing(certain, {}) if len(certain) < len(parameters) else None
        """The same without parameters whose types are only guessed."""
        self.learned = learned if learned is not None else Learned(self._growing.reader)
        sure = self._certain or self._growing
        execute, asking = means.execute, means.asking
        self._equalities = Equalities(control, sure.types, sure.reader)
        self.induction = Induction(
            control, sure, sure.reader, execute, asking, self._rests_on_machine
        )
        of_seen = functools.partial(growing, parameters)
        self.phase_two = PhaseTwo(control, of_seen, parameters, execute, asking, means.runs)
        self._goals = tuple(goals)
        self._segments = self._answered = 0
        self._has_more = True
        """Whether phase I has more to read."""
        self._is_reading = False
        """Whether phase I is in the middle of a segment."""
        self._has_begun = False
        """Whether phase II has begun."""
        self.conflicts: dict[tuple[Need, ...], None] = {}
        """The conflicts for which traces were cut, in order."""
        self.rests_on_inputs = False
        """Whether a trace from the entry was cut: what no input has played a part."""
        self.left: dict[str, None] = {}
        """Why traces were given up; empty at the end: the goal can't be reached."""

    @property
    def segments(self) -> int:
        """Segments that were read: straight runs of statements."""
        return self._segments + self.phase_two.segments + self.induction.segments

    def found(self) -> Iterator[Found | float | None]:
        """Yields inputs that should reach the goal; after each other step what `Steps` yield."""
        aside = self.phase_two
        may_prove = not self.left and self._through is None
        proving = self.induction.tried(self._goals) if may_prove else iter(())
        reading = 0
        for inputs in self._unrolled():
            yield Found(inputs, is_climbed=False) if isinstance(inputs, Inputs) else inputs
            if self._is_reading:
                reading += 1
                if isinstance(inputs, float) or reading % LONG_READING == 0:
                    # A climb may do without the answer.
                    self._begin_phase_two()
                    if not aside.is_over:
                        yield from self._turn_aside()
                continue
            reading = 0
            if not (self._has_more or self.left):
                continue  # it is proved
            if self._segments >= BEFORE_INDUCTION:
                last = self.induction.segments + INDUCTION
                for work in proving:
                    yield work
                    if self.induction.segments >= last:
                        break
                if self.induction.is_proved:
                    self._conclude()
                    return
            if not aside.is_over:
                yield from self._turn_aside()
            while aside.is_fresh:
                # It costs little, and the next question of phase I may cost much.
                yield from self._turn_aside()
        while self.left and not aside.is_over:
            yield from self._turn_aside()
        if self.left:
            yield from proving
            if self.induction.is_proved:
                self._conclude()

    def _conclude(self) -> None:
        """Takes over the proof by induction: no way leads to the goal, though traces were given
        up."""
        self.left.clear()
        self.rests_on_inputs = False
        self.conflicts = self.induction.conflicts

    def _turn_aside(self) -> Iterator[Found | float | None]:
        inputs = yield from self.phase_two.turn()
        if inputs is not None:
            # A climb leads to the call, not to what is wanted in it.
            yield Found(inputs, is_climbed=True, is_half_way=self._through is not None)
            return
        half_way = self.phase_two.half_way()
        yield None if half_way is None else Found(half_way, is_climbed=True, is_half_way=True)

    @property
    def progress(self) -> tuple[int, int]:
        """Numbers that grow while the search makes progress: questions answered, climbs nearer."""
        return self._answered, self.phase_two.nearer

    def _unrolled(self) -> Iterator[Inputs | float | None]:
        """Phase I: reads loops turn by turn."""
        is_through = self._through is not None
        starts = [self._growing.start(goal, through=is_through) for goal in reversed(self._goals)]
        stack = [_Frame(start, None, {}) for start in starts]
        for turns in TURNS:
            later: list[_Frame] = []
            while stack:
                frame = stack.pop()
                if frame.is_read:
                    self._done(frame)
                elif Counter(frame.suffix.passed)[frame.suffix.node] >= turns:
                    later.append(frame)
                    self._survives(frame)
                else:
                    self._segments += 1
                    self._is_reading = True
                    inputs, before = yield from self._expanded(frame)
                    self._is_reading = False
                    if before is None:
                        return
                    stack.extend(before)
                    self._has_more = bool(later) or not all(each.is_read for each in stack)
                    yield inputs
            if not later:
                return
            stack = [*reversed(later)]
        self.left["a loop takes more turns than were tried"] = None

    def _expanded(self, frame: _Frame) -> Steps[tuple[Inputs | None, list[_Frame] | None]]:
        """Reads one segment: the inputs found, and what to read before it; None if the function
        can't be run in parts."""
        suffix = self._segment(frame)
        node = self._control.nodes[suffix.node]
        is_entry = node.number == self._control.entry
        known = self.learned.dead(suffix)
        if known is not None:
            dead_by, rests_on_inputs = known
            self.rests_on_inputs |= rests_on_inputs
            if not self.conflicts:  # another line's search met them
                self.conflicts[needs_at(self._control, suffix.steps, dead_by)] = None
            self._is_cut(frame, dead_by)
            return None, []
        unequal = self._equalities.contradiction(suffix.steps)
        if unequal and not self._rests_on_machine(suffix):
            self._answered += 1
            self.conflicts[needs_at(self._control, suffix.steps, unequal)] = None
            self._is_cut(frame, unequal)
            return None, []
        verdict, near = (yield from self._asked(suffix, frame.near)), frame.near
        match verdict:
            case Conflict() if self._rests_on_machine(suffix):
                self._give_up(frame, "it depends on how much memory or time there is")
                return None, []
            case Conflict():
                if not is_entry and self._certain is not None:
                    core = self._growing.core(suffix)
                    self.rests_on_inputs |= self._certain.core(suffix) != core
                if is_entry and not self.rests_on_inputs:
                    is_dead = self._has_doubt and (yield from self._is_dead_itself(suffix))
                    self.rests_on_inputs = not is_dead
                needs, positions = told_by(self._control, suffix.steps, verdict)
                self.conflicts[needs] = None
                self._is_cut(frame, positions)
                return None, []
            case Fits(inputs) if is_entry:
                # The run that confirms it ends the search: who goes on was not there.
                self._give_up(frame, "a trace fits, and its inputs go another way")
                return inputs, []
            case Fits(inputs):
                near = dict(inputs)
            case Undecided(why) if is_entry:
                self.phase_two.climb_over(suffix, near)
                self._give_up(frame, why)
                return None, []
            case NoTrace():
                self._give_up(frame, "the function can't be run in parts")
                return None, None
        here = _Frame(suffix, frame, near, is_read=True)
        before = [
            _Frame(self._growing.grown(suffix, entrance), here, near)
            for entrance in reversed(self._growing.before(suffix))
        ]
        return None, [here, *before]

    def _rests_on_machine(self, suffix: Suffix) -> bool:
        steps = (*suffix.steps, suffix.goal)
        return rests_on_machine(self._control, steps, self._function.hazards)

    def _segment(self, frame: _Frame) -> Suffix:
        """The suffix grown to the next branching point."""
        suffix = frame.suffix
        while suffix.node != self._control.entry:
            entrances = self._growing.before(suffix)
            if len(entrances) != 1:
                break
            suffix = self._growing.grown(suffix, entrances[0])
        if not self._growing.in_loops.isdisjoint((suffix.node, *suffix.passed)):
            self._begin_phase_two()
        return suffix

    def _begin_phase_two(self) -> None:
        if not self._has_begun:
            self._has_begun = True
            self.phase_two.begin([self._growing.start(goal) for goal in self._goals])

    def _asked(self, suffix: Suffix, near: Mapping[str, Any]) -> Steps[Verdict]:
        if suffix.node == self._control.entry:
            trace, parameters = self._growing.whole(suffix), self._function.parameters
        else:
            core = self._growing.core(suffix)
            if core is None or core.parameters is None:
                return Undecided("nothing is known yet")
            trace, parameters = core, core.parameters
        verdict = yield from self._asked_of(trace, parameters, near)
        if isinstance(verdict, Undecided):
            self._begin_phase_two()
            self.phase_two.have_more_time()
        else:
            self._answered += 1
        return verdict

    def _asked_of(
        self, trace: Trace, parameters: tuple[Parameter, ...], near: Mapping[str, Any]
    ) -> Steps[Verdict]:
        """Asks about a trace: first stepping into calls, then by summaries if paths are too
        many."""

        execute = functools.partial(self._means.execute, trace)
        ask = functools.partial(self._means.asking.ask, execute, parameters, near)
        if self._through is not None and trace.parameters is None:
            mark = self._through
            return (yield from ask(lambda path: mark in path.marks))
        if self._means.summarised is None:
            return (yield from ask())
        verdict = yield from ask(most_runs=STEPPED_INTO)
        if not (isinstance(verdict, Undecided) and verdict.decides_elsewhere):
            return verdict
        summarised = self._means.summarised()
        by_summaries = yield from summarised.ask(self._means.asking, trace, parameters, near)
        if by_summaries is None or isinstance(by_summaries, Undecided):
            return (yield from ask())
        return by_summaries

    def _is_dead_itself(self, suffix: Suffix) -> Steps[bool]:
        """Whether the core of a trace from the entry suffices to cut it."""
        core = (self._certain or self._growing).core(suffix)
        if core is None or core.parameters is None:
            return False
        execute = functools.partial(self._means.execute, core)
        verdict = yield from self._means.asking.ask(execute, core.parameters, {})
        return isinstance(verdict, Conflict)

    # The result for a suffix is told to the suffix that it grew from

    def _is_cut(self, frame: _Frame, positions: Positions | None) -> None:
        if frame.parent is not None:
            frame.parent.blame(positions)

    def _survives(self, frame: _Frame) -> None:
        if frame.parent is not None:
            frame.parent.is_dead = False

    def _give_up(self, frame: _Frame, why: str) -> None:
        self.left[why] = None
        self._survives(frame)

    def _done(self, here: _Frame) -> None:
        """Everything before a suffix was read."""
        grown_from = here.parent
        assert grown_from is not None
        if not here.is_dead:
            self._survives(grown_from)
            return
        if here.positions is not None:
            rests = self.rests_on_inputs
            self.learned.note(here.suffix, here.positions, rests_on_inputs=rests)
        self._is_cut(grown_from, here.positions)
