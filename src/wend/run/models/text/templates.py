"""Text made by a template: `"%d of %s" % (n, x)` and `"{} of {name}".format(n, name=x)`."""

from __future__ import annotations

import _string  # type: ignore[import-not-found]
import functools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import FunctionType
from typing import Any

from wend.record import Record
from wend.run.disguised_frames import uncounted
from wend.run.models.text.numerals import CHARACTER, DigitLayout, NumberPiece, decide_is_code
from wend.run.models.text.padding import fitted
from wend.run.models.text.spelling import (
    CONVERSIONS,
    fixed,
    format_of,
    joined,
)
from wend.run.operations import probes
from wend.run.operations.plain_values import PLAIN, holds_plainly
from wend.run.tracked import SymBool, SymFloat, SymInt
from wend.run.tracked.boolean import as_int
from wend.run.tracked.decisions import settled_int
from wend.run.tracked.lift import FOLLOWED, own_method, plain, value_of
from wend.run.tracked.text import SymStr, install, unread

# The operator %


def modulo(left: Any, right: Any) -> Any:
    """left % right"""
    fill_in = FILLED_IN.get(type(left))
    return left % right if fill_in is None else _filled_in(fill_in, left, right)


def modulo_in_place(left: Any, right: Any) -> Any:
    """left %= right"""
    fill_in = FILLED_IN.get(type(left))
    if fill_in is not None:
        return _filled_in(fill_in, left, right)
    left %= right
    return left


