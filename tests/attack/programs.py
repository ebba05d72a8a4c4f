"""Random programs of a few functions with annotated parameters, the same for the same seed.

Statements and expressions are drawn from tables, by type, mostly such that they fit:

    {int} // {int}   →   len({str}) // 3   →   len(p1) // 3

They are full of what is easily reasoned about wrongly: classes and identity, exceptions, state of
the module, aliases, keys, slices, floats, loops, nested calls, subclasses.
"""

from __future__ import annotations

import random
import re

PREAMBLE = """
import contextlib
import enum
import math
from collections import deque
from typing import *

STATE = 0
TABLE = {"a": 1, "b": 2, "": 3}
SENTINEL = object()
ROWS = [1, 2]


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Mark(str):
    pass


class Point:
    def __init__(self, x: int, y: int = 0):
        self.x = x
        self.y = y

    def sum(self) -> int:
        return self.x + self.y


class Point3(Point):
    def sum(self) -> int:
        return self.x * 3


class Cell:
    def __init__(self, held):
        self.held = held

    def __eq__(self, other):
        return isinstance(other, Cell) and self.held == other.held

    def __bool__(self):
        return bool(self.held)


def _helper(a, b):
    if a == b:
        return 1
    if isinstance(a, str):
        return len(a)
    return a


def _kind(a):
    match a:
        case bool():
            return "bool"
        case int():
            return "int"
        case str() | bytes():
            return "text"
        case [_, *_]:
            return "many"
    return "other"


def _bump():
    global STATE
    STATE += 1
    return STATE
"""

ANNOTATIONS = (
    "int", "int", "int", "str", "str", "bool", "float", "bytes", "list[int]", "list[str]",
    "tuple[int, str]", "dict[str, int]", "set[int]", "int | None", "int | str", "str | None",
    "Point", "Colour", "tuple[bool, int]", "list[Point]", "float | None", "list[float]",
    "tuple[int, ...]", "frozenset[str]", "Literal['a', 'b', 3]", "dict[int, str]",
    "list[list[int]]",
)  # fmt: skip

