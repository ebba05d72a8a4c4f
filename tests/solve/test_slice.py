"""Slices, the knowledge behind them, and what of it is kept."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from wend.expr import build as b
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.solve.persistent import PersistentArray
from wend.solve.query import Prefix
from wend.solve.slice import slice_of, whole_slice_of

x, y, z, u, v = (b.variable(name, Sort.INT) for name in "xyzuv")
p, q = b.variable("p", Sort.BOOL), b.variable("q", Sort.BOOL)


def n(value: int) -> Term:
    return b.integer(value)


def test_the_slice_follows_shared_variables_only() -> None:
    first, second, other = b.lt(x, y), b.lt(y, z), b.lt(u, v)
    prefix = Prefix.of([first, second, other])

    found = slice_of(prefix.known, b.gt(x, n(5)))

    assert set(found.conditions) == {first, second}
    assert [variable.payload.text for variable in found.variables] == ["x", "y", "z"]
    assert found.frontier == ()


def test_of_a_loop_only_the_tightest_bound_is_kept() -> None:
    prefix = Prefix.of(b.gt(x, n(i)) for i in range(1000))

    assert slice_of(prefix.known, b.eq(x, n(7))).conditions == (b.gt(x, n(999)),)


def test_points_left_out_count_only_inside_the_interval() -> None:
    conditions = [b.ne(x, n(3)), b.ne(x, n(50)), b.le(x, n(10)), b.ge(x, n(0)), b.ne(x, n(10))]

    found = slice_of(Prefix.of(conditions).known, b.eq(x, y))

    assert set(found.conditions) == {b.ge(x, n(0)), b.le(x, n(9)), b.ne(x, n(3))}


def test_nothing_beyond_a_pinned_variable_matters() -> None:
    conditions = [b.eq(x, n(5)), b.lt(x, y), b.lt(x, z)]

    found = slice_of(Prefix.of(conditions).known, b.gt(y, n(9)))

    assert set(found.conditions) == {b.eq(x, n(5)), b.lt(x, y)}


def test_a_known_truth_value_pins_its_variable() -> None:
    conditions = [b.negate(p), b.disjunction((p, q)), b.disjunction((p, b.gt(x, n(1))))]

    found = slice_of(Prefix.of(conditions).known, b.lt(x, n(9)))

    assert set(found.conditions) == {b.negate(p), b.disjunction((p, b.gt(x, n(1))))}


def test_a_conjunction_is_known_by_its_parts() -> None:
    prefix = Prefix.of([b.conjunction((b.gt(x, n(1)), b.gt(y, n(2))))])

    assert slice_of(prefix.known, b.lt(x, n(9))).conditions == (b.gt(x, n(1)),)


def test_siblings_share_a_prefix_and_do_not_see_each_other() -> None:
    root = Prefix.empty().extended(b.gt(x, n(0)))
    left, right = root.extended(b.lt(x, y)), root.extended(b.ge(x, y))
    assert set(slice_of(left.known, b.gt(y, n(5))).conditions) == {b.gt(x, n(0)), b.lt(x, y)}
    assert set(slice_of(right.known, b.gt(y, n(5))).conditions) == {b.gt(x, n(0)), b.ge(x, y)}
    assert list(left) == [b.gt(x, n(0)), b.lt(x, y)]
    assert len(left) == 2


def test_a_long_slice_is_cut_near_the_goal() -> None:
    variables = [b.variable(f"v{i}", Sort.INT) for i in range(100)]
    pairs = itertools.pairwise(variables)
    known = Prefix.of(b.lt(one, other) for one, other in pairs).known
    goal = b.gt(variables[50], n(0))

    cut = slice_of(known, goal, 10)

    assert len(cut.conditions) == 10
    assert {variable.payload.text for variable in cut.frontier} == {"v45", "v55"}
    assert whole_slice_of(known, goal, 10) is None
    kept = cut.with_frontier_kept({"v45": 45, "v55": 55})
    assert b.eq(variables[45], n(45)) in kept.conditions
    assert kept.frontier == ()


def test_a_crowd_of_points_left_out_is_cut_too() -> None:
    known = Prefix.of(b.ne(x, n(i)) for i in range(100)).known

    cut = slice_of(known, b.lt(x, y), 10)

    assert cut.conditions == ()
    assert cut.frontier == (x,)
    assert len(slice_of(known, b.lt(x, y)).conditions) == 100


@given(st.lists(st.tuples(st.integers(0, 5000), st.integers())))
def test_versions_of_an_array_keep_what_they_had(puts: list[tuple[int, int]]) -> None:
    versions: list[tuple[PersistentArray[int], dict[int, int]]] = [(PersistentArray(), {})]
    for index, value in puts:
        array, expected = versions[-1]
        versions.append((array.put(index, value), {**expected, index: value}))
    for array, expected in versions:
        for index in {*expected, 0, 17, 4096}:
            assert array.at(index) == expected.get(index)
