"""Tracked text: its parts, text put together, and questions about it."""

from __future__ import annotations

import copy

import pytest
from laws import Snippet, check
from texts import SHORT, TEXTS, WITHIN

from wend.run.tracked.text import SAME_FOR_ALL_TEXT, SymStr

PLACES = (0, 1, 2, -1, -2, 5)
OF_ONE = (
    "x[0]", "x[1]", "x[-1]", "x[-2]", "x[1:]", "x[:1]", "x[1:2]", "x[5:]", "x[:-1]", "x[::-1]",
    "x[::2]", "x[:]", "x[2:1]", "x[0:0]", "x[True]", "x[None:2:1]", "x[1:][0]", "x[1:][1:]",
    "x[:2][0]", "x['a']", "x[1.5]", "x[None]", "x + 'b'", "'b' + x", "x + x", "x + 'b' + x",
    "(x + 'b')[0]", "('b' + x)[0]", "(x + 'b')[-1]", "len(x + 'b')", "len('b' + x)", "x * 2",
    "2 * x", "x * 0", "x * -1", "x * 1", "x + ''", "'' + x", "(x * 2)[1:]", "x == 'ab'",
    "'ab' == x", "x != 'a'", "x == ''", "'' != x", "x < 'ab'", "'ab' < x", "x <= 'a'", "'a' <= x",
    "x > 'Ab'", "x >= 'aX'", "'a' >= x", "x == x", "x < x", "x == 5", "x != None", "x == ['a']",
    "'a' in x", "'ab' in x", "'' in x", "x in 'ab'", "x in 'aXbXc'", "'a' not in x", "5 in x",
    "x in ''", "len(x)", "len(x) > 2", "bool(x)", "not x", "not not x", "1 if x else 2", "[*x]",
    "list(x)", "tuple(x)", "[c + 'b' for c in x]", "x.__len__()", "x.__getitem__(0)",
    "x.__add__('b')", "x.__contains__('a')", "x.__eq__('a')", "x.__eq__(5)", "x.__mul__(2)",
    "x.__lt__('b')", "x.__ne__('b')", "x + 5", "5 + x", "x + None", "[] + x", "x * 'a'", "x * 1.5",
    "x - 'a'", "-x", "x < 5", "x > None", "x.__add__(5)", "isinstance(x, str)", "type(x)",
    "type(x) is str", "x.__class__", "str(x)", "x.nothing", "x.__doc__ == str.__doc__",
    "dir(x) == dir('')", "copy.copy(x)", "copy.deepcopy(x)", "copy.deepcopy([x])[0]", "ord(x)",
    "ord(x[0])", "ord(x[0]) + 1", "chr(ord(x[0]) + 1)", "[ord(c) for c in x]", "x()", "sorted(x)",
    "min(x)", "max(x, 'ab')", "sorted([x, 'ab', 'a'])", "max([x, 'b'], key=len)",
    "x in ['a', 'ab']", "x in ('a', '')", "[a == b for a, b in zip(x, x[1:])]",
    "''.join(reversed(x))", "dict(enumerate(x))", "str.__len__(x)", "any(c == 'a' for c in x)",
    "all(x)", "next(iter(x))", "x is x", "x[0] is None", "x < 'a' < 'b'",
    "operator.concat(x, 'a')", "operator.getitem(x, 0)",
)  # fmt: skip
STATEMENTS = (
    "a, b = x\nreturn b + a",
    "a, *b = x\nreturn b",
    "x += 'a'\nreturn x[0]",
    "x *= 2\nreturn x",
    "match x:\n    case 'a' | 'ab': return 1\n    case '': return 2\n    case str(): return x[0]",
    "match x:\n    case [a, b]: return 1\nreturn 2",
    "for c in x:\n    if c == 'b': return 1\nelse:\n    return 2",
    "x[0] = 'a'",
    "del x[0]",
    "x.name = 1",
    "n = 0\nwhile n < len(x) and x[n] != 'b': n += 1\nreturn n",
    "out = ''\nfor c in x: out = c + out\nreturn out == x",
)
OF_TWO = (
    "x + y", "(x + y)[1:]", "len(x + y)", "x == y", "x != y", "x < y", "x <= y", "x > y", "x >= y",
    "x in y", "x not in y", "x + y == y + x", "x[1:] == y", "x[1:] == y[1:]", "x[:1] == y[:1]",
    "x + 'a' == y", "[x, y] == [y, x]", "sorted([x, y])", "min(x, y)", "(x, y) < (y, x)",
    "x in [y]", "x == y[::-1]", "(x or y)", "(x and y)",
)  # fmt: skip
WITH_PLACE = (
    "x[i]",
    "x[i:]",
    "x[:i]",
    "x[i:2]",
    "x[::i]",
    "x * i",
    "i * x",
    "'abc'[i]",
    "x[1:][i]",
    "(x + 'a')[i]",
)


