"""Models of the native parts of `json`: the scanner, its strings, and the encoder.

The scanner is the standard library's own in Python, run instrumented; only what it does with
strings is written here, since the two versions of that differ in what they accept and say.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import math
import re
import sys
from collections.abc import Callable
from types import FunctionType, SimpleNamespace
from typing import Any

from wend.run.calls.opaque import mentions_tracked
from wend.run.operations.plain_values import SCALARS
from wend.run.tracked.lift import TRACKED

Call = Callable[[Any], Any]

_SCALARS = frozenset((str, int, float, bool, type(None)))
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def scan_string(text: Any, end: Any, strict: Any = True) -> tuple[Any, int]:
    """The string that begins at `end`, after the quote, and the place after its last quote."""
    begin, at = end - 1, end
    made: Any = ""
    while True:
        char, at = _next(text, at, begin)
        if char == '"':
            return made, at
        if char != "\\":
            if strict and char <= "\x1f":
                raise _error("Invalid control character at", text, at - 1)
            made = made + char
            continue
        char, at = _next(text, at, begin)
        if char == "u":
            char, at = _escaped(text, at)
        else:
            char = next((means for letter, means in _ESCAPES.items() if char == letter), None)
            if char is None:
                raise _error("Invalid \\escape", text, at - 2)
        made = made + char


def _next(text: Any, at: int, begin: int) -> tuple[Any, int]:
    """A character of the string that begins at `begin`, and the place after it."""
    char = _char(text, at)
    if char is None:
        raise _error("Unterminated string starting at", text, begin)
    return char, at + 1


def _char(text: Any, at: int) -> Any:
    try:
        return text[at]
    except IndexError:
        return None


def _escaped(text: Any, at: int) -> tuple[Any, int]:
    """The character of a `\\uXXXX`, or of two that are a pair of surrogates."""
    last = at + 3 if sys.version_info >= (3, 14) else at + 4  # before, one more had to be there
    if _char(text, last) is None:
        raise _error("Invalid \\uXXXX escape", text, at - 1)
    code = _hexadecimal(text, at)
    at += 4
    is_first = 0xD800 <= code <= 0xDBFF and _char(text, last + 6) is not None
    if is_first and text[at] == "\\" and text[at + 1] == "u":
        second = _hexadecimal(text, at + 2)
        if 0xDC00 <= second <= 0xDFFF:
            return _model(chr)(0x10000 + (code - 0xD800) * 1024 + (second - 0xDC00)), at + 6
    return _model(chr)(code), at


def _hexadecimal(text: Any, at: int) -> Any:
    code: Any = 0
    for place in range(at, at + 4):
        digit = _model(ord)(text[place])
        if 48 <= digit <= 57:
            code = code * 16 + (digit - 48)
        elif 97 <= digit <= 102:
            code = code * 16 + (digit - 87)
        elif 65 <= digit <= 70:
            code = code * 16 + (digit - 55)
        else:
            raise _error("Invalid \\uXXXX escape", text, at - 1)
    return code


def _error(says: str, text: Any, at: int) -> Exception:
    from json import JSONDecodeError

    return JSONDecodeError(says, text, at)


def _model(native: Any) -> Callable[..., Any]:
    from wend.run.models import FUNCTIONS  # which is made of this module, too

    model: Callable[..., Any] = FUNCTIONS.get(native, native)
    return model


def scanner_model(scanner: Any, call: Call) -> Callable[..., Any]:
    """What takes the place of a native scanner for one call."""

    def scan(*args: Any, **keywords: Any) -> Any:
        if not keywords and SCALARS.issuperset(map(type, args)):
            return scanner(*args)
        if not mentions_tracked((*args, *keywords.values())):
            return scanner(*args, **keywords)
        try:
            given = inspect.signature(_scan_once).bind(*args, **keywords).arguments
        except TypeError:
            return scanner(*args, **keywords)  # which says it in its own words
        if given["idx"] < 0:  # Python's own scanner would begin at the end
            raise ValueError("idx cannot be negative")
        decoder: Any = importlib.import_module("json.decoder")
        context = SimpleNamespace(
            **{name: getattr(scanner, name) for name in _OPTIONS if hasattr(scanner, name)},
            parse_string=decoder.scanstring,
            parse_object=decoder.JSONObject,
            parse_array=decoder.JSONArray,
            memo={},
        )
        made = call(_make_scanner())(context)
        try:
            return call(made)(*args, **keywords)
        except decoder.JSONDecodeError as error:
            if error.msg != "Expecting value":
                raise
            at = error.pos
        except StopIteration as error:
            at = error.value
        raise StopIteration(at)  # out here, where nothing else is handled

    return scan


_OPTIONS = (
    "strict", "object_hook", "object_pairs_hook", "parse_float", "parse_int", "parse_constant",
    "array_hook",
)  # fmt: skip
"""What a native scanner was made with; `array_hook` is new in Python 3.15."""


@functools.cache
def _make_scanner() -> FunctionType:
    """Python's own scanner, with the digits of the native one: before 3.13 it takes others, too."""
    scanner: Any = importlib.import_module("json.scanner")
    known = scanner.NUMBER_RE
    numbers = re.compile(known.pattern, known.flags & ~re.UNICODE | re.ASCII)
    names = {**vars(scanner), "NUMBER_RE": numbers}
    function = scanner.py_make_scanner
    return FunctionType(function.__code__, names, function.__name__)


def _scan_once(string: Any, idx: Any) -> None:
    """How a native scanner is called."""


def encoder_model(native: Any, call: Call) -> Callable[..., Any]:
    """What takes the place of the native encoder's class."""

    def encoder(*args: Any, **keywords: Any) -> Any:
        made = native(*args, **keywords)

        def spell_float(number: Any) -> Any:
            if type(number) in TRACKED:
                if number - number == 0:
                    return call(float.__repr__)(number)
                if number != number:  # the native encoder takes real floats only
                    number = math.nan
                else:
                    number = math.inf if number > 0 else -math.inf
            return made(number, 0)[0]  # or raises what Python raises

        def encode(value: Any, level: int) -> Any:
            if _is_plain(value):
                return made(value, level)
            module: Any = importlib.import_module("json.encoder")
            write = call(module._make_iterencode)(*args[:4], spell_float, *args[4:8], True)
            return call(write)(value, level)

        return encode

    return encoder


def _is_plain(value: Any, depth: int = 20) -> bool:
    """Whether there is nothing tracked in a value, and nothing that `default` is asked about."""
    cls = type(value)
    if cls in _SCALARS:
        return True
    if cls is dict:
        value = [*value, *value.values()]
    elif cls is not list and cls is not tuple:
        return False
    if _SCALARS.issuperset(map(type, value)):
        return True
    return depth > 0 and all(_is_plain(item, depth - 1) for item in value)
