"""The function that a target names, found in its module, and what the parent is told of it."""

from __future__ import annotations

import importlib
import inspect
import os
import random
from types import FunctionType
from typing import Any

from wend.describe.guessing.constants import constants_of, texts_of
from wend.describe.guessing.words import words_of
from wend.describe.signature import describe
from wend.errors import WendError
from wend.inputs.target import TargetRef
from wend.messages.options import RunOptions
from wend.messages.packets import pack_parameter, pack_reasons
from wend.process.load import (
    Loaded,
    NotThere,
    access_of,
    check_is_listed,
    check_is_written,
    find_function,
)
from wend.run.invoke import Invocation
from wend.run.recorder import OURS


def prepare(
    ref: TargetRef, options: RunOptions, loaded: Loaded, live: Any
) -> tuple[Invocation | None, dict[str, Any]]:
    """How to call a target, and what the parent is told of it; None where it can't be called."""
    try:
        module = loaded.found()
        if live is not None:
            called, function = _unwrapped(live)
        else:
            line = 0 if ref.listed else ref.line
            called, function = find_function(module, ref.function, line)
            if ref.listed or (options.goals is not None and ref.line):
                check_is_listed(function, ref)
            if ref.listed:
                check_is_written(function, ref, module)
    except NotThere as error:
        return None, {"error": error.fact if ref.listed else str(error), "skipped": ref.listed}
    except WendError as error:
        return None, {"error": str(error)}
    except BaseException as error:
        return None, {"error": _import_failed(ref, error)}
    described = describe(
        called,
        function,
        ref.function,
        module,
        [dict(each) for each in options.given],
        options.objects,
        options.valid,
    )
    if described.problem is not None:
        return None, {
            "error": described.problem,
            "reasons": pack_reasons(dict.fromkeys(described.reasons, 1)),
        }
    code = function.__code__
    invocation = Invocation(module, called, function, described.parameters, options.valid)
    invocation.constants = constants_of(function)
    invocation.is_unseeded = random.getstate() == loaded.chance
    if invocation.is_unseeded:
        random.seed(0)  # what depends on it is told to be so, and is still the same every time
    return invocation, {
        "parameters": [pack_parameter(parameter) for parameter in described.parameters],
        "reasons": pack_reasons(dict.fromkeys(described.reasons, 1)),
        "kind": access_of(module, ref.function, function) or _kind(function),
        "file": code.co_filename,
        "line": code.co_firstlineno,
        "constants": invocation.constants,
        "texts": texts_of(module),
        "words": words_of(function, module),
        "first": list(described.first),
    }


def _unwrapped(live: Any) -> tuple[Any, FunctionType]:
    inner = inspect.unwrap(getattr(live, "__func__", live))
    if not isinstance(inner, FunctionType):
        raise WendError(f"{live!r} is no Python function")
    return live, inner


def _import_failed(ref: TargetRef, error: BaseException) -> str:
    import traceback

    frames = traceback.extract_tb(error.__traceback__)
    ours = [
        frame
        for frame in frames
        if not frame.filename.startswith((OURS, "<frozen", os.path.dirname(importlib.__file__)))
    ]
    place = f" ({ours[-1].filename}:{ours[-1].lineno})" if ours else ""
    if isinstance(error, SyntaxError):
        place = f"{error.filename or ref.module.file}:{error.lineno or 1}"
        return f"{place}: syntax error: {error.msg}; mend it and try again"
    return (
        f"importing {ref.module.name} raised {type(error).__name__}: {error}{place}; "
        "wend explores what can be imported"
    )


def _kind(function: FunctionType) -> str:
    if inspect.isasyncgenfunction(function):
        return "async generator"
    if inspect.iscoroutinefunction(function):
        return "coroutine"
    return "generator" if inspect.isgeneratorfunction(function) else "function"
