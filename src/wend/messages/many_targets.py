"""What importers and workers are told to do, and what they report, where targets are many."""

from __future__ import annotations

from wend.inputs.target import ModuleRef
from wend.messages.options import Goals
from wend.messages.orders import Failed
from wend.messages.packing import by_name
from wend.record import Record

# To an importer


class MakeZygote(Record):
    """Fork a zygote for a target of the imported module; its channels come with the order."""

    function: str
    line: int
    listed: bool
    goals: Goals | None


class MakeImporter(Record):
    """Fork an importer for a module of the imported package; its channel comes with the order."""

    module: ModuleRef


class FinishImporter(Record):
    """End after the zygotes."""


ImporterOrder = MakeZygote | MakeImporter | FinishImporter


# To a worker


class BeginTask(Record):
    """Explore a target; the channels of its zygote come with the order."""

    number: int
    seconds: float
    """The length of its first turn."""
    end: float
    """When the time for all searches is over, by time.monotonic."""
    results: float
    """When the results have to be there."""
    import_began: float
    is_overdue: bool | None
    """Whether the import took too long; None while that is not known."""


class GoOn(Record):
    """Explore the same target for another turn; 0 seconds: come to an end."""

    seconds: float
    is_covered: bool = False
    """Whether the end comes early, because nothing is left to be covered."""


WorkerOrder = BeginTask | GoOn


# From a worker


class Progressed(Record):
    """How far an exploration has come (`campaign.many_targets.task.Facts`)."""

    facts: tuple[str, int, int, int, int, float]


class FoundSoFar(Record):
    """What an exploration has found so far."""

    file: str
    covered: tuple[int | tuple[int, int], ...]
    """The lines and branches of the file that it covered since the last such report."""
    missed: tuple[int | tuple[int, int], ...]
    """The lines and branches of its target that it has not covered."""
    failures: int
    result: bytes
    """What the result would be now, pickled."""


class Paused(Record):
    """A turn is over."""


class TaskDone(Record):
    """A target was explored to its end."""

    result: bytes
    """Pickled."""
    has_used_solver: bool
    """Whether the worker had to import the slowest part of the solvers."""


WorkerReport = Progressed | FoundSoFar | Paused | TaskDone | Failed


IMPORTER_ORDERS: dict[str, type[ImporterOrder]] = by_name(ImporterOrder)
WORKER_REPORTS: dict[str, type[WorkerReport]] = by_name(WorkerReport)
