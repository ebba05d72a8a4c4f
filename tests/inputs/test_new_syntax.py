"""Type parameters and aliases as Python 3.12 writes them."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from wend.describe.annotations import Domains
from wend.describe.hints import hints_of
from wend.describe.known_types import INT, NONE, STR
from wend.inputs.domain import Choice, Items, Made, Maker, Part

pytestmark = pytest.mark.skipif(sys.version_info < (3, 12), reason="the syntax is new in 3.12")

SOURCE = """
type Ids = list[int]
type Maybe[T] = T | None
type Json = int | list[Json]

class Box[T]:
    def __init__(self, content: T): ...

def first[T: str](x: T, y: Maybe[int], z: Ids, b: Box[str], j: Json): ...
"""


@pytest.fixture(scope="module")
def module() -> ModuleType:
    made = ModuleType("new_syntax")
    sys.modules["new_syntax"] = made
    exec(SOURCE, vars(made))
    return made


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("x", STR),
        ("y", Choice((NONE, INT))),
        ("z", Items("list", INT)),
        ("b", Made(Maker("Box"), (Part("content", STR),))),
    ],
)
def test_a_domain(module: ModuleType, name: str, expected: object) -> None:
    assert Domains(module).domain(hints_of(module.first)[name]) == expected


def test_an_alias_inside_itself_is_cut(module: ModuleType) -> None:
    domains = Domains(module)
    domains.domain(module.Json)

    assert [what for what, _ in domains.notes] == ["bound-hit"]
