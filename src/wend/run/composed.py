"""Calls of functions that have summaries: plain inside, applications outside. [003] §4.2

    m = absolute(p)     the caller goes on with the term absolute(p), and nothing that `absolute`
                        decides is a branch of the caller's

What a call decides is found out where it is wanted, by running the function alone (`unit`): its
parameters are then variables of its own, `#0`, `#1`, …, and its path a path of its own tree. So a
function can be summarised whose arguments and results are made of numbers and text, that can be
found by its name, and that changes nothing; all others are followed in place.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

from wend.expr import build
from wend.expr.build import application, eq, integer, variable
from wend.expr.samples import Shape, flattened
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.expr.variables import byte_name, code_name, length_name, value_in
from wend.path.summary import Key, Slot, TextPart, symbol_of
from wend.run import recorder
from wend.run.applications import MOST_SCALARS, TakenApart
from wend.run.tracked.decisions import decide
from wend.run.tracked.lift import OCTETS, TRACKED, plain, track
from wend.run.tracked.octets import input_octets, octets, view
from wend.run.tracked.text import (
    SymStr,
    as_term,
    input_text,
    length_term,
    parts_of,
    raw,
    text,
)

_CONSTANTS = frozenset((int, float, bool, str, bytes, type(None)))
_NOT_ORDINARY = 0x20 | 0x80 | 0x200  # generators, coroutines, asynchronous generators

_followed: dict[tuple[str, str], str] = {}
"""Functions that can't be summarised, and why."""


class RunAgain(recorder.RunEnded):
    """A function turned out to be one that can't be summarised: the run has to begin anew."""


def follow(function: FunctionType, why: str) -> None:
    """From now on calls of the function are followed in place."""
    _followed[function.__module__, function.__qualname__] = why


def composed(function: FunctionType) -> Any:
    """What to call in place of a function while calls are composed."""
    name = function.__module__, function.__qualname__
    if name in _followed:
        return function
    why = _why_not(function)
    if why:
        _followed[name] = why
        return function
    return Composed(function)


def _why_not(function: FunctionType) -> str:
    """Why a function can't be summarised, as far as can be said beforehand."""
    if function.__code__.co_flags & _NOT_ORDINARY:
        return "it is a generator or asynchronous"
    if function.__closure__:
        return "it is a closure"
    if find(function.__module__, function.__qualname__) is not function:
        return "it is not found by its name"
    return ""


def find(module: str, name: str) -> Any:
    """The function of this name; None where there is none."""
    found: Any = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    return found


class Composed:
    """What takes the place of a function for one call."""

    __slots__ = ("_function",)

    def __init__(self, function: FunctionType) -> None:
        self._function = function

    def __call__(self, /, *args: Any, **keywords: Any) -> Any:
        function, bound = self._function, _Bound()
        names = tuple(sorted(keywords))
        slots = [bound.slot(value) for value in (*args, *[keywords[name] for name in names])]
        if not bound.varies or None in slots or len(bound.terms) > MOST_SCALARS:
            return function(*args, **keywords)
        given = tuple([slot for slot in slots if slot is not None])
        key: Key = (function.__module__, function.__qualname__, given, names)
        texts = tuple(bound.texts)
        symbol = symbol_of(key, texts)
        now = recorder.current
        assert now.calls is not None
        now.calls.append((len(now.branches), symbol, key, texts, tuple(bound.terms)))
        results: tuple[int, list[Term]] | None = None
        result: Any = None
        inner = now.inner()
        recorder.current = inner
        try:
            own, named = arguments(key, bound.inputs)
            result = function(*own, **named)
            results = results_of(result)
            result = plain(result)  # what varies is the caller's from here on
        except Exception as error:
            results = raised_kind(error), []
            error.args = tuple([plain(arg) for arg in error.args])
            raise
        finally:
            recorder.current = now
            now.ended = now.ended or inner.ended
            if results is not None:
                now.frames.append((key, bound.inputs, inner, results))
                made = _Results(symbol, bound.terms)
                _decide_kind(key, made.next(Sort.INT), results[0])
        if results is None:
            follow(function, "it returns more than numbers and text")
            now.end(RunAgain())
        shape, _ = flattened(result) or ((), ())
        return made.lifted(result, shape)


def _decide_kind(key: Key, kind: Term, result: int) -> None:
    """Decides what kind of result it is: one question after the other, always in the same order."""
    known = _kinds.setdefault(key[:2], [])
    if result not in known:
        known.append(result)
    for each in known:
        if decide(eq(kind, integer(each)), each == result, "call"):
            break


_kinds: dict[tuple[str, str], list[int]] = {}
"""The kinds of results of functions, in the order in which they were met."""


