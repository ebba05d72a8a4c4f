"""Calls of the target with inputs, and descriptions of how they ended."""

from __future__ import annotations

import contextlib
import functools
import itertools
import re
from collections.abc import Callable, Iterator, Mapping
from types import CodeType, FunctionType, ModuleType, TracebackType
from typing import Any

from wend.describe.evaluation import evaluated
from wend.describe.objects.naming import Names
from wend.inputs.domain import ABSENT
from wend.inputs.literal import to_source_with
from wend.inputs.target import Parameter
from wend.path.outcome import Dropped, Outcome, Raised, Returned, Stopped, Violated
from wend.run import recorder
from wend.run.arguments.build import Builder, message_of
from wend.run.arguments.validity import Broken, Check, Validity, gives_up, is_refused
from wend.run.class_questions import entered
from wend.run.clock import CLOCK
from wend.run.disguised_frames import like_one_of
from wend.run.limits import LOOK_SECONDS, time_limit
from wend.run.operations.keys import settle_measured
from wend.run.operations.lengths import takes_tracked_lengths
from wend.run.tracked.lift import FOLLOWED, plain
from wend.source.installed import is_beside, is_installed
from wend.source.instructions import is_raise

MOST_ITEMS = 1000
"""The most items that a generator is asked for."""

LONGEST_REPR = 2000


_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
"""Addresses in representations: they differ from run to run and say nothing."""


