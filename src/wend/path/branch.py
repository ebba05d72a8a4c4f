"""Branches: single decisions of single runs."""

from __future__ import annotations

from wend.expr.build import negate
from wend.expr.terms import Term
from wend.path.site import Site
from wend.record import Record


class Branch(Record):
    """At `site`, `condition` was decided, and it was `taken` as true or false."""

    site: Site
    condition: Term
    taken: bool
    stack: int = 0
    """A number for the stack of calls; equal stacks of call sites have the same number."""

    @property
    def holds(self) -> Term:
        """The condition that holds for all inputs that go this way."""
        return self.condition if self.taken else negate(self.condition)

    @property
    def is_pin(self) -> bool:
        """Whether this is a value held fixed, which is never flipped."""
        return self.site.kind == "pin"

    @property
    def is_assumed(self) -> bool:
        """Whether the condition is an axiom: it holds for all inputs, by their types. A branch that
        holds is never flipped; values for which it does not hold are no inputs."""
        return self.site.kind == "axiom"

    @property
    def may_be_flipped(self) -> bool:
        return not self.is_pin and not (self.is_assumed and self.taken)
