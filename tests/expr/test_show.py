"""Terms read like source that a person wrote."""

from __future__ import annotations

import itertools
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wend.expr import build as b
from wend.expr import samples
from wend.expr.evaluate import evaluate
from wend.expr.show import show, show_all
from wend.expr.sorts import Sort
from wend.expr.terms import Term

x, y = b.variable("x", Sort.INT), b.variable("y", Sort.INT)
c, d = b.variable("ord(s[0])", Sort.INT), b.variable("ord(s[1])", Sort.INT)
p, q = b.variable("p", Sort.BOOL), b.variable("q", Sort.BOOL)


def n(value: int) -> Term:
    return b.integer(value)


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (b.gt(b.add(x, b.mul(n(2), y)), n(10)), "x + 2 * y > 10"),
        (b.lt(x, y), "x < y"),
        (b.eq(c, n(97)), "s[0] == 'a'"),
        (b.ne(c, n(10)), r"s[0] != '\n'"),
        (b.ge(c, n(48)), "s[0] >= '0'"),
        (b.lt(c, n(58)), "s[0] <= '9'"),
        (b.eq(c, d), "s[0] == s[1]"),
        (b.lt(d, c), "s[0] > s[1]"),
        (b.gt(b.add(c, d), n(97)), "ord(s[0]) + ord(s[1]) > 97"),
        (b.eq(b.sub(c, n(48)), x), "ord(s[0]) == x + 48"),
        (b.conjunction((b.gt(c, n(47)), b.lt(c, n(58)), p)), "'0' <= s[0] <= '9' and p"),
        (b.among(c, [(48, 57), (97, 97)]), "'0' <= s[0] <= '9' or s[0] == 'a'"),
        (b.ne(x, n(3)), "x != 3"),
        (b.eq(b.mod(x, n(4)), n(0)), "x % 4 == 0"),
        (b.sub(y, x), "y - x"),
        (b.mul(b.add(x, n(1)), y), "y * (x + 1)"),
        (b.eq(b.bitand(x, y), n(0)), "(x & y) == 0"),
        (b.power(b.neg(x), n(2)), "(-x) ** 2"),
        (b.negate(b.ite(p, q, b.gt(x, n(0)))), "not q if p else x <= 0"),
        (b.conjunction((p, b.disjunction((q, b.gt(x, n(0)))))), "p and (q or x > 0)"),
        (b.bit_count(b.add(x, y)), "(x + y).bit_count()"),
    ],
)
def test_reads_like_python(term: Term, text: str) -> None:
    assert show(term) == text


N = b.variable("len(s)", Sort.INT)
CODES = [b.variable(f"ord(s[{at}])", Sort.INT) for at in range(6)]
BYTES = [b.variable(f"byte(d[{at}])", Sort.INT) for at in range(3)]
SIZE = b.variable("len(d)", Sort.INT)


def spelled(text: str, first: int = 0) -> list[Term]:
    return [b.eq(CODES[at], n(ord(char))) for at, char in enumerate(text, first)]


@pytest.mark.parametrize(
    ("conditions", "text"),
    [
        ([b.eq(N, n(3)), *spelled("rst")], "s == 'rst'"),
        ([b.ge(N, n(3)), p, b.le(N, n(3)), *spelled("rst")], "s == 'rst' and p"),
        ([b.eq(N, n(3)), *spelled("rs")], "len(s) == 3 and s.startswith('rs')"),
        ([b.ge(N, n(2)), *spelled("rs")], "s.startswith('rs')"),
        ([b.ge(N, n(5)), *spelled("rs")], "len(s) > 4 and s.startswith('rs')"),
        ([b.ge(N, n(1)), *spelled("-")], "s.startswith('-')"),
        (spelled("-"), "s[0] == '-'"),
        (spelled("ab", 4), "s[4:6] == 'ab'"),
        ([b.ge(N, n(1)), b.ge(N, n(2)), b.le(N, n(5))], "2 <= len(s) <= 5"),
        ([b.ge(N, n(1)), b.ge(N, n(2))], "len(s) > 1"),
        ([b.ge(c, n(48)), p, b.le(c, n(57))], "'0' <= s[0] <= '9' and p"),
        ([b.ne(c, n(97)), b.ne(c, n(98))], "s[0] not in 'ab'"),
        ([b.ne(N, n(0)), b.ne(c, n(97))], "s != '' and s[0] != 'a'"),
        ([b.eq(SIZE, n(2)), *[b.eq(each, n(65)) for each in BYTES[:2]]], "d == b'AA'"),
        ([b.eq(BYTES[0], n(65))], "d[0] == 65"),
        ([b.eq(N, n(0))], "len(s) == 0"),  # perhaps it is a list
        ([b.le(N, n(0))], "len(s) == 0"),
    ],
)
def test_conditions_on_one_text_are_put_together(conditions: list[Term], text: str) -> None:
    assert show_all(conditions) == text
    assert show(b.conjunction(conditions)) == text


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        ([b.eq(N, n(3)), *spelled("rst")], "s != 'rst'"),
        ([b.ge(N, n(2)), *spelled("rs")], "not s.startswith('rs')"),
        (spelled("ab", 4), "s[4:6] != 'ab'"),
        ([b.ne(c, n(97)), b.ne(c, n(98))], "s[0] in 'ab'"),
        ([b.ge(c, n(48)), b.le(c, n(57))], "not '0' <= s[0] <= '9'"),
    ],
)
def test_a_disjunction_is_the_negation_of_a_conjunction(condition: list[Term], text: str) -> None:
    assert show(b.negate(b.conjunction(condition))) == text
    assert show(b.disjunction((p, b.negate(b.conjunction(condition))))) == f"p or {text}"


