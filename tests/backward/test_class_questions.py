"""No function is called complete, and no line unreachable, where a class that nobody tried may
answer a question about an input otherwise."""

from __future__ import annotations

import re

import pytest

PROGRAM = """
import contextlib
import copy
import datetime
import functools
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import Enum, IntEnum, StrEnum
from typing import *  # which binds every name


class Marker(str):
    pass


class Node:
    def __init__(self, n: int):
        self.n = n


class Mixin:
    pass


@final
class Last:
    def __init__(self, n: int):
        self.n = n


class Pair:
    def __init__(self, one: int, other: str):
        self.one = one
        self.other = other


class Colour(Enum):
    RED = 1
    BLUE = 2


class Named(NamedTuple):
    one: int


class Movie(TypedDict):
    year: int


@final
class Closed(TypedDict):
    year: int


@dataclass
class Record:
    one: int


@dataclass(order=True)
class Ordered:
    one: int


class Maker:
    def __init__(self, n: int):
        self.n = n

    @classmethod
    def make(cls, n: int):
        return cls(n)

    @classmethod
    def which(cls):
        return cls is Maker

    @classmethod
    def name(cls):
        return cls.__name__ == "Maker"

    @classmethod
    def is_marker(cls):
        return issubclass(cls, Marker)

    def above(self):
        return super().__class__

    def twin(self):
        return type(self)(self.n)


def item_is_enum(xs: list[str]):  # open
    return 1 if xs and isinstance(xs[0], Enum) else 0


def part_is_marker(t: tuple[str, str]):  # open
    return isinstance(t[0], Marker)


def item_is_bool(xs: tuple[int]):  # open
    return isinstance(xs[0], bool)


def item_is_true(xs: tuple[int]):  # open
    return xs[0] is True


def item_in_a_loop(xs: tuple[int, int]):  # open
    for x in xs:
        if x is True:
            return 1
    return 0


def item_in_any(xs: tuple[int, int]):  # open
    return any(isinstance(x, bool) for x in xs)


def item_of_a_new_list(xs: tuple[int, int]):  # open
    ys = [x for x in xs]
    return isinstance(ys[1], bool)


def item_of_a_sorted_list(xs: tuple[int, int]):  # open
    return isinstance(sorted(xs)[0], bool)


def least_item(x: int, y: int):  # open
    return isinstance(min(x, y), Enum)


def key_is_enum(d: dict[str, int]):  # open
    return [key for key in d if isinstance(key, Enum)] != []


def field_is_bool(p: Pair):  # open
    return isinstance(p.one, bool)


def field_is_enum(p: Pair):  # open
    return isinstance(p.other, Enum)


def class_of_field(p: Pair):  # open
    return type(p.one) is int


def mixed_in(n: Node):  # open
    return isinstance(n, Mixin)


def by_case(x: int):  # open
    match x:
        case Enum():
            return 1
    return 0


def by_inner_case(p: Pair):  # open
    match p:
        case Pair(one=bool()):
            return 1
    return 0


def by_sequence_case(t: tuple[int, int]):  # open
    match t:
        case [bool(), _]:
            return 1
    return 0


def by_missing_attribute(x: int):  # open
    try:
        return x.value
    except AttributeError:
        return 0


def by_suppressed_attribute(x: int):  # open
    with contextlib.suppress(AttributeError):
        return x.value
    return 0


def by_getattr(x: int):  # open
    return getattr(x, "value", 0)


def by_hasattr(x: int):  # open
    return hasattr(x, "value")


def by_class_attribute(x: int):  # open
    return x.__class__ is int


def by_vars(n: Node):  # open
    return "m" in vars(n)


def by_callable(n: Node):  # open
    return callable(n)


def by_dispatch(x: int):  # open
    return _dispatched(x)


@functools.singledispatch
def _dispatched(x):
    return 0


def in_a_called_function(x: int):  # open
    return _asks(x)


def _asks(value):
    return isinstance(value, Enum)


def at_end(x: int):  # open
    return x.value


def by_length(n: Node):  # open
    try:
        return len(n)
    except TypeError:
        return 0


def by_iteration(x: int):  # open
    try:
        return [*x]
    except TypeError:
        return 0


def by_call(x: int):  # open
    try:
        return x()
    except TypeError:
        return 0


def by_item(n: Node):  # open
    with contextlib.suppress(TypeError):
        return n[0]
    return 0


def by_order(n: Node, m: Node):  # open
    try:
        return n < m
    except TypeError:
        return 0


def by_sum(n: Node):  # open
    try:
        return n + 1
    except TypeError:
        return 0


def by_sum_on_the_right(s: str):  # open
    try:
        return 1 + s
    except TypeError:
        return 0


def by_context(n: Node):  # open
    try:
        with n:
            return 1
    except (TypeError, AttributeError):
        return 0


def by_hash(xs: list[int]):  # open
    try:
        return hash(xs)
    except TypeError:
        return 0


def by_setting(x: int):  # open
    try:
        x.mark = 1
    except AttributeError:
        return 0
    return 1


def by_failed_operation(n: Node):  # open
    return n @ n


def by_equal_object(x: int):  # open
    return x == 7 and x is not 7


def by_copy_of_text(s: str):  # open
    return s + "" is not s


def by_copy_of_tuple(t: tuple[int, ...]):  # open
    return tuple(t) is t


def by_case_of_sequences(n: Node):  # open
    match n:
        case [_, *_]:
            return 1
    return 0


def by_case_of_mappings(n: Node):  # open
    match n:
        case {"a": 1}:
            return 1
    return 0


def by_attribute_of_a_case(s: str):  # open
    match s:
        case str(name="a"):
            return 1
    return 0


def by_attribute_of_an_inner_case(t: tuple[str, int]):  # open
    match t:
        case [str(name="a"), _]:
            return 1
    return 0


def by_alias_of_typing(x: int):  # open
    return isinstance(x, Iterable)


def by_aliases_of_typing(x: int):  # open
    return isinstance(x, (str, (Sized, Mapping)))


def by_missing_vars(x: int):  # open
    try:
        return vars(x)
    except TypeError:
        return 0


def of_a_copy(n: Node):  # open
    return type(copy.copy(n)) is Node


def of_an_attribute_of_a_copy(n: Node):  # open
    return hasattr(copy.deepcopy(n), "m")


def of_a_new_date(d: datetime.date):  # open
    return type(d.replace(day=1)) is datetime.date


def of_a_new_named_tuple(t: Named):  # open
    return type(t._replace(one=1)) is Named


def of_what_a_class_method_makes(m: Maker):  # open
    return type(m.make(3)) is Maker


def of_what_a_method_makes(m: Maker):  # open
    return isinstance(m.twin(), Mixin)


def by_a_class_method(m: Maker):  # open
    return m.which()


def by_the_name_of_a_class(m: Maker):  # open
    return m.name()


def by_subclass_of_a_class(m: Maker):  # open
    return m.is_marker()


def by_calling_the_class(x: int):  # open
    return type(x)(3) == 3


def by_class_by_name(x: str):  # open
    return getattr(x, "__class__") is str


def by_fields(r: Record):  # open
    return len(fields(r)) == 1


def by_attribute_of_each_class(r: Record):  # open
    return r.__match_args__ == ("one",)


def by_equal_records(r: Record, other: Record):  # open
    return r == other


def by_equal_records_in_lists(r: Record, other: Record):  # open
    return [r] == [other]


def by_record_among_others(r: Record, other: Record):  # open
    return r in (other, other)


def by_order_of_records(r: Ordered, other: Ordered):  # open
    return r < other


def by_equal_objects(n: Node, m: Node):  # open
    return n == m


def by_class_above(m: Maker):  # open
    return m.above() is Maker


def by_fetched_class(m: Maker):  # open
    return operator.attrgetter("__class__")(m) is Maker


def by_equal_new_record(r: Record):  # open
    return r == Record(3)


def by_class_of_classes(c: type[Node]):  # open
    return c is Node


def by_table_of_classes(c: type[Node]):  # open
    return {Node: 1}.get(c)


def by_more_keys(m: Movie):  # open
    return len(m) == 1


def by_other_sequences(xs: Sequence[int]):  # open
    return isinstance(xs, list)


def by_slices_of_sequences(xs: Sequence[int]):  # open
    return isinstance(xs[:1], list)


def by_equal_sequences(xs: Sequence[int]):  # open
    return len(xs) > 0 or xs == []


def by_methods_of_mappings(d: Mapping[int, int]):  # open
    return hasattr(d, "copy")


def by_kinds_of_callables(f: Callable[[int], int]):  # open
    return hasattr(f, "__name__")


def by_truth_of_an_input(x: int, flag: bool):  # open
    return x is flag


def by_truth_of_an_input_on_the_left(flag: bool, s: Node | int):  # open
    return flag is not s


def by_known_callables(f: Callable[[int], int]):  # open
    return f is abs


def by_known_equal_callables(f: Callable[[int], int]):  # open
    return f == abs


def by_float_for_complex(z: complex):  # open
    return isinstance(z, float)


def of_a_closed_dict(m: Closed):  # complete
    return len(m) == 1


def of_a_new_text(s: str):  # complete
    return type(s + "a") is str


def of_new_records(x: int):  # complete
    return Record(x) == Record(3) and len(fields(Record(x))) == 1


def of_other_makers(x: int):  # complete
    return type(Maker.make(x)) is Maker


def of_truths_and_texts(s: str, flag: bool):  # complete
    return s is flag or flag is (len(s) > 2)


def of_any_mapping(d: Mapping[int, int]):  # complete
    return d is not None


def of_methods_that_all_have(n: Node):  # complete
    return n.__init__ is not None and n.__eq__(3)


def of_pairs_or_ints(x: int | tuple[int, int]):  # complete
    match x:
        case [_, _]:
            return 1
        case int(real=0):
            return 2
    return 3


def of_operators_that_it_has(x: int):  # complete
    try:
        return x + "a"
    except TypeError:
        return 0


def of_none(x: int | None):  # complete
    try:
        return x + 1
    except TypeError:
        return 0


def of_an_error_of_its_own(x: int):  # complete
    try:
        if x > 3:
            raise TypeError("no int")
    except TypeError:
        return 0


def of_the_same_object(n: Node):  # complete
    return n is n


def the_other_class(x: int | str):  # complete
    return 1 if isinstance(x, int) else 2


def by_two_cases(x: int | str):  # complete
    match x:
        case int():
            return 1
        case str():
            return 2


def always(x: int):  # complete
    return isinstance(x, int)


def never(x: int):  # complete
    return isinstance(x, (str, bytes, list))


def truth(x: int):  # complete
    return isinstance(x, bool)


def none_or(x: int | None):  # complete
    return 0 if x is None else x + 1


def member_of(c: Colour):  # complete
    return isinstance(c, Mixin) or c is Colour.RED


def last_of(x: Last):  # complete
    return isinstance(x, Mixin) or hasattr(x, "m")


def only_told(x: int):  # complete
    raise TypeError(f"no {type(x).__name__}")


def made_here(x: int):  # complete
    node = Node(x)
    return isinstance(node, Mixin) or type(node) is Node


def computed(x: int):  # complete
    return isinstance(x * 2 + 1, Enum)


def with_attribute(n: Node):  # complete
    return hasattr(n, "n") and getattr(n, "n", 0) == 3
"""
WANTED = dict(re.findall(r"def (\w+)\(.*# (open|complete)", PROGRAM))


