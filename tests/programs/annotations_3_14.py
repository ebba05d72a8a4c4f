"""Annotations that are evaluated when somebody asks, and name what is not there."""

import dataclasses
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from no_such_module import Unknown

EXPECTED = {
    "known_beside_unknown": {
        "verdict": "complete",
        "reasons": {"type-guessed"},
        "returns": {"'both'", "'one'"},
        "over": {"x": range(-2, 50), "y": range(-2, 9)},
    },
    "defined_later": {
        "verdict": "complete",
        "returns": {"'deep'", "'shallow'"},
        "over": {"point": [(0, 0), (17, 0), (17, 4)]},
    },
    "annotations_of_twins": {
        "verdict": "complete",
        "returns": {"'int'", "'Unknown'"},
        "over": {"x": range(-3, 3)},
    },
}


def known_beside_unknown(x: int, y: Unknown) -> Unknown:
    if x == 42 and y > 5:
        return "both"
    return "one"


def defined_later(point: Point) -> str:
    if point[0] == 17 and point[1] == 4:
        return "deep"
    return "shallow"


class Point(NamedTuple):
    x: int
    y: int


@dataclasses.dataclass
class Holder:
    a: int
    b: Unknown = None


def annotations_of_twins(x: int) -> str:
    """What a function made here is annotated with is what the source says."""

    def inner(a: int, b: Unknown) -> None:
        local: Unknown = a + 1
        return local

    from annotationlib import Format, get_annotations

    found = get_annotations(inner, format=Format.STRING)
    assert get_annotations(Holder, format=Format.STRING) == {"a": "int", "b": "Unknown"}
    if inner(x, None) > 0:
        return found["a"]
    return found["b"]
