"""Calls functions with the cases that wend told, in plain Python: whether they do as told.

Reads `{"module", "file", "root", "results"}` as JSON from the file that is its second argument and
writes a list of what differs to the first. It imports nothing of wend. Each case has a process.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import inspect
import json
import os
import select
import signal
import sys
import time
from typing import Any

SECONDS = 10.0
"""A case that is told to return or to raise has as many."""

SAME, DIFFERS, UNSURE = "same", "differs", "unsure"

VARIES = {"nondeterministic", "state-leaked", "divergence", "one-state", "stopped", "shortage"}
"""Reasons of results whose cases may do otherwise in another process."""


def main() -> None:
    report, request = sys.argv[1:3]
    with open(request, encoding="utf-8") as file:
        asked = json.load(file)
    silent = os.open(os.devnull, os.O_RDWR)
    for each in (0, 1, 2):
        os.dup2(silent, each)
    time.sleep = lambda seconds: None  # waits take no time under wend
    module = load(asked["module"], asked["file"], asked["root"])
    told: list[tuple[str, int, str, str]] = []
    for result in asked["results"]:
        for number, case in enumerate(result["cases"]):
            verdict, says = judged(module, result, case)
            told.append((result["target"]["function"], number, verdict, says))
    with open(report, "w", encoding="utf-8") as file:
        json.dump(told, file)


def load(name: str, file: str, root: str) -> Any:
    if root:
        sys.path.insert(0, root)
    sys.argv[:] = [file]
    try:
        return importlib.import_module(name)
    except ImportError:
        spec = importlib.util.spec_from_file_location(name, file)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        return module


def judged(module: Any, result: Any, case: Any) -> tuple[str, str]:
    """The verdict on a case, of a second call where the first one differs."""
    if VARIES & {reason["what"] for reason in result["reasons"]}:
        return UNSURE, "it varies"
    verdict, says = called(module, result, case)
    return called(module, result, case) if verdict == DIFFERS else (verdict, says)


def called(module: Any, result: Any, case: Any) -> tuple[str, str]:
    """What a child process says that makes the call, or how it ended."""
    outcome = case["outcome"]
    is_endless = outcome["kind"] == "stopped" and outcome["reason"] == "timeout"
    # It was seen on a busy machine.
    seconds = min(1.0, outcome.get("seconds", 1.0) / 10) if is_endless else SECONDS
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setpgid(0, 0)
            os.write(write, json.dumps(compared(module, result, case)).encode()[:60000])
        finally:
            os._exit(0)
    os.close(write)
    until = time.monotonic() + seconds
    ended = status = 0
    while not ended and time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        select.select([], [], [], 0.002)
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            kill(child, signal.SIGKILL)
    if not ended:
        os.waitpid(child, 0)
    said = os.read(read, 1 << 16)
    os.close(read)
    if is_endless:
        return (DIFFERS, f"it ended: {said[:200]!r}") if said else (SAME, "")
    if outcome["kind"] == "stopped":
        if outcome["reason"] == "crash" and said:
            return DIFFERS, f"it did not crash, but {said[:200]!r}"
        return UNSURE, ""
    if not ended:
        return DIFFERS, f"it did not end within {seconds:g} s"
    if not said:
        return DIFFERS, f"it ended its process with status {status}"
    verdict, says = json.loads(said)
    return verdict, says


def compared(module: Any, result: Any, case: Any) -> tuple[str, str]:
    """The verdict of a call in this process."""
    names = dict(vars(module))
    names.update(nan=float("nan"), inf=float("inf"))
    names.setdefault(
        module.__name__.partition(".")[0], sys.modules[module.__name__.partition(".")[0]]
    )
    try:
        for line in [*case.get("imports", ()), *case["setup"]]:
            exec(line, names)
        given = {name: eval(source, names) for name, source in case["args"].items()}
        function = found(module, result["target"]["function"], given)
    except BaseException as error:
        return UNSURE, f"it can't be built: {type(error).__name__}: {error}"
    if function is None:
        return UNSURE, "it is no plain function"
    outcome = case["outcome"]
    try:
        try:
            value = call(function, given)
        finally:
            sys.settrace(None)  # it may have been asked to trace calls
            sys.setprofile(None)
    except BaseException as error:
        name = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
        if outcome["kind"] == "raised" and outcome["type"] == name:
            return SAME, ""
        return DIFFERS, f"it raised {name}: {error}"[:300]
    if outcome["kind"] == "violated":
        return UNSURE, ""
    if outcome["kind"] != "returned":
        if inspect.isgenerator(value) or inspect.iscoroutine(value) or hasattr(value, "__aiter__"):
            return UNSURE, "it is driven"
        return DIFFERS, f"it returned {value!r}"[:300]
    if outcome["value"] is None:
        return SAME, ""
    try:
        wanted = eval(outcome["value"], names)
        if type(wanted).__eq__ is object.__eq__ or inspect.isgenerator(value):
            return UNSURE, ""
        is_same = bool(wanted == value) or repr(wanted) == repr(value)
    except BaseException as error:
        return UNSURE, f"{type(error).__name__}: {error}"
    if inspect.iscoroutine(value) or hasattr(value, "__next__") or hasattr(value, "__aiter__"):
        return UNSURE, "it is driven"
    return (SAME, "") if is_same else (DIFFERS, f"it returned {value!r}"[:300])


def found(module: Any, name: str, given: dict[str, Any]) -> Any:
    """The function; None for what is not called as a function is."""
    holder: Any = module
    *path, last = name.split(".")
    for part in path:
        holder = getattr(holder, part)
    if isinstance(holder, type) and last.startswith("__") and not last.endswith("__"):
        last = f"_{holder.__name__.lstrip('_')}{last}"
    raw = inspect.getattr_static(holder, last)
    if isinstance(raw, property) or hasattr(raw, "func"):
        return None
    if isinstance(raw, staticmethod | classmethod):
        return getattr(holder, last)
    return raw if callable(raw) else None


def call(function: Any, given: dict[str, Any]) -> Any:
    positional: list[Any] = []
    named: dict[str, Any] = {}
    is_gapless = True
    for parameter in inspect.signature(function).parameters.values():
        name = parameter.name
        if parameter.kind is parameter.VAR_POSITIONAL:
            positional += given.get(f"*{name}", given.get(name, ()))
        elif parameter.kind is parameter.VAR_KEYWORD:
            named.update(given.get(f"**{name}", given.get(name, {})))
        elif name not in given:
            is_gapless = False
        elif parameter.kind is parameter.KEYWORD_ONLY or not is_gapless:
            named[name] = given[name]
        else:
            positional.append(given[name])
    return function(*positional, **named)


if __name__ == "__main__":
    main()