EXPRESSIONS = {
    "int": (
        "0", "1", "-1", "2", "3", "7", "10", "255", "{int} + {int}", "{int} - {int}", "{int} * 2",
        "{int} * {int}", "{int} // {int}", "{int} % 3", "{int} % {int}", "abs({int})", "-{int}",
        "~{int}", "len({str})", "len({list[int]})", "{list[int]}[0]", "{list[int]}[-1]",
        "{list[int]}[{int}]", "min({int}, {int})", "max({list[int]})", "int({str})",
        "int({float})", "{str}.find({str})", "{str}.count({str})", "ord({str}[0])",
        "{dict[str, int]}['a']", "{dict[str, int]}[{str}]", "{dict[str, int]}.get({str}, 0)",
        "sum({list[int]})", "{Point}.x", "{Point}.sum()", "{int} & 6", "{int} | {int}",
        "{int} ^ 5", "{int} >> 1", "1 << ({int} % 5)", "round({float})", "{any}[0]",
        "{tuple[int, str]}[0]", "TABLE.get({str}, 0)", "TABLE[{str}]", "_helper({int}, {any})",
        "divmod({int}, 3)[1]", "{int} ** 2", "int({bool})", "len({set[int]})", "{int} or {int}",
        "next(iter({list[int]}), 0)", "{int} if {cond} else {int}", "{list[int]}.index({int})",
        "{bytes}[0]", "sorted({list[int]})[0]", "int.from_bytes({bytes}[:2], 'big')",
        "len({any})", "{list[int]}.count({int})", "{Colour}.value", "getattr({any}, 'value', 0)",
        "math.floor({float})", "(lambda k: k + 1)({int})", "len({{*{list[int]}}})", "ROWS[{int}]",
        "STATE", "{int}.bit_length()", "len(str({int}))", "math.gcd({int}, 6)", "{Point}.z",
        "Cell({int}).held", "{set[int]}.pop()", "sum(1 for e in {any} if e)", "{list[int]}.pop()",
        "math.isqrt({int})", "len({list[list[int]]})",
    ),
    "str": (
        "''", "'a'", "'ab'", "'7'", "{str} + {str}", "{str}.upper()", "{str}.strip()", "{str}[0]",
        "{str}[1:]", "{str}[:{int}]", "{str}[::-1]", "str({int})", "f'{{{name}}}'",
        "f'{{{name}!r}}!'", "f'{{{name}:>3}}'", "{str}.replace('a', 'b')", "{list[str]}[0]",
        "','.join({list[str]})", "{str}.split(',')[0]", "{str} * 2", "{str} or {str}",
        "chr({int})", "{tuple[int, str]}[1]", "{Colour}.name", "{str} if {cond} else {str}",
        "_kind({any})", "{str}.lower()", "{str}.partition('=')[2]", "{str}.title()",
        "repr({any})", "str({any})", "'%d' % {int}", "{bytes}.decode()",
        "{str}.removeprefix('a')", "type({any}).__name__", "{str}.zfill(3)", "min({str}, {str})",
        "{str}.casefold()", "{str}.rstrip('0')", "{str}.swapcase()", "{dict[int, str]}[{int}]",
        "{str}.split()[-1]",
    ),
    "float": (
        "0.0", "1.5", "-2.0", "{float} * 2", "{float} + {int}", "{float} / {int}", "float({int})",
        "float({str})", "{float} // 1", "abs({float})", "{int} / 3", "-{float}",
        "math.sqrt({float})", "{float} % 1", "max({float}, 0.0)", "{float} ** 2",
        "round({float}, 1)", "{list[float]}[0]", "sum({list[float]})",
        "math.copysign(1, {float})",
    ),
    "bool": (
        "True", "{cond}", "bool({any})", "{int} in {list[int]}", "not {any}",
    ),
    "bytes": (
        "b''", "b'x'", "{bytes} + b'a'", "{str}.encode()", "bytes([{int} % 256])", "{bytes}[1:]",
        "{bytes}.strip()",
    ),
    "list[int]": (
        "[]", "[{int}]", "[{int}, {int}]", "{list[int]}[1:]", "{list[int]} + [{int}]",
        "sorted({list[int]})", "list({set[int]})", "[e + 1 for e in {list[int]}]",
        "[e for e in {list[int]} if e > 0]", "list(range({int} % 4))", "{list[int]}[::-1]",
        "[*{list[int]}, 0]", "list({dict[str, int]}.values())", "[len(e) for e in {list[str]}]",
        "ROWS", "list(map(abs, {list[int]}))", "{list[list[int]]}[0]",
        "list(zip({list[int]}, {str}))", "list(deque({list[int]}, 1))",
    ),
    "list[str]": (
        "[]", "[{str}]", "{str}.split()", "{str}.split(',')", "list({str})",
        "[str(e) for e in {list[int]}]", "list({dict[str, int]})", "sorted({list[str]})",
        "{str}.splitlines()", "{list[str]}[:1]",
    ),
    "list[float]": (
        "[{float}]", "[]",
    ),
    "list[list[int]]": (
        "[{list[int]}, {list[int]}]", "[]",
    ),
    "dict[str, int]": (
        "{{}}", "{{{str}: {int}}}", "dict({dict[str, int]})", "TABLE", "{{e: 1 for e in {str}}}",
        "{dict[str, int]} | {{'a': 1}}", "dict(a={int})",
    ),
    "dict[int, str]": (
        "{{}}", "{{{int}: {str}}}", "dict(enumerate({str}))",
    ),
    "set[int]": (
        "set()", "{{{int}}}", "set({list[int]})", "{set[int]} | {{1}}", "{set[int]} & {{1, 2}}",
    ),
    "tuple[int, str]": (
        "({int}, {str})",
    ),
    "Point": (
        "Point({int})", "Point3({int})", "{list[Point]}[0]",
    ),
    "list[Point]": (
        "[{Point}]", "[]",
    ),
    "Colour": (
        "Colour.RED", "Colour({int})",
    ),
}  # fmt: skip

CONDITIONS = (
    "{int} == {int}", "{int} > {int}", "{int} < 3", "{int} == 7", "{int} % 2 == 0",
    "{str} == {str}", "{str} == 'ab'", "{str} < {str}", "{str}.startswith({str})",
    "{str}.isdigit()", "{str} in {str}", "{str} in TABLE", "{int} in {list[int]}",
    "{int} in (1, 2, 3)", "{float} > {float}", "{float} == {float}", "{float} != {float}",
    "{float} == {int}", "{any}", "not {any}", "{any} is None", "{any} is True", "{any} is {any}",
    "{any} == {any}", "{any} is not {any}", "isinstance({any}, {class})",
    "isinstance({any}, {class})", "type({any}) is {class}", "type({any}) == type({any})",
    "{any}.__class__ is {class}", "hasattr({any}, 'value')", "hasattr({any}, 'x')",
    "callable({any})", "len({any}) > 1", "issubclass(type({any}), {class})", "{list[int]}",
    "{list[int]} == [1]", "{list[int]} == sorted({list[int]})", "all(e > 0 for e in {list[int]})",
    "any(isinstance(e, {class}) for e in {any})", "{cond} and {cond}", "{cond} or {cond}",
    "not {cond}", "{Colour} is Colour.RED", "{Colour} == Colour.BLUE", "{Point}.x > {Point}.y",
    "{Point} is {Point}", "{Point} == {Point}", "{dict[str, int]}.get('a') is None",
    "'a' in {dict[str, int]}", "{set[int]} >= {{1}}", "STATE > 0", "{bytes} == b'x'",
    "{bytes}.isalpha()", "0 < {int} < 5", "{any} in {any}", "{str}.isupper()",
    "Cell({any}) == Cell({any})", "{any} is SENTINEL", "{int} * {int} < 0", "{int} ** 2 == 2",
    "{str} != {str}.strip()", "{str}.lower() == 'A'", "abs({int}) < 0", "len({str}) < 0",
    "{float} == {float} + 1", "{int} // 2 * 2 == {int}", "math.isnan({float})",
    "math.isinf({float})", "{str}.isspace()", "{any} <= {any}", "str({any}) == 'a'",
    "bool({any}) is True", "{str}[0] == {str}[-1]", "{tuple[int, str]} == (1, 'a')",
    "hash({any}) == 7", "id({any}) == id({any})", "{str} == {str}.upper()",
    "isinstance({any}, ({class}, {class}))", "getattr({any}, 'name', None) is None",
)  # fmt: skip

