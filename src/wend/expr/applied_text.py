"""Applications of opaque functions as calls: `normalize('NFKD', text)`.

A run takes the arguments of an opaque call apart into numbers: a text becomes the codes of its
characters. For people they are put together again, by the shapes that the samples of the function
keep. What can't be written as a person would write it is an ellipsis.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wend.expr import samples
from wend.expr.terms import Term
from wend.expr.text_conditions import Known, Subject, TextPart, part_of
from wend.expr.variables import readable

MOST_ARGUMENTS = 8
"""Arguments of a call that are shown."""

MOST_PIECES = 4
"""Pieces of one text, joined by `+`, that are shown."""

LONGEST_TEXT = 40
"""Characters of a text constant that are shown."""

Texts = Mapping[Term, tuple[str, int]]


def subject_text(subject: Subject, texts: Texts, known: Known) -> str:
    """A text that conditions speak of: an input, or a call that returned it."""
    return readable(subject) if isinstance(subject, str) else applied_text(*subject, texts, known)


def applied_text(symbol: str, args: Sequence[Term], texts: Texts, known: Known) -> str:
    """The call that a symbol and the numbers of its arguments stand for."""
    name = samples.function_of(symbol).rpartition(".")[2]
    sampled = samples.current.of(symbol)
    if sampled is None:  # a function that is summarised: its arguments are numbers already
        shown = [texts[arg][0] for arg in args]
    else:
        numbers = iter(args)
        shown = [_value(shape, numbers, texts, known) for shape in sampled.shapes]
        keywords = samples.keywords_of(symbol)
        for at, keyword in enumerate(keywords, len(shown) - len(keywords)):
            shown[at] = f"{keyword}={shown[at]}"
    if len(shown) > MOST_ARGUMENTS:
        shown = [*shown[:MOST_ARGUMENTS], "…"]
    return f"{name}({', '.join(shown)})"


def _value(shape: Sequence[Any], numbers: Iterator[Term], texts: Texts, known: Known) -> str:
    match shape:
        case ("str" | "bytes" as kind, int(count)):
            return _text(kind, [*itertools.islice(numbers, count)], texts, known)
        case ("bool",):
            return _truth_value(next(numbers), texts)
        case ("None",):
            return "None"
        case (str(kind), shapes):
            parts = [_value(each, numbers, texts, known) for each in shapes]
            return _compound(kind, parts)
        case _:
            return texts[next(numbers)][0]


def _truth_value(number: Term, texts: Texts) -> str:
    if number.op == "const":
        return str(bool(number.payload))
    condition = number.args[0] if number.op == "ite" else number
    return texts[condition][0]


def _compound(kind: str, parts: Sequence[str]) -> str:
    listed = ", ".join(parts)
    if kind == "list":
        return f"[{listed}]"
    if kind == "tuple":
        return f"({listed},)" if len(parts) == 1 else f"({listed})"
    if kind.startswith("numpy."):
        return listed
    if kind.startswith("dict("):
        return "{…}"
    name, bracket, _ = kind.removeprefix("type ").partition("(")
    if bracket or kind == "complex":
        return f"{name.rpartition('.')[2]}({listed})"
    return ".".join(name.split(".")[-2:]) if not kind.startswith("type ") else name.split(".")[-1]


def _text(kind: str, numbers: Sequence[Term], texts: Texts, known: Known) -> str:
    """`'NFKD'`, `text`, `'-' + text[1:3]`."""
    if not numbers:
        return "''" if kind == "str" else "b''"
    pieces = [_piece(kind, run, texts, known) for run in _runs(kind, numbers)]
    if len(pieces) > MOST_PIECES:
        pieces = [*pieces[:MOST_PIECES], "…"]
    return " + ".join(pieces)


_Run = list[Term] | tuple[Subject, int, int]
"""Codes that are constants or compound terms, or neighbours in a text: first index and end."""


def _runs(kind: str, numbers: Sequence[Term]) -> Iterator[_Run]:
    waiting: list[Term] = []
    slice_: tuple[Subject, int, int] | None = None
    for number in numbers:
        part = _character(kind, number)
        if slice_ is not None and part is not None and slice_[::2] == (part.subject, part.index):
            slice_ = slice_[0], slice_[1], part.index + 1
            continue
        if slice_ is not None:
            yield slice_
            slice_ = None
        if waiting and (part is not None or number.op != "const" or waiting[-1].op != "const"):
            yield waiting
            waiting = []
        if part is not None:
            slice_ = part.subject, part.index, part.index + 1
        else:
            waiting.append(number)
    if slice_ is not None or waiting:
        yield slice_ if slice_ is not None else waiting


def _character(kind: str, number: Term) -> TextPart | None:
    part = part_of(number)
    return part if part is not None and part.is_character and part.kind == kind else None


def _piece(kind: str, run: _Run, texts: Texts, known: Known) -> str:
    if isinstance(run, list):
        if run[0].op != "const":
            return f"chr({texts[run[0]][0]})" if kind == "str" else f"bytes([{texts[run[0]][0]}])"
        codes = [number.payload for number in run]
        shown: str | bytes = "".join(map(chr, codes)) if kind == "str" else bytes(codes)
        return repr(shown) if len(shown) <= LONGEST_TEXT else f"{shown[:LONGEST_TEXT]!r} + …"
    subject, first, end = run
    name = subject_text(subject, texts, known)
    if first == 0 and known.is_whole(subject, end):
        return name
    if end - first == 1 and kind == "str":
        return f"{name}[{first}]"
    return f"{name}[{first or ''}:{end}]"
