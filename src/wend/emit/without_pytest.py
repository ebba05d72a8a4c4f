"""Runs written tests without pytest's runner: a script of its own, which imports no wend.

Usage: python without_pytest.py [--apart SECONDS] REPORT.json FILE…

With `--apart`, each file gets a process of its own, and so many seconds to end.
"""

import atexit
import contextlib
import importlib
import importlib.util
import json
import os
import pathlib
import re
import signal
import sys
import threading
import time
import traceback
import types
from collections.abc import Callable

MOST_ENDLESS = 2
"""After this many files that do not end, others get less time, or none if no other has ended."""

SHORT_SECONDS = 2.0

Failure = tuple[str, str, str]
"""The file, the test and what happened."""


@contextlib.contextmanager
def raises(expected, *, match=""):  # type: ignore[no-untyped-def]
    """As much of `pytest.raises` as our tests use."""
    try:
        yield
    except expected as error:
        assert re.search(match, str(error)), f"{error} does not match {match}"
    else:
        raise AssertionError(f"did not raise {expected.__name__}")


def skip(reason):  # type: ignore[no-untyped-def]
    def marked(test):  # type: ignore[no-untyped-def]
        test.is_skipped = True
        return test

    return marked


class MonkeyPatch:
    """As much of pytest's fixture as our tests use."""

    def __init__(self):  # type: ignore[no-untyped-def]
        self.undone = []

    def setattr(self, target, *rest):  # type: ignore[no-untyped-def]
        if len(rest) == 1:
            module, _, name = target.rpartition(".")
            target, rest = importlib.import_module(module), (name, *rest)
        self.undone.append((target, rest[0], getattr(target, rest[0])))
        setattr(target, *rest)

    def undo(self):  # type: ignore[no-untyped-def]
        while self.undone:
            setattr(*self.undone.pop())


def main() -> None:
    if importlib.util.find_spec("pytest") is None:
        pytest = types.ModuleType("pytest")
        pytest.raises = raises  # type: ignore[attr-defined]
        pytest.mark = types.SimpleNamespace(skip=skip)  # type: ignore[attr-defined]
        sys.modules["pytest"] = pytest
    arguments = sys.argv[1:]
    if arguments[0] == "--apart":
        _, seconds, report, *paths = arguments
        failures = apart(paths, float(seconds), pathlib.Path(report).parent)
    else:
        report, *paths = arguments
        failures = [failure for path in paths for failure in failures_of(path)]
    pathlib.Path(report).write_text(json.dumps(failures), encoding="utf-8")
    sys.exit(bool(failures))


def apart(paths: list[str], seconds: float, room: pathlib.Path) -> list[Failure]:
    """The failures of each file in a process of its own; `room` is a directory to write to."""
    failures: list[Failure] = []
    endless = ended = 0
    with contextlib.suppress(ImportError):
        import pytest  # noqa: F401 - once for all processes
    for path in paths:
        name = pathlib.Path(path).name
        if endless >= MOST_ENDLESS and not ended:
            failures.append((name, name, "it was not tried, since others did not end"))
            continue
        patience = min(seconds, SHORT_SECONDS) if endless >= MOST_ENDLESS else seconds
        told = room / f"{name}.told"
        if not ends(path, told, patience):
            endless += 1
            failures.append((name, name, f"it did not end within {patience:g} s"))
            continue
        ended += 1
        try:
            failures += [(name, test, how) for _, test, how in json.loads(told.read_text("utf-8"))]
        except (OSError, ValueError):
            failures.append((name, name, "it ended its process"))
    return failures


def ends(path: str, told: pathlib.Path, seconds: float) -> bool:
    """Runs a file in a child, which writes its failures. Whether the child ended in time."""
    child = os.fork()
    if child == 0:
        try:
            os.setpgid(0, 0)
            told.write_text(json.dumps(failures_of(path)), "utf-8")
            # A test that leaves something behind which does not end would keep all of them.
            threading._shutdown()  # type: ignore[attr-defined]
            atexit._run_exitfuncs()
        finally:
            os._exit(0)
    until = time.monotonic() + seconds
    has_ended = False
    while not has_ended and time.monotonic() < until:
        has_ended = os.waitpid(child, os.WNOHANG)[0] != 0
        time.sleep(0.0 if has_ended else 0.002)
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            kill(child, signal.SIGKILL)
    if not has_ended:
        os.waitpid(child, 0)
    return has_ended


def failures_of(path: str) -> list[Failure]:
    """The file, the test and what happened, for each test that does not pass."""
    file, stem = pathlib.Path(path).name, pathlib.Path(path).stem
    try:
        spec = importlib.util.spec_from_file_location(stem, path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    except BaseException as error:
        return [(file, stem, f"{type(error).__name__}: {error}")]
    failures = []
    for test_name, test in list(vars(module).items()):
        if not test_name.startswith("test_") or is_skipped(test):
            continue
        patches = MonkeyPatch()  # type: ignore[no-untyped-call]
        try:
            test(*[patches][: test.__code__.co_argcount])
        except BaseException as error:  # SystemExit of the code under test is a failure, too
            says = str(error) or traceback.extract_tb(error.__traceback__)[-1].line
            failures.append((file, test_name, f"{type(error).__name__}: {says}"[:200]))
        finally:
            patches.undo()  # type: ignore[no-untyped-call]
    return failures


def is_skipped(test: Callable[..., object]) -> bool:
    marks = getattr(test, "pytestmark", ())
    return getattr(test, "is_skipped", False) or any(mark.name == "skip" for mark in marks)


if __name__ == "__main__":
    main()
