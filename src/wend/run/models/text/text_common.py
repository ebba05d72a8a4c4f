"""What the models of the methods of `str` have in common, and those that put text together.

A model takes the text and the arguments, any of them tracked or plain, and gives what the
original gives; arguments that it is not made for it refuses (`Refused`), and the original is
called with plain values.
"""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Callable, Collection, Sequence
from typing import Any

from wend.expr import build
from wend.expr.build import disjunction, integer
from wend.expr.terms import Term
from wend.run.calls.differs_by_process import note_order
from wend.run.operations.equality import depends
from wend.run.operations.keys import settle_open, store_key
from wend.run.tracked import text_operators as operators
from wend.run.tracked.decisions import decide, decide_inside, decide_value, one_of_chars
from wend.run.tracked.lift import (
    OCTETS,
    TEXTS,
    TRACKED,
    int_term,
    plain,
    track,
    value_of,
)
from wend.run.tracked.octets import adopted, view
from wend.run.tracked.places import fit
from wend.run.tracked.text import (
    SymStr,
    as_term,
    char,
    chars,
    codes_of,
    install,
    length_term,
    lose_all,
    raw,
    settle,
    settled_codes,
    text,
)
from wend.run.tracked.text_operators import chained

Model = Callable[..., Any]

METHODS: dict[str, Model] = {}
"""The models of methods of a plain text: they look at the arguments first."""
FUNCTIONS: dict[Any, Model] = {}

PLAIN = frozenset((str, int, bool, type(None)))
"""Types of arguments that concern no model."""


class Refused(Exception):
    """The model is not made for these arguments."""


def method(name: str, *keywords: str) -> Callable[[Model], Model]:
    """Registers the model of a method; `keywords` name the arguments that may be given by name."""
    original = getattr(str, name)

    def register(model: Model) -> Model:
        ask = asking(model, keywords)

        def of_tracked(self: str, /, *args: Any, **named: Any) -> Any:
            made = ask(self, args, named)
            return without_terms(original, self, args, named) if made is REFUSED else made

        def of_plain(self: str, /, *args: Any, **named: Any) -> Any:
            if not named:
                # Mostly there is one: looking at it alone is quicker.
                is_one = len(args) == 1
                if type(args[0]) in PLAIN if is_one else PLAIN.issuperset(map(type, args)):
                    return original(self, *args)
            return of_tracked(raw(self), *args, **named)

        install(name, of_tracked)
        if arity(model)[1]:
            METHODS[name] = of_plain
        return model

    return register


REFUSED = object()
"""In place of a result: the model is not made for the arguments."""


