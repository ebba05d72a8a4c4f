"""Objects of classes below native ones, compared with what is tracked: as if nobody of ours stood
in between, whoever calls the comparison."""

# ruff: noqa: E501 (a table of snippets reads better unbroken)
from __future__ import annotations

import pytest
from laws import check

CLASSES = """
import enum
class Name(str): pass
class Raw(bytes): pass
class Row(list): pass
class Bag(set): pass
class Table(dict): pass
class Colour(str, enum.Enum):
    RED = 'red'
class Key(Name):
    def __eq__(self, other): return super().__eq__(other)
    __hash__ = str.__hash__
class Louder(str):
    def __lt__(self, other): return 'loud'
class Sized(set):
    def __le__(self, other): return len(self) <= len(other)
class Odd(dict):
    def __ne__(self, other): return 'odd'
class Long(dict):
    def __len__(self): return 7
class Holding(set):
    def __contains__(self, member): return True
"""

TEXTS = (
    "return Name('a') == t, t == Name('a'), Name('a') != t, Name('a') < t, t >= Name('b'), Colour.RED == t",
    "return Name('a').__eq__(t), Name('a').__eq__('a'), Name('a').__eq__(5), Name('a').__lt__(t), Name('a').__ge__('b')",
    "return Name.__eq__(Name('a'), t), str.__eq__(Name('a'), t), list(map(Name('a').__eq__, ['a', t, 3]))",
    "return Key('a') == t, t == Key('a'), Key('a') != t, Key('a') == 'b', Key('a') == Name('a')",
    "return Louder('a') < t, Louder('a') > t, t > Louder('a'), Louder('a') == t",
    "return [Name('a')] == [t], (Name('a'), 1) < (t, 2), [Name('a'), 'b'].index(t) if t in ('a', 'b') else None",
    "return sorted([Name('b'), t, Name('a')]), max(Name('b'), t), {Name('a'): 1}.get(t), Name('a') in {t}",
)  # fmt: skip

NUMBERS = (
    "return Bag({5}) == {x}, Bag({5, 7}) >= {x}, {x} <= Bag({5}), Bag({5}) != {x}, frozenset({5}) == {x}",
    "return Sized({5, 6}) <= {x}, Sized({5}) <= {x}, Sized({5}) == {x}",
    "return Table({1: 2}) == {x: 2}, {x: 2} == Table({1: 2}), Odd({1: 2}) != {x: 2}, Long({1: 2}) == {x: 2}",
    "return Row([1, 2]) == [1, x], Row([1]) < [x], [Row([1])] == [[x]]",
)  # fmt: skip


@pytest.mark.parametrize("source", TEXTS)
def test_text(source: str) -> None:
    check(source, {"t": ("", "a", "b", "red")}, preamble=CLASSES, exact=False)


@pytest.mark.parametrize("source", NUMBERS)
def test_numbers(source: str) -> None:
    check(source, {"x": (1, 2, 5, 7)}, preamble=CLASSES, exact=False)


def test_what_asks_members_is_asked() -> None:
    source = "return Holding({5}) == {x}, {x} <= Holding({5}), Holding({5}) >= {x}"
    check(source, {"x": (1, 5)}, preamble=CLASSES, exact=False)


def test_a_table_of_translations_may_have_tracked_keys() -> None:
    check("return 'abc'.translate(str.maketrans({x: 'q'}))", {"x": (97, 98, 5)}, exact=False)
