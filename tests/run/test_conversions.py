"""Values become text: the digits are terms, and text that nobody looks at decides nothing."""

# ruff: noqa: E501 (a table of snippets reads better unbroken)
from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws import SMALL, Snippet, check, check_behaviour, check_own_inputs

INTS = (0, 1, 5, 9, 10, 12, 99, 100, -1, -10, -99, 255, 123456, -98765, 10**21 + 7, -(10**20))
TEXTS = ("", "a", "ab", "it's", 'say "no"', "'\"", "a\\b", "tab\t", "\n", "\x00\x7f", "abcdefg")
UNREAD = (
    "str(x)",
    "f'{x}'",
    "f'{x:>5} of {x + 1!r}'",
    "'%d of %s' % (x, x)",
    "str(x) + ' days'",
    "'{} {}'.format(x, x)",
    "raise ValueError(f'no such day: {x}')",
    "raise KeyError('%d' % x, x)",
    "message = f'{x}'\nraise ValueError(message)",
    "if x > 2: raise ValueError('{}'.format(x)) from None\nreturn f'{x:d}'",
    "print(x, [x]); return x",
    "'about %5.1f' % x",
    "return label(x)",
    "return repr([x, (x,)])",
    "return hex(x), bin(x)",
    "return f'{Thing(x)!r}: {Thing(x)}'",
    "assert x > 3, f'{x} is too small'",
)
READ = (
    "str(x) == str(x)[::-1]",
    "len(str(x))",
    "f'{len(str(x))}'",
    "'five' if str(x) == '5' else 'other'",
    "s = str(x); return s[0]",
    "'%s' % (str(x) == '5')",
    "'%d' % x == '5'",
    "'5' in f'{x}'",
    "label(x) == '<5>'",
    "f'{x}' + label(x)",
    "hex(x)[-1], oct(x)[2:], bin(x)[1], ascii(x)[0]",
    "[each for each in '%+d' % x]",
    "f'{x!r:0>4}'[1]",
    "f'{x:{y}}'[0]",
    "f'{x:{y}d}{y:<{x}}'[0]",
    "'{0:>{1}}|{0!r:^{1}}|{2[0]}|{a.n}|{2}'.format(x, y, [y], a=Thing(x))[1:]",
    "'%(a)s %(b)5d %%' % {'a': x, 'b': y} < '5'",
    "'%*d|%-*d|%.*d' % (y, x, y, x, y, x) < '5'",
    "('%d' if x > 3 else '%x') % x > '5'",
    "t = '%s'\nt %= x\nreturn t == '7'",
    "x %= 3\nreturn x",
    "'{}'.format_map({'': x}) == '7'",
    "'{a}'.format_map({'a': x}) == '7'",
    "str(Thing(x)) == 'thing 5'",
    "repr(Thing(x)) == 'Thing(5)'",
    "repr(Point(x, y)) == 'Point(a=5, b=3)'",
    "str({x: [y]})[0:3]",
    "str((x,))[-2]",
    "str(ValueError(x))[0] + str(KeyError(x)) + repr(ValueError(x, y)) + str(ValueError(x, y))",
    "f'{x > 3}'[0], str(x > y)[1:], repr(x == y)[0], f'{x > 3:d}', '%d' % (x > 3)",
    "str(Exception(f'{x}'))[0]",
    "'%s' % Thing(x) > 'thing 5', '%r' % [x] > '[5'",
    "(lambda: f'{x}')()[0]",
    "'a%sb' % (x,) == 'a5b'",
    "format(x)[0], format(x, '+')[0]",
)
HELPERS = """
    from dataclasses import dataclass

    def label(n):
        return f"<{n}>"

    class Thing:
        def __init__(self, n):
            self.n = n
        def __repr__(self):
            return f"Thing({self.n})"
        def __str__(self):
            return "thing " + str(self.n)

    @dataclass
    class Point:
        a: int
        b: int
"""


@pytest.mark.parametrize("source", UNREAD)
def test_text_that_nobody_reads_decides_nothing(source: str) -> None:
    for run in check(source, {"x": (4, 5, 12, 123, 10**21)}, preamble=HELPERS):
        assert len(run.branches) <= 1, run.branches


@pytest.mark.parametrize("source", READ)
def test_text_that_is_read_is_tracked(source: str) -> None:
    check(source, {"x": (*SMALL, 12, 345), "y": (1, 2, 3, 7)}, preamble=HELPERS, size=40)


@pytest.mark.parametrize("source", ("hex(x)", "oct(x)", "bin(x)", "str(x)", "ascii(x)", "f'{x}'"))
def test_every_digit_is_a_term(source: str) -> None:
    check(f"return list({source})", {"x": INTS})


WRONG = (
    "'%d' % 'a'", "'%d %d' % x", "'%d' % (x, x)", "'%y' % x", "'%' % x", "'%(a)s' % x", "'%c' % 'ab'",
    "'%x' % (2.5, x)", "'%*d' % ('a', x)", "'abc' % x", "'%(a)s' % {'b': x}", "'{1}'.format(x)",
    "'{a}'.format(x)", "'{} {0}'.format(x)", "'{0} {}'.format(x)", "'{!z}'.format(x)", "'{'.format(x)",
    "'{:zz}'.format(x)", "'{0.foo}'.format(x)", "'{0[1]}'.format(x)", "f'{x:zz}'", "f'{x:.3}'", "format(x, '.2d')",
    "format(x, 3)", "'%s %s' % [x]", "f'{[x]:>5}'", "format(x, ',x')", "'{:{:{}}}'.format(x, x, x)", "'{}'.format_map([x])",
)  # fmt: skip


