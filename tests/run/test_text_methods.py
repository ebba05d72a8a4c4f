"""The methods of str, on tracked text, with tracked arguments, or both."""

from __future__ import annotations

import sys

import pytest
from laws import check
from texts import SHORT, TEXTS, WITHIN

from wend.run.models.text.text_chars import ASSIGNED, CASED
from wend.run.models.text.text_search import LINE_ENDS, SPACES

KINDS = (
    "isalpha", "isdigit", "isdecimal", "isnumeric", "isalnum", "isspace", "isupper", "islower",
    "istitle", "isidentifier", "isprintable", "isascii",
)  # fmt: skip
CASES = ("upper", "lower", "swapcase", "title", "capitalize", "casefold")
OF_ONE = (
    "x.startswith('a')", "x.startswith('ab')", "x.startswith('')", "x.startswith(('b', 'aX'))",
    "x.startswith(())", "x.startswith('b', 1)", "x.startswith('', 1)", "x.startswith('a', -1)",
    "x.startswith('a', 0, 1)", "x.startswith('b', 1, None)", "x.endswith('b')",
    "x.endswith(('X', ' '))", "x.endswith('')", "x.endswith('b', 0, 2)", "x.endswith('ab', -2)",
    "x.find('b')", "x.find('ab')", "x.find('')", "x.find('b', 1)", "x.find('b', 1, 2)",
    "x.find('', 5)", "x.find('a', -2)", "x.find('b', None, None)", "x.rfind('b')", "x.rfind('ab')",
    "x.rfind('')", "x.rfind('a', 1)", "x.rfind('', 1, 3)", "x.index('b')", "x.index('X', 2)",
    "x.rindex('b')", "x.rindex('')", "x.count('a')", "x.count('')", "x.count(',')",
    "x.count('ab')", "x.count('aa')", "x.count('a', 1)", "x.count('', 2)", "x.count('', 9)",
    "x.replace('a', 'b')", "x.replace('a', '')", "x.replace('ab', 'c')", "x.replace('a', 'bb', 1)",
    "x.replace('', '-')", "x.replace('', '-', 2)", "x.replace('X', 'Y', 0)",
    "x.replace('b', 'a', -1)", "x.replace(',', ' ').split()", "x.split(',')", "x.split()",
    "x.split(None, 1)", "x.split(',', 1)", "x.split('X')", "x.split(sep=',')",
    "x.split(maxsplit=1)", "x.split(sep=',', maxsplit=0)", "x.split('')", "x.rsplit(',')",
    "x.rsplit()", "x.rsplit(None, 1)", "x.rsplit(',', 1)", "x.rsplit('aa')", "x.split('aa')",
    "x.splitlines()", "x.splitlines(True)", "x.splitlines(keepends=True)", "x.partition('b')",
    "x.partition(',')", "x.rpartition(',')", "x.rpartition('=')", "x.partition('')",
    "x.partition('b')[2][0]", "x.strip()", "x.lstrip()", "x.rstrip()", "x.strip('a')",
    "x.strip('aX ')", "x.lstrip('ab')", "x.rstrip('X1 ')", "x.strip(None)", "x.strip('')",
    "x.removeprefix('a')", "x.removeprefix('')", "x.removesuffix('b')", "x.removesuffix('')",
    "x.removesuffix('ab')", "x.join(['a', 'b'])", "x.join([])", "x.join(['a'])", "x.join('abc')",
    "','.join([x, 'a', x])", "''.join([x])", "'-'.join(x)", "''.join(c for c in x if c != 'a')",
    "','.join((x,))", "x.join(c for c in x)", "','.join([x, 5])", "','.join([5, x])", "x.join(5)",
    "','.join({'a': x})", "''.join([])", "''.join(sorted(x))", "x.center(5)", "x.center(4, '*')",
    "x.center(0)", "x.ljust(4)", "x.ljust(3, 'é')", "x.rjust(4)", "x.rjust(2)", "x.zfill(4)",
    "x.zfill(-1)", "('-' + x).zfill(4)", "x.zfill(1)", "x.expandtabs()", "x.expandtabs(2)",
    "x.expandtabs(tabsize=0)", "('a' + x + 'b').expandtabs(3)", "x.translate({97: 'X'})",
    "x.translate({97: None, 98: 99})", "x.translate(str.maketrans('ab', 'ba', ','))",
    "x.translate({})", "x.translate('abc')", "x.translate({97: 1.5})", "x.translate({97: -1})",
    "x.translate([1, 2])", "str.maketrans(x, x)", "'abc'.translate({97: ord(x[0])})",
    "'ab'.translate({97: x})", "str.upper(x)", "str.find(x, 'b')", "str.join(',', [x, x])",
    "str.startswith('abc', x)", "[*map(str.upper, [x])]", "[*map(str.strip, x.split(','))]",
    "list(map(','.join, [[x, x]]))", "sorted([x, 'B'], key=str.lower)",
)  # fmt: skip
ERRORS = (
    "x.startswith(5)", "x.startswith(['a'])", "x.startswith(('a', 5))",
    "x.startswith(('a', 5), 9)", "x.startswith()", "x.find()", "x.find(5)", "x.find('a', 'b')",
    "x.find('a', 1.5)", "x.split(5)", "x.split(',', 'a')", "x.split(sep=',', nothing=1)",
    "x.split(',', sep=',')", "x.strip(5)", "x.strip('a', 'b')", "x.replace('a')",
    "x.replace(1, 2)", "x.replace('a', None)", "x.upper(1)", "x.isdigit(1)", "x.center()",
    "x.center('a')", "x.center(5, '')", "x.center(5, 'ab')", "x.center(5, 6)", "x.zfill('a')",
    "x.removeprefix(5)", "x.partition(5)", "x.count(5)", "x.join()", "x.expandtabs('a')",
    "x.splitlines(1, 2)", "x.translate()", "x.translate(5)", "x.ljust(1.5)", "x.index('zz')",
    "x.rindex('zz')", "chr(x)", "ord(5)", "ord()", "ord(x, x)", "str.upper()", "str.upper(5)",
    "str.find(x)", "str.maketrans(x, 'abcdefg')", "str.maketrans(x)", "str.maketrans('a', x, 5)",
)  # fmt: skip
OF_TWO = (
    "x.startswith(y)", "x.startswith((y, 'b'))", "x.startswith(y, 1)", "x.endswith(y)",
    "x.find(y)", "x.rfind(y)", "x.index(y)", "x.count(y)", "x.replace(y, 'z')",
    "x.replace('a', y)", "x.replace(y, y + 'z', 1)", "x.split(y)", "x.rsplit(y)", "x.partition(y)",
    "x.rpartition(y)", "x.strip(y)", "x.lstrip(y)", "x.removeprefix(y)", "x.removesuffix(y)",
    "x.join([y, y])", "y.join(['a', x])", "x.center(4, y)", "'aabba'.find(y)",
    "'aab'.startswith(y)", "'aab'.endswith((y, x))", "'aabba'.count(y)", "'a,b'.split(y)",
    "'aab'.replace(y, x)", "'aab'.replace('a', y)", "'aab'.strip(y)", "'aab'.partition(y)",
    "','.join([x, y])", "''.join([x, y])[0]", "'aab'.removeprefix(y)", "'ab'.ljust(4, y)",
    "y in 'aab'", "x.translate(str.maketrans(y, y[::-1]))",
    "'ab'.translate(str.maketrans(y, y, x))", "f'{x}'.startswith(y)", "x.upper() == y.upper()",
    "x.lower().find(y)",
)  # fmt: skip
WITH_INT = (
    "x.find('a', i)", "x.find('a', i, 2)", "x.find('', i)", "x.rfind('a', 0, i)",
    "x.startswith('b', i)", "x.startswith('', i)", "x.count('a', i)", "x.split('a', i)",
    "x.split(maxsplit=i)", "x.rsplit('a', i)", "x.replace('a', 'c', i)", "x.center(i)",
    "x.ljust(i, '*')", "x.rjust(i)", "x.zfill(i)", "x.expandtabs(i)", "'abab'.find('b', i)",
    "'abab'.split('b', i)", "'ab'.center(i)", "'ab'.zfill(i)", "x.splitlines(i)", "chr(i + 97)",
    "chr(i)", "chr(i) in x", "chr(97 + i) + x", "ord(chr(i + 97)) - 97", "x.find(chr(97 + i))",
    "chr(i + 97).upper()", "'a\\tb'.expandtabs(i)", "'ab\\n'.splitlines(i > 0)",
)  # fmt: skip


