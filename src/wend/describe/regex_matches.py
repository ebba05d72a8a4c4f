"""Makes match objects, which have no constructor: by searching an explored text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import ModuleType
from typing import TYPE_CHECKING, Any

from wend.inputs.domain import Domain, Held, Made, Maker, Part, Text

if TYPE_CHECKING:
    from wend.describe.annotations import Domains

MOST = 3
"""Patterns of the module whose matches are tried."""

ANY = r"(?s)((.?)(.?)(.*))"
"""A pattern with some groups that matches every text."""


def match(domains: Domains, cls: Any, args: tuple[Any, ...]) -> Domain:
    """The first match of a pattern of the module in a text, or a match of ANY."""
    kind = bytes if args == (bytes,) else str
    text = Part("string", Text("bytes" if kind is bytes else "str"))
    found = [*dict.fromkeys(_patterns(domains.module, kind))][:MOST]
    options = [Made(Maker(f"{source}.search"), (text,)) for source in found]
    pattern = Part("pattern", Held(repr(ANY if kind is str else ANY.encode())))
    return domains.choice([*options, Made(domains.maker(re.match), (pattern, text))])


def _patterns(module: ModuleType, kind: type) -> Iterator[str]:
    """The patterns that a module and its classes have, by the sources of their names."""
    for name, value in list(vars(module).items()):
        if type(value) is re.Pattern and isinstance(value.pattern, kind):
            yield name
        elif issubclass(type(value), type) and value.__module__ == module.__name__:
            for inner, each in list(vars(value).items()):
                if type(each) is re.Pattern and isinstance(each.pattern, kind):
                    yield f"{name}.{inner}"
