"""Calls that reach more than their arguments: objects, lists, closures, globals, exceptions.

The paper leaves side effects through the heap open ([003] §8). Whatever a composed run says must be
true: what the summaries tell of inputs is what the unmodified program does with them.
"""

from __future__ import annotations

import itertools
import pathlib
import runpy
from collections.abc import Iterable
from typing import Any

import pytest

from wend.aim.summaries import Dangling, Summaries
from wend.campaign.locate import locate
from wend.explore.composition import ENTRY
from wend.inputs.inputs import Inputs
from wend.path.outcome import Raised, Returned
from wend.path.path import Path
from wend.path.tree import Node
from wend.record import replace
from wend.run.options import RunOptions
from wend.run.runner import Runner


class Told:
    """What summaries say of a target, learned from some runs that did not follow its calls."""

    def __init__(self, source: str, file: pathlib.Path, learn: Iterable[dict[str, Any]]) -> None:
        file.write_text(source)
        self.target = runpy.run_path(str(file))["target"]
        self.source = source
        self.file = file
        self.summaries = Summaries()
        self.paths: list[Path] = []
        with Runner(locate(f"{file}::target")[0], RunOptions(composing=True)) as runner:
            assert runner.prepared.target
            for inputs in learn:
                self.paths.append(runner.execute(Inputs.of(inputs)))
            if self.paths[0].epoch != self.paths[-1].epoch:
                for at, path in enumerate(self.paths):
                    self.paths[at] = replace(runner.execute(path.inputs), followed=path.followed)
            self.alone = self._alone(runner)
        for path in self.paths:
            self.summaries.learn(ENTRY, path)

    def _alone(self, runner: Runner) -> list[str]:
        """Runs each call of the paths alone: what differs from what it did in its run."""
        different = []
        for path in self.paths:
            for key, frame in path.frames:
                alone = runner.alone(key, frame.inputs)
                if alone is None or (alone.results, alone.condition) != (
                    frame.results,
                    frame.condition,
                ):
                    different.append(f"{key[1]} with {dict(frame.inputs)}: {alone} for {frame}")
        return different

    @property
    def composed(self) -> set[str]:
        return {key[1].partition(":")[0] for path in self.paths for key, _ in path.frames}

    @property
    def followed(self) -> dict[str, str]:
        return {
            name.removeprefix(f"{self.file.stem}."): why
            for path in self.paths
            for name, why in path.followed
        }

    def of(self, inputs: dict[str, Any]) -> str | None:
        """The outcome for some inputs as the summaries tell it; None where the way is unknown."""
        memo: dict[Any, Any] = {}
        values = Inputs.of(inputs)
        nodes: list[Node] = self.summaries.of[ENTRY].tree.first
        leaf = self.summaries.of[ENTRY].tree.only_leaf
        while nodes:
            assert len(nodes) == 1, self.source
            (node,) = nodes
            side = self.summaries._value(node.branch.condition, values, memo)
            if isinstance(side, Dangling):
                return None
            leaf = node.leaves.get(side)
            nodes = node.following.get(side, [])
        if leaf is None:
            return None
        if leaf.result is not None:
            value = self.summaries._value(leaf.result, values, memo)
            return None if isinstance(value, Dangling) else repr(value)
        match leaf.outcome:
            case Returned(source, shown):
                return source or shown
            case Raised(name):
                return name
        raise AssertionError(leaf.outcome)

    def really(self, inputs: dict[str, Any]) -> str:
        runpy_target = runpy.run_path(str(self.file))["target"]
        try:
            return repr(runpy_target(**inputs))
        except Exception as error:
            return type(error).__name__

    def check(self, all_inputs: Iterable[dict[str, Any]]) -> int:
        """Holds what is told against the truth; how many outcomes are known."""
        known = 0
        for inputs in all_inputs:
            told = self.of(inputs)
            if told is not None:
                known += 1
                assert told == self.really(inputs), f"{inputs}\n{self.source}"
        assert self.alone == [], self.source
        return known


def grid(*names: str, span: int = 4) -> list[dict[str, int]]:
    values = range(-span, span + 1)
    return [
        dict(zip(names, each, strict=True)) for each in itertools.product(values, repeat=len(names))
    ]


