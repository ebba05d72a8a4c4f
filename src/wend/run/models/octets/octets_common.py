"""Models of the methods and operators of `bytes` and `bytearray`: those of text, on Latin-1.

A model takes the bytes as text (`tracked.octets.view`) and gives text back where its original
gives bytes; what it is not made for it refuses, and the original is called with plain values.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import operator
from collections.abc import Callable, Iterable, Iterator
from types import GeneratorType
from typing import Any

from wend.expr import build
from wend.expr.build import integer
from wend.run.models.text import text_common, text_search
from wend.run.models.text.text_common import (
    MISSING,
    REFUSED,
    Refused,
    arity,
    asking,
    join,
    without_terms,
)
from wend.run.tracked.decisions import decide, decide_value
from wend.run.tracked.lift import TRACKED, int_term, plain, value_of
from wend.run.tracked.octets import (
    BareByteArray,
    SymByteArray,
    SymBytes,
    adopted,
    array,
    bytes_of,
    has_bytes,
    is_bare,
    is_in_memory,
    octets,
    of_memory,
    view,
)
from wend.run.tracked.places import fit
from wend.run.tracked.text import lose_all

Model = Callable[..., Any]

METHODS: dict[type, dict[str, Model]] = {bytes: {}, bytearray: {}, BareByteArray: {}}
"""The models of methods of plain bytes: they look at the arguments first."""

_CLASSES: tuple[tuple[type, type], ...] = ((SymBytes, bytes), (BareByteArray, bytearray))


NATIVE_WHERE_BARE = frozenset(
    (
        "__contains__", "__delitem__", "__getitem__", "__len__", "__setitem__", "append", "clear",
        "count", "decode", "endswith", "find", "hex", "index", "insert", "isalnum", "isalpha",
        "isascii", "isdigit", "islower", "isspace", "istitle", "isupper", "pop", "remove",
        "reverse", "rfind", "rindex", "startswith",
    )
)  # fmt: skip
"""What C code does to a bytearray that holds nothing tracked; none of it makes another one."""


# How methods are given to both classes


def install(cls: type, name: str, method: Callable[..., Any]) -> None:
    """Gives tracked bytes a method."""
    native = getattr(cls.__mro__[-2], name, None)
    method.__name__ = name
    method.__qualname__ = f"{cls.__name__}.{name}"
    method.__doc__ = native.__doc__
    setattr(cls, name, method)


def method(name: str, *keywords: str, is_text: bool = False) -> Callable[[Model], Model]:
    """Registers the model of a method; `keywords` name the arguments that may be given by name.

    The text that it gives stands for bytes, unless `is_text` says that it is text.
    """

    def register(model: Model) -> Model:
        for cls, native in _CLASSES:
            _register(name, keywords, model, cls, native, is_text)
        return model

    return register


def _register(
    name: str, keywords: tuple[str, ...], model: Model, cls: type, native: type, is_text: bool
) -> None:
    ask = asking(model, keywords)
    original = getattr(native, name)

    def of_tracked(self: Any, /, *args: Any, **named: Any) -> Any:
        if is_bare(self) and not concerns((*args, *named.values())):
            return adopted(original(self, *args, **named))
        made = ask(view(self), args, named)
        if made is REFUSED:
            return without_terms(original, self, args, named)
        return made if is_text else shown_as(native, made)

    def of_plain(self: Any, /, *args: Any, **named: Any) -> Any:
        if not concerns((*args, *named.values())):
            return original(self, *args, **named)
        return of_tracked(self, *args, **named)

    if cls is BareByteArray and name in NATIVE_WHERE_BARE:
        METHODS[cls][name] = of_plain
        cls = SymByteArray
    install(cls, name, of_tracked)
    if arity(model)[1]:
        METHODS[native][name] = of_plain


def concerns(args: Iterable[Any]) -> bool:
    """Whether an argument is tracked, or is one that may hold such."""
    for arg in args:
        cls = type(arg)
        if cls not in _WITHOUT and not (cls is list and _INTS.issuperset(map(type, arg))):
            return True
    return False


_INTS = frozenset((int,))
_WITHOUT = frozenset((int, bool, str, bytes, bytearray, BareByteArray, type(None), memoryview))


def shown_as(native: type, made: Any) -> Any:
    """The result of a model, with bytes in place of text."""
    if isinstance(made, str):
        return octets(made) if native is bytes else array(made)
    if type(made) is list or type(made) is tuple:
        return type(made)([shown_as(native, each) for each in made])
    return made


# Arguments


def as_part(value: Any) -> str:
    """An argument that has bytes, as text."""
    if has_bytes(value) or is_in_memory(value):
        return view(value)
    raise Refused


def as_part_or_byte(value: Any) -> str:
    if type(value) in TRACKED or isinstance(value, int):
        with contextlib.suppress(ValueError):
            return bytes_of((value,))
        b"".find(value_of(value))  # raises what Python raises
    return as_part(value)


def _affixes(affix: Any) -> Any:
    return tuple(map(as_part, affix)) if isinstance(affix, tuple) else as_part(affix)


def _part_if_given(value: Any) -> Any:
    return value if value is None or value is MISSING else as_part(value)


def settled_count(count: Any) -> Any:
    """A number of bytes as a plain int; a tracked one is decided, all negative ones are alike."""
    if type(count) not in TRACKED:
        return operator.index(count)
    term, number = int_term(count), value_of(count)
    if term is None:
        return number  # which Python refuses
    if decide(build.ge(term, integer(0)), number >= 0, "value"):
        return decide_value(term, int(number))
    fit(count)
    return int(number)


# Methods that do to bytes what they do to text


def _like_text(model: Model, *reads: Callable[[Any], Any], keywords: str = "", **own: Any) -> None:
    """Registers the model of a method of text for the method of bytes with the same name.

    `reads` make text of its first arguments; `own` is what differs for bytes.
    """

    @functools.wraps(model)
    def of_bytes(value: str, *args: Any) -> Any:
        shown = [read(arg) for read, arg in zip(reads, args, strict=False)]
        return model(value, *shown, *args[len(reads) :], **own)

    method(model.__name__, *keywords.split())(of_bytes)


SPACES = " \t\n\r\v\f"

for _model in (text_search.find, text_search.rfind, text_search.count):
    _like_text(_model, as_part_or_byte)
for _model in (text_search.index, text_search.rindex):
    _like_text(_model, as_part_or_byte, kind="subsection")
for _model in (text_search.startswith, text_search.endswith):
    _like_text(_model, _affixes)
for _model in (
    text_search.removeprefix,
    text_search.removesuffix,
    text_search.partition,
    text_search.rpartition,
):
    _like_text(_model, as_part)
for _model in (text_search.split, text_search.rsplit):
    _like_text(_model, _part_if_given, keywords="sep maxsplit", spaces=SPACES)
for _model in (text_search.strip, text_search.lstrip, text_search.rstrip):
    _like_text(_model, _part_if_given, spaces=SPACES)
_like_text(text_search.splitlines, keywords="keepends", ends="\n\r")
_like_text(text_search.replace, as_part, as_part)
for _model in (text_common.ljust, text_common.rjust, text_common.center):
    _like_text(_model, lambda width: width, _part_if_given)
_like_text(text_common.zfill)
_like_text(text_common.expandtabs, keywords="tabsize")


# Bytes put together


@method("join")
def joined(separator: str, parts: Any) -> Any:
    if isinstance(parts, str | int) or not hasattr(type(parts), "__iter__"):
        raise Refused
    items = list(map(of_memory, parts))
    for item in items:
        if not has_bytes(item):
            return b"".join(map(plain, items))  # raises what Python raises
    return join(separator, [view(item) for item in items])


_join_any = METHODS[bytes]["join"]


def _join_plain(self: bytes, /, *args: Any, **named: Any) -> Any:
    """By far the most frequent call: a list of what holds nothing tracked."""
    if len(args) == 1 and not named:
        parts = args[0]
        if (type(parts) is list or type(parts) is tuple) and _BARE.issuperset(map(type, parts)):
            return bytes.join(self, parts)
    return _join_any(self, *args, **named)


METHODS[bytes]["join"] = _join_plain
_BARE = frozenset((bytes, BareByteArray))


def bytes_of_items(items: Iterator[Any]) -> Any:
    """bytes(items)"""
    made: list[int] = []
    for each in items:
        if type(each) is not int or not 0 <= each <= 255:
            return octets(bytes_of(itertools.chain(made, (each,), items)))
        made.append(each)
    return bytes(made)


GOING = frozenset((GeneratorType, map, filter))
"""What gives items one after the other, and has nothing else to say."""


# What is not overridden elsewhere


def _without_model(name: str, native: type) -> Callable[..., Any]:
    original = getattr(native, name)

    def call(self: Any, /, *args: Any, **named: Any) -> Any:
        made = original(plain(self), *map(plain, args), **{k: plain(v) for k, v in named.items()})
        if made is not NotImplemented:
            lose_all((self, *args, *named.values()), f"{native.__name__}.{name} has no model")
        return made

    return call


SAME_FOR_ALL_BYTES = frozenset(
    (
        "__alloc__", "__buffer__", "__class__", "__delattr__", "__dict__", "__dir__", "__doc__",
        "__getattribute__", "__hash__", "__init__", "__init_subclass__", "__module__", "__new__",
        "__release_buffer__", "__setattr__", "__sizeof__", "__subclasshook__", "__weakref__",
        "fromhex", "maketrans",
    )
)  # fmt: skip
"""What need not be overridden; `fromhex` and `maketrans` are called without bytes of their own."""


def complete() -> None:
    """Gives methods without a model one that notes what is lost."""
    for cls, native in _CLASSES:
        for name in dir(native):
            if not (overrides(cls, name) or name in SAME_FOR_ALL_BYTES | NATIVE_WHERE_BARE):
                install(cls, name, _without_model(name, native))


def overrides(cls: type, name: str) -> bool:
    """Whether a class of tracked bytes has a method of its own."""
    return any(name in base.__dict__ for base in cls.__mro__[:-2])
