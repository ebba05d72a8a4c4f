"""Functions that take values of every kind: explored, and shown by tests that pass."""

from __future__ import annotations

import json
import textwrap

import pytest

from .test_written_tests import run_pytest

SOURCE = """
from __future__ import annotations

import abc
import enum
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from pathlib import PurePath
from typing import Any, Literal, NamedTuple, NewType, Optional, TypedDict, TypeVar


class Color(enum.Enum):
    RED = "r"
    BLUE = "b"


class Rights(enum.Flag):
    READ = 1
    WRITE = 2


@dataclass
class Point:
    x: int
    y: int = 3
    tags: list[str] = field(default_factory=list)


class Spot(NamedTuple):
    row: int
    label: str


class Movie(TypedDict, total=False):
    title: str
    year: int


class Account:
    def __init__(self, owner: str, balance: int) -> None:
        if balance < 0:
            raise ValueError("negative balance")
        self.owner = owner
        self.balance = balance

    def withdraw(self, amount: int) -> int:
        if amount > self.balance:
            raise ValueError("not enough")
        self.balance -= amount
        return self.balance

    @property
    def standing(self) -> str:
        if self.balance > 1000:
            return "rich"
        return "poor"

    @classmethod
    def opened(cls, owner: str) -> Account:
        if owner:
            return cls(owner.strip(), 0)
        return cls("nobody", 1)

    @staticmethod
    def fee(amount: int) -> int:
        if amount < 100:
            return 1
        return 0


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self) -> int: ...

    def is_large(self) -> bool:
        return self.area() > 100


class Square(Shape):
    def __init__(self, side: int) -> None:
        self.side = side

    def area(self) -> int:
        return self.side * self.side


@dataclass
class Tree:
    value: int
    left: Optional[Tree] = None
    right: Optional[Tree] = None


T = TypeVar("T", bound=int)
Id = NewType("Id", int)


def text(s: str):
    if s == "wend":
        return 1
    return 0


def raw(b: bytes):
    if len(b) > 2:
        return 1
    return 0


def optional(x: int | None):
    if x is None:
        return "nothing"
    return x


def either(x: int | str):
    if isinstance(x, str):
        return x + "!"
    return x + 1


def literal(mode: Literal["r", "w"]):
    if mode == "w":
        return 1
    return 0


def member(color: Color):
    if color is Color.BLUE:
        return Color.RED
    return color


def flags(rights: Rights):
    if Rights.READ in rights and Rights.WRITE in rights:
        return 1
    return 0


def items(xs: list[int]):
    if len(xs) == 2 and xs[1] == 7:
        return 1
    return 0


def pair(p: tuple[int, str]):
    if p[0] == 5 and p[1]:
        return 1
    return 0


def many(p: tuple[int, ...]):
    if len(p) > 1:
        return 1
    return 0


def members(s: set[int]):
    if 42 in s:
        return 1
    return 0


def table(d: dict[str, int]):
    if d.get("k") == 3:
        return 1
    return 0


def counted(c: Counter[str]):
    if c["a"] > 2:
        return 1
    return 0


def ordered(d: OrderedDict[str, int]):
    return len(d)


def defaulted(d: defaultdict[str, int]):
    return d["x"]


def queue(q: deque[int]):
    if q:
        return q.popleft()
    return None


def sequence(xs: Sequence[str], more: Iterable[int], last: Iterator[int], at: Mapping[str, int]):
    return len(xs) + sum(more) + sum(last) + len(at)


def applied(f: Callable[[int], int], x: int):
    if f(x) > 10:
        return "big"
    return "small"


def film(movie: Movie):
    if "title" in movie:
        return movie["title"]
    return movie.get("year", 0)


def spot(s: Spot):
    if s.row > 3:
        return Spot(s.row + 1, s.label)
    return s


def bounded(x: T, i: Id):
    if x == i:
        return 1
    return 0


def anything(x: Any):
    if x == 3:
        return 1
    return 0


def day(d: date):
    if d.month == 12 and d.day == 24:
        return 1
    return 0


def moment(m: datetime, by: timedelta):
    if m.hour == 23:
        return 1
    return 0


def decimal(d: Decimal):
    return d


def fraction(f: Fraction):
    if f.numerator == 3:
        return 1
    return 0


def path(p: PurePath):
    return p.name


def counting(r: range, s: slice):
    if r.step == 3:
        return 1
    return 0


def point(p: Point):
    if p.x > p.y + 10:
        return Point(p.y, p.x)
    return p


def same(a: Account, b: Account):
    if a.owner == b.owner and a.balance == b.balance + 5:
        return 1
    return 0


def shape(s: Shape):
    if s.area() == 49:
        return 1
    return 0


def depth(t: Tree):
    if t.left is None:
        return 0
    if t.left.left is None:
        return 1
    return 2


def starred(first: int, *rest: int, **options: int):
    if rest and rest[0] == first + 3:
        return "next"
    return options.get("level", 0) > 2


def guessed(s, n=2, sep=None):
    if s.startswith("ab"):
        return s[n:]
    return s.split(sep)
"""


@pytest.fixture(scope="module")
def explored(shared_wend):
    shared_wend.file("kinds.py", SOURCE)
    # A number of runs, not of seconds: it costs the same on a busy machine.
    most = ("--budget", "20", "--max-executions", "40")
    done = shared_wend("cover", "kinds.py", *most, "-o", "out", "--json", "result.json")
    assert done.code in (0, 1), done.err
    assert done.err == ""
    results = json.loads((shared_wend.directory / "result.json").read_text())["results"]
    return {each["target"]["function"]: each for each in results}


