"""What a zygote and its runners are told to do, and what they report.

    parent ──ZygoteOrder──▶ zygote ──ZygoteReport──▶ parent
    parent ──RunnerOrder──▶ runner ──RunnerReport──▶ parent

Each message is a record; `messages.packing` makes of it what a channel can carry.
"""

from __future__ import annotations

from typing import Any

from wend.inputs.target import Kind, Parameter, TargetRef
from wend.messages.options import RunOptions
from wend.messages.packing import by_name
from wend.path.burst import BurstRequest
from wend.path.corpus import CorpusRequest
from wend.path.fault import Fault
from wend.path.reason import Reason
from wend.path.summary import Key
from wend.path.trace import Point
from wend.path.watched_names import WatchedNames
from wend.record import Record

Items = tuple[tuple[str, Any], ...]
"""Variables with their values (`Inputs.items_`)."""

PackedTrace = tuple[int, tuple[tuple[int, str], ...], Any]
"""The fields of a `Trace`, its parameters packed: a runner unpacks them once for many runs."""


# To a runner, which answers each order with its number


class RunTwin(Record):
    """Run the twin of the target once."""

    items: Items
    in_child: bool
    """Whether the run gets a child process of its own."""
    seed: int
    """Seeds `random` in that child, if the module did not seed it."""
    seconds: float


class FindLastDecision(Record):
    """Run the twin up to the last decision of a run that ended its process."""

    items: Items
    seconds: float


class RunFunction(Record):
    """Run one function by itself, for its summary."""

    key: Key
    items: Items
    seconds: float


class RunTrace(Record):
    """Run a trace of the target once."""

    trace: PackedTrace
    items: Items
    seconds: float
    in_child: bool


class MeasureTrace(Record):
    """Measure how far points are from running a trace to its end (`MeasureRequest`)."""

    trace: PackedTrace
    lines: tuple[tuple[Point, ...], ...]
    most_turns: int
    in_child: bool


class ObserveLocals(Record):
    """Run the twin with plain values and note the types of the target's locals."""

    runs: tuple[Items, ...]
    in_child: bool


RunnerOrder = (
    RunTwin
    | FindLastDecision
    | RunFunction
    | RunTrace
    | MeasureTrace
    | ObserveLocals
    | BurstRequest
    | CorpusRequest
)


# From a runner


class Answer(Record):
    """What came of an order."""

    number: int
    told: dict[str, Any] | None
    """What the runs showed; None where the order can't be carried out."""
    leaked: bool = False
    """Whether a run left something behind in the runner's process."""

    @property
    def shown(self) -> dict[str, Any]:
        """What the runs showed, of an order that can always be carried out."""
        assert self.told is not None
        return self.told


class Crashed(Record):
    """The child process that carried out an order died."""

    number: int
    how: str


class Failed(Record):
    """wend itself failed in another process; any process may report it."""

    fault: Fault


RunnerReport = Answer | Crashed | Failed


# To a zygote


class PrepareTarget(Record):
    """Import the module of a target; the first order of a zygote made early."""

    ref: TargetRef
    options: RunOptions


class ReplayInputs(Record):
    """Run the unmodified code once, in a clean process."""

    items: Items
    patience: float = 0.0
    """The seconds of a run that is not traced, because one that was did not end; 0 for others."""
    watched: WatchedNames | None = None
    """The names to watch, of a run that is asked whether it sees state."""


class MakeComposingZygote(Record):
    """Fork a zygote whose runners do not follow calls; its channels come with the order."""


ZygoteOrder = PrepareTarget | ReplayInputs | MakeComposingZygote


# From a zygote


class CannotPrepare(Record):
    """Why a target can't be run."""

    error: str
    reasons: tuple[Reason, ...] = ()
    skipped: bool = False
    """Whether nothing is wrong: nobody asked for this target by name."""


class TargetFacts(Record):
    """What is known of a target once its module is imported."""

    parameters: tuple[Parameter, ...]
    reasons: tuple[Reason, ...]
    kind: Kind
    file: str
    line: int
    constants: tuple[Any, ...]
    """Numbers and texts in the target's code."""
    texts: tuple[str | bytes, ...]
    """Texts in the module."""
    words: tuple[str | bytes, ...]
    """Texts that the code says besides: matches of its patterns, texts of its docstrings."""
    first: tuple[dict[str, Any], ...]
    """First inputs: those that the user gave, defaults, examples of the docstring."""


class ImportEnded(Record):
    """The first report of a zygote; its descriptor, which comes along, is one of the zygote."""

    process: int
    files: tuple[str, ...] | None
    """The files of the loaded modules, and of data that these read; None if the import failed."""
    read: tuple[str, ...]
    """Files of code that the import read, modules or not."""
    target: TargetFacts | CannotPrepare


class RunnerBegun(Record):
    """A runner was forked; a descriptor of it comes along."""

    process: int


class RunnerDied(Record):
    """A runner ended."""

    process: int
    how: str


class Replayed(Record):
    """What a replay saw, sent by its process."""

    told: dict[str, Any]
    read: tuple[str, ...]
    """Files that the replay read."""


class ReplayEnded(Record):
    """The process of a replay ended; without a `Replayed` before it, the replay died."""

    how: str


ZygoteReport = ImportEnded | RunnerBegun | RunnerDied | Replayed | ReplayEnded | Failed


RUNNER_ORDERS: dict[str, type[RunnerOrder]] = by_name(RunnerOrder)
RUNNER_REPORTS: dict[str, type[RunnerReport]] = by_name(RunnerReport)
ZYGOTE_ORDERS: dict[str, type[ZygoteOrder]] = by_name(ZygoteOrder)
ZYGOTE_REPORTS: dict[str, type[ZygoteReport]] = by_name(ZygoteReport | TargetFacts | CannotPrepare)
