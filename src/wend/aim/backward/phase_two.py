"""Phase II of a backward search: compound statements become one step of a trace, and traces from
the entry are climbed. [004] §3

    total = 0
    while …                 one step, run as it is, however often it turns
    fit(total == 100)       the climb moves the inputs until this holds

This phase only finds inputs, and proves nothing: another trace may do what this one cannot.
"""

from __future__ import annotations

import functools
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from wend.aim.backward.ask import Asking, Conflict, Fits
from wend.aim.backward.climb import Climb
from wend.aim.backward.traces import Growing, Suffix
from wend.aim.steps import Steps
from wend.inputs.inputs import Inputs
from wend.inputs.live import live
from wend.inputs.target import Parameter
from wend.instrument.trace import TURNS
from wend.path.path import Path
from wend.path.trace import Measured, MeasureRequest, Point, Trace
from wend.record import Record
from wend.source.control.graph import Control

MOST_TURNS = 3_000
"""Turns of all loops of a trace in one run."""

MOST_FRAMES = 200
"""Suffixes that are kept to be grown."""

MOST_OBSERVED = 8
"""Runs forward in which the types of locals are observed."""

MOST_CLIMBS = 24
RUNS_OF_A_TURN = 200
"""Runs of one turn of a climb; then the next climb has its turn."""

FIRST_RUNS = 1_500
"""Runs of a new climb before phase I goes on."""

MOST_FRESH = 2
"""Climbs that get FIRST_RUNS."""

MOST_RUNS = 5_000
"""Runs of one climb."""

_Frame = tuple[Suffix, Mapping[str, Any]]
"""A suffix, and values with which the steps after it can be run."""


class PlainRuns(Record):
    """Runs with plain values, and the constants and the seed for them."""

    measure: Callable[[MeasureRequest], tuple[tuple[Measured, ...], ...] | None]
    observe: Callable[[Sequence[Inputs]], Mapping[str, Sequence[str]]]
    """The types that locals have in runs with these inputs."""
    constants: tuple[Any, ...] = ()
    """Numbers and texts that the code says."""
    seed: int = 0


NO_RUNS = PlainRuns(lambda request: None, lambda inputs: {})


