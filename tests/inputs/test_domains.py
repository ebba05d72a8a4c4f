"""Annotations of every kind have a domain that builds, renders, and evaluates back the same."""

from __future__ import annotations

import array
import collections
import collections.abc
import datetime
import decimal
import fractions
import io
import numbers
import pathlib
import random
import re
import typing
import uuid
from collections.abc import Iterator
from types import FunctionType
from typing import Annotated, Any, Final, Literal, Optional, Union
from xml.etree import ElementTree

import kinds
import pytest

import wend.run.operations.twin_probes  # noqa: F401 - twins call them
from wend.describe.annotations import Domains
from wend.describe.constructors import CannotBuild
from wend.describe.known_types import ANYTHING, BOOL, FLOAT, INT, NONE, STR
from wend.describe.objects.class_fields import is_recursive
from wend.expr.variables import named as variable_of
from wend.inputs.decompose import DoesNotFit, decomposed
from wend.inputs.domain import (
    ABSENT,
    Choice,
    Domain,
    Entries,
    Held,
    Items,
    Made,
    Maker,
    Part,
    Scalar,
    Text,
    Whole,
)
from wend.inputs.inputs import Inputs
from wend.inputs.live import live
from wend.inputs.render import arguments
from wend.inputs.target import ModuleRef, Parameter, Target, TargetRef
from wend.messages.packing import plain, unplain
from wend.run.arguments.build import Builder, evaluated
from wend.run.recorder import Recorder, RunDropped, recording


class Ge:
    """As annotated-types has it."""

    def __init__(self, ge: int) -> None:
        self.ge = ge


YEAR = Choice((ABSENT, INT))
BYTES = Text("bytes")

RECENT = Items("list", INT, Maker("deque", ("from collections import deque",)))

TEXT_STREAM = Made(Maker("StringIO", ("from io import StringIO",)), (Part("initial_value", STR),))
BYTE_STREAM = Made(Maker("BytesIO", ("from io import BytesIO",)), (Part("initial_value", BYTES),))