PROGRAMS = {
    "method": """
class Account:
    def __init__(self, balance):
        self.balance = balance
        self.moves = 0
        self.owner = "x"
    def withdraw(self, amount):
        if amount > self.balance:
            raise ValueError(amount)
        self.balance -= amount
        self.moves += 1
        return self.balance
def target(x: int, y: int) -> int:
    a = Account(3)
    try:
        a.withdraw(x)
        a.withdraw(y)
    except ValueError as e:
        return e.args[0] + 100 * a.moves
    if a.balance == 0:
        return a.moves
    return a.balance + a.moves
""",
    "lists": """
def push(xs, v):
    if v > 0:
        xs.append(v)
    else:
        xs[0] = v
    return len(xs)
def total(xs):
    s = 0
    for x in xs:
        if x == 2:
            s += 10
        s += x
    return s
def target(x: int, y: int) -> int:
    xs = [x]
    ys = xs
    n = push(xs, y)
    if n == 2 and ys[1] == x:
        return 77
    return total(ys)
""",
    "globals": """
COUNTS = []
LAST = None
def note(x):
    global LAST
    if x > 1:
        COUNTS.append(x)
        LAST = x
    return len(COUNTS)
def last():
    return LAST
def target(x: int, y: int) -> int:
    note(x)
    n = note(y)
    if n == 2 and COUNTS[0] == COUNTS[1]:
        return 5
    v = last()
    if v is None:
        return -1
    return v + n
""",
    "closure": """
def counter(start):
    n = start
    def add(k):
        nonlocal n
        if k > 0:
            n += k
        return n
    return add
def target(x: int, y: int) -> int:
    a = counter(x)
    a(y)
    if a(1) == 3:
        return 1
    return a(x)
""",
    "classstate": """
class K:
    total = 0
    @classmethod
    def bump(cls, x):
        if x > 0:
            cls.total += x
        return cls.total
    @staticmethod
    def double(x):
        if x < 0:
            return -2 * x
        return 2 * x
def target(x: int, y: int) -> int:
    K.bump(x)
    z = K.bump(y)
    return z + K.double(x)
""",
    "dictret": """
def make(x):
    if x > 0:
        return {"a": x, "b": [x, 1]}
    return {"a": 0, "b": []}
def read(d):
    if d["b"]:
        d["b"][0] += d["a"]
        return d["b"][0]
    return d["a"]
def target(x: int, y: int) -> int:
    d = make(x)
    r = read(d)
    r2 = read(d)
    return r + r2 * 10 + len(d["b"]) + y
""",
    "decorated": """
import functools
def twice(f):
    @functools.wraps(f)
    def wrapper(*args, **kw):
        return f(*args, **kw) * 2
    return wrapper
@twice
def base(x, *, k=1):
    if x > k:
        return x
    return k
def target(x: int, y: int) -> int:
    return base(x) + base(y, k=2)
""",
    "gen": """
def gen(xs):
    for x in xs:
        if x > 0:
            yield x
def take(g):
    return next(g, 0)
def start(x):
    return gen([x, 1])
def target(x: int, y: int) -> int:
    g = gen([x, y])
    a = take(g)
    h = start(x)
    return a * 10 + next(h) + take(g)
""",
    "recursion": """
class Node:
    __slots__ = ('v', 'next')
    def __init__(self, v, next):
        self.v = v
        self.next = next
def total(n):
    if n is None:
        return 0
    if n.v < 0:
        n.v = -n.v
    return n.v + total(n.next)
def fact(n):
    if n <= 0:
        return 1
    return n * fact(n - 1)
def target(x: int, y: int) -> int:
    n = Node(x, Node(y, None))
    t = total(n)
    return t + n.v * 10 + fact(x if x < 4 else 4)
""",
    "alias": """
class P:
    def __init__(self, x): self.x = x
def move(a, b):
    if a is b:
        a.x += 1
    elif a.x > b.x:
        a.x, b.x = b.x, a.x
    return a
def target(x: int, y: int) -> int:
    p, q = P(x), P(y)
    r = move(p, q)
    move(r, p)
    return p.x * 100 + q.x + (r is p)
""",
    "text": """
class Parser:
    def __init__(self, text):
        self.text = text
        self.pos = 0
    def peek(self):
        if self.pos < len(self.text):
            return self.text[self.pos]
        return ''
    def take(self, c):
        if self.peek() == c:
            self.pos += 1
            return True
        return False
def target(x: int, y: int) -> int:
    p = Parser(chr(97 + x % 3) + chr(97 + y % 3))
    if p.take('a') and p.take('b'):
        return 1
    return p.pos
""",
    "message": """
def check(x):
    if x < 0:
        raise ValueError(f"bad {x}")
    if x == 2:
        raise KeyError(x)
    return x
def target(x: int, y: int) -> int:
    try:
        return check(x) + check(y)
    except ValueError as e:
        if y > 0:
            return 3
        return len(str(e))
    except KeyError as e:
        return e.args[0] + y
""",
}

COMPOSED = {
    "method": {"Account.withdraw"},
    "lists": {"push", "total"},
    "globals": {"note", "last"},
    "closure": {"counter", "counter.<locals>.add"},
    "classstate": {"K.bump", "K.double"},
    "dictret": {"make", "read"},
    "decorated": {"base"},
    "gen": set(),
    "recursion": {"total", "fact"},
    "alias": {"move"},
    "text": {"Parser.peek", "Parser.take"},
    "message": set(),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_summaries_tell_is_what_happens(name: str, tmp_path: pathlib.Path) -> None:
    """Half of the inputs are learned from; the other half shows whether it was understood."""
    inputs = grid("x", "y", span=3)
    told = Told(PROGRAMS[name], tmp_path / f"heap_{name}.py", inputs[::2])

    assert told.check(inputs) >= 45
    assert told.composed == COMPOSED[name]