@pytest.mark.parametrize("name", [*KINDS, *CASES])
def test_characters(name: str) -> None:
    check(f"x.{name}()", {"x": TEXTS})
    check(f"(x + 'a').{name}()", {"x": TEXTS})
    check(f"('Z' + x[1:] + 'aǆΣ ').{name}()", {"x": TEXTS})


@pytest.mark.parametrize("source", OF_ONE)
def test_one_text(source: str) -> None:
    check(source, {"x": TEXTS})


@pytest.mark.parametrize("source", ERRORS)
def test_errors_are_those_of_str(source: str) -> None:
    check(source, {"x": ("", "a", "abc")})


@pytest.mark.parametrize("source", OF_TWO)
def test_two_texts(source: str) -> None:
    check(source, {"x": WITHIN, "y": SHORT}, size=40)


@pytest.mark.parametrize("source", WITH_INT)
def test_text_and_int(source: str) -> None:
    check(source, {"x": WITHIN, "i": (0, 1, 2, -1, 5, -9)}, size=40)


def test_characters_that_end_lines_or_are_space() -> None:
    every = [chr(code) for code in range(sys.maxunicode + 1)]

    assert "".join(char for char in every if char.isspace()) == SPACES
    assert "".join(char for char in every if len(f"a{char}b".splitlines()) == 2) == LINE_ENDS


