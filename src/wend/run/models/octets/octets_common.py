"""Models of the methods and operators of `bytes` and `bytearray`: those of text, on Latin-1.

A model takes the bytes as text (`tracked.octets.view`) and gives text back where its original
gives bytes; what it is not made for it refuses, and the original is called with plain values.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterable, Iterator
from types import GeneratorType
from typing import Any

from wend.run.models.text import text_search
from wend.run.models.text.text_common import (
    MISSING,
    Refused,
    arity,
    as_count,
    as_truth,
    join,
    positional,
)
from wend.run.models.text.text_common import center as center_text
from wend.run.models.text.text_common import expandtabs as expandtabs_text
from wend.run.models.text.text_common import ljust as ljust_text
from wend.run.models.text.text_common import rjust as rjust_text
from wend.run.models.text.text_common import zfill as zfill_text
from wend.run.tracked.lift import FOLLOWED, TRACKED, plain, value_of
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
from wend.run.tracked.text import lose_all, settle

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
    least, most = arity(model)
    original = getattr(native, name)

    def of_tracked(self: Any, /, *args: Any, **named: Any) -> Any:
        if is_bare(self) and not concerns((*args, *named.values())):
            return adopted(original(self, *args, **named))
        given = positional(args, named, keywords)
        if given is not None and least <= len(given) <= most:
            try:
                made = model(view(self), *given)
                return made if is_text else shown_as(native, made)
            except Refused:
                pass
        return without_terms(original, self, args, named)

    def of_plain(self: Any, /, *args: Any, **named: Any) -> Any:
        if not concerns((*args, *named.values())):
            return original(self, *args, **named)
        return of_tracked(self, *args, **named)

    if cls is BareByteArray and name in NATIVE_WHERE_BARE:
        METHODS[cls][name] = of_plain
        cls = SymByteArray
    install(cls, name, of_tracked)
    if most:
        METHODS[native][name] = of_plain


def concerns(args: Iterable[Any]) -> bool:
    """Whether an argument is tracked, or is one that may hold such."""
    return any(
        (type(arg) in FOLLOWED and not is_bare(arg)) or type(arg) not in _WITHOUT for arg in args
    )


_WITHOUT = frozenset((int, bool, str, bytes, bytearray, BareByteArray, type(None), memoryview))


def shown_as(native: type, made: Any) -> Any:
    """The result of a model, with bytes in place of text."""
    if isinstance(made, str):
        return octets(made) if native is bytes else array(made)
    if type(made) is list or type(made) is tuple:
        return type(made)([shown_as(native, each) for each in made])
    return made


def without_terms(original: Any, value: Any, args: Iterable[Any], named: dict[str, Any]) -> Any:
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


def _fill(value: Any) -> Any:
    return MISSING if value is MISSING else as_part(value)


# Looking for something


@method("find")
def find(value: str, part: Any, start: Any = None, end: Any = None) -> Any:
    return text_search.find(value, as_part_or_byte(part), start, end)


@method("rfind")
def rfind(value: str, part: Any, start: Any = None, end: Any = None) -> Any:
    return text_search.rfind(value, as_part_or_byte(part), start, end)


@method("index")
def index(value: str, part: Any, start: Any = None, end: Any = None) -> Any:
    return _present(find(value, part, start, end))


@method("rindex")
def rindex(value: str, part: Any, start: Any = None, end: Any = None) -> Any:
    return _present(rfind(value, part, start, end))


def _present(at: Any) -> Any:
    if type(at) is int and at < 0:
        raise ValueError("subsection not found")
    return at


@method("count")
def count(value: str, part: Any, start: Any = None, end: Any = None) -> Any:
    return text_search.count(value, as_part_or_byte(part), start, end)


def _affixes(affix: Any) -> Any:
    return tuple(map(as_part, affix)) if isinstance(affix, tuple) else as_part(affix)


@method("startswith")
def startswith(value: str, prefix: Any, start: Any = None, end: Any = None) -> Any:
    return text_search.startswith(value, _affixes(prefix), start, end)


@method("endswith")
def endswith(value: str, suffix: Any, start: Any = None, end: Any = None) -> Any:
    return text_search.endswith(value, _affixes(suffix), start, end)


@method("removeprefix")
def removeprefix(value: str, prefix: Any) -> Any:
    return text_search.removeprefix(value, as_part(prefix))


@method("removesuffix")
def removesuffix(value: str, suffix: Any) -> Any:
    return text_search.removesuffix(value, as_part(suffix))


# Parts

SPACES = " \t\n\r\v\f"


@method("partition")
def partition(value: str, separator: Any) -> Any:
    return text_search.partition(value, as_part(separator))


@method("rpartition")
def rpartition(value: str, separator: Any) -> Any:
    return text_search.rpartition(value, as_part(separator))


@method("split", "sep", "maxsplit")
def split(value: str, sep: Any = MISSING, maxsplit: Any = MISSING) -> Any:
    if sep is not None and sep is not MISSING:
        return text_search.split(value, as_part(sep), maxsplit)
    most = as_count(maxsplit)
    settle(value)
    return text_search.words(value, most, SPACES)


@method("rsplit", "sep", "maxsplit")
def rsplit(value: str, sep: Any = MISSING, maxsplit: Any = MISSING) -> Any:
    if sep is not None and sep is not MISSING:
        return text_search.rsplit(value, as_part(sep), maxsplit)
    most = as_count(maxsplit)
    settle(value)
    return text_search.words_from_the_back(value, most, SPACES)


@method("splitlines", "keepends")
def splitlines(value: str, keepends: Any = MISSING) -> Any:
    return text_search.lines(value, as_truth(keepends), "\n\r")


def _ends(name: str) -> None:
    strip = getattr(text_search, name)

    @method(name)
    def model(value: str, chars: Any = None) -> Any:
        return strip(value, SPACES if chars is None else as_part(chars))


_ends("strip")
_ends("lstrip")
_ends("rstrip")


# Bytes put together


@method("replace")
def replace(value: str, old: Any, new: Any, count: Any = MISSING) -> Any:
    return text_search.replace(value, as_part(old), as_part(new), count)


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


@method("ljust")
def ljust(value: str, width: Any, fill: Any = MISSING) -> Any:
    return ljust_text(value, width, _fill(fill))


@method("rjust")
def rjust(value: str, width: Any, fill: Any = MISSING) -> Any:
    return rjust_text(value, width, _fill(fill))


@method("center")
def center(value: str, width: Any, fill: Any = MISSING) -> Any:
    return center_text(value, width, _fill(fill))


@method("zfill")
def zfill(value: str, width: Any) -> Any:
    return zfill_text(value, width)


@method("expandtabs", "tabsize")
def expandtabs(value: str, tabsize: Any = MISSING) -> Any:
    return expandtabs_text(value, tabsize)


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
