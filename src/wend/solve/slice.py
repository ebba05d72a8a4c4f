"""The knowledge that a path prefix gives about each variable, and the slice of a goal.

The slice of a goal are the conditions that share variables with it, directly or through other
conditions. The rest holds anyway with the parent's values.

Knowledge is immutable and grows by one condition at a time. Versions share their structure, so a
query for any prefix of a long path costs no more than its slice.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any

from wend.expr.build import boolean, conjuncts, eq, integer, negate
from wend.expr.floats import is_exactly
from wend.expr.leaves import text_of, value_in
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.record import Record, field
from wend.solve.persistent import PersistentArray
from wend.solve.quick.bounds import ANYTHING, Bounds, comparison, natural_bounds

Mentions = tuple[Term, Any]
"""A linked list of the subjects that use a term: (newest, the older ones or None)."""


class Slice(Record):
    """The goal and the tightened conditions that matter to it."""

    conditions: tuple[Term, ...]
    goal: Term
    variables: tuple[Term, ...]
    """The variables of all conditions, sorted by name."""
    frontier: tuple[Term, ...] = ()
    """Variables that are also used by conditions left out; empty if the slice is whole.

    Unsat is a proof in spite of the conditions left out. A model fits the whole slice if the
    variables of the frontier keep the parent's values.
    """

    @property
    def parts(self) -> tuple[Term, ...]:
        """All conditions that have to hold, the goal last."""
        return (*self.conditions, *conjuncts(self.goal))

    def values_of(self, parent: Mapping[str, Any]) -> dict[str, Any]:
        """The parent's values of the slice's variables: few of them, where the inputs are many."""
        return {variable.payload.text: value_in(parent, variable) for variable in self.variables}

    def with_frontier_kept(self, parent: Mapping[str, Any]) -> Slice:
        """The slice with the parent's values for the variables of the frontier."""
        pins = [_pin(variable, value_in(parent, variable)) for variable in self.frontier]
        return Slice((*self.conditions, *pins), self.goal, self.variables)


class Knowledge(Record):
    """The conditions of a prefix, by the linear term they bound and by the variables they use.

    A *subject* is a linear term of which only the bounds are kept, or a condition of another
    form, which is kept as it is.

    A subject of many variables is *wide*. It is not noted for each of them, since a sum that grows
    in a loop would then cost the square of its length. It is noted for its arguments, these for
    their arguments, and so on:

        x0 … x15 ── x0 + … + x15 ── (x0 + … + x15) + x16 + … + x30 ── …
    """

    bounds: PersistentArray[Bounds] = field(default_factory=PersistentArray)
    """The bounds by subject. A condition that is no comparison has ANYTHING, to mark it as
    known."""
    mentions: PersistentArray[Mentions] = field(default_factory=PersistentArray)
    """By variable the subjects that use it; by variable or wide term the wide terms that use it."""
    numbers: dict[Term, int] = field(default_factory=dict)
    """The index of each subject and variable; shared by all versions, and only ever added to."""

    def extended(self, condition: Term) -> Knowledge:
        """This knowledge with one more condition."""
        compared = comparison(condition)
        if compared is not None:
            op, whole, value = compared
            return self._bounded(whole, self.bounds_of(whole).after(op, value))
        if condition.op == "and":
            return self._joined(condition)
        if condition.op == "const":
            return self
        return self._bounded(condition, ANYTHING)

    def _joined(self, conjunction: Term) -> Knowledge:
        """This knowledge with a conjunction; parts that are known as a whole are skipped."""
        known, stack = self, [conjunction]
        while stack:
            part = stack.pop()
            if part.op != "and":
                known = known.extended(part)
            elif not known.has(part):
                marked = known.bounds.put(known._number(part), ANYTHING)
                known = Knowledge(marked, known.mentions, known.numbers)
                stack.extend(reversed(part.args))
        return known

    def bounds_of(self, subject: Term) -> Bounds:
        number = self.numbers.get(subject)
        known = None if number is None else self.bounds.at(number)
        return natural_bounds(subject) if known is None else known

    def has(self, subject: Term) -> bool:
        """Whether a condition on this very subject is known."""
        number = self.numbers.get(subject)
        return number is not None and self.bounds.at(number) is not None

    def pins(self, variable: Term) -> tuple[Term, ...]:
        """The subject that pins a variable to one value, if there is one."""
        if variable.sort is Sort.INT:
            return (variable,) if self.bounds_of(variable).is_point else ()
        if variable.sort is Sort.FLOAT:
            return ()
        return tuple(s for s in (variable, negate(variable)) if self.has(s))

    def subjects_using(self, variable: Term) -> Iterator[Term]:
        """The subjects that use a variable, the newest first, but wide ones in no order."""
        seen: set[Term] = set()
        stack = [self._users(variable)]
        while stack:
            node = stack.pop()
            while node is not None:
                user, node = node
                if not user.is_wide:
                    yield user
                elif user not in seen:
                    seen.add(user)
                    if self.has(user):
                        yield user
                    if (above := self._users(user)) is not None:
                        stack.append(node)
                        node = above

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
            mentions = self._mentioned(subject)
        return Knowledge(self.bounds.put(number, bounds), mentions, self.numbers)

    def _mentioned(self, subject: Term) -> PersistentArray[Mentions]:
        """The mentions with those of a new subject."""
        mentions = self.mentions
        if not subject.is_wide:
            for variable in subject.variables:
                at = self._number(variable)
                mentions = mentions.put(at, (subject, mentions.at(at)))
            return mentions
        if mentions.at(self._number(subject)) is not None:
            return mentions  # known as part of another subject
        waiting = [subject]
        while waiting:
            user = waiting.pop()
            for used in _used_by(user):
                at = self._number(used)
                users = mentions.at(at)
                if users is None and used.is_wide and not self.has(used):
                    waiting.append(used)
                mentions = mentions.put(at, (user, users))
        return mentions

    def _users(self, used: Term) -> Mentions | None:
        number = self.numbers.get(used)
        return None if number is None else self.mentions.at(number)

    def _number(self, key: Term) -> int:
        return self.numbers.setdefault(key, len(self.numbers))


