"""Calls of functions that have summaries: plain inside, applications outside. [003] §4.2

    m = absolute(p)     the caller goes on with the term absolute(p), and nothing that `absolute`
                        decides is a branch of the caller's

What the call itself decides goes into a frame of its own, over variables of its own, `#0`, `#1`, …;
where another way through it is wanted the function is run alone. What it is given is whatever it
reaches (`before_call`), what it returns is whatever it leaves behind (`after_call`). A
call that reaches what can't be described is followed in place, and it is noted why.
"""

from __future__ import annotations

import enum
import sys
from collections.abc import Iterable, Mapping, Sequence
from types import FunctionType, ModuleType
from typing import Any, NoReturn

from wend.describe.class_kinds import HEAP_TYPE
from wend.expr.build import eq, integer
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.path.summary import Call, Key, Slot, shown_name, symbol_of
from wend.run import recorder
from wend.run.calls.applications import MOST_SCALARS
from wend.run.class_questions import Questions, native_class
from wend.run.composed.after_call import After, Applied
from wend.run.composed.before_call import (
    Before,
    CannotTell,
    ValueMaker,
    function_of,
    why_no_closure,
)
from wend.run.composed.module_variables import variables
from wend.run.composed.names import find, name_of_function
from wend.run.composed.touched import Reach, Touched, touched, touched_by_methods
from wend.run.disguised_frames import uncounted
from wend.run.recorder import Frame
from wend.run.tracked.decisions import decide
from wend.run.tracked.lift import FOLLOWED
from wend.run.tracked.pieces import Piece
from wend.source.told import Span

_NOT_ORDINARY = 0x20 | 0x80 | 0x200  # generators, coroutines, asynchronous generators

MOST_CALLS = 500
"""The most calls that are composed in one call. More are followed in place, which is quicker."""

MOST_CHANGING = 200
"""The most variables that are known to change. A run that finds more is not made anew for them."""

_LOOKING_AT_FRAMES = frozenset(("_getframe", "_getframemodulename"))
"""Functions of `sys` that look at frames. Frames of wend are among these where calls are
composed."""


class RunAgain(recorder.RunEnded):
    """Ends a run that must begin anew, because a function turned out to be one that can't be
    summarised."""


class Composing:
    """What a process has found out about the calls that it composes."""

    def __init__(self) -> None:
        self.is_on = False
        """Whether no Python function is called without being asked for."""
        self.epoch = 0
        """Grows when a summary turns out to be wrong. Paths of different epochs don't fit
        together."""
        self.kinds: dict[Key, list[int]] = {}
        """The kinds of results of functions, in the order in which they were met."""
        self._followed: set[tuple[str, str]] = set()
        """Functions whose calls are all followed in place."""
        self._told: set[str] = set()
        """Functions for which a reason to follow a call in place was noted."""
        self._untold: list[tuple[str, str]] = []
        """The names and reasons that were not reported yet."""
        self._framed: set[tuple[str, str]] = set()
        """Functions whose calls were composed."""

    def follow(self, module: str, name: str, why: str) -> None:
        """From now on calls of the function of this name are followed in place."""
        self.epoch += (module, name) in self._framed
        self._followed.add((module, name))
        self.tell(module, name, why)

    def follows(self, module: str, name: str) -> bool:
        """Whether calls of the function of this name are followed in place."""
        return (module, name) in self._followed

    def tell(self, module: str, name: str, why: str) -> None:
        """Notes why a call is followed in place; people are told the first reason."""
        shown = shown_name(module, name)
        if shown not in self._told:
            self._told.add(shown)
            self._untold.append((shown, why))

    def untold(self) -> list[tuple[str, str]]:
        """Functions that were followed in place since the last report, and why."""
        told = self._untold.copy()
        self._untold.clear()
        return told

    def epoch_of(self, frames: Iterable[Frame]) -> int:
        """The epoch of a path with these frames, which is about to be reported."""
        self._framed.update([frame.key[:2] for frame in frames])
        return self.epoch

    def note_changing(self, found: Iterable[tuple[str, str]]) -> None:
        """Has these variables given to the functions that mention them, from now on."""
        if new := [each for each in found if each not in variables.changing]:
            variables.changing.update(dict.fromkeys(new))
            self.epoch += bool(self._framed)


