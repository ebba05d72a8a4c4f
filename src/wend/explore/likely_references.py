"""Predicts what the references in an object graph are, from graphs that were valid.

The number that stands for a reference counts the cells that are there when the run decides it. So a
flip that adds a cell changes the meaning of all later numbers. Leads keep the meaning: they say to
which cell a reference leads. And a new cell has fields that no run decided yet. Their simplest
value is seldom valid, so the lead is what the field is in valid graphs, as seen from the cell:
`node.left.parent` is `node`.

A lead is no condition. It only changes which alternative a run takes by default.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from wend.expr.variables import Kind, lead_of, named
from wend.inputs.heap import Cell, Heap, lead_to
from wend.inputs.inputs import Inputs
from wend.inputs.live import mentioned
from wend.inputs.paths import last_fields, owner_of
from wend.inputs.target import Parameter
from wend.path.outcome import Dropped
from wend.path.path import Path
from wend.path.tree import Goal

Field = tuple[str, ...]
"""The last two parts of the path to a field, since `left.parent` and `root.parent` may differ."""


ENOUGH = 2
"""Cells that must agree before a rule is drawn from them."""


class LikelyReferences:
    """Counts what each field referred to in valid graphs, and predicts new fields by that."""

    def __init__(self, parameters: tuple[Parameter, ...]) -> None:
        self._parameters = parameters
        self._known: dict[Field, Counter[str]] = {}
        """How often a field was None (`none`), a new cell (`new`), a known one (`known`), and each
        cell around its own (`owner`, `first`, …)."""
        self._told: set[tuple[str, str]] = set()
        """The facts that were counted: a place and what it was."""
        self._is_picky = False
        """Whether some graph was not valid."""

    def learn(self, path: Path) -> None:
        """Learns from a run."""
        if isinstance(path.outcome, Dropped):
            self._is_picky = True
        if isinstance(path.outcome, Dropped) or not self._is_picky:
            return
        heap = mentioned(self._parameters, path.inputs)
        for place, meant in heap.places.items():
            if meant is None or meant.path == place:
                told = ["none" if meant is None else "new"]
            else:
                told = [seen for seen, cell in _around(heap, place) if cell is meant]
                told.append("known")
            found = self._known.setdefault(last_fields(place), Counter())
            for each in told:
                if (place, each) not in self._told:
                    self._told.add((place, each))
                    found[each] += 1

    def with_leads(self, inputs: Inputs, goal: Goal) -> Inputs:
        """Inputs for a goal, with leads: cells of the parent run keep their references, new cells
        get the usual ones."""
        parent = goal.node.path
        rest = parent.given or parent.inputs
        before = mentioned(self._parameters, parent.inputs)
        # Variables of conditions that the inputs leave out keep their defaults: so was solved.
        told = parent.branches[: goal.node.depth + 1]
        spoken = {each.payload.text for branch in told for each in branch.condition.variables}
        leads = {
            name: rest[name]
            for name in rest
            if name not in inputs and name not in spoken and named(name).kind is not Kind.REFERENCE
        }
        leads.update(
            {lead_of(path).text: lead_to(cell, path) for path, cell in before.places.items()}
        )
        heap = mentioned(self._parameters, {**inputs, **leads})
        for cell in heap.cells.values():
            if cell.path not in before.cells:
                for part in cell.of.fields:
                    place = cell.field_path(part)
                    if place not in heap.places and (to := self._usual(heap, place)) is not None:
                        leads[lead_of(place).text] = lead_to(to, place)
        return inputs.updated(leads)

    def _usual(self, heap: Heap, place: str) -> Cell | None:
        """The cell nearby that a field refers to as a rule."""
        found = self._known.get(last_fields(place))
        if not found or 2 * found["known"] < found["none"] + found["new"]:
            return None
        around = [(found[seen], cell) for seen, cell in _around(heap, place) if found[seen]]
        return max(around, key=lambda each: each[0])[1] if around else None

    def is_unlikely(self, goal: Goal) -> bool:
        """Whether a goal makes a field what it never was in a valid graph."""
        kind, side = goal.node.site.kind, goal.side
        if kind not in ("none", "new", "known", "cell"):
            return False
        (variable,) = goal.node.branch.condition.variables
        found = self._known.get(last_fields(variable.payload.path))
        if not found:
            return False
        known, made = found["known"], found["new"]
        always = [seen for seen in found if found[seen] == known and seen not in _KINDS]
        if kind == "cell" and known >= ENOUGH and len(always) == 1:
            return True  # it is known which one
        if kind == "cell" or (kind == "known" and side) or (kind == "new" and not side):
            return not known and made >= ENOUGH
        return known >= ENOUGH and not made and not found["none"]


_KINDS = ("none", "new", "known")


def _around(heap: Heap, place: str) -> Iterator[tuple[str, Cell]]:
    """The cells near a field's cell, each with its name as seen from there."""
    path = owner_of(place)
    if (cell := heap.cells.get(path)) is None:
        return
    yield "itself", cell
    owner = heap.cells.get(owner_of(path))
    if owner is not None:
        yield "owner", owner
        for part in owner.of.fields:
            there = heap.places.get(owner.field_path(part))
            if there is not None and there is not cell:
                yield f"owner.{part.name}", there
    yield "first", next(each for each in heap.cells.values() if each.of is cell.of)
