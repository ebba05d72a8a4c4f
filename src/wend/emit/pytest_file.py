"""Writes cases as pytest files. Each test is run twice before; those that fail are left out."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import pathlib
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from wend.emit.pytest_text import MARK, TestFile, files_of, test_files
from wend.errors import WendError
from wend.path.reason import Reason
from wend.path.result import Result
from wend.record import Record, replace

__all__ = ["WrittenTests", "test_files", "write_tests"]

SECONDS_FOR_ALL = 300.0
SECONDS_FOR_ONE = 20.0
MOST_ENDLESS = 2
"""After this many tests of a file that do not end, the others are not tried."""


class WrittenTests(Record):
    """What was written, and why some tests were not."""

    files: tuple[pathlib.Path, ...] = ()
    tests: int = 0
    reasons: tuple[Reason, ...] = ()


HASH_SEEDS = ("1", "2")
"""PYTHONHASHSEED of the two runs, so that hashes of text differ between them."""

MORE_HASH_SEEDS = ("3", "4", "5", "6", "7", "8")
"""Seeds of further runs, if a target was seen to do different things in different processes."""

MOST_ROUNDS = 3
"""Rounds of leaving out tests that fail. If tests still fail then, none is written."""

Failures = Mapping[tuple[str, str], str]
"""What happened instead of passing, by the names of file and test."""


class Trials(Protocol):
    """The failures of each round when the same tests were run before."""

    def recalled(self, about: Sequence[str]) -> Sequence[Failures] | None: ...

    def keep(self, about: Sequence[str], rounds: Sequence[Failures]) -> None: ...


_Run = Callable[[pathlib.Path, Sequence[str], float], Failures | None]


def write_tests(
    results: Sequence[Result],
    directory: pathlib.Path,
    python: str = sys.executable,
    trials: Trials | None = None,
) -> WrittenTests:
    """Writes one file for each module into the directory, each whole or not at all.

    The tests are first run twice, in new processes of `python`, from a directory beside the
    final one, so that their relative paths lead to the same files. Tests that fail are left out.
    Tests whose outcomes are in `trials` are not run again.
    """
    directory = directory.absolute()
    reasons: list[Reason] = []
    files = _kept_apart(files_of(results, directory), reasons)
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
    files = _passing(files, directory, python, hash_seeds, reasons, trials)
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
        raise WendError(
            f"cannot write tests into {directory}: {error.strerror}; "
            "give -o a directory that can be written"
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
    python: str,
    hash_seeds: Sequence[str],
    reasons: list[Reason],
    trials: Trials | None,
) -> dict[pathlib.Path, TestFile]:
    """The files with only those tests that passed twice."""
    texts = [text for path, file in files.items() for text in (path.name, file.text(directory))]
    about = [python, str(directory), *hash_seeds, *texts]
    rounds = trials.recalled(about) if trials is not None else None
    if rounds is None:
        rounds = list(_rounds(files, directory, python, hash_seeds))
        if trials is not None:
            trials.keep(about, rounds)
    for failures in rounds:
        for (file_name, test), happened in failures.items():
            if len(failures) > 1 and file_name == f"{test}.py":
                continue  # the file failed because of its tests, which are told
            reasons.append(
                Reason(
                    "flaky",
                    f"the case was left out of {file_name}, because its test failed when "
                    f"it was run again: {happened}",
                    name=test,
                )
            )
        files = _without(files, failures)
    return files if len(rounds) < MOST_ROUNDS else {}


def _rounds(
    files: dict[pathlib.Path, TestFile],
    directory: pathlib.Path,
    python: str,
    hash_seeds: Sequence[str],
) -> Iterator[Failures]:
    """The failures of each round, until all remaining tests pass."""
    import shutil  # where tests are known to pass, none of this is needed
    import tempfile

    run = _run if _has_pytest(python) else _run_without_pytest
    runs = [functools.partial(run, python, seed) for seed in hash_seeds]
    try:
        trial = pathlib.Path(tempfile.mkdtemp(prefix=".wend-trial-", dir=directory.parent))
    except OSError:
        # The parent cannot be written: anywhere else does, with paths written for there.
        trial = pathlib.Path(tempfile.mkdtemp(prefix="wend-trial-"))
    try:
        for _ in range(MOST_ROUNDS):  # a test may have passed only because of one that is now gone
            several = (_failures(files, trial, run) for run in runs)
            failures = next(filter(None, several), None)
            if failures is None:
                return
            yield failures
            files = _without(files, failures)
    finally:
        shutil.rmtree(trial, ignore_errors=True)


def _without(
    files: Mapping[pathlib.Path, TestFile], failures: Failures
) -> dict[pathlib.Path, TestFile]:
    kept: dict[pathlib.Path, TestFile] = {}
    for path, file in files.items():
        bad = {test for name, test in failures if name == path.name}
        if bad == {path.stem}:  # each test alone was fine, but not all of them together
            continue
        rest = file.without(bad)
        if rest.tests:
            kept[path] = rest
    return kept


def _seconds_for(files: Iterable[TestFile]) -> float:
    """The time limit of a run of these files: the fewer tests, the shorter."""
    return min(SECONDS_FOR_ALL, SECONDS_FOR_ONE + sum(len(file.tests) for file in files))


def _failures(files: Mapping[pathlib.Path, TestFile], trial: pathlib.Path, run: _Run) -> Failures:
    """The tests that do not pass, with what happened instead."""
    for path, file in files.items():
        (trial / path.name).write_text(file.text(trial), encoding="utf-8")
    if not files:
        return {}
    together = run(trial, sorted(path.name for path in files), _seconds_for(files.values()))
    if together is not None:
        found = dict(together)
        for path, file in files.items():
            if (path.name, path.stem) in together:
                found |= dict(_spoilers(path, file, trial, run))
        return found
    # The process did not live to tell: each file alone, then each test shows which of them it was.
    found = {}
    for path, file in files.items():
        if len(files) > 1:
            found |= _failures({path: file}, trial, run)
            continue
        endless = 0
        for test in file.tests:
            if endless >= MOST_ENDLESS:
                found[path.name, test.name] = "it was not tried, since others did not end"
                continue
            begun = time.monotonic()
            alone = run(trial, [f"{path.name}::{test.name}"], SECONDS_FOR_ONE)
            if alone is None:
                found[path.name, test.name] = "it crashed or did not end"
                endless += time.monotonic() - begun >= SECONDS_FOR_ONE
            else:
                found |= alone
    return found


def _spoilers(
    path: pathlib.Path, file: TestFile, trial: pathlib.Path, run: _Run
) -> Iterator[tuple[tuple[str, str], str]]:
    """The tests for which a file cannot even be imported: each is tried in a file of its own."""
    alone = {trial / f"{test.name}_alone.py": test for test in file.tests}
    for place, test in alone.items():
        place.write_text(replace(file, tests=(test,)).text(trial), encoding="utf-8")
    found = run(trial, sorted(place.name for place in alone), SECONDS_FOR_ALL)
    for place, test in alone.items():
        happened = "it crashed or did not end" if found is None else None
        for (name, _), why in (found or {}).items():
            if name == place.name:
                happened = why
        if happened is not None:
            yield (path.name, test.name), happened


def _run(
    python: str, hash_seed: str, trial: pathlib.Path, names: Sequence[str], seconds: float
) -> Failures | None:
    """The failures among these tests; None where the process did not end as pytest does."""
    report = trial / "report.xml"
    command = [python, "-m", "pytest", "-q", "--noconftest", "-p", "no:cacheprovider"]
    # Without a last directory for settings, all directories above are looked through.
    command += ["-c", os.devnull, "--rootdir", str(trial), "--confcutdir", str(trial)]
    command += ["--import-mode", "importlib", f"--junitxml={report}"]
    command += [str(trial / name) for name in names]
    ended_well = _ends(command, hash_seed, trial, seconds, codes=(0, 1, 2))
    return _read(report) if ended_well and report.exists() else None


def _run_without_pytest(
    python: str, hash_seed: str, trial: pathlib.Path, names: Sequence[str], seconds: float
) -> Failures | None:
    report = trial / "report.json"
    script = pathlib.Path(__file__).with_name("without_pytest.py")
    command = [python, str(script), str(report), *[str(trial / name) for name in names]]
    if not _ends(command, hash_seed, trial, seconds, codes=(0,)):
        return None
    failures = json.loads(report.read_text(encoding="utf-8"))
    return {(file, test): happened for file, test, happened in failures}


def _ends(
    command: list[str], hash_seed: str, trial: pathlib.Path, seconds: float, codes: Sequence[int]
) -> bool:
    """Whether the command ended in time with one of these exit codes.

    It starts in a directory that is deeper than the user's and holds another file: what depends on
    that shows.
    """
    import subprocess

    deep = trial / "some" / "where" / "else"
    deep.mkdir(parents=True, exist_ok=True)
    (deep / "a_file.txt").touch()
    for old in trial.glob("report.*"):
        old.unlink()
    try:
        done = subprocess.run(
            command,
            cwd=deep,
            env=_clean_environment() | {"PYTHONHASHSEED": hash_seed},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode in codes


def _clean_environment() -> dict[str, str]:
    """The user's, without what would change how pytest runs or leave files behind."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")
    }
    return environment | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1"}


def _read(report: pathlib.Path) -> Failures:
    import xml.etree.ElementTree as xml

    failures: dict[tuple[str, str], str] = {}
    for case in xml.parse(report).getroot().iter("testcase"):
        for bad in (*case.findall("failure"), *case.findall("error")):
            happened = (bad.get("message") or "it failed").split("\n")[0][:200]
            if happened == "collection failure":  # the text says which
                errors = [
                    line[1:].strip() for line in (bad.text or "").split("\n") if line[:2] == "E "
                ]
                happened = errors[-1][:200] if errors else happened
            file = case.get("classname", "").rpartition(".")[2] or case.get("name", "")
            failures[f"{file.removesuffix('.py')}.py", case.get("name", "")] = happened
    return failures


def _has_pytest(python: str) -> bool:
    import subprocess

    check = [python, "-c", "import importlib.util as u, sys; sys.exit(not u.find_spec('pytest'))"]
    try:
        return subprocess.run(check, capture_output=True, check=False).returncode == 0
    except OSError as error:
        raise WendError(f"cannot start {python} to run the tests: {error.strerror}") from error


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