composing = Composing()
"""One for the process: its calls are composed from the start on, and what one run found out holds
for the next."""


def looks_at_frames(function: Any) -> bool:
    """Whether a native function, which is about to be called, looks at the frames of its callers.

    No frame of wend may be among them. So the functions that were called on the way are followed in
    place from now on, and the run begins anew.
    """
    if function.__name__ not in _LOOKING_AT_FRAMES:
        return False
    frame = sys._getframe(1) if recorder.current.is_composing else None
    found = False
    while frame is not None:
        if frame.f_code is ComposedCall.__call__.__code__ or frame.f_code is Alone.call.__code__:
            module, name = frame.f_locals["self"].called()
            why = "it, or what it calls, looks at the frames that called it"
            composing.follow(module, name, why)
            found = True
        frame = frame.f_back
    if found:
        recorder.current.end(RunAgain())
    return True


def composed(function: FunctionType) -> Any:
    """What to call in place of a function; None for the function itself."""
    module = function.__module__
    name = name_of_function(function)
    if name is None:
        composing.tell(str(module), function.__qualname__, "it is not found by its name")
        return None
    if composing.follows(module, name):
        return None
    if why := _why_not(function):
        composing.follow(module, name, why)
        return None
    return ComposedCall(function, name)


def _why_not(function: FunctionType) -> str:
    """Why a function can't be summarised, as far as that is known before the call; "" if it can."""
    if function.__code__.co_flags & _NOT_ORDINARY:
        return "it is a generator or asynchronous"
    if keeps := touched(function).keeps:
        return f"{keeps} keeps something of its own that may change"
    return why_no_closure(function)


class Within(Questions):
    """Stands for the inputs of a call that is composed, whose summary does not say what callers may
    give it. A function that asks for classes is followed in place from then on."""

    __slots__ = ("_called",)

    def __init__(self, called: tuple[str, str]) -> None:
        super().__init__(ModuleType(""), ())
        self._called = called

    def path_of(self, value: Any) -> str | None:
        cls = type(value)
        may_be_given = cls in FOLLOWED or cls.__flags__ & HEAP_TYPE or cls in _CONTAINERS
        return ("tuple" if issubclass(cls, tuple) else "") if may_be_given else None

    def note(self, span: Span | None = None, called: Any = None) -> NoReturn:
        composing.follow(*self._called, "it asks for the class of what it is given")
        recorder.current.end(RunAgain())

    def has(self, path: str, span: Span | None = None) -> None:
        self.note()

    def got(self, cls: Any) -> None:
        self.note()

    def is_got(self, value: Any) -> bool:
        return issubclass(type(value), type)

    def is_open(self, cls: Any) -> bool:
        return True

    def is_compared(self, one: Any, other: Any, answer: Any, span: Span) -> None:
        self.note()

    def is_equal(self, one: Any, other: Any) -> None:
        for cls in (native_class(one), native_class(other)):
            if cls.__flags__ & HEAP_TYPE or cls in _CONTAINERS or cls is type:
                self.note()

    def nested(self, classes: tuple[Any, ...]) -> None:
        self.note()

    def is_tried(self, path: str, value: Any) -> bool:
        return isinstance(value, enum.Enum)  # callers try each member, and the key names it

    def is_shared(self, one: str, other: str) -> bool:
        return "tuple" not in (one, other)  # of other objects the key says which are one


_CONTAINERS = (list, tuple, dict, set, frozenset)


