"""The parameters of a function: which are explored, which are held, and what was guessed."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Mapping
from types import FunctionType, ModuleType
from typing import Any

from wend.expr.sorts import Sort
from wend.inputs.domain import Domain, Held, Items, Scalar, Text
from wend.inputs.target import Parameter
from wend.path.reason import Reason
from wend.record import Record

PYTHON_TYPES = {Sort.INT: int, Sort.BOOL: bool}

SIMPLEST: dict[Any, str] = {
    str: "''",
    bytes: "b''",
    float: "0.0",
    complex: "0j",
    list: "[]",
    tuple: "()",
    dict: "{}",
    set: "set()",
    frozenset: "frozenset()",
    object: "None",
    type(None): "None",
}
"""Constants for the types that are not explored yet."""


class Described(Record):
    """The parameters, with what has to be said about them; `problem` is set if one has no value."""

    parameters: tuple[Parameter, ...]
    reasons: tuple[Reason, ...] = ()
    problem: str | None = None
    first: tuple[tuple[str, Any], ...] = ()
    """Values of explored parameters that the user gave."""


def describe(
    called: Any, function: FunctionType, name: str, module: ModuleType, given: Mapping[str, str]
) -> Described:
    """Looks at a function's signature; `given` are sources for parameters the user named."""
    code = function.__code__
    place: dict[str, Any] = {"file": code.co_filename, "line": code.co_firstlineno}
    try:
        signature = inspect.signature(called)
    except (TypeError, ValueError) as error:
        return Described((), problem=f"{name} has no signature: {error}")
    hints = _hints(called, function)
    values: dict[str, Any] = {}
    for key, source in given.items():
        try:
            values[key] = eval(source, dict(vars(module)))
        except Exception as error:
            told = f"--input {key}={source} raises {type(error).__name__}: {error}"
            return Described((), problem=f"{told}; write a value that {module.__name__} knows")
    parameters: list[Parameter] = []
    reasons: list[Reason] = []
    positional = list(signature.parameters.values())
    owner = _owner(called, name, module)
    if owner is not None and positional and positional[0].name not in given:
        receiver = positional.pop(0)
        made, why = _instance(owner, name.rpartition(".")[0], module)
        if made is None:
            problem = f"parameter {receiver.name} of {name} has no value: {why}"
            remedy = _remedy(receiver.name)
            return Described(
                (), (Reason("cannot-construct", problem, remedy, receiver.name, **place),), problem
            )
        parameters.append(Parameter(receiver.name, Held(made)))
        reasons.append(_held(receiver.name, owner, Held(made), place))
    for parameter in positional:
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            reasons.append(_left_empty(str(parameter).partition(":")[0], place))
            continue
        annotation = hints.get(parameter.name, parameter.annotation)
        if annotation in (int, bool) and not isinstance(
            values.get(parameter.name, True), annotation
        ):
            problem = (
                f"--input {parameter.name}={given[parameter.name]} is no {annotation.__name__}"
            )
            return Described(
                (), problem=f"{problem}, which parameter {parameter.name} of {name} is"
            )
        domain = _domain(parameter, annotation, given, values)
        if domain is None:
            problem = (
                f"parameter {parameter.name} of {name} has no value: "
                f"{_type_name(annotation)} can't be built"
            )
            reason = Reason(
                "cannot-construct", problem, _remedy(parameter.name), parameter.name, **place
            )
            return Described((), (reason,), problem)
        if not isinstance(domain, Held) and annotation is parameter.empty:
            reasons.append(_guessed(parameter.name, place))
        if isinstance(domain, Held):
            reasons.append(_held(parameter.name, annotation, domain, place))
        by_keyword = parameter.kind is parameter.KEYWORD_ONLY
        parameters.append(Parameter(parameter.name, domain, by_keyword))
    first = [
        (each.name, values[each.name])
        for each in parameters
        if not isinstance(each.domain, Held) and each.name in values
    ]
    return Described(_passable(parameters), tuple(reasons), first=tuple(first))


def _owner(called: Any, name: str, module: ModuleType) -> Any:
    """The class whose instance a method needs; None for functions, static and class methods."""
    holder: Any = module
    *path, last = name.split(".")
    for part in path:
        holder = getattr(holder, part, None)
    if not isinstance(holder, type) or not isinstance(called, FunctionType):
        return None
    return None if isinstance(inspect.getattr_static(holder, last), staticmethod) else holder


