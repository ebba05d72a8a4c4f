"""Native functions that do not give the same for the same arguments: clocks, mostly."""

from __future__ import annotations

import functools
import os
import time
from collections.abc import Callable
from typing import Any

from wend.path.reason import Reason
from wend.run import recorder
from wend.run.tracked.lift import value_of
from wend.run.tracked.text import lose_all

CLOCKS = (
    "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time",
    "process_time_ns", "thread_time", "thread_time_ns", "time", "time_ns",
)  # fmt: skip
"""Functions of `time` that tell it; others do so only where they are given none."""

TELL_NOW = ("asctime", "ctime", "gmtime", "localtime")


def impure(function: Any, name: str, *args: Any, **keywords: Any) -> Any:
    """Calls a function whose result is another one each time, and says so."""
    file, line = recorder.current.place()
    says = f"{name}() gives another result each time: what depends on it may differ"
    remedy = "hand in clocks and random numbers as arguments"
    recorder.current.note(Reason("nondeterministic", says, remedy, name, file, line))
    return function(*args, **keywords)


def _only_now(function: Any, name: str, *args: Any) -> Any:
    if not args:
        return impure(function, name)
    lose_all(args, f"{name} has no terms")
    return function(*map(value_of, args))


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    **{getattr(time, name): functools.partial(impure, getattr(time, name), f"time.{name}")
       for name in CLOCKS},
    **{getattr(time, name): functools.partial(_only_now, getattr(time, name), f"time.{name}")
       for name in TELL_NOW},
    os.urandom: functools.partial(impure, os.urandom, "os.urandom"),
}  # fmt: skip


def method_model(method: Any, owner: Any) -> Callable[..., Any] | None:
    """What takes the place of a native class method that tells the time.

    Numbers drawn from `random` are no such case: they follow from a state, and a changed state is
    noticed (`run.state`).
    """
    name = method.__name__
    if not isinstance(owner, type) or owner.__module__ != "datetime":
        return None
    if name not in ("now", "today", "utcnow"):
        return None
    return functools.partial(impure, method, f"{owner.__name__}.{name}")