class ComposedCall:
    """Takes the place of a function in one call."""

    __slots__ = ("_function", "_name")

    def __init__(self, function: FunctionType, name: str) -> None:
        self._function = function
        self._name = name

    def called(self) -> tuple[str, str]:
        return self._function.__module__, self._name

    @uncounted
    def __call__(self, /, *args: Any, **keywords: Any) -> Any:
        function, before = self._function, Before(touched(self._function))
        calls = recorder.current.calls
        if calls is not None and len(calls) >= MOST_CALLS:
            why = f"it is called more than {MOST_CALLS} times"
            composing.tell(function.__module__, self._name, why)
            return function(*args, **keywords)
        names = tuple(sorted(keywords))
        given = [*args, *[keywords[name] for name in names]]
        try:
            slots = _slots(function, before, given)
        except CannotTell as error:
            composing.tell(function.__module__, self._name, str(error))
            return function(*args, **keywords)
        if not before.varies or len(before.terms) > MOST_SCALARS:
            return function(*args, **keywords)
        key = function.__module__, self._name, slots, names
        frame = _Frame(function, key, before)
        try:
            own, named = frame.enter(given)
            result = function(*own, **named)
        except recorder.RunEnded:
            frame.leave()
            raise
        except BaseException as error:
            frame.left(error, "raises")
            raise
        return frame.left(result, "returns")


def _slots(function: FunctionType, before: Before, given: list[Any]) -> tuple[Slot, ...]:
    """The slots of all that a call is given; raises CannotTell."""
    slots = [before.slot(value) for value in given]
    beside: list[Slot] = []
    if function.__closure__:
        beside.append(("cells", before.cells(function)))
    if variables.changing:
        reach = Reach([touched(function), *_given([*slots, *beside])])
        places = [each for each in variables.changing if reach.mentions(each[1].rpartition(".")[2])]
        if places:
            beside.append(before.variables(places))
    if beside:
        slots.append(("beside", *beside))
    return tuple(slots)


def _given(slots: Iterable[Slot]) -> Iterable[Touched]:
    """The effects of functions among the slots, and of methods of objects among them."""
    found: dict[tuple[Any, Any, bool], None] = {}
    stack: list[Any] = [*slots]
    while stack:
        slot = stack.pop()
        match slot:
            case ("const", *_):
                continue
            case ("named" | "closure" | "object" | "error", module, name, *_):
                found[module, name, slot[0] != "named"] = None
        stack.extend([part for part in slot if type(part) is tuple])
    return [each for key in found if (each := _touched_at(*key)) is not None]


def _touched_at(module: str, name: str, as_class: bool) -> Touched | None:
    """The effects of a function, or of all methods of a class."""
    found = find(module, name)
    if type(found) is FunctionType:
        return touched(found)
    return touched_by_methods(found) if as_class and isinstance(found, type) else None


class _Frame:
    """One call that is composed."""

    def __init__(self, function: FunctionType, key: Key, before: Before) -> None:
        variables.keep(function.__module__)
        self._function = function
        self._key = key
        self._before = before
        texts = tuple(before.texts)
        self._symbol = symbol_of(key, texts)
        self._caller = recorder.current
        self._inner = self._caller.inner()
        self._inner.questions = Within(key[:2])
        self._handled = sys.exc_info()[1]
        self._made = ValueMaker(before.inputs)
        calls, branches = self._caller.calls, self._caller.branches
        assert calls is not None
        calls.append(Call(len(branches), self._symbol, key, texts, tuple(before.terms)))

    def enter(self, given: list[Any]) -> tuple[list[Any], dict[str, Any]]:
        """The arguments that the function gets. From now on its decisions are recorded."""
        with recorder.quietly():  # code of the library that makes these is not the caller's
            own, named, _ = self._made.call(self._key, given, self._function.__closure__ or ())
        recorder.current = self._inner
        return own, named

    def leave(self) -> None:
        """From now on the decisions of the caller are recorded."""
        recorder.current = self._caller
        self._caller.ended = self._caller.ended or self._inner.ended

    def left(self, result: Any, how: str) -> Any:
        """The result of the call, with all that it left behind made the caller's."""
        reach, key = Reach([touched(self._function), *_given(self._key[2])]), self._key
        after = After(self._made, reach, self._handled, lambda text: _Message(key, text))
        try:
            kind = after.kind(result, how)
        except (CannotTell, RecursionError) as why:
            # There may be no room left on the stack to look at it.
            said = str(why) if isinstance(why, CannotTell) else "it goes too deep"
            composing.follow(*self._key[:2], said)
            self._caller.end(RunAgain())
        finally:
            self.leave()
        if changed := variables.changed_by(touched(self._function)):
            composing.note_changing(changed)
            self._caller.end(RunAgain())
        frame = Frame(self._key, self._before.inputs, self._inner, kind, after.terms)
        self._caller.frames.append(frame)
        applied = Applied(self._symbol, self._before.terms)
        _decide_kind(self._key, applied.next(Sort.INT), kind)
        return after.put_together(applied)