def test_nothing_is_said_of_characters_that_are_not_assigned() -> None:
    for code in set(range(128, sys.maxunicode + 1)).difference(*ASSIGNED):
        char = chr(code)

        assert not char.isalnum() and not char.isnumeric() and not char.isprintable()
        assert not char.isidentifier() and not f"a{char}".isidentifier()


def test_characters_that_have_a_case() -> None:
    for code in set(range(128, sys.maxunicode + 1)).difference(*CASED):
        char = chr(code)

        assert not char.isupper() and not char.islower() and not char.istitle()
        assert char.upper() == char.lower() == char.casefold() == char.title() == char
        assert f"{char}a".title() == f"{char}A"


RECASED = (
    "x.lower() == 'ab'", "x.upper() == 'SS'", "x.upper() == 'FI'", "x.casefold() == 'ss'",
    "x.swapcase() == 'aB'", "x.lower() == 'k'", "x.lower() == 'i̇'", "x.lower() == 'σς'",
    "x.lower() in ('a', 'ab', '')", "'Ab' == x.capitalize()", "x.title() == 'Ab'",
    "x.upper() != 'É'", "x.upper() == ''", "'a' + x.lower() + 'b' == 'aab'", "(x + 'b') == 'ab'",
    "x + 'b' == 'b'", "x + 'b' + x == 'aba'", "x.lower().upper() == 'AB'", "x.lower() == x",
    "x.upper() == x.upper()", "x.upper() < 'B'", "x.upper()[0]", "len(x.upper())",
    "x.lower().startswith('a')", "x.upper().isupper()", "[x.upper()]", "x.upper() * 2",
    "x.swapcase().swapcase()",
)  # fmt: skip
MIXED_CASES = (
    "", "a", "A", "ab", "AB", "aB", "ß", "ss", "sS", "ﬁ", "fi", "ẞ", "\u212a", "k", "İ", "i̇", "Σ",
    "ΣΣ", "σς", "é", "É", "b", "ſs", "中", "aba",
)  # fmt: skip


@pytest.mark.parametrize("source", RECASED)
def test_text_in_another_case(source: str) -> None:
    check(source, {"x": MIXED_CASES})


@pytest.mark.parametrize(
    "source",
    ["x.lower() == 'yes'", "x + 'b' == 'yesb'", "x.upper() in ('YES', 'NO')", "f'<{x}>' == '<y>'"],
)
def test_comparing_text_is_one_question(source: str) -> None:
    runs = check(f"1 if {source} else 2", {"x": ("", "a", "yes", "YEs", "no")})

    assert {len(run.branches) for run in runs} == {1}


@pytest.mark.parametrize("source", ["return 'abcd'.find(x[0])", "return 'abca'.rindex(x[0], 1)"])
def test_the_place_of_a_character_is_a_term(source: str) -> None:
    runs = check(source, {"x": ("a", "b", "d", "e", "c")})

    assert {len(run.branches) for run in runs} == {2}


def test_a_class_of_characters_is_one_condition() -> None:
    runs = check("1 if x.isdigit() else 2", {"x": ("12", "1a", "aa")})

    assert len({run.branches[-1][0] for run in runs}) == 1