@pytest.fixture(scope="module")
def covered(shared_wend):
    shared_wend.file("asked.py", PROGRAM)
    named = [f"asked.py::{name}" for name in WANTED]
    done = shared_wend("cover", *named, "--json", "-", "--max-executions", "60")
    return {each["target"]["function"]: each for each in done.results}


@pytest.mark.parametrize("name", WANTED)
def test_verdicts(covered, name: str) -> None:
    result = covered[name]
    reasons = {each["what"] for each in result["reasons"]}

    if WANTED[name] == "complete":
        assert result["verdict"] == "complete", result["reasons"]
    else:
        assert result["verdict"] in ("exhausted", "budget")
        assert reasons & {"type-asked", "type-narrowed"}


def test_comparisons_are_told_where_the_code_asks(covered) -> None:
    for name in ("by_equal_records", "by_equal_records_in_lists"):
        result = covered[name]
        line = result["target"]["line"] + 1

        assert [(each["what"], each["line"]) for each in result["reasons"]] == [
            ("type-asked", line)
        ]


def test_a_class_method_gets_any_subclass(shared_wend, covered) -> None:
    named = [f"asked.py::Maker.{name}" for name in ("make", "which", "name", "is_marker")]
    done = shared_wend("cover", *named, "--json", "-")
    verdicts = {each["target"]["function"]: each["verdict"] for each in done.results}

    assert verdicts == {
        "Maker.make": "complete",
        "Maker.which": "exhausted",
        "Maker.name": "exhausted",
        "Maker.is_marker": "exhausted",
    }