CLASSES = (
    "int", "bool", "str", "float", "list", "tuple", "dict", "bytes", "object", "set", "enum.Enum",
    "Mark", "Point", "Point3", "Colour", "Sized", "Hashable", "Iterable", "Callable", "Cell",
    "type(None)", "SupportsInt",
)  # fmt: skip

PATTERNS = (
    "0", "1", "'a'", "'ab'", "None", "True", "int()", "str()", "[_, *_]", "[]", "{'a': _}",
    "bool()", "Point(x=0)", "enum.Enum()", "[int(), _]", "Mark()", "1 | 2", "Point3()", "float()",
    "[_]", "(1, _)", "Colour.RED", "-1", "{'a': int(), **_rest}", "Point(x=bool())",
    "str() | bytes()", "Cell()",
)  # fmt: skip

ERRORS = (
    "Exception", "ValueError", "TypeError", "AttributeError", "KeyError", "IndexError",
    "ZeroDivisionError", "LookupError", "OverflowError", "NameError", "(KeyError, TypeError)",
    "ArithmeticError", "AssertionError", "UnicodeError", "RuntimeError", "UnboundLocalError",
)  # fmt: skip

CHANGES = (
    "{list[int]}.append({int})", "{dict[str, int]}[{str}] = {int}", "{Point}.x = {int}",
    "_bump()", "{set[int]}.add({int})", "{list[int]}.clear()", "{list[int]}[0] = {int}",
    "ROWS.append({int})", "{list[int]}.sort()", "{list[int]}.insert(0, {int})",
    "{dict[str, int]}.pop({str})", "{Point}.x += 1", "{list[int]}.extend({list[int]})",
    "{dict[str, int]}.update(a=1)", "del {list[int]}[0]", "{list[int]}.remove({int})",
    "{dict[str, int]}.setdefault('a', 5)", "TABLE[{str}] = 9", "{Point}.z = {int}",
    "del {dict[str, int]}['a']", "{list[int]}.reverse()", "setattr({Point}, 'y', {int})",
)  # fmt: skip

DEEPEST = 3
"""Statements inside each other."""


