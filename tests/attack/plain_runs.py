"""Runs functions as they are, with many inputs, and tells what they did.

`python plain_runs.py FILE SEED RUNS SECONDS < cases.json > runs.json`. The cases, by function, are
inputs as wend reports them: `{"imports": […], "setup": […], "args": {name: source}}`. Inputs are
these, variants of these, values drawn by chance (`values`), and those of Hypothesis.
"""

from __future__ import annotations

import ast
import contextlib
import copy
import importlib.util
import inspect
import json
import math
import os
import random
import resource
import signal
import sys
import time
import types
import typing
import warnings
from collections.abc import Iterator
from typing import Any

from values import CannotDraw, Drawer

MEMORY = 3 * 2**30
"""Bytes that a process may have."""
SECONDS_A_RUN = 1.0
LONGEST = 1_500
"""Characters of arguments that are worth being shown."""


class TooLong(BaseException):
    """A run takes too long to say anything about it."""


class Blocked(BaseException):
    """A run wanted to do what plain runs may not do."""


def main(file: str, seed: str, runs: str, seconds: str) -> None:
    cases = json.load(sys.stdin)
    out = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.path.insert(0, os.path.dirname(os.path.abspath(file)))
    warnings.simplefilter("ignore")
    spec = importlib.util.spec_from_file_location(os.path.basename(file)[:-3], file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    from hypothesis import strategies  # noqa: F401 (imported before the hook is there)

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGALRM, _expired)
    spec.loader.exec_module(module)
    sys.addaudithook(GUARD)
    with open(file) as text:
        tree = ast.parse(text.read())
    told = {}
    for name, given in cases.items():
        # Its own draws, whatever other functions were asked for.
        chance = random.Random(f"{seed} {name}")
        plain = Plain(module, Drawer(module, tree, chance), name)
        told[name] = {
            "known": [*plain.known(given)],
            "runs": [*plain.tried(given, int(runs), float(seconds))],
            "count": plain.count,
        }
    with open(out, "w") as stream:
        json.dump(told, stream)
        stream.flush()
    os._exit(0)  # not what the code under test left to be done at exit


def _expired(*_: Any) -> None:
    GUARD.is_late = True  # somebody may swallow the exception: a __del__, a callback
    raise TooLong


_MAY_NOT = (
    "ctypes.", "fcntl.", "ftplib.", "http.", "os.", "pty.", "shutil.", "smtplib.", "socket.",
    "sqlite3.", "subprocess.", "syslog.", "urllib.", "webbrowser.",
)  # fmt: skip
_MAY = ("os.listdir", "os.scandir", "os.walk", "os.fwalk")


class Guard:
    """Stops the runs from writing and from reaching others, while it is on."""

    def __init__(self) -> None:
        self.is_on = False
        self.is_late = False
        """Whether the run under way took too long."""

    def __call__(self, event: str, args: tuple[Any, ...]) -> None:
        if not self.is_on:
            return
        if event == "open":
            writes = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
            if not isinstance(args[2], int) or not args[2] & writes:
                return
        elif not event.startswith(_MAY_NOT) or event in _MAY:
            return
        raise Blocked(event)


GUARD = Guard()


