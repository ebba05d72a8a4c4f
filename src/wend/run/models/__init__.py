"""Models: what takes the place of native functions when a tracked value may flow in.

`FUNCTIONS` maps a native callable to its model, `METHODS` a native type and method name; a model
is ordinary Python with the same signature, and does what the original does when nothing is
tracked. `library` names the native code that needs none, since it only hands values on.
"""

from collections.abc import Callable
from typing import Any

from wend.run.models import (
    builtin,
    containers,
    digests,
    hashes,
    impure,
    library_names,
    library_numbers,
    library_sequences,
    numbers,
    octets,
    octets_chars,
    octets_made,
    octets_operators,
    octets_templates,
    regex,
    spelling,
    streams,
    templates,
    text,
    text_chars,
    text_search,
    transcoding,
)

FUNCTIONS: dict[Any, Callable[..., Any]] = {
    **builtin.FUNCTIONS,
    **numbers.FUNCTIONS,
    **digests.FUNCTIONS,
    **hashes.FUNCTIONS,
    **impure.FUNCTIONS,
    **spelling.FUNCTIONS,
    **text.FUNCTIONS,
    **octets_made.FUNCTIONS,
    **transcoding.FUNCTIONS,
    **library_names.FUNCTIONS,
    **library_numbers.FUNCTIONS,
    **library_sequences.FUNCTIONS,
    **regex.FUNCTIONS,
    **streams.FUNCTIONS,
}

METHODS: dict[type, dict[str, Any]] = {}
for _models in (
    containers.METHODS,
    templates.METHODS,
    regex.METHODS,
    octets.METHODS,
    streams.METHODS,
    {str: text.METHODS},
):
    for _cls, _methods in _models.items():
        METHODS.setdefault(_cls, {}).update(_methods)

octets.complete()

__all__ = [
    "FUNCTIONS",
    "METHODS",
    "octets_chars",
    "octets_operators",
    "octets_templates",
    "text_chars",
    "text_search",
]
