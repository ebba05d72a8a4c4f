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

import json
import os
import pathlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from wend.confine.launch import REPORT, launcher
from wend.emit.pytest_text import TestFile
from wend.errors import WendError
from wend.messages.command import NOT_STARTED, output_of
from wend.record import Record

SECONDS_FOR_ALL = 300.0
SECONDS_FOR_ONE = 20.0

ENOUGH_SECONDS = 5.0
"""Where so much time is left, half of it is kept for trying tests apart."""

MOST_ROUNDS = 10
"""Rounds of leaving out tests. If tests still fail then, none is written."""

_LEFT_OUT = "it makes another test fail that runs after it: {}"
_CRASHED = "its process crashed or did not end"
_UNTOLD = "tests fail together that pass alone"

Failures = Mapping[tuple[str, str], str]
"""What happened instead of passing, by the names of file and test."""

Runs = list[Failures | None]
"""The failures of runs of the same tests, one run after the other; None for one that crashed."""

Seeds = tuple[str, ...]

Files = Mapping[pathlib.Path, TestFile]


class TimeIsUp(Exception):
    """There is no time left for a trial."""

    def __init__(self, failures: Failures = MappingProxyType({})) -> None:
        super().__init__()
        self.failures = failures
        """The tests that were seen to fail beside the others."""


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
    allow: tuple[str, ...] = ()
    """What tests may do outside of their process: words of `--allow`."""

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
        seeds, seen = self._run(files, self.hash_seeds)
        if seen is not None and not seen:
            return {}
        try:
            return self._failing_alone(files, seeds) or self._spoiler(files, seeds)
        except TimeIsUp:
            raise TimeIsUp(seen or {}) from None

    def _run(self, files: Files, seeds: Seeds) -> tuple[Seeds, Failures | None]:
        """Runs of all tests in one process, up to the first in which not all of them pass; and the
        failures there, or None if it crashed or did not end."""
        for path, file in files.items():
            (self.directory / path.name).write_text(file.text(self.directory), encoding="utf-8")
        names = sorted(path.name for path in files)
        count = sum(len(file.tests) for file in files.values())
        left = self._left()
        most = left if left < ENOUGH_SECONDS else left / 2
        seconds = min(SECONDS_FOR_ALL, self.seconds_for_one + count, most / len(seeds))
        # In a short time only the script comes to an end, on a busy machine.
        by_pytest = self.has_pytest and left >= ENOUGH_SECONDS
        made = (self._by_pytest if by_pytest else self._by_script)(seeds, names, seconds)
        return (seeds, None) if made is None else (seeds[: len(made)], made[-1])

    def _failing_alone(self, files: Files, seeds: Seeds) -> Failures:
        """The tests that fail in a file and a process of their own."""
        alone: dict[str, tuple[str, str]] = {}
        for at, (path, test) in enumerate(_all_tests(files)):
            name = f"alone_{at}.py"
            alone[name] = path.name, test
            file = files[path].only({test})
            (self.directory / name).write_text(file.text(self.directory), encoding="utf-8")
        left = self._left() / len(seeds)
        options = ["--apart", f"{min(self.seconds_for_one, left / 4):g}"]
        made = self._by_script(seeds, [*alone], left, options)
        if made is None or made[-1] is None:
            raise TimeIsUp
        return {alone[name]: happened for (name, _), happened in made[-1].items()}

    def _spoiler(self, files: Files, seeds: Seeds) -> Failures:
        """A test that has to be left out so that those after it pass."""
        tests = [*_all_tests(files)]

        def fails(first: int, last: int) -> str:
            chosen: dict[pathlib.Path, set[str]] = {}
            for path, test in tests[first:last]:
                chosen.setdefault(path, set()).add(test)
            for path in files:
                (self.directory / path.name).unlink(missing_ok=True)
            run = self._run({path: files[path].only(chosen[path]) for path in chosen}, seeds)[1]
            return _CRASHED if run is None else next(iter(run.values()), "")

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

    def _by_pytest(self, seeds: Seeds, names: Sequence[str], seconds: float) -> Runs | None:
        command = [self.python, "-m", "pytest", "-q", "--noconftest", "-p", "no:cacheprovider"]
        # Without a last directory for settings, all directories above are looked through.
        here = str(self.directory)
        command += ["-c", os.devnull, "--rootdir", here, "--confcutdir", here]
        command += ["--import-mode", "importlib", f"--junitxml={REPORT}"]
        command += [str(self.directory / name) for name in names]
        return self._runs(command, seeds, seconds, (0, 1, 2), _failures_in_xml)

    def _by_script(
        self, seeds: Seeds, names: Sequence[str], seconds: float, options: Sequence[str] = ()
    ) -> Runs | None:
        script = pathlib.Path(__file__).with_name("without_pytest.py")
        places = [str(self.directory / name) for name in names]
        command = [self.python, str(script), *options, REPORT, *places]
        return self._runs(command, seeds, seconds, (0, 1), _failures_in_json)

    def _runs(
        self,
        command: list[str],
        seeds: Seeds,
        seconds: float,
        codes: Sequence[int],
        read: Callable[[str], Failures],
    ) -> Runs | None:
        """The failures of each run; None for a run that did not end with one of these exit codes,
        and for all of them where they did not end in time.

        They start in a directory that is deeper than the user's and holds another file: what
        depends on that shows. They are confined, as runs are: tests do what the code under test
        does.
        """
        deep = self.directory / "some" / "where" / "else"
        deep.mkdir(parents=True, exist_ok=True)
        (deep / "a_file.txt").touch()
        left, seconds = self._left(), seconds * len(seeds)
        until = time.monotonic() + min(seconds, left)
        try:
            status, said = output_of(
                launcher(command, self.allow, seeds), until, _clean_environment(), deep
            )
        except TimeoutError:
            if left <= seconds:
                raise TimeIsUp from None
            return None
        made = json.loads(said) if status == 0 else []
        return [read(text) if code in codes and text else None for code, text in made] or None


def trial_of(
    python: str,
    directory: pathlib.Path,
    hash_seeds: Sequence[str],
    until: float,
    seconds_for_one: float,
    allow: Sequence[str] = (),
) -> Trial:
    """A trial of tests by an interpreter, which may have pytest or not."""
    return Trial(
        *(python, directory, tuple(hash_seeds), until),
        *(_has_pytest(python, until), seconds_for_one),
        allow=tuple(allow),
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


def _failures_in_xml(report: str) -> Failures:
    """The failures in a report of pytest, by the names that it has for file and test."""
    import xml.etree.ElementTree as xml

    failures: dict[tuple[str, str], str] = {}
    for case in xml.fromstring(report.encode("utf-8", "replace")).iter("testcase"):
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


def _failures_in_json(report: str) -> Failures:
    return {(file, test): happened for file, test, happened in json.loads(report)}


def _has_pytest(python: str, until: float) -> bool:
    check = [python, "-c", "import importlib.util as u, sys; sys.exit(not u.find_spec('pytest'))"]
    try:
        status, said = output_of(check, min(until, time.monotonic() + SECONDS_FOR_ONE), os.environ)
    except TimeoutError:
        raise TimeIsUp from None
    except OSError as error:
        status, said = NOT_STARTED, str(error.strerror)
    if status == NOT_STARTED:
        raise WendError(f"cannot start {python} to run the tests: {said}")
    return status == 0
