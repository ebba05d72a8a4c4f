"""Chooses the cases that are reported: small inputs, confirmed by a replay, each showing something
new.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from wend.explore.coverage import CoverageMap, Covered
from wend.explore.guesses import GuessedTypes
from wend.explore.shrink import shrink
from wend.expr.show import show_all
from wend.expr.text_conditions import fixed_by
from wend.inputs.inputs import Inputs
from wend.inputs.live import live
from wend.inputs.paths import parameter_of
from wend.inputs.render import arguments
from wend.inputs.target import Target
from wend.instrument.marks import is_of_others
from wend.path.case import Case
from wend.path.fault import Contained
from wend.path.outcome import Outcome, Raised, Returned, Stopped, Violated, is_timeout
from wend.path.path import Path
from wend.path.reason import Reason, Reasons
from wend.path.replay import Replay
from wend.record import Record, replace
from wend.source.installed import is_installed

SMALL = 16
"""A function with no more paths than this gets a case for each of them."""


JUDGED_AFTER = 4
"""Runs after which an offer is judged: by then its replay is there, as a rule. What was not judged
is lost where our process is ended. Runs are counted, not seconds, so that the same offers give the
same suite."""

REPLAY_SECONDS = 0.03
"""What a replay takes at least on a busy machine: to make its process, and to end it."""


class Replayer(Protocol):
    """Runs the unmodified code in clean processes, beside the search; results come in order."""

    def replay(self, inputs: Inputs, patience: float = 0.0) -> None: ...

    def replayed(self) -> Replay: ...


class _Offer(Record):
    """A path whose replay is under way."""

    path: Path
    inputs: Inputs
    always: bool
    unseen_outcome: bool
    endless: Replay | None = None
    """An earlier replay, which did not end in the time of every run."""
    patience: float = 0.0
    """The seconds of a second replay, which show whether the code is just slow."""
    is_repeated: bool = False
    """Whether a replay crashed before, as no run did: somebody may have killed it."""
    since: int = 0
    """The runs that there had been when it was made."""


class Suite:
    """The cases kept so far."""

    MOST_WAITING = 64
    """Replays under way at once; a fixed number, so that the same offers give the same suite."""

    def __init__(
        self,
        target: Target,
        coverage: CoverageMap,
        replayer: Replayer,
        patience: Callable[[], float] | None = None,
        run_seconds: float = 0.0,
    ) -> None:
        """`patience` gives the seconds for a second run of what did not end; 0 for none.
        `run_seconds` are those of a first run."""
        self.target = target
        self._replayer = replayer
        self._patience = patience
        self._run_seconds = run_seconds
        self._endless: set[tuple[Any, ...]] = set()
        """Failures of runs that did not end and were repeated."""
        self.coverage = coverage
        self.cases: list[Case] = []
        self.reasons = Reasons()
        self._blocks: set[int] = set()
        """The marks of the cases' paths."""
        self._returned: set[Outcome] = set()
        """The outcomes of the cases."""
        self._failures: set[tuple[Any, ...]] = set()
        self._ends: set[tuple[Any, ...]] = set()
        """Failures of twins that were offered; those of replays decide which cases are kept."""
        self._ways: dict[frozenset[int], set[type]] = {}
        """For each set of blocks entered, the types of outcome that runs had."""
        self.guesses = GuessedTypes(target)
        self._requested: set[Inputs] = set()
        self._refused: dict[Inputs, tuple[Path, Replay]] = {}
        """Replays that showed nothing new; a small function gets a case for each path anyway."""
        self._waiting: deque[_Offer] = deque()
        self._runs = 0

    @property
    def is_empty(self) -> bool:
        """Whether nothing was offered yet."""
        return not self._requested

    def covers_all(self) -> bool:
        """Whether the cases cover all that is sought; waits for the replays under way."""
        self.settle()
        return self.coverage.is_full

    @property
    def found(self) -> list[Inputs]:
        """The inputs of the cases, and of the offers that may become cases."""
        waiting = [offer.inputs for offer in self._waiting]
        return [*[case.inputs for case in self.cases], *waiting]

    def offer(self, path: Path, *, always: bool = False, unseen_outcome: bool = False) -> None:
        """Confirms a path on the unmodified code; keeps it if it adds coverage or a failure.

        `unseen_outcome`: keeps it, with its inputs as they are, if no case of the same path has
        the same outcome. `always`: keeps it in any case.
        """
        candidates: tuple[Inputs, ...] = (path.inputs,)
        if not unseen_outcome:
            candidates = self._shrunk(path), path.inputs
        # What was lost on the path may be what the small inputs no longer have.
        is_replayed = path.inputs in self._requested or not _is_lossy(path)
        if always and self._has_or_takes_back(candidates) and is_replayed:
            return
        for inputs in candidates:
            if inputs not in self._requested:
                self._request(_Offer(path, inputs, always, unseen_outcome))
                break
        if len(self._waiting) >= self.MOST_WAITING:
            self._take()

    def _shrunk(self, path: Path) -> Inputs:
        """Smaller inputs for the path, or its own where wend itself fails to find some."""
        with self._contained("the search for smaller inputs"):
            return live(self.target.parameters, shrink(path))
        return path.inputs

    def is_news(self, path: Path) -> bool:
        """Whether a path fails, or ends, in a way that no run with the same blocks did."""
        ways = self._ways.setdefault(self._own_blocks(path), set())
        # The last statement of a block may raise in one run and return in the next.
        is_new_way = bool(ways) and type(path.outcome) not in ways
        ways.add(type(path.outcome))
        failure = self._failure(path.outcome, path)
        if failure is None or failure in self._ends:
            return is_new_way
        self._ends.add(failure)
        return True

    def _own_blocks(self, path: Path) -> frozenset[int]:
        """The blocks that a run entered, without those of installed code if the target is not
        installed itself."""
        if is_installed(self.target.file):
            return path.marks
        return frozenset([mark for mark in path.marks if not is_of_others(mark)])

    def is_by_guess(self, outcome: Outcome) -> bool:
        """Whether a wrong guess of a type may be the only cause of this outcome."""
        return self.guesses.explains(outcome)

    def _failure(self, outcome: Outcome, path: Path) -> tuple[Any, ...] | None:
        """The identity of a failure, which is reported once; None for what is no finding."""
        if self.is_by_guess(outcome):
            return None
        match outcome:
            case Raised(type="RecursionError", file=file):
                return "RecursionError", file  # it does not matter which call was one too many
            case Raised(type=cls):
                return cls, *outcome.own_place
            case Violated(predicate, parameter):
                return predicate, parameter
            case Stopped(reason, detail):
                last = path.branches[-1].site if path.branches else None
                return reason, last, detail if reason == "crash" else ""
            case _:
                return None

    def saw_run(self, path: Path) -> None:
        """Judges the offers that have waited long enough: for some runs, or for a very long one."""
        self._runs += JUDGED_AFTER if is_timeout(path.outcome) else 1
        while (
            self._waiting
            and self._waiting[0].endless is None
            and self._waiting[0].since + JUDGED_AFTER <= self._runs
        ):
            self._take()

    def judge_waiting(self) -> None:
        """Judges all offers that wait, but none that this asks for."""
        for _ in range(len(self._waiting)):
            self._take()

    def settle(self) -> None:
        """Waits until every offer was confirmed or refused."""
        while self._waiting:
            self._take()

    @property
    def seconds_waited_for(self) -> float:
        """The seconds that the replays under way take, by those of the runs before them."""
        seconds = [each.path.seconds or self._run_seconds for each in self._waiting]
        return sum([max(REPLAY_SECONDS, each) for each in seconds])

    def drop_waiting(self) -> int:
        """Gives up the replays under way, for which there is no time; returns their number."""
        self._patience = None if self._patience is None else lambda: 0.0
        dropped = 0
        while self._waiting:
            offer = self._waiting.popleft()
            if offer.endless is None:
                dropped += 1
                continue
            # That it did not end in the time of every run is known, and no more.
            self._endless.discard(self._failure(offer.endless.outcome, offer.path) or ())
            with self._contained("the report of a case"):
                self._judge(replace(offer, endless=None), offer.endless)
        return dropped

    def _has_or_takes_back(self, candidates: tuple[Inputs, ...]) -> bool:
        """Whether one of these inputs is a case; makes it one if it was refused before."""
        self.settle()
        if any(case.inputs in candidates for case in self.cases):
            return True
        for inputs in candidates:
            if inputs in self._refused:
                path, found = self._refused.pop(inputs)
                self._keep(path, inputs, found, self.coverage.read(found.trace, found.begun), True)
                return True
        return False

    def _request(self, offer: _Offer) -> None:
        self._requested.add(offer.inputs)
        self._replayer.replay(offer.inputs, offer.patience)
        self._waiting.append(replace(offer, since=self._runs))

    def _take(self) -> None:
        """Takes the answer to the oldest offer; where wend itself fails, only its case is lost."""
        offer = self._waiting.popleft()
        with self._contained("the report of a case"):
            self._judge(offer, self._replayer.replayed())

    def _repeats(self, offer: _Offer, found: Replay) -> bool:
        """Asks for a longer replay of what did not end, if there is time and it is news."""
        failure = self._failure(found.outcome, offer.path)
        if self._patience is None or failure is None or failure in self._endless:
            return False
        patience = self._patience()
        if not patience:
            return False
        self._endless.add(failure)
        self._request(replace(offer, endless=found, patience=patience))
        return True

    def _contained(self, part: str) -> Contained:
        return Contained(self.reasons, part, self.target.ref)

    def _judge(self, offer: _Offer, found: Replay) -> None:
        """Keeps the case of an offer, or asks for another replay, by what its replay showed."""
        path = offer.path
        if offer.endless is not None:
            found = _after_patience(offer.endless, found, offer.patience)
            if not is_timeout(found.outcome):
                says = "a run was too slow to be watched to its end: what it reached late is missed"
                self.reasons.append(Reason("unwatched", says, "", *self.target.place))
        elif isinstance(found.outcome, Stopped) and is_timeout(found.outcome):
            if self._repeats(offer, found):
                return
            known = self._patience is None or self._failure(found.outcome, path) in self._endless
            outcome = replace(found.outcome, seconds=self._run_seconds, is_hasty=not known)
            found = replace(found, outcome=outcome)
        elif _is_crash(found.outcome) and not _is_crash(path.outcome) and not offer.is_repeated:
            self._request(replace(offer, is_repeated=True))
            return
        covered = self.coverage.read(found.trace, found.begun)
        if not _agree(found.outcome, path.outcome, offer.inputs == path.inputs):
            if path.inputs not in self._requested:
                # The small inputs go another way: something on this path was approximated.
                self._request(_Offer(path, path.inputs, offer.always, offer.unseen_outcome))
                return
            is_same = offer.inputs == path.inputs
            self.reasons.append(_differs(path.outcome, found.outcome, self.target, is_same))
        elif (
            path.inputs not in self._requested
            and _is_lossy(path)
            and (found.outcome != path.outcome or not self.coverage.gain(covered)[2])
        ):
            # What was lost on the path may be what the small inputs no longer have.
            self._request(_Offer(path, path.inputs, offer.always, offer.unseen_outcome))
        keep = offer.always
        if offer.unseen_outcome:
            shown = found.outcome, show_all(path.told)
            keep = keep or shown not in [(case.outcome, case.condition) for case in self.cases]
        self._keep(path, offer.inputs, found, covered, keep)

    def _keep(
        self, path: Path, inputs: Inputs, found: Replay, covered: Covered, always: bool
    ) -> None:
        lines, branches, is_new = self.coverage.gain(covered)
        outcome = found.outcome
        # An arm of a conditional expression is no line of its own: the twin's marks tell. Other
        # ways through code of others are worth a case where something else comes of them.
        is_other = isinstance(outcome, Returned) and outcome not in self._returned
        blocks = path.marks if is_other else self._own_blocks(path)
        is_new = is_new or not blocks <= self._blocks
        if self.is_by_guess(outcome) and isinstance(outcome, Raised):
            outcome = replace(outcome, by_guess=True)
        match outcome, path.outcome:
            case Stopped("crash") as real, Stopped() as twin if twin.is_wild:
                # The twin saw the address that was touched.
                outcome = replace(real, detail=f"{twin.detail}, {real.detail}")
        failure = self._failure(outcome, path)
        if failure is not None and failure not in self._failures:
            self._failures.add(failure)
            is_new = True
        if not is_new and not always:
            if len(self._refused) < 2 * SMALL:  # of use for functions with few paths only
                self._refused[inputs] = path, found
            return
        case = self._case(path, inputs, found, outcome)
        self.cases.append(replace(case, new_lines=lines, new_branches=branches))
        self.coverage.add(covered)
        self._blocks |= path.marks
        self._returned.add(outcome)
        self.reasons.extend(found.reasons)

    def _case(self, path: Path, inputs: Inputs, found: Replay, outcome: Outcome) -> Case:
        """The case that a replay showed, as it is reported."""
        checked = [*found.checked]
        if isinstance(outcome, Violated) and outcome.parameter:
            checked = [(outcome.parameter, "")]
        rendered = arguments(self.target, inputs, {parameter for parameter, _ in checked})
        names = {name.lstrip("*"): source for name, source in rendered.args}
        fixed = fixed_by(path.told)
        variables = {each for condition in path.told for each in condition.variables}
        return Case(
            inputs,
            rendered.args,
            outcome,
            rendered.setup,
            rendered.imports,
            driven=found.driven,
            condition=show_all(path.told),
            method=path.method,
            drawn=rendered.drawn,
            sleepers=found.sleepers,
            waited=found.waited,
            checks=tuple([check.format(names[of]) for of, check in found.checked]),
            mentioned=tuple(sorted({parameter_of(each.payload.path) for each in variables})),
            fixed=tuple([name for name in names if name in fixed]),
        )


