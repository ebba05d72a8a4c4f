"""Runs one of CPython's own test modules and writes the outcome of each test to a file, as JSON.

    python cpython_worker.py RESULT test.test_textwrap              as it is
    python cpython_worker.py RESULT test.test_textwrap textwrap     with both modules instrumented

The modules that are named last are those under test. They and the test module are
instrumented before the first test; whatever else the tests call is instrumented as they reach it.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import io
import json
import random
import re
import sys
import unittest


class Outcomes(unittest.TestResult):
    """The outcome of each test by its id; a test with subtests has one for each that failed."""

    def __init__(self) -> None:
        super().__init__()
        self.by_id: dict[str, list[str]] = {}
        self.details: list[str] = []

    def note(self, test: object, outcome: str, error: object = None) -> None:
        name = test.id() if isinstance(test, unittest.TestCase) else str(test)
        name = re.sub(r" at 0x[0-9a-f]+", "", name)  # of subtests, which show their parameters
        self.by_id.setdefault(name, []).append(outcome)
        if error is not None:
            self.details.append(f"{name}: {self._exc_info_to_string(error, test)}")

    def startTest(self, test):
        # Some tests collect garbage a hundred times: that shall cost what their own objects cost,
        # and not what twins and modules do.
        gc.freeze()
        super().startTest(test)

    def addSuccess(self, test):
        self.note(test, "ok")

    def addFailure(self, test, error):
        self.note(test, f"failed: {error[0].__name__}", error)

    def addError(self, test, error):
        self.note(test, f"raised: {error[0].__name__}", error)

    def addSkip(self, test, reason):
        self.note(test, f"skipped: {reason}")

    def addExpectedFailure(self, test, error):
        self.note(test, "failed as expected")

    def addUnexpectedSuccess(self, test):
        self.note(test, "passed unexpectedly")

    def addSubTest(self, test, subtest, error):
        if error is not None:
            self.note(subtest.id(), f"subtest: {error[0].__name__}")
            self.details.append(f"{subtest.id()}: {self._exc_info_to_string(error, test)}")


def main(result: str, test_module: str, *under_test: str) -> None:
    from test import support

    support.use_resources = []
    # Tests that have allocations fail: probes allocate, too, and break where Python does not.
    support.nomemtest = unittest.skip("memory allocations that fail")
    random.seed(17)
    tests = unittest.defaultTestLoader.loadTestsFromName(test_module)
    report: dict[str, object] = {}
    outcomes = Outcomes()
    if under_test:
        import wend.run.operations.twin_probes  # noqa: F401 - twins call them
        from wend.run import blocks
        from wend.run.calls import admission
        from wend.run.recorder import Recorder, recording

        for name in (*under_test, test_module):
            admission.admit_module(importlib.import_module(name))
        with recording(Recorder()) as recorder:
            run(tests, outcomes)
        report["functions"] = [
            f"{code.co_filename}:{code.co_qualname}" for code in admission.twins_in_use
        ]
        report["marks"] = len(blocks.marks)
        report["branches"] = len(recorder.branches)
        # Clocks are noticed wherever they are read.
        report["reasons"] = [
            str(reason) for reason in recorder.reasons if reason.what != "nondeterministic"
        ]
    else:
        run(tests, outcomes)
    report["outcomes"] = outcomes.by_id
    report["details"] = outcomes.details
    with open(result, "w") as stream:
        json.dump(report, stream)


def run(tests: unittest.TestSuite, outcomes: Outcomes) -> None:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        tests.run(outcomes)


if __name__ == "__main__":
    main(*sys.argv[1:])
