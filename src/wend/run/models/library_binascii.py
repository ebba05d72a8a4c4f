"""`binascii`: hexadecimal and base64 as short Python over tracked bytes; checksums are opaque.

What kind of character each one is is decided, and that decides whether all of it can be read: the
native function, called with the plain values, then says what comes out, and what is raised.
"""

from __future__ import annotations

import binascii
from collections.abc import Callable, Sequence
from typing import Any

from wend.expr import build
from wend.expr.build import integer
from wend.expr.terms import Term
from wend.run.models.readings import digit_value
from wend.run.models.transcoding import hexadecimal
from wend.run.opaque import call_plainly
from wend.run.tracked.decisions import decide, one_of_chars
from wend.run.tracked.lift import FOLLOWED, OCTETS
from wend.run.tracked.octets import LATIN, octets, view
from wend.run.tracked.pieces import Code
from wend.run.tracked.text import SymStr, as_code, as_term, raw, settled_codes, text

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_DIGITS = "0123456789abcdefABCDEF"


def _model(native: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Makes a model of a function of tracked text or bytes, with what else is plain; for all else
    it is opaque."""

    def register(model: Callable[..., Any]) -> Callable[..., Any]:
        def either(*args: Any, **keywords: Any) -> Any:
            data, *rest = args or (None,)
            others = (*rest, *keywords.values())
            is_known = _is_usual(keywords) and FOLLOWED.isdisjoint(map(type, others))
            if type(data) in _READ and is_known:
                return model(data, *rest, **keywords)
            return call_plainly(native, args, keywords)

        MODELS[f"binascii.{native.__qualname__}"] = either
        return either

    return register


def _is_usual(keywords: dict[str, Any]) -> bool:
    """Whether base64 is as it was before Python 3.15, but for its last two letters."""
    alphabet = keywords.get("alphabet")
    return (
        keywords.get("padded", True) is True
        and not keywords.get("wrapcol")
        and not keywords.get("ignorechars")
        and not keywords.get("canonical")
        and (alphabet is None or bytes(alphabet)[:62] == ALPHABET[:62].encode())
    )


MODELS: dict[str, Callable[..., Any]] = {}
_READ = frozenset((SymStr, *OCTETS))


def _plain(data: Any) -> Any:
    """The plain text or bytes; how long they are is decided."""
    shown = data if type(data) is SymStr else view(data)
    settled_codes(shown)
    return raw(shown) if type(data) is SymStr else raw(shown).encode(LATIN)


def _terms(data: Any) -> list[Term]:
    return [as_term(code) for code in settled_codes(data if type(data) is SymStr else view(data))]


def _made(result: bytes, codes: Sequence[Code]) -> Any:
    return octets(text(result.decode(LATIN), codes))


# Hexadecimal


def _written_in_hex(native: Any) -> None:
    @_model(native)
    def hexlify(data: Any, *rest: Any, **keywords: Any) -> Any:
        result = native(_plain(data), *rest, **keywords)  # or raises what Python raises
        digits = iter(settled_codes(hexadecimal(view(data))))
        pattern = native(bytes(len(_plain(data))), *rest, **keywords)  # where the separators are
        return _made(result, [next(digits) if code == ord("0") else code for code in pattern])


def _read_from_hex(native: Any) -> None:
    @_model(native)
    def unhexlify(data: Any, *rest: Any, **keywords: Any) -> Any:
        terms, chars = _terms(data), _plain(data)
        if len(terms) % 2 == 0 and _all_ascii(data, terms):
            for term, char in zip(terms, chars, strict=True):
                is_digit = one_of_chars(term, _DIGITS)
                if not decide(is_digit, _char(char) in _DIGITS, "character"):
                    break
        result = native(chars, *rest, **keywords)  # or raises what Python raises
        digits = [digit_value(term, 16) for term in terms]
        pairs = zip(digits[::2], digits[1::2], strict=True)
        codes = [as_code(build.add(build.mul(high, integer(16)), low)) for high, low in pairs]
        return _made(result, codes)


def _char(char: str | int) -> str:
    return chr(char) if type(char) is int else str(char)


def _all_ascii(data: Any, terms: Sequence[Term]) -> bool:
    """Whether text is ASCII: other text is refused before it is looked at; bytes are not asked."""
    if type(data) is not SymStr:
        return True
    inside = build.conjunction([build.lt(term, integer(128)) for term in terms])
    return decide(inside, raw(data).isascii(), "character")


_written_in_hex(binascii.hexlify)
_written_in_hex(binascii.b2a_hex)
_read_from_hex(binascii.unhexlify)
_read_from_hex(binascii.a2b_hex)


# Base64


@_model(binascii.b2a_base64)
def b2a_base64(data: Any, *rest: Any, **keywords: Any) -> Any:
    result = binascii.b2a_base64(_plain(data), *rest, **keywords)  # or raises what Python raises
    codes: list[Code] = []
    terms = _terms(data)
    last_two = bytes(keywords.get("alphabet") or ALPHABET.encode())[62:]
    for at in range(0, len(terms), 3):
        first, second, third = (*terms[at : at + 3], integer(0), integer(0))[:3]
        quad = [
            build.floordiv(first, integer(4)),
            _joined(build.mod(first, integer(4)), 16, build.floordiv(second, integer(16))),
            _joined(build.mod(second, integer(16)), 4, build.floordiv(third, integer(64))),
            build.mod(third, integer(64)),
        ]
        codes.extend([_letter(number, last_two) for number in quad[: len(terms) - at + 1]])
    return _made(result, [*codes, *result[len(codes) :]])


def _joined(high: Term, by: int, low: Term) -> Term:
    return build.add(build.mul(high, integer(by)), low)


def _letter(number: Term, last_two: bytes) -> Code:
    """The code of the letter for six bits."""
    code = build.ite(build.eq(number, integer(62)), *map(integer, last_two))
    for below, shift in ((62, -4), (52, 71), (26, 65)):
        shifted = build.add(number, integer(shift))
        code = build.ite(build.lt(number, integer(below)), shifted, code)
    return as_code(code)


def _number(letter: Term) -> Term:
    """The six bits of a letter's code."""
    number = build.sub(letter, integer(65))
    for least, shift in ((97, -71), (48, 4), (47, 16), (43, 19)):
        is_such = build.ge(letter, integer(least))
        if least < 65:
            last = {48: 57, 47: 47, 43: 43}[least]
            is_such = build.conjunction((is_such, build.le(letter, integer(last))))
        number = build.ite(is_such, build.add(letter, integer(shift)), number)
    return number


@_model(binascii.a2b_base64)
def a2b_base64(data: Any, *rest: Any, **keywords: Any) -> Any:
    if "alphabet" in keywords:
        return call_plainly(binascii.a2b_base64, (data, *rest), keywords)
    terms, chars = _terms(data), _plain(data)
    codes: list[Code] = []
    if _all_ascii(data, terms):
        codes = _decoded(terms, [_char(char) for char in chars])
    result = binascii.a2b_base64(chars, *rest, **keywords)  # or raises what Python raises
    assert len(result) == len(codes)
    return _made(result, codes)


def _decoded(terms: Sequence[Term], chars: Sequence[str]) -> list[Code]:
    """What the letters say, as far as they go; which of them are letters is decided."""
    codes: list[Code] = []
    place, pads = 0, 0
    left = integer(0)
    for term, char in zip(terms, chars, strict=True):
        if decide(build.eq(term, integer(ord("="))), char == "=", "character"):
            pads += 1
            if place >= 2 and place + pads >= 4:
                break
            continue
        if not decide(one_of_chars(term, ALPHABET), char in ALPHABET, "character"):
            continue
        pads = 0
        number = _number(term)
        if place:
            low = 4 ** (3 - place)
            codes.append(as_code(_joined(left, 4**place, build.floordiv(number, integer(low)))))
            left = build.mod(number, integer(low))
        else:
            left = number
        place = (place + 1) % 4
    return codes
