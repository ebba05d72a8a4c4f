"""What the instructions of compiled code tell, on every Python that runs these tests."""

from __future__ import annotations

import numbers
import sys
import textwrap
from decimal import Decimal
from types import CodeType, FunctionType
from typing import Any

import pytest

from wend.source.instructions import (
    constants,
    first_of_call,
    is_raise,
    maker_of_test,
    places,
    reads_attribute,
    stores,
)


def defined(source: str, name: str = "f") -> Any:
    names: dict[str, Any] = {}
    exec(compile(textwrap.dedent(source), "<source>", "exec"), names)
    return names[name]


def raised_at(function: FunctionType) -> tuple[CodeType, int]:
    """The innermost instruction that an exception came from."""
    try:
        function()
    except Exception as error:
        trace = error.__traceback__
    assert trace is not None
    while trace.tb_next is not None:
        trace = trace.tb_next
    return trace.tb_frame.f_code, trace.tb_lasti


@pytest.mark.parametrize(
    "statement",
    [
        "raise ValueError",
        "raise ValueError('a' + 'b')",
        "raise ValueError from KeyError()",
        "raise [ValueError][0](len('abc'))",
    ],
)
def test_a_raise_statement_is_told(statement: str) -> None:
    assert is_raise(*raised_at(defined(f"def f(): {statement}")))


@pytest.mark.parametrize(
    "statement",
    [
        "raise ValueError(1 // 0)",
        "raise ValueError([][0])",
        "raise unknown_name",
        "raise ValueError(int('x'))",
        "1 // 0",
        "[].pop()",
    ],
)
def test_what_raises_by_itself_is_no_raise_statement(statement: str) -> None:
    assert not is_raise(*raised_at(defined(f"def f(): {statement}")))


def test_an_assert_raises_by_the_instruction_of_raise() -> None:
    assert is_raise(*raised_at(defined("def f(): assert False")))


class Asked:
    """An attribute that notes whether the code that asks for it reads an attribute."""

    def __init__(self) -> None:
        self.seen: list[bool] = []

    def __get__(self, owner: object, cls: type) -> int:
        self.seen.append(reads_attribute(sys._getframe(1)))
        return 1

    def __set__(self, owner: object, value: object) -> None:
        raise AttributeError


def test_code_that_reads_an_attribute_is_told_from_code_that_calls_what_does() -> None:
    f = defined(
        """
        def f(seen):
            seen.value
            x = (seen.value, seen.value + 1)
            match seen:
                case object(value=1): pass
            getattr(seen, "value")
            hasattr(seen, "value")
        """
    )

    class Holder:
        value = Asked()

    for _ in range(50):  # the interpreter changes instructions of code that is run often
        f(Holder())

    assert Holder.__dict__["value"].seen == [True, True, True, True, False, False] * 50


def test_native_comparisons_read_no_attribute() -> None:
    class Number:
        numerator = Asked()
        denominator = 1

    numbers.Rational.register(Number)

    assert Decimal(1) == Number()
    assert Number.__dict__["numerator"].seen == [False]


def test_names_and_items_that_code_stores() -> None:
    f = defined(
        """
        def outer(cell):
            def f(self, items):
                nonlocal cell
                global everywhere
                local = self.read + other.read_too
                self.written += local
                del self.deleted
                cell = everywhere = 1
                return local
            return f
        f = outer(1)
        """
    )

    assert stores(f.__code__) == ({"written", "deleted", "cell", "everywhere"}, False)


@pytest.mark.parametrize("statement", ["a[0] = 1", "a[1:] = b", "del a[0]", "a[0] += 1"])
def test_items_that_code_stores(statement: str) -> None:
    assert stores(defined(f"def f(a, b): {statement}").__code__) == (set(), True)


def test_names_beyond_256_are_told() -> None:
    lines = [f"self.name{n} = {n}" for n in range(600)]
    f = defined("def f(self):\n    " + "\n    ".join(lines))

    assert stores(f.__code__)[0] == {f"name{n}" for n in range(600)}