DOMAINS: list[tuple[Any, Domain]] = [
    (int, INT),
    (bool, BOOL),
    (float, FLOAT),
    (str, STR),
    (bytes, BYTES),
    (bytearray, Text("bytearray")),
    (None, NONE),
    (type(None), NONE),
    (Optional[int], Choice((NONE, INT))),  # noqa: UP045
    (int | None, Choice((NONE, INT))),
    (Union[int, str], Choice((INT, STR))),  # noqa: UP007
    (int | (str | None), Choice((NONE, INT, STR))),
    (Literal["a", 3], Choice((Held("'a'"), Held("3")))),
    (kinds.Color, Choice((Held("Color.RED"), Held("Color.GREEN")))),
    (kinds.Level, Choice((Held("Level.LOW"), Held("Level.HIGH")))),
    (
        kinds.Rights,
        Choice(
            (
                *(Held("Rights.READ"), Held("Rights.WRITE"), Held("Rights(0)")),
                Held("Rights.READ | Rights.WRITE"),
            )
        ),
    ),
    (list[int], Items("list", INT)),
    (list, Items("list", ANYTHING)),
    (typing.List, Items("list", ANYTHING)),  # noqa: UP006
    (typing.List[str], Items("list", STR)),  # noqa: UP006
    *(
        (each, TEXT_STREAM)
        for each in (typing.TextIO, typing.IO[str], io.TextIOBase, io.TextIOWrapper)
    ),
    *(
        (each, BYTE_STREAM)
        for each in (typing.BinaryIO, typing.IO[bytes], io.BufferedIOBase, io.RawIOBase)
    ),
    *(
        (each, Choice((TEXT_STREAM, BYTE_STREAM)))
        for each in (typing.IO, typing.IO[Any], io.IOBase)
    ),
    *((each, TEXT_STREAM) for each in (kinds.ReadsLines, kinds.Reads[str])),
    (kinds.Reads[bytes], BYTE_STREAM),
    (set[int], Items("set", INT)),
    (frozenset[str], Items("frozenset", STR)),
    (tuple[int, str], Made(None, (Part("", INT), Part("", STR)))),
    (tuple[int, ...], Items("tuple", INT)),
    (tuple, Items("tuple", ANYTHING)),
    (tuple[()], Held("()")),
    (dict[str, int], Entries(STR, INT)),
    (dict, Entries(STR, ANYTHING)),
    (collections.abc.Sequence[int], Items("list", INT)),
    (collections.abc.Iterable[int], Items("list", INT)),
    (typing.Iterable[int], Items("list", INT)),
    (collections.abc.Iterator[int], Items("list", INT, Maker("iter"))),
    (collections.abc.Mapping[str, int], Entries(STR, INT)),
    (collections.abc.Set[int], Items("set", INT)),
    (
        collections.deque[int],
        Items("list", INT, Maker("deque", ("from collections import deque",))),
    ),
    (
        collections.OrderedDict[str, int],
        Entries(STR, INT, Maker("OrderedDict", ("from collections import OrderedDict",))),
    ),
    (
        collections.Counter[str],
        Entries(STR, INT, Maker("Counter", ("from collections import Counter",))),
    ),
    (kinds.Prices, Made(Maker("Prices"), (Part("", Entries(STR, INT)),))),
    (kinds.Celsius, Made(Maker("Celsius"), (Part("", FLOAT),))),
    (kinds.Recent, Made(Maker("Recent"), (Part("", RECENT),))),
    (Any, ANYTHING),
    (object, ANYTHING),
    (kinds.T, INT),
    (kinds.Bounded, STR),
    (kinds.Either, Choice((BYTES, BOOL))),
    (kinds.UserId, INT),
    (Annotated[str, "whatever"], STR),
    (Annotated[int, Ge(5)], Whole(5, None)),
    (Final[int], INT),
    ("list[int]", Items("list", INT)),
    (
        list[typing.ForwardRef("Color")],
        Items("list", Choice((Held("Color.RED"), Held("Color.GREEN")))),
    ),
    (kinds.Point, Made(Maker("Point"), (Part("x", INT), Part("y", INT)))),
    (kinds.Spot, Made(Maker("Spot"), (Part("x", INT), Part("label", STR)))),
    (kinds.Box[str], Made(Maker("Box"), (Part("content", STR),))),
    (
        kinds.Movie,
        Made(Maker("dict"), (Part("title", STR, True), Part("year", INT, True))),
    ),
    *(
        (each, Made(Maker("dict"), (Part("title", STR, True), Part("year", YEAR, True))))
        for each in (kinds.Sequel, kinds.Remake)
    ),
    (
        kinds.Draft,
        Made(
            Maker("dict"),
            (
                Part("title", Choice((ABSENT, STR)), True),
                Part("year", Choice((ABSENT, INT)), True),
            ),
        ),
    ),
    (kinds.Shape, Made(Maker("Square"), (Part("side", INT),))),
    (kinds.HasArea, Made(Maker("Square"), (Part("side", INT),))),
    (numbers.Integral, INT),
]

BUILT = [
    *[annotation for annotation, _ in DOMAINS],
    complex,
    range,
    slice,
    collections.defaultdict[str, list],
    collections.abc.Callable[[int], int],
    collections.abc.Callable[..., str],
    typing.Callable,
    type[kinds.Shape],
    datetime.date,
    datetime.time,
    datetime.datetime,
    datetime.timedelta,
    datetime.timezone,
    decimal.Decimal,
    fractions.Fraction,
    pathlib.PurePath,
    pathlib.Path,
    uuid.UUID,
    re.Pattern,
    re.Match,
    re.Match[bytes],
    array.array,
    ElementTree.Element,
    io.StringIO,
    io.BytesIO,
    typing.IO[Any],
    kinds.Order,
    kinds.Prices,
    kinds.Celsius,
    kinds.Recent,
    kinds.Tree,
    kinds.Branching,
    kinds.Plain,
    kinds.Pair,
    kinds.Compares,
    kinds.Box[kinds.Point | None],
    ValueError,
    list[dict[str, tuple[kinds.Color, float] | None]],
]


def named(annotation: Any) -> str:
    return getattr(annotation, "__name__", None) or str(annotation)


@pytest.mark.parametrize(("annotation", "expected"), DOMAINS, ids=lambda each: None)
def test_an_annotation_is_a_domain(annotation: Any, expected: Domain) -> None:
    assert Domains(kinds).domain(annotation) == expected


def target(domain: Domain) -> Target:
    return Target(TargetRef(ModuleRef("kinds", "kinds.py"), "f"), (Parameter("x", domain),))


