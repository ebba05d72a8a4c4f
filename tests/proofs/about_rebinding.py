"""Names that the module binds in ways that its text hardly shows, and values of odd names."""

from __future__ import annotations

import enum
import string
import sys
import textwrap
from typing import TypedDict, TypeVar, final

Kind = type["Cell"]
C = TypeVar("C", bound=type)


class Cell:
    def is_full(self) -> bool:
        return False

    def is_old(self) -> bool:
        return False


class _Fake:
    digits = "x"


class Rights(enum.Flag):
    READ = 1
    WRITE = 2
    OWNER = 24


@final
class Inner(TypedDict):
    x: int


Counted = final(TypedDict("Counted", {"x×9": Inner, "x×10": int}))
Dotted = final(TypedDict("Dotted", {"a": Inner, "a.x": int}))


def _fill(kind: Kind) -> None:
    kind.is_full = lambda self: True


def _grow_old(kind: C) -> C:
    kind.is_old = lambda self: True
    return kind


def _rebind() -> None:
    setattr(sys.modules[__name__], "string", _Fake)
    sys.modules[__name__].__dict__["textwrap"] = _Fake


def open_method_is_replaced_through_an_alias(n: int) -> None:
    assert not Cell().is_full()


def open_method_is_replaced_through_a_type_variable(n: int) -> None:
    assert not Cell().is_old()


def open_module_is_rebound_by_its_name(n: int) -> None:
    assert string.digits != "x"


def open_module_is_rebound_in_a_dict(n: int) -> None:
    assert textwrap is not _Fake


def open_flag_has_bits_without_names_of_their_own(rights: Rights) -> None:
    assert rights.value < 24


def wrong_keys_that_look_like_counted_fields(t: Counted) -> None:
    assert not (t["x×9"]["x"] == 5 and t["x×10"] == 7)


def wrong_keys_that_look_like_paths(t: Dotted) -> None:
    assert not (t["a"]["x"] == 5 and t["a.x"] == 7)