@pytest.mark.parametrize("source", WRONG)
def test_what_python_objects_to(source: str) -> None:
    snippet = Snippet(source, ("x",))
    for x in (1, 7):
        run = snippet.run_twin({"x": x})
        check_behaviour(snippet, run, snippet.run_original(run.assignment))
        check_own_inputs(snippet, run)


FILLS = st.sampled_from(["", "0", " ", "*", "é"])
SPECS = st.builds(
    "{}{}{}{}{}{}{}".format,
    st.one_of(st.just(""), st.builds("{}{}".format, FILLS, st.sampled_from("<>=^"))),
    st.sampled_from(["", "+", "-", " "]),
    st.sampled_from(["", "#"]),
    st.sampled_from(["", "0"]),
    st.sampled_from(["", "1", "3", "8", "17"]),
    st.sampled_from(["", ",", "_"]),
    st.sampled_from(["", "d", "b", "o", "x", "X", "c", "n"]),
)
NUMBERS = st.one_of(st.integers(-200, 2000), st.integers(-(10**25), 10**25))


@settings(max_examples=60, deadline=None)
@given(SPECS, st.lists(NUMBERS, min_size=2, max_size=4))
def test_any_format_specification(spec: str, numbers: list[int]) -> None:
    check(f"return list(format(x, {spec!r}))", {"x": numbers})


CONVERSIONS = st.builds(
    "%{}{}{}{}".format,
    st.text("-+ #0", max_size=3),
    st.sampled_from(["", "1", "5", "12"]),
    st.sampled_from(["", ".", ".0", ".4"]),
    st.sampled_from("diouxXrsa"),
)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(CONVERSIONS, st.lists(NUMBERS, min_size=2, max_size=4))
def test_any_conversion_of_an_int(conversion: str, numbers: list[int]) -> None:
    check(f"return list({conversion!r} % x)", {"x": numbers})


@pytest.mark.parametrize(
    "source",
    (
        "repr(s)", "ascii(s)", "'%r' % s", "f'{s!r}'", "f'{s:>5}'", "f'{s:^7.3}'", "f'{s:*<6s}'", "f'{s:05}'",
        "'%5s|%-5s|%.2s' % (s, s, s)", "'<{}>'.format(s)", "'%(k)s' % {'k': s}", "repr([s, (s,)])", "str(KeyError(s))",
        "f'{s}!{s}'", "format(s, '>3')", "str(s) + str(s)", "s % ()", "(s + '%d') % 3",
    ),
)  # fmt: skip
def test_tracked_text_in_text(source: str) -> None:
    exact = "%" not in source or "s %" not in source
    check(f"return list({source})", {"s": TEXTS}, exact=exact and "(s +" not in source)
    for run in check(f"return {source}", {"s": TEXTS}, exact=False):
        assert len(run.branches) == 0 or "s %" in source or "(s" in source


def test_a_printable_character_is_escaped_or_not() -> None:
    check("return list(repr(s))", {"s": ("é", "中", "\x80", "a\u200b", "x")}, exact=False)
    check("return list(ascii(s))", {"s": ("a", "\x80", "\u1234", "\U00012345")}, exact=False)


def test_text_made_by_native_code_is_noted() -> None:
    source = "return [str(deque([Thing(x)])) > 'deque([Thing(5'], repr(deque([x]))"
    runs = check(
        source, {"x": SMALL}, exact=False, preamble=HELPERS + "\n    from collections import deque"
    )
    assert all(run.lost for run in runs)


@pytest.mark.parametrize(
    "source",
    (
        "type(ascii(Shown(Name('a')))), repr(Shown(Name('a'))), x",
        "ascii(Shown(Name('é'))), type(ascii(Shown(Name('é')))), x",
        "'%d, %s' % Name('b'), ('lhs %r' + str(x)) % Name('a')",
        "b'%d' % Raw(b'a'), '%s' % Raw(b'a'), x",
        "'%s' % Plain('a'), str(x) + '%s' % Plain('b')",
    ),
)
def test_classes_of_text_with_operators_of_their_own(source: str) -> None:
    preamble = """
        class Plain(str):
            pass

        class Name(str):
            def __rmod__(self, other):
                return 'reflected', other, str(self)

        class Raw(bytes):
            def __rmod__(self, other):
                return 'reflected', other

        class Shown:
            def __init__(self, shown):
                self.shown = shown

            def __repr__(self):
                return self.shown
    """
    check(f"return {source}", {"x": (1, 2)}, preamble=preamble)


@pytest.mark.parametrize("kind", ("list", "set", "frozenset", "dict"))
def test_what_holds_itself_is_shown_in_short(kind: str) -> None:
    preamble = """
        class Box:
            def __repr__(self):
                return repr(self.held)
    """
    made = "{1: box}" if kind == "dict" else f"{kind}([box])"
    source = f"box = Box()\nbox.held = {made}\nreturn repr(box), str(box.held), x"
    check(source, {"x": (1, 2)}, preamble=preamble)