def _after_patience(endless: Replay, later: Replay, patience: float) -> Replay:
    """What a traced replay that did not end, and a longer one without a trace, show together."""
    outcome = later.outcome
    if isinstance(outcome, Stopped) and is_timeout(outcome):
        outcome = replace(outcome, seconds=patience)
    return replace(later, outcome=outcome, trace=endless.trace, begun=endless.begun)


def _is_crash(outcome: Outcome) -> bool:
    return isinstance(outcome, Stopped) and outcome.reason == "crash"


def _is_lossy(path: Path) -> bool:
    """Whether other inputs with the same path condition may take another path."""
    return any(reason.loses_decisions for reason in path.reasons)


def _agree(real: Outcome, twin: Outcome, same_inputs: bool) -> bool:
    """Whether the unmodified code did what the twin did; other inputs may give other values."""
    if isinstance(real, Raised) and isinstance(twin, Raised):
        return real.type == twin.type
    if isinstance(twin, Stopped) and twin.reason == "timeout":
        return True  # the twin is slower; that it was stopped is a reason of its own
    if type(real) is not type(twin):
        return False
    return real == twin or isinstance(real, Stopped) or not same_inputs


def _differs(twin: Outcome, real: Outcome, target: Target, is_same: bool) -> Reason:
    """`is_same`: whether both runs had the same inputs, and not just the same path condition."""
    inputs = "with the same input" if is_same else "that should take the same path"
    if isinstance(twin, Returned) and isinstance(real, Returned):
        says = f"two runs {inputs} returned different values; the case shows the second"
    else:
        says = (
            f"two runs {inputs} ended differently: the instrumented one {_short(twin)}, "
            f"the code itself {_short(real)}; the case shows the code itself"
        )
    return Reason("divergence", says, "", *target.place)


def _short(outcome: Outcome) -> str:
    match outcome:
        case Raised(type=cls):
            return f"raised {cls}"
        case Stopped(reason):
            return f"was stopped ({reason})"
        case _:
            return "returned"
