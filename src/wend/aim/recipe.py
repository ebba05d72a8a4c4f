"""Recipes: inputs as constants and as terms over results that are not known yet. [000] §4.2,
§5.3"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable

from wend.aim.aims import Aim, Aimed, GaveUp, IntermediateRun
from wend.aim.problem import Problem, Values
from wend.expr import samples
from wend.expr.evaluate import evaluate
from wend.expr.leaves import value_in
from wend.expr.terms import Term


class Recipe:
    """Inputs that are proved to work whatever the opaque functions return.

    Some inputs are constants, others are terms over results. Each run makes more results known.
    """

    def __init__(self, problem: Problem, values: Values, defined: dict[Term, Term]) -> None:
        self._problem = problem
        self._defined = defined
        self._values = {
            each.payload.text: value_in(values, each)
            for each in problem.inputs_used
            if each not in defined
        }

    def aim(self) -> Aim:
        """The inputs if all results are known, else a run to learn the next result."""
        before = len(self._values)
        self._follow()
        inputs = self._problem.made(self._values)
        if all(each.payload.text in self._values for each in self._defined):
            return Aimed(inputs, "steps" if self._stepped else "validity")
        if len(self._values) == before and self._stepped:
            return GaveUp("a run that was made to learn a result did not get that far")
        self._stepped = True
        return IntermediateRun(inputs, self.aim)

    _stepped = False

    def _follow(self) -> None:
        """Computes the results and inputs that are known by now."""
        problem, values = self._problem, self._values
        known = -1
        while len(values) > known:
            known = len(values)
            for at, node in enumerate(problem.applications):
                name = problem.results[at].payload.text
                if name not in values and _are_known(problem.args[at], values):
                    args = [evaluate(arg, values) for arg in problem.args[at]]
                    with contextlib.suppress(samples.Unsampled):
                        values[name] = samples.current.value(node.payload, tuple(args))
            for each, term in self._defined.items():
                if each.payload.text not in values and _are_known((term,), values):
                    values[each.payload.text] = evaluate(term, values)


def _are_known(terms: Iterable[Term], values: Values) -> bool:
    return all(each.payload.text in values for term in terms for each in term.variables)
