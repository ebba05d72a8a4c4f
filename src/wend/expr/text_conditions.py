"""Conditions on the length and the characters of a text, as conditions on the text.

    len(s) == 3, s[0] == 'r', s[1] == 's', s[2] == 't'    s == 'rst'
    len(s) >= 2, s[0] == 'r', s[1] == 's'                 s.startswith('rs')
    s[4] == 'a', s[5] == 'b'                              s[4:6] == 'ab'
    s[0] >= '0', s[0] <= '9'                              '0' <= s[0] <= '9'
    s[0] != 'a', s[0] != 'b'                              s[0] not in 'ab'

Each sentence on the right holds for exactly the texts for which all of those on the left hold.
A disjunction is read as the negation of a conjunction: `len(s) != 3 or s[0] != 'r' or …` is
`s != 'rst'`. The same is done for bytes, and for texts that an opaque function returns.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from wend.expr import samples
from wend.expr.build import conjuncts
from wend.expr.terms import Term, on_forgetting
from wend.expr.variables import Kind, Variable
from wend.record import Record

Subject = str | tuple[str, tuple[Term, ...]]
"""A text: the path of an input; for the result of an opaque function, its symbol and arguments."""

_LENGTH = -1
"""In place of an index: the part is the length of the text."""

_LAST_CODE = {"str": sys.maxunicode, "bytes": 255}


class TextPart(Record):
    """The length or one character of a text."""

    subject: Subject
    index: int
    kind: str
    """`str` or `bytes`; "" for the length of an input, which may be that of a list as well."""

    @property
    def is_character(self) -> bool:
        return self.index != _LENGTH


class Said(Record):
    """A condition that took the place of several: its text, and whether that is a comparison."""

    text: str
    is_comparison: bool = True


class Known(Record):
    """What the conditions before a condition say of texts."""

    lengths: Mapping[Subject, tuple[int, int | None]]
    """The least and the greatest length."""
    kinds: Mapping[Subject, str]

    def is_whole(self, subject: Subject, length: int) -> bool:
        """Whether a text is known to have this length."""
        return self.lengths.get(subject) == (length, length)


NOTHING_KNOWN = Known({}, {})


def part_of(whole: Term) -> TextPart | None:
    """The part of a text that a term stands for, if it stands for one."""
    if whole.op == "var":
        return _part_of_input(whole.payload)
    if whole.op != "apply":
        return None
    symbol, place = whole.payload
    kind = result_kind(symbol)
    if place == 0 or kind not in _LAST_CODE:
        return None
    return TextPart((symbol, whole.args), place - 2 if place > 1 else _LENGTH, kind)


def result_kind(symbol: str) -> str:
    """The name of the type that an opaque function returned whenever it was seen; or ""."""
    known = samples.current.of(symbol)
    if known is None:
        return ""
    kinds = [kind for at, kind in enumerate(samples.KINDS) if known.by_result.get((0, at))]
    return kinds[0].__name__ if len(kinds) == 1 else ""


_NUMBERS = (Kind.VALUE, Kind.BOUNDED)
_KINDS = {Kind.LENGTH: "", Kind.CHARACTER: "str", Kind.BYTE: "bytes"}


def _part_of_input(variable: Variable) -> TextPart | None:
    kind = _KINDS.get(variable.kind)
    if kind is None or (kind and variable.index is None):
        return None
    return TextPart(variable.path, _LENGTH if variable.index is None else variable.index, kind)


def known_from(conditions: Iterable[Term]) -> Known:
    """What conditions say of the lengths and kinds of texts."""
    groups = _groups([_fact(each, negated=False) for each in conditions])
    return Known(
        {subject: group.length for subject, group in groups.items()},
        {subject: group.kind for subject, group in groups.items() if group.kind},
    )


def fixed_by(conditions: Iterable[Term]) -> set[str]:
    """The paths of the numbers and texts that conditions leave one value."""
    parts = [part for each in conditions for part in conjuncts(each)]
    wholes = [each.args[0] for each in parts if each.op == "eq" and each.args[0].op == "var"]
    found = {each.payload.path for each in wholes if each.payload.kind in _NUMBERS}
    for subject, group in _groups([_fact(each, negated=False) for each in parts]).items():
        low, high = group.length
        if isinstance(subject, str) and low == high and set(group.fixed) >= set(range(low)):
            found.add(subject)
    return found


def simplified(
    conditions: Sequence[Term],
    named: Callable[[Subject], str],
    known: Known = NOTHING_KNOWN,
    *,
    is_any: bool = False,
) -> list[Term | Said]:
    """The conditions of a conjunction (`is_any`: of a disjunction), those on texts put together.

    `named` gives the text of a subject. What is put together stands where its first part stood.
    """
    facts = [_fact(each, negated=is_any) for each in conditions]
    shown: list[Term | Said | None] = [*conditions]
    for subject, group in _groups(facts).items():
        for places, said in _put_together(group, lambda s=subject: named(s), known, is_any):  # type: ignore[misc]
            for place in places:
                shown[place] = None
            shown[min(places)] = conditions[said] if isinstance(said, int) else said
    return [each for each in shown if each is not None]


class _Fact(Record):
    """A part compared with a number: `operator` is le, ge, eq or ne."""

    part: TextPart
    operator: str
    bound: int


_OPPOSITES = {"le": ("ge", 1), "ge": ("le", -1), "eq": ("ne", 0), "ne": ("eq", 0)}


def _fact(condition: Term, *, negated: bool) -> _Fact | None:
    """What a condition, or its negation, says of a part of a text; None if it says nothing."""
    if condition.is_opaque:  # what was sampled decides what it says
        return _read(condition, negated)
    return _read_once(condition, negated)


def _read(condition: Term, negated: bool) -> _Fact | None:
    if condition.op == "not":
        condition, negated = condition.args[0], not negated
        if condition.op != "eq":
            return None
    if condition.op not in ("le", "ge", "eq"):
        return None
    part = part_of(condition.args[0])
    if part is None:
        return None
    operator, bound = condition.op, condition.payload
    if negated:
        operator, by = _OPPOSITES[operator]
        bound += by
    if not part.is_character and (operator, bound) == ("ne", 0):
        operator, bound = "ge", 1
    return _Fact(part, operator, bound)


_read_once = cache(_read)
"""The paths of one target share most of their conditions."""
on_forgetting(_read_once.cache_clear)


class _Group:
    """All facts of one text, with their places among the conditions."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.kind = ""
        self.is_mixed = False
        """Whether it is text in some conditions and bytes in others."""
        self.lengths: list[tuple[int, _Fact]] = []
        self.characters: dict[int, list[tuple[int, _Fact]]] = {}

    def add(self, place: int, fact: _Fact) -> None:
        kind = fact.part.kind or self.kind
        self.is_mixed = self.is_mixed or self.kind not in ("", kind)
        self.kind = kind
        if fact.part.is_character:
            self.characters.setdefault(fact.part.index, []).append((place, fact))
        else:
            self.lengths.append((place, fact))

    @property
    def length(self) -> tuple[int, int | None]:
        """The least and the greatest length."""
        low, high = 0, None
        for _, fact in self.lengths:
            if fact.operator in ("ge", "eq"):
                low = max(low, fact.bound)
            if fact.operator in ("le", "eq"):
                high = fact.bound if high is None else min(high, fact.bound)
        return low, high

    @property
    def fixed(self) -> dict[int, tuple[int, int]]:
        """The characters that have one value, by index: the place of the fact, and the code."""
        found = {}
        for index, facts in self.characters.items():
            equal = [(place, fact.bound) for place, fact in facts if fact.operator == "eq"]
            if len(equal) == 1 and 0 <= equal[0][1] <= _LAST_CODE[self.kind]:
                found[index] = equal[0]
        return found