BY_NAME = (
    "'abc'.__contains__(x)", "'abc'.__add__(x)", "'ab'.__eq__(x)", "'ab'.__ne__(x)",
    "'ab'.__lt__(x)", "'ab'.__le__(x)", "'ab'.__gt__(x)", "'ab'.__ge__(x)",
    "'abc'[:3].__getitem__(len(x))", "'ab'.__mul__(len(x))", "'abc'.__getitem__(slice(len(x)))",
    "str.__contains__('abc', x)", "str.__eq__('ab', x)", "'ab'.__eq__(len(x))",
    "'ab'.__contains__(len(x))", "'ab'.__add__(len(x))", "str.__lt__('b', x)",
    "str.__add__('b', x)", "operator.contains('abc', x)", "operator.add('a', x)",
    "operator.indexOf(x, 'a')", "operator.countOf(x, 'a')", "operator.methodcaller('upper')(x)",
)  # fmt: skip


@pytest.mark.parametrize("source", [*OF_ONE, *BY_NAME, *STATEMENTS])
def test_one_text(source: str) -> None:
    check(source, {"x": TEXTS}, preamble="import copy, operator")


@pytest.mark.parametrize("source", OF_TWO)
def test_two_texts(source: str) -> None:
    check(source, {"x": SHORT, "y": WITHIN}, size=40)


@pytest.mark.parametrize("source", WITH_PLACE)
def test_text_with_tracked_places(source: str) -> None:
    check(source, {"x": WITHIN, "i": PLACES}, size=40)


@pytest.mark.parametrize(
    "source", ["hash(x)", "x.__sizeof__()", "x.__reduce_ex__(2)", "pickle.dumps(x)"]
)
def test_what_has_no_term_is_noted(source: str) -> None:
    for run in check(source, {"x": ("a", "ab")}, exact=False, preamble="import pickle"):
        assert run.lost, source


@pytest.mark.parametrize(
    "source",
    ["s == x", "x == s", "x + s", "x < s", "s < x", "x in s", "s in x", "s.find(x)", "s * len(x)"],
)
def test_classes_of_text_answer_for_themselves(source: str) -> None:
    preamble = """
        class S(str):
            def __eq__(self, other): return "S"
            def __ne__(self, other): return "not S"
            def __gt__(self, other): return "greater"
            def __radd__(self, other): return "after"
            __hash__ = str.__hash__

        s = S("ab")
    """
    check(source, {"x": ("", "a", "ab")}, preamble=preamble)


@pytest.mark.parametrize("source", ["S('ab') == x", "S('ab') + x", "S('b').join([x, x])"])
def test_classes_of_text_may_ask_their_base(source: str) -> None:
    preamble = """
        class S(str):
            def __eq__(self, other): return not super().__eq__(other)
            def __add__(self, other): return super().__add__(other)[1:]
            def join(self, items): return super().join(items)
            __hash__ = str.__hash__
    """
    check(source, {"x": ("", "a", "ab")}, preamble=preamble)


def test_no_method_of_str_is_inherited() -> None:
    missing = {name for name in dir(str) if name not in SymStr._wend_own()} - SAME_FOR_ALL_TEXT

    assert missing == set()


def test_an_open_end_stays_open() -> None:
    for source in (
        "x[1:][0] == 'b'",
        "x + 'a'",
        "'a' + x",
        "x == 'ab'",
        "x.startswith('ab')",
        "x.lstrip()[0]",
    ):
        run = Snippet(source, ("x",)).run_twin({"x": "abcd"})
        asked = [str(condition) for condition, _ in run.branches]

        assert len(asked) <= 3, asked


def test_conditions_may_ask_for_longer_text() -> None:
    run = Snippet("x == 'abc'", ("x",)).run_twin({"x": ""})

    assert "ord(x[2])" in {
        variable.payload.text for variable in run.outcome.value._wend_term.variables
    }


def test_copies_are_the_text_itself() -> None:
    text = Snippet("x", ("x",)).run_twin({"x": "ab"}).outcome.value

    assert copy.copy(text) is text
    assert copy.deepcopy([text])[0] is text
