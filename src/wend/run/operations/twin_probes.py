"""Every probe by the name that twins call it by; `instrument.rewrite` has the table.

`wend show-twin` prints source that imports this module, so that it can be run as it stands.
"""

from __future__ import annotations

import builtins

from wend.run.blocks import marks
from wend.run.calls import admission
from wend.run.calls.callee import call
from wend.run.models.text.spelling import formatted, joined
from wend.run.models.text.templates import modulo, modulo_in_place
from wend.run.operations.displays import apart, keys_apart, members_apart, settled_dict, settled_set
from wend.run.operations.probes import (
    attribute,
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
from wend.run.operations.set_operators import in_stable_order, ints_in_any_order, iterated, operate

__all__ = [
    "apart", "attribute", "call", "caught", "contains", "formatted", "getitem", "in_stable_order",
    "ints_in_any_order", "is_false", "is_true", "iterated", "joined", "keys_apart", "mark",
    "members_apart", "modulo", "modulo_in_place", "negation", "operate", "place", "result", "same",
    "setitem", "settled_dict", "settled_set", "slice", "source", "subject", "unpacked",
]  # fmt: skip

mark = marks.add
slice = builtins.slice
"""The builtin functions of these names, whatever the module under test calls so."""

# What is printed by `wend show-twin` imports this module and nothing else of wend's, so the import
# is where the maker of twins gets to know the probes.
admission.probes.update({name: globals()[name] for name in __all__})