class _Results:
    """The results of one call as terms of the caller, one scalar after the other."""

    def __init__(self, symbol: str, args: list[Term]) -> None:
        self._symbol = symbol
        self._args = args
        self._place = -1

    def next(self, sort: Sort) -> Term:
        self._place += 1
        return application(self._symbol, self._place, self._args, sort)

    def lifted(self, value: Any, shape: Shape) -> Any:
        match shape:
            case ("int",):
                return track(value, self.next(Sort.INT))
            case ("bool",):
                return track(value, eq(self.next(Sort.INT), integer(1)))
            case ("float",):
                return track(value, self.next(Sort.FLOAT))
            case ("str" | "bytes" as kind, count):
                codes = [self.next(Sort.INT) for _ in range(count)]
                if kind == "str":
                    return text(value, codes)
                return octets(text(value.decode("latin-1"), codes))
            case ("tuple", shapes):
                return tuple([self.lifted(*each) for each in zip(value, shapes, strict=True)])
            case _:
                return value


def _has_list(shape: Shape) -> bool:
    """Whether a list is in it: somebody else may hold that list, so there can't be another."""
    return shape[0] == "list" or (shape[0] == "tuple" and any(map(_has_list, shape[1])))


def _kind_of(shape: Shape) -> int:
    """The number of a shape among the results of functions."""
    return zlib.crc32(repr(shape).encode())


def raised_kind(error: BaseException) -> int:
    """The number of an exception among the results of a function."""
    return _kind_of(("raises", f"{type(error).__module__}.{type(error).__qualname__}"))


class _Bound:
    """The arguments of a call: what varies, as terms of the caller, and the rest."""

    def __init__(self) -> None:
        self.terms: list[Term] = []
        self.texts: list[TextPart] = []
        self.inputs: dict[str, Any] = {}
        """What the function's own variables are."""
        self.varies = False
        self._count = 0

    def slot(self, value: Any) -> Slot | None:
        cls = type(value)
        if cls in TRACKED:
            self.varies = True
            return self._number(value._wend_value, value._wend_term)
        if cls is int:
            # Whatever the function does for this one it does for others: one summary for all.
            return self._number(value, integer(value))
        if cls is SymStr:
            return self._text("str", value)
        if cls in OCTETS:
            return self._text("bytes", view(value)) if cls is not bytearray else None
        if cls is tuple:
            parts = tuple([self.slot(item) for item in value])
            return None if None in parts else ("tuple", parts)
        return ("const", value) if cls in _CONSTANTS else None

    def _number(self, value: Any, node: Term) -> Slot:
        self.inputs[self._path()] = value
        self.terms.append(build.as_int(node) if node.sort is Sort.BOOL else node)
        return (node.sort.value,)

    def _path(self) -> str:
        self._count += 1
        return f"#{self._count - 1}"

    def _text(self, kind: str, value: str) -> Slot:
        self.varies = True
        lead, tail, first = parts_of(value)
        path = self._path()
        self.inputs[length_name(path)] = str.__len__(value)
        naming = code_name if kind == "str" else byte_name
        self.inputs.update(
            {naming(path, at): ord(char) for at, char in enumerate(str.__str__(raw(value)))}
        )
        self.texts.append((len(lead), None if tail is None else (tail.path, first)))
        self.terms += [length_term(value), *map(as_term, lead)]
        return (kind,)


# A function alone


def arguments(key: Key, values: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """Tracked arguments, of the function's own variables with these values."""
    _, _, slots, names = key
    counter = iter(range(1 << 30))
    made = [_argument(slot, values, lambda: f"#{next(counter)}") for slot in slots]
    split = len(made) - len(names)
    return made[:split], dict(zip(names, made[split:], strict=True))


def _argument(slot: Slot, values: Mapping[str, Any], name: Callable[[], str]) -> Any:
    match slot:
        case ("const", value):
            return value
        case ("tuple", parts):
            return tuple([_argument(part, values, name) for part in parts])
        case ("str" | "bytes" as kind,):
            path = name()
            count = value_in(values, variable(length_name(path), Sort.INT))
            naming = code_name if kind == "str" else byte_name
            codes = [value_in(values, variable(naming(path, at), Sort.INT)) for at in range(count)]
            if kind == "str":
                return input_text(path, "".join(map(chr, codes)))
            return input_octets(path, bytes(codes))
        case (sort,):
            node = variable(name(), Sort(sort))
            return track(value_in(values, node), node)
    raise AssertionError(slot)


def results_of(value: Any) -> tuple[int, list[Term]] | None:
    """The kind of a result, and the terms of its scalars; None for what has none."""
    parts = TakenApart()
    if not parts.add(value) or _has_list(parts.shapes[0]):
        return None
    return _kind_of(parts.shapes[0]), parts.terms