def _instance(owner: Any, name: str, module: ModuleType) -> tuple[str | None, str]:
    """Source that builds the simplest instance of a class, or what kept us from it."""
    try:
        needed = [
            parameter
            for parameter in inspect.signature(owner).parameters.values()
            if parameter.default is parameter.empty
            and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        ]
    except (TypeError, ValueError) as error:
        return None, f"{name} has no signature: {error}"
    hints = _hints(owner.__init__, owner.__init__)
    problem = ""
    for number in ("0", "1"):
        args: list[str] = []
        for parameter in needed:
            annotation = hints.get(parameter.name, parameter.annotation)
            simple = {int: number, bool: "False", parameter.empty: number}.get(annotation)
            simple = simple or SIMPLEST.get(typing.get_origin(annotation) or annotation)
            if simple is None:
                return None, f"{_type_name(annotation)}, which {name} needs, can't be built"
            by_keyword = parameter.kind is parameter.KEYWORD_ONLY
            args.append(f"{parameter.name}={simple}" if by_keyword else simple)
        source = f"{name}({', '.join(args)})"
        try:
            eval(source, dict(vars(module)))
        except Exception as error:  # a constructor of the code under test
            problem = problem or f"{source} raises {type(error).__name__}: {error}"
        else:
            return source, ""
    return None, problem


def _domain(
    parameter: inspect.Parameter,
    annotation: Any,
    given: Mapping[str, str],
    values: Mapping[str, Any],
) -> Domain | None:
    explored: Domain | None = {
        int: Scalar(Sort.INT),
        bool: Scalar(Sort.BOOL),
        str: Text("str"),
        list[int]: Items("list", Scalar(Sort.INT)),
        list[str]: Items("list", Text("str")),
    }.get(annotation)
    default = parameter.default
    if explored is None and annotation is parameter.empty:
        if type(default) is bool:
            explored = Scalar(Sort.BOOL)
        elif default is parameter.empty or type(default) is int:
            explored = Scalar(Sort.INT)
    if explored is not None and parameter.name not in values:
        return explored
    if isinstance(explored, Scalar) and type(values[parameter.name]) is PYTHON_TYPES[explored.sort]:
        return explored
    if parameter.name in given:
        return Held(given[parameter.name])
    if default is not parameter.empty:
        return Held(None)
    simple = SIMPLEST.get(typing.get_origin(annotation) or annotation)
    if simple is None and type(None) in typing.get_args(annotation):
        simple = "None"
    return Held(simple) if simple is not None else None


def _passable(parameters: list[Parameter]) -> tuple[Parameter, ...]:
    """Positional parameters after one left at its default have to be passed by name."""
    passed: list[Parameter] = []
    skipped = False
    for parameter in parameters:
        skipped = skipped or parameter.domain == Held(None)
        by_keyword = parameter.by_keyword or skipped
        passed.append(Parameter(parameter.name, parameter.domain, by_keyword))
    return tuple(passed)


def _hints(called: Any, function: FunctionType) -> dict[str, Any]:
    for each in (called, function):
        try:
            return typing.get_type_hints(each)
        except Exception:  # annotations may be anything, evaluated by anybody's code
            continue
    return {}


def _type_name(annotation: Any) -> str:
    if annotation is inspect.Parameter.empty:
        return "a value without annotation"
    return getattr(annotation, "__qualname__", None) or str(annotation)


def _remedy(name: str) -> str:
    return f'give one with --input "{name}=..."'


def _guessed(name: str, place: dict[str, Any]) -> Reason:
    return Reason(
        "type-guessed",
        f"parameter {name} has no annotation and is taken as int",
        f"annotate {name}",
        name,
        **place,
    )


def _left_empty(name: str, place: dict[str, Any]) -> Reason:
    return Reason(
        "held-constant", f"parameter {name} is not explored, it stays empty", "", name, **place
    )


def _held(name: str, annotation: Any, domain: Held, place: dict[str, Any]) -> Reason:
    at = "its default" if domain.source is None else domain.source
    return Reason(
        "held-constant",
        f"parameter {name} ({_type_name(annotation)}) is not explored, it stays at {at}",
        f'try other values with --input "{name}=..."',
        name,
        **place,
    )