def _filled_in(fill_in: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    """A template, filled in; Python asks a class derived from the template's own first."""
    cls = type(right)
    if cls not in PLAIN and cls not in FOLLOWED and issubclass(cls, left.__class__):
        reflected = own_method(cls, "__rmod__")
        made = reflected(right, left) if type(reflected) is FunctionType else NotImplemented
        if made is not NotImplemented:
            return made
    return fill_in(left, right)


def percent(template: Any, given: Any) -> Any:
    """template % given, for text."""
    if type(template) is str and is_plain(given):
        return template % given
    tokens = tokens_of(fixed(template), "diouxXeEfFgGcrsa%")
    if tokens is None:
        return fixed(template) % plain(given)  # raises what Python raises
    return Percent(given).filled(tokens)


FILLED_IN: dict[type, Callable[[Any, Any], Any]] = {str: percent, SymStr: percent}
"""Types of templates, and how they are filled in."""


def is_plain(given: Any) -> bool:
    cls = type(given)
    if cls is tuple:
        return PLAIN.issuperset(map(type, given))
    if cls is dict:
        return PLAIN.issuperset(map(type, given.values()))
    return cls in PLAIN


_CONVERSION = re.compile(
    r"%(?P<key>\((?P<name>[^()]*)\))?(?P<flags>[-+ #0]*)(?P<width>\*|\d*)"
    r"(?:(?P<point>\.)(?P<precision>\*|\d*))?[hlL]?(?P<type>.)",
    re.DOTALL,
)


def tokens_of(template: str, kinds: str) -> list[str | re.Match[str]] | None:
    """Literal text and conversions in turn; None where Python would object, or we do not know."""
    made: list[str | re.Match[str]] = []
    at = 0
    while (next_at := template.find("%", at)) >= 0:
        found = _CONVERSION.match(template, next_at)
        if found is None or found["type"] not in kinds:
            return None
        if found["type"] == "%" and found[0] != "%%":
            return None
        made.extend((template[at:next_at], found))
        at = found.end()
    made.append(template[at:])
    return made


Place = int | str | None
"""Where a value stands right of a `%`: its number in a tuple, from 1 on, or its key in a mapping.
None if it is all that is given. Since Python 3.15 messages name it."""

Native = Callable[[str, Any], str]
"""Python's own way to do a conversion (`"d"`, `"-5s"`) of a value."""


class Conversion(Record):
    """What a template asks for."""

    native: Native
    kind: str
    flags: str
    width: int
    precision: int | None

    @property
    def align(self) -> str:
        return "<" if "-" in self.flags else ">"

    def fitted(self, shown: str) -> str:
        """Text of the width and precision that the template asks for; one character is not cut."""
        return fitted(
            shown, self.width, None if self.kind == "c" else self.precision, " ", self.align
        )


class Percent:
    """What stands right of a `%`, taken one by one.

    Python itself raises what is wrong with it, at a short template with the same mistake: the
    messages differ from version to version.
    """

    not_mappings: tuple[type, ...] = (tuple, str)

    def __init__(self, given: Any) -> None:
        self.given = given
        self.is_tuple = issubclass(type(given), tuple)
        has_items = hasattr(type(given), "__getitem__")
        self.is_mapping = has_items and not issubclass(type(given), self.not_mappings)
        self.taken = 0
        self.named: Any = None

    @uncounted
    def filled(self, tokens: Iterable[str | re.Match[str]]) -> Any:
        parts = [self.part(token) for token in tokens]
        rest = len(self.given) if self.is_tuple else 1
        if self.taken < rest and not self.is_mapping:
            self.native("%c" * self.taken, (0,) * rest)
        return joined(*parts)

    def part(self, token: str | re.Match[str]) -> Any:
        if isinstance(token, str):
            return token
        if token["type"] == "%":
            return "%"
        if token["key"] is not None:
            self.name(token["name"])
        flags = token["flags"]
        width, flags = self.number(token, token["width"], flags)
        precision, _ = self.number(token, token["precision"] if token["point"] else None, "")
        if token["point"] and precision is None:
            precision = 0
        value = self.named[0] if token["key"] is not None else self.next(token)
        place: Place = self.taken if token["key"] is None and self.is_tuple else token["name"]
        native = functools.partial(self.natively, place)
        wanted = Conversion(native, token["type"], flags, width or 0, precision)
        return self.converted(wanted, value)

    def converted(self, wanted: Conversion, value: Any) -> Any:
        return converted(wanted, value)

    def key(self, name: str) -> Any:
        return name

    def native(self, template: str, given: Any) -> str:
        """Python's `template % given`, for a template of this type."""
        return str.__mod__(template, given)

    def natively(self, place: Place, conversion: str, value: Any) -> str:
        """Python's conversion of a value that is given at a place."""
        if isinstance(place, str):
            return self.native(f"%({place}){conversion}", {self.key(place): value})
        if place is None:
            return self.native(f"%{conversion}", value)
        return self.native("%.0r" * (place - 1) + f"%{conversion}", (*(0,) * (place - 1), value))

    def name(self, name: str) -> None:
        if not self.is_mapping:
            self.native("%()s", value_of(self.given))
        self.named = (probes.getitem(self.given, self.key(name)),)

    def next(self, token: re.Match[str]) -> Any:
        self.taken += 1
        if not self.is_tuple and self.taken == 1 and self.named is None:
            return self.given
        if self.named is not None:
            # The key of a conversion before this one, which begins where this one does.
            self.native("%()c".ljust(token.start()) + "%c", {self.key(""): 0})
        if not self.is_tuple or self.taken > len(self.given):
            self.native("%c" * self.taken, (0,) * (self.taken - 1))
        return self.given[self.taken - 1]

    def number(
        self, token: re.Match[str], digits: str | None, flags: str
    ) -> tuple[int | None, str]:
        """A width or precision; `*` takes it from the values, a negative width is to the left."""
        if digits != "*":
            return (int(digits) if digits else None), flags
        if token["key"] is not None:
            self.native(" " * token.start() + "%()*c", {self.key(""): 0})
        if not self.is_tuple:
            self.native("%c%*c" if self.taken else "%*c", 0 if self.taken else plain(self.given))
        value = self.next(token)
        if not isinstance(value, int):
            self.native("%c" * (self.taken - 1) + "%*c", (0,) * (self.taken - 1) + (value, 0))
        value = settled_int(value)
        return (-value, flags + "-") if value < 0 and flags is not None else (value, flags)


def converted(wanted: Conversion, value: Any) -> Any:
    """One conversion of a value."""
    native, kind = wanted.native, wanted.kind
    cut = "" if wanted.precision is None else f".{wanted.precision}"
    conversion = f"{wanted.flags}{wanted.width or ''}{cut}{kind}"
    if kind in "sra":
        shown = CONVERSIONS[kind](value)
        return (
            wanted.fitted(shown) if type(shown) is SymStr else native(conversion[:-1] + "s", shown)
        )
    if kind == "c" and type(value) is SymStr:
        # Else it raises what Python raises.
        return wanted.fitted(value) if len(value) == 1 else native(conversion, value_of(value))
    if type(value) is SymBool:
        value = as_int(value)
    if type(value) is SymFloat and kind in "diu":
        value = value.__trunc__()
    if type(value) is not SymInt and (type(value) is not SymFloat or kind in "oxXc"):
        return native(conversion, value_of(value))

    if type(value) is SymFloat:
        layout: DigitLayout | None = None
    elif kind == "c":
        decide_is_code(value._wend_term, value._wend_value)
        layout = CHARACTER
        if wanted.width:
            layout = DigitLayout(base=0, width=wanted.width, align=wanted.align)
    else:
        layout = _layout(wanted)
    return unread((NumberPiece(value, functools.partial(native, conversion), layout),))


def _layout(wanted: Conversion) -> DigitLayout | None:
    kind, flags = wanted.kind, wanted.flags
    base = {"d": 10, "i": 10, "u": 10, "o": 8, "x": 16, "X": 16}.get(kind)
    if base is None:
        return None
    zero = "0" in flags and "-" not in flags
    return DigitLayout(
        base=base,
        upper=kind == "X",
        sign="+" if "+" in flags else " " if " " in flags else "-",
        prefix=f"0{kind}" if "#" in flags and base != 10 else "",
        fill="0" if zero else " ",
        align="=" if zero else wanted.align,
        width=wanted.width,
        least=max(1, wanted.precision or 0),
    )


# str.format


@uncounted
def format_text(template: Any, /, *args: Any, **keywords: Any) -> Any:
    """template.format(*args, **keywords)"""
    if (
        type(template) is str
        and PLAIN.issuperset(map(type, args))
        and PLAIN.issuperset(map(type, keywords.values()))
    ):
        return template.format(*args, **keywords)
    return _Format(args, keywords).filled(fixed(template), 2)


@uncounted
def format_map(template: Any, mapping: Any, /) -> Any:
    """template.format_map(mapping)"""
    if type(template) is str and type(mapping) is dict and holds_plainly(mapping):
        return template.format_map(mapping)
    return _Format(None, mapping).filled(fixed(template), 2)


class _Format:
    """The arguments of `str.format`."""

    def __init__(self, args: Sequence[Any] | None, keywords: Mapping[str, Any]) -> None:
        self.args = args
        self.keywords = keywords
        self.counted = 0
        self.is_manual: bool | None = None

    @uncounted
    def filled(self, template: str, depth: int) -> Any:
        if depth == 0:
            raise ValueError("Max string recursion exceeded")
        parts: list[Any] = [""]
        for literal, field, spec, conversion in _string.formatter_parser(template):
            parts.append(literal)
            if field is None:
                continue
            value = self.field(field)
            if conversion is not None:
                if conversion not in CONVERSIONS:
                    ("{!" + conversion + "}").format(0)  # raises what Python raises
                value = CONVERSIONS[conversion](value)
            inner = self.filled(spec, depth - 1) if "{" in spec or "}" in spec else spec
            parts.append(format_of(value, inner))
        return joined(*parts)

    def field(self, name: str) -> Any:
        first, rest = _string.formatter_field_name_split(name)
        value = self.argument(first)
        for is_attribute, key in rest:
            value = getattr(value, key) if is_attribute else probes.getitem(value, key)
        return value

    def argument(self, key: int | str) -> Any:
        if key == "" or isinstance(key, int):
            is_manual = key != ""
            if self.is_manual not in (None, is_manual):
                ("{0}{}" if self.is_manual else "{}{0}").format(0)  # raises what Python raises
            self.is_manual = is_manual
            if self.args is None:
                "{}".format_map({})  # raises what Python raises
            if not is_manual:
                key = self.counted
                self.counted += 1
            if key >= len(self.args):  # type: ignore
                f"{{{key}}}".format()  # raises what Python raises
            return self.args[key]  # type: ignore[index]
        return probes.getitem(self.keywords, key)


METHODS: dict[type, dict[str, Callable[..., Any]]] = {
    str: {"format": format_text, "format_map": format_map},
}

install("__mod__", lambda self, other: percent(self, other))
install(
    "__rmod__",
    lambda self, other: percent(other, self) if isinstance(other, str) else NotImplemented,
)
install("format", lambda self, /, *args, **keywords: format_text(self, *args, **keywords))
install("format_map", lambda self, mapping, /: format_map(self, mapping))