def test_a_long_text_is_one_condition_though_its_parts_are_nested() -> None:
    text = "a text of more than sixteen characters"
    codes = [b.variable(f"ord(s[{at}])", Sort.INT) for at in range(len(text))]
    parts = [b.eq(code, n(ord(char))) for code, char in zip(codes, text, strict=True)]
    whole = b.conjunction((b.eq(N, n(len(text))), b.conjunction(parts)))

    assert show(whole) == f"s == {text!r}"
    assert show(b.negate(whole)) == f"s != {text!r}"


def test_arguments_of_opaque_functions_are_shown_as_texts() -> None:
    symbol = "unicodedata.normalize(str*4, str*1)"
    shapes = ("str", 4), ("str", 1)
    args = (*[n(ord(char)) for char in "NFKD"], c)
    length = b.application(symbol, 1, args, Sort.INT)
    first = b.application(symbol, 2, args, Sort.INT)
    found = samples.Samples(may_call=False)
    found.add(symbol, "unicodedata.normalize", shapes, (*map(ord, "NFKD"), 65), (2, 1, 65))
    before = samples.current
    samples.use(found)
    try:
        assert show(b.le(length, n(0)), given=[b.eq(N, n(1))]) == "normalize('NFKD', s) == ''"
        assert show(b.le(length, n(0))) == "normalize('NFKD', s[0]) == ''"
        both = [b.eq(length, n(1)), b.eq(first, n(97))]
        assert show_all([b.eq(N, n(1)), *both]) == "len(s) == 1 and normalize('NFKD', s) == 'a'"
        kind = b.eq(b.application(symbol, 0, args, Sort.INT), n(2))
        assert show(kind) == "type(normalize('NFKD', s[0])) is str"
    finally:
        samples.use(before)


LETTERS = "ab-"
ATOMS = st.one_of(
    st.tuples(
        st.sampled_from([b.eq, b.ne, b.le, b.ge]), st.just(N), st.integers(min_value=0, max_value=4)
    ),
    st.tuples(
        st.sampled_from([b.eq, b.ne, b.le, b.ge]),
        st.sampled_from(CODES[:4]),
        st.sampled_from([ord(char) for char in LETTERS]),
    ),
)
TEXTS = ["".join(chars) for size in range(5) for chars in itertools.product(LETTERS, repeat=size)]


@given(st.lists(ATOMS, min_size=1, max_size=8), st.booleans())
def test_shown_conditions_hold_for_the_same_texts(atoms: list[Any], is_any: bool) -> None:
    join = b.disjunction if is_any else b.conjunction
    condition = join([make(whole, n(bound)) for make, whole, bound in atoms])
    code = compile(show(condition), "shown", "eval")

    for text in TEXTS:
        values = {f"ord(s[{at}])": ord(char) for at, char in enumerate(text)}
        # Characters that the text does not have may be anything.
        outcomes = {
            bool(
                evaluate(
                    condition, {"len(s)": len(text), **dict.fromkeys(CODE_NAMES, it), **values}
                )
            )
            for it in (0, ord("a"), ord("b"), ord("-"), sys.maxunicode)
        }
        try:
            shown = bool(eval(code, {"s": text}))
        except IndexError:
            continue
        if len(outcomes) == 1:
            assert outcomes == {shown}, text


CODE_NAMES = [each.payload.text for each in CODES]


def test_a_conjunction_keeps_its_parts_apart() -> None:
    shown = show_all([b.disjunction((p, q)), b.gt(x, n(0))])

    assert shown == "(p or q) and x > 0"
    assert show_all([]) == "True"


def test_a_number_of_more_digits_than_python_prints() -> None:
    assert show(b.eq(x, n(16**5000))).startswith("x == 0x1000")