def _groups(facts: Iterable[_Fact | None]) -> dict[Subject, _Group]:
    groups: dict[Subject, _Group] = {}
    for place, fact in enumerate(facts):
        if fact is not None:
            subject = fact.part.subject
            groups.setdefault(subject, _Group(subject)).add(place, fact)
    return groups


_Pieces = list[tuple[Sequence[int], Said | int]]
"""Places of conditions, and what takes their place: a new one, or that at the place named."""


def _put_together(group: _Group, named: Callable[[], str], known: Known, negated: bool) -> _Pieces:
    low, high = group.length
    if (high is not None and high < low) or group.is_mixed:
        return []
    bounds = [place for place, fact in group.lengths if fact.operator != "ne"]
    kind = group.kind or known.kinds.get(group.subject, "")
    if not kind:
        return _of_length(group, named, bounds, negated)
    known_low, known_high = known.lengths.get(group.subject, (0, None))
    least, most = max(low, known_low), known_high if high is None else high
    fixed = group.fixed
    if least == most and set(fixed) == set(range(least)) and (fixed or bounds):
        places = [*bounds, *[place for place, _ in fixed.values()]]
        literal = _literal(kind, fixed, 0, least)
        return [(places, Said(f"{named()} {'!=' if negated else '=='} {literal}"))]
    pieces: _Pieces = []
    for first, end in _runs(fixed):
        places = [fixed[index][0] for index in range(first, end)]
        literal = _literal(kind, fixed, first, end)
        if first == 0 and (end > 1 or (low, high) == (1, None)):
            if low <= end and high is None:  # so many characters are at its beginning
                places, bounds = [*places, *bounds], []
            text = f"{'not ' if negated else ''}{named()}.startswith({literal})"
            pieces.append((places, Said(text, is_comparison=not negated)))
        elif end - first > 1:
            text = f"{named()}[{first}:{end}] {'!=' if negated else '=='} {literal}"
            pieces.append((places, Said(text)))
    for index, facts in group.characters.items():
        pieces += _of_one_character(f"{named()}[{index}]", kind, facts, negated)
    if bounds and (low, high) == (1, None):
        literal = _of_codes(kind, ())
        return [*pieces, (bounds, Said(f"{named()} {'==' if negated else '!='} {literal}"))]
    return pieces + _of_length(group, named, bounds, negated)


