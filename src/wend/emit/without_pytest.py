"""Runs written tests where pytest is not installed: a script of its own, which imports no wend.

Usage: python without_pytest.py REPORT.json FILE[::TEST]…
"""

import contextlib
import importlib
import importlib.util
import json
import pathlib
import re
import sys
import types


@contextlib.contextmanager
def raises(expected, *, match):  # type: ignore[no-untyped-def]
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
    pytest = types.ModuleType("pytest")
    pytest.raises = raises  # type: ignore[attr-defined]
    pytest.mark = types.SimpleNamespace(skip=skip)  # type: ignore[attr-defined]
    sys.modules["pytest"] = pytest
    report, *names = sys.argv[1:]
    failures = [failure for name in names for failure in failures_of(name)]
    pathlib.Path(report).write_text(json.dumps(failures), encoding="utf-8")


def failures_of(name: str) -> list[tuple[str, str, str]]:
    """The file, the test and what happened, for each test that does not pass."""
    path, _, only = name.partition("::")
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
        is_test = test_name.startswith("test_") and only in ("", test_name)
        if not is_test or getattr(test, "is_skipped", False):
            continue
        patches = MonkeyPatch()  # type: ignore[no-untyped-call]
        try:
            test(*[patches][: test.__code__.co_argcount])
        except BaseException as error:  # SystemExit of the code under test is a failure, too
            failures.append((file, test_name, f"{type(error).__name__}: {error}"[:200]))
        finally:
            patches.undo()  # type: ignore[no-untyped-call]
    return failures


if __name__ == "__main__":
    main()
