"""What a class below a native container calls by `super()`: its constructor and operators."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from wend.run.models.builtin import with_plain_length
from wend.run.models.containers import SET, dict_update, listed


def dict_init(mapping: Any, *args: Any, **keywords: Any) -> None:
    """`super().__init__(…)` of a class below dict."""
    (dict_update if len(args) < 2 else dict.__init__)(mapping, *args, **keywords)


def dict_ior(mapping: Any, *args: Any) -> Any:
    if len(args) != 1:
        return dict.__ior__(mapping, *args)
    dict_update(mapping, *args)
    return mapping


def set_init(members: Any, *args: Any, **keywords: Any) -> None:
    """`super().__init__(…)` of a class below set."""
    if len(args) != 1 or keywords:
        set.__init__(members, *args, **keywords)
        return
    given = listed(args[0])
    set.clear(members)
    SET["update"](members, given)


def set_ior(members: Any, *args: Any) -> Any:
    if len(args) != 1 or not isinstance(args[0], set | frozenset):
        return set.__ior__(members, *args)
    SET["update"](members, *args)
    return members


def deque_init(items: Any, *args: Any, **keywords: Any) -> None:
    """`super().__init__(…)` of a class below deque."""
    args, keywords = with_plain_length(args, keywords)
    deque.__init__(items, *args, **keywords)


WRAPPERS: dict[type, dict[str, Callable[..., Any]]] = {
    dict: {"__init__": dict_init, "__ior__": dict_ior},
    set: {"__init__": set_init, "__ior__": set_ior},
    deque: {"__init__": deque_init},
}
"""Operators that a class below a native one calls by `super()`."""
