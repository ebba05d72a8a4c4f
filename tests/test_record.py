"""Records are what frozen dataclasses would be."""

from __future__ import annotations

import dataclasses
import itertools
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wend.record import Record, field, replace


class Empty(Record):
    pass


class OtherEmpty(Record):
    pass


class Point(Record):
    x: Any
    y: Any = 0


class Vector(Record):
    x: Any
    y: Any = 0


class Bag(Record):
    name: str
    items: list[int] = field(default_factory=list)
    size: int = 3

    @property
    def first(self) -> int:
        return self.items[0]


class Keyed(Record):
    """A record whose equality is its own."""

    name: str
    weight: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Keyed) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)


@dataclasses.dataclass(frozen=True)
class Dataclass:
    x: Any
    y: Any = 0


VALUES = st.one_of(st.integers(-2, 2), st.booleans(), st.text("ab", max_size=2), st.none())
"""Few of them, so that equal ones are drawn often; 1 and True among them."""


@given(VALUES, VALUES, VALUES, VALUES)
def test_equality_and_hash_are_those_of_the_fields(a: Any, b: Any, c: Any, d: Any) -> None:
    one, other = Point(a, b), Point(c, d)

    assert (one == other) == (Dataclass(a, b) == Dataclass(c, d)) == ((a, b) == (c, d))
    assert (one != other) is ((a, b) != (c, d))
    assert one != other or hash(one) == hash(other)
    assert ({one: "found"}.get(other) == "found") == (one == other)


@given(VALUES, VALUES)
def test_repr_is_that_of_a_dataclass(a: Any, b: Any) -> None:
    assert repr(Point(a, b)) == repr(Dataclass(a, b)).replace("Dataclass", "Point")


def test_records_of_two_classes_are_never_equal() -> None:
    pairs = itertools.combinations((Point(1, 2), Vector(1, 2), (1, 2), Empty(), OtherEmpty()), 2)
    assert all(one != other and other != one for one, other in pairs)
    assert Point(1, 2).__eq__((1, 2)) is NotImplemented


def test_records_without_fields_are_all_one() -> None:
    assert Empty() == Empty()
    assert hash(Empty()) == hash(Empty())
    assert repr(Empty()) == "Empty()"
    assert Empty.field_names == Empty.__match_args__ == ()


def test_a_field_that_has_no_hash_gives_the_record_none() -> None:
    assert Bag("a") == Bag("a")
    with pytest.raises(TypeError, match="unhashable"):
        hash(Bag("a"))


def test_defaults_and_names_are_those_of_a_call() -> None:
    assert Point(1) == Point(1, 0) == Point(x=1) == Point(y=0, x=1)
    for wrong in (lambda: Point(), lambda: Point(1, 2, 3), lambda: Point(1, z=2)):
        with pytest.raises(TypeError, match="__init__"):
            wrong()


def test_a_default_that_is_made_is_made_anew() -> None:
    one, other = Bag("a"), Bag("b")
    one.items.append(7)

    assert one.first == 7
    assert other.items == []
    assert Bag("c", [5], 1).items == [5]
    assert Bag("c", size=1).items == []


def test_fields_are_taken_apart_in_their_order() -> None:
    match Bag("a", [1]):
        case Bag(name, [item], size):
            assert (name, item, size) == ("a", 1, 3)
        case _:
            pytest.fail("no match")
    match Point(1, 2):
        case Vector() | Point(x=2):
            pytest.fail("a match")
        case Point(1, y):
            assert y == 2


@given(VALUES, VALUES, VALUES)
def test_replace_changes_what_is_named_and_nothing_else(a: Any, b: Any, c: Any) -> None:
    before = Point(a, b)

    assert replace(before, y=c) == Point(a, c)
    assert replace(before) == before and replace(before) is not before
    assert before == Point(a, b)


def test_replace_keeps_the_class_and_knows_its_fields() -> None:
    assert type(replace(Vector(1, 2), x=3)) is Vector
    with pytest.raises(TypeError, match="unexpected keyword"):
        replace(Point(1, 2), z=3)


def test_a_class_may_say_what_equality_is() -> None:
    assert Keyed("a", 1) == Keyed("a", 2) != Keyed("b", 1)
    assert len({Keyed("a", 1), Keyed("a", 2)}) == 1


def test_a_record_has_its_fields_and_no_others() -> None:
    with pytest.raises(AttributeError):
        Point(1, 2).z = 3  # type: ignore[attr-defined]


def test_records_are_pickled() -> None:
    for record in (Empty(), Point(1, "a"), Bag("a", [1, 2])):
        assert pickle.loads(pickle.dumps(record)) == record
