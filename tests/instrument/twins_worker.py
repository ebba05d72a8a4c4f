"""Calls each function of a file plain and instrumented, and writes what came of both as JSON.

python twins_worker.py RESULT FILE [FUNCTION ...]
"""

from __future__ import annotations

import importlib.util
import json
import re
import sys
import traceback
from types import FunctionType, ModuleType
from typing import Any

import wend.run.operations.twin_probes  # noqa: F401 - twins call them
from wend.run import blocks
from wend.run.calls import admission
from wend.run.recorder import Recorder, recording


def main(result: str, file: str, *names: str) -> None:
    found: dict[str, Any] = {}
    for name in names:
        found[name] = [outcome(getattr(loaded(file), name), file)]
    module = loaded(file)
    admission.admit_module(module)
    for name in names:
        function = getattr(module, name)
        if type(function) is FunctionType and function.__code__ not in admission.twins_in_use:
            found[name].append("was not instrumented")
            continue
        with recording(Recorder()) as recorder:
            found[name].append(outcome(function, file))
        # Clocks are noticed wherever they are read.
        noted = [each for each in recorder.reasons if each.what != "nondeterministic"]
        if recorder.branches or noted:
            found[name].append("noted something without tracked values")
    assert blocks.marks
    with open(result, "w") as stream:
        json.dump(found, stream)


def loaded(file: str) -> ModuleType:
    """The module, anew."""
    spec = importlib.util.spec_from_file_location("constructs_under_test", file)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def outcome(function: Any, file: str) -> list[Any]:
    """What the function returned or raised; with an exception, the lines that it went through."""
    try:
        return ["returned", re.sub(r"0x[0-9a-f]{6,}", "0x", repr(function()))]
    except BaseException as error:
        frames = traceback.extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in frames if frame.filename == file]
        return ["raised", type(error).__qualname__, str(error), lines]


if __name__ == "__main__":
    main(*sys.argv[1:])