def asking(
    model: Model, keywords: tuple[str, ...]
) -> Callable[[str, tuple[Any, ...], dict[str, Any]], Any]:
    """A function that calls a model with a text and arguments, and returns its result or
    `REFUSED`."""
    least, most = arity(model)

    def ask(value: str, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        given = positional(args, named, keywords)
        if given is None or not least <= len(given) <= most:
            return REFUSED
        try:
            return model(value, *given)
        except Refused:
            return REFUSED

    return ask


def arity(model: Model) -> tuple[int, int]:
    """How many arguments a model takes besides the text, at least and at most."""
    model = getattr(model, "__wrapped__", model)
    most = model.__code__.co_argcount - 1
    return most - len(model.__defaults__ or ()), most


class _Missing:
    """In place of an argument that was left out before one given by name."""


MISSING = _Missing()


def positional(
    args: tuple[Any, ...], named: dict[str, Any], keywords: tuple[str, ...]
) -> tuple[Any, ...] | None:
    """All arguments by position; None where there is no such keyword."""
    if not named:
        return args
    free = keywords[len(args) :]
    if not named.keys() <= set(free):
        return None
    last = max(map(free.index, named))
    return (*args, *[named.get(name, MISSING) for name in free[: last + 1]])


def without_terms(original: Any, value: Any, args: Sequence[Any], named: dict[str, Any]) -> Any:
    """What the original gives for plain values; a TypeError tells of types, so nothing is lost."""
    values = (value, *args, *named.values())
    try:
        made = original(plain(value), *map(plain, args), **{k: plain(v) for k, v in named.items()})
    except TypeError:
        raise
    except Exception:
        lose_all(values, f"{original.__qualname__} of these has no model")
        raise
    lose_all(values, f"{original.__qualname__} of these has no model")
    return adopted(made)


# Operators of plain text, called by name


def _operator(name: str, model: Callable[[str, Any], Any], kinds: Collection[type]) -> None:
    """Registers what `"abc".__contains__(s)` does where the operand is of one of these kinds."""
    original = getattr(str, name)

    def of_plain(self: str, /, *args: Any) -> Any:
        if len(args) == 1 and type(args[0]) in kinds:
            return model(raw(self), args[0])
        return original(self, *args)

    METHODS[name] = of_plain


_operator("__contains__", operators.contains, TEXTS)
_operator("__add__", operators.joined, TEXTS)
for _name, (_, _compare) in operators.COMPARISONS.items():
    _operator(_name, _compare, TEXTS)
_operator("__mul__", operators.repeated, TRACKED)
_operator("__rmul__", operators.repeated, TRACKED)
_operator("__getitem__", operators.item, TRACKED | {slice})


# Arguments


def as_text(value: Any) -> str:
    """An argument that must be text."""
    if not isinstance(value, str):
        raise Refused
    return value


def as_count(value: Any, missing: int = -1) -> int:
    """An argument that must be an int; a tracked one is decided, all negative ones are alike."""
    if value is MISSING:
        return missing
    if type(value) in TRACKED:
        term, number = int_term(value), value_of(value)
        if term is None or not isinstance(number, int):
            raise Refused
        if decide(build.lt(term, integer(0)), number < 0, "value"):
            return -1
        return decide_value(term, int(number))
    if not hasattr(type(value), "__index__"):
        raise Refused
    return operator.index(value)


def _fits_c_int(term: Term, value: int) -> bool:
    return decide_inside(term, value, -(2**31), 2**31, "value")


def as_truth(value: Any, missing: bool = False) -> bool:
    return missing if value is MISSING else bool(value)


# Text put together


@method("join")
def join(separator: str, parts: Any) -> Any:
    note_order(parts)
    going: Any = None
    with contextlib.suppress(TypeError):
        going = iter(parts)
    if going is None:
        return raw(separator).join(plain(parts))  # raises what Python raises
    items = list(going)
    if type(separator) not in TEXTS and TEXTS.isdisjoint(map(type, items)):
        return raw(separator).join(items)
    if not all(isinstance(item, str) for item in items):
        return raw(separator).join(map(plain, items))  # raises what Python raises
    if len(items) == 1 and type(items[0]) in TEXTS:
        return items[0]
    woven = [separator] * (2 * len(items) - 1) if items else []
    woven[::2] = items
    return chained(woven)


_join_any = METHODS["join"]


def _join_plain(self: str, /, *args: Any, **named: Any) -> Any:
    """By far the most frequent call: plain text, a list of plain texts."""
    if len(args) == 1 and not named:
        (parts,) = args
        if (type(parts) is list or type(parts) is tuple) and TEXTS.isdisjoint(map(type, parts)):
            return str.join(self, parts)
    return _join_any(self, *args, **named)


METHODS["join"] = _join_plain


def _padding(value: str, width: Any, fill: Any) -> tuple[int, str]:
    """How many characters are missing, and the one to put there."""
    if fill is not MISSING and not (isinstance(fill, str) and decide_length(fill, 1)):
        raise Refused
    if type(width) in TRACKED:
        enough = build.le(_int(width), length_term(value))
        if decide(enough, value_of(width) <= str.__len__(value), "value"):
            fit(width)
            return 0, ""
    settle(value)
    missing = as_count(width) - str.__len__(value)
    return missing, " " if isinstance(fill, _Missing) else fill


def _int(value: Any) -> Any:
    term = int_term(value)
    if term is None or not isinstance(value_of(value), int):
        raise Refused
    return term


def decide_length(value: str, count: int) -> bool:
    """Decides whether a text has so many characters."""
    return decide(
        build.eq(length_term(value), integer(count)), str.__len__(value) == count, "length"
    )


def _filled(left: int, value: str, right: int, fill: str) -> str:
    return chained([_times(fill, left), value, _times(fill, right)])


def _times(fill: str, count: int) -> str:
    return text(raw(fill) * count, codes_of(fill) * count)


@method("ljust")
def ljust(value: str, width: Any, fill: Any = MISSING) -> str:
    missing, fill = _padding(value, width, fill)
    return _filled(0, value, missing, fill) if missing > 0 else value


@method("rjust")
def rjust(value: str, width: Any, fill: Any = MISSING) -> str:
    missing, fill = _padding(value, width, fill)
    return _filled(missing, value, 0, fill) if missing > 0 else value


@method("center")
def center(value: str, width: Any, fill: Any = MISSING) -> str:
    missing, fill = _padding(value, width, fill)
    if missing <= 0:
        return value
    left = missing // 2 + (missing & (missing + str.__len__(value)) & 1)
    return _filled(left, value, missing - left, fill)


@method("zfill")
def zfill(value: str, width: Any) -> str:
    missing, _ = _padding(value, width, MISSING)
    if missing <= 0:
        return value
    codes = settled_codes(value)
    is_signed = bool(codes) and is_char(char(value, 0), "+-")
    zeros = "0" * missing
    if not is_signed:
        return chained([zeros, value])
    return text(raw(value)[0] + zeros + raw(value)[1:], (codes[0], *codes_of(zeros), *codes[1:]))


@method("expandtabs", "tabsize")
def expandtabs(value: str, tabsize: Any = MISSING) -> str:
    if (term := int_term(tabsize)) is not None and not _fits_c_int(term, value_of(tabsize)):
        return "".expandtabs(value_of(tabsize))  # raises what Python raises
    size = as_count(tabsize, 8)
    made: list[str] = []
    column = 0
    for each in chars(value):
        if is_char(each, "\t"):
            width = size - column % size if size > 0 else 0
            made.append(" " * width)
            column += width
            continue
        made.append(each)
        column += 1
        if is_char(each, "\n\r"):
            column = 0
    return chained(made)


def is_char(char: str, chars: str) -> bool:
    """Decides whether a character is one of these."""
    here = as_term(codes_of(char)[0])
    if type(chars) is str:
        alike = one_of_chars(here, chars)
    else:
        alike = disjunction([build.eq(here, as_term(code)) for code in settled_codes(chars)])
    return decide(alike, raw(char) in raw(chars), "character")


# Characters and codes


def ord_model(*args: Any, **named: Any) -> Any:
    if len(args) != 1 or named or type(args[0]) not in TEXTS:
        return ord(*args, **named)
    value = view(args[0]) if type(args[0]) in OCTETS else args[0]
    if type(value) is not SymStr:
        return ord(args[0])
    if not decide_length(value, 1):
        return ord(value._wend_value)  # raises what Python raises
    return track(ord(value._wend_value), as_term(value._wend_codes[0]))


def chr_model(*args: Any, **named: Any) -> Any:
    if len(args) != 1 or named or type(args[0]) not in TRACKED:
        return chr(*args, **named)
    term, value = int_term(args[0]), value_of(args[0])
    if term is None or not isinstance(value, int):
        return chr(value)  # raises what Python raises
    if not decide_inside(term, value, 0, 0x110000, "value"):
        # What does not fit a C int is refused by another exception, before 3.13.
        _fits_c_int(term, value)
        return chr(value)
    return text(chr(value), (term,))


def maketrans_model(*args: Any, **named: Any) -> Any:
    """The codes of tracked characters become tracked keys."""
    if len(args) == 1 and not named and isinstance(args[0], dict):
        return _table_of(args[0])
    if named or not 2 <= len(args) <= 3 or TEXTS.isdisjoint(map(type, args)):
        return str.maketrans(*args, **named)
    if not all(isinstance(arg, str) for arg in args):
        return str.maketrans(*map(plain, args))  # raises what Python raises
    keys, values = settled_codes(args[0]), settled_codes(args[1])
    if len(keys) != len(values):
        return str.maketrans(raw(args[0]), raw(args[1]))  # raises what Python raises
    made: dict[Any, Any] = {}
    for key, value, a, b in zip(keys, values, raw(args[0]), raw(args[1]), strict=True):
        store_key(made, track(ord(a), as_term(key)), track(ord(b), as_term(value)))
    if len(args) == 3:
        for key, char in zip(settled_codes(args[2]), raw(args[2]), strict=True):
            store_key(made, track(ord(char), as_term(key)), None)
    return made


def _table_of(mapping: dict[Any, Any]) -> Any:
    settle_open(mapping)
    if not any(map(depends, mapping)):
        return str.maketrans(mapping)
    made: dict[Any, Any] = {}
    for key, value in mapping.items():
        if isinstance(key, str) and len(key) == 1:
            store_key(made, ord_model(key), value)
        elif isinstance(key, int):
            store_key(made, key, value)
        else:
            str.maketrans({plain(key): None})  # raises what Python raises
    return made


FUNCTIONS.update({ord: ord_model, chr: chr_model, str.maketrans: maketrans_model})
