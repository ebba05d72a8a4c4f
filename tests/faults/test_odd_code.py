"""Code that nobody would write on purpose, and all of it is explored without a fault of wend."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

TYPED = """
import functools
from typing import Any, Callable, Concatenate, Generic, Optional, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


def logged(f: Callable[P, R]) -> Callable[P, R]:
    @functools.wraps(f)
    def inner(*args: P.args, **kwargs: P.kwargs) -> R:
        return f(*args, **kwargs)

    return inner


def with_one(f: Callable[Concatenate[int, P], R]) -> Callable[P, R]:
    def inner(*args: P.args, **kwargs: P.kwargs) -> R:
        return f(1, *args, **kwargs)

    return inner


def any_call(f: Callable[..., R], g: Callable[[], None]) -> R:
    return f()


@logged
def twice(n: int) -> int:
    return 2 * n if n > 3 else n


@with_one
def added(a: int, b: int) -> int:
    return a + b


def parsed(f):
    @functools.wraps(f)
    def inner(self, *, zone="utc"):
        return f(self, "12:30")

    return inner


def renamed(f):
    def inner(this, zone: str = "utc"):
        return f(this, timestr=zone)

    return inner


class Clock(Generic[P, T]):
    def __init__(self, start: int):
        self.start = start

    @parsed
    def at(self, timestr: str) -> int:
        return self.start if timestr == "12:30" else 0

    @renamed
    def of(self, timestr: str) -> int:
        return self.start if timestr == "utc" else 0

    def call(self, f: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return f(*args, **kwargs)


class Node:
    def __init__(self, value: int, next: "Optional[Node]" = None):
        self.value = value
        self.next = next


def has_cycle(node: Optional[Node]) -> bool:
    slow = fast = node
    while fast is not None and fast.next is not None:
        slow, fast = slow.next, fast.next.next
        if slow is fast:
            return True
    return False
"""

ODD = """
import types


class Rude:
    '''Raises whatever it is asked.'''

    @property
    def __class__(self):
        raise RuntimeError("no class")

    def __getattr__(self, name):
        raise RuntimeError(name)

    def __eq__(self, other):
        raise RuntimeError("eq")

    def __hash__(self):
        raise RuntimeError("hash")

    def __repr__(self):
        raise RuntimeError("repr")

    def __bool__(self):
        raise RuntimeError("bool")

    def __len__(self):
        raise RuntimeError("len")

    def __iter__(self):
        raise RuntimeError("iter")


class Liar:
    __class__ = int


class Meta(type):
    def __instancecheck__(cls, instance):
        raise RuntimeError("instance")

    def __subclasscheck__(cls, subclass):
        raise RuntimeError("subclass")

    def __eq__(cls, other):
        raise RuntimeError("eq")

    __hash__ = None


class Strange(metaclass=Meta):
    def __init__(self, n: int):
        self.n = n

    def more(self, n: int) -> int:
        return self.n + n


Homeless = type("Homeless", (), {"__module__": None})
Nameless = types.new_class("Name less")
RUDE = Rude()
LIAR = Liar()
SELF: list = []
SELF.append(SELF)
DEEP: list = []
for _ in range(100_000):
    DEEP = [DEEP]
TABLE = {"rude": RUDE, "self": SELF, 3: LIAR, (1, 2): DEEP}


def listed(x: [int, str]) -> int:
    return 1 if x else 2


def three(x: 3) -> int:
    return 1 if x else 2


def unknown(x: "no_such_name") -> int:
    return 1 if x else 2


def broken(x: "3 +") -> int:
    return 1 if x else 2


def rude(x: RUDE) -> int:
    return 1


def rude_items(x: list[RUDE], y: "RUDE | None") -> int:
    return 1


def rude_default(n: int, x=RUDE) -> int:
    return n + 1


def homeless(x: Homeless, y: Nameless) -> int:
    return 1


def strange(x: Strange, n: int) -> int:
    return x.more(n)


def looks(n: int) -> int:
    if n == len(TABLE):
        return len(SELF)
    return len(DEEP)


def returns_rude(n: int):
    return RUDE if n > 3 else LIAR


def asks_rude(n: int) -> int:
    if n > 3 and RUDE == n:
        return 1
    return 0


def deepened(n: int) -> list:
    made: list = [n]
    for _ in range(100_000):
        made = [made]
    return made
"""

RAISING = """
class Mute(Exception):
    def __str__(self):
        raise RuntimeError("mute")

    __repr__ = __str__


class Wrong(Exception):
    def __str__(self):
        return 3


class Base(BaseException):
    def __str__(self):
        return "\\ud800" * 3


def mute(n: int) -> int:
    if n > 3:
        raise Mute(n)
    if n < -3:
        raise Wrong
    if n == 2:
        raise Base("x" * 100_000)
    return n


def grouped(n: int) -> int:
    if n > 3:
        raise ExceptionGroup("both", [Mute(1), ExceptionGroup("in", [Wrong()])])
    return n
"""


def explored(wend: Any, source: str) -> dict[str, dict[str, Any]]:
    """The results by function, with the default budget for each and few runs."""
    wend.file("odd.py", source)
    done = wend("cover", "odd.py", "--json", "r.json", "-o", "out", "--max-executions", "60")
    assert "Traceback" not in done.err
    assert done.code in (0, 1, 4), done.err
    document = json.loads((wend.directory / "r.json").read_text())
    return {each["target"]["function"]: each for each in document["results"]}


@pytest.mark.parametrize("source", [TYPED, ODD, RAISING], ids=["typed", "odd", "raising"])
def test_odd_code_is_explored(wend: Any, source: str) -> None:
    for name, result in explored(wend, source).items():
        words = {each["what"] for each in result["reasons"]}
        assert not words & {"internal", "shortage"}, (name, result["reasons"])
        assert result["verdict"] != "error" or "cannot-construct" in words, (name, result["error"])


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("raise Mute(3)", "Mute"),
        ("raise Wrong", "Wrong"),
        ("raise Base", "Base"),
        ("raise ExceptionGroup('g', [Mute()])", "ExceptionGroup"),
        ("raise ValueError(RUDE)", "ValueError"),
        ("raise ValueError('x' * 10**7)", "ValueError"),
        ("raise ValueError('\\ud800')", "ValueError"),
        ("import sys; sys.setrecursionlimit(80); f = lambda: f(); f()", "RecursionError"),
        ("def f(): raise Mute from Wrong()\nf()", "Mute"),
    ],
)
def test_an_exception_of_any_kind_at_import(wend: Any, statement: str, says: str) -> None:
    rude = "class Rude:\n    def __str__(self): raise RuntimeError\n    __repr__ = __str__\n"
    wend.file("odd.py", f"{RAISING}\n{rude}\nRUDE = Rude()\n{statement}\n")
    done = wend("cover", "odd.py", "--json", "r.json")

    assert done.code == 2
    assert "Traceback" not in done.err
    assert f"importing odd raised {says}" in done.err.replace("odd.", "")


@pytest.mark.parametrize(
    "settings",
    [
        b"tool = 3\n",
        b"[tool]\nwend = 3\n",
        b"[tool.wend]\nbudget = 'much'\n",
        b"[tool.wend]\nbudget = [[[1]]]\n",
        b"[tool.wend]\n\xff = 3\n",
        b"[tool.wend\n",
        b"\x00",
        b"a = " + b"[" * 5000,
    ],
)
def test_odd_settings(wend: Any, settings: bytes) -> None:
    wend.file("fine.py", "def f(n: int) -> int:\n    return 1 if n > 3 else 2\n")
    (wend.directory / "pyproject.toml").write_bytes(settings)
    done = wend("cover", "fine.py")

    assert done.code in (0, 2), done.err
    assert "Traceback" not in done.err
    assert done.code == 0 or "pyproject.toml" in done.err


@pytest.mark.parametrize("kind", ["directory", "unreadable", "dangling"])
def test_settings_that_can_not_be_read(wend: Any, kind: str) -> None:
    wend.file("fine.py", "def f(n: int) -> int:\n    return 1 if n > 3 else 2\n")
    path: Path = wend.directory / "pyproject.toml"
    if kind == "directory":
        path.mkdir()
    elif kind == "dangling":
        path.symlink_to("nowhere")
    else:
        path.write_text("[tool.wend]\n")
        path.chmod(0)
    done = wend("cover", "fine.py")

    assert done.code in (0, 2), done.err
    assert "Traceback" not in done.err