class PhaseTwo:
    """Grows traces with extracted statements, and climbs over those that begin at the entry."""

    def __init__(
        self,
        control: Control,
        growing: Callable[[Mapping[str, Sequence[str]]], Growing],
        parameters: tuple[Parameter, ...],
        execute: Callable[[Trace, Inputs], Path | None],
        asking: Asking,
        runs: PlainRuns,
    ) -> None:
        """`growing` takes the types that locals were seen to have."""
        self._control = control
        self._growing_with = growing
        self._growing = growing({})
        self._parameters = parameters
        self._execute = execute
        self._asking = asking
        self._runs = runs
        self._seed = runs.seed
        self._came: deque[Inputs] = deque(maxlen=MOST_OBSERVED)
        self._roots: deque[_Frame] = deque()
        self._frames: deque[_Frame] = deque()
        """The suffixes that grew from the present root."""
        self._seen: set[tuple[int, Any]] = set()
        self._climbs: list[_Going] = []
        self._is_climbing = False
        """Whether the last turn was that of a climb: growing and climbing take turns."""
        self._half_way: Inputs | None = None
        self._fewest = 1 << 30
        """The fewest conditions that a point did not fit."""
        self.nearer = 0
        """How often a climb found a nearer point."""
        self._first = FIRST_RUNS
        self.segments = 0

    @property
    def is_over(self) -> bool:
        return not self._is_growing and not self._climbs

    @property
    def _is_growing(self) -> bool:
        return bool(self._frames or self._roots)

    @property
    def is_fresh(self) -> bool:
        """Whether some suffix was not grown yet, or some climb had few runs."""
        if self._is_growing:
            return len(self._climbs) < MOST_FRESH
        runs = [going.climb.runs for going in self._climbs]
        return any(each < self._first for each in runs) and sum(runs) < MOST_FRESH * self._first

    def begin(self, starts: Iterable[Suffix]) -> None:
        """Starts from the goals: phase I met a loop, or a question without an answer."""
        came = [*self._came] or [live(self._parameters, {})]
        self._growing = self._growing_with(self._runs.observe(came))
        for start in starts:
            self._keep(self._roots, start, {})

    def _keep(self, frames: deque[_Frame], suffix: Suffix, near: Mapping[str, Any]) -> None:
        key = suffix.node, suffix.steps
        if key not in self._seen and len(frames) < MOST_FRAMES:
            self._seen.add(key)
            frames.append((suffix, near))

    def climb_over(self, suffix: Suffix, near: Mapping[str, Any]) -> None:
        """Starts a climb over a suffix that has come to the entry."""
        key = -1, suffix.steps
        if key in self._seen or len(self._climbs) >= MOST_CLIMBS:
            return
        self._seen.add(key)
        self._climbs.append(self._going(suffix, near))

    def have_more_time(self) -> None:
        """Gives climbs more runs, since phase I asked a question without an answer."""
        self._first += FIRST_RUNS

    def came_by(self, inputs: Inputs) -> None:
        """Notes inputs of a run forward that showed something new: climbs may start there."""
        self._came.append(inputs)
        for going in self._climbs:
            going.climb.start_from(inputs)

    def half_way(self) -> Inputs | None:
        """Inputs that fit more conditions than any before, given once: the rest may be easy for the
        search forward."""
        found, self._half_way = self._half_way, None
        return found

    def turn(self) -> Steps[Inputs | None]:
        """Grows one suffix, or lets one climb go on; returns inputs that should reach the goal."""
        self._is_climbing = bool(self._climbs) and not (self._is_climbing and self._is_growing)
        if not self._is_climbing:
            self.segments += 1
            # What phase I left first is nearest to the line; of that, depth first.
            yield from self._grow(*(self._frames.pop() if self._frames else self._roots.popleft()))
            return None
        going = min(self._climbs, key=lambda each: each.rank)
        before = going.climb.nearest
        found, is_done = yield from going.go_on()
        if is_done:
            self._climbs.remove(going)
        after = going.climb.nearest
        if after is not None and (before is None or after[0] < before[0]):
            unfit = going.climb.unfit
            self.nearer += before is not None or unfit < self._fewest
            if found is None and unfit < self._fewest:
                self._fewest = unfit
                self._half_way = live(self._parameters, after[1])
        return found

    def _grow(self, suffix: Suffix, near: Mapping[str, Any]) -> Steps[None]:
        entry = self._control.entry
        entrances = self._growing.before(suffix, extracting=True)
        while len(entrances) == 1 and suffix.node != entry:
            suffix = self._growing.grown(suffix, entrances[0])
            entrances = self._growing.before(suffix, extracting=True)
        core = self._growing.core(suffix)
        if core is not None and core.parameters is not None:
            execute = functools.partial(self._execute, core)
            verdict = yield from self._asking.ask(execute, core.parameters, near)
            if isinstance(verdict, Conflict):
                return
            if isinstance(verdict, Fits):
                near = dict(verdict.inputs)
        if suffix.node == entry:
            self.climb_over(suffix, near)
            return
        for entrance in reversed(entrances):
            grown = self._growing.grown(suffix, entrance)
            if Counter(grown.passed)[grown.node] < 2:
                self._keep(self._frames, grown, near)

    def _going(self, suffix: Suffix, near: Mapping[str, Any]) -> _Going:
        trace = self._growing.whole(suffix)
        nodes = self._control.nodes
        tests = [how for at, how in suffix.steps if nodes[at].kind == "test" and how in _DECIDED]

        def measure(
            lines: tuple[tuple[Point, ...], ...],
        ) -> tuple[tuple[Measured, ...], ...] | None:
            return self._runs.measure(MeasureRequest(trace, lines, MOST_TURNS))

        execute = functools.partial(self._execute, trace)
        self._seed += 1
        climb = Climb(
            measure,
            functools.partial(self._asking.nearer, execute, self._parameters),
            self._parameters,
            len(tests),
            len(suffix.steps),
            [at for at, step in enumerate(suffix.steps) if step[1] == TURNS],
            self._runs.constants,
            self._seed,
        )
        return _Going(climb, climb.steps(near))


_DECIDED = ("true", "false")


class _Going:
    """A climb that is under way, with its turns."""

    def __init__(self, climb: Climb, steps: Iterator[Inputs | None]) -> None:
        self.climb = climb
        self._steps = steps
        self._idle = 0
        self._in_vain = 0
        """Turns that found no nearer point."""

    @property
    def rank(self) -> tuple[int, int]:
        """The order of climbs: those that come nearer first, then the nearest."""
        nearest = self.climb.nearest
        return self._in_vain, nearest[0] if nearest else 0

    def go_on(self) -> Steps[tuple[Inputs | None, bool]]:
        """Gives the climb one turn: the inputs found, and whether the climb is over."""
        until = self.climb.runs + RUNS_OF_A_TURN
        was = self.climb.nearest
        while self.climb.runs < min(until, MOST_RUNS):
            before = self.climb.runs
            try:
                found = next(self._steps)
            except StopIteration:
                return None, True
            yield None
            if found is not None or self.climb.is_spent:
                return found, True
            if self.climb.runs == before:
                self._idle += 1
                if self._idle > MOST_IDLE:
                    return None, True
            else:
                self._idle = 0
        if was is not None and self.climb.nearest == was:
            self._in_vain += 1
        return None, self.climb.runs >= MOST_RUNS


MOST_IDLE = 20
"""Steps of a climb without a new point, after which it ends."""
