"""Existing tests as a corpus: run once, in a child and under watch. [000] §7, at its end.

What they call the target with is where an exploration may begin, and what opaque functions return
meanwhile are samples. Whether tests pass is nobody's business here; the guard is on, and the time
is limited. The child writes down what it learns as it goes: one that is killed has told so much.
"""

from __future__ import annotations

import importlib.util
import marshal
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from types import FrameType, ModuleType
from typing import Any

from wend.describe.evaluation import evaluated
from wend.inputs.decompose import TakingApart
from wend.inputs.heap import classes_of
from wend.messages.notes import notes
from wend.messages.options import Imprecision
from wend.path.corpus import CorpusRequest
from wend.run.calls import admission
from wend.run.guard import Guard
from wend.run.invoke import Invocation
from wend.run.recorder import Recorder, recording
from wend.source.instructions import first_of_call

MOST_CALLS = 50
"""The most different calls that are kept. Tests that call the target in a loop need not show
all."""

MOST_VARIABLES = 2_000
"""The most variables of the arguments of a call. An exploration should begin with something
small."""

LOOK_SECONDS = 0.01

_HARMLESS = ("os.putenv", "os.unsetenv")
"""Audit events that change nothing but the child."""


def corpus(
    invocation: Invocation, request: CorpusRequest, imprecision: Imprecision, guard: Guard
) -> dict[str, Any]:
    """Runs the tests and returns the calls, the samples, and how the child ended."""
    with notes() as told:
        child = os.fork()
        if child == 0:
            try:
                watching = _Watching(invocation, Recorder(imprecision), told)
                watching.run(request.files, guard)
            finally:
                os._exit(0)
        ended = _awaited(child, time.monotonic() + request.seconds)
        told.seek(0)
        return {**_read(told.read()), "ended": ended}


def _awaited(child: int, deadline: float) -> str:
    """How a child ended that was to end by itself. It is killed if it takes too long."""
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return "" if status == 0 else "they ended their process"
        time.sleep(LOOK_SECONDS)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "they took too long"


def _read(text: bytes) -> dict[str, Any]:
    """The records that a child wrote, up to where it was cut off."""
    found: dict[str, list[Any]] = {"call": [], "other": [], "sample": []}
    at = 0
    while at + 4 <= len(text):
        end = at + 4 + int.from_bytes(text[at : at + 4], "little")
        if end > len(text):
            break
        try:
            kind, value = marshal.loads(text[at + 4 : end])
            found[kind].append(value)
        except (EOFError, ValueError, TypeError, KeyError):
            break  # the tests have written there, too
        at = end
    return {"calls": found["call"], "others": len(found["other"]), "samples": found["sample"]}


class _Watching:
    """Writes calls of a target, and samples, to a file."""

    def __init__(self, invocation: Invocation, recorder: Recorder, told: Any) -> None:
        self._invocation = invocation
        self._recorder = recorder
        self._told = told
        self._process = os.getpid()
        code = invocation.function.__code__
        self._name = code.co_qualname
        self._file = code.co_filename
        self._line = code.co_firstlineno
        self._calls: set[tuple[Any, ...]] = set()
        self._samples = 0

    def run(self, files: Sequence[str], guard: Guard) -> None:
        admission.admit_module(self._invocation.module)
        guard.permit(_HARMLESS)
        sys.dont_write_bytecode = True
        with recording(self._recorder):
            guard.active = True
            try:
                run_tests(files, self)
            except BaseException:  # of a test file, or of a plugin: what was told is told
                pass
            finally:
                guard.active = False
        self._tell_samples()

    # pytest calls these hooks by name. Imports and collecting need not be recorded.

    def pytest_runtest_setup(self) -> None:
        threading.setprofile(self._saw)
        sys.setprofile(self._saw)

    def pytest_runtest_teardown(self) -> None:
        sys.setprofile(None)

    def _saw(self, frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_qualname == self._name and self._is_target(frame):
            self._tell_samples()
            if len(self._calls) < MOST_CALLS and os.getpid() == self._process:
                self._note(frame)

    def _is_target(self, frame: FrameType) -> bool:
        """Whether a call of the target begins. A generator that is resumed looks alike."""
        code = frame.f_code
        return (
            code.co_filename == self._file
            and code.co_firstlineno == self._line
            and frame.f_lasti <= first_of_call(code)
        )

    def _note(self, frame: FrameType) -> None:
        parameters = self._invocation.parameters
        taking_apart = TakingApart(self._evaluate, classes_of(parameters))
        try:
            for each in parameters:
                taking_apart.parameter(each.domain, each.name, frame.f_locals[each.name])
            taking_apart.fields()
        except Exception:  # it does not fit, or code of an argument's class raised
            self._tell("other", None)
            return
        values = taking_apart.found
        items = tuple(sorted(values.items()))
        if items not in self._calls and len(items) <= MOST_VARIABLES:
            self._calls.add(items)
            self._tell("call", values)

    def _evaluate(self, source: str, imports: tuple[str, ...]) -> Any:
        return evaluated(self._invocation.module, source, imports)

    def _tell_samples(self) -> None:
        known = self._recorder.samples or {}
        if len(known) > self._samples:
            for sample in [*known.values()][self._samples :]:
                self._tell("sample", sample)
            self._samples = len(known)

    def _tell(self, kind: str, value: Any) -> None:
        text = marshal.dumps((kind, value))
        self._told.write(len(text).to_bytes(4, "little") + text)


# Running tests


def run_tests(files: Sequence[str], watching: _Watching) -> None:
    """Runs test files by pytest if it is installed, else their functions and TestCases."""
    if importlib.util.find_spec("pytest") is not None:
        import pytest

        options = ("-q", "-p", "no:cacheprovider", "-p", "no:faulthandler", "-p", "no:xdist")
        pytest.main([*options, "-o", "addopts=", "--capture=no", *files], [watching])
        return
    for file in files:
        for test in _tests_in(_imported(file)):
            watching.pytest_runtest_setup()
            try:
                test()
            except Exception:  # a failing test has told what it could
                continue
            finally:
                watching.pytest_runtest_teardown()


def _tests_in(module: ModuleType) -> Iterator[Any]:
    """The tests of a module that can be called without arguments."""
    import unittest

    for name, value in list(vars(module).items()):
        if isinstance(value, type) and issubclass(value, unittest.TestCase):
            yield from unittest.defaultTestLoader.loadTestsFromTestCase(value)
        elif name.startswith("test") and callable(value) and not isinstance(value, type):
            yield value


def _imported(file: str) -> ModuleType:
    name = os.path.basename(file).removesuffix(".py")
    sys.path.insert(0, os.path.dirname(file))
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
