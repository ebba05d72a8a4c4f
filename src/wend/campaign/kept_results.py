"""The results of earlier runs for one target, and what this run keeps for later ones."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from wend.campaign.corpus import corpus_digest
from wend.campaign.options import Options
from wend.inputs.inputs import Inputs
from wend.inputs.target import ModuleRef, TargetRef
from wend.path.fault import Contained
from wend.path.reason import Reasons
from wend.path.result import CoverResult, ReachResult, Result, Together
from wend.record import replace
from wend.source.digest.basis import Basis, Surroundings, basis, python, roots, surroundings
from wend.source.digest.mentions import digest_of
from wend.source.flow import functions_in
from wend.store import records
from wend.store.database import Changes, Store, store_of
from wend.store.earlier_runs import NO_EARLIER_RUNS, EarlierRuns
from wend.store.moved_results import moved
from wend.store.solver_answers import SAVED_EVERY_SECONDS, KeptAnswers
from wend.targets.locate import tree_of

if TYPE_CHECKING:
    from wend.campaign.exploration import Exploration, Watch
    from wend.process.runner import Runner
    from wend.store.samples import KeptSamples
    from wend.store.summaries import KeptSummaries

R = TypeVar("R", CoverResult, ReachResult)

PASSING = ("internal", "overdue", "shortage", "stopped")
"""Reasons of results that are not kept: another run may find more."""

MOST_INPUTS = 200
"""Inputs that are kept for one target."""


class KeptResults:
    """The store's part for one question about one target; empty where there is no store."""

    def __init__(self, command: str, ref: TargetRef, options: Options, *about: Any) -> None:
        """`about`: the rest of the question, such as the line that is to be reached."""
        self._ref = ref
        self._options = options
        self._saved = time.monotonic()
        self._saved_count = 0
        self._before: list[Inputs] = []
        """The inputs that earlier runs found."""
        self._store: Store | None = None
        self._faults = Reasons()
        if options.store is None or "<locals>" in ref.function:
            return
        with self._contained():
            store = store_of(options.store, ref.module.file)
            asked = [command, ref.module.file, ref.module.root, ref.function, _which(ref), *about]
            asked += [*_settings(options), corpus_digest(options.corpus, ref)]
            self._question = digest_of(json.dumps([*asked, python(), list(roots(ref))]))
            self._answers = KeptAnswers(store, self._question, options.caps.seconds)
            self._store = store

    @contextlib.contextmanager
    def _contained(self) -> Iterator[None]:
        """A context for work with the store: a fault of wend in it costs nothing but the store."""
        with Contained(self._faults, "what is kept for later runs", self._ref) as work:
            yield
        if work.has_failed:
            self._store = None

    @functools.cached_property
    def _samples(self) -> KeptSamples:
        from wend.store.samples import KeptSamples  # what the store answers needs no terms

        assert self._store is not None
        return KeptSamples(self._store, self._ref)

    @functools.cached_property
    def _summaries(self) -> KeptSummaries:
        from wend.store.summaries import KeptSummaries  # likewise

        assert self._store is not None
        return KeptSummaries(self._store, self._ref)

    def result(self, kind: type[R]) -> R | None:
        """An earlier run's result, if it rests on the same code and its caps were no smaller."""
        if self._store is None or not self._store.is_there:
            return None
        rows = self._store.rows(
            "SELECT caps, basis, result, checksum, surroundings.files FROM results "
            "JOIN surroundings ON digest = around WHERE question = ?",
            self._question,
        )
        for caps, rests_on, text, checksum, files in rows:
            try:
                if checksum != digest_of(f"{caps}{text}{rests_on}{files}"):
                    raise records.Unreadable
                result = records.result_of(text)
                if not isinstance(result, kind):
                    return None
                if _caps_hit(result) and not _within(_limits(self._options), json.loads(caps)):
                    return None
                return self._checked(result, caps, _basis_of(rests_on), _surroundings_of(files))
            except records.Unreadable:
                self._store.write([("DELETE FROM results WHERE question = ?", [self._question])])
        return None

    def _checked(self, result: R, caps: str, before: Basis, around: Surroundings) -> R | None:
        """The result, moved to the lines of today's code; None where the code may do otherwise."""
        if around.is_unchanged and before.is_outside_unchanged:
            return _told(result, before, around)
        now = surroundings(self._ref, around.files, (*around.stamps, *around.absent))
        rests_on = basis(self._ref, now)
        if rests_on.digest != before.digest or now.stamps != around.stamps:
            return None
        shifted = moved(result, before.places, rests_on.places)
        if shifted is None or shifted.target.line != self._ref.line:
            return None
        self._write(shifted, caps, rests_on, now)
        return _told(shifted, rests_on, now)

    @property
    def earlier_runs(self) -> EarlierRuns:
        """The finds of earlier runs, perhaps of other code."""
        with self._contained():
            if self._store is not None:
                return self._earlier_runs(self._store)
        return NO_EARLIER_RUNS

    def _earlier_runs(self, store: Store) -> EarlierRuns:
        rows = store.rows("SELECT inputs FROM inputs WHERE question = ?", self._question)
        try:
            found = [inputs for (text,) in rows for inputs in records.inputs_of(text)]
        except records.Unreadable:
            found = []
        self._before = [inputs for inputs in found if records.are_possible(inputs)]
        return EarlierRuns(self._before, self._answers, self._samples, self._summaries)

    def keep(self, result: R, runner: Runner) -> R:
        """Writes a result into the store and returns it with the digest of its code."""
        with self._contained():
            result = self._kept(result, runner)
        faults = tuple([replace(each, what="not-kept") for each in self._faults])
        return replace(result, reasons=result.reasons + faults) if faults else result

    def _kept(self, result: R, runner: Runner) -> R:
        if self._store is None or runner.loaded is None:
            return result
        if result.interrupted or any(each.what in PASSING for each in result.reasons):
            self._save(_inputs_in(result), runner.loaded)
            return result
        around = surroundings(self._ref, runner.loaded, runner.read)
        if around.changed_since(time.time() - (time.monotonic() - runner.import_began)):
            return result  # a file was changed meanwhile: other code may have been explored
        rests_on = basis(self._ref, around)
        # After an exploration that came to its end, inputs that are no cases are of no more use.
        self._before = self._before if _caps_hit(result) else []
        caps = json.dumps(_limits(self._options, result))
        self._write(result, caps, rests_on, around)
        self._store.write(self._learned(runner.loaded))
        return replace(result, code=_code(rests_on, around))

    def _write(self, result: Result, caps: str, rests_on: Basis, around: Surroundings) -> None:
        assert self._store is not None
        text = records.text_of(result)
        basis_text, files = json.dumps(rests_on._key()), json.dumps(around._key())
        checksum = digest_of(f"{caps}{text}{basis_text}{files}")
        digest = digest_of(files)
        self._store.write(
            [
                ("INSERT OR IGNORE INTO surroundings VALUES (?, ?)", (digest, files)),
                (
                    "INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?, ?)",
                    (self._question, caps, digest, basis_text, text, checksum),
                ),
                (_UNUSED, ()),
                *self._inputs_written(_inputs_in(result)),
                *self._answers.changes(),
            ]
        )

    def watching(self, watch: Watch | None) -> Watch | None:
        """A watch that also saves the finds every now and then."""
        if self._store is None:
            return watch

        def watching(exploration: Exploration, so_far: Callable[[], Result | Together]) -> None:
            is_due = time.monotonic() - self._saved >= SAVED_EVERY_SECONDS
            if is_due and self._store is not None:
                with self._contained():
                    self._save(exploration.suite.found, exploration.runner.loaded)
            if watch is not None:
                watch(exploration, so_far)

        return watching

    def _save(self, found: list[Inputs], loaded: Sequence[str] | None = None) -> None:
        assert self._store is not None
        self._saved = time.monotonic()
        if len(found) > self._saved_count:
            self._saved_count = len(found)
            changes = [*self._inputs_written(found), *self._answers.changes()]
            self._store.write([*changes, *self._learned(loaded)])

    def _learned(self, loaded: Sequence[str] | None) -> Changes:
        """The changes for samples and summaries of functions."""
        return [*self._samples.changes(loaded), *self._summaries.changes(loaded)]

    def _inputs_written(self, inputs: list[Inputs]) -> Changes:
        """The change for the inputs that were found now, and before if they may still help."""
        if not inputs:
            return []
        all_inputs = list(dict.fromkeys([*inputs, *self._before]))
        values = (self._question, records.text_of(tuple(all_inputs[:MOST_INPUTS])))
        return [("INSERT OR REPLACE INTO inputs VALUES (?, ?)", values)]


