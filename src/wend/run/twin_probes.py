"""Every probe by the name that twins call it by; the table is in `instrument.rewrite`.

`wend show-twin` prints source that imports this module, so that it can be run as it stands.
"""

from __future__ import annotations

import builtins

from wend.run import admission
from wend.run.algebra import iterated, operate
from wend.run.blocks import marks
from wend.run.callee import call
from wend.run.displays import apart, keys_apart, members_apart, settled_dict, settled_set
from wend.run.models.spelling import formatted, joined
from wend.run.models.templates import modulo, modulo_in_place
from wend.run.probes import (
    caught,
    contains,
    getitem,
    is_false,
    is_true,
    negation,
    place,
    result,
    same,
    setitem,
    source,
    subject,
    unpacked,
)

__all__ = [
    "apart", "call", "caught", "contains", "formatted", "getitem", "is_false", "is_true",
    "iterated", "joined", "keys_apart", "mark", "members_apart", "modulo", "modulo_in_place",
    "negation", "operate", "place", "result", "same", "setitem", "settled_dict", "settled_set",
    "slice", "source", "subject", "unpacked",
]  # fmt: skip

mark = marks.add
slice = builtins.slice
"""Whatever the module under test calls by this name."""

# What is printed by `wend show-twin` imports this module and nothing else of wend's, so the import
# is where the maker of twins gets to know the probes.
admission.probes.update({name: globals()[name] for name in __all__})
