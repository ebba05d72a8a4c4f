"""The methods of `re.Pattern`, for text that is tracked.

The native engine says what matches. The matcher goes the same way over the same characters and
asks what the engine asked, so that the path condition tells for which other texts the engine
would say the same. Should they ever differ, the engine is right and a Reason says so.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from typing import Any

from wend.run import recorder
from wend.run.calls.opaque import look_into_memory
from wend.run.disguised_frames import uncounted
from wend.run.models.regex.match import SymMatch, filled, template_parts
from wend.run.models.regex.matcher import Matched, Matcher, TooManySteps
from wend.run.models.regex.program import compiled
from wend.run.models.regex.subject import Backward, Subject
from wend.run.tracked import octets, text
from wend.run.tracked.decisions import decide
from wend.run.tracked.lift import FOLLOWED, OCTETS, TEXTS, TRACKED, plain, term_of
from wend.run.tracked.places import fit
from wend.run.tracked.text_operators import contains

_scanner: Any = re.Pattern.scanner  # type: ignore[attr-defined]

LOST = "the regular expression is too much for our matcher"


class Scanner:
    """One match after the other in one text: `Pattern.scanner`, and all else that goes through."""

    def __init__(self, pattern: re.Pattern[Any], string: Any, pos: Any, endpos: Any) -> None:
        self.pattern = pattern
        self._native: Any = _scanner(pattern, plain(string), plain(pos), plain(endpos))
        self._range = plain(pos), plain(endpos)
        self._string = string
        self._must_advance = False
        self._matcher: Matcher | None = None
        try:
            self.subject = Subject(string, pos, endpos)
            if type(string) in TEXTS:
                self._matcher = Matcher(compiled(pattern), self.subject)
        except (Backward, NotImplementedError):
            self.subject = Subject(string, 0, sys.maxsize)
            self._lose(pos, endpos)
        self._start = self.subject.start

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return type(self._native)

    def match(self) -> Any:
        return self._next(self._native.match(), self._match_here)

    def search(self) -> Any:
        return self._next(self._native.search(), self._search_on)

    def full_match(self) -> Any:
        native = self.pattern.fullmatch(self.subject.plain, *self._range)
        return self._next(native, self._match_all)

    def _match_here(self, matcher: Matcher) -> tuple[int, Matched] | None:
        start, must_advance = self._start, self._must_advance
        return _at(start, matcher.match(start, lambda end: not must_advance or end != start))

    def _search_on(self, matcher: Matcher) -> tuple[int, Matched] | None:
        return matcher.search(self._start, self._must_advance)

    def _match_all(self, matcher: Matcher) -> tuple[int, Matched] | None:
        literal = compiled(self.pattern).literal
        if literal is not None and self._range == (0, sys.maxsize):
            same = self.subject.is_literal(literal)
            return (0, Matched(len(literal), (), None)) if same else None
        return _at(self._start, matcher.full_match(self._start))

    def _next(self, native: Any, follow: Callable[[Matcher], tuple[int, Matched] | None]) -> Any:
        """What the native engine found, after the questions that lead there."""
        if self._matcher is not None:
            try:
                found = follow(self._matcher)
            except (TooManySteps, RecursionError):
                self._lose()
            else:
                if _picture(found) != _native_picture(native):
                    self._lose()
        if native is None:
            self._matcher = None  # the next time there will be none, either
            return None
        self._start = native.end()
        self._must_advance = native.start() == native.end()
        return SymMatch(native, self.subject) if type(self._string) in TEXTS else native

    def _lose(self, *others: Any) -> None:
        self._matcher = None
        for value in (self._string, *others):
            _lose(value, LOST)


def _at(start: int, found: Matched | None) -> tuple[int, Matched] | None:
    return None if found is None else (start, found)


def _picture(found: tuple[int, Matched] | None) -> Any:
    if found is None:
        return None
    start, match = found
    places = zip(match.marks[::2], match.marks[1::2], strict=True)
    groups = [(-1, -1) if a is None or b is None else (a, b) for a, b in places]
    return ((start, match.end), *groups), match.last


def _native_picture(native: Any) -> Any:
    return None if native is None else (native.regs, native.lastindex)


def _lose(value: Any, why: str) -> Any:
    """The plain value, where it goes on without its terms."""
    if type(value) in TRACKED:
        term = term_of(value)
        assert term is not None
        recorder.current.lose(term, value._wend_value, f"{why}: what depends on it is not explored")
        return value._wend_value
    return text.lose(value, why) if type(value) in TEXTS else value


FOLLOWED.add(Scanner)
# Messages of Python name it, some by its module and qualified name.
Scanner.__name__, Scanner.__qualname__ = "_sre.SRE_Scanner", "SRE_Scanner"
Scanner.__module__ = "_sre"


# The methods


def findall(pattern: re.Pattern[Any], string: Any, pos: Any, endpos: Any) -> list[Any]:
    scanner = Scanner(pattern, string, pos, endpos)
    found = []
    while (match := scanner.search()) is not None:
        groups = match.groups(pattern.pattern[:0])
        found.append(groups if len(groups) > 1 else groups[0] if groups else match.group())
    return found


def split(pattern: re.Pattern[Any], string: Any, maxsplit: Any) -> list[Any]:
    scanner = Scanner(pattern, string, 0, sys.maxsize)
    parts: list[Any] = []
    end = count = 0
    fit(maxsplit)
    while (not maxsplit or count < maxsplit) and (match := scanner.search()) is not None:
        parts.append(scanner.subject.part(end, match.start()))
        parts.extend(match.groups())
        end = match.end()
        count += 1
    return [*parts, scanner.subject.rest(end)]


def subn(pattern: re.Pattern[Any], repl: Any, string: Any, count: Any) -> tuple[Any, int]:
    scanner = Scanner(pattern, string, 0, sys.maxsize)
    replace = repl if callable(repl) else _filling(pattern, repl, scanner.subject)
    pairs: list[tuple[Any, Any]] = []
    fit(count)
    while (not count or len(pairs) < count) and (match := scanner.search()) is not None:
        pairs.append((match, replace(match)))
    return _replaced(pattern, scanner.subject, pairs), len(pairs)


def _replaced(pattern: re.Pattern[Any], subject: Subject, pairs: Iterable[tuple[Any, Any]]) -> Any:
    """The text with a piece in the place of each match; None stands for nothing."""
    parts: list[Any] = []
    end = 0
    for match, piece in pairs:
        parts.append(subject.part(end, match.start()))
        if piece is not None:
            parts.append(piece)
        end = match.end()
    parts.append(subject.rest(end))
    kind = str if isinstance(pattern.pattern, str) else bytes | bytearray | memoryview
    if not all(isinstance(part, kind) for part in parts):
        nothing = pattern.pattern[:0]
        given = [part for part in parts if type(part) is not type(nothing) or part != nothing]
        nothing.join(given)  # raises what Python raises
    return subject.joined(parts)


def _subn_plainly(
    pattern: re.Pattern[Any], replace: Any, string: Any, count: int = 0
) -> tuple[Any, int]:
    """Where nothing but what the function returns may be tracked."""
    pieces: list[Any] = []
    kind = type(string)

    def noted(match: re.Match[Any]) -> Any:
        piece = replace(match)
        pieces.append(piece)
        return piece if type(piece) is kind else None

    made = pattern.subn(noted, string, count)
    if {kind, type(None)}.issuperset(map(type, pieces)):
        return made
    pairs = zip(pattern.finditer(string), pieces, strict=False)
    return _replaced(pattern, Subject(string, 0, sys.maxsize), pairs), len(pieces)


def _filling(pattern: re.Pattern[Any], repl: Any, subject: Subject) -> Callable[[Any], Any]:
    """What makes the replacement of a match by a template."""
    nothing = pattern.pattern[:0]
    if not isinstance(repl, type(nothing)):
        pattern.sub(repl, nothing)  # raises what Python raises
        return lambda match: repl
    is_template = contains(repl if isinstance(repl, str) else octets.view(repl), "\\")
    if type(is_template) in TRACKED:
        is_template = decide(is_template._wend_term, is_template._wend_value, "test")
    if not is_template:
        return lambda match: repl
    repl = _lose(repl, "a template of a regular expression must be known")
    pattern.sub(repl, nothing)  # raises what Python raises
    parts = template_parts(pattern, repl)
    return lambda match: subject.joined(filled(match, parts))


# How they take the place of the native ones

_PLACED = ("string", "pos", "endpos"), {"pos": 0, "endpos": sys.maxsize}
_REPLACING = ("repl", "string", "count"), {"count": 0}
_MODELS: dict[str, tuple[Callable[..., Any], tuple[str, ...], dict[str, int]]] = {
    "match": (lambda *given: Scanner(*given).match(), *_PLACED),
    "fullmatch": (lambda *given: Scanner(*given).full_match(), *_PLACED),
    "search": (lambda *given: Scanner(*given).search(), *_PLACED),
    "finditer": (lambda *given: iter(Scanner(*given).search, None), *_PLACED),
    "findall": (findall, *_PLACED),
    "scanner": (Scanner, *_PLACED),
    "split": (split, ("string", "maxsplit"), {"maxsplit": 0}),
    "sub": (lambda *given: subn(*given)[0], *_REPLACING),
    "subn": (subn, *_REPLACING),
}
"""The models by name, each with the names of its parameters and the defaults."""
if hasattr(re.Pattern, "prefixmatch"):  # the name of `match` from Python 3.15 on
    _MODELS["prefixmatch"] = _MODELS["match"]
    Scanner.prefixmatch = Scanner.match  # type: ignore[attr-defined]


def _model(
    name: str, model: Callable[..., Any], names: tuple[str, ...], defaults: dict[str, int]
) -> Callable[..., Any]:
    """The model as a method: it is asked where something is tracked, and may be called wrongly."""
    native = getattr(re.Pattern, name)
    is_sub = "repl" in names

    @uncounted
    def method(pattern: re.Pattern[Any], /, *args: Any, **keywords: Any) -> Any:
        given = (*args, *keywords.values()) if keywords else args
        if _PLAIN.issuperset(map(type, given)):
            return native(pattern, *args, **keywords)
        if (
            is_sub
            and not keywords
            and 1 < len(args) < 4
            and callable(args[0])
            and _is_plain_text(pattern, args[1])
            and _PLAIN.issuperset(map(type, args[2:]))
        ):
            made = _subn_plainly(pattern, *args)
            return made if model is subn else made[0]
        if not any(map(_concerns, given)):
            if any(map(octets.is_in_memory, given)):
                look_into_memory(given)
            return native(pattern, *args, **keywords)
        bound = _bound(names, defaults, args, keywords)
        string = bound and bound[names.index("string")]
        if bound is None or not _is_text(pattern, string):
            named = {name: plain(value) for name, value in keywords.items()}
            result = native(pattern, *map(plain, args), **named)  # in most cases Python refuses it
            for value in given:
                _lose(value, "the text of a regular expression is of a kind that is not tracked")
            return result
        return model(pattern, *bound)

    return method


_PLAIN = frozenset((str, bytes, int, bool, type(getattr(re, "_zero_sentinel", 0))))
"""The last is what `re.sub` says, since 3.13, where it was given no count."""


def _concerns(value: Any) -> bool:
    """Whether it is tracked, or may bring in what is."""
    return (type(value) in FOLLOWED and not octets.is_bare(value)) or callable(value)


def _is_plain_text(pattern: re.Pattern[Any], string: Any) -> bool:
    """Whether it is plain text of the kind that the pattern is for."""
    return type(string) is type(pattern.pattern) and type(string) in (str, bytes)


def _is_text(pattern: re.Pattern[Any], string: Any) -> bool:
    """Whether the pattern can be held against it, and is one that was parsed from text."""
    kinds = (str, text.SymStr) if isinstance(pattern.pattern, str) else (bytes, *OCTETS)
    return pattern.pattern is not None and type(string) in kinds


def _bound(
    names: tuple[str, ...], defaults: dict[str, int], args: tuple[Any, ...], keywords: Any
) -> list[Any] | None:
    """The arguments in order; None where Python would refuse them."""
    given = dict(zip(names, args, strict=False))
    values = {**defaults, **given, **keywords}
    if len(args) > len(names) or given.keys() & keywords.keys() or values.keys() != set(names):
        return None
    return [values[name] for name in names]


METHODS = {name: _model(name, *row) for name, row in _MODELS.items()}


_KNOWN = frozenset((str, bytes, re.Pattern, int, re.RegexFlag))
_compile: Any = re._compile  # type: ignore[attr-defined]


@uncounted
def compile_model(pattern: Any, flags: Any) -> Any:
    """What `re.compile`, `re.match` … call: a pattern must be known."""
    if type(pattern) in _KNOWN and type(flags) in _KNOWN:
        return _compile(pattern, flags)
    why = "a regular expression must be known"
    return _compile(_lose(pattern, why), _lose(flags, why))