_UNUSED = "DELETE FROM surroundings WHERE digest NOT IN (SELECT around FROM results)"


def _told(result: R, rests_on: Basis, around: Surroundings) -> R:
    return replace(result, code=_code(rests_on, around), stored=True)


def _code(rests_on: Basis, around: Surroundings) -> str:
    return digest_of(rests_on.digest + json.dumps(around.stamps))


def _which(ref: TargetRef) -> int:
    """The number of a function among those of its name: a property and its setter are two."""
    return _numbers(ref.module).get((ref.function, ref.line), -1) if ref.listed else -1


@functools.cache
def _numbers(module: ModuleRef) -> dict[tuple[str, int], int]:
    """For each function by name and line, how many functions of its name come before it."""
    seen: dict[str, int] = {}
    numbers = {}
    for entry in functions_in(tree_of(module)):
        numbers[entry.name, entry.first_line] = seen.get(entry.name, 0)
        seen[entry.name] = seen.get(entry.name, 0) + 1
    return numbers


def _settings(options: Options) -> list[Any]:
    """The options that a result depends on, beside the caps and the corpus."""
    others = ("caps", "corpus", "store", "share")
    about = [getattr(options, name) for name in Options.field_names if name not in others]
    # A drawn tree names files as they are seen from here.
    return [*about, os.getcwd() if options.tree else ""]


