"""Terms as Python source: `x + 2 * y > 10`, never prefix soup.

Conditions are shown as a person would have written them: `s == 'rst'` instead of a length and three
codes (`text_conditions`), `normalize('NFKD', text)` instead of the codes of its arguments
(`applied_text`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from wend.expr.applied_text import applied_text, subject_text
from wend.expr.build import conjuncts
from wend.expr.samples import KINDS
from wend.expr.terms import Term, on_forgetting
from wend.expr.text_conditions import (
    NOTHING_KNOWN,
    Known,
    Said,
    Subject,
    known_from,
    part_of,
    result_kind,
    simplified,
)

LONGEST_IN_SENTENCE = 160
"""Characters of a condition inside a sentence; a longer one is cut with an ellipsis."""

LONGEST = 400
"""Characters of any term: nobody reads more, and terms that share parts grow exponentially."""

MOST_PARTS = 64
"""Parts of one conjunction or disjunction that are looked at together: more are cut in most cases,
and looking at all of them again at each level of nesting costs the square of their number."""

MOST_KEPT = 20_000
"""Texts of terms that are kept from call to call."""

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
"""A text and how strongly its outermost operator binds."""


def show(root: Term, given: Iterable[Term] = ()) -> str:
    """The term as a Python expression over its variables' names.

    `given` are conditions that are known to hold: where they say that a text has one character,
    its first character is the text.
    """
    known = known_from(given) if root.is_opaque else NOTHING_KNOWN
    return _texts(known, root)[root][0]


def show_short(root: Term, given: Iterable[Term] = ()) -> str:
    """The term for a sentence: no longer than one reads."""
    text = show(root, given)
    return text if len(text) <= LONGEST_IN_SENTENCE else text[: LONGEST_IN_SENTENCE - 1] + "…"


def show_all(conditions: Iterable[Term], given: Iterable[Term] = ()) -> str:
    """A conjunction, as one would write it after `if`; `given` is what `show` takes."""
    held = list(dict.fromkeys([part for each in conditions for part in conjuncts(each)]))
    is_opaque = any(each.is_opaque for each in held)
    known = known_from((*given, *held)) if is_opaque else NOTHING_KNOWN
    texts = _texts(known, *held)  # at once: the conditions of a path share most of their terms
    parts = _parts(held, texts, known)
    if len(parts) == 1:
        return parts[0][0]
    return " and ".join([_wrapped(part, _NOT) for part in parts]) or "True"


def _texts(known: Known, *roots: Term) -> dict[Term, _Text]:
    """The texts of all terms below the roots, and of others."""
    if len(_shown) > MOST_KEPT:
        _shown.clear()
    # What is known shortens the arguments of opaque functions, and these only.
    shown = _shown if known is NOTHING_KNOWN else {}
    stack = list(roots)
    while stack:
        node = stack[-1]
        missing = [arg for arg in node.args if arg not in shown]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        if node not in shown:
            text, strength = _node(node, shown, known)
            if len(text) > LONGEST:
                text, strength = text[: LONGEST - 1] + "…", _ATOM
            shown[node] = text, strength
    return shown


_shown: dict[Term, _Text] = {}
"""Texts that were made: paths of one target share most of their terms."""
on_forgetting(_shown.clear)


def _constant(value: Any) -> str:
    try:
        return repr(value)
    except ValueError:  # more digits than Python is willing to print
        return hex(value)


def _node(node: Term, texts: dict[Term, _Text], known: Known) -> _Text:
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
            return _comparison(node.op, node.args[0], node.payload, texts, known)
        case "among":
            return _intervals(node.args[0], node.payload[:LONGEST], texts, known)
        case "not":
            inner = node.args[0]
            if inner.op == "eq":
                return _comparison("ne", inner.args[0], inner.payload, texts, known)
            if inner.op == "feq":
                one, other = (_wrapped(texts[arg], _BITOR) for arg in inner.args)
                return f"{one} != {other}", _COMPARE
            return f"not {_wrapped(texts[inner], _NOT)}", _NOT
        case "and":
            return _joined(_parts(_flat(node), texts, known), " and ", _AND)
        case "or":
            return _joined(_parts(_flat(node), texts, known, is_any=True), " or ", _OR)
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
            return _result(node, applied_text(node.payload[0], node.args, texts, known)), _ATOM
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
    elif node.payload == "abs":
        listed = f"complex({listed})"
    return f"{node.payload}({listed})", _ATOM


def _result(node: Term, call: str) -> str:
    """One of the numbers that a call returned: its type, its length, an item, or the result."""
    symbol, place = node.payload
    if place == 0:
        return f"type({call})"
    kind = result_kind(symbol)
    if kind == "complex":
        return f"{call}.{'real' if place == 1 else 'imag'}"
    if place == 1:
        return f"len({call})" if kind in ("str", "bytes", "list", "tuple") else call
    return f"ord({call}[{place - 2}])" if kind == "str" else f"{call}[{place - 2}]"


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


def _comparison(op: str, whole: Term, bound: int, texts: dict[Term, _Text], known: Known) -> _Text:
    """`x - y <= -1` as `x < y`: what is subtracted goes to the right, the constant shrinks."""
    text = _of_part(op, whole, bound, texts, known) or _of_result(op, whole, bound, texts, known)
    if text is not None:
        return text
    if whole.op == "linear":
        parts = list(zip(whole.payload[0], whole.args, strict=True))
    else:
        parts = [(1, whole)]
    symbol = _SYMBOLS[op]
    right = [(-c, atom) for c, atom in parts if c < 0]
    if op in _STRICT and abs(bound + _STRICT[op][1]) < abs(bound):
        symbol, bound = _STRICT[op][0], bound + _STRICT[op][1]
    if bound == 0 and sorted(c for c, _ in parts) == [-1, 1]:
        chars = {c: _character(atom, texts, known) for c, atom in parts}
        if None not in chars.values():
            return f"{chars[1]} {symbol} {chars[-1]}", _COMPARE
    left_text = _sum([part for part in parts if part[0] > 0], 0, texts)
    right_text = _sum(right, bound, texts)
    return f"{_wrapped(left_text, _BITOR)} {symbol} {_wrapped(right_text, _BITOR)}", _COMPARE


def _of_part(
    op: str, whole: Term, bound: int, texts: dict[Term, _Text], known: Known
) -> _Text | None:
    """`s[0] == 'a'` for the code of a character, `len(s) == 0` for a length that is not above 0."""
    part = part_of(whole)
    if part is None:
        return None
    if part.is_character:
        char = _character(whole, texts, known)
        if char is None or not 0 <= bound <= sys.maxunicode:
            return None
        return f"{char} {_SYMBOLS[op]} {chr(bound)!r}", _COMPARE
    is_empty = (op, bound) in (("le", 0), ("eq", 0))
    if not is_empty and (op, bound) not in (("ge", 1), ("ne", 0)):
        return None
    subject = subject_text(part.subject, texts, known)
    if part.kind:
        empty = "''" if part.kind == "str" else "b''"
        return f"{subject} {'==' if is_empty else '!='} {empty}", _COMPARE
    return f"len({subject}) {'==' if is_empty else '>'} 0", _COMPARE


def _of_result(
    op: str, whole: Term, bound: int, texts: dict[Term, _Text], known: Known
) -> _Text | None:
    """`f(x) is None` and `f(x)`: the number of a type, and the truth value that was returned."""
    if whole.op != "apply" or op not in ("eq", "ne"):
        return None
    symbol, place = whole.payload
    call = applied_text(symbol, whole.args, texts, known)
    if place == 0 and 0 <= bound < len(KINDS):
        kind, word = KINDS[bound], "is" if op == "eq" else "is not"
        if kind is type(None):
            return f"{call} {word} None", _COMPARE
        return f"type({call}) {word} {kind.__name__}", _COMPARE
    if place == 1 and bound in (0, 1) and result_kind(symbol) == "bool":
        return (call, _ATOM) if (op == "eq") == bool(bound) else (f"not {call}", _NOT)
    return None


def _flat(node: Term) -> Sequence[Term]:
    """The parts of a conjunction or disjunction, those of nested ones among them.

    `build` nests what has more than a few parts. Beyond MOST_PARTS the text would be cut.
    """
    found: dict[Term, None] = {}
    stack = [*reversed(node.args)]
    while stack:
        part = stack.pop()
        if part.op == node.op and len(found) + len(stack) + len(part.args) <= MOST_PARTS:
            stack += reversed(part.args)
        else:
            found[part] = None
    return tuple(found)


def _parts(
    args: Sequence[Term], texts: dict[Term, _Text], known: Known, *, is_any: bool = False
) -> list[_Text]:
    """The parts of a conjunction or disjunction; conditions on one text are put together."""

    def named(subject: Subject) -> str:
        return subject_text(subject, texts, known)

    return [
        (part.text, _COMPARE if part.is_comparison else _NOT)
        if isinstance(part, Said)
        else texts[part]
        for part in simplified(args, named, known, is_any=is_any)
    ]


def _joined(parts: Sequence[_Text], word: str, strength: int) -> _Text:
    if len(parts) == 1:
        return parts[0]
    return word.join([_wrapped(part, strength + 1) for part in parts]), strength


def _intervals(
    whole: Term, intervals: Iterable[tuple[int, int]], texts: dict[Term, _Text], known: Known
) -> _Text:
    """`'0' <= s[1] <= '9' or s[1] == '.'`"""
    some = list(islice(intervals, LONGEST // 8))  # more would be cut
    is_code = some[0][0] >= 0 and some[-1][1] <= sys.maxunicode
    char = _character(whole, texts, known) if is_code else None
    shown = char or _wrapped(texts[whole], _BITOR)
    if char and all(low == high for low, high in some):
        return f"{char} in {''.join([chr(low) for low, _ in some])!r}", _COMPARE
    parts = []
    for low, high in some:
        first, last = (
            (repr(chr(low)), repr(chr(high))) if char else (_constant(low), _constant(high))
        )
        parts.append(f"{shown} == {first}" if low == high else f"{first} <= {shown} <= {last}")
    return " or ".join(parts), _OR


def _character(whole: Term, texts: dict[Term, _Text], known: Known) -> str | None:
    """`s[1]` for the code of a character, which people write as the character itself."""
    part = part_of(whole)
    if part is None or not part.is_character or part.kind != "str":
        return None
    return f"{subject_text(part.subject, texts, known)}[{part.index}]"
