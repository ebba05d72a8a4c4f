"""One decision in one run."""

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
    """A number for the calls under way: the same for the same call sites."""

    @property
    def holds(self) -> Term:
        """What is true of every input that goes this way."""
        return self.condition if self.taken else negate(self.condition)

    @property
    def is_pin(self) -> bool:
        """Whether this is a value held fixed, which is never flipped."""
        return self.site.kind == "pin"

    @property
    def is_assumed(self) -> bool:
        """Whether this is taken for granted of inputs, by their types: what holds is not flipped,
        inputs for which it does not are no inputs."""
        return self.site.kind == "axiom"

    @property
    def may_be_flipped(self) -> bool:
        return not self.is_pin and not (self.is_assumed and self.taken)
