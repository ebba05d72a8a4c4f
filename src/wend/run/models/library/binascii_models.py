"""`binascii`: hexadecimal, base64 and base32 over tracked bytes, as short Python; checksums are
opaque.

What kind of character each one is is decided, and that decides whether all of it can be read: the
native function, called with the plain values, then says what comes out, and what is raised.
"""

from __future__ import annotations

import binascii
import functools
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from wend.expr import build
from wend.expr.build import integer
from wend.expr.terms import Term
from wend.run.calls.opaque import call_plainly
from wend.run.models.text.readings import digit_value
from wend.run.models.text.transcoding import hexadecimal
from wend.run.tracked.decisions import decide, one_of_chars
from wend.run.tracked.lift import FOLLOWED, OCTETS
from wend.run.tracked.octets import LATIN, octets, view
from wend.run.tracked.pieces import Code
from wend.run.tracked.text import SymStr, as_code, as_term, raw, settled_codes, text

BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_DIGITS = "0123456789abcdefABCDEF"


def _model(native: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Makes a model of a function of tracked text or bytes, with what else is plain; for all else
    it is opaque."""

    def register(model: Callable[..., Any]) -> Callable[..., Any]:
        def either(*args: Any, **keywords: Any) -> Any:
            data, *rest = args or (None,)
            others = (*rest, *keywords.values())
            if type(data) in _READ and FOLLOWED.isdisjoint(map(type, others)):
                return model(data, *rest, **keywords)
            return call_plainly(native, args, keywords)

        MODELS[f"binascii.{native.__qualname__}"] = either
        return either

    return register


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
        if keywords.get("ignorechars"):  # since Python 3.15
            return call_plainly(native, (data, *rest), keywords)
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


# Base64 and base32


def _written(native: Any, bits: int, letters: str, data: Any, *rest: Any, **keywords: Any) -> Any:
    """The letters for so many bits each, with whatever Python puts between and after them."""
    result = native(_plain(data), *rest, **keywords)  # or raises what Python raises
    alphabet = keywords.pop("alphabet", letters.encode())  # since Python 3.15
    codes = iter([_letter(number, bytes(alphabet)) for number in _groups(_terms(data), bits)])
    pattern = native(bytes(len(_plain(data))), *rest, **keywords)
    letter = ord(letters[0])
    made = [next(codes) if at == letter else at for at in pattern]
    return _made(result, made)


def _groups(terms: Sequence[Term], bits: int) -> Iterator[Term]:
    """The numbers that bytes are, so many bits at a time."""
    for begin in range(0, 8 * len(terms), bits):
        at, before = divmod(begin, 8)
        after = 8 - before - bits
        number = terms[at]
        if before:
            number = build.mod(number, integer(1 << (8 - before)))
        if after >= 0:
            yield build.floordiv(number, integer(1 << after)) if after else number
            continue
        following = terms[at + 1] if at + 1 < len(terms) else integer(0)
        yield _joined(number, 1 << -after, build.floordiv(following, integer(1 << (8 + after))))


def _joined(high: Term, by: int, low: Term) -> Term:
    return build.add(build.mul(high, integer(by)), low)


def _letter(number: Term, alphabet: bytes) -> Code:
    """The code of the letter for a number."""
    runs = _runs(alphabet)
    code = integer(0)
    for at, (first, letter, length) in enumerate(reversed(runs)):
        shifted = build.add(number, integer(letter - first)) if length > 1 else integer(letter)
        is_such = build.lt(number, integer(first + length))
        code = build.ite(is_such, shifted, code) if at else shifted
    return as_code(code)


def _number(letter: Term, alphabet: bytes) -> Term:
    """The number that the code of a letter stands for."""
    number = integer(0)
    for at, (first, code, length) in enumerate(_runs(alphabet)):
        shifted = build.sub(letter, integer(code - first))
        last = integer(code + length - 1)
        is_such = build.conjunction((build.ge(letter, integer(code)), build.le(letter, last)))
        number = build.ite(is_such, shifted, number) if at else shifted
    return number


@functools.cache
def _runs(alphabet: bytes) -> list[tuple[int, int, int]]:
    """The letters of an alphabet that follow each other: number and code of the first, how many."""
    runs: list[tuple[int, int, int]] = []
    for number, code in enumerate(alphabet):
        if runs and code == runs[-1][1] + runs[-1][2]:
            runs[-1] = (*runs[-1][:2], runs[-1][2] + 1)
        else:
            runs.append((number, code, 1))
    return runs


def _read(native: Any, bits: int, letters: str, data: Any, *rest: Any, **keywords: Any) -> Any:
    """What letters for so many bits each say."""
    if any(keywords.get(name) for name in ("alphabet", "ignorechars", "canonical")):
        return call_plainly(native, (data, *rest), keywords)  # since Python 3.15
    terms, chars = _terms(data), _plain(data)
    numbers: list[Term] = []
    if _all_ascii(data, terms):
        numbers = _numbers(terms, [_char(char) for char in chars], letters)
    result = native(chars, *rest, **keywords)  # or raises what Python raises
    codes = [as_code(byte) for byte in _bytes(numbers, bits)]
    assert len(result) == len(codes)
    return _made(result, codes)


def _numbers(terms: Sequence[Term], chars: Sequence[str], letters: str) -> list[Term]:
    """The numbers of the letters, as far as they go; which of them are letters is decided."""
    numbers: list[Term] = []
    pads = 0
    for term, char in zip(terms, chars, strict=True):
        if decide(build.eq(term, integer(ord("="))), char == "=", "character"):
            pads += 1
            place = len(numbers) % 4
            if _PADDING_ENDS and place >= 2 and place + pads >= 4:
                break
        elif decide(one_of_chars(term, letters), char in letters, "character"):
            pads = 0
            numbers.append(_number(term, letters.encode()))
    return numbers


_PADDING_ENDS = binascii.a2b_base64(b"aGk=x") == b"hi"
"""Whether letters after the padding of base64 do not count, as in older releases: asked, because
releases in the middle of a version changed it."""


def _bytes(numbers: Sequence[Term], bits: int) -> Iterator[Term]:
    """The bytes that numbers of so many bits make up; what is left over does not count."""
    for begin in range(0, bits * len(numbers) // 8 * 8, 8):
        byte = integer(0)
        for at in range(begin // bits, (begin + 7) // bits + 1):
            before, after = begin - at * bits, (at + 1) * bits - begin - 8
            number = numbers[at]
            if before > 0:
                number = build.mod(number, integer(1 << (bits - before)))
            if after > 0:
                number = build.floordiv(number, integer(1 << after))
            byte = build.add(byte, build.mul(number, integer(1 << max(0, -after))))
        yield byte


_model(binascii.b2a_base64)(functools.partial(_written, binascii.b2a_base64, 6, BASE64))
_model(binascii.a2b_base64)(functools.partial(_read, binascii.a2b_base64, 6, BASE64))
if sys.version_info >= (3, 15):  # before, `base64` does it in Python
    _model(binascii.b2a_base32)(functools.partial(_written, binascii.b2a_base32, 5, BASE32))
    _model(binascii.a2b_base32)(functools.partial(_read, binascii.a2b_base32, 5, BASE32))
