"""A second import of a module, which shows what opaque functions return meanwhile.

[000] §7: a lexer fills its table of hashed keywords when it is imported, and these pairs are what
it takes to drive a parser through it. The import happens in a child: nothing is there twice.
"""

from __future__ import annotations

import marshal
import os
from types import ModuleType
from typing import Any

from wend.messages.notes import notes
from wend.messages.options import Limits
from wend.run.calls import admission
from wend.run.guard import Guard
from wend.run.limits import time_limit
from wend.run.recorder import Recorder, recording

IMPORT_SECONDS = 0.5
"""Seconds for the import. The parent waits for the run before which it happens."""

_NAMES = ("__name__", "__file__", "__package__", "__spec__", "__loader__", "__path__", "__doc__")


def samples_of_import(module: ModuleType, limits: Limits, guard: Guard) -> list[Any]:
    """The samples of a module's own code."""
    with notes() as told:
        child = os.fork()
        if child == 0:
            try:
                told.write(marshal.dumps(_samples(module, limits, guard)))
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        told.seek(0)
        try:
            found: list[Any] = marshal.loads(told.read())
        except (EOFError, ValueError, TypeError):
            return []  # the import ended its process
        return found


def _samples(module: ModuleType, limits: Limits, guard: Guard) -> list[Any]:
    code = admission.twins.of_module(getattr(module, "__file__", None) or "")
    if code is None:
        return []
    names = {name: vars(module)[name] for name in _NAMES if name in vars(module)}
    recorder = Recorder()
    with recording(recorder):
        try:
            with time_limit(min(limits.seconds, IMPORT_SECONDS)):
                guard.active = True
                exec(code, names)
        except BaseException:  # raised by the code under test: the samples until then count
            pass
        finally:
            guard.active = False
    return list((recorder.samples or {}).values())