def _used_by(wide: Term) -> dict[Term, None]:
    """The wide arguments of a term and the variables of the others."""
    used: dict[Term, None] = {}
    for arg in wide.args:
        if arg.is_wide:
            used[arg] = None
        else:
            used.update(dict.fromkeys(sorted(arg.variables, key=text_of)))
    return used


def slice_of(known: Knowledge, goal: Term, most: int | None = None) -> Slice:
    """The goal's slice, or the `most` conditions of it that are nearest to the goal."""
    gathered = _gathered(known, goal, most, may_cut=True)
    assert gathered is not None
    return gathered


def whole_slice_of(known: Knowledge, goal: Term, most: int) -> Slice | None:
    """The goal's slice, or None if it has more than `most` conditions, or too many variables."""
    return None if goal.is_wide else _gathered(known, goal, most, may_cut=False)


def _gathered(known: Knowledge, goal: Term, most: int | None, may_cut: bool) -> Slice | None:
    """The slice, breadth first.

    A variable that is pinned has its parent's value in every solution, so nothing beyond it can
    matter: the search does not go through it.
    """
    subjects: dict[Term, None] = {}
    count = 0
    crowded: set[Term] = set()
    """Subjects with so many points excluded that their conditions are left out."""
    variables = set(goal.variables)
    frontier: dict[Term, None] = {}
    waiting = deque(sorted(variables, key=text_of))
    while waiting:
        variable = waiting.popleft()
        for subject in known.pins(variable) or known.subjects_using(variable):
            if subject in subjects:
                continue
            if not may_cut and subject.is_wide:
                return None
            if most is not None:
                count += 1
                excluded = known.bounds_of(subject).excluded_count
                if count + excluded > most:
                    if not may_cut:
                        return None
                    if count > most:
                        frontier[variable] = None
                        break
                    crowded.add(subject)
                    frontier.update(dict.fromkeys(sorted(subject.variables, key=text_of)))
                else:
                    count += excluded
            subjects[subject] = None
            if not subject.variables <= variables:
                new = sorted(subject.variables - variables, key=text_of)
                variables.update(new)
                waiting.extend(new)
    conditions = [
        condition
        for subject in subjects
        if subject not in crowded
        for condition in known.conditions_on(subject)
    ]
    for variable in sorted(variables, key=text_of):
        if variable not in subjects or variable in crowded:
            conditions.extend(natural_bounds(variable).conditions(variable))
    return Slice(tuple(conditions), goal, tuple(sorted(variables, key=text_of)), tuple(frontier))


def _pin(variable: Term, value: Any) -> Term:
    """The condition that a variable has this value."""
    match variable.sort:
        case Sort.BOOL:
            return eq(variable, boolean(value))
        case Sort.INT:
            return eq(variable, integer(value))
        case Sort.FLOAT:
            return is_exactly(variable, value)
