"""Longer inputs next to one that came far.

A flip of an early question about a length keeps what the first run that asked it had, which was
nothing much: `aaaa` becomes `aaaaaaaa`, and the way to `http:` has to be found again. So an input
that enters a new block is also tried with its texts and lists a little longer.
"""

from __future__ import annotations

from collections.abc import Iterator

from wend.expr.variables import lengths_in
from wend.inputs.inputs import Inputs

STEPS = (1, 2, 4)
MOST_PLACES = 4
"""Texts and lists of one input that are tried longer."""


def grown(inputs: Inputs) -> Iterator[Inputs]:
    """The inputs with one length at a time a little greater; what is new has its default."""
    lengths = [(length.text, value) for length, value in lengths_in(inputs) if value]
    for name, value in lengths[:MOST_PLACES]:
        for step in STEPS:
            yield inputs.updated({name: value + step})
