"""A trial of written tests: which of them have to be left out, so that the others pass together.

all tests, one process ──pass──▶ done
        │ fails, dies or hangs
        ▼
each test in a process of its own ──some fail──▶ they are left out, and all is tried again
        │ all pass
        ▼
one test spoils it for another ──bisecting──▶ it is left out, and all is tried again
"""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from wend.emit.pytest_text import TestFile
from wend.errors import WendError
from wend.record import Record

SECONDS_FOR_ALL = 300.0
SECONDS_FOR_ONE = 20.0

MOST_ROUNDS = 10
"""Rounds of leaving out tests. If tests still fail then, none is written."""

_LEFT_OUT = "it makes another test fail that runs after it: {}"
_UNTOLD = "tests fail together that pass alone"

Failures = Mapping[tuple[str, str], str]
"""What happened instead of passing, by the names of file and test."""

Files = Mapping[pathlib.Path, TestFile]


class TimeIsUp(Exception):
    """There is no time left for a trial."""


class Trial(Record):
    """How tests are tried: by which interpreter, where, and until when."""

    python: str
    directory: pathlib.Path
    hash_seeds: tuple[str, ...]
    """PYTHONHASHSEED of each run, so that hashes of text differ between them."""
    until: float
    """By time.monotonic."""
    has_pytest: bool
    seconds_for_one: float

    def rounds(self, files: Files) -> Iterator[Failures]:
        """What is to be left out, round by round, until all remaining tests pass."""
        for _ in range(MOST_ROUNDS):  # a test may have passed only because of one that is now gone
            failures = self._failures(files)
            if not failures:
                return
            yield failures
            files = without(files, failures)

    def _failures(self, files: Files) -> Failures:
        """The tests to be left out of these files; none if all of them pass together."""
        if not files:
            return {}
        failing = next((seed for seed in self.hash_seeds if self._fails(files, seed)), None)
        if failing is None:
            return {}
        return self._failing_alone(files, failing) or self._spoiler(files, failing)

    def _fails(self, files: Files, seed: str) -> str:
        """What happened in a run of all tests in one process, if not all of them pass."""
        for path, file in files.items():
            (self.directory / path.name).write_text(file.text(self.directory), encoding="utf-8")
        names = sorted(path.name for path in files)
        count = sum(len(file.tests) for file in files.values())
        seconds = min(SECONDS_FOR_ALL, self.seconds_for_one + count)
        found = (self._by_pytest if self.has_pytest else self._by_script)(seed, names, seconds)
        if found is None:
            return "its process crashed or did not end"
        return next(iter(found.values()), "")

    def _failing_alone(self, files: Files, seed: str) -> Failures:
        """The tests that fail in a file and a process of their own."""
        alone: dict[str, tuple[str, str]] = {}
        for at, (path, test) in enumerate(_all_tests(files)):
            name = f"alone_{at}.py"
            alone[name] = path.name, test
            file = files[path].only({test})
            (self.directory / name).write_text(file.text(self.directory), encoding="utf-8")
        options = ["--apart", f"{self.seconds_for_one:g}"]
        found = self._by_script(seed, [*alone], self._left(), options)
        if found is None:
            raise TimeIsUp
        return {alone[name]: happened for (name, _), happened in found.items()}

    def _spoiler(self, files: Files, seed: str) -> Failures:
        """A test that has to be left out so that those after it pass."""
        tests = [*_all_tests(files)]

        def fails(first: int, last: int) -> str:
            chosen: dict[pathlib.Path, set[str]] = {}
            for path, test in tests[first:last]:
                chosen.setdefault(path, set()).add(test)
            for path in files:
                (self.directory / path.name).unlink(missing_ok=True)
            return self._fails({path: files[path].only(chosen[path]) for path in chosen}, seed)

        end = _least(len(tests), lambda count: bool(fails(0, count)))
        length = _least(end, lambda count: bool(fails(end - count, end)))
        path, spoiler = tests[end - length]
        happened = fails(end - length, end)
        return {(path.name, spoiler): _LEFT_OUT.format(happened) if happened else _UNTOLD}

    # Runs

    def _left(self) -> float:
        """The seconds until the end; raises TimeIsUp where there are none."""
        left = self.until - time.monotonic()
        if left <= 0:
            raise TimeIsUp
        return left

    def _by_pytest(self, seed: str, names: Sequence[str], seconds: float) -> Failures | None:
        """The failures among these tests; None where the process did not end as pytest does."""
        report = self.directory / "report.xml"
        command = [self.python, "-m", "pytest", "-q", "--noconftest", "-p", "no:cacheprovider"]
        # Without a last directory for settings, all directories above are looked through.
        here = str(self.directory)
        command += ["-c", os.devnull, "--rootdir", here, "--confcutdir", here]
        command += ["--import-mode", "importlib", f"--junitxml={report}"]
        command += [str(self.directory / name) for name in names]
        ended_well = self._ends(command, seed, seconds, codes=(0, 1, 2))
        return _read(report) if ended_well and report.exists() else None

    def _by_script(
        self, seed: str, names: Sequence[str], seconds: float, options: Sequence[str] = ()
    ) -> Failures | None:
        report = self.directory / "report.json"
        script = pathlib.Path(__file__).with_name("without_pytest.py")
        places = [str(self.directory / name) for name in names]
        command = [self.python, str(script), *options, str(report), *places]
        if not self._ends(command, seed, seconds, codes=(0,)) or not report.exists():
            return None
        failures = json.loads(report.read_text(encoding="utf-8"))
        return {(file, test): happened for file, test, happened in failures}

    def _ends(self, command: list[str], seed: str, seconds: float, codes: Sequence[int]) -> bool:
        """Whether the command ended in time with one of these exit codes.

        It starts in a directory that is deeper than the user's and holds another file: what depends
        on that shows.
        """
        import signal
        import subprocess

        deep = self.directory / "some" / "where" / "else"
        deep.mkdir(parents=True, exist_ok=True)
        (deep / "a_file.txt").touch()
        for old in self.directory.glob("report.*"):
            old.unlink()
        left = self._left()
        process = subprocess.Popen(
            command,
            cwd=deep,
            env=_clean_environment() | {"PYTHONHASHSEED": seed},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # so that all that it starts ends with it
        )
        try:
            return process.wait(min(seconds, left)) in codes
        except subprocess.TimeoutExpired:
            if left <= seconds:
                raise TimeIsUp from None
            return False
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def trial_of(
    python: str,
    directory: pathlib.Path,
    hash_seeds: Sequence[str],
    until: float,
    seconds_for_one: float,
) -> Trial:
    """A trial of tests by an interpreter, which may have pytest or not."""
    return Trial(
        *(python, directory, tuple(hash_seeds), until, _has_pytest(python), seconds_for_one)
    )


def without(files: Files, failures: Failures) -> dict[pathlib.Path, TestFile]:
    """The files that are left, with the tests that are left."""
    kept: dict[pathlib.Path, TestFile] = {}
    for path, file in files.items():
        rest = file.without(test for name, test in failures if name == path.name)
        if rest.tests:
            kept[path] = rest
    return kept


def _all_tests(files: Files) -> list[tuple[pathlib.Path, str]]:
    """The tests in the order in which they run."""
    return [(path, test.name) for path in sorted(files) for test in files[path].tests]


def _least(most: int, holds: Callable[[int], bool]) -> int:
    """The least number from 1 to `most` for which something holds that then holds up to `most`."""
    low, high = 1, most
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return low


def _clean_environment() -> dict[str, str]:
    """The user's, without what would change how pytest runs or leave files behind."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")
    }
    return environment | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1"}


def _read(report: pathlib.Path) -> Failures:
    """The failures in a report of pytest, by the names that it has for file and test."""
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
