"""Matches in tracked text: what stands for `re.Match`."""

from __future__ import annotations

import re
from collections.abc import Callable
from operator import attrgetter
from re import _parser  # type: ignore[attr-defined]
from typing import Any, NoReturn

from wend.run.models.regex.subject import Subject
from wend.run.tracked import text
from wend.run.tracked.lift import FOLLOWED, PAIRED


def _of_native(name: str) -> Callable[..., Any]:
    """A method that tells places, which were decided when the match was looked for."""

    def method(self: SymMatch, group: Any = 0, /) -> Any:
        return getattr(self._wend_value, name)(group)

    return method


class SymMatch:
    """A match whose groups are tracked text; its places are plain, since they were decided."""

    __slots__ = ("_wend_subject", "_wend_value")

    def __init__(self, native: re.Match[Any], subject: Subject) -> None:
        self._wend_value = native
        """The match in the plain text."""
        self._wend_subject = subject

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return re.Match

    def _wend_inside(self) -> tuple[Any, ...]:
        return (self._wend_subject.value,)

    def __repr__(self) -> str:
        text.lose(self.group(), "the match becomes text")
        return repr(self._wend_value)

    def __dir__(self) -> list[str]:
        return dir(self._wend_value)

    def __copy__(self) -> SymMatch:
        return self

    def __deepcopy__(self, memo: Any, /) -> SymMatch:
        return self

    def __reduce_ex__(self, protocol: Any, /) -> NoReturn:
        raise TypeError("cannot pickle 're.Match' object")

    def __getitem__(self, key: Any, /) -> Any:
        return self._part(key, None)

    def group(self, *keys: Any) -> Any:
        found = tuple([self._part(key, None) for key in keys or (0,)])
        return found[0] if len(found) == 1 else found

    def groups(self, default: Any = None) -> tuple[Any, ...]:
        return tuple([self._part(key, default) for key in range(1, self.re.groups + 1)])

    def groupdict(self, default: Any = None) -> dict[str, Any]:
        return {name: self._part(name, default) for name in self.re.groupindex}

    start = _of_native("start")
    end = _of_native("end")
    span = _of_native("span")
    re: Any = property(attrgetter("_wend_value.re"))
    pos = property(attrgetter("_wend_value.pos"))
    lastindex = property(attrgetter("_wend_value.lastindex"))
    lastgroup = property(attrgetter("_wend_value.lastgroup"))
    regs = property(attrgetter("_wend_value.regs"))

    def expand(self, template: Any) -> Any:
        template = text.lose(template, "a template of a regular expression must be known")
        self._wend_value.expand(template)  # raises what Python raises
        parts = template_parts(self.re, template)
        return self._wend_subject.joined(filled(self, parts))

    string = property(attrgetter("_wend_subject.value"))

    @property
    def endpos(self) -> Any:
        return self._wend_subject.end()

    def _part(self, key: Any, default: Any) -> Any:
        start, end = self._wend_value.span(key)
        return default if start < 0 else self._wend_subject.part(start, end)


FOLLOWED.add(SymMatch)
PAIRED.add(SymMatch)
# Messages of Python name it, some by its module and qualified name.
SymMatch.__name__, SymMatch.__qualname__, SymMatch.__module__ = "re.Match", "Match", "re"


def filled(match: Any, parts: list[Any]) -> list[Any]:
    """The parts of a template, with the groups of a match."""
    nothing = match.re.pattern[:0]
    return [(match[part] or nothing) if type(part) is int else part for part in parts]


def template_parts(pattern: re.Pattern[Any], template: Any) -> list[Any]:
    """A template as text and numbers of groups, one after the other."""
    parsed = _parser.parse_template(template, pattern)
    if isinstance(parsed, tuple):  # Python 3.11
        groups, literals = parsed
        parsed = list(literals)
        for at, group in groups:
            parsed[at] = group
    return list(parsed)