class Maker:
    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.kinds: dict[str, str] = {}
        """The types of parameters and locals, by name."""
        self.conditions: list[str] = []

    def program(self, count: int) -> str:
        return PREAMBLE + "".join([f"\n\n{self.function(f'f{at}')}" for at in range(count)])

    def function(self, name: str) -> str:
        count = self.chance.choice((1, 1, 2, 2, 3))
        self.kinds = {f"p{at}": self.chance.choice(ANNOTATIONS) for at in range(count)}
        self.conditions = []
        given = ", ".join(f"{each}: {kind}" for each, kind in self.kinds.items())
        lines = [f"def {name}({given}):", *self.block(1, self.chance.randint(1, 3))]
        return "\n".join([*lines, f"    return {self.result()}"]) + "\n"

    def block(self, depth: int, count: int = 1) -> list[str]:
        known = dict(self.kinds)
        lines = [line for _ in range(count) for line in self.statement(depth)]
        if depth > 1 and self.chance.random() < 0.9:
            self.kinds = known  # else locals that may not be bound are used
        return lines

    def statement(self, depth: int) -> list[str]:
        pad, kind = "    " * depth, self.chance.random()
        if kind < 0.12:
            return [pad + self.drawn(CHANGES)]
        if kind < 0.24 or depth > DEEPEST:
            of = self.chance.choice([*EXPRESSIONS])
            line = (
                f"{pad}{(name := self.chance.choice(('v', 'w', *self.kinds)))} = {self.value(of)}"
            )
            self.kinds[name] = of
            return [line]
        if kind < 0.66:
            return self.decision(depth)
        if kind < 0.75:
            handled = f"{pad}except {self.chance.choice(ERRORS)}:"
            return [f"{pad}try:", *self.block(depth + 1), handled, *self.end(depth + 1)]
        if kind < 0.82:
            over = self.chance.choice(
                ("{list[int]}", "range(3)", "{str}", "{any}", "[{int}, {int}]")
            )
            head = f"{pad}for v in {self.filled(over)}:"
            self.kinds["v"] = "str" if over == "{str}" else "int"
            return [head, *self.decision(depth + 1)]
        if kind < 0.89:
            lines = [f"{pad}match {self.filled('{any}')}:"]
            for _ in range(self.chance.randint(1, 3)):
                lines += [f"{pad}    case {self.chance.choice(PATTERNS)}:", *self.end(depth + 2)]
            return lines
        if kind < 0.93:
            return [
                f"{pad}with contextlib.suppress({self.chance.choice(ERRORS)}):",
                *self.block(depth + 1),
            ]
        if kind < 0.97:
            return [f"{pad}assert {self.condition()}"]
        return [f"{pad}while {self.condition()}:", *self.block(depth + 1), f"{pad}    break"]

    def decision(self, depth: int) -> list[str]:
        pad = "    " * depth
        lines = [f"{pad}if {self.condition()}:", *self.end(depth + 1)]
        if self.chance.random() < 0.3:
            lines += [f"{pad}else:", *self.end(depth + 1)]
        return lines

    def end(self, depth: int) -> list[str]:
        """A block that often leaves the function."""
        pad, kind = "    " * depth, self.chance.random()
        before = self.block(depth) if kind < 0.5 and depth <= DEEPEST else []
        if kind < 0.2 and before:
            return before
        if kind < 0.9:
            return [*before, f"{pad}return {self.result()}"]
        error = self.chance.choice(("ValueError", "KeyError", "RuntimeError"))
        return [*before, f"{pad}raise {error}({self.chance.randint(0, 9)})"]

    def condition(self) -> str:
        """A condition, sometimes one that was asked before, or its opposite."""
        if self.conditions and self.chance.random() < 0.25:
            again = self.chance.choice(self.conditions)
            return again if self.chance.random() < 0.3 else f"not ({again})"
        made = self.drawn(CONDITIONS)
        self.conditions.append(made)
        return made

    def result(self) -> str:
        rare = self.chance.random()
        if rare < 0.5:
            return str(self.chance.randint(0, 9))
        return self.filled("{cond}" if rare < 0.7 else "{any}")

    def value(self, kind: str, depth: int = 2) -> str:
        """An expression of a type, or rarely of another."""
        names = [name for name, of in self.kinds.items() if of == kind or kind in of.split(" | ")]
        if self.chance.random() < 0.03:
            names = [*self.kinds]
        if names and (depth <= 0 or self.chance.random() < 0.65):
            return self.chance.choice(names)
        options = EXPRESSIONS.get(kind, ("None",))
        if depth <= 0:
            options = tuple([each for each in options if "{" not in each.replace("{{", "")]) or (
                "None",
            )
        return self.drawn(options, depth - 1)

    def drawn(self, options: tuple[str, ...], depth: int = 1) -> str:
        """One of some templates, filled, that speaks of a variable if one of a few does."""
        for _ in range(6):
            made = self.filled(self.chance.choice(options), depth)
            if _SPEAKS.search(made):
                break
        return made

    def filled(self, template: str, depth: int = 1) -> str:
        """A template with its places filled: `{int}`, `{cond}`, `{any}`, `{class}`."""

        def part(match: re.Match[str]) -> str:
            match match[0]:
                case "{{" | "}}":
                    return match[0][0]
            what = match[1]
            if what == "class":
                return self.chance.choice(CLASSES)
            if what == "name":
                return self.chance.choice([*self.kinds])
            if what == "cond":
                if depth <= 0:
                    return self.filled("{any}", 0)
                return f"({self.drawn(CONDITIONS, depth - 1)})"
            if what == "any":
                if self.chance.random() < 0.75:
                    return self.chance.choice([*self.kinds])
                what = self.chance.choice([*EXPRESSIONS])
            made = self.value(what, depth)
            return (
                made
                if re.fullmatch(r"[\w.\[\]()']+", made) and not made[0].isdigit()
                else f"({made})"
            )

        return re.sub(r"\{\{|\}\}|\{([\w\[\], ]+)\}", part, template)


_SPEAKS = re.compile(r"\b(p\d|v|w)\b")


def random_programs(seed: int, count: int) -> tuple[str, list[str]]:
    """A file of random functions, and their names."""
    return Maker(seed).program(count), [f"f{at}" for at in range(count)]