class Invocation:
    """A target that is ready to be called: module, callable, and how to fill its parameters."""

    def __init__(
        self,
        module: ModuleType,
        called: Any,
        function: FunctionType,
        parameters: tuple[Parameter, ...],
        valid: tuple[str, ...] = (),
    ) -> None:
        self.module = module
        self.called = called
        self.function = function
        self.parameters = parameters
        self._first = parameters[0].name if parameters else ""
        self._validity = Validity(Names(module), valid)
        self.is_assuming = False
        """Whether the call has not begun, because it is being asked whether the arguments are
        valid."""
        self.is_under_way = False
        """Whether code under test has begun, and not ended: before and after that, what is raised
        without it is a fault of wend and no outcome."""
        self.checked: list[tuple[str, str]] = []
        """The checks of the last call; see `path.replay`."""
        self.constants: list[Any] = []
        """The numbers and texts in the code of the target."""
        self.is_unseeded = False
        """Whether the module left the generator of `random` as it found it."""
        self.fields: list[str] | None = None
        """The paths of the fields of cells that the last call read; None if it has no cells."""
        self.assumed: int | None = None
        """The number of branches before the last call began; None if it did not begin."""
        self.traces: dict[Any, Invocation | None] = {}
        """Traces of the target that were made already (`run.traces`)."""
        self.before_call: Callable[[], None] | None = None
        """Called when the inputs are made and the call is about to begin."""
        self.driven = ""
        """The kind of object that the last call returned and that was run to its end: a generator,
        say."""

    @takes_tracked_lengths
    def call(self, inputs: Mapping[str, Any], *, tracked: bool) -> Any:
        """Calls the target with values made of the inputs.

        A generator is run to its end and a coroutine awaited: otherwise nothing would happen.
        """
        CLOCK.reset()
        self.is_under_way = False
        args: list[Any] = []
        keywords: dict[str, Any] = {}
        builder = Builder(inputs, self.module, self.parameters, tracked=tracked)
        self.fields = None if builder.graph is None else builder.graph.fields
        self.assumed = None
        build = self._at_home if tracked else Builder.argument
        for parameter in self.parameters:
            value = build(builder, parameter)
            if value is ABSENT:
                continue
            if parameter.stars == "*":
                args.extend(value)
            elif parameter.stars == "**":
                keywords.update(value)
            elif parameter.by_keyword:
                keywords[parameter.name] = value
            else:
                args.append(value)
        self.is_under_way = True
        try:
            checks = self._assumed(builder.arguments, tracked)
            self._refuse(args, keywords, tracked)
            self.assumed = len(recorder.current.branches) if tracked else None
            entered(self.called)
            driven = self._driven(args, keywords)
            self._check(checks, tracked)
            self.is_under_way = False
            return driven
        finally:
            builder.over()

    def _driven(self, args: list[Any], keywords: dict[str, Any]) -> Any:
        """The result of the call; that of a generator is what it gives until it ends."""
        if self.before_call is not None:
            self.before_call()
        try:
            value = self.called(*args, **keywords)
            self.driven = _DRIVEN.get(type(value).__name__, "")
            driven = drive(value)
        except (Exception, SystemExit, KeyboardInterrupt):  # of the code under test
            settle_measured()
            raise
        settle_measured()
        return driven

    def _assumed(self, arguments: Mapping[str, Any], tracked: bool) -> list[Check]:
        """Drops the run if an argument is not valid. Returns the checks to be made after the
        call."""
        self.checked = []
        checks = self._validity.checks(arguments)
        checks = [each for each in checks if each.predicate is not self.function]
        self.is_assuming = True
        for check in checks:
            # The object that a constructor is about to make does not exist yet.
            is_made = self.function.__name__ == "__init__" and check.parameter == self._first
            if not is_made and check.fails(tracked=tracked) is not None:
                recorder.current.end(recorder.RunDropped())
        self.is_assuming = False
        return checks

    def _refuse(self, args: list[Any], keywords: dict[str, Any], tracked: bool) -> None:
        """Drops the run if the target's own contracts rule out its arguments."""
        self.is_assuming = True
        if is_refused(self.called, args, keywords, tracked=tracked):
            recorder.current.end(recorder.RunDropped())
        self.is_assuming = False

    def _check(self, checks: list[Check], tracked: bool) -> None:
        for check in checks:
            raised = check.fails(tracked=tracked)
            if raised is not None:
                raise Broken(check.source, check.parameter, raised)
            if check.source and check.parameter:
                statement = check.source if check.is_silent else f"assert {check.source}"
                self.checked.append((check.parameter, statement))

    @functools.cached_property
    def _at_home(self) -> Callable[[Builder, Parameter], Any]:
        """Builds a value in a frame that looks like one of the target, so that what is decided or
        lost while inputs are built is attributed to the first line of the target."""
        made = like_one_of(
            self.function.__code__, lambda builder, parameter: builder.argument(parameter)
        )
        return made  # type: ignore[no-any-return]

    def returned(self, value: Any) -> Returned:
        """The outcome of a call that returned a value."""

        def shallow(item: Any) -> Any:
            return plain(item) if type(item) in FOLLOWED else item

        with recorder.quietly():
            concrete = plain(value)
            source, imports, named = to_source_with(concrete, self._names.reference, shallow)
            if source is not None and (not named or self._evaluates(source, imports, concrete)):
                return Returned(source, source, imports)
            text = _repr_of(concrete)
        return Returned(None, _ADDRESS.sub(" at 0x…", text[:LONGEST_REPR]))

    @functools.cached_property
    def _names(self) -> Names:
        return Names(self.module)

    def _evaluates(self, source: str, imports: tuple[str, ...], value: Any) -> bool:
        """Whether an instance is what its source makes. A constructor may do anything."""
        try:
            with _looking():
                again = evaluated(self.module, source, imports)
                return type(again) is type(value) and bool(again == value)
        except (recorder.RunTooLong, recorder.RunBlocked):
            return False
        except (Exception, SystemExit, KeyboardInterrupt):  # of the code under test
            return False

    def raised(self, error: BaseException) -> Outcome:
        """The outcome of a call that raised an exception; raises what is a fault of wend."""
        if self.is_assuming:
            self.is_assuming = False
            if not isinstance(error, recorder.RunDropped):
                recorder.current.note(gives_up())
            return Dropped()
        if isinstance(error, Broken):
            return Violated(error.predicate, error.parameter, error.raised)
        if isinstance(error, recorder.RunDropped):
            return Dropped()
        if isinstance(error, recorder.RunBlocked):
            return Stopped("blocked", str(error))
        if isinstance(error, recorder.RunCrashed):
            return Stopped("crash", str(error))
        if isinstance(error, recorder.RunTooLong):
            return Stopped("timeout", str(error))
        if isinstance(error, MemoryError):
            return Stopped("memory")
        if not self.is_under_way and isinstance(error, Exception) and self._is_wends(error):
            raise error
        cls = type(error)
        home = "" if cls.__module__ == "builtins" else f"{cls.__module__}."
        dotted = f"{home}{cls.__qualname__}"
        code, at, line = _where(error.__traceback__, lambda file: True)
        file = code.co_filename if code is not None else ""
        is_explicit, through = self._is_explicit(error, code, at), self._through(error, code)
        return Raised(dotted, _message_of(error), file, line, is_explicit, through=through)

    def _is_wends(self, error: BaseException) -> bool:
        """Whether nothing but code of wend was running when an exception was raised."""
        traceback, home = error.__traceback__, self._at_home.__code__
        while traceback is not None:
            code = traceback.tb_frame.f_code
            if code is not home and not code.co_filename.startswith(recorder.OURS):
                return False
            traceback = traceback.tb_next
        return True

    def _through(self, error: BaseException, code: CodeType | None) -> tuple[str, int] | None:
        """The innermost place in code of the user, if the exception was raised elsewhere."""
        if code is None or self._is_own(code.co_filename):
            return None
        own, _, line = _where(error.__traceback__, self._is_own)
        return (own.co_filename, line) if own is not None else None

    def _is_own(self, file: str) -> bool:
        """Whether a file is the user's: next to the target, or not installed as the target is."""
        return is_beside(file, self.function.__code__.co_filename) or not is_installed(file)

    def _is_explicit(self, error: BaseException, code: CodeType | None, at: int) -> bool:
        """Whether a `raise` statement next to the target raised the exception. A failed assert is
        none."""
        if isinstance(error, SystemExit):
            return True
        if isinstance(error, AssertionError) or code is None or not is_raise(code, at):
            return False
        return is_beside(code.co_filename, self.function.__code__.co_filename)