class Plain:
    """The plain runs of one function."""

    def __init__(self, module: types.ModuleType, drawer: Drawer, name: str) -> None:
        self.module, self.drawer = module, drawer
        self.function: Any = module
        for part in name.split("."):
            self.function = getattr(self.function, part)
        self.count = 0
        """The runs that were made."""
        self.state = {
            key: copy.deepcopy(value)
            for key, value in vars(module).items()
            if isinstance(value, (int, str, list, dict)) and not key.startswith("__")
        }

    def known(self, given: list[dict[str, Any]]) -> Iterator[dict[str, Any] | None]:
        """What the runs do that wend reports; None where that can't be told."""
        for each in given:
            args = self._evaluated(each)
            yield None if args is None else self._run(args)

    def tried(
        self, given: list[dict[str, Any]], runs: int, seconds: float
    ) -> Iterator[dict[str, Any]]:
        """What runs with many other inputs do, each behaviour once."""
        seen, until = set[str](), time.process_time() + seconds
        for args in self._inputs(given, runs):
            if time.process_time() > until:
                return
            with contextlib.suppress(Exception):
                shown = _shown(args)
                if len(shown) > LONGEST or (did := self._run(args)) is None:
                    continue
                key = json.dumps(did)
                if key not in seen:
                    seen.add(key)
                    yield {**did, "args": shown}

    def _inputs(self, given: list[dict[str, Any]], runs: int) -> Iterator[list[Any]]:
        kinds = self._kinds()
        if "Literal" in str(kinds):
            given = []  # what is made of these by chance would not fit
        yield from self._of_hypothesis(kinds, runs // 4)
        for _ in range(runs):
            try:
                if given and (not kinds or self.drawer.chance.random() < 0.3):
                    args = self._evaluated(self.drawer.chance.choice(given))
                    if args is not None:
                        yield [self.drawer.varied(value) for value in args]
                else:
                    yield self.drawer.call(kinds)
            except (CannotDraw, RecursionError, OverflowError, MemoryError):
                continue

    def _of_hypothesis(self, kinds: list[Any], runs: int) -> list[list[Any]]:
        from hypothesis import HealthCheck, Phase, given, seed, settings, strategies

        found: list[list[Any]] = []
        if not kinds or not runs:
            return found

        @seed(self.drawer.chance.getrandbits(32))
        @settings(
            max_examples=runs, database=None, deadline=None, phases=[Phase.generate],
            suppress_health_check=[*HealthCheck],
        )  # fmt: skip
        @given(strategies.tuples(*[strategies.from_type(kind) for kind in kinds]))
        def collect(args: tuple[Any, ...]) -> None:
            found.append([*args])

        with contextlib.suppress(Exception):
            collect()
        # `float` may be an int for Hypothesis, which is what `float-not-int` is about.
        return [args for args in found if not any(map(_is_int_for_float, args, kinds))]

    def _kinds(self) -> list[Any]:
        """The types of all parameters; none if one of them has none."""
        names = [*inspect.signature(self.function).parameters]
        try:
            hints = typing.get_type_hints(self.function)
        except Exception:
            return []
        return [hints[name] for name in names] if all(name in hints for name in names) else []

    def _evaluated(self, case: dict[str, Any]) -> list[Any] | None:
        names = {**vars(self.module), "nan": math.nan, "inf": math.inf}
        try:
            for line in (*case.get("imports", ()), *case.get("setup", ())):
                exec(line, names)
            return [eval(source, names) for source in case["args"].values()]
        except Exception:
            return None

    def _run(self, args: list[Any]) -> dict[str, Any] | None:
        """What a call does; None for one that says nothing."""
        self.count += 1
        vars(self.module).update(copy.deepcopy(self.state))
        code, lines = self.function.__code__, list[int]()
        kept = sys.stdout, sys.stderr, sys.stdin

        def trace(frame: Any, event: str, _: Any) -> Any:
            if frame.f_code is not code:
                return None
            if event == "line":
                lines.append(frame.f_lineno)
            return trace

        GUARD.is_on, GUARD.is_late = True, False
        signal.setitimer(signal.ITIMER_REAL, SECONDS_A_RUN)
        sys.settrace(trace)
        try:
            try:
                value = self.function(*args)
            finally:
                sys.settrace(None)
                signal.setitimer(signal.ITIMER_REAL, 0)
                GUARD.is_on = False
            is_plain = value is None or type(value) is bool
            # A bool that was given, for an int say, may be returned as it is.
            given = any(value is each for each in args) or (type(value) is bool and _has_bool(args))
            outcome = ["returns", str(value) if is_plain and not given else "a value"]
        except (TooLong, Blocked, RecursionError, MemoryError):
            return None
        except BaseException as error:
            if "integer string conversion" in str(error):
                return None  # the assumption `machine-limits`
            outcome = ["raises", type(error).__name__, _line(error, code)]
        finally:
            sys.stdout, sys.stderr, sys.stdin = kept
        return None if GUARD.is_late else {"outcome": outcome, "lines": lines[:2_000]}


def _line(error: BaseException, code: types.CodeType) -> int:
    line, place = 0, error.__traceback__
    while place is not None:
        if place.tb_frame.f_code is code:
            line = place.tb_lineno
        place = place.tb_next
    return line


def _has_bool(value: Any) -> bool:
    if isinstance(value, (list, tuple, set, frozenset)):
        return any(map(_has_bool, value))
    if isinstance(value, dict):
        return any(map(_has_bool, [*value, *value.values()]))
    return type(value) is bool


def _is_int_for_float(value: Any, kind: Any) -> bool:
    if isinstance(value, (list, tuple, set, frozenset, dict)):
        return ("float" in str(kind) and "int" in str(kind)) or any(
            _is_int_for_float(each, part) for each in value for part in typing.get_args(kind)
        )
    return kind is float and not isinstance(value, float)


def _shown(args: list[Any]) -> str:
    return ", ".join([_source(each) for each in args])


def _source(value: Any) -> str:
    cls = type(value)
    for plain in (int, str, float):
        if isinstance(value, plain) and cls not in (plain, bool):
            return f"{cls.__name__}({plain.__repr__(value)})"
    if isinstance(value, (list, tuple, set, frozenset)):
        items = ", ".join(map(_source, value))
        return f"[{items}]" if cls is list else f"{cls.__name__}([{items}])"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_source(k)}: {_source(v)}" for k, v in value.items()) + "}"
    if cls.__repr__ is object.__repr__:
        return f"{cls.__name__}({', '.join(f'{k}={_source(v)}' for k, v in vars(value).items())})"
    return repr(value)


if __name__ == "__main__":
    main(*sys.argv[1:])
