"""Gives the search backward its turns: a few segments at first, then in turns with the forward one.

The first segments cost next to nothing, and show at once a contradiction close to the line.
"""

from __future__ import annotations

import ast
import contextlib
import functools
from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from wend.aim.backward.ask import Asking
from wend.aim.backward.learned import Learned
from wend.aim.backward.phase_two import NO_RUNS, PlainRuns
from wend.aim.backward.search import BackwardSearch, Found, Means, Searched
from wend.explore.budget import Budget
from wend.inputs.domain import Placed, Pointer
from wend.inputs.inputs import Inputs
from wend.inputs.target import Target
from wend.instrument.marks import goal_mark
from wend.path.fault import Contained
from wend.path.path import Path
from wend.path.reason import Reasons
from wend.path.trace import Measured, MeasureRequest, Trace
from wend.path.watched_names import WatchedNames
from wend.record import Record, replace
from wend.solve.chain import Solver
from wend.source.calls import is_decorated, neighbours
from wend.source.control.builder import control_of
from wend.source.control.graph import Control, Node
from wend.source.effects.beyond_traces import hears_its_caller, may_be_reentered, sees_frames
from wend.source.effects.machine_exceptions import Hazards, hazards_in, is_handling_machine
from wend.source.effects.outside_inputs import Sighting, set_from_outside, sightings
from wend.source.effects.set_on_classes import set_on_classes
from wend.source.files import parse, parse_file, read_source
from wend.source.index import function_from

if TYPE_CHECKING:
    from wend.aim.backward.summarised import Summarised

FIRST = 6
"""Segments before the first run forward."""

MOST_PATIENCE = 4
"""After a turn with progress the search forward does as much work as the turn did. After turns
without progress it does twice as much, and at most so many times as much."""

LEAST_WAIT = 4
"""The least work, in runs and queries, of the search forward between two turns."""

TURN = 3
"""Segments of a turn."""

WORK = 80
"""Runs and queries of a turn; it gets more if the search forward did much in between."""

TO_EXPLAIN = 30
"""Segments after the search forward tried everything in vain; they may tell why."""

LAST = 400
"""Segments after the search forward is done."""

_NO_MORE = Found(Inputs(()), is_climbed=False)
"""Stands for the end of a search."""

_BUILDING = ("__init__", "__new__", "__post_init__")

Execute = Callable[[Trace, Inputs], Path | None]
_Function = ast.FunctionDef | ast.AsyncFunctionDef


@lru_cache(maxsize=8)
def _tree(source: str, file: str) -> ast.Module:
    """A tree of our own: nodes of traces are made of it, and nobody else may change it."""
    return parse(source, file)


class Ground:
    """The facts that searches for lines of one function share: its source and control flow."""

    def __init__(self, target: Target, file: str, homes: Collection[int] = ()) -> None:
        """`file` holds the lines that are sought, in functions that begin on the lines `homes`."""
        self.target = target
        self.module: ast.Module | None = None
        self.control: Control | None = None
        self.learned: Learned | None = None
        self._is_elsewhere = file != target.file
        self._file, self._homes = file, homes
        if self._is_elsewhere:
            return
        with contextlib.suppress(OSError, SyntaxError, LookupError):
            self.module = _tree(read_source(file), file)
            self.control = control_of(self.module, target.ref.line)

    @functools.cached_property
    def _searched(self) -> list[tuple[ast.Module, _Function]]:
        """The target, and the functions of the lines if these are others, with their modules."""
        if self.module is not None and self.control is not None:
            return [(self.module, self.control.function)]
        found: list[tuple[ast.Module, _Function]] = []
        places = [
            (self.target.file, self.target.ref.line),
            *[(self._file, at) for at in self._homes],
        ]
        for file, line in places:
            with contextlib.suppress(LookupError):
                if (module := parse_file(file)) is not None:
                    function = function_from(module, line)
                    if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                        found.append((module, function))
        return found

    @functools.cached_property
    def _others(self) -> list[ast.Module]:
        """The user's other modules, which may change globals that the target sees."""
        ref = self.target.ref.module
        trees = [parse_file(each) for each in neighbours(ref.file, ref.root)] if ref.root else []
        own = [module for module, _ in self._searched]
        return [each for each in trees if each is not None and each not in own]

    @property
    def listens(self) -> bool:
        """Whether the target is a generator that sees how it is iterated."""
        return self.control is not None and hears_its_caller(self.control)

    @functools.cached_property
    def seen(self) -> str:
        """A name by which the target sees effects of other calls, or the outside; else empty."""
        return next((each.name for each in self._sightings()), "")

    def _sightings(self) -> Iterator[Sighting]:
        for module, function in self._searched:
            whole = _in_memory(self.target) if (module, function) == self._searched[0] else ()
            yield from sightings(module, function, self._others, whole)

    def watched_names(self) -> WatchedNames | None:
        """The names that runs may be watched for, in place of what `seen` tells; None where
        something outside is seen."""
        found = set(self._sightings())
        if any(each.kind == "outside" for each in found):
            return None
        ref = self.target.ref.module
        modules = [*[module for module, _ in self._searched], *self._others]
        return WatchedNames(
            tuple(
                {
                    self.target.file,
                    self._file,
                    *(neighbours(ref.file, ref.root) if ref.root else ()),
                }
            ),
            tuple(sorted({each.name for each in found if each.kind == "variable"})),
            tuple(sorted({each.name for each in found if each.kind == "attribute"})),
            tuple(sorted(frozenset().union(*map(set_on_classes, modules)))),
        )

    @functools.cached_property
    def is_building(self) -> bool:
        """Whether the target may be called on an object that is still being built; in runs it is
        complete."""
        if self.module is None or self.control is None or "." not in self.target.ref.function:
            return False
        function = self.control.function
        called = _called_while_building(self.module, function)
        return function.name == "__post_init__" or function.name in called

    @property
    def is_decorated(self) -> bool:
        """Whether a decorator of unknown behaviour is around the target."""
        return self.control is not None and is_decorated(self.control.function)

    @functools.cached_property
    def changed(self) -> frozenset[str]:
        """The globals, and other attributes, that other modules set."""
        return frozenset().union(*map(set_from_outside, self._others))

    @functools.cached_property
    def hazards(self) -> Hazards:
        """The user's functions that may raise for more than values."""
        return hazards_in(*[module for module, _ in self._searched], *self._others)

    @property
    def supposed(self) -> frozenset[str]:
        """The parameters that may have other types than those that are tried."""
        return frozenset(each.name for each in self.target.parameters if each.narrowed)

    def handles_machine(self, line: int) -> bool:
        """Whether a line is for exceptions that may depend on more than values."""
        return self.control is not None and is_handling_machine(
            self.control.function, line, self.hazards
        )

    def why_not(self, line: int) -> str:
        """Why the search does not begin at a line."""
        target = self.target
        if self.control is None and not self._is_elsewhere:
            return f"{target.ref.function} has no control flow that is known"
        return f"{target.ref.function} is not the function that executes line {line}"


