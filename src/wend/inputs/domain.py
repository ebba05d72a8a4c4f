"""Domains: what a parameter may be, as a tree of types. Values are made of variables.

    def f(xs: list[int], name: str | None)

    Items("list", Scalar(INT))                len(xs), xs[0], xs[1], …
    Choice((Held("None"), Text("str")))       which2(name), len(name), ord(name[0]), …

The functions that go through such a tree: `inputs.live` (which variables there are),
`inputs.render` (the value as source), `run.arguments.build` (the value itself).
"""

from __future__ import annotations

from typing import Literal

from wend.expr.sorts import Sort
from wend.record import Record


class Scalar(Record):
    """An int, a truth value or a float: one variable."""

    sort: Sort


class Whole(Record):
    """An int between bounds, both included: the month of a date."""

    low: int | None
    high: int | None


class Text(Record):
    """A length and a code for each position."""

    kind: Literal["str", "bytes", "bytearray"]


class Held(Record):
    """One value, given as Python source. Source None stands for an argument that is not passed."""

    source: str | None
    imports: tuple[str, ...] = ()
    """Import statements that the source needs, besides the names of the target's module."""


class Choice(Record):
    """One of several alternatives; the first is the simplest."""

    options: tuple[Domain, ...]


class Items(Record):
    """A container with a length and a value for each place; `kind` names a builtin or a class of
    `collections` (list, tuple, set, frozenset, deque)."""

    kind: str
    element: Domain
    maker: Maker | None = None
    """Called with a list of the items, if the kind has no display of its own."""


class Entries(Record):
    """A dict: a length, and a key and a value for each entry. Of equal keys the first counts."""

    key: Domain
    value: Domain
    maker: Maker | None = None
    """Called with the dict, if its class is a subclass (Counter, OrderedDict)."""


class Maker(Record):
    """A callable, as source that is evaluated in the target's module after the imports."""

    source: str
    imports: tuple[str, ...] = ()


class Part(Record):
    """An argument of a maker."""

    name: str
    domain: Domain
    by_keyword: bool = False


class Made(Record):
    """The result of a maker for explored arguments; without a maker, a tuple of the parts."""

    maker: Maker | None
    parts: tuple[Part, ...]


class Layout(Record):
    """A type of raw memory. Layouts refer to others by their numbers: `of` and the last item of
    each field."""

    maker: Maker
    """The class."""
    kind: Literal["struct", "array", "pointer", "number", "bits"]
    size: int
    code: str = ""
    """The code of the cell of a number (`inputs.memory`); "c1" for a character, "" for a type that
    is not explored."""
    fields: tuple[tuple[str, int, int], ...] = ()
    """Name, offset and layout."""
    of: int = -1
    """The layout of an array's items, or of a pointer's target; -1 for a pointer to anything."""
    count: int = 0
    bits: tuple[int, int] = (0, 0)
    """The first bit of a bit field, and the number of its bits."""


class Pointer(Record):
    """A pointer into raw memory, or NULL. The first layout is its own."""

    layouts: tuple[Layout, ...]
    tools: tuple[tuple[str, Maker], ...] = ()
    """Functions of ctypes, by their names."""


class Placed(Record):
    """A value in raw memory, which may overlap with others. The first layout is its own."""

    layouts: tuple[Layout, ...]
    at: int
    """Its offset in the simplest inputs."""
    tools: tuple[tuple[str, Maker], ...] = ()


class Reference(Record):
    """An object of a graph: None, a new cell, or one of the existing cells."""

    kinds: tuple[str, ...]
    """The classes whose instances it may be, by the sources of their names."""
    classes: tuple[str, ...]
    """The classes of new cells."""
    optional: bool = False


class Same(Record):
    """The very object that an earlier parameter is."""

    parameter: str


class CellClass(Record):
    """A class whose instances are cells of a graph: their fields are explored, not the arguments
    of their constructor."""

    maker: Maker
    fields: tuple[Part, ...]
    kinds: tuple[str, ...]
    """The sources of the names of the class and those above it."""
    arguments: tuple[tuple[str, str], ...] | None = None
    """The fields that the constructor takes, in order, each after the keyword by which it is
    passed, "" for none; None where it does more than to keep them."""
    frozen: bool = False
    """Whether fields are given once, so that there is no cycle of such cells."""
    checked: bool = False
    """Whether the constructor refuses some arguments: cells are what it accepts."""
    preset: tuple[tuple[str, str], ...] = ()
    """What the constructor puts into fields that it does not take, as source."""
    content: Domain | None = None
    """Of a list, dict or set that may be in several places: what it is; it has no fields then."""


Domain = (
    Scalar
    | Whole
    | Text
    | Held
    | Choice
    | Items
    | Entries
    | Made
    | Pointer
    | Placed
    | Reference
    | Same
)

CLASSES = {
    each.__name__: each
    for each in (
        *(Scalar, Whole, Text, Held, Choice, Items, Entries, Maker, Part, Made),
        *(Layout, Pointer, Placed),
        *(Reference, Same, CellClass),
    )
}
"""By name, for the way between processes."""


ABSENT = Held(None)
"""An argument that is not passed."""

DICT = Maker("dict")
"""Makes a dict of keyword arguments, which is shown as a display."""

CONSTANTLY = Maker("(lambda value: lambda *args, **keywords: value)")
"""Makes a function that always returns the same; shown without the outer lambda."""
