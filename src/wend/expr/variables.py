"""Variables: the unknown inputs. Each says which part of the inputs it is, and so what it may be.

A variable is one record for one text; the text is what reports show and what the store keeps:

    text               kind       a variable is …
    x, xs[2].price     VALUE      a parameter itself, or a part of it: any value of its sort
    len(xs)            LENGTH     how many items, characters or entries: 0 and up
    ord(s[3])          CHARACTER  the code of a character: 0 … 0x10FFFF
    byte(s[3])         BYTE       a byte: 0 … 255
    which3(x)          CHOICE     which of three alternatives: 0 … 2
    ref4(p.next)       REFERENCE  which of four objects a reference leads to: 0 … 3
    at(p)              ADDRESS    the offset in the buffer that a pointer points to; 0 for NULL
    from1to12(d.month) BOUNDED    an int between two bounds, both included; `from1to` has one

Three kinds are no inputs, but are solved for or searched for like them:

    @2, @2.1           RESULT     what an application of an opaque function returns
    ?0.3               FLAG       whether a path may take a way that no run took
    turns(4)           TURNS      how often a loop turns, seen from step 4 of a trace

And one is no variable at all: a LEAD stands beside the inputs, and its value is a path.

`Inputs`, models and messages between processes are keyed by text, and `named` gives the record of
a text with one look-up. Text comes from JSON and marshal: to make records of all keys of a message
takes as long as to read it (230 ns a variable), and a look-up by record is no quicker than one by
text (both 26 ns). No other file takes the text of a variable apart; `inputs.paths` takes paths
apart.

A variable that the inputs do not mention has its default: conditions may speak of the tenth
character of a text of three.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from enum import Enum, auto
from typing import Any

from wend.expr.sorts import Sort
from wend.record import Record

PYTHON_TYPES: dict[Sort, type] = {Sort.INT: int, Sort.BOOL: bool, Sort.FLOAT: float}

Range = tuple[int | None, int | None]
"""The least and the greatest value, both included; None for no bound."""

ANY_INT: Range = (None, None)
_LENGTHS: Range = (0, sys.maxsize)
_CODES: Range = (0, sys.maxunicode)
_BYTES: Range = (0, 255)

FIRST_ADDRESS = 4096
"""The first offset of the buffer that pointers point into. Nothing may be read before this offset,
or behind the end of the buffer."""
END_OF_ADDRESSES = FIRST_ADDRESS + (1 << 16)
_ADDRESSES: Range = (0, END_OF_ADDRESSES - 1)

FARTHEST_TURN = -2
"""Turns of a loop may be counted from its last item on: -1 is the last turn."""
_TURNS: Range = (FARTHEST_TURN, None)


class Kind(Enum):
    """What a variable is of the value at its path."""

    VALUE = auto()
    LENGTH = auto()
    CHARACTER = auto()
    BYTE = auto()
    CHOICE = auto()
    REFERENCE = auto()
    ADDRESS = auto()
    BOUNDED = auto()
    RESULT = auto()
    FLAG = auto()
    TURNS = auto()
    LEAD = auto()


class Variable(Record):
    """One unknown input. There is one record for each text, so records are compared by identity,
    until terms are forgotten."""

    kind: Kind
    path: str
    """Where in the inputs the value is that this variable is a part of: `s` of `ord(s[3])`."""
    index: int | None
    """The place of a character or byte in its text; None for other kinds."""
    bounds: Range
    """Of an int."""
    default: int
    """Of an int that the inputs do not mention."""
    text: str

    __hash__ = object.__hash__
    __eq__ = object.__eq__

    @property
    def is_character(self) -> bool:
        """Whether the variable is a character of a text, or a byte."""
        return self.kind is Kind.CHARACTER or self.kind is Kind.BYTE

    @property
    def is_input(self) -> bool:
        """Whether the variable is a part of the inputs, and not a result or a flag."""
        return self.kind is not Kind.RESULT and self.kind is not Kind.FLAG

    @property
    def shown(self) -> str:
        """What people read in a condition: of `from1to12(d.month)` and `at(p->next@p8:8)` the
        path, `d.month` and `p->next`; `data[3]` of a byte; of other kinds the text."""
        if self.kind is Kind.BYTE:
            return f"{readable(self.path)}[{_SOMEWHERE if self.index is None else self.index}]"
        is_path = self.kind is Kind.BOUNDED or self.kind is Kind.ADDRESS
        return readable(self.path if is_path else self.text)

    def admits(self, value: int) -> bool:
        """Whether the variable, if it is an int, may have this value."""
        low, high = self.bounds
        return (low is None or low <= value) and (high is None or value <= high)


def readable(path: str) -> str:
    """A path as people read it: `p->next` of `p->next@p8:8`."""
    return _LOCATION.sub("", path) if "->" in path else path


# Making variables

Character = Callable[[str, int | None], Variable]
"""`char_of` or `byte_of`."""


def character_of(kind: str) -> Character:
    """What makes the characters of a text: of a `str`, or of `bytes` and `bytearray`."""
    return char_of if kind == "str" else byte_of


def value_of(path: str) -> Variable:
    return _known.get(path) or _made(Kind.VALUE, path, path)


def length_of(path: str) -> Variable:
    text = f"len({path})"
    return _known.get(text) or _made(Kind.LENGTH, path, text, _LENGTHS)


def char_of(path: str, at: int | None) -> Variable:
    """The character at a place; None stands for a place that varies (`expr.reads`)."""
    text = f"ord({path}[{_SOMEWHERE if at is None else at}])"
    return _known.get(text) or _made(Kind.CHARACTER, path, text, _CODES, at)


def byte_of(path: str, at: int | None) -> Variable:
    """The byte at a place; None stands for a place that varies (`expr.reads`)."""
    text = f"byte({path}[{_SOMEWHERE if at is None else at}])"
    return _known.get(text) or _made(Kind.BYTE, path, text, _BYTES, at)


def choice_of(path: str, count: int) -> Variable:
    text = f"which{count}({path})"
    return _known.get(text) or _made(Kind.CHOICE, path, text, (0, count - 1))


def reference_of(path: str, count: int) -> Variable:
    text = f"ref{count}({path})"
    return _known.get(text) or _made(Kind.REFERENCE, path, text, (0, count - 1))


def address_of(path: str) -> Variable:
    text = f"at({path})"
    return _known.get(text) or _made(Kind.ADDRESS, path, text, _ADDRESSES)


def bounded(path: str, low: int | None, high: int | None) -> Variable:
    text = f"from{'' if low is None else low}to{'' if high is None else high}({path})"
    return _known.get(text) or _made(Kind.BOUNDED, path, text, (low, high))


def result_of(call: int, place: int | None = None) -> Variable:
    """What an application returns; `place` tells the results of one call apart."""
    text = f"@{call}" if place is None else f"@{call}.{place}"
    return _known.get(text) or _made(Kind.RESULT, "", text)


def flag_of(summary: int, number: int) -> Variable:
    """A flag of a summary: whether a path may take one of its ways that no run took."""
    text = f"?{summary}.{number}"
    return _known.get(text) or _made(Kind.FLAG, "", text)


def turns_of(step: int) -> Variable:
    """How often the loop turns that a step of a trace belongs to."""
    text = f"turns({step})"
    return _known.get(text) or _made(Kind.TURNS, "", text, _TURNS)


def lead_of(path: str) -> Variable:
    """What a reference is likely to be, as the path of a cell (`inputs.heap.chosen`)."""
    text = f"lead({path})"
    return _known.get(text) or _made(Kind.LEAD, path, text)


def moved(variable: Variable, path: str, index: int | None = None) -> Variable:
    """The same part of the value at another path; a character also at another place."""
    match variable.kind:
        case Kind.VALUE:
            return value_of(path)
        case Kind.CHARACTER:
            return char_of(path, index)
        case Kind.BYTE:
            return byte_of(path, index)
    return named(f"{variable.text.partition('(')[0]}({path})")


# From text


def named(text: str) -> Variable:
    """The variable of a text; raises ValueError for a text that no variable has."""
    found = _known.get(text)
    if found is None:
        found = _parsed(text)
        if found.text != text:
            raise ValueError(f"no variable is called {text}")
    return found


def _parsed(text: str) -> Variable:
    if text[:1] == "@":
        call, _, place = text[1:].partition(".")
        return result_of(int(call), int(place) if place else None)
    if text[:1] == "?":
        summary, _, number = text[1:].partition(".")
        return flag_of(int(summary), int(number))
    if not text.endswith(")"):
        return value_of(text)
    kind, _, path = text[:-1].partition("(")
    match kind:
        case "len":
            return length_of(path)
        case "ord" | "byte":
            path, _, place = path[:-1].rpartition("[")
            make = char_of if kind == "ord" else byte_of
            return make(path, None if place == _SOMEWHERE else int(place))
        case "at":
            return address_of(path)
        case "turns":
            return turns_of(int(path))
        case "lead":
            return lead_of(path)
    if kind.startswith("which"):
        return choice_of(path, int(kind.removeprefix("which")))
    if kind.startswith("ref"):
        return reference_of(path, int(kind.removeprefix("ref")))
    low, _, high = kind.removeprefix("from").partition("to")
    return bounded(path, int(low) if low else None, int(high) if high else None)


def is_somewhere(text: str) -> bool:
    """Whether this is the text of a character at a place that varies."""
    return text.endswith(f"[{_SOMEWHERE}])")


_SOMEWHERE = "…"

_LOCATION = re.compile(r"@[a-z]\d:-?\d+(?![+\d])")
"""Where in the buffer a cell of raw memory is, as its path says it (`inputs.memory`)."""

_known: dict[str, Variable] = {}
"""The variables by their texts; a part of the intern table of terms, and forgotten with it."""


def forget_variables() -> None:
    """Empties the table; a variable made before is another one than the same made after."""
    _known.clear()


def _made(
    kind: Kind, path: str, text: str, bounds: Range = ANY_INT, index: int | None = None
) -> Variable:
    low, high = bounds
    default = max(low or 0, 0) if high is None or high > 0 else high
    if kind is Kind.CHARACTER or kind is Kind.BYTE:
        default = ord("a")  # a character that people can read
    made = _known[text] = Variable(kind, path, index, bounds, default, text)
    return made


# Values


def lengths_in(assignment: Mapping[str, Any]) -> Iterator[tuple[Variable, int]]:
    """The lengths among the variables of an assignment, each with its value."""
    for name, value in assignment.items():
        variable = named(name)
        if variable.kind is Kind.LENGTH:
            yield variable, value


def given(assignment: Mapping[str, Any], variable: Variable, sort: Sort = Sort.INT) -> Any:
    """The value of a variable, its default where the assignment does not mention it.

    The alternatives of an `int | float` share one text: a value of the other sort does not count.
    """
    value = assignment.get(variable.text)
    return value if type(value) is PYTHON_TYPES[sort] else default(variable, sort)


def default(variable: Variable, sort: Sort) -> Any:
    """The value of a variable that the inputs do not mention."""
    if sort is Sort.INT:
        return variable.default
    return False if sort is Sort.BOOL else 0.0
