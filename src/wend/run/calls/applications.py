"""Opaque calls as applications: the result becomes a term, and what was returned a sample.

[000] §4.1: `zlib.crc32(data)` becomes `zlib.crc32(byte(data[0]), …)`, a term of unknown meaning.
The values of its arguments and its result are kept as a sample for `aim.higher_order`.
"""

from __future__ import annotations

import enum
import sys
from collections.abc import Callable, Iterable, Sequence
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from wend.describe.deferred_annotations import annotations_of
from wend.expr import build
from wend.expr.build import application, eq, ge, integer
from wend.expr.pure import ALWAYS_ALIKE, PURE
from wend.expr.samples import (
    KINDS,
    Scalars,
    Shape,
    flattened,
    is_numpy_scalar,
    results_of,
    symbol_of,
)
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.run import recorder
from wend.run.calls.attributes import attributes_of
from wend.run.tracked import listing
from wend.run.tracked.decisions import decide, decide_between
from wend.run.tracked.lift import LISTS, OCTETS, PAIRED, TRACKED, track
from wend.run.tracked.octets import octets, view
from wend.run.tracked.text import SymStr, as_term, raw, settled_codes, text
from wend.source.library.outside import IMPURE, IMPURE_MODULES, OF_PATH_TEXT, OUTSIDE_MODULES

MOST_SCALARS = 256
"""The most scalars of all arguments, and of all results. Longer text is lost."""

MADE_OF: list[Callable[[Any, tuple[Any, ...]], Any]] = []
"""Functions that make a tracked number of a native class; `models.library.number_objects` adds
one."""

NOT_APPLIED = object()
"""The value of `applied` for a result that can't be taken apart into scalars."""


class TakenApart:
    """Values, taken apart into shapes, terms and scalars."""

    def __init__(self, *, with_objects: bool = False) -> None:
        """`with_objects`: objects count by the scalars of their attributes. Such values can't be
        put together again, so they are arguments only."""
        self._with_objects = with_objects
        self.shapes: list[Shape] = []
        self.terms: list[Term] = []
        self.values: list[Any] = []

    def add(self, value: Any) -> bool:
        """Takes a value apart; False if that is not possible."""
        shape = self._shape(value, 3)
        if shape is None or len(self.values) > MOST_SCALARS:
            return False
        self.shapes.append(shape)
        return True

    def _shape(self, value: Any, depth: int) -> Shape | None:
        cls = type(value)
        if cls in TRACKED:
            return self._number(value)
        if cls is SymStr:
            return self._text("str", value)
        if cls in OCTETS:
            return self._text("bytes", view(value))
        if cls in LISTS:
            listing.settle(value)
            return self._items("list", [*list.__iter__(value)], depth)
        if cls in (list, tuple):
            return self._items(cls.__name__, value, depth)
        known = flattened(value)
        if known is None:
            return self._object(value, depth) if self._with_objects else None
        shape, scalars = known
        for each in scalars:
            self._scalar(_constant(each), each)
        return shape

    def _object(self, value: Any, depth: int) -> Shape | None:
        if isinstance(value, type):
            return f"type {value.__module__}.{value.__qualname__}", ()
        cls = type(value)
        name = f"{cls.__module__}.{cls.__qualname__}"
        if cls in PAIRED:
            kind = getattr(cls, "_wend_kind", name)
            return self._items(kind, value._wend_inside(), depth)
        if isinstance(cls, enum.EnumMeta):
            return f"{name}.{value._name_}", ()
        if cls is dict and all(type(key) in (str, int) for key in value):
            return self._items(f"dict({' '.join(map(repr, value))})", [*value.values()], depth)
        attributes = attributes_of(value)
        if attributes is None:
            return None
        return self._items(f"{name}({' '.join(attributes)})", [*attributes.values()], depth)

    def _number(self, value: Any) -> Shape:
        node: Term = value._wend_term
        if node.sort is Sort.BOOL:
            self._scalar(build.as_int(node), value._wend_value)
            return ("bool",)
        self._scalar(node, value._wend_value)
        return ("int",) if node.sort is Sort.INT else ("float",)

    def _text(self, kind: str, value: str) -> Shape:
        codes = settled_codes(value)
        for code, char in zip(codes, raw(value), strict=True):
            self._scalar(as_term(code), ord(char))
        return kind, len(codes)

    def _items(self, kind: str, items: Sequence[Any], depth: int) -> Shape | None:
        if not depth:
            return None
        shapes = [self._shape(item, depth - 1) for item in items]
        return None if None in shapes else (kind, tuple(shapes))

    def _scalar(self, node: Term, value: Any) -> None:
        self.terms.append(node)
        self.values.append(value)


def _constant(value: Any) -> Term:
    return build.floating(value) if type(value) is float else build.integer(int(value))


def may_apply(function: Any, name: str) -> bool:
    """Whether a call depends on nothing but its arguments, as far as that is known beforehand."""
    if type(function) is FunctionType:
        # A function that the user named; of wend, only what stands for a pure function.
        return name in PURE or not function.__module__.startswith("wend.")
    if is_foreign(function):
        return True
    if type(function) is not BuiltinFunctionType:
        return False
    return name not in IMPURE and _home(function) not in IMPURE_MODULES


def varies(function: Any, name: str) -> bool:
    """Whether a native function reads the world outside, so that its next result may be another
    one."""
    if type(function) is not BuiltinFunctionType or function.__name__ in OF_PATH_TEXT:
        return False
    return name in ("input", "open") or _home(function) in OUTSIDE_MODULES


def _home(function: Any) -> str:
    """The module of a native function, or None for a method, whose result depends on its object."""
    owner = function.__self__
    if type(owner) is ModuleType or owner is None:
        return (function.__module__ or "builtins").partition(".")[0]
    return "sys"


