"""What an exploration found: the records that every report is made of."""

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
    """One distinct path that was run, as text: more than the cases, which are chosen of these."""

    args: tuple[tuple[str, str], ...]
    condition: str
    outcome: Outcome


class Link(Record):
    """One way of answering queries: how many it answered, and the seconds that it took."""

    name: str
    answers: int
    seconds: float


class OpaqueFunction(Record):
    """A function that no reasoning sees through, and what was made of it."""

    name: str
    calls: int
    samples: int
    mode: str
    branches: tuple[int, ...]
    """The lines whose decisions hang on what it returns."""


class SummarizedFunction(Record):
    """A function that was explored by itself, with calls of it composed."""

    name: str
    calls: int
    """That were met, with different arguments each."""
    ways: int
    """Through it, that are known."""


class FollowedFunction(Record):
    """A function whose calls could not be composed."""

    name: str
    why: str


class Composed(Record):
    """What the search that does not follow calls did."""

    executions: int
    """Of the target and of functions alone; those of a result count them too."""
    alone: int
    """Of functions alone."""
    queries: int
    """To solvers."""
    seconds: float
    functions: tuple[SummarizedFunction, ...] = ()
    followed: tuple[FollowedFunction, ...] = ()
    recalled: int = 0
    """Ways through functions that the store knew: each was run once more, which is not counted."""


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
    """The execution tree drawn, where it was asked for."""
    not_reached: tuple[NotReached, ...] = ()
    """The branches and lines that no case reaches."""
    interrupted: bool = False
    code: str = ""
    """The digest of the code that it rests on, where the store keeps it."""
    stored: bool = False
    """Whether it comes from the store: found by an earlier run, of the same code."""
    opaque: tuple[OpaqueFunction, ...] = ()
    steps: int = 0
    """Intermediate runs, made to learn what an opaque function returns."""
    concrete: int = 0
    """Executions with plain values, in bursts; `executions` counts them too."""
    solver: tuple[Link, ...] = ()
    """Who answered the queries; in the order in which they are asked."""
    composed: Composed | None = None
    """What composing did, where there was any."""

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
    code: str = ""
    """The digest of the code that it rests on, where the store keeps it."""
    stored: bool = False
    """Whether it comes from the store: found by an earlier run, of the same code."""
    opaque: tuple[OpaqueFunction, ...] = ()
    steps: int = 0
    concrete: int = 0
    solver: tuple[Link, ...] = ()
    composed: Composed | None = None
    conflicts: tuple[str, ...] = ()
    """Of a line proved unreachable: what can't be needed at once, way by way; or what is before."""
    taken: int = 0
    """The line that is executed for it: the next one that has code, if it has none itself."""
    left: tuple[str, ...] = ()
    """Of a line of which nothing is known: a sentence for each thing that keeps it so."""
    home: TargetRef | None = None
    """The function that holds the line, where it is not the one that is called."""
    shared: int = 1
    """How many lines the same exploration was for; what was spent is that of all of them."""


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
    guess of ours explains.
    """
    if isinstance(outcome, Raised):
        return not outcome.explicit and not outcome.by_guess
    return isinstance(outcome, Stopped | Violated)
