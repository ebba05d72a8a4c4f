"""Handles forms of `typing` that are no classes, and writes annotations as people do."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Iterable, Iterator
from typing import Any

from wend.describe.known_types import ANYTHING, NONE, STR
from wend.inputs.domain import Domain, Reference


def type_name(annotation: Any) -> str:
    """An annotation as people write it."""
    if annotation is inspect.Parameter.empty:
        return "a value without annotation"
    try:
        if typing.get_origin(annotation) is not None:
            return str(annotation).replace("typing.", "")
        return getattr(annotation, "__qualname__", None) or str(annotation)
    except Exception:  # it, or what is in it, is an object of the code under test
        return type(annotation).__qualname__


def constraints(metadata: Iterable[Any]) -> Iterator[Any]:
    """The constraints of annotated-types, and those in the `metadata` of pydantic's `Field`."""
    for each in metadata:
        yield each
        inner = getattr(each, "metadata", None)
        if isinstance(inner, list | tuple):
            yield from inner


def merged(options: Iterable[Domain]) -> list[Domain]:
    """The alternatives, with all references and None joined into one reference."""
    references = [each for each in options if isinstance(each, Reference)]
    if not references:
        return [*options]
    kinds = dict.fromkeys(kind for each in references for kind in each.kinds)
    classes = dict.fromkeys(source for each in references for source in each.classes)
    optional = NONE in options or any(each.optional for each in references)
    others = [each for each in options if each != NONE and not isinstance(each, Reference)]
    return [Reference(tuple(kinds), tuple(classes), optional), *others]


def is_variable(arg: Any) -> bool:
    """Whether an argument of a generic class is a type variable."""
    return type(arg).__name__ == "TypeVar"


WRAPPERS = {typing.Final, typing.ClassVar, typing.Required, typing.NotRequired}
if hasattr(typing, "ReadOnly"):
    WRAPPERS.add(typing.ReadOnly)


def is_required(cls: Any, key: str, annotation: Any) -> bool:
    """Whether a TypedDict always has a key. The class itself does not know that for
    `NotRequired[…]` in annotations that are text."""
    while (origin := typing.get_origin(annotation)) in WRAPPERS or origin is typing.Annotated:
        if origin in (typing.Required, typing.NotRequired):
            return origin is typing.Required
        annotation = typing.get_args(annotation)[0]
    return key in cls.__required_keys__


NAMED_FORMS: dict[Any, Domain] = {typing.LiteralString: STR, typing.Hashable: ANYTHING}
NOTHING = (typing.Never, typing.NoReturn)