NAMES = [
    line.split("(")[0].removeprefix("def ")
    for line in SOURCE.splitlines()
    if line.startswith("def ")
]
METHODS = ["withdraw", "standing", "opened", "fee"]


@pytest.mark.parametrize("name", [*NAMES, *[f"Account.{each}" for each in METHODS]])
def test_every_line_and_branch_is_reached(explored, name: str) -> None:
    result = explored[name]

    assert result["error"] is None
    assert result["coverage"]["lines"]["missed"] == []
    assert result["coverage"]["branches"]["missed"] == []


def test_the_tests_pass(explored, shared_wend) -> None:
    ran = run_pytest(shared_wend.directory, "out")

    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_a_constructor_that_raises_is_said(explored) -> None:
    said = [each for each in explored["Account.withdraw"]["reasons"] if "construct" in each["what"]]

    assert [each["says"] for each in said] == ["Account(…) raises ValueError: negative balance"]
    assert explored["Account.withdraw"]["verdict"] == "complete"


def test_instances_are_shown_by_their_constructor(explored) -> None:
    values = {case["outcome"]["value"] for case in explored["point"]["cases"]}

    assert any(value.startswith("Point(x=") for value in values)
    assert {case["outcome"]["value"] for case in explored["member"]["cases"]} == {"Color.RED"}


# What can't be built, and what users do about it


def test_a_constructor_that_always_raises(wend) -> None:
    wend.file(
        "never.py",
        """
        class Never:
            def __init__(self, x: int):
                raise RuntimeError("not today")

            def use(self, n: int):
                return n
        """,
    )
    done = wend("cover", "never.py::Never.use", "--json", "-")
    (result,) = done.results

    assert result["verdict"] == "error"
    assert "no run came as far as Never.use: Never(…) raises RuntimeError: not today" in done.err


FACTORIES = """
import wend
from devices import Handle, Device


@wend.factory(Device)
def device(number: int, name: str) -> Device:
    return Device(Handle.open(number), name)
"""

DEVICES = """
class Handle:
    def __init__(self, *, secret: "Unknown"):
        self.number = 0

    @classmethod
    def open(cls, number):
        made = cls.__new__(cls)
        made.number = number
        return made

class Device:
    def __init__(self, handle: Handle, name: str):
        self.handle = handle
        self.name = name

def uses(device: Device):
    if device.handle.number == 77:
        return device.name
    return None
"""


def test_a_factory_in_a_file_beside_the_module(wend) -> None:
    wend.file("devices.py", DEVICES)
    without = wend("cover", "devices.py::uses", "--json", "-").results[0]
    wend.file("wend_factories.py", FACTORIES)
    result = wend("cover", "devices.py::uses", "--json", "-", "-o", "out").results[0]

    assert without["verdict"] == "error"
    assert result["verdict"] == "complete"
    assert {case["args"]["device"] for case in result["cases"]} == {
        "device(0, '')",
        "device(77, '')",
    }
    written = (wend.directory / "out" / "test_devices.py").read_text()
    assert "from wend_factories import device" in written


def test_a_factory_in_the_module_itself(wend) -> None:
    text = textwrap.dedent(FACTORIES).replace("from devices import Handle, Device\n", "")
    wend.file("devices.py", DEVICES + text)
    result = wend("cover", "devices.py::uses", "--json", "-").results[0]

    assert result["verdict"] == "complete"


def test_attrs_and_pydantic_are_classes_like_any_other(wend) -> None:
    wend.file(
        "models.py",
        """
        class Attribute:
            def __init__(self, name):
                self.name = self.alias = name
                self.init = True

        class Attrs:
            __attrs_attrs__ = (Attribute("size"),)

            def __init__(self, size: int):
                self.size = size

            def __eq__(self, other):
                return self.size == other.size

        class Model:
            model_fields = {"title": None}
            title: str

            def __init__(self, /, *, title: str):
                self.title = title

            def __eq__(self, other):
                return self.title == other.title

        def f(a: Attrs, m: Model):
            if a.size == 5 and m.title == "x":
                return Attrs(6)
            return m
        """,
    )
    result = wend("cover", "models.py::f", "--json", "-").results[0]

    assert result["verdict"] == "complete"
    assert {case["outcome"]["value"] for case in result["cases"]} >= {
        "Attrs(size=6)",
        "Model(title='')",
    }


def test_a_wrong_guess_is_no_finding(wend) -> None:
    wend.file("odd.py", "def f(x):\n    if x:\n        return x.real + 1\n    return 0\n")
    done = wend("cover", "odd.py", "--json", "-")
    (result,) = done.results

    assert done.code == 0
    assert "type-guessed" in [each["what"] for each in result["reasons"]]
    assert result["coverage"]["lines"]["missed"] == []
    assert all(case["outcome"]["kind"] == "returned" for case in result["cases"])


def test_inputs_that_the_user_gives_are_taken_apart(wend) -> None:
    wend.file(
        "given.py",
        """
        import hashlib

        def f(xs: list[int], name: str):
            if hashlib.md5(name.encode()).hexdigest() == "900150983cd24fb0d6963f7d28e17f72":
                if xs[1] == 3:
                    return "abc"
                return "other"
            return "no"
        """,
    )
    given = ("--input", "xs=[1, 2], name='abc'", "--max-executions", "200")
    (result,) = wend("cover", "given.py", *given, "--json", "-").results
    values = {case["outcome"].get("value") for case in result["cases"]}

    assert {"'abc'", "'other'", "'no'"} <= values
