"""Names of tests say what happens."""

from __future__ import annotations

import keyword

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wend.emit.names import LONGEST, names_of, snake_case
from wend.path.case import Case
from wend.path.outcome import Returned, Stopped

from .records import case, raised, returned


@pytest.mark.parametrize(
    ("function", "one", "expected"),
    [
        ("leap_year", case(returned("True"), year="4"), "test_leap_year_is_true_when_year_is_4"),
        ("find", case(returned("None"), x="-1"), "test_find_is_none_when_x_is_minus_1"),
        ("half", case(returned("-2.5"), x="-5"), "test_half_is_minus_2_point_5_when_x_is_minus_5"),
        ("half", case(returned("1.0"), x="2"), "test_half_is_1_when_x_is_2"),
        ("f", case(returned("float('nan')"), x="2"), "test_f_is_nan_when_x_is_2"),
        ("f", case(returned("-float('inf')"), x="2"), "test_f_is_minus_inf_when_x_is_2"),
        ("kind", case(returned("'not a sum!'"), n="0"), "test_kind_is_not_a_sum_when_n_is_0"),
        ("kind", case(returned("''"), n="''"), "test_kind_is_empty_when_n_is_empty"),
        ("f", case(returned("[1, -2]")), "test_f_returns_1_minus_2"),
        ("f", case(returned("{1: 2}")), "test_f_returns_dict"),
        ("f", case(returned("Fraction(1, 2)")), "test_f_returns_fraction"),
        ("f", case(returned("Color.RED")), "test_f_is_red"),
        ("f", case(Returned(None, "<x>"), b="True"), "test_f_returns_when_b_is_true"),
        ("Cart.total", case(returned("3"), self="Cart()"), "test_cart_total_is_3"),
        ("Cart.__len__", case(returned("3"), self="Cart()"), "test_cart_len_is_3"),
        ("isValid", case(returned("3")), "test_is_valid_is_3"),
        (
            "divide",
            case(raised("ZeroDivisionError"), a="0", b="0", condition="b == 0"),
            "test_divide_raises_zero_division_error_when_b_is_0",
        ),
        ("f", case(raised("a.b.HTTPError"), x="1"), "test_f_raises_http_error_when_x_is_1"),
        ("spin", case(Stopped("timeout"), x="1"), "test_spin_does_not_end_when_x_is_1"),
        ("f", case(returned("9" * 40), x="-" + "9" * 40), "test_f_is_huge_when_x_is_minus_huge"),
    ],
)
def test_name_of_a_single_case(function: str, one: Case, expected: str) -> None:
    assert names_of(function, [one]) == [expected]


def test_arguments_that_set_a_case_apart_are_named() -> None:
    cases = [
        case(returned("'invalid'"), a="0", b="0", c="0", condition="a <= 0"),
        case(returned("'invalid'"), a="1", b="0", c="0", condition="a > 0 and b <= 0"),
        case(returned("'equilateral'"), a="1", b="1", c="1", condition="a == b and b == c"),
    ]

    assert names_of("triangle", cases) == [
        "test_triangle_is_invalid_when_a_is_0",
        "test_triangle_is_invalid_when_a_is_1_and_b_is_0",
        "test_triangle_is_equilateral_when_b_is_1",
    ]


def test_what_the_condition_fixes_comes_before_what_it_mentions() -> None:
    one = case(raised("ZeroDivisionError"), a="5", b="0", condition="a > 3 and b == 0")

    assert names_of("f", [one]) == ["test_f_raises_zero_division_error_when_b_is_0"]


def test_cases_that_words_cannot_tell_apart_are_numbered() -> None:
    cases = [case(returned("1"), x=f"[{i}, 'a']") for i in range(3)]

    assert names_of("f", cases) == [
        "test_f_is_1_when_x_is_given",
        "test_f_is_1_when_x_is_given_2",
        "test_f_is_1_when_x_is_given_3",
    ]


def test_snake_case() -> None:
    assert snake_case("JSONDecodeError") == "json_decode_error"
    assert snake_case("Outer.Inner.doIt2Me") == "outer_inner_do_it2_me"


SOURCES = st.one_of(
    st.integers().map(repr),
    st.floats().map(repr),
    st.text().map(repr),
    st.lists(st.integers()).map(repr),
    st.sampled_from(["None", "True", "float('inf')", "Node(1)", "x if y else z", "Color.RED"]),
)
OUTCOMES = st.one_of(
    SOURCES.map(returned),
    st.sampled_from([raised("ValueError"), raised("a.B.c"), Stopped("crash"), Returned(None, "")]),
)
IDENTIFIERS = st.text(min_size=1, max_size=60).filter(str.isidentifier)


@given(
    IDENTIFIERS,
    st.lists(st.tuples(OUTCOMES, st.dictionaries(IDENTIFIERS, SOURCES, max_size=5)), max_size=6),
)
def test_names_are_unique_valid_and_short(
    function: str, facts: list[tuple[Returned, dict[str, str]]]
) -> None:
    cases = [Case(case(o).inputs, tuple(args.items()), o) for o, args in facts]
    names = names_of(function, cases)

    assert len(set(names)) == len(names) == len(cases)
    assert all(name.isidentifier() and not keyword.iskeyword(name) for name in names)
    assert all(name.startswith("test_") and len(name) <= LONGEST for name in names)
