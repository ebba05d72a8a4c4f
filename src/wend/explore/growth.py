"""Longer inputs next to one that came far.

Code asks for a length early, when a text is still `aaaa`. A flip of that question gives `aaaaaaaa`,
and the search has to find its way to `http:` once more. So an input that enters a new block is also
tried with each of its texts and lists a little longer.
"""

from __future__ import annotations

from collections.abc import Iterator

from wend.expr.variables import lengths_in
from wend.inputs.inputs import Inputs

STEPS = (1, 2, 4)
MOST_LENGTHS = 4
"""Texts and lists of one input that are tried longer."""


def grown(inputs: Inputs) -> Iterator[Inputs]:
    """The inputs with one length at a time a little greater; new items have their defaults."""
    lengths = [(length.text, value) for length, value in lengths_in(inputs) if value]
    for name, value in lengths[:MOST_LENGTHS]:
        for step in STEPS:
            yield inputs.updated({name: value + step})
