"""Opaque calls as applications: the result is a term, and what was returned is a sample.

[000] §4.1: `zlib.crc32(data)` becomes `zlib.crc32(byte(data[0]), …)`, a term that nobody can look
into, and the pair of arguments and result is kept for those who reason with it.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from wend.expr import build
from wend.expr.build import application, eq, integer
from wend.expr.samples import PURE, Scalars, Shape, flattened, kind_of, shown_shape
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.run import recorder
from wend.run.tracked import listing
from wend.run.tracked.decisions import decide
from wend.run.tracked.lift import LISTS, OCTETS, TRACKED, track
from wend.run.tracked.octets import octets, view
from wend.run.tracked.text import SymStr, as_term, raw, settled_codes, text

MOST_SCALARS = 256
"""Of the arguments and of the results: longer text is lost, as ever."""

IMPURE_MODULES = frozenset(
    (
        *(
            "time",
            "random",
            "_random",
            "os",
            "posix",
            "nt",
            "socket",
            "_socket",
            "select",
            "signal",
        ),
        *(
            "sys",
            "gc",
            "io",
            "_io",
            "threading",
            "_thread",
            "subprocess",
            "secrets",
            "uuid",
            "_uuid",
        ),
        *("locale", "_locale", "tempfile", "faulthandler", "atexit", "weakref", "_weakref"),
    )
)
"""Modules whose functions depend on more than their arguments, or do more than return."""

IMPURE = frozenset(
    ("id", "input", "open", "print", "exec", "eval", "compile", "setattr", "delattr")
)
"""Builtins likewise; `hash` of text differs between processes, but ours are all of one family."""


NOT_APPLIED = object()
"""Said of a result that has no scalars."""


class TakenApart:
    """Values as shapes, terms and scalars."""

    def __init__(self) -> None:
        self.shapes: list[Shape] = []
        self.terms: list[Term] = []
        self.values: list[Any] = []

    def add(self, value: Any) -> bool:
        """Whether a value could be taken apart."""
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
            return None
        shape, scalars = known
        for each in scalars:
            self._scalar(_constant(each), each)
        return shape

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
    """Whether a call depends on nothing but its arguments, as far as one can tell beforehand."""
    if type(function) is FunctionType:
        # One that the user named; of ours, only what stands for a pure one.
        return name in PURE or not function.__module__.startswith("wend.")
    if type(function) is not BuiltinFunctionType or name in IMPURE:
        return False
    owner = function.__self__
    if type(owner) is ModuleType or owner is None:
        return (function.__module__ or "builtins").partition(".")[0] not in IMPURE_MODULES
    return False


def taken_apart(args: tuple[Any, ...], keywords: dict[str, Any]) -> TakenApart | None:
    """The arguments of a call; None where some have no scalars."""
    parts = TakenApart()
    values = (*args, *[keywords[key] for key in sorted(keywords)])
    return parts if all(parts.add(value) for value in values) else None


def applied(
    function: Any, name: str, parts: TakenApart, keywords: Sequence[str], result: Any
) -> Any:
    """The result of a call as applications of its function, or NOT_APPLIED.

    What kind of value came back is decided first, unless it can't be another.
    """
    known = flattened(result)
    if known is None or len(known[1]) > MOST_SCALARS or _has_list(known[0]):
        return NOT_APPLIED
    shape, scalars = known
    kind = kind_of(shape)
    shapes = tuple(parts.shapes)
    named = "".join([f"; {key}=" for key in sorted(keywords)])
    symbol = f"{name}({shown_shape(shapes)}{named})"
    recorder.current.sample(symbol, name, shapes, tuple(parts.values), (kind, *scalars))
    made = _Results(symbol, parts, (kind, *scalars))
    if not _returns_always(function, name, shape):
        decide(eq(made.next(Sort.INT), integer(kind)), True, "opaque")
    else:
        made.next(Sort.INT)
    return made.lifted(result, shape)


class _Results:
    """The results of one call, one scalar after the other."""

    def __init__(self, symbol: str, parts: TakenApart, results: Scalars) -> None:
        self._symbol = symbol
        self._args = parts.terms
        self._values = tuple(parts.values)
        self._results = results
        self._place = -1

    def next(self, sort: Sort) -> Term:
        self._place += 1
        made = application(self._symbol, self._place, self._args, sort)
        recorder.current.applications[made] = self._results[self._place], self._values
        return made

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


def _returns_always(function: Any, name: str, shape: Shape) -> bool:
    if name in PURE:
        return True
    if type(function) is not FunctionType:
        return False
    annotation = inspect.get_annotations(function).get("return")
    return annotation in (shape[0], {"int": int, "bool": bool, "float": float}.get(shape[0]))


def plain_sample(function: Any, name: str, args: tuple[Any, ...], result: Any) -> None:
    """Notes what a call with plain arguments returned: hash tables are filled in this way."""
    if not may_apply(function, name):
        return
    parts = [flattened(value) for value in args]
    known = flattened(result)
    if known is None or any(part is None for part in parts):
        return
    shapes = tuple([part[0] for part in parts if part])
    scalars: Scalars = tuple([each for part in parts if part for each in part[1]])
    if len(scalars) <= MOST_SCALARS and len(known[1]) <= MOST_SCALARS:
        symbol = f"{name}({shown_shape(shapes)})"
        recorder.current.sample(symbol, name, shapes, scalars, (kind_of(known[0]), *known[1]))
