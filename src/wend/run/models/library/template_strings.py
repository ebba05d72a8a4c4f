"""Models of `string.templatelib`: template strings that are made by calls, not by `t"…"`.

What a template holds, it hands out as it is: interpolations keep the terms of their values. Its own
text is another matter, since C code joins neighbours and leaves out what is empty.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wend.run import recorder
from wend.run.tracked.lift import TEXTS

CONVERSIONS = ("a", "r", "s")


def interpolation_model(native: Any) -> Callable[..., Any]:
    """`Interpolation(…)`: C code reads the conversion, so a tracked one is decided."""

    def interpolation(*args: Any, **keywords: Any) -> Any:
        if len(args) > 2 and type(args[2]) in TEXTS:
            args = (*args[:2], _settled(args[2]), *args[3:])
        elif type(keywords.get("conversion")) in TEXTS:
            keywords = {**keywords, "conversion": _settled(keywords["conversion"])}
        return native(*args, **keywords)

    return interpolation


def _settled(conversion: Any) -> Any:
    return next((each for each in CONVERSIONS if conversion == each), conversion)


def template_model(native: Any) -> Callable[..., Any]:
    """`Template(…)`: neighbouring texts are joined here, and those that are empty left out."""

    def template(*parts: Any, **keywords: Any) -> Any:
        if keywords:
            return native(*parts, **keywords)  # raises, even where there are none of them
        if TEXTS.isdisjoint(map(type, parts)):
            return native(*parts)
        made: list[Any] = []
        for part in parts:
            if not isinstance(part, str):
                made.append(part)
            elif part:
                follows_text = bool(made) and isinstance(made[-1], str)
                made[-1:] = [made[-1] + part] if follows_text else [*made[-1:], part]
        recorder.current.note_here("opaque-call", _SAYS, name="string.templatelib.Template")
        return native(*made)

    return template


_SAYS = "the text of this template depends on an input: the sum of it and another is not explored"