@pytest.mark.parametrize("compositional", ["on", "off"])
def test_composed_calls_do_not_hide_questions(wend, compositional: str) -> None:
    wend.file("asked.py", PROGRAM)
    done = wend(
        "cover", "asked.py::in_a_called_function", "--compositional", compositional, "--json", "-"
    )

    assert done.results[0]["verdict"] == "exhausted"


SHAPE = """
class Shape:
    def __init__(self, n: int):
        self.n = n

    def sides(self) -> int:
        return 0


def describe(s: Shape):
    if s.sides() == 4:
        return "square"
    return "shape"
"""
SQUARE = """
from .shape import Shape as Base


class Square(Base):
    def sides(self) -> int:
        return 4
"""


def test_a_subclass_that_only_the_sources_tell_of_leaves_lines_open(wend) -> None:
    wend.file("p/__init__.py", "")
    wend.file("p/shape.py", SHAPE)
    wend.file("p/square.py", SQUARE)
    line = 1 + SHAPE.lstrip().split("\n").index('        return "square"')
    reached = wend("reach", f"p/shape.py:{line}", "--json", "-").results[0]
    covered = {
        each["target"]["function"]: each for each in wend("cover", "p", "--json", "-").results
    }

    assert reached["verdict"] == "unknown"
    assert any("Square (square.py:4) is a Shape" in each["says"] for each in reached["reasons"])
    assert covered["describe"]["verdict"] == "exhausted"


@pytest.mark.parametrize(
    "made",
    [
        "class Square(shape.Shape):\n    def sides(self): return 4",
        "class Other(shape.Shape): pass\nclass Square(Other):\n    sides = lambda self: 4",
        "def make():\n    class Square(shape.Shape):\n        sides = lambda self: 4",
        "Square = type('Square', (shape.Shape,), {'sides': lambda self: 4})",
        "Square = make_dataclass('Square', [], bases=(shape.Shape,))",
    ],
)
def test_each_way_to_make_a_subclass_is_seen_in_the_sources(wend, made: str) -> None:
    wend.file("p/__init__.py", "")
    wend.file("p/shape.py", SHAPE)
    wend.file("p/deep/__init__.py", "")
    wend.file("p/deep/square.py", f"from .. import shape\n{made}\n")
    line = 1 + SHAPE.lstrip().split("\n").index('        return "square"')
    result = wend("reach", f"p/shape.py:{line}", "--json", "-").results[0]

    assert result["verdict"] == "unknown"
    assert any("Square (square.py:" in each["says"] for each in result["reasons"])