def _caps_hit(result: Result) -> list[str]:
    """The kinds of caps that ended an exploration."""
    return [reason.kind for reason in result.reasons if reason.what == "budget-hit"]


def _limits(options: Options, result: Result | None = None) -> list[float | None]:
    """The caps of an exploration: seconds, executions, queries, share of the time for all."""
    caps = options.caps
    seconds = caps.seconds
    hit = _caps_hit(result) if result is not None else []
    if result is not None and not {"total", "covered"}.isdisjoint(hit):
        seconds = seconds if options.share is not None else result.seconds
    return [seconds, caps.executions, caps.queries, options.share]


def _within(limits: Sequence[float | None], others: Sequence[float | None]) -> bool:
    """Whether no cap is above the other one."""
    return all(
        other is None or (limit is not None and limit <= other)
        for limit, other in zip(limits, others, strict=True)
    )


def _inputs_in(result: Result) -> list[Inputs]:
    if isinstance(result, CoverResult):
        return [case.inputs for case in result.cases]
    return [result.case.inputs] if result.case is not None else []


def _basis_of(text: str) -> Basis:
    digest, places, outside = _fields(text, 3)
    return Basis(digest, tuple([(file, line, end) for file, line, end in places]), outside)


def _surroundings_of(text: str) -> Surroundings:
    files, absent, stamps = _fields(text, 3)
    return Surroundings(files, tuple(absent), {f: tuple(stamp) for f, stamp in stamps.items()})


def _fields(text: str, count: int) -> Any:
    found = json.loads(text)
    if len(found) != count:
        raise records.Unreadable(text[:40])
    return found
