"""Results: the records that every report is made of."""

from __future__ import annotations

from typing import Literal, TypeVar

from wend.inputs.target import TargetRef
from wend.path.case import Arc, Case
from wend.path.outcome import Outcome, Raised, Stopped, Violated
from wend.path.reason import Reason
from wend.record import Record, replace


class Coverage(Record):
    """Lines and branches of the target, hit and missed by the cases."""

    lines_hit: tuple[int, ...] = ()
    lines_missed: tuple[int, ...] = ()
    branches_hit: tuple[Arc, ...] = ()
    branches_missed: tuple[Arc, ...] = ()


class NotReached(Record):
    """A line or branch of the target that no case reaches, with what is known about it."""

    line: int
    to: int | None = None
    """The line that control never goes on to from `line`, negative for the end of the function;
    None if `line` itself was not executed."""
    why: str = ""
    """A clause: what was or was not tried, or proved."""

    def __str__(self) -> str:
        if self.to is None:
            return f"line {self.line} was not executed"
        where = "the end of the function" if self.to < 0 else f"line {self.to}"
        return f"line {self.line} never goes on to {where}: {self.why}"


class TakenPath(Record):
    """One distinct path that was run, as text. Cases are chosen among these paths."""

    args: tuple[tuple[str, str], ...]
    condition: str
    outcome: Outcome


class Link(Record):
    """One way of answering queries: how many it answered, and the seconds that it took."""

    name: str
    answers: int
    seconds: float


class SearchShare(Record):
    """One search of a portfolio: what it had of the time, and what it found."""

    name: str
    turns: int
    seconds: float
    runs: int
    """Runs of the target that it asked for."""
    news: int
    """Those that showed something new."""


class OpaqueFunction(Record):
    """An opaque function: how often it was called, and how wend reasoned about its results."""

    name: str
    calls: int
    samples: int
    mode: str
    branches: tuple[int, ...]
    """The lines whose decisions depend on what the function returns."""


class SummarizedFunction(Record):
    """A function that was explored alone, and whose calls were composed of what was found."""

    name: str
    calls: int
    """The number of calls that were met, each with different arguments."""
    ways: int
    """The number of paths through the function that are known."""


class FollowedFunction(Record):
    """A function whose calls were followed because they could not be composed."""

    name: str
    why: str


class ComposedWork(Record):
    """The work of the search that composes calls of summaries."""

    executions: int
    """Runs of the target and of single functions. `executions` of the result counts them, too."""
    alone: int
    """Runs of single functions."""
    queries: int
    """Queries to solvers."""
    seconds: float
    functions: tuple[SummarizedFunction, ...] = ()
    followed: tuple[FollowedFunction, ...] = ()
    recalled: int = 0
    """Paths that the store knew. Each was run once more, which is not counted."""


class CoverResult(Record):
    """What `cover` found of one target."""

    target: TargetRef
    verdict: Literal["complete", "exhausted", "budget", "skipped", "error"]
    executions: int = 0
    queries: int = 0
    seconds: float = 0.0
    divergences: int = 0
    coverage: Coverage = Coverage()
    cases: tuple[Case, ...] = ()
    reasons: tuple[Reason, ...] = ()
    error: str | None = None
    paths: tuple[TakenPath, ...] = ()
    path_count: int = 0
    """How many distinct paths were run; `paths` may list fewer."""
    kind: str = "function"
    """function, generator, coroutine or async generator: how a test has to call it."""
    by_keyword: frozenset[str] = frozenset()
    """The parameters that are passed by name."""
    tree: str = ""
    """The execution tree as text, if it was asked for."""
    not_reached: tuple[NotReached, ...] = ()
    """The branches and lines that no case reaches."""
    interrupted: bool = False
    assumes: tuple[str, ...] = ()
    """The assumptions that a proof rests on (`campaign.assumptions`)."""
    code: str = ""
    """The digest of the code that the result rests on, if the store keeps the result."""
    stored: bool = False
    """Whether the result comes from the store, where an earlier run of the same code put it."""
    opaque: tuple[OpaqueFunction, ...] = ()
    steps: int = 0
    """Intermediate runs, made to learn what an opaque function returns."""
    concrete: int = 0
    """Executions with plain values, in bursts; `executions` counts them too."""
    solver: tuple[Link, ...] = ()
    """The links of the solver chain in their order, each with the queries that it answered."""
    searches: tuple[SearchShare, ...] = ()
    composed: ComposedWork | None = None
    """The work of the search that composes calls; None if there was no such search."""

    @property
    def findings(self) -> tuple[Case, ...]:
        """The cases that show something wrong: an exception nobody declared, or no end."""
        return tuple(case for case in self.cases if is_finding(case.outcome))


class ReachResult(Record):
    """What `reach` found of one line."""

    target: TargetRef
    line: int
    entry: str
    verdict: Literal["reached", "unreachable", "unknown", "error"]
    case: Case | None = None
    executions: int = 0
    queries: int = 0
    segments: int = 0
    method: str = ""
    seconds: float = 0.0
    reasons: tuple[Reason, ...] = ()
    error: str | None = None
    kind: str = "function"
    by_keyword: frozenset[str] = frozenset()
    interrupted: bool = False
    assumes: tuple[str, ...] = ()
    """The assumptions that a proof rests on (`campaign.assumptions`)."""
    code: str = ""
    """The digest of the code that the result rests on, if the store keeps the result."""
    stored: bool = False
    """Whether the result comes from the store, where an earlier run of the same code put it."""
    opaque: tuple[OpaqueFunction, ...] = ()
    steps: int = 0
    concrete: int = 0
    solver: tuple[Link, ...] = ()
    searches: tuple[SearchShare, ...] = ()
    composed: ComposedWork | None = None
    conflicts: tuple[str, ...] = ()
    """Why a line is unreachable, way by way: conditions that contradict each other, or an earlier
    statement that is never passed."""
    taken: int = 0
    """The line that is executed for `line`: itself, or the next line that has code."""
    left: tuple[str, ...] = ()
    """Why nothing is known of a line: a sentence for each obstacle."""
    home: TargetRef | None = None
    """The function that contains the line, if another function is called."""
    shared: int = 1
    """How many lines the exploration was for. Its numbers are for all of these lines."""


Result = CoverResult | ReachResult


_Of = TypeVar("_Of", bound=Result)


def with_work_of_both(chosen: _Of, before: _Of, after: _Of) -> _Of:
    """The chosen one of two results for the same, with the work that was done for both."""
    names = ["executions", "queries", "concrete", "seconds"]
    names += ["segments"] if isinstance(chosen, ReachResult) else []
    return replace(chosen, **{name: getattr(before, name) + getattr(after, name) for name in names})


class Together(Record):
    """The results of lines that one exploration was for."""

    results: tuple[ReachResult, ...]

    @property
    def verdict(self) -> str:
        """`unknown` where that of one is: more time may help."""
        verdicts = [each.verdict for each in self.results]
        return "unknown" if "unknown" in verdicts else verdicts[0]


def is_finding(outcome: Outcome) -> bool:
    """Whether an outcome is worth an exit code of 1.

    An exception that the code under test raises itself, by a `raise` statement, says what the
    function does with bad inputs; that is told by `Raised.explicit`. Neither is one that a wrong
    guess of ours explains. What did not end in the time of every run may just be slow.
    """
    if isinstance(outcome, Raised):
        return not outcome.explicit and not outcome.by_guess
    if isinstance(outcome, Stopped) and outcome.is_hasty:
        return False
    return isinstance(outcome, Stopped | Violated)
