"""What a path prefix says about each variable, and from that the slice of a goal.

The slice of a goal are the conditions that share variables with it, directly or through others;
all the rest holds anyway with the parent's values.

Knowledge is immutable and grows by one condition at a time; versions share their structure, so
every prefix of a long path can be asked at the cost of its slice alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from wend.expr.terms import Term
from wend.solve.bounds import ANYTHING, Bounds, comparison
from wend.solve.persistent import PersistentArray

Mentions = tuple[Term, Any]
"""A linked list of subjects: (newest, the older ones or None)."""


@dataclass(frozen=True, slots=True)
class Slice:
    """The goal and the tightened conditions that matter to it."""

    conditions: tuple[Term, ...]
    goal: Term
    variables: tuple[Term, ...]
    """Of all conditions, sorted by name."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The conditions of a prefix, by the linear term they bound and by the variables they use.

    A *subject* is a linear term of which only the bounds are kept, or a condition of another
    form, which is kept as it is.
    """

    bounds: PersistentArray[Bounds] = PersistentArray()
    """By subject; a condition that is no comparison has ANYTHING here, to mark it as known."""
    mentions: PersistentArray[Mentions] = PersistentArray()
    """By variable: the subjects that use it."""
    numbers: dict[Term, int] = field(default_factory=dict)
    """The index of each subject and variable; shared by all versions, and only ever added to."""

    def extended(self, condition: Term) -> Knowledge:
        """The knowledge that this and the condition hold."""
        compared = comparison(condition)
        if compared is not None:
            op, whole, value = compared
            return self._bounded(whole, self.bounds_of(whole).after(op, value))
        if condition.op == "and":
            known = self
            for part in condition.args:
                known = known.extended(part)
            return known
        if condition.op == "const":
            return self
        return self._bounded(condition, ANYTHING)

    def bounds_of(self, subject: Term) -> Bounds:
        number = self.numbers.get(subject)
        return ANYTHING if number is None else self.bounds.at(number) or ANYTHING

    def subjects_using(self, variable: Term) -> Iterator[Term]:
        """The newest first."""
        number = self.numbers.get(variable)
        node = None if number is None else self.mentions.at(number)
        while node is not None:
            subject, node = node
            yield subject

    def conditions_on(self, subject: Term) -> Iterator[Term]:
        compared = self.bounds_of(subject)
        return iter((subject,)) if compared is ANYTHING else compared.conditions(subject)

    def _bounded(self, subject: Term, bounds: Bounds) -> Knowledge:
        number = self._number(subject)
        known = self.bounds.at(number)
        if known is bounds:
            return self
        mentions = self.mentions
        if known is None:
            for variable in subject.variables:
                at = self._number(variable)
                mentions = mentions.put(at, (subject, mentions.at(at)))
        return Knowledge(self.bounds.put(number, bounds), mentions, self.numbers)

    def _number(self, key: Term) -> int:
        return self.numbers.setdefault(key, len(self.numbers))


def slice_of(known: Knowledge, goal: Term, most: int | None = None) -> Slice | None:
    """The goal's slice, or None if it takes more than `most` subjects.

    A variable that is pinned has its parent's value in every solution, so nothing beyond it can
    matter: the search does not go through it.
    """
    subjects: set[Term] = set()
    variables = set(goal.variables)
    waiting = list(variables)
    while waiting:
        variable = waiting.pop()
        pinned = known.bounds_of(variable).is_point
        for subject in (variable,) if pinned else known.subjects_using(variable):
            if subject in subjects:
                continue
            subjects.add(subject)
            if most is not None and len(subjects) > most:
                return None
            for other in subject.variables:
                if other not in variables:
                    variables.add(other)
                    waiting.append(other)
    # Sets of terms have no stable order, numbers have one.
    ordered = sorted(subjects, key=known.numbers.__getitem__)
    conditions = [c for subject in ordered for c in known.conditions_on(subject)]
    return Slice(tuple(conditions), goal, tuple(sorted(variables, key=_name)))


def _name(variable: Term) -> str:
    return str(variable.payload)