def _called_while_building(module: ast.Module, but: ast.AST) -> set[str]:
    """The methods that other constructors mention, directly or through their own methods."""
    functions = [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)]
    found: set[str] = set()
    waiting = [(node, "") for node in functions if node.name in _BUILDING and node is not but]
    for function, own in waiting:  # which grows
        mentioned = {
            part.attr
            for part in ast.walk(function)
            if isinstance(part, ast.Attribute)
            and (not own or (isinstance(part.value, ast.Name) and part.value.id == own))
        }
        for each in functions:
            if each.name in mentioned - found and each.args.args:
                waiting.append((each, each.args.args[0].arg))
        found |= mentioned
    return found


def _in_memory(target: Target) -> list[str]:
    """The parameters that are raw memory, whose whole content is an input."""
    return [each.name for each in target.parameters if isinstance(each.domain, Pointer | Placed)]


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


class BackwardTurns:
    """Gives a backward search its turns; the caller runs the inputs that it finds."""

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
        self._budget = budget = means.budget
        self._asking = Asking(means.solver, self._tick, ground.target.ref.function)
        self._earlier_segments = 0
        self._known_before = 0
        """Reasons in `left` before anything was read."""
        self._search: BackwardSearch | None = None
        self._found: Iterator[Found | None] = iter(())
        self.confirming = 0
        """Segments of the runs that confirm inputs."""
        self._patience = 1
        self._ended = budget.work
        """All work at the end of the last turn. The next turn has a share of the work since then,
        which may be much, if a solver was asked in vain."""
        self.wait = LEAST_WAIT
        """Work of the search forward before the next turn."""
        self.is_over = True
        self.is_proved = False
        """Whether no input reaches the line."""
        self.faults = Reasons()
        """The reason where the search ended because wend itself failed in it."""
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
        if self._search is not None:
            return *self._search.left, *told
        return told or (self._ground.why_not(self._line),)

    def inputs(self, segments: int) -> Iterator[Inputs]:
        """Inputs that should reach the line, found in so many segments at most."""
        return (each.inputs for each in self.found(segments) if not each.is_half_way)

    def came_by(self, inputs: Inputs) -> None:
        """Notes inputs of a run forward that showed something new."""
        if self._search is not None:
            self._search.phase_two.came_by(inputs)

    def found(self, segments: int) -> Iterator[Found]:
        """The same as records, with inputs that only come nearer to the line."""
        before = None if self._search is None else self._search.progress
        begun = self._budget.work
        yield from self._until_spent(segments)
        after = None if self._search is None else self._search.progress
        self._ended = self._budget.work
        self._patience = 1 if after != before else min(2 * self._patience, MOST_PATIENCE)
        self.wait = max(LEAST_WAIT, self._patience * (self._budget.work - begun))

    def _until_spent(self, segments: int) -> Iterator[Found]:
        others = (self._budget.work - self._ended) // self._budget.sharers
        until = self._budget.work + max(WORK * segments // TURN, others // (MOST_PATIENCE + 1))
        last = self.segments + segments
        while self.segments < last:
            if self.is_over or self._budget.work >= until or self._budget.hit() is not None:
                return
            found: Found | None = _NO_MORE
            with self._contained():
                found = next(self._found, _NO_MORE)
            if found is _NO_MORE:
                self._come_to_end()
                return
            if found is not None:
                yield found
                if found.is_half_way:
                    continue
                # The caller goes on, so the inputs missed the line: slicing left too much out.
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


def _mentions(node: Node, names: Collection[str]) -> bool:
    trees = node.tree if isinstance(node.tree, list) else [node.tree]
    return any(
        (isinstance(part, ast.Name) and part.id in names)
        or (isinstance(part, ast.Attribute) and part.attr in names)
        for tree in trees
        if not isinstance(tree, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        for part in ast.walk(tree)
    )
