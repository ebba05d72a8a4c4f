"""A weaker question: what it leaves out, and that it is never stronger."""

from __future__ import annotations

from wend.expr.build import add as plus
from wend.expr.build import (
    boolean,
    conjunction,
    disjunction,
    eq,
    ge,
    integer,
    le,
    mul,
    ne,
    variable,
)
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.solve.slice import Slice
from wend.solve.weaker import weakened

P, Q = variable("at(p)", Sort.INT), variable("at(q)", Sort.INT)
DISTANCE = plus(P, mul(Q, integer(-1)))
APART = disjunction([le(DISTANCE, integer(-16)), ge(DISTANCE, integer(16))])


def of(*conditions: Term) -> Slice:
    return Slice(conditions, boolean(True), frozenset((P, Q)), frozenset())


def test_pointers_that_do_not_overlap_are_different():
    weaker = weakened(of(ne(P, integer(0)), APART))

    assert weaker is not None
    assert weaker.conditions == (ne(P, integer(0)), ne(DISTANCE, integer(0)))


def test_a_choice_of_what_is_allowed_is_weaker_in_its_parts():
    weaker = weakened(of(disjunction([eq(P, integer(8)), conjunction([APART, ne(Q, P)])])))

    assert weaker is not None
    assert APART not in weaker.conditions[0].args


def test_a_question_without_overlaps_has_no_weaker_one():
    assert weakened(of(ne(P, Q), le(P, integer(9)))) is None


def test_conditions_of_any_depth_are_looked_at():
    deep = eq(P, integer(0))
    for number in range(1, 4000):
        deep = disjunction([conjunction([deep, ne(P, integer(number))]), eq(Q, integer(number))])

    assert weakened(of(deep)) is None
