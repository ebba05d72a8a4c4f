"""Decisions about tracked ints that have more than two answers.

Each asks questions in an order that depends on nothing but the answers. So two runs with the same
answers so far ask the same next question, and every answer can be flipped.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wend.expr.build import among, conjunction, ge, integer, lt
from wend.expr.reads import table
from wend.expr.sorts import Sort
from wend.expr.terms import Term, remembered
from wend.run import recorder
from wend.run.tracked.lift import TRACKED, int_term, term_of, track, value_of


def decide(condition: Term, taken: bool, kind: str) -> bool:
    return recorder.current.decide(condition, taken, kind)


def decide_inside(term: Term, value: int, low: int, high: int, kind: str) -> bool:
    """Decides whether an int is one of low … high - 1, as one condition."""
    inside = conjunction((ge(term, integer(low)), lt(term, integer(high))))
    return decide(inside, low <= value < high, kind)


def decide_value(term: Term, value: int, kind: str = "value") -> int:
    """Decides which int a term is: in doubling steps away from 0, then by halving."""
    if decide(ge(term, integer(0)), value >= 0, kind):
        low, high = 0, 1
        while decide(ge(term, integer(high)), value >= high, kind):
            low, high = high, high * 2
    else:
        low, high = -1, 0
        while decide(lt(term, integer(low)), value < low, kind):
            low, high = low * 2, low
    return decide_between(term, value, low, high, kind)


def settled_int(number: Any) -> Any:
    """A tracked int as a plain one, which is decided; anything else as it is."""
    term = int_term(number) if type(number) in TRACKED else None
    return number if term is None else decide_value(term, int(value_of(number)))


def decide_between(term: Term, value: int, low: int, high: int, kind: str) -> int:
    """Decides which int of low … high - 1 a term is, by halving."""
    while high - low > 1:
        middle = (low + high) // 2
        if decide(lt(term, integer(middle)), value < middle, kind):
            high = middle
        else:
            low = middle
    return value


def one_of(term: Term, values: Sequence[int]) -> Term:
    """The condition that an int is one of several. Neighbours become intervals."""
    intervals: list[tuple[int, int]] = []
    for value in sorted(set(values)):
        if intervals and intervals[-1][1] == value - 1:
            intervals[-1] = intervals[-1][0], value
        else:
            intervals.append((value, value))
    return among(term, intervals)


@remembered
def one_of_chars(term: Term, chars: str) -> Term:
    """The condition that a code is that of one of several characters."""
    return one_of(term, [*map(ord, chars)])


def pick(term: Term, value: int, keys: Sequence[int], items: Sequence[Any], kind: str) -> Any:
    """The item of the key that a term equals: a term if all items have one, else the key is
    decided."""
    sort, terms = common_sort(items)
    if sort is not None:
        chosen = items[keys.index(value)]
        return track(value_of(chosen), table(term, keys, terms))
    low, high = 0, len(keys)
    while high - low > 1 and any(items[at] is not items[low] for at in range(low, high)):
        middle = (low + high) // 2
        if decide(lt(term, integer(keys[middle])), value < keys[middle], kind):
            high = middle
        else:
            low = middle
    return items[low]


def common_sort(items: Sequence[Any]) -> tuple[Sort | None, list[Term]]:
    """The common sort of all items, and their terms; None if there is no common sort."""
    terms: list[Term] = []
    for item in items:
        # Members of an IntEnum, say, are more than their number.
        is_exact = type(item) in TRACKED or type(item) in (int, bool, float)
        term = term_of(item) if is_exact else None
        if term is None or (terms and term.sort is not terms[0].sort):
            return None, []
        terms.append(term)
    return (terms[0].sort if terms else None), terms
