"""Annotations that Python 3.14 evaluates when they are asked for, with names that mean nothing."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from wend.describe.annotations import Domains
from wend.describe.deferred_annotations import annotations_of, signature_of
from wend.describe.hints import class_hints, hints_of
from wend.describe.known_types import INT, STR
from wend.inputs.domain import ABSENT, Choice, Items, Made, Maker, Part

pytestmark = pytest.mark.skipif(sys.version_info < (3, 14), reason="evaluated at once before 3.14")

SOURCE = """
import dataclasses
import typing
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction
    from no_such_module import Thing

def f(x: int, y: Unknown, z: list[Thing], w: Fraction | None, v: "list[str]", u: Later) -> Nothing:
    ...

@dataclasses.dataclass
class Record:
    x: int
    y: Unknown = 0

class Pair(typing.NamedTuple):
    x: int
    y: list[Later]

class Typed(typing.TypedDict):
    x: int
    y: typing.NotRequired[Later]

class Asking(typing.Protocol):
    name: str
    other: Unknown

class Later:
    def __init__(self, n: str, m: Unknown = None): ...
"""


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    file: Path = tmp_path_factory.mktemp("deferred") / "deferred.py"
    file.write_text(SOURCE, encoding="utf-8")
    made = ModuleType("deferred")
    made.__file__ = str(file)
    sys.modules["deferred"] = made
    exec(compile(SOURCE, str(file), "exec", dont_inherit=True), vars(made))
    return made


def test_what_is_known_is_a_type_beside_what_is_not(module: ModuleType) -> None:
    from fractions import Fraction

    hints = hints_of(module.f, module)

    assert hints == {"x": int, "w": Fraction | None, "v": list[str], "u": module.Later}


def test_a_signature_has_the_text_of_what_means_nothing(module: ModuleType) -> None:
    parameters = signature_of(module.f).parameters.values()

    assert [each.annotation for each in parameters][:3] == [int, "Unknown", "list[Thing]"]


@pytest.mark.parametrize("name", ["f", "Record", "Pair", "Later"])
def test_a_signature_can_be_read(module: ModuleType, name: str) -> None:
    assert signature_of(getattr(module, name)).parameters


def test_hints_of_classes(module: ModuleType) -> None:
    assert class_hints(module.Record) == {"x": int}
    assert class_hints(module.Pair) == {"x": int, "y": list[module.Later]}
    assert class_hints(module.Asking) == {"name": str}
    assert class_hints(module.Later) == {"n": str}


def test_annotations_of_a_class_are_its_own(module: ModuleType) -> None:
    class Below(module.Record):  # type: ignore[name-defined, misc]
        pass

    assert annotations_of(Below) == {}
    assert annotations_of(module.Record) == {"x": int, "y": "Unknown"}


def test_a_domain_of_each(module: ModuleType) -> None:
    later = Made(Maker("Later"), (Part("n", STR), Part("m", ABSENT, by_keyword=True)))
    domains = Domains(module)

    assert domains.domain(module.Pair) == Made(
        Maker("Pair"), (Part("x", INT), Part("y", Items("list", later)))
    )
    assert domains.domain(module.Typed) == Made(
        Maker("dict"),
        (Part("x", INT, by_keyword=True), Part("y", Choice((ABSENT, later)), by_keyword=True)),
    )