@pytest.mark.parametrize(
    ("source", "calls"),
    [
        ("def f(a): return 1", [True]),
        ("def f(a):\n    return lambda: a", [True]),
        ("def f(a):\n    yield a\n    yield a + 1", [True, False, False]),
    ],
    ids=["plain", "with a cell", "generator"],
)
def test_a_call_begins_and_a_generator_goes_on(source: str, calls: list[bool]) -> None:
    f = defined(source)
    seen: list[bool] = []

    def trace(frame: Any, event: str, _: Any) -> Any:
        if event == "call" and frame.f_code is f.__code__:
            seen.append(frame.f_lasti <= first_of_call(f.__code__))

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        made = f(1)
        if not isinstance(made, int | FunctionType):
            list(made)
    finally:
        sys.settrace(before)

    assert seen == calls


def test_lines_are_those_that_do_something() -> None:
    f = defined(
        """
        def f(a, b):
            if (
                a
                and b
            ):
                return [
                    each
                    for each in a
                ]
            while b:
                b -= 1
            else:
                pass
        """
    )

    own = {line for _, line in places(f.__code__)}
    inner = {line for c in f.__code__.co_consts if isinstance(c, CodeType) for _, line in places(c)}
    assert {4, 5, 8, 9, 11, 12} <= own | inner
    assert not {13, 15} & own


def test_constants_are_all_that_is_written_down() -> None:
    f = defined(
        """
        def f(a):
            "what it is"
            return a[1:7] + a[0] * 20 + 255 + 256 + 10**6 + 2.5, "text", (3, b"bytes"), a[-1]
        """
    )
    found = [*constants(f.__code__)]

    assert found[0] == "what it is"
    wanted = {1, 7, 20, 255, 256, 10**6, 2.5, "text", (3, b"bytes"), -1}
    assert wanted <= {each for each in found if type(each) is not CodeType}


TESTS = {
    "if": "if «x»: pass",
    "elif": "if a == 5:\n    pass\nelif «x»:\n    pass",
    "if not": "if not «x»: pass",
    "while": "while «x»: break",
    "and in a condition": "if «x» and «y»: pass",
    "or in a condition": "if False or «f» or «x»: pass",
    "and over several lines": "if («x» and\n    «y»):\n    pass",
    "and as a value": "«x» and y",
    "or as a value": "«f» or x",
    "ternary": "1 if «x» else 2",
    "not as a value": "«not x»",
    "assert": "assert «x»",
    "walrus": "if («z := x»): pass",
    "list comprehension": "[n for n in a if «x»]",
    "dict comprehension": "{n: n for n in a if «x» if «y»}",
    "generator": "list(n for n in a if «x»)",
    "match guard": "match a:\n    case _ if «x»: pass",
    "match value": "match f:\n    case «5»: pass",
    "comparison": "if «x < 5»: pass",
    "chained comparison": "if ««x < y < 5»»: pass",
    "chained comparison as a value": "«x < y < 5»",
}
"""Statements; a truth test belongs to what stands in « »."""


@pytest.mark.parametrize("kind", TESTS)
def test_a_truth_test_belongs_to_what_is_tested(kind: str) -> None:
    source, expected = marked(TESTS[kind])
    tested: list[tuple[int | None, ...]] = []
    values = [Noted(truth, tested) for truth in (False, True, True)]
    f = defined("def f(a, f, x, y):\n" + textwrap.indent(source, "    "))
    f((1,), *values)

    assert [(line, column) for line, _, column, _ in tested] == [
        (line, column) for line, _, column, _ in expected
    ]


class Noted:
    """Notes the place where its truth is asked for, and that of what comparisons of it give."""

    def __init__(self, truth: bool, tested: list[tuple[int | None, ...]]) -> None:
        self.truth = truth
        self.tested = tested

    def __bool__(self) -> bool:
        caller = sys._getframe(1)
        at = maker_of_test(caller.f_code, caller.f_lasti)
        self.tested.append([*caller.f_code.co_positions()][at // 2])
        return self.truth

    def __lt__(self, other: object) -> Any:
        return Noted(True, self.tested)

    def __eq__(self, other: object) -> Any:
        return Noted(False, self.tested)

    __hash__ = None  # type: ignore[assignment]


def marked(body: str) -> tuple[str, list[tuple[int | None, ...]]]:
    """The body of a function without marks, and the places in the function that were marked."""
    lines, found = [], []
    for number, line in enumerate(body.split("\n"), 2):
        while "«" in line:
            first, last = line.index("«"), line.index("»")
            inner = line[first:last].count("«")
            line = line.replace("«", "", inner).replace("»", "", inner)
            found += [(number, number, first + 4, last - inner + 4)] * inner
        lines.append(line)
    return "\n".join(lines), found
