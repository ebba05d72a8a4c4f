"""The files that a command writes, anew with each result, so that a command that is killed leaves
what it had finished.
"""

from __future__ import annotations

import contextlib
import math
import pathlib
import time

from wend.campaign.options import Options
from wend.campaign.test_outcomes import kept_test_outcomes
from wend.deadline import Deadline
from wend.emit import as_json, own_failure
from wend.errors import WendError
from wend.path.reason import Reason
from wend.path.result import Result

SHARE = 0.05
"""The share of a command's time that files may take before the end; of thousands of results, some
are left for the next time."""


TRIAL_SECONDS, TRIAL_SHARE = 30.0, 0.5
"""What trying the tests may take where there is no `--total`: so many seconds, or this share of
what the explorations took."""


LATE_SECONDS = 0.4
"""What writing the tests may take after they were tried."""

ADD_SECONDS = 1.0
"""What writing the tests of the results so far may take."""


class OutputFiles:
    """The JSON file and the tests of one command."""

    def __init__(self, command: str, options: Options, tests: str | None, json: str | None) -> None:
        """`tests` is the directory of `-o`, `json` the file of `--json`; "-" is no file."""
        self._command = command
        self._options = options
        self._tests = pathlib.Path(tests) if tests is not None else None
        self._json = json if json != "-" else None
        self._results: dict[int, Result] = {}
        self._entries: dict[int, str] = {}
        """The text of each result in the JSON file."""
        self._untried: set[pathlib.Path] = set()
        """Files of tests that nobody has tried yet."""
        self._begun = time.monotonic()
        self._spent = 0.0
        self.reasons: tuple[Reason, ...] = ()
        """Why some tests were not written, once all of them were tried."""
        self.names: list[str] = []
        """The files that were written at the end."""
        self.test_files: tuple[pathlib.Path, ...] = ()

    def add(self, number: int, result: Result) -> None:
        """Takes the result of the task with this number, or what it found so far, and writes all
        results so far."""
        self._results[number] = result
        self._entries.pop(number, None)
        begun = time.monotonic()
        if self._spent > SHARE * (begun - self._begun) + 1:
            return
        with contextlib.suppress(Exception):  # at the end all is written again, and faults are told
            self._write_json()
        with contextlib.suppress(Exception), Deadline().until(begun + ADD_SECONDS):
            self._write_untried()
        self._spent += time.monotonic() - begun

    def finish(self, until: float) -> None:
        """Writes all results, and of the tests those that pass when they are tried until then.

        Raises WendError where one of them can't be written; the other is, all the same.
        """
        wrong: list[WendError] = []
        for write in (self._write_all_json, lambda: self._write_tests(until)):
            try:
                with own_failure.told():
                    write()
            except WendError as error:
                wrong.append(error)
        if wrong:
            raise WendError("; ".join(map(str, wrong)))

    def _write_all_json(self) -> None:
        self._write_json()
        if self._json is not None:
            self.names.append(self._json)

    def _write_tests(self, until: float) -> None:
        directory = self._tests
        if directory is None:
            return
        from wend.emit.pytest_file import write_tests

        results = self._in_order()
        trials = kept_test_outcomes(results, self._options)
        if until == math.inf:
            spent = time.monotonic() - self._begun
            until = time.monotonic() + max(TRIAL_SECONDS, TRIAL_SHARE * spent)
        with Deadline().until(until + LATE_SECONDS) as held:
            written = write_tests(
                results, directory, trials=trials, until=until, allow=self._options.allow
            )
        if held.is_over:
            says = "the time was up before all tests were written: those that are there may fail"
            self.reasons = (Reason("untried", says, "give more with --total"),)
            self.test_files = tuple(sorted(self._untried))
            return
        self.reasons, self.test_files = written.reasons, written.files
        self.names = [*map(str, written.files), *self.names]
        for file in self._untried.difference(written.files):
            file.unlink(missing_ok=True)

    def _in_order(self) -> list[Result]:
        return [result for _, result in sorted(self._results.items())]

    def _write_json(self) -> None:
        if self._json is None:
            return
        for number in self._results.keys() - self._entries.keys():
            self._entries[number] = as_json.entry(self._results[number])
        entries = [text for _, text in sorted(self._entries.items())]
        as_json.write_text(self._json, as_json.text_of_entries(self._command, entries))

    def _write_untried(self) -> None:
        if self._tests is None:
            return
        from wend.emit.pytest_file import write_untried

        self._untried.update(write_untried(self._in_order(), self._tests))
