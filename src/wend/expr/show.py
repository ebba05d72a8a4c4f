"""Terms as Python source: `x + 2 * y > 10`, never prefix soup."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from wend.expr.samples import function_of
from wend.expr.terms import Term, on_forgetting
from wend.expr.variables import Kind

LONGEST_IN_SENTENCE = 160
LONGEST = 400
"""Text longer than this is cut with an ellipsis: nobody reads it, and it grows exponentially."""

MOST_ARGUMENTS = 8
"""Of an opaque function, which may have taken a text apart."""

MOST_KEPT = 20_000
"""Texts kept from call to call."""

# How strongly an operator binds; the same order as Python's grammar.
_ITE, _OR, _AND, _NOT, _COMPARE, _BITOR, _BITXOR, _BITAND, _SHIFT, _SUM, _PRODUCT, _POWER, _ATOM = (
    range(13)
)

_BINARY = {
    "mul": (" * ", _PRODUCT),
    "floordiv": (" // ", _PRODUCT),
    "mod": (" % ", _PRODUCT),
    "lshift": (" << ", _SHIFT),
    "rshift": (" >> ", _SHIFT),
    "bitand": (" & ", _BITAND),
    "bitxor": (" ^ ", _BITXOR),
    "bitor": (" | ", _BITOR),
    "fadd": (" + ", _SUM),
    "fsub": (" - ", _SUM),
    "fmul": (" * ", _PRODUCT),
    "fdiv": (" / ", _PRODUCT),
    "ffloordiv": (" // ", _PRODUCT),
    "fmod": (" % ", _PRODUCT),
    "flt": (" < ", _COMPARE),
    "fle": (" <= ", _COMPARE),
    "feq": (" == ", _COMPARE),
}

_Text = tuple[str, int]


def show(root: Term) -> str:
    """The term as a Python expression over its variables' names."""
    return _texts(root)[root][0]


def show_short(root: Term) -> str:
    """The term for a sentence: no longer than one reads."""
    text = show(root)
    return text if len(text) <= LONGEST_IN_SENTENCE else text[: LONGEST_IN_SENTENCE - 1] + "…"


def show_all(conditions: Iterable[Term]) -> str:
    """A conjunction, as one would write it after `if`."""
    held = [*conditions]
    texts = _texts(*held)  # at once: the conditions of a path share most of their terms
    shown = [f"({texts[each][0]})" if each.op in ("or", "ite") else texts[each][0] for each in held]
    return " and ".join(shown) if shown else "True"


def _texts(*roots: Term) -> dict[Term, _Text]:
    """The texts of all terms below the roots, and of others."""
    if len(_shown) > MOST_KEPT:
        _shown.clear()
    stack = list(roots)
    while stack:
        node = stack[-1]
        missing = [arg for arg in node.args if arg not in _shown]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        if node not in _shown:
            text, strength = _node(node, _shown)
            if len(text) > LONGEST:
                text, strength = text[: LONGEST - 1] + "…", _ATOM
            _shown[node] = text, strength
    return _shown


_shown: dict[Term, _Text] = {}
"""Texts that were made: paths of one target share most of their terms."""
on_forgetting(_shown.clear)


def _constant(value: Any) -> str:
    try:
        return repr(value)
    except ValueError:  # more digits than Python is willing to print
        return hex(value)


def _node(node: Term, texts: dict[Term, _Text]) -> _Text:
    match node.op:
        case "const":
            text = _constant(node.payload)
            if text in ("nan", "inf", "-inf"):
                return f"float({text!r})", _ATOM
            return text, _SUM if text[0] == "-" else _ATOM
        case "var":
            return node.payload.shown, _ATOM
        case "linear":
            coefficients, constant = node.payload
            return _sum(list(zip(coefficients, node.args, strict=True)), constant, texts)
        case "le" | "ge" | "eq":
            return _comparison(node.op, node.args[0], node.payload, texts), _COMPARE
        case "among":
            return _intervals(node.args[0], node.payload[:LONGEST], texts), _OR
        case "not":
            inner = node.args[0]
            if inner.op == "eq":
                return _comparison("ne", inner.args[0], inner.payload, texts), _COMPARE
            if inner.op == "feq":
                one, other = (_wrapped(texts[arg], _BITOR) for arg in inner.args)
                return f"{one} != {other}", _COMPARE
            return f"not {_wrapped(texts[inner], _NOT)}", _NOT
        case "and":
            return _conjunction(node.args, texts)
        case "or":
            return " or ".join(_wrapped(texts[arg], _AND) for arg in node.args), _OR
        case "ite":
            condition, then, otherwise = (texts[arg] for arg in node.args)
            return (
                f"{_wrapped(then, _OR)} if {_wrapped(condition, _OR)} else {otherwise[0]}",
                _ITE,
            )
        case "pow":
            base, exponent = (texts[arg] for arg in node.args)
            return f"{_wrapped(base, _ATOM)} ** {_wrapped(exponent, _POWER)}", _POWER
        case "fneg":
            return f"-{_wrapped(texts[node.args[0]], _ATOM)}", _SUM
        case "fabs" | "to_float":
            name = "abs" if node.op == "fabs" else "float"
            return f"{name}({texts[node.args[0]][0]})", _ATOM
        case "to_int" | "fcall" | "fraises":
            return _call(node, [texts[arg] for arg in node.args])
        case "apply" | "apply_float":
            return _applied(node, [texts[arg][0] for arg in node.args]), _ATOM
        case "bit_count":
            return f"{_wrapped(texts[node.args[0]], _ATOM)}.bit_count()", _ATOM
        case _:
            symbol, strength = _BINARY[node.op]
            left, right = (texts[arg] for arg in node.args)
            return f"{_wrapped(left, strength)}{symbol}{_wrapped(right, strength + 1)}", strength


