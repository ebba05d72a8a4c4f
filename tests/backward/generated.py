"""Random programs of all that Python has, with dead code, for tests of what is reachable.

Each is a function of a module: `Program(seed).source()` gives `def f<seed>(…)`, PRELUDE what they
call. All of them end: loops count, recursion goes down, products are not of products.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

PRELUDE = '''\
from dataclasses import dataclass
from typing import Optional
import math


class Swallow:
    """Takes a KeyError for nothing, and counts."""

    def __init__(self, box):
        self.box = box

    def __enter__(self):
        self.box.append(3)
        return len(self.box)

    def __exit__(self, kind, error, trace):
        self.box.append(-1)
        return kind is KeyError


@dataclass
class Point:
    x: int
    y: int

    @property
    def larger(self):
        if self.x > self.y:
            self.y += 1
            return self.x
        return self.y

    def move(self, by):
        self.x += by
        if self.x == 7:
            raise AttributeError("seven")
        return self

    def __bool__(self):
        return self.x != 0


class Odd:
    """A number with operators that do something else, too."""

    def __init__(self, n, box):
        self.n, self.box = n, box

    def __add__(self, other):
        self.box.append(self.n)
        return self.n + 1

    def __lt__(self, other):
        self.n += 1
        return self.n < other

    def __eq__(self, other):
        return self.n % 2 == 1


def helper(n: int) -> int:
    if n > 2:
        return n - 1
    if n == -2:
        raise KeyError(n)
    return n * 2


def down(n: int) -> int:
    if n <= 0:
        return 0
    return 1 + down(min(n, 4) - 1)


def grade(n: int, least: int = 1) -> int:
    if n > 3:
        return 5
    if n > LIMIT:
        return 3
    if n == -1:
        raise ValueError("minus one")
    return least


def letters(text: str) -> int:
    found = 0
    for char in text:
        if char == "a":
            found += 1
        elif char.isdigit():
            return -found
    return found


def steps(n: int, by: int) -> int:
    for i in range(min(n, 4)):
        n -= by
        if n == 1:
            return i + grade(by)
    return n


def fill(box, n):
    box.append(n)
    if len(box) > 4:
        del box[1:]
    return n > 1


def put(table, key, n):
    table[key] = n
    return len(table)


def upto(n, box):
    try:
        for i in range(min(n, 3)):
            yield i
            if i == 1:
                box.append(i)
    finally:
        box.append(0)


def first(text: str) -> int:
    for at, char in enumerate(text):
        if char == "b":
            return at
    return -1


LIMIT = 2
state = 0


def poke(n: int) -> None:
    global state
    state = n


def peek() -> int:
    return state + 1
'''

TYPES = ("int", "bool", "str", "float", "list[int]", "Optional[int]", "Point")
VALUES: dict[str, tuple[str, ...]] = {
    "int": ("0", "1", "2", "3", "5", "7", "-1", "-2", "-4", "10"),
    "bool": ("True", "False"),
    "str": ("''", "'a'", "'b'", "'ab'", "'abc'", "'cab'", "'1'", "'-2'", "'B'"),
    "float": (
        "0.0", "-0.0", "1.0", "1.5", "-2.5", "3.0", "1e300", "float('nan')", "float('inf')",
        "float('-inf')",
    ),
    "list[int]": ("[]", "[0]", "[1]", "[1, 2]", "[2, 1]", "[3, -1, 3]", "[0, 0, 0, 7]"),
    "Optional[int]": ("None", "0", "1", "2", "-1", "4"),
    "Point": ("Point(0, 0)", "Point(1, 2)", "Point(6, 1)", "Point(-1, -1)", "Point(2, 0)"),
}  # fmt: skip
"""Arguments of each type, as sources, for plain runs."""


class Program:
    """Writes one function: its parameters first, then statements over a few locals of each type."""

    def __init__(self, seed: int, size: int = 7) -> None:
        self.chance = random.Random(seed)
        self.name = f"f{seed}"
        self._left = size
        self._loops = 0
        self._in_loops = 0
        self._has_state = self.chance.random() < 0.08
        types = ["int", *self.chance.choices(TYPES, (6, 2, 3, 3, 3, 2, 2), k=2)]
        self.parameters = dict(zip("abc", types, strict=False))
        self._ints = ["x", "y", "a"]
        self._of: dict[str, list[str]] = {"str": ["word"], "float": ["real"], "list": ["box"]}
        self._mixed = ["mixed"]
        for name, type_ in self.parameters.items():
            match type_:
                case "int" | "bool":
                    self._ints.append(name)
                case "str" | "float":
                    self._of[type_].append(name)
                case "list[int]":
                    self._of["list"].append(name)
                case _:
                    self._mixed.append(name)
        self._points = ["point", *[n for n, t in self.parameters.items() if t == "Point"]]

    def arguments(self, count: int) -> list[tuple[str, ...]]:
        """Small arguments, as sources."""
        chance = random.Random(count)
        return [
            tuple([chance.choice(VALUES[type_]) for type_ in self.parameters.values()])
            for _ in range(count)
        ]

    def source(self) -> str:
        given = ", ".join([f"{name}: {type_}" for name, type_ in self.parameters.items()])
        lines = [f"def {self.name}({given}):"]
        if self._has_state:
            lines += ["    global state", "    state = 0"]
        lines += ["    x, y, word, real, held = a, 1, 'ab', 0.5, 0"]
        lines += ["    mixed, box, table, point = None, [1, 2], {1: 2}, Point(1, 2)"]
        if self.chance.random() < 0.4:
            lines += ["    def hold(n=1):", "        nonlocal held", "        held += n"]
            lines += ["        return held", "    look = lambda: x + held"]
            lines += ["    later = (v + y for v in box)"]
            self._ints.append("held")
            self._has_hold = True
        else:
            self._has_hold = False
        lines += self._block(1, least=3)
        return "\n".join([*lines, "    return x, y"]) + "\n"

    # Expressions

    def _pick(self, *options: str | Callable[[], str]) -> str:
        chosen = self.chance.choice(options)
        return chosen if isinstance(chosen, str) else chosen()

    def _constant(self) -> str:
        return str(self.chance.randint(-2, 5))

    def _int(self) -> str:
        """A name or a number."""
        pick = self.chance.random()
        if pick < 0.6:
            return self.chance.choice(self._ints)
        if pick < 0.9:
            return self._constant()
        return "state" if self._has_state else "LIMIT"

    def _text(self) -> str:
        return self._pick(*self._of["str"], "'b'", "'abc'", "''")

    def _list(self) -> str:
        return self._pick(*self._of["list"])

    def _real(self) -> str:
        return self._pick(*self._of["float"], "0.0", "-0.0", "1.5", "math.nan", "math.inf")

    def _number(self, depth: int = 0) -> str:
        """A number that takes some reckoning."""
        pick = self.chance.random()
        if pick < 0.25:
            return self._int()
        if pick < 0.5:
            return f"{self._int()} {self._pick('+', '-', '*', '&', '|')} {self._constant()}"
        if pick < 0.6:
            return f"{self._int()} {self._pick('+', '-')} {self._int()}"
        return self._pick(
            lambda: f"{self._int()} {self._pick('//', '%')} {self._int()}",
            lambda: f"({self._int()} if {self._condition(depth + 1)} else {self._int()})",
            lambda: f"abs({self._int()})",
            lambda: f"{self._pick('min', 'max')}({self._int()}, {self._int()})",
            lambda: f"helper({self._int()})",
            lambda: f"grade({self._int()}) + grade({self._int()}, least={self._int()})",
            lambda: f"letters({self._text()}) - grade({self._constant()})",
            lambda: f"steps({self._int()}, {self._int()})",
            lambda: f"down({self._int()})",
            lambda: f"len({self._pick(self._text, self._list)})",
            lambda: f"{self._list()}[{self._pick('0', '-1', '1', self._int)}]",
            lambda: f"{self._pick(*self._points)}.{self._pick('x', 'y', 'larger')}",
            lambda: f"table[{self._int()}]",
            lambda: f"table.get({self._int()}, {self._int()})",
            lambda: f"sum({self._list()})",
            lambda: f"first({self._text()})",
            lambda: f"{self._text()}.{self._pick('find', 'count')}('b')",
            lambda: f"int({self._pick(self._real, self._text)})",
            lambda: f"(y := {self._int()})",
            lambda: f"({self._int()} {self._pick('or', 'and')} {self._int()})",
            lambda: f"sum([v for v in {self._list()} if v {self._order()} {self._int()}])",
            lambda: f"(lambda q: q + {self._int()})({self._int()})",
            lambda: f"hold({self._pick('', '2')})" if self._has_hold else "held",
            lambda: f"ord({self._text()}[0])",
            lambda: f"({self._condition(depth + 1)}) + {self._int()}",
            lambda: f"(Odd({self._int()}, box) + 1)",
            lambda: "peek()" if self._has_state else "len(box)",
            lambda: "look()" if self._has_hold else "len(table)",
            lambda: "sum(later)" if self._has_hold else "len(table)",
            lambda: f"{self._pick(*self._mixed)} + 1",
        )

    def _order(self) -> str:
        return self._pick("<", "<=", "==", "!=", ">", ">=")

    def _condition(self, depth: int = 0) -> str:
        pick = self.chance.random()
        if depth < 2 and pick < 0.1:
            return f"({self._condition(depth + 1)} and {self._condition(depth + 1)})"
        if depth < 2 and pick < 0.2:
            return f"({self._condition(depth + 1)} or {self._condition(depth + 1)})"
        if depth < 2 and pick < 0.28:
            return f"not {self._condition(depth + 1)}"
        if pick < 0.6 or depth >= 2:
            return f"{self._int()} {self._order()} {self._int()}"
        return self._pick(
            lambda: f"{self._int()} < {self._int()} <= {self._int()}",
            lambda: f"{self._number(2)} {self._order()} {self._constant()}",
            lambda: f"{self._real()} {self._order()} {self._real()}",
            lambda: f"{self._real()} {self._order()} {self._int()}",
            lambda: f"{self._text()} {self._order()} {self._text()}",
            lambda: f"{self._text()} in {self._text()}",
            lambda: f"{self._int()} in {self._pick(self._list, 'table', '(1, 3)')}",
            lambda: f"{self._pick(*self._mixed)} is {self._pick('', 'not ')}None",
            lambda: f"{self._pick(*self._mixed)} == {self._int()}",
            lambda: (
                f"isinstance({self._pick(*self._mixed, *self._ints)}, "
                f"{self._pick('int', 'bool', 'Point')})"
            ),
            lambda: self._pick(*self._points, self._list, self._text, self._int, *self._mixed),
            lambda: f"(x := {self._int()}) {self._order()} {self._constant()}",
            lambda: f"fill({self._list()}, {self._int()})",
            lambda: (
                f"{self._pick('any', 'all')}(v {self._order()} {self._int()} "
                f"for v in {self._list()})"
            ),
            lambda: f"Odd({self._int()}, box) {self._pick('<', '==')} {self._int()}",
            lambda: f"{self._text()}.{self._pick('isdigit()', 'startswith(chr(97))', 'isupper()')}",
            lambda: f"{self._pick(*self._points)} == Point({self._constant()}, {self._constant()})",
        )

    # Statements

    def _block(self, depth: int, *, least: int = 1, loop: bool | None = None) -> list[str]:
        """`loop`: whether `break` may stand there; None: as around."""
        before = self._in_loops
        if loop is not None:
            self._in_loops = self._in_loops + 1 if loop else 0
        made: list[str] = []
        for _ in range(self.chance.randint(least, least + 1)):
            made += self._statement(depth)
            self._left -= 1
        self._in_loops = before
        return made

    def _simple(self) -> str:
        """A statement of one line."""
        pick = self.chance.random()
        if pick < 0.45:
            return f"{self._pick('x', 'y')} = {self._number()}"
        if pick < 0.6:
            return f"{self._pick('x', 'y')} {self._pick('+', '-')}= {self._int()}"
        return self._pick(
            lambda: f"word = {self._pick('word + ', '')}{self._text()}",
            lambda: f"word = {self._text()}[{self._int()}:]",
            lambda: f"word = {self._text()}.{self._pick('upper()', 'strip(chr(97))', 'lower()')}",
            lambda: f"word = f'{{{self._int()}}}{{{self._pick(*self._of['str'])}}}'",
            lambda: f"real = {self._real()} {self._pick('+', '-', '*', '/')} {self._real()}",
            lambda: f"real = {self._pick('float', 'abs')}({self._int()})",
            lambda: f"real = {self._int()} / {self._int()}",
            lambda: f"mixed = {self._pick('None', self._int, self._real, self._text)}",
            lambda: f"{self._list()}.append({self._int()})",
            lambda: f"{self._list()}[{self._pick('0', '-1', self._int)}] = {self._int()}",
            lambda: f"del {self._list()}[{self._pick('0', '-1', '1')}]",
            lambda: f"box = {self._list()}[{self._pick('1:', ':2', '::-1')}]",
            lambda: f"box = [v + 1 for v in {self._list()} if v != {self._int()}]",
            lambda: f"x, y = {self._pick('y, x', self._list, '(x + 1, y)', 'divmod(x, y)')}",
            lambda: f"x, *box = {self._list()}",
            lambda: f"table[{self._int()}] = {self._int()}",
            lambda: f"del table[{self._int()}]",
            lambda: f"x = put(table, {self._int()}, {self._int()})",
            lambda: f"x = table.pop({self._int()}{self._pick('', ', 3')})",
            lambda: f"{self._pick(*self._points)}.{self._pick('x', 'y')} = {self._int()}",
            lambda: f"point = {self._pick(*self._points)}.move({self._int()})",
            lambda: f"point = {self._pick(*self._points, 'None')}",
            lambda: f"y = {self._pick(*self._points)}.{self._pick('x', 'z')}",
            lambda: f"poke({self._int()})" if self._has_state else "pass",
            lambda: f"state += {self._int()}" if self._has_state else "pass",
            lambda: f"hold({self._int()})" if self._has_hold else "pass",
            lambda: f"held = {self._int()}" if self._has_hold else "pass",
            lambda: f"later = (v + {self._int()} for v in {self._list()} if v != x)",
            lambda: f"del {self._pick('x', 'y', 'mixed')}",
            lambda: f"x = y = {self._number()}",
            lambda: f"assert {self._condition()}",
            lambda: f"x = next(upto({self._int()}, box), {self._int()})",
            lambda: f"x = sum(upto({self._int()}, box))",
        )

    def _statement(self, depth: int) -> list[str]:
        pad = "    " * depth
        if self._left <= 0 or depth > 4 or self.chance.random() < 0.38:
            return [pad + self._simple()]
        make = self.chance.choices(
            (self._if, self._dead, self._while, self._for, self._try, self._with, self._match,
             self._leave, self._again),
            (26, 14, 8, 12, 16, 5, 5, 10, 1),
        )[0]  # fmt: skip
        return [pad + line for line in make(depth)]

    def _if(self, depth: int) -> list[str]:
        made = [f"if {self._condition()}:", *self._inner(depth)]
        if self.chance.random() < 0.3:
            made += [f"elif {self._condition()}:", *self._inner(depth)]
        if self.chance.random() < 0.5:
            made += ["else:", *self._inner(depth)]
        return made

    def _dead(self, depth: int) -> list[str]:
        """Two conditions that contradict each other, unless what is between them changes that."""
        name = self.chance.choice((*self._ints, *self._of["float"], "len(box)", "word", "mixed"))
        name = name if self.chance.random() < 0.8 else f"{self._pick(*self._points)}.x"
        number = self._constant() if name != "word" else "'abc'"
        first, second = self.chance.choice(
            ((">", "<"), (">", "=="), ("==", "!="), (">=", "<"), ("<", ">="), ("!=", "=="))
        )
        between = [] if self.chance.random() < 0.4 else self._inner(depth, least=1)
        return [
            f"if {name} {first} {number}:",
            *between,
            f"    if {name} {second} {number}:",
            f"        y = {self._constant()}",
        ]

    def _while(self, depth: int) -> list[str]:
        if self._in_loops >= 2:
            return [self._simple()]
        name = f"n{self._loops}"
        self._loops += 1
        return [
            f"{name} = 0",
            f"while {self._condition()}:",
            f"    {name} += 1",
            f"    if {name} > {self.chance.choice((2, 3, 5))}:",
            "        break",
            *self._inner(depth, loop=True),
            *(["else:", *self._inner(depth)] if self.chance.random() < 0.3 else []),
        ]

    def _for(self, depth: int) -> list[str]:
        if self._in_loops >= 2:
            return [self._simple()]
        head = self._pick(
            f"i in range({self._pick('2', '3', 'LIMIT')})",
            f"x in {self._list()}[:3]",
            f"x in range(min({self._int()}, 4))",
            f"i, y in enumerate({self._list()}[:3])",
            f"x, y in zip({self._list()}[:3], range(4))",
            f"word in ({self._text()}, {self._text()})",
            f"letter in {self._text()}[:3]",
            "x, y in sorted(table.items())[:3]",
            f"x in upto({self._int()}, box)",
            "point.x in (1, 4)",
        )
        made = [f"for {head}:", *self._inner(depth, loop=True)]
        if self.chance.random() < 0.3:
            made += ["else:", *self._inner(depth)]
        return made

    def _try(self, depth: int) -> list[str]:
        made = ["try:", *self._inner(depth)]
        has_handler = self.chance.random() < 0.8
        if has_handler:
            for error in self.chance.sample(_ERRORS, self.chance.choice((1, 1, 2))):
                name = self.chance.choice(("", "", " as error", " as mixed"))
                made += [f"except {error}{name}:", *self._inner(depth)]
            if self.chance.random() < 0.3:
                made += ["else:", *self._inner(depth)]
        if not has_handler or self.chance.random() < 0.3:
            made += ["finally:", *self._inner(depth, loop=False)]
        return made

    def _with(self, depth: int) -> list[str]:
        return [f"with Swallow({self._list()}) as {self._pick('x', 'y')}:", *self._inner(depth)]

    def _match(self, depth: int) -> list[str]:
        subject = self._pick(self._int, *self._mixed, self._list, *self._points, self._text)
        cases = self.chance.sample(
            ("1 | 2", "int(y)", "[x, *_]", "Point(x=1, y=y)", "None", "'ab'", "[]", "float()",
             f"y if {self._condition()}", f"[_, x] if {self._condition()}"), 2,
        )  # fmt: skip
        made = [f"match {subject}:"]
        for case in cases:
            made += [f"    case {case}:", *["    " + line for line in self._inner(depth)]]
        return made

    def _leave(self, depth: int) -> list[str]:
        if self._in_loops and self.chance.random() < 0.5:
            return [self._pick("break", "continue")]
        leaving = self._pick("return y", "raise KeyError(x)", "raise ValueError", "return x, y")
        return [leaving] if depth > 1 else [f"if {self._condition()}:", "    " + leaving]

    def _again(self, depth: int) -> list[str]:
        """The function calls itself, with a number that goes down."""
        if self._in_loops:
            return [self._simple()]
        others = ", ".join(["a - 1", *list(self.parameters)[1:]])
        return ["if 0 < a < 3:", f"    {self.name}({others})"]

    def _inner(self, depth: int, *, least: int = 1, loop: bool | None = None) -> list[str]:
        made = self._block(depth + 1, least=least, loop=loop)
        return [line[4 * depth :] for line in made]


_ERRORS = (
    "KeyError", "ZeroDivisionError", "IndexError", "(KeyError, TypeError)", "LookupError",
    "Exception", "AttributeError", "ValueError", "NameError", "AssertionError", "TypeError",
)  # fmt: skip


def module(programs: Sequence[Program], prelude: str = PRELUDE) -> str:
    """A module with these programs."""
    return "\n\n".join([prelude, *[program.source() for program in programs]])


def called(names: dict[str, Any], arguments: tuple[str, ...]) -> tuple[Any, ...]:
    """Fresh arguments of their sources."""
    return tuple([eval(each, names) for each in arguments])
