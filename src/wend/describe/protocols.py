"""Tells which attributes a protocol asks for, and which classes have them."""

from __future__ import annotations

import io
import typing
from types import ModuleType
from typing import Any

from wend.describe.deferred_annotations import annotations_of
from wend.describe.hints import class_hints, hints_of


def wanted_by(protocol: Any) -> set[str]:
    """The attributes that a protocol and its base protocols name."""
    return {
        name
        for base in protocol.__mro__
        if getattr(base, "_is_protocol", False)
        for name in (*vars(base), *annotations_of(base))
        if name not in _OF_EVERY_PROTOCOL and not name.startswith("_abc_")
    }


def keeps(cls: Any, wanted: set[str]) -> bool:
    """Whether instances of a class have all these attributes."""
    return all(
        hasattr(cls, name) or name in class_hints(cls) or _sets(cls, name) for name in wanted
    )


def streams_like(
    protocol: Any, wanted: set[str], args: tuple[Any, ...], module: ModuleType
) -> list[Any]:
    """The streams that satisfy a protocol: of text or of bytes, as the protocol says."""
    asked = wanted & _OF_STREAMS
    spoken_of = {each for each in args if each in _CONTENTS}
    for name in asked:
        hints = hints_of(getattr(protocol, name, None), module)
        spoken_of.update(hint for hint in hints.values() if hint in _CONTENTS)
    return [
        cls
        for of, cls in _CONTENTS.items()
        if asked and keeps(cls, wanted) and (of in spoken_of or len(spoken_of) != 1)
    ]


_CONTENTS: dict[Any, Any] = {str: io.StringIO, bytes: io.BytesIO}
_OF_STREAMS = frozenset(("read", "readline", "readlines", "write", "writelines", "getvalue"))


def _sets(cls: Any, name: str) -> bool:
    """Whether a constructor sets an attribute."""
    init = getattr(cls, "__init__", None)
    code = getattr(init, "__code__", None)
    return code is not None and name in code.co_names


_OF_EVERY_PROTOCOL = frozenset(
    (
        *vars(typing.Protocol),
        *("__dict__", "__weakref__", "__module__", "__doc__", "__annotations__", "__orig_bases__"),
        *("__parameters__", "__type_params__", "__static_attributes__", "__firstlineno__"),
        *("__abstractmethods__", "_is_protocol", "_is_runtime_protocol", "__protocol_attrs__"),
        *("__non_callable_proto_members__", "__callable_proto_members_only__", "__init__"),
        *("__annotate__", "__annotate_func__", "__annotations_cache__", "__subclasshook__"),
    )
)
