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
