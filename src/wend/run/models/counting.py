"""Models of `math.factorial`, `math.comb` and `math.perm`: tables for small arguments.

    math.comb(n, 2)         n < 0 raises; for 0 <= n < 13 the term is a table of 13 results

Beyond the tables they are opaque, as functions that wend may call.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from wend.expr.build import add, integer, lt
from wend.expr.linear import scale
from wend.expr.reads import table
from wend.expr.terms import Term
from wend.run.calls.opaque import call_plainly
from wend.run.tracked import SymBool, SymInt, track
from wend.run.tracked.boolean import as_int
from wend.run.tracked.decisions import decide
from wend.run.tracked.lift import TRACKED, term_of, value_of

MOST_ROWS = 21
"""Arguments of functions with one argument: 20! is the last factorial of 64 bits."""
MOST_SIDE = 13
"""Arguments of functions with two arguments, whose tables are squares."""


def _counting(original: Callable[..., int]) -> Callable[..., Any]:
    def model(*args: Any, **keywords: Any) -> Any:
        if keywords or TRACKED.isdisjoint(map(type, args)):
            return original(*args, **keywords)
        given = args[:1] if len(args) == 2 and args[1] is None else args
        count = 1 if original is math.factorial else 2
        allowed = (SymInt, SymBool, int, bool)
        if not 1 <= len(given) <= count or not all(type(each) in allowed for each in given):
            return call_plainly(original, args, keywords)
        numbers = [as_int(each) if type(each) is SymBool else each for each in given]
        values = [int(value_of(each)) for each in numbers]
        if any(_is_below(number, 0) for number in numbers):
            return original(*values)  # which raises
        most = MOST_ROWS if len(given) == 1 else MOST_SIDE
        if not all(_is_below(number, most) for number in numbers):
            return call_plainly(original, args, keywords)
        terms = [_term(each) for each in numbers]
        return track(original(*values), _in_table(original, terms, most))

    return model


def _term(number: Any) -> Term:
    term = term_of(number) if type(number) in TRACKED else None
    return integer(int(number)) if term is None else term


def _is_below(number: Any, end: int) -> bool:
    """Decides whether a number is below another one."""
    truth = int(value_of(number)) < end
    return decide(lt(_term(number), integer(end)), truth, "value")


def _in_table(original: Callable[..., int], terms: Sequence[Term], most: int) -> Term:
    if len(terms) == 1:
        results = [integer(original(each)) for each in range(most)]
        return table(terms[0], range(most), results)
    rows = [(n, k) for n in range(most) for k in range(most)]
    place = add(scale(terms[0], most), terms[1])
    return table(place, range(len(rows)), [integer(original(n, k)) for n, k in rows])


def small_gcd(a: Any, b: Any) -> Any:
    """math.gcd of two numbers that are not negative, if both are in the tables; else None."""
    if not (_is_below(a, MOST_SIDE) and _is_below(b, MOST_SIDE)):
        return None
    value = math.gcd(int(value_of(a)), int(value_of(b)))
    return track(value, _in_table(math.gcd, [_term(a), _term(b)], MOST_SIDE))


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    each: _counting(each) for each in (math.comb, math.factorial, math.perm)
}
