"""The types of immutable values: numbers, text, truth values, None."""

from __future__ import annotations

from collections.abc import Mapping

from wend.expr.sorts import Sort
from wend.inputs.domain import Choice, Domain, Held, Scalar, Text, Whole

Kinds = frozenset[str]
"""Names of types. The empty set means that there is no value."""

NOTHING: Kinds = frozenset()

DOMAINS: dict[str, Domain] = {
    "int": Scalar(Sort.INT),
    "bool": Scalar(Sort.BOOL),
    "float": Scalar(Sort.FLOAT),
    "str": Text("str"),
    "bytes": Text("bytes"),
    "None": Held("None"),
}


def domain_of(kinds: Kinds) -> Domain:
    """The domain of all values of these types."""
    options = tuple([DOMAINS[kind] for kind in sorted(kinds, key=list(DOMAINS).index)])
    return options[0] if len(options) == 1 else Choice(options)


def kinds_of(domain: Domain) -> Kinds | None:
    """The types of the values in a domain; None if there may be values of other types."""
    match domain:
        case Scalar(sort):
            return frozenset((sort.value,))
        case Whole():
            return frozenset(("int",))
        case Text(kind) if kind != "bytearray":
            return frozenset((kind,))
        case Held("None"):
            return frozenset(("None",))
        case Choice(options):
            found = [kinds_of(option) for option in options]
            known = [each for each in found if each is not None]
            return frozenset().union(*known) if len(known) == len(found) else None
        case _:
            return None


_WHOLE = ("int", "bool")
_NUMBERS = ("int", "bool", "float")
_TEXTS = ("str", "bytes")


def binary(operator: str, kinds: tuple[str, ...]) -> Kinds | None:
    left, right = kinds
    if left in _WHOLE and right in _WHOLE:
        if operator in ("BitAnd", "BitOr", "BitXor") and left == right == "bool":
            return frozenset(("bool",))
        if operator == "Pow":
            return frozenset(("int", "float"))
        return frozenset(("float" if operator == "Div" else "int",))
    if left in _NUMBERS and right in _NUMBERS:
        return None if operator == "Pow" else frozenset(("float",))
    if left in _TEXTS and operator == "Mod":
        return None
    if left in _TEXTS and left == right and operator == "Add":
        return frozenset((left,))
    if operator == "Mult":
        texts = [each for each in kinds if each in _TEXTS]
        if len(texts) == 1 and any(each in _WHOLE for each in kinds):
            return frozenset(texts)
    return NOTHING  # a TypeError


def unary(operator: str, kinds: tuple[str, ...]) -> Kinds | None:
    (kind,) = kinds
    if operator == "Not":
        return frozenset(("bool",))
    if kind in _WHOLE:
        return frozenset(("int",))
    return frozenset(("float",)) if kind == "float" and operator != "Invert" else NOTHING


def text_only(_: str, kinds: tuple[str, ...]) -> Kinds | None:
    return frozenset((kinds[0],)) if kinds[0] in _TEXTS else NOTHING


def subscript(_: str, kinds: tuple[str, ...]) -> Kinds | None:
    value, index = kinds
    if value not in _TEXTS or index not in _WHOLE:
        return NOTHING
    return frozenset(("str" if value == "str" else "int",))


CALLS: Mapping[str, Kinds | None] = {
    "abs": None, "min": None, "max": None, "len": frozenset(("int",)),
    "int": frozenset(("int",)), "bool": frozenset(("bool",)), "float": frozenset(("float",)),
    "ord": frozenset(("int",)), "chr": frozenset(("str",)), "str": frozenset(("str",)),
}  # fmt: skip
"""Builtins that take and give immutable values, with their types of results; None: see `called`."""


TEXT_METHODS: Mapping[str, Kinds | None] = {
    **dict.fromkeys(
        (
            "capitalize", "casefold", "center", "expandtabs", "ljust", "lower", "lstrip",
            "removeprefix", "removesuffix", "replace", "rjust", "rstrip", "strip", "swapcase",
            "title", "upper", "zfill",
        )
    ),
    **dict.fromkeys(
        (
            "endswith", "isalnum", "isalpha", "isascii", "isdecimal", "isdigit", "isidentifier",
            "islower", "isnumeric", "isprintable", "isspace", "istitle", "isupper", "startswith",
        ),
        frozenset(("bool",)),
    ),
    **dict.fromkeys(("count", "find", "index", "rfind", "rindex"), frozenset(("int",))),
}  # fmt: skip
"""Methods of str and bytes, with the types of their results; None: the type of the text itself."""

TAKING_TUPLES = ("startswith", "endswith")


def called(name: str, kinds: tuple[str, ...]) -> Kinds | None:
    if name in ("min", "max"):
        return frozenset(kinds) if len(kinds) > 1 else None
    if name == "abs":
        return unary("USub", kinds) if len(kinds) == 1 else NOTHING
    return CALLS[name]


def of_text(name: str, kinds: tuple[str, ...]) -> Kinds | None:
    """The types of the result of a method of text; none at all for other values, which lack it."""
    made = TEXT_METHODS[name]
    return made if made is not None else text_only("", kinds)