def _of_length(
    group: _Group, named: Callable[[], str], bounds: Sequence[int], negated: bool
) -> _Pieces:
    """`2 <= len(s) <= 5` for several bounds of a length; the strictest of those on one side."""
    if len(bounds) < 2:
        return []
    low, high = group.length
    if low == high:
        return [(bounds, Said(f"len({named()}) {'!=' if negated else '=='} {low}"))]
    if low and high is not None:
        text = f"{'not ' if negated else ''}{low} <= len({named()}) <= {high}"
        return [(bounds, Said(text, is_comparison=not negated))]
    strictest = high if high is not None else low
    return [
        (bounds, next(p for p, fact in group.lengths if p in bounds and fact.bound == strictest))
    ]


def _of_one_character(
    shown: str, kind: str, facts: Sequence[tuple[int, _Fact]], negated: bool
) -> _Pieces:
    """`'0' <= s[0] <= '9'` and `s[0] not in 'ab'`."""
    last = _LAST_CODE[kind]
    at = {op: [(p, f.bound) for p, f in facts if f.operator == op] for op in ("ge", "le", "ne")}
    pieces: _Pieces = []
    if at["ge"] and at["le"]:
        low = max(bound for _, bound in at["ge"])
        high = min(bound for _, bound in at["le"])
        if 0 <= low < high <= last:
            first, end = (repr(chr(each)) if kind == "str" else str(each) for each in (low, high))
            text = f"{'not ' if negated else ''}{first} <= {shown} <= {end}"
            places = [place for place, _ in (*at["ge"], *at["le"])]
            pieces.append((places, Said(text, is_comparison=not negated)))
    codes = dict.fromkeys(bound for _, bound in at["ne"])
    if len(codes) > 1 and all(0 <= code <= last for code in codes):
        literal = _of_codes(kind, codes)
        text = f"{shown} {'in' if negated else 'not in'} {literal}"
        pieces.append(([place for place, _ in at["ne"]], Said(text)))
    return pieces


def _runs(fixed: Mapping[int, tuple[int, int]]) -> list[tuple[int, int]]:
    """First index and end of each run of neighbours."""
    runs: list[tuple[int, int]] = []
    for index in sorted(fixed):
        if runs and runs[-1][1] == index:
            runs[-1] = runs[-1][0], index + 1
        else:
            runs.append((index, index + 1))
    return runs


def _literal(kind: str, fixed: Mapping[int, tuple[int, int]], first: int, end: int) -> str:
    return _of_codes(kind, [fixed[index][1] for index in range(first, end)])


def _of_codes(kind: str, codes: Iterable[int]) -> str:
    return repr("".join(map(chr, codes)) if kind == "str" else bytes(codes))
