"""The baseline: Hypothesis draws arguments by type for some seconds; what takes a new branch stays.

`python hypothesis_baseline.py FILE FUNCTION SECONDS SEED` prints one line for each such input: the
source of a dict of arguments. Nothing guides the drawing but Hypothesis itself.
"""

from __future__ import annotations

import enum
import importlib.util
import inspect
import random
import signal
import sys
import time
import typing
from pathlib import Path
from types import FrameType
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

SECONDS_EACH = 2.0


class Slow(BaseException):
    """One call took too long."""


def main() -> None:
    file, name, seconds, seed = sys.argv[1:]
    module = load(file)
    function = getattr(module, name)
    hints = typing.get_type_hints(function)
    arguments = {key: st.from_type(hints[key]) for key in inspect.signature(function).parameters}
    random.seed(int(seed))
    until = time.monotonic() + float(seconds)
    seen: set[tuple[int, int]] = set()
    signal.signal(signal.SIGALRM, too_slow)

    def run(drawn: dict[str, Any]) -> None:
        if time.monotonic() > until:
            return
        text = "{" + ", ".join(f"{key!r}: {source(value)}" for key, value in drawn.items()) + "}"
        steps = arcs(file, function, drawn)
        if not steps <= seen:
            seen.update(steps)
            print(text, flush=True)

    number = 0
    while time.monotonic() < until:
        # Many short sessions: one long one would begin to avoid what it knows.
        session = settings(
            max_examples=200,
            deadline=None,
            database=None,
            derandomize=False,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )(given(st.fixed_dictionaries(arguments))(run))
        session._hypothesis_internal_use_seed = int(seed) * 1000 + number
        session()
        number += 1


def arcs(file: str, function: Any, drawn: dict[str, Any]) -> set[tuple[int, int]]:
    """The steps from line to line that a call makes in the file."""
    found: set[tuple[int, int]] = set()

    def enter(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_filename != file:
            return None
        last = frame.f_lineno

        def step(frame: FrameType, event: str, _: Any) -> Any:
            nonlocal last
            if event == "line":
                found.add((last, frame.f_lineno))
                last = frame.f_lineno
            return step

        return step

    signal.setitimer(signal.ITIMER_REAL, SECONDS_EACH)
    sys.settrace(enter)
    try:
        function(**drawn)
    except (Exception, Slow):
        pass
    finally:
        sys.settrace(None)
        signal.setitimer(signal.ITIMER_REAL, 0)
    return found


def too_slow(*_: object) -> None:
    raise Slow


def source(value: Any) -> str:
    """The value as source, by its constructor where it is an object."""
    if isinstance(value, enum.Enum):
        return str(value)
    if isinstance(value, float):
        return f"float({str(value)!r})"
    if isinstance(value, list):
        return f"[{', '.join(map(source, value))}]"
    if type(value) is tuple:
        return f"({''.join(source(item) + ', ' for item in value)})"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{source(k)}: {source(v)}' for k, v in value.items())}}}"
    if isinstance(value, tuple) or hasattr(value, "__dict__"):
        names = inspect.signature(type(value)).parameters
        parts = ", ".join(f"{name}={source(getattr(value, name))}" for name in names)
        return f"{type(value).__name__}({parts})"
    return repr(value)


def load(file: str) -> Any:
    spec = importlib.util.spec_from_file_location(Path(file).stem, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    main()
