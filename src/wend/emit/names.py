"""Names for test functions that say what happens: `test_triangle_is_invalid_when_a_is_0`."""

from __future__ import annotations

import ast
import itertools
import keyword
import re
from collections.abc import Mapping, Sequence
from typing import assert_never

from wend.path.case import Case
from wend.path.outcome import Dropped, Outcome, Raised, Returned, Stopped, Violated

LONGEST = 79
_LONGEST_OUTCOME = 28
_LONGEST_VALUE = 20
_MOST_TRIED = 4
"""Arguments named together: more say less."""

_STOPPED = {
    "timeout": "does_not_end",
    "memory": "runs_out_of_memory",
    "crash": "crashes",
    "blocked": "is_blocked",
}


def names_of(function: str, cases: Sequence[Case]) -> list[str]:
    """A name for each case of one function; equal ones are told apart by a number.

    Only arguments that set a case apart from the others are named, the ones that its path
    condition fixes first.
    """
    return numbered([_name(function, case, cases) for case in cases])


def numbered(names: Sequence[str]) -> list[str]:
    """The names, made unique by `_2`, `_3` at the end of later ones."""
    taken = set(names)
    seen: set[str] = set()
    unique = []
    for name in names:
        candidate = name
        for number in itertools.count(2):
            if candidate not in seen and (candidate == name or candidate not in taken):
                break
            candidate = f"{name[: LONGEST - len(str(number)) - 1].rstrip('_')}_{number}"
        seen.add(candidate)
        unique.append(candidate)
    return unique


def snake_case(name: str) -> str:
    """`ZeroDivisionError` as `zero_division_error`, `Cart.total` as `cart_total`."""
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name)
    return re.sub(r"_+", "_", name.replace(".", "_")).strip("_").lower()


def _name(function: str, case: Case, cases: Sequence[Case]) -> str:
    # A long function name must leave room for what happens.
    start = f"test_{snake_case(function)}"[:45].rstrip("_")
    start = f"{start}_{_outcome_words(case.outcome)}"
    named = _telling_arguments(case, cases)
    parts: list[str] = []
    for argument, source in named:
        words = _value_words(source) if source != argument else ""
        part = f"{snake_case(argument.lstrip('*')) or 'it'}_is_{words or 'given'}"
        longer = f"{start}_when_{'_and_'.join([*parts, part])}"
        if len(longer) > LONGEST:
            break
        parts.append(part)
    name = f"{start}_when_{'_and_'.join(parts)}" if parts else start
    return name if name.isidentifier() else re.sub(r"\W", "_", name, flags=re.ASCII)


def _telling_arguments(case: Case, cases: Sequence[Case]) -> list[tuple[str, str]]:
    """The fewest arguments whose values no other case shares, in the order of the call."""
    candidates = [(name, source) for name, source in case.drawn or case.args if name != "self"]
    decided = [argument for argument in candidates if argument[0] in case.mentioned] or candidates
    decided.sort(key=lambda argument: argument[0] not in case.fixed)
    others = [
        dict(other.drawn or other.args)
        for other in cases
        if other is not case and (other.args, other.setup) != (case.args, case.setup)
    ]
    for size in range(1, min(len(decided), _MOST_TRIED) + 1):
        for chosen in itertools.combinations(decided, size):
            if not any(_shares(other, chosen) for other in others):
                return [argument for argument in candidates if argument in chosen]
    return candidates


def _shares(other: Mapping[str, str], chosen: Sequence[tuple[str, str]]) -> bool:
    return all(other.get(name) == source for name, source in chosen)


def _outcome_words(outcome: Outcome) -> str:
    match outcome:
        case Returned(source=None):
            return "returns"
        case Returned(source=source):
            words = _value_words(source or "", _LONGEST_OUTCOME)
            kind = _kind(source or "")
            if kind in ("list", "tuple") and words not in ("", "empty"):
                return f"returns_{words}"
            return f"is_{words}" if words else f"returns_{kind}"
        case Raised():
            return f"raises_{snake_case(outcome.type.rpartition('.')[2])}"[:40].rstrip("_")
        case Violated():
            return "breaks_its_argument"
        case Stopped():
            return _STOPPED[outcome.reason]
        case Dropped():
            return "is_dropped"
        case _:
            assert_never(outcome)


def _value_words(source: str, longest: int = _LONGEST_VALUE) -> str:
    """A value as a few words of a name, or nothing where that would not be readable."""
    if "↺" in source or "→" in source:  # a drawing of an object graph
        return "cyclic" if "↺" in source else "shared"
    if re.fullmatch(r"-?\d{15,}", source):  # Python itself refuses to read the longest
        return "minus_huge" if source[0] == "-" else "huge"
    try:
        value = ast.literal_eval(source)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        number = re.fullmatch(r"(-?)float\(['\"](nan|-?inf)['\"]\)", source)
        value = ...
        source = number[1] + number[2] if number else source
    match value:
        case bool() | None:
            words = str(value).lower()
        case int() | float():
            words = re.sub(r"(?<=\d)\.(?=\d)", "_point_", source.removesuffix(".0"))
        case str() | bytes() | list() | tuple() | dict() | set() if not value:
            words = "empty"
        case str():
            words = value
        case bytes():
            words = value.decode("ascii", "replace")
        case list() | tuple() if all(isinstance(item, bool | int) for item in value):
            words = " ".join(repr(item).replace("-", "minus ") for item in value)
        case e if e is ... and re.fullmatch(r"-?[A-Za-z_][\w.]*", source):
            words = source.rpartition(".")[2]  # the member of an Enum
        case _:
            return ""
    words = re.sub(r"^-(?=\w)", "minus ", words)
    words = re.sub(r"[\W_]+", "_", words, flags=re.ASCII).strip("_").lower()
    return words if len(words) <= longest else ""


def _kind(source: str) -> str:
    """`list` for `[1, 2]`, `fraction` for `Fraction(1, 2)`."""
    try:
        node = ast.parse(source, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return "value"
    match node:
        case ast.Constant(value=value):
            kind = {"str": "text", "int": "number", "float": "number"}.get(type(value).__name__)
            return kind or type(value).__name__
        case ast.UnaryOp():
            return "number"
        case ast.List() | ast.Tuple() | ast.Dict() | ast.Set():
            return type(node).__name__.lower()
        case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
            words = snake_case(name)
            return "value" if not words or keyword.iskeyword(words) else words
        case _:
            return "value"
