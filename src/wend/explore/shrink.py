"""Smaller, plainer inputs that take the same path, found by evaluating its condition."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from typing import Any

from wend.aim.isolate import isolated
from wend.aim.smaller import smaller
from wend.expr.evaluate import Undefined, evaluate, holds
from wend.expr.leaves import text_of
from wend.expr.terms import Term
from wend.expr.variables import named
from wend.inputs.inputs import Inputs
from wend.path.path import Path
from wend.solve.quick.float_values import differ
from wend.source.index import closure

MOST_TRIES = 2000
"""Evaluations of one path condition; long conditions get fewer."""


def shrink(path: Path) -> Inputs:
    """The path's inputs, made small one variable at a time until none gets smaller; they satisfy
    the path condition."""
    conditions = list(dict.fromkeys(path.decided))
    shrinking = _Shrinking(conditions, dict(path.inputs))
    if not holds(conditions, shrinking.values):
        return path.inputs
    waiting = dict.fromkeys(name for name in path.inputs if name not in shrinking.followers)
    while waiting:
        name = next(iter(waiting))
        del waiting[name]
        before = shrinking.values[name]
        value = smaller(name, before, shrinking.fits, shrinking.may_try)
        if differ(value, before):
            shrinking.put(name, value)
            # What was as small as this one let it be may be smaller now: `x // y > 500`.
            waiting.update(dict.fromkeys(shrinking.neighbours(name)))
    return Inputs.of(shrinking.values)


class _Shrinking:
    """Values that satisfy conditions, and a test whether changed values would."""

    def __init__(self, conditions: list[Term], values: dict[str, Any]) -> None:
        self.values = values
        self._tries = max(20, MOST_TRIES // (1 + len(conditions) // 20))
        self._wide = [condition for condition in conditions if condition.is_wide]
        self._about: dict[str, list[Term]] = {}
        for condition in conditions:
            if not condition.is_wide:
                for variable in condition.variables:
                    self._about.setdefault(variable.payload.text, []).append(condition)
        self.followers = _followers(conditions)

    def may_try(self) -> bool:
        return self._tries > 0

    def fits(self, name: str, value: Any) -> bool:
        """Whether the conditions still hold with this value; only those that it concerns are
        asked."""
        self._tries -= 1
        before = self.put(name, value)
        about = dict.fromkeys([each for one in before for each in self._about.get(one, ())])
        values = [(named(each), self.values[each]) for each in before]
        does = all(type(it) is not int or each.admits(it) for each, it in values) and holds(
            (*about, *self._wide), self.values
        )
        self.values.update(before)
        return does

    def neighbours(self, name: str) -> Iterator[str]:
        """The variables that occur in a condition together with this one."""
        for condition in self._about.get(name, ()):
            for variable in condition.variables:
                other = variable.payload.text
                # A condition may speak of characters that a text is too short to have.
                if other != name and other in self.values and other not in self.followers:
                    yield other

    def put(self, name: str, value: Any) -> dict[str, Any]:
        """Sets a variable and its followers; returns their values before."""
        before = {name: self.values.get(name)}
        self.values[name] = value
        for each, term in self.followers.items():
            if any(variable.payload.text in before for variable in term.variables):
                before[each] = self.values.get(each)
                with contextlib.suppress(Undefined):  # then the condition does not hold
                    self.values[each] = evaluate(term, self.values)
        return before


def _followers(conditions: Iterable[Term]) -> dict[str, Term]:
    """The variables that must equal a result of an opaque function, with the term of that result.

    Each comes after those that it depends on.
    """
    found: dict[str, Term] = {}
    for condition in conditions:
        if condition.is_opaque and condition.op in ("eq", "feq"):
            for variable in sorted(condition.variables, key=text_of):
                term = isolated(condition, variable)
                if term is not None and term.is_opaque and variable.payload.text not in found:
                    needed = _closure(term, found)
                    if variable.payload.text not in needed:
                        # Those that depend on it come after it.
                        after = [
                            each
                            for each in found
                            if variable.payload.text in _closure(found[each], found)
                        ]
                        later = {each: found.pop(each) for each in after}
                        found[variable.payload.text] = term
                        found.update(later)
                        break
    return found


def _closure(term: Term, followers: dict[str, Term]) -> set[str]:
    """The variables that a term depends on, directly or through followers."""

    def follow(name: str) -> list[str]:
        return names(followers[name]) if name in followers else []

    def names(term: Term) -> list[str]:
        return [variable.payload.text for variable in term.variables]

    return {*closure(names(term), follow)}