def _decide_kind(key: Key, kind: Term, result: int) -> None:
    """Decides the kind of a result, one question after the other, always in the same order."""
    known = composing.kinds.setdefault(key, [])
    if result not in known:
        known.append(result)
    for each in known:
        if decide(eq(kind, integer(each)), each == result, "call"):
            break


class _Message(Piece):
    """The message of an exception that a call raised, and that nobody has looked at."""

    __slots__ = ("_key",)

    def __init__(self, key: Key, text: str) -> None:
        self._key = key
        self.text = text

    def codes(self) -> Sequence[int]:
        if not recorder.current.quiet:
            composing.follow(*self._key[:2], "a message that it raises is looked at")
            recorder.current.end(RunAgain())
        return [*map(ord, self.text)]

    def foretold(self, assignment: Mapping[str, Any]) -> str:
        return self.text

    def lose(self, says: str) -> None:
        self.codes()


# A function alone


class Alone:
    """A function that is run by itself, with arguments that a key describes."""

    def __init__(self, key: Key, inputs: Mapping[str, Any]) -> None:
        """Raises CannotTell if the arguments can't be made."""
        self._key = key
        known = find(key[0], key[1])
        if type(known) is not FunctionType:
            raise CannotTell("it is gone")
        self._made = ValueMaker(inputs)
        self.args, self.keywords, cells = self._made.call(key)
        self.function = function_of(known, cells)
        recorder.current.questions = Within(key[:2])  # of its code, not of what made these

    def called(self) -> tuple[str, str]:
        return self._key[:2]

    def call(self) -> Any:
        return self.function(*self.args, **self.keywords)

    def left(self, result: Any, how: str) -> tuple[int, list[Term]]:
        """The kind of the result of the call, and its scalars; raises CannotTell."""
        after = After(self._made, Reach([touched(self.function), *_given(self._key[2])]))
        return after.kind(result, how), after.terms

    def stayed_within(self) -> bool:
        """Undoes what the run changed. Returns whether all of that was given to the function."""
        given = {
            (module, name)
            for slot in self._key[2]
            if slot[0] == "beside"
            for part in slot[1:]
            if part[0] == "globals"
            for _, module, name in part[1]
        }
        objects = {id(each) for each, _ in self._made.objects}
        others = [
            (each.module, each.name)
            for each in variables.undo_changes()
            if (each.module, each.name) not in given
            and (each.objects is None or not objects.issuperset(map(id, each.objects)))
        ]
        composing.note_changing(others)
        return not others


def note_changes() -> bool:
    """Undoes what a run changed. Returns whether it changed variables that were not known to
    change."""
    changed = [(each.module, each.name) for each in variables.undo_changes()]
    is_new = any(each not in variables.changing for each in changed)
    composing.note_changing(changed)
    return is_new and len(variables.changing) < MOST_CHANGING
