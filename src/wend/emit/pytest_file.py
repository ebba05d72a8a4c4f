"""Writes cases as pytest files. Each test is run twice before; those that fail are left out."""

from __future__ import annotations

import contextlib
import math
import os
import pathlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from wend.deadline import undisturbed
from wend.emit.pytest_text import MARK, TestFile, files_of, test_files
from wend.emit.trial import (
    MOST_ROUNDS,
    SECONDS_FOR_ONE,
    Failures,
    TimeIsUp,
    trial_of,
    without,
)
from wend.errors import WendError
from wend.path.fault import remedy_for
from wend.path.reason import Reason, Reasons
from wend.path.result import Result
from wend.record import Record

__all__ = ["WrittenTests", "test_files", "write_tests"]


class WrittenTests(Record):
    """What was written, and why some tests were not."""

    files: tuple[pathlib.Path, ...] = ()
    tests: int = 0
    reasons: tuple[Reason, ...] = ()


HASH_SEEDS = ("1", "2")
"""PYTHONHASHSEED of the two runs, so that hashes of text differ between them."""

MORE_HASH_SEEDS = ("3", "4", "5", "6", "7", "8")
"""Seeds of further runs, if a target was seen to do different things in different processes."""


class _Trying(Record):
    """How tests are tried, where that was not done before."""

    python: str
    trials: Trials | None
    until: float
    allow: Sequence[str]


class Trials(Protocol):
    """The failures of each round when the same tests were run before."""

    def recalled(self, about: Sequence[str]) -> Sequence[Failures] | None: ...

    def keep(self, about: Sequence[str], rounds: Sequence[Failures]) -> None: ...


def write_tests(
    results: Sequence[Result],
    directory: pathlib.Path,
    python: str = sys.executable,
    trials: Trials | None = None,
    until: float = math.inf,
    allow: Sequence[str] = (),
) -> WrittenTests:
    """Writes one file for each module into the directory, each whole or not at all.

    The tests are first run twice, in new processes of `python`, from a directory beside the
    final one, so that their relative paths lead to the same files. Tests that fail are left out.
    Tests whose outcomes are in `trials` are not run again. The time for it all ends at `until`, by
    time.monotonic. They are confined but for what `allow` opens, words of `--allow`.
    """
    directory = directory.absolute()
    faults = Reasons()
    files = files_of(results, directory, faults)
    reasons = [*faults]
    files = _kept_apart(files, reasons)
    if not files:
        return WrittenTests(reasons=tuple(reasons))
    with _told(directory):
        directory.mkdir(parents=True, exist_ok=True)
        if not os.access(directory, os.W_OK | os.X_OK):
            raise PermissionError(13, "Permission denied")
    is_varying = any(
        reason.what == "nondeterministic" for result in results for reason in result.reasons
    )
    hash_seeds = HASH_SEEDS + MORE_HASH_SEEDS if is_varying else HASH_SEEDS
    files = _passing(files, directory, hash_seeds, reasons, _Trying(python, trials, until, allow))
    with _told(directory):
        for path, file in files.items():
            _replace(path, file.text(directory))
    return WrittenTests(
        tuple(files), sum(len(file.tests) for file in files.values()), tuple(reasons)
    )


def write_untried(results: Sequence[Result], directory: pathlib.Path) -> list[pathlib.Path]:
    """Writes the tests of results so far, which nobody has run yet; returns their files.

    They are what a command leaves that is killed before its end.
    """
    directory = directory.absolute()
    files = _kept_apart(files_of(results, directory), [])
    with _told(directory):
        if files:
            directory.mkdir(parents=True, exist_ok=True)
        for path, file in files.items():
            _replace(path, file.text(directory))
    return list(files)


@contextlib.contextmanager
def _told(directory: pathlib.Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        remedy = remedy_for(error) or "give -o a directory that can be written"
        raise WendError(
            f"cannot write tests into {directory}: {error.strerror}; {remedy}"
        ) from error


def _kept_apart(
    files: Mapping[pathlib.Path, TestFile], reasons: list[Reason]
) -> dict[pathlib.Path, TestFile]:
    """The files, renamed where a file that wend did not write has the same name."""
    kept: dict[pathlib.Path, TestFile] = {}
    for path, file in files.items():
        free = path
        while free.exists() and not _is_ours(free):
            free = free.with_name(f"{free.stem}_by_wend.py")
        if free != path:
            reasons.append(
                Reason(
                    "file-kept",
                    f"{path.name} was not written by wend and is left as it is: "
                    f"the cases are in {free.name}",
                    name=path.name,
                )
            )
        kept[free] = file
    return kept


def _is_ours(path: pathlib.Path) -> bool:
    try:
        with path.open(encoding="utf-8") as lines:
            return lines.readline().rstrip().endswith(f'{MARK}"""')
    except (OSError, UnicodeDecodeError):
        return False


def _passing(
    files: dict[pathlib.Path, TestFile],
    directory: pathlib.Path,
    hash_seeds: Sequence[str],
    reasons: list[Reason],
    trying: _Trying,
) -> dict[pathlib.Path, TestFile]:
    """The files with only those tests that passed twice."""
    texts = [text for path, file in files.items() for text in (path.name, file.text(directory))]
    about = [trying.python, str(directory), *hash_seeds, *texts]
    trials = trying.trials
    rounds = list(trials.recalled(about) or ()) if trials is not None else []
    seen: Failures = {}
    is_known = trials is not None and trials.recalled(about) is not None
    try:
        if not is_known:
            for failures in _rounds(files, directory, hash_seeds, trying):
                rounds.append(failures)
            if trials is not None:
                trials.keep(about, rounds)
    except TimeIsUp as up:
        seen = up.failures
        says = "the time was up before all tests were seen to pass: those that are left may fail"
        reasons.append(Reason("untried", says, "give more with --total, or run them"))
    for failures in (*rounds, seen):
        for (file_name, test), happened in failures.items():
            reasons.append(
                Reason(
                    "flaky",
                    f"the case was left out of {file_name}, because its test failed when "
                    f"it was run again: {happened}",
                    name=test,
                )
            )
        files = without(files, failures)
    return files if len(rounds) < MOST_ROUNDS else {}


def _rounds(
    files: dict[pathlib.Path, TestFile],
    directory: pathlib.Path,
    hash_seeds: Sequence[str],
    trying: _Trying,
) -> Iterator[Failures]:
    """The failures of each round, until all remaining tests pass."""
    import shutil  # where tests are known to pass, none of this is needed
    import tempfile

    try:
        place = pathlib.Path(tempfile.mkdtemp(prefix=".wend-trial-", dir=directory.parent))
    except OSError:
        # The parent cannot be written: anywhere else does, with paths written for there.
        place = pathlib.Path(tempfile.mkdtemp(prefix="wend-trial-"))
    try:
        trial = trial_of(
            *(trying.python, place, hash_seeds, trying.until, SECONDS_FOR_ONE, trying.allow)
        )
        yield from trial.rounds(files)
    finally:
        with undisturbed():
            shutil.rmtree(place, ignore_errors=True)


def _replace(path: pathlib.Path, text: str) -> None:
    """Puts the text in place in one step; a file that already has it is not touched."""
    if path.exists() and path.read_bytes() == text.encode():
        return
    import tempfile

    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
