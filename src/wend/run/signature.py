"""The parameters of a function: which are explored, which are held, and what was guessed."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from wend.expr.sorts import Sort
from wend.inputs.target import Domain, Explored, Held, Parameter
from wend.path.reason import Reason

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


@dataclass(frozen=True, slots=True)
class Described:
    """The parameters, with what has to be said about them; `problem` is set if one has no value."""

    parameters: tuple[Parameter, ...]
    reasons: tuple[Reason, ...] = ()
    problem: str | None = None


def describe(
    called: Any, function: FunctionType, name: str, given: Mapping[str, str]
) -> Described:
    """Looks at a function's signature; `given` are sources for parameters the user named."""
    code = function.__code__
    place = {"file": code.co_filename, "line": code.co_firstlineno}
    try:
        signature = inspect.signature(called)
    except (TypeError, ValueError) as error:
        return Described((), problem=f"{name} has no signature: {error}")
    hints = _hints(called, function)
    parameters: list[Parameter] = []
    reasons: list[Reason] = []
    for parameter in signature.parameters.values():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        annotation = hints.get(parameter.name, parameter.annotation)
        domain = _domain(parameter, annotation, given)
        if domain is None:
            problem = (
                f"parameter {parameter.name} of {name} has no value: "
                f"{_type_name(annotation)} can't be built"
            )
            reason = Reason(
                "cannot-construct", problem, _remedy(parameter.name), parameter.name, **place
            )
            return Described((), (reason,), problem)
        if isinstance(domain, Explored) and annotation is parameter.empty:
            reasons.append(_guessed(parameter.name, place))
        if isinstance(domain, Held) and parameter.name not in given:
            reasons.append(_held(parameter.name, annotation, domain, place))
        by_keyword = parameter.kind is parameter.KEYWORD_ONLY
        parameters.append(Parameter(parameter.name, domain, by_keyword))
    return Described(_passable(parameters), tuple(reasons))


def _domain(parameter: inspect.Parameter, annotation: Any, given: Mapping[str, str]) -> Domain | None:
    explored = {int: Explored(Sort.INT), bool: Explored(Sort.BOOL)}.get(annotation)
    default = parameter.default
    if explored is None and annotation is parameter.empty:
        if type(default) is bool:
            explored = Explored(Sort.BOOL)
        elif default is parameter.empty or type(default) is int:
            explored = Explored(Sort.INT)
    if explored is not None and not _contradicts(explored, given.get(parameter.name)):
        return explored
    if parameter.name in given:
        return Held(given[parameter.name])
    if default is not parameter.empty:
        return Held(None)
    simple = SIMPLEST.get(typing.get_origin(annotation) or annotation)
    if simple is None and type(None) in typing.get_args(annotation):
        simple = "None"
    return Held(simple) if simple is not None else None


def _contradicts(explored: Explored, source: str | None) -> bool:
    """Whether the user gave something that is no value of the explored sort."""
    if source is None:
        return False
    is_bool = source in ("True", "False")
    return is_bool != (explored.sort is Sort.BOOL) if is_bool else not _is_int(source)


def _is_int(source: str) -> bool:
    try:
        int(source.strip("() "), 0)
    except ValueError:
        return False
    return True


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


def _held(name: str, annotation: Any, domain: Held, place: dict[str, Any]) -> Reason:
    at = "its default" if domain.source is None else domain.source
    return Reason(
        "held-constant",
        f"parameter {name} ({_type_name(annotation)}) is not explored, it stays at {at}",
        f"try other values with --input \"{name}=...\"",
        name,
        **place,
    )


