"""Native functions whose results differ for equal arguments: clocks, addresses, hashes of text, and
draws of a generator without a seed."""

from __future__ import annotations

import functools
import linecache
import os
import re
import time
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any

from wend.run import clock, recorder
from wend.run.calls.differs_by_process import varies
from wend.run.class_questions import told_type
from wend.run.tracked.lift import value_of
from wend.run.tracked.text import lose_all
from wend.source.library.outside import CLOCKS, TELLS_NOW


def id_model(*args: Any, **keywords: Any) -> Any:
    if not _is_key(recorder.caller()):
        says = "id() gives another number in each process: what depends on it may differ"
        varies("id", says, "compare objects with `is`")
    answer = id(*args, **keywords)
    told_type(args[0])
    return answer


def _is_key(frame: FrameType) -> bool:
    """Whether the code does the same for every number: it compares two ids, or uses an id as a
    key."""
    return _is_key_at(frame.f_code, frame.f_lasti)


@functools.lru_cache(256)
def _is_key_at(code: CodeType, place: int) -> bool:
    _, line, _, column = [*code.co_positions()][place // 2]
    if line is None or column is None:
        return False
    text = linecache.getline(code.co_filename, line).encode()
    if text.count(b"id(") > 1 or _KEY.match(text[column:]) is not None:
        return True
    named = _NAMED.match(text)
    return named is not None and not text[column:].strip() and _is_name_of_key(code, named[1])


def _is_name_of_key(code: CodeType, name: bytes) -> bool:
    """Whether a function uses a variable as nothing but a key."""
    lines = [line for _, _, line in code.co_lines() if line]
    source = [
        linecache.getline(code.co_filename, at).encode() for at in range(min(lines), max(lines) + 1)
    ]
    uses = re.compile(rb"\b%b\b(?!\s*=\s*id\()(.*)" % name)
    found = [use[1] for line in source for use in uses.finditer(line.partition(b"#")[0])]
    return all(_KEY.match(rest) is not None for rest in found)


_KEY = re.compile(rb"\s*(\]|\)|,|in\b|not\s+in\b)")
_NAMED = re.compile(rb"\s*(\w+)\s*=\s*id\(")


def impure(function: Any, name: str, *args: Any, **keywords: Any) -> Any:
    """Calls a function whose result differs each time, and notes that."""
    says = f"{name}() gives another result each time: what depends on it may differ"
    remedy = "hand in clocks and random numbers as arguments"
    recorder.current.note_here("nondeterministic", says, remedy, name)
    return function(*args, **keywords)


def _only_now(function: Any, name: str, place: int, *args: Any) -> Any:
    lose_all(args, f"{name} has no terms")
    known = [*map(value_of, args)]
    if known[place:] in ([], [None]):
        return impure(function, name, *known)
    return function(*known)


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    id: id_model,
    **{getattr(time, name): functools.partial(impure, getattr(time, name), f"time.{name}")
       for name in CLOCKS.of("time")},
    **{getattr(time, name): functools.partial(_only_now, getattr(time, name), f"time.{name}", place)
       for name, place in TELLS_NOW.items()},
    **{virtual.__func__: functools.partial(impure, virtual.__func__, f"time.{native.__name__}")
       for native, virtual in clock.NOW.items()},
    **{each: functools.partial(impure, each, f"datetime.{each.__name__}")
       for each in (clock.now, clock.utcnow)},
    time.sleep: clock.SLEEP,
    os.urandom: functools.partial(impure, os.urandom, "os.urandom"),
}  # fmt: skip


def method_model(method: Any, owner: Any) -> Callable[..., Any] | None:
    """The model of a native class method that tells the time, or None.

    Numbers drawn from `random` are no such case: they follow from a state, and a changed state is
    noticed (`process.state`).
    """
    name = method.__name__
    if not issubclass(type(owner), type) or owner.__module__ != "datetime":
        return None
    if name not in CLOCKS.of("datetime.datetime"):
        return None
    return functools.partial(impure, method, f"{owner.__name__}.{name}")
