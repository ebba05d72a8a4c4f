"""A target made ready for runs: its function, its parameters, and what the parent is told."""

from __future__ import annotations

import importlib
import inspect
import os
import random
from types import FunctionType, ModuleType
from typing import Any

from wend.describe.guessing.constants import constants_of, texts_of
from wend.describe.guessing.words import words_of
from wend.describe.signature import describe
from wend.errors import WendError
from wend.inputs.target import Kind, TargetRef
from wend.messages.options import RunOptions
from wend.messages.orders import CannotPrepare, TargetFacts
from wend.path.reason import Reason
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
) -> tuple[Invocation, TargetFacts] | tuple[None, CannotPrepare]:
    """How to call a target, and what the parent is told of it; None where it can't be called."""
    try:
        module = loaded.found()
        called, function = _found(ref, options, module, live)
    except NotThere as error:
        return None, CannotPrepare(error.fact if ref.listed else str(error), skipped=ref.listed)
    except WendError as error:
        return None, CannotPrepare(str(error))
    except BaseException as error:
        return None, CannotPrepare(_import_failed(ref, error))
    given = [dict(each) for each in options.given]
    described = describe(
        *(called, function, ref.function, module, given, options.objects, options.valid)
    )
    reasons = tuple(dict.fromkeys((*described.reasons, *_about_guard(options, loaded))))
    if described.problem is not None:
        return None, CannotPrepare(described.problem, reasons)
    code = function.__code__
    invocation = Invocation(module, called, function, described.parameters, options.valid)
    invocation.constants = constants_of(function)
    invocation.is_unseeded = random.getstate() == loaded.chance
    if invocation.is_unseeded:
        random.seed(0)  # what depends on it is told to be so, and is still the same every time
    return invocation, TargetFacts(
        described.parameters,
        reasons,
        access_of(module, ref.function, function) or _kind(function),
        code.co_filename,
        code.co_firstlineno,
        tuple(invocation.constants),
        tuple(texts_of(module)),
        tuple(words_of(function, module)),
        tuple(described.first),
    )


def _about_guard(options: RunOptions, loaded: Loaded) -> list[Reason]:
    """Tells where the kernel does not help the guard, though nobody asked for that."""
    if loaded.guard.confinement.layer != "hook" or "all" in options.allow:
        return []
    says = "the kernel offers neither namespaces nor Landlock: Python's audit hook alone guards"
    return [Reason("hook-alone", says, "run code that you do not trust in a container")]


def _found(
    ref: TargetRef, options: RunOptions, module: ModuleType, live: Any
) -> tuple[Any, FunctionType]:
    """The target as it is called, and the Python function below it."""
    if live is not None:
        return _unwrapped(live)
    found: tuple[Any, FunctionType] = find_function(
        module, ref.function, 0 if ref.listed else ref.line
    )
    if ref.listed or (options.goals is not None and ref.line):
        check_is_listed(found[1], ref, module)
    if ref.listed:
        check_is_written(found[1], ref, module)
    return found


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
        f"importing {ref.module.name} raised {type(error).__name__}: {_text_of(error)}{place}; "
        "wend explores what can be imported"
    )


def _text_of(error: BaseException) -> str:
    """The message of an exception of the code under test, whose `__str__` may raise anything."""
    try:
        return str(error)
    except BaseException as other:
        return f"(its __str__ raises {type(other).__name__})"


def _kind(function: FunctionType) -> Kind:
    if inspect.isasyncgenfunction(function):
        return "async generator"
    if inspect.iscoroutinefunction(function):
        return "coroutine"
    return "generator" if inspect.isgeneratorfunction(function) else "function"
