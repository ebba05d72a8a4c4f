"""Traces of the target as functions. They are made of its source, instrumented, and called as the
target is."""

from __future__ import annotations

import functools
import marshal
from types import CellType, CodeType, FunctionType, MethodType
from typing import Any

from wend.expr.build import negate
from wend.inputs.target import Parameter
from wend.instrument.trace import NAME, OUTER, Step, program
from wend.messages.packing import unplain
from wend.path.reason import Reason
from wend.path.trace import CONSTANT, UNFIT
from wend.run import measure, recorder
from wend.run.calls import admission
from wend.run.invoke import MOST_ITEMS, Invocation
from wend.run.operations import exception_groups
from wend.run.tracked.boolean import SymBool
from wend.run.tracked.decisions import decide
from wend.run.tracked.floating import SymFloat
from wend.run.tracked.integer import SymInt
from wend.source.control.builder import control_of
from wend.source.control.graph import (
    AENTER,
    AITER,
    ENTER,
    FIT,
    ITER,
    MERGED,
    SPLIT,
    TURN,
    YIELD,
    YIELD_FROM,
    Control,
)
from wend.source.files import parse, read_source, source_file


class Unfit(recorder.RunDropped):
    """Ends a run in which a condition is not as the trace needs it. The reason says where."""

    def __init__(self, why: str) -> None:
        super().__init__()
        self.reason = Reason(UNFIT, "a condition does not fit", "", why, *recorder.current.place())


def fit(value: Any = None, wanted: bool | None = None) -> None:
    """Ends the run if a condition is not as wanted; else the condition is a decision of the run."""
    if wanted is None:
        recorder.current.end(Unfit(""))
    if type(value) in _NUMBERS:
        value = value != 0
    why = ""
    if type(value) is SymBool:
        condition = value._wend_term if wanted else negate(value._wend_term)
        is_fit = value._wend_value is wanted
        if not is_fit:
            # Noted even if it follows from earlier decisions, so that it is known from which.
            recorder.current.forget(condition)
        decide(condition, is_fit, "fit")
    else:
        is_fit = bool(value) is wanted
        why = CONSTANT if type(value) in _CONSTANTS else ""
    if not is_fit:
        recorder.current.end(Unfit(why))


def _entering(enter: str, leave: str, what: str, manager: Any) -> Any:
    """The method of a manager that `with` calls on entry. A manager without its two methods raises
    TypeError."""
    cls = type(manager)
    if not (hasattr(cls, enter) and hasattr(cls, leave)):
        raise TypeError(f"{cls.__name__!r} object does not support the {what} protocol")
    return getattr(manager, enter)


_WITH = functools.partial(_entering, "__enter__", "__exit__", "context manager")
_ASYNC_WITH = functools.partial(
    _entering, "__aenter__", "__aexit__", "asynchronous context manager"
)


def yielded_from(items: Any) -> Any:
    """The value of `yield from` where a generator is iterated to its end. An iterator without an
    end ends the run."""
    iterator = iter(items)
    for _ in range(MOST_ITEMS):
        try:
            next(iterator)
        except StopIteration as end:
            return end.value
    recorder.current.end(Unfit(""))
    return None


_NUMBERS = (SymInt, SymFloat)
_CONSTANTS = (bool, int, float, str, bytes, type(None))


def traced(
    invocation: Invocation,
    first_line: int,
    steps: tuple[Step, ...],
    parameters: tuple[Any, ...] | None,
    *,
    measured: bool = False,
) -> Invocation | None:
    """A trace of the target, ready to be called. None if the target is not its function alone: a
    decorator may do anything with the arguments.

    `measured`: the conditions of the trace are measured (`run.measure`).
    """
    kept = invocation.traces
    key = first_line, steps, marshal.dumps(parameters), measured
    if key not in kept:
        if len(kept) >= MOST_KEPT:
            kept.clear()
        kept[key] = _traced_anew(invocation, first_line, steps, parameters, measured)
    return kept[key]


MOST_KEPT = 200
"""Traces that an invocation keeps; then it forgets all of them."""


@functools.cache
def _control(file: str, first_line: int) -> Control:
    """The control flow of a function, of a tree of its own: rewriting changes those of files."""
    return control_of(parse(read_source(file), file), first_line)


def _traced_anew(
    invocation: Invocation,
    first_line: int,
    steps: tuple[Step, ...],
    parameters: Any,
    measured: bool,
) -> Invocation | None:
    function, called = invocation.function, invocation.called
    receiver: tuple[Any, ...] = ()
    if type(called) is MethodType and called.__func__ is function:
        receiver = (called.__self__,)
    elif called is not function:
        return None
    code = function.__code__
    file = source_file(code, function.__module__)
    if file is None or code.co_firstlineno != first_line:
        return None
    control = _control(file, first_line)
    own = unplain(parameters)
    try:
        made = _function(function, file, control, steps, own, measured)
    except (SyntaxError, ValueError, RecursionError):  # of the compiler, as for twins
        return None
    if own is not None:
        return Invocation(invocation.module, made, function, tuple(own))
    bound = MethodType(made, receiver[0]) if receiver else made
    return Invocation(invocation.module, bound, function, invocation.parameters)


def _function(
    function: FunctionType,
    file: str,
    control: Control,
    steps: tuple[Step, ...],
    own: list[Parameter] | None,
    measured: bool,
) -> FunctionType:
    code = function.__code__
    names = None if own is None else [each.name for each in own]
    owner = _owner(code)
    made_of = program(control, steps, names, code.co_freevars, owner, measured=measured)
    compiled = admission.twins.of_program(made_of, file, code.co_filename, code.co_flags)
    found = compiled
    for name in (OUTER, *([owner] if owner else ()), NAME):
        found = _inner(found, name)
    cells = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
    cells[FIT] = CellType(measure.fit if measured else fit)
    cells |= {ITER: CellType(iter), AITER: CellType(aiter), TURN: CellType(measure.turn)}
    cells |= {ENTER: CellType(_WITH), AENTER: CellType(_ASYNC_WITH)}
    # Nothing is sent to a generator that is iterated to its end.
    cells |= {YIELD: CellType(lambda value=None: None), YIELD_FROM: CellType(yielded_from)}
    cells |= {SPLIT: CellType(exception_groups.split), MERGED: CellType(exception_groups.merged)}
    closure = tuple([cells[name] for name in found.co_freevars])
    found = found.replace(co_name=code.co_name, co_qualname=code.co_qualname)
    admission.known_codes[id(found)] = found
    made = FunctionType(found, function.__globals__, function.__name__, None, closure)
    made.__module__ = function.__module__
    if own is None:
        made.__defaults__, made.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
    return made


def _owner(code: CodeType) -> str:
    """The class around a function. Python mangles names with two underscores by it."""
    around = code.co_qualname.split(".")[-2:-1]
    return around[0] if around and around[0] != "<locals>" else ""


def _inner(code: CodeType, name: str) -> CodeType:
    for const in code.co_consts:
        if type(const) is CodeType and const.co_name == name:
            return const
    raise LookupError(name)
