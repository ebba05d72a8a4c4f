"""Models: Python functions that take the place of native ones where a tracked value may flow in.

`FUNCTIONS` maps a native callable to its model, `METHODS` a native type and the name of a method. A
model is ordinary Python with the same signature, and does what the original does when nothing is
tracked. `calls.handed_on` names the native code that needs no model, since it only hands values on.
"""

from collections.abc import Callable
from typing import Any

from wend.run.models import builtin, containers, counting, hashes, numbers, regex
from wend.run.models.library import digests, impure, lookups, number_objects, sequences, streams
from wend.run.models.octets import (
    octets_chars,
    octets_common,
    octets_made,
    octets_operators,
)
from wend.run.models.text import (
    spelling,
    templates,
    text_chars,
    text_common,
    text_search,
    transcoding,
)

FUNCTIONS: dict[Any, Callable[..., Any]] = {}
for _module in (
    *(builtin, counting, numbers, digests, hashes, impure, spelling, text_common, octets_made),
    *(transcoding, lookups, number_objects, sequences, regex, streams),
):
    FUNCTIONS.update(_module.FUNCTIONS)

METHODS: dict[type, dict[str, Any]] = {}
for _models in (
    containers.METHODS,
    templates.METHODS,
    regex.METHODS,
    octets_common.METHODS,
    streams.METHODS,
    {str: text_common.METHODS},
):
    for _cls, _methods in _models.items():
        METHODS.setdefault(_cls, {}).update(_methods)

octets_common.complete()

__all__ = [
    "FUNCTIONS",
    "METHODS",
    "octets_chars",
    "octets_operators",
    "text_chars",
    "text_search",
]