def some_inputs(of: Target, count: int = 12) -> Iterator[Inputs]:
    """The simplest, then such that grow and change at random."""
    chance = random.Random(0)
    inputs = live(of.parameters, {})
    yield inputs
    for _ in range(count):
        changed = {name: _changed(name, value, chance) for name, value in inputs.items()}
        inputs = live(of.parameters, changed)
        yield inputs


def _changed(name: str, value: Any, chance: random.Random) -> Any:
    if isinstance(value, bool):
        return chance.random() < 0.5
    if isinstance(value, float):
        return chance.choice([0.0, -0.0, 1.5, -2.25, float("inf"), 1e-300])
    if name.startswith("len("):
        return chance.randrange(3)
    if name.startswith("ord("):
        return chance.choice([97, 65, 48, 39, 10, 0x1F600])
    candidates = [
        each for each in (0, 1, 2, 3, 5, 12, 28, -1, -7, 100) if variable_of(name).admits(each)
    ]
    return chance.choice(candidates)


@pytest.mark.parametrize("annotation", BUILT, ids=named)
def test_what_is_built_is_what_is_rendered(annotation: Any) -> None:
    of = target(Domains(kinds).domain(annotation))

    for inputs in some_inputs(of):
        try:
            built = Builder(inputs, kinds, tracked=False).value(of.parameters[0].domain, "x")
        except BaseException as error:
            assert type(error).__name__ == "CannotConstruct", error
            continue
        rendered = arguments(of, inputs)
        ((_, source),), imports = rendered.args, rendered.imports
        again = evaluated(kinds, source, imports)
        assert alike(built, again), f"{built!r} is rendered as {source}"


@pytest.mark.parametrize("annotation", BUILT, ids=named)
def test_inputs_that_lack_variables_or_have_other_types_are_rendered(annotation: Any) -> None:
    of = target(Domains(kinds).domain(annotation))
    chance = random.Random(1)

    for inputs in some_inputs(of, 4):
        spoiled = {
            name: chance.choice([value, 0.5, "text", None, True])
            for name, value in inputs.items()
            if chance.random() < 0.7
        }
        try:
            built = Builder(spoiled, kinds, tracked=False).value(of.parameters[0].domain, "x")
        except BaseException as error:
            assert type(error).__name__ == "CannotConstruct", error
            continue
        rendered = arguments(of, spoiled)
        ((_, source),), imports = rendered.args, rendered.imports
        again = evaluated(kinds, source, imports)
        assert alike(built, again), f"{built!r} is rendered as {source}"


@pytest.mark.parametrize("annotation", BUILT, ids=named)
def test_what_is_tracked_is_what_is_plain(annotation: Any) -> None:
    of = target(Domains(kinds).domain(annotation))

    for inputs in some_inputs(of, 6):
        recorder = Recorder()
        domain = of.parameters[0].domain
        try:
            plain = Builder(inputs, kinds, tracked=False).value(domain, "x")
        except BaseException:
            continue
        with recording(recorder):
            try:
                tracked = Builder(inputs, kinds, tracked=True).value(domain, "x")
            except RunDropped:  # a key twice
                continue
            recorder.quiet = 1
            assert alike(plain, tracked), (plain, tracked)


def alike(a: Any, b: Any) -> bool:
    if isinstance(a, FunctionType):
        return callable(b) and alike(a(1), b(1))
    if isinstance(a, io.StringIO | io.BytesIO):
        return a.__class__ is b.__class__ and bool(a.getvalue() == b.getvalue())
    if isinstance(a, ElementTree.Element):
        return ElementTree.tostring(a) == ElementTree.tostring(b)
    if isinstance(a, re.Match):
        return a.re == b.re and a.groups() == b.groups() and a.span() == b.span()
    if isinstance(a, Exception):
        return type(a) is type(b) and a.args == b.args
    if type(a).__name__.endswith("_iterator"):
        return list(a) == list(b)
    if isinstance(a, kinds.Box):
        return alike(a.content, b.content)
    if isinstance(a, float):
        return repr(float(a)) == repr(float(b))
    if (
        isinstance(a, list | tuple)
        and isinstance(b, list | tuple)
        and len(a) == len(b)
        and type(a).__name__ != "Spot"
    ):
        return all(map(alike, a, b))
    if isinstance(a, dict):
        return list(a) == list(b) and all(alike(a[key], b[key]) for key in a)
    return bool(a == b)