def is_foreign(function: Any) -> bool:
    """Whether a function is of a library that ctypes loaded. Callbacks have no name and are not."""
    return hasattr(function, "__name__") and any(
        base.__module__ == "_ctypes" and base.__name__ == "CFuncPtr"
        for base in type(function).__mro__
    )


def taken_apart(args: tuple[Any, ...], keywords: dict[str, Any]) -> TakenApart | None:
    """The arguments of a call, taken apart. None if that is not possible for some."""
    parts = TakenApart(with_objects=True)
    values = (*args, *[keywords[key] for key in sorted(keywords)])
    return parts if all(parts.add(value) for value in values) else None


def applied(
    function: Any, name: str, parts: TakenApart, keywords: Iterable[str], result: Any
) -> Any:
    """The result of a call as applications of its function, or NOT_APPLIED.

    Which shape the result has is decided first, unless the function has only one.
    """
    results = results_of(result)
    if results is None or len(results) > 2 * MOST_SCALARS:
        return NOT_APPLIED
    shapes = tuple(parts.shapes)
    symbol = symbol_of(name, shapes, sorted(keywords))
    recorder.current.sample(symbol, name, shapes, tuple(parts.values), results)
    known = 1 if name in PURE or type(result) is _annotated(function) else 0
    if name in ALWAYS_ALIKE:
        known = 1000  # everything
    return _Results(symbol, parts, results).lifted(result, known)


class _Results:
    """The results of one call, one scalar after the other."""

    def __init__(self, symbol: str, parts: TakenApart, results: Scalars) -> None:
        self._symbol = symbol
        self._args = parts.terms
        self._values = tuple(parts.values)
        self._results = results
        self._place = -1

    def lifted(self, value: Any, known: int) -> Any:
        """Puts a result together of applications. The first `known` questions about its shape are
        skipped."""
        if is_numpy_scalar(value):
            return MADE_OF[0](value, (self.lifted(value.item(), known),))
        cls = type(value)
        self._decide_kind(cls, known)
        if cls is int:
            return track(value, self._next(Sort.INT))
        if cls is bool:
            return track(value, eq(self._next(Sort.INT), integer(1)))
        if cls is float:
            return track(value, self._next(Sort.FLOAT))
        if cls is complex:
            parts = [track(each, self._next(Sort.FLOAT)) for each in (value.real, value.imag)]
            return MADE_OF[0](value, tuple(parts))
        if value is None:
            return None
        self._decide_length(len(value), known - 1)
        if cls is str:
            return text(value, [self._next(Sort.INT) for _ in value])
        if cls is bytes:
            return octets(text(value.decode("latin-1"), [self._next(Sort.INT) for _ in value]))
        items = [self.lifted(item, known - 2) for item in value]
        if cls is tuple:
            return tuple(items)
        value[:] = items
        return value

    def _decide_kind(self, cls: type, known: int) -> None:
        kind = self._next(Sort.INT)
        if known <= 0:
            for at, each in enumerate(KINDS):
                if decide(eq(kind, integer(at)), each is cls, "opaque"):
                    break

    def _decide_length(self, count: int, known: int) -> None:
        length = self._next(Sort.INT)
        if known <= 0:
            low, high = 0, 1
            while decide(ge(length, integer(high)), count >= high, "opaque"):
                low, high = high, high * 2
            decide_between(length, count, low, high, "opaque")

    def _next(self, sort: Sort) -> Term:
        self._place += 1
        made = application(self._symbol, self._place, self._args, sort)
        recorder.current.applications[made] = self._results[self._place], self._values
        return made


def shares_a_list(values: tuple[Any, ...] | list[Any]) -> bool:
    """Whether somebody else holds a list that is in one of the values, which nobody else holds.

    What we put into such a list would be seen there. A value is held by what it is in, by the loop
    and by the call that counts.
    """
    for value in values:
        if _has_list(value) and (sys.getrefcount(value) > 3 or shares_a_list(value)):
            return True
    return False


def _has_list(value: Any) -> bool:
    return type(value) is list or (type(value) is tuple and any(map(_has_list, value)))


def _annotated(function: Any) -> Any:
    """The class that a Python function is annotated to return, if it is one without parts."""
    if type(function) is not FunctionType:
        return None
    annotation = annotations_of(function).get("return")
    return annotation if isinstance(annotation, type) else _NAMED.get(annotation)


_NAMED: dict[Any, type] = {"int": int, "bool": bool, "float": float}


def plain_sample(
    function: Any, name: str, args: tuple[Any, ...], keywords: dict[str, Any], result: Any
) -> None:
    """Notes the result of a call with plain arguments: programs fill tables of hashes by such
    calls."""
    if not may_apply(function, name):
        return
    recorder.current.plain_samples += 1
    if any(type(value) in (str, bytes) and len(value) > MOST_SCALARS for value in args):
        return
    names = sorted(keywords)
    results = results_of(result)
    if results is None or len(results) > 2 * MOST_SCALARS:
        return
    parts = [flattened(value) for value in (*args, *[keywords[key] for key in names])]
    if all(part is not None for part in parts):  # the usual case: tables are filled with text
        shapes = tuple([part[0] for part in parts if part])
        scalars: Scalars = tuple([each for part in parts if part for each in part[1]])
    elif (taken := taken_apart(args, keywords)) is not None:
        shapes, scalars = tuple(taken.shapes), tuple(taken.values)
    else:
        return
    if len(scalars) <= MOST_SCALARS:
        symbol = symbol_of(name, shapes, names)
        recorder.current.sample(symbol, name, shapes, scalars, results)
