"""Predicates that hold for all valid objects of a class. They are assumed of the arguments and
checked after the call."""

from __future__ import annotations

import ast
import functools
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from types import FunctionType
from typing import Any

from wend.describe.deferred_annotations import signature_of
from wend.describe.objects.naming import Names
from wend.inputs.valid import VALID
from wend.path.reason import Reason
from wend.run import recorder
from wend.run.calls import callee
from wend.run.disguised_frames import like_one_of
from wend.source.definitions import module_tree


class Broken(Exception):
    """A predicate holds no longer after the call."""

    def __init__(self, predicate: str, parameter: str, raised: str) -> None:
        super().__init__(raised)
        self.predicate = predicate
        self.parameter = parameter
        self.raised = raised
        """The exception that the predicate raised; "" where it returned false."""


class Check:
    """One predicate of one argument."""

    def __init__(self, predicate: Any, of: Any, parameter: str, source: str) -> None:
        self.predicate = predicate
        self._object = of
        self.parameter = parameter
        """The parameter whose value the object is; "" if the object is inside of a value."""
        self.source = source
        """Source of a call of the predicate, with `{}` for the object; "" if tests can't call
        it."""
        self.is_silent = False
        """Whether the predicate returns nothing if all is well, because it asserts what has to
        hold."""

    def fails(self, *, tracked: bool) -> str | None:
        """None if the object is valid; else the exception that the predicate raised, or "" where
        it returned false."""
        called = callee.call(self.predicate) if tracked else self.predicate
        try:
            said = called(self._object)
        except Exception as error:  # of the predicate, which is code under test
            cls = type(error)
            home = "" if cls.__module__ == "builtins" else f"{cls.__module__}."
            return f"{home}{cls.__qualname__}"
        self.is_silent = said is None
        return None if said is None or _truth_at(self.predicate)(said) else ""


@functools.cache
def _truth_at(predicate: Any) -> Callable[[Any], bool]:
    """The truth of what a predicate returned, asked in a frame that looks like one of the
    predicate, so that the decision is attributed to its first line."""
    code = getattr(predicate, "__code__", None)
    return bool if code is None else like_one_of(code, lambda said: bool(said))


class Validity:
    """The predicates that are known in a module."""

    def __init__(self, names: Names, methods: tuple[str, ...]) -> None:
        self._names = names
        self._methods = methods
        self._known: dict[type, list[tuple[Any, str]]] = {}

    def checks(self, arguments: Mapping[str, Any]) -> list[Check]:
        """The predicates of arguments, and of objects in containers that are passed."""
        found: list[Check] = []
        seen: set[int] = set()
        for parameter, value in arguments.items():
            for holder, each in _with_items(parameter, value):
                if id(each) not in seen:
                    seen.add(id(each))
                    for predicate, source in self._of(type(each)):
                        found.append(Check(predicate, each, holder, source))
        return found

    def _of(self, cls: type) -> list[tuple[Any, str]]:
        if cls not in self._known:
            self._known[cls] = [
                (each, self._source(each)) for each in predicates_of(cls, self._methods)
            ]
        return self._known[cls]

    def _source(self, predicate: Any) -> str:
        if predicate.__name__ in self._methods and "." in predicate.__qualname__:
            return f"{{}}.{predicate.__name__}()"
        known = self._names.reference(predicate)
        return f"{known.source}({{}})" if known is not None and not known.imports else ""


def predicates_of(cls: Any, methods: tuple[str, ...]) -> list[Callable[[Any], Any]]:
    """The predicates for instances of a class: registered functions, methods with the names of
    predicates, and contracts."""
    found: list[Any] = [each for base in cls.__mro__ for each in VALID.get(base, ())]
    for name in methods:
        if isinstance(method := getattr(cls, name, None), FunctionType):
            found.append(method)
    for contract in getattr(cls, "__invariants__", ()):  # of icontract
        condition = getattr(contract, "condition", None)
        if callable(condition) and list(getattr(contract, "condition_args", ())) == ["self"]:
            found.append(condition)
    check = vars(cls).get("__post_init__")
    if isinstance(check, FunctionType) and _only_checks(cls, check):
        found.append(check)
    return found


def is_refused(called: Any, args: list[Any], keywords: dict[str, Any], *, tracked: bool) -> bool:
    """Whether preconditions of the target rule out a call. They are contracts of icontract, and all
    contracts of at least one group have to hold."""
    groups = getattr(called, "__preconditions__", None)
    if not groups:
        return False
    try:
        bound = signature_of(called).bind(*args, **keywords)
        bound.apply_defaults()
    except TypeError:
        return False  # the call will raise it itself
    given = dict(bound.arguments, _ARGS=tuple(args), _KWARGS=keywords)
    if (owner := getattr(called, "__self__", None)) is not None:
        given.setdefault("self", owner)
    return not any(all(_holds(each, given, tracked) for each in group) for group in groups)


def _holds(contract: Any, given: Mapping[str, Any], tracked: bool) -> bool:
    condition = contract.condition
    if inspect.iscoroutinefunction(condition) or not given.keys() >= {*contract.mandatory_args}:
        return True
    called = callee.call(condition) if tracked else condition
    try:
        said = called(**{name: given[name] for name in contract.condition_args if name in given})
    except Exception:  # of the condition, which is code under test: the call will raise it, too
        return True
    return inspect.iscoroutine(said) or _truth_at(condition)(said)


def gives_up() -> Reason:
    """The Reason that inputs were left out which may be valid."""
    says = "whether an argument is valid took too long to tell"
    return Reason("bound-hit", says, "such arguments are left out", "", *recorder.current.place())


def _with_items(parameter: str, value: Any) -> Iterator[tuple[str, Any]]:
    yield parameter, value
    if isinstance(value, list | tuple):
        for each in list.__iter__(value) if isinstance(value, list) else tuple.__iter__(value):
            yield "", each
    elif type(value) is dict:
        for each in value.values():
            yield "", each


def _only_checks(cls: Any, function: FunctionType) -> bool:
    """Whether a function does nothing but refuse what is not valid."""
    tree = module_tree(cls)
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.FunctionDef) and node.lineno == function.__code__.co_firstlineno:
            takes_more = function.__code__.co_argcount != 1  # what `InitVar` says
            return not takes_more and not any(map(_does_more, ast.walk(node)))
    return False


def _does_more(node: ast.AST) -> bool:
    """Whether code may change an object, and does not only look at it."""
    match node:
        case ast.Attribute(ctx=ctx) | ast.Subscript(ctx=ctx):
            return not isinstance(ctx, ast.Load)
        case ast.Global() | ast.Nonlocal():
            return True
        case ast.Name(id=name):
            return name in ("setattr", "delattr")
        case ast.Expr(value=ast.Call(func=func)):  # for what it does, not for what it gives
            return _CHECKING.search(ast.unparse(func)) is None
    return False


_CHECKING = re.compile(r"check|valid|assert|ensure|verify|require|__post_init__", re.IGNORECASE)