_DRIVEN = {
    "generator": "generator",
    "coroutine": "coroutine",
    "async_generator": "async generator",
}


def drive(value: Any) -> Any:
    """The value that a caller would get in the end from a generator, a coroutine or an asynchronous
    generator."""
    match _DRIVEN.get(type(value).__name__):
        case "generator":
            return list(itertools.islice(value, MOST_ITEMS))
        case "coroutine" | "async generator":
            import asyncio  # takes longer to import than all of wend

            return asyncio.run(value if hasattr(value, "send") else _collect(value))
        case _:
            return value


async def _collect(items: Any) -> list[Any]:
    collected: list[Any] = []
    async for item in items:
        collected.append(item)
        if len(collected) == MOST_ITEMS:
            break
    return collected


@contextlib.contextmanager
def _looking() -> Iterator[None]:
    """A context in which objects of the code under test are asked for something after the call. The
    call came to its end, whatever they do now."""
    ended = recorder.current.ended
    try:
        with time_limit(LOOK_SECONDS):
            yield
    finally:
        recorder.current.ended = ended


def _repr_of(value: Any) -> str:
    """The representation of an object, which may be made by code under test."""
    name = type(value).__name__
    try:
        with _looking():
            return repr(value)
    except recorder.RunTooLong:
        return f"<{name} whose repr does not end>"
    except recorder.RunBlocked:
        return f"<{name} whose repr wend blocked>"
    except (Exception, SystemExit, KeyboardInterrupt) as error:
        return f"<{name} whose repr raises {type(error).__name__}>"


def _message_of(error: BaseException) -> str:
    """The message of an exception, in the same way."""
    try:
        with _looking():
            return message_of(error)
    except recorder.RunTooLong:
        return "<message whose str does not end>"
    except recorder.RunBlocked:
        return "<message whose str wend blocked>"


def _where(
    traceback: TracebackType | None, is_wanted: Callable[[str], bool]
) -> tuple[CodeType | None, int, int]:
    """The innermost place that is not in wend, in a file that is wanted: the code, the instruction
    and the line."""
    place: tuple[CodeType | None, int, int] = None, 0, 0
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if not code.co_filename.startswith(recorder.OURS) and is_wanted(code.co_filename):
            place = code, traceback.tb_lasti, traceback.tb_lineno
        traceback = traceback.tb_next
    return place
