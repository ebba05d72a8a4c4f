"""Reads of a text at a place that varies, as applications of a function from places to codes.

    ord(s[i + 2])   the symbol `ord(s[…])`, applied to the term i + 2

Only paths with composed calls have such reads. Before a solver is asked, a read becomes a choice
between the codes of the text (`spelt_out`), as soon as it is known how long the text may be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wend.expr.build import add, application, integer, ite, lt, variable
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.expr.variables import Character, given, is_somewhere, moved, named


def read(naming: Character, path: str, place: Term) -> Term:
    """The code at a place of a text of the inputs: a variable where the place is a constant."""
    if place.op == "const":
        return variable(naming(path, place.payload), Sort.INT)
    return application(naming(path, None).text, 0, (place,), Sort.INT)


def read_from(lead: Sequence[Term], rest: Callable[[Term], Term] | None, place: Term) -> Term:
    """The code at a place of a text: `lead` has its first codes, `rest` gives those behind."""
    count = len(lead)
    if place.op == "const" and 0 <= place.payload < count:
        known: Term = lead[place.payload]
        return known
    if rest is None:
        return table(place, range(count), lead) if lead else integer(ord("a"))
    behind = rest(add(place, integer(-count)))
    if not lead or (place.op == "const" and place.payload >= count):
        return behind
    return ite(lt(place, integer(count)), table(place, range(count), lead), behind)


def is_read(node: Term) -> bool:
    """Whether a term is the read of a text, and not an application of an opaque function."""
    return node.op == "apply" and is_somewhere(node.payload[0])


def path_read(node: Term) -> str:
    """The path of the text that a read is of: `s`."""
    return named(node.payload[0]).path


def read_value(node: Term, place: int, assignment: Mapping[str, Any]) -> int:
    """The code that a read gives for a place."""
    text = named(node.payload[0])
    value: int = given(assignment, moved(text, text.path, place))
    return value


def spelt_out(node: Term, place: Term, count: int) -> Term:
    """A read as a choice between the codes of the first `count` places."""
    text = named(node.payload[0])
    codes = [variable(moved(text, text.path, at), Sort.INT) for at in range(count)]
    if place.op == "const":
        return codes[place.payload] if 0 <= place.payload < count else codes[0]
    return table(place, range(count), codes)


def table(term: Term, keys: Sequence[int], results: Sequence[Term]) -> Term:
    """The result for the key that the term equals. Keys ascend, and the term equals one of them.

    The table is a balanced tree of choices, so an evaluation looks at few of them.
    """
    if len(keys) == 1:
        return results[0]
    middle = len(keys) // 2
    return ite(
        lt(term, integer(keys[middle])),
        table(term, keys[:middle], results[:middle]),
        table(term, keys[middle:], results[middle:]),
    )