def _call(node: Term, args: list[_Text]) -> _Text:
    if node.op == "fcall" and node.payload == "pow":
        base, exponent = args
        return f"{_wrapped(base, _ATOM)} ** {_wrapped(exponent, _POWER)}", _POWER
    listed = ", ".join([text for text, _ in args])
    if node.op == "fraises":
        name, error = node.payload
        return f"raises({error}, {name}, {listed})", _ATOM
    if node.payload == "math.fsum":
        listed = f"[{listed}]"
    return f"{node.payload}({listed})", _ATOM


def _applied(node: Term, args: list[str]) -> str:
    symbol, place = node.payload
    if len(args) > MOST_ARGUMENTS:
        args = [*args[:MOST_ARGUMENTS], "…"]
    text = f"{function_of(symbol)}({', '.join(args)})"
    if place == 0:
        return f"kind({text})"
    return f"{text}[{place - 1}]" if place > 1 else text


def _wrapped(text: _Text, at_least: int) -> str:
    return text[0] if text[1] >= at_least else f"({text[0]})"


def _sum(parts: list[tuple[int, Term]], constant: int, texts: dict[Term, _Text]) -> _Text:
    """The parts with a plus first, so that `y - x` is not `-x + y`."""
    ordered = [part for part in parts if part[0] > 0] + [part for part in parts if part[0] < 0]
    pieces = [(c < 0, _product(abs(c), texts[atom])) for c, atom in ordered]
    if constant or not pieces:
        at = 0 if pieces and pieces[0][0] and constant > 0 else len(pieces)
        pieces.insert(at, (constant < 0, _constant(abs(constant))))
    minus, text = pieces[0]
    text = f"-{text}" if minus else text
    for minus, piece in pieces[1:]:
        text += f" - {piece}" if minus else f" + {piece}"
    alone = len(pieces) == 1
    return text, (_PRODUCT if alone and not pieces[0][0] else _SUM)


def _product(by: int, text: _Text) -> str:
    return (
        _wrapped(text, _PRODUCT) if by == 1 else f"{_constant(by)} * {_wrapped(text, _PRODUCT + 1)}"
    )


_SYMBOLS = {"le": "<=", "ge": ">=", "eq": "==", "ne": "!="}
_STRICT = {"le": ("<", 1), "ge": (">", -1)}


def _comparison(op: str, whole: Term, bound: int, texts: dict[Term, _Text]) -> str:
    """`x - y <= -1` as `x < y`: what is subtracted goes to the right, the constant shrinks."""
    char = _character(whole)
    if char is not None and 0 <= bound <= sys.maxunicode:
        return f"{char} {_SYMBOLS[op]} {chr(bound)!r}"
    if whole.op == "linear":
        parts = list(zip(whole.payload[0], whole.args, strict=True))
    else:
        parts = [(1, whole)]
    symbol = _SYMBOLS[op]
    right = [(-c, atom) for c, atom in parts if c < 0]
    if op in _STRICT and abs(bound + _STRICT[op][1]) < abs(bound):
        symbol, bound = _STRICT[op][0], bound + _STRICT[op][1]
    if bound == 0 and sorted(c for c, _ in parts) == [-1, 1]:
        chars = {c: _character(atom) for c, atom in parts}
        if None not in chars.values():
            return f"{chars[1]} {symbol} {chars[-1]}"
    left_text = _sum([part for part in parts if part[0] > 0], 0, texts)
    right_text = _sum(right, bound, texts)
    return f"{_wrapped(left_text, _BITOR)} {symbol} {_wrapped(right_text, _BITOR)}"


def _conjunction(args: Sequence[Term], texts: dict[Term, _Text]) -> _Text:
    """`'0' <= s[1] <= '9'` for the two bounds of a character."""
    parts: list[_Text] = []
    for at, arg in enumerate(args):
        last = args[at - 1] if at else arg
        if (last.op, arg.op) == ("ge", "le") and last.args == arg.args and _character(arg.args[0]):
            ends = (last.payload, arg.payload)
            parts[-1] = _intervals(arg.args[0], [ends], texts), _COMPARE
        else:
            parts.append(texts[arg])
    if len(parts) == 1:
        return parts[0]
    return " and ".join(_wrapped(part, _NOT) for part in parts), _AND


def _intervals(whole: Term, intervals: Iterable[tuple[int, int]], texts: dict[Term, _Text]) -> str:
    """`'0' <= s[1] <= '9' or s[1] == '.'`"""
    some = list(islice(intervals, LONGEST // 8))  # more would be cut
    char = _character(whole) if some[0][0] >= 0 and some[-1][1] <= sys.maxunicode else None
    shown = char or _wrapped(texts[whole], _BITOR)
    parts = []
    for low, high in some:
        first, last = (
            (repr(chr(low)), repr(chr(high))) if char else (_constant(low), _constant(high))
        )
        parts.append(f"{shown} == {first}" if low == high else f"{first} <= {shown} <= {last}")
    return " or ".join(parts)


def _character(whole: Term) -> str | None:
    """`s[1]` for the code of a character, which people write as the character itself."""
    if whole.op != "var" or whole.payload.kind is not Kind.CHARACTER:
        return None
    return f"{whole.payload.path}[{whole.payload.index}]"
