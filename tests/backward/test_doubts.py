"""No line is called unreachable, and no function complete, for want of inputs that nobody tried."""

from __future__ import annotations

from typing import Any

import pytest

PROGRAM = """
import dataclasses
import enum
import sys
from collections.abc import Sequence

LIMIT = 3


class Shape:
    def __init__(self, n: int):
        self.n = n

    def area(self) -> int:
        return 0


class Square(Shape):
    def area(self) -> int:
        return 16


class Other:
    pass


NONE = Shape(0)


def truth(x: int):
    if x is True:
        return 1  # reached: a bool is an int
    return 0


def spelt(x: int):
    text = str(x)
    if text == "True":
        return 1  # reached: the text of a bool
    return 0


def exact(x: int):
    if isinstance(x, bool):
        return 1
    if type(x) is not int:
        return 2  # unknown: of a class below int
    return 0


def asked_in_vain(x: int):
    if not isinstance(x, int):
        return 3  # unreachable
    if isinstance(x, str):
        return 4  # unreachable
    if x * x < 0:
        return 5  # unreachable
    return 0


def whole(x: float):
    if not isinstance(x, float):
        return 1  # reached: an int will do for a float
    return 0


def member(x: int):
    if isinstance(x, enum.Enum):
        return 1  # unknown: an IntEnum
    return 0


def several(xs: Sequence[int]):
    if isinstance(xs, tuple):
        return 1  # reached: a tuple is tried beside lists
    return 0


def hashed(xs: Sequence[int]):
    try:
        {xs: 1}
    except TypeError:
        return 0
    return 1  # unknown: with a tuple


def overridden(shape: Shape):
    if shape.area() > 3:
        return 1  # reached: by a Square
    if not isinstance(shape, Shape):
        return 2  # unreachable
    return 0


def mixed(shape: Shape):
    if isinstance(shape, Other):
        return 1  # unknown: a class below both
    if shape is NONE:
        return 2  # unknown: that very object
    return 0


def shifted(n: int):
    try:
        1 << n
    except OverflowError:
        return 1  # reached: too many bits
    return 0


def five(x: int):
    if x is 5:
        return 1  # reached: there is one object of each small int
    if x is 10000:
        return 2  # unknown: of these there may be one (before 3.15 of 1000, too)
    return 0


def back_again(x: int):
    if x + 1 - 1 is not x and x < -(10**30):
        return 1  # not unreachable: another object
    return 0


def one_nan(x: float, y: float):
    if x in [y] and x != y:
        return 1  # unknown: one nan twice
    return 0


def limited(x: int):
    if LIMIT > 5:
        return 1  # unknown: another module sets it
    return 0


class Long:
    def __init__(self, n: int):
        self.n = n

    def __len__(self) -> int:
        return self.n


def measured(x: Long):
    try:
        if x:
            return 1  # reached: though the small input of its path is that of another
    except ValueError:
        return 2  # reached: a length below zero
    return 0


class Box:
    def __init__(self, v: int):
        self._v = v

    @property
    def v(self) -> int:
        return self._v

    @v.setter
    def v(self, value: int) -> None:
        if value == 77:
            raise ValueError(value)  # reached: by an assignment
        self._v = value

    @v.deleter
    def v(self) -> None:
        if self._v == 78:
            raise KeyError(self._v)  # reached: by a del


def by_name(x: int):
    if type(x).__name__ == "bool":
        return 1  # reached: by the name of its type
    return 0


def by_another_name(x: int):
    ask = isinstance
    if ask(x, bool):
        return 1  # unknown: nobody sees what is asked
    return 0


def by_text(x: int):
    if f"{type(x).__name__}" == "Colour":
        return 1  # unknown: by text with the name of its type
    return 0


def only_in_a_message(x: int):
    if x > 3 and x < 3:
        message = f"{type(x)} is wrong"
        raise ValueError(message)  # unreachable
    return 0


def by_the_way(x: int):
    if isinstance(y := x, enum.Enum):
        return y  # unknown: what has a name from here on
    if isinstance(x if x > 3 else 0, enum.Enum):
        return 2  # unknown: one of two
    return 0


def at_once(x: int):
    if isinstance(*(x, enum.Enum)):
        return 1  # unknown: nobody sees what is asked in one go
    return 0


def by_attribute(x: int):
    try:
        found = x.value
    except AttributeError:
        return 0
    return found  # unknown: an IntEnum has one


def documented(x: int):
    if x.__doc__ is None:
        return 1  # unknown: a class without docstring, or python -OO
    return 0


def placed(shape: Shape):
    if shape.__module__ == "elsewhere":
        return 1  # unknown: a class of another module
    if "size" in shape.__dict__:
        return 2  # unknown: one with more attributes
    if "size" in vars(shape) or "size" in dir(shape):
        return 3  # unknown: one with more names
    if not hasattr(shape, "__dict__"):
        return 4  # unknown: one with less
    return 0


class Marks(enum.IntFlag):
    RED = 1
    BOLD = 2


def marked(marks: Marks):
    if marks > 3:
        return 1  # unknown: bits that have no name
    return 0


def doubled(x: float):
    if isinstance(x * 2, int):
        return 1  # unknown: twice an int
    return 0


def grouped(x: int):
    try:
        if x == 12345:
            raise ExceptionGroup("", [ValueError(x)])
    except* ValueError:
        if x > 3:
            x = 1  # reached: by except*
        if x < 0:
            x = 2  # unreachable
    return x


def started(x: int):
    if x > 0 and x < 0 and __name__ == "__main__":
        return 1  # unreachable
    if __name__ == "__main__":
        return 2  # unknown: who runs the file gets there
    if not __debug__:
        return 3  # unknown: with python -O
    if __debug__:
        return 4
    return 5  # unknown: with python -O


@dataclasses.dataclass
class Money:
    amount: int
    kind: str = ""

    def __post_init__(self):
        if self.amount < 0:
            raise ValueError(self.amount)  # unknown: when it is built
        self.check()

    def check(self):
        if self.kind:
            raise ValueError(self.kind)  # unknown: when it is built
        self.look()

    def look(self):
        if self.amount > 3 and self.amount < 3:
            return 1  # unknown: what is called when it is built

    def later(self):
        if self.kind and not self.kind:
            return 1  # unreachable
        return 0


def told(x: int):
    if sys.argv[1:]:
        return 1  # unknown: what wend is told is not for code under test
    return 0


def failing(x: int):
    assert False, x
    return 1  # unknown: with python -O


def folded(x: int):
    if 0 and x:
        return 1  # unreachable
    if x and 0:
        return 2  # unreachable
    if 1 or x:
        return 3  # reached: whatever x is
    return 4  # unreachable


def hooked(x: int):
    return HOOKS[x](x)


HOOKS = {1: abs}


def _lettered(text: str, number: int):
    if number is None:
        return 1  # reached: by a caller that its annotations do not allow
    return [hooked(number) for char in text if char == "x"]


def lettered(text: str):
    return _lettered(text, None if text == "none" else 1)
"""
SETTING = """
import doubts

def start():
    doubts.LIMIT = 9
"""
STATE = """
STATE = 0

def bump():
    global STATE
    STATE += 1

def inner(x: int):
    if STATE > 0:
        return 1  # unknown: of another state
    return 0
"""
ENTRY = """
from state import inner

def entry(x: int):
    return inner(x)
"""
LINES = {
    at: line.partition("# ")[2]
    for at, line in enumerate(PROGRAM.lstrip().splitlines(), 1)
    if ":" in line.partition("# ")[2] or line.endswith("# unreachable")
}


