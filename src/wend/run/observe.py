"""The types that the locals of the target have when it is run with plain values.

No proof rests on them, since other inputs may give other types. A search begins with them.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterable
from types import FrameType
from typing import Any

from wend.inputs.inputs import Inputs
from wend.messages.options import Limits
from wend.run.guard import Guard
from wend.run.invoke import Invocation
from wend.run.limits import time_limit
from wend.run.recorder import Recorder, recording


def observe(
    invocation: Invocation, runs: Iterable[Any], limits: Limits, guard: Guard
) -> dict[str, Any]:
    """The names of the types of each local, at the end of runs with these inputs."""
    found: dict[str, set[str]] = {}
    code = invocation.function.__code__

    def note(frame: FrameType, event: str, argument: Any) -> None:
        if event == "return" and frame.f_code is code:
            for name, value in frame.f_locals.items():
                found.setdefault(name, set()).add(type(value).__name__)

    for items in runs:
        inputs = Inputs(tuple([tuple(item) for item in items]))
        before = sys.getprofile()
        with contextlib.suppress(BaseException), recording(Recorder()):
            try:
                with time_limit(limits.seconds):
                    guard.active = True
                    sys.setprofile(note)
                    invocation.call(inputs, tracked=False)
            finally:
                sys.setprofile(before)
                guard.active = False
        guard.active = False
    return {"types": {name: sorted(kinds) for name, kinds in found.items()}}