@pytest.mark.parametrize("annotation", BUILT, ids=named)
def test_a_domain_goes_to_another_process_and_back(annotation: Any) -> None:
    parameter = Parameter("x", Domains(kinds).domain(annotation), guessed=True)

    assert unplain(plain(parameter)) == parameter


def in_kinds(source: str, imports: tuple[str, ...]) -> Any:
    return evaluated(kinds, source, imports)


@pytest.mark.parametrize(
    "value",
    [
        5, True, "aß\n", b"\x00a", bytearray(b"x"), None, [1, 2], ("a",), {3}, {"k": [1]},
        kinds.Color.GREEN, kinds.Point(1, 2), kinds.Spot(4, "there"), datetime.date(2024, 2, 29),
        datetime.datetime(2024, 2, 29, 12, 30), datetime.timedelta(days=-3, seconds=5),
        fractions.Fraction(-3, 4), range(2, 9, 3), slice(None, 3), kinds.Square(3),
        kinds.Box(7), collections.deque([1, 2]), collections.Counter({"a": 2}),
        kinds.Tree(1, kinds.Tree(2), None), io.StringIO("a\r\n"), io.BytesIO(b"a"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, io.IOBase) else repr(value),
)  # fmt: skip
def test_a_value_is_taken_apart_and_put_together_again(value: Any) -> None:
    annotation = type(value)
    containers: dict[Any, Any] = {
        list: list[int], tuple: tuple[str], set: set[int], dict: dict[str, list[int]],
        collections.deque: collections.deque[int], collections.Counter: collections.Counter[str],
    }  # fmt: skip
    of = target(Domains(kinds).domain(containers.get(annotation, annotation)))
    found = decomposed(of.parameters[0].domain, "x", value, in_kinds)
    inputs = live(of.parameters, found)

    assert alike(Builder(inputs, kinds, tracked=False).value(of.parameters[0].domain, "x"), value)


def read_of(text: str) -> io.StringIO:
    """A stream at its end."""
    made = io.StringIO(text)
    made.read()
    return made


@pytest.mark.parametrize(
    ("annotation", "value"),
    [
        (int, True), (int, "a"), (list[int], ["a"]), (kinds.Point, kinds.Square(1)),
        (Literal["a"], "b"), (kinds.Color, 1), (Annotated[int, Ge(5)], 4), (kinds.Plain, 3),
        (kinds.Plain, kinds.Plain(3)), (tuple[int, int], (1,)), (kinds.Movie, {"title": "a"}),
        (io.StringIO, io.StringIO("a", newline=None)), (io.BytesIO, io.StringIO()),
        (typing.TextIO, read_of("a")),
    ],
)  # fmt: skip
def test_a_value_that_does_not_fit(annotation: Any, value: Any) -> None:
    with pytest.raises(DoesNotFit):
        decomposed(Domains(kinds).domain(annotation), "x", value, in_kinds)


@pytest.mark.parametrize(
    ("annotation", "says"),
    [
        (kinds.NeedsItself, "NeedsItself is inside itself"),
        (typing.Never, "there is no such value"),
        ("no_such_name", "no_such_name means nothing here"),
        (type((lambda: (yield))()), "generator"),
        (collections.abc.Awaitable[int], "Awaitable is abstract"),
    ],
)
def test_what_can_not_be_built_says_why(annotation: Any, says: str) -> None:
    with pytest.raises(CannotBuild, match=says):
        Domains(kinds).domain(annotation)


@pytest.mark.parametrize("cls", [kinds.Tree, kinds.Branching])
def test_recursion_is_cut_and_said(cls: Any) -> None:
    domains = Domains(kinds)
    domains.domain(cls)

    assert [what for what, _ in domains.notes] == ["bound-hit"]


def test_names_that_mean_something_else_in_the_module_get_an_alias() -> None:
    class Date:
        pass

    class Module:
        pass

    module: Any = type(kinds)("other")
    module.date = Date
    made = Domains(module).domain(datetime.date)

    assert isinstance(made, Made)
    assert made.maker == Maker("date_", ("from datetime import date as date_",))


def test_scalars_are_what_variables_are_made_of() -> None:
    assert isinstance(INT, Scalar)


def test_a_protocol_is_no_class_to_be_below() -> None:
    assert not is_recursive(kinds.Covered)
    assert is_recursive(kinds.NeedsItself)