@pytest.fixture(scope="module")
def reached(shared_wend) -> dict[int, dict[str, Any]]:
    shared_wend.file("doubts.py", PROGRAM)
    shared_wend.file("setting.py", SETTING)
    named = [f"doubts.py:{line}" for line in LINES]
    done = shared_wend("reach", *named, "--json", "-", "--max-executions", "300")
    return {each["target"]["line"]: each for each in done.results}


@pytest.mark.parametrize("line", LINES, ids=[f"{at} {said}" for at, said in LINES.items()])
def test_verdicts_of_lines(reached, line: int) -> None:
    wanted = LINES[line].partition(":")[0]
    verdict = reached[line]["verdict"]

    assert verdict != "unreachable" if wanted == "not unreachable" else verdict == wanted
    if verdict == "unknown":
        reasons = [each["what"] for each in reached[line]["reasons"]]
        known = {"type-asked", "type-narrowed", "identity", "one-state", "handed-on"}
        assert known & {*reasons}, reasons


def test_what_only_callers_can_give_is_left_to_them(reached) -> None:
    (line,) = [at for at, said in LINES.items() if "by a caller" in said]

    assert reached[line]["target"]["entry"] == "lettered"
    assert reached[line]["method"] == "backward"
    assert reached[line]["executions"] < 60


def test_complete_is_not_said_where_such_a_line_is_missed(shared_wend, reached) -> None:
    names = ("exact", "member", "asked_in_vain", "hashed", "overridden", "limited", "whole")
    done = shared_wend("cover", *[f"doubts.py::{name}" for name in names], "--json", "-")
    verdicts = {each["target"]["function"]: each["verdict"] for each in done.results}
    reasons = {
        each["target"]["function"]: [reason["what"] for reason in each["reasons"]]
        for each in done.results
    }

    assert verdicts == {
        "exact": "exhausted", "member": "exhausted", "asked_in_vain": "complete",
        "hashed": "exhausted", "overridden": "complete", "limited": "exhausted",
        "whole": "complete",
    }  # fmt: skip
    assert reasons["hashed"] == ["type-asked"]


def test_state_is_looked_for_where_the_line_is(shared_wend) -> None:
    shared_wend.file("state.py", STATE)
    shared_wend.file("entry.py", ENTRY)
    line = 1 + STATE.lstrip().splitlines().index("        return 1  # unknown: of another state")
    done = shared_wend("reach", f"state.py:{line}", "--entry", "entry.py::entry", "--json", "-")

    assert done.results[0]["verdict"] == "unknown"
    assert "one-state" in [each["what"] for each in done.results[0]["reasons"]]
