"""Values as text: what `str`, `repr`, `ascii` and `format` make of them.

Text that comes of something tracked is kept unread (`tracked.pieces`): nothing is decided until
somebody looks at it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

from wend.run.disguised_frames import uncounted
from wend.run.models.text.numerals import NumberPiece, number
from wend.run.models.text.padding import Escaped, Quoted, escaped, shaped
from wend.run.operations.plain_values import PLAIN
from wend.run.operations.set_operators import iterated
from wend.run.tracked import SymBool, SymInt
from wend.run.tracked.decisions import decide_value
from wend.run.tracked.lift import FOLLOWED, OCTETS, TRACKED, own_method, plain
from wend.run.tracked.listing import SymList
from wend.run.tracked.octets import BareByteArray, SymByteArray, SymBytes, view
from wend.run.tracked.pieces import Piece
from wend.run.tracked.text import SymStr, lose, lose_all, raw, unread

# Whole values


@uncounted
def text_of(value: Any) -> Any:
    """str(value)"""
    cls = type(value)
    if cls in PLAIN:
        return str(value)
    if cls is SymStr:
        return value
    if cls in TRACKED:
        return unread((number(value),))
    if cls in OCTETS:
        return repr_of(value)
    method = own_method(cls, "__str__")
    if type(method) is FunctionType:
        return _checked(method(value), value, "__str__")
    if method is object.__dict__["__str__"]:
        return repr_of(value)
    if method is BaseException.__dict__["__str__"] and len(value.args) > 0:
        return text_of(value.args[0]) if len(value.args) == 1 else repr_of(value.args)
    if method is KeyError.__dict__["__str__"] and len(value.args) == 1:
        return repr_of(value.args[0])
    if method in _BY_FIELDS:
        return _error_of_fields(value, method)
    return _native(str, value)


_BY_FIELDS = tuple(cls.__dict__["__str__"] for cls in (OSError, ImportError, SyntaxError))
"""The `__str__` of errors that show what they hold beside their arguments."""


def _error_of_fields(value: Any, method: Any) -> Any:
    if method is _BY_FIELDS[0]:
        number, says = value.errno, value.strerror
        names = [each for each in (value.filename, value.filename2) if each is not None]
        if names or (number is not None and says is not None):
            named = f": {' -> '.join('?' * len(names))}" if names else ""
            shown = [text_of(number), text_of(says), *map(repr_of, names)]
            return _filled("[Errno ?] ?" + named, shown)
    elif method is _BY_FIELDS[1]:
        if type(value.msg) is SymStr:
            return value.msg
    else:
        fields = (value.msg, value.filename, value.lineno)
        if not FOLLOWED.isdisjoint(map(type, fields)):
            lose_all(fields, "the message tells a place")
            told = SyntaxError()
            told.msg, told.filename, told.lineno = map(plain, fields)
            return str(told)
    return _native(str, value)


@uncounted
def repr_of(value: Any) -> Any:
    """repr(value)"""
    cls = type(value)
    if cls in PLAIN:
        return repr(value)
    if cls in TRACKED:
        return unread((number(value),))
    maker = _REPRS.get(cls)
    if maker is not None:
        return maker(value)
    method = own_method(cls, "__repr__")
    if type(method) is FunctionType:
        names = fields_shown(cls)
        if names is not None:
            return _dataclass(value, names)
        return _checked(method(value), value, "__repr__")
    if method is BaseException.__dict__["__repr__"]:
        inside = f"({', '.join('?' * len(value.args))})"
        return _filled(cls.__name__ + inside, [repr_of(arg) for arg in value.args])
    return _native(repr, value)


@uncounted
def ascii_of(value: Any) -> Any:
    """ascii(value)"""
    if type(value) in PLAIN:
        return ascii(value)
    shown = repr_of(value)
    if type(shown) is SymStr:
        return unread((Escaped(shown),))
    return shown if shown.isascii() else escaped(shown)


@uncounted
def format_of(value: Any, spec: Any = "") -> Any:
    """format(value, spec)"""
    cls = type(value)
    if type(spec) is SymStr:
        spec = fixed(spec)
    if cls in PLAIN or type(spec) is not str:
        return format(value, spec)
    if cls is SymStr:
        return shaped(value, spec) if spec else value
    if cls in TRACKED:
        return unread((number(value, spec),))
    method = object.__dict__["__format__"] if cls in OCTETS else own_method(cls, "__format__")
    if type(method) is FunctionType:
        return _checked(method(value, spec), value, "__format__")
    if method is object.__dict__["__format__"] and not spec:
        return text_of(value)
    return _native(format, value, spec)


@uncounted
def formatted(value: Any, conversion: str = "", spec: Any = "") -> Any:
    """What `{value!conversion:spec}` stands for."""
    if not conversion:
        return format_of(value, spec)
    made = CONVERSIONS[conversion](value)
    is_done = type(spec) is str and not spec and (type(made) is str or type(made) is SymStr)
    return made if is_done else format_of(made, spec)


CONVERSIONS: dict[str, Callable[[Any], Any]] = {"s": text_of, "r": repr_of, "a": ascii_of}


def joined(*parts: Any) -> Any:
    """The parts of an f-string, one after the other."""
    if len(parts) == 1:
        return parts[0]
    if _ONLY_STR.issuperset(map(type, parts)):
        return "".join(parts)
    return unread([part if type(part) is SymStr else str.__str__(part) for part in parts])


_ONLY_STR = frozenset((str,))


def say(error: BaseException, value: Any) -> None:
    """Puts the text of a tracked value into the message that Python made for its plain one."""
    shown = repr_of(value)
    if type(shown) is SymStr and len(error.args) == 1 and type(error.args[0]) is str:
        before, found, after = error.args[0].partition(raw(shown))
        error.args = (unread((before, shown, after)),) if found else error.args


def fixed(value: str) -> str:
    """Tracked text as plain text: numbers in it are decided, other things noted as lost."""
    if type(value) is not SymStr:
        return value
    if value._wend_parts is None:
        return lose(value, "the text says how another is formatted")
    made = []
    for part in value._wend_parts:
        if type(part) is NumberPiece and part.layout is not None:
            made.append(part.make(decide_value(part.term, part.value)))
        elif isinstance(part, Piece):
            part.lose("the text says how another is formatted")
            made.append(part.text)
        else:
            made.append(fixed(part))
    return "".join(made)


_NATIVE: dict[str, Callable[[Any], str]] = {"__str__": str, "__repr__": repr, "__format__": format}


def _checked(made: Any, value: Any, method: str) -> Any:
    """What a method of a value returned; raises the error of Python itself if it is no text."""
    if not isinstance(made, str):
        cls = type(value)
        names = {"__module__": cls.__module__, "__qualname__": cls.__qualname__}
        refused = type(cls.__name__, (), {**names, method: lambda *given: made})
        _NATIVE[method](refused())
    return made


CALLS_METHODS = frozenset(each.__code__ for each in (text_of, repr_of, format_of))
"""Who calls `__str__` and the like and takes tracked text for an answer, unlike native code."""


@uncounted
def _native(function: Callable[..., Any], value: Any, *args: Any) -> Any:
    """What native code makes of a value; of tracked things in it, it asks for plain text."""
    if issubclass(type(value), UnicodeEncodeError | UnicodeDecodeError):
        lose(value.object, "the message names a character")
    return function(value, *args)


# Containers


_under_way: set[int] = set()
"""Containers that are being shown, to find those that hold themselves."""


def _unless_inside(again: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Shows an object that holds itself as `again` where it is met inside of itself."""

    def guarded(show: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(show)
        def once(value: Any, *args: Any) -> Any:
            if id(value) in _under_way:
                return again
            _under_way.add(id(value))
            try:
                return show(value, *args)
            finally:
                _under_way.discard(id(value))

        return once

    return guarded


def _container(left: str, right: str, native: Callable[[Any], str]) -> Callable[[Any], Any]:
    @_unless_inside(f"{left}...{right}")
    def show(value: Any) -> Any:
        if PLAIN.issuperset(map(type, value)):
            return native(value)
        shown = [repr_of(item) for item in value]
        comma = "," if native is tuple.__repr__ and len(shown) == 1 else ""
        return _separated(left, shown, comma + right)

    return show


@_unless_inside("{...}")
def _dict(value: dict[Any, Any]) -> Any:
    if PLAIN.issuperset(map(type, value)) and PLAIN.issuperset(map(type, value.values())):
        return repr(value)
    shown = [joined(repr_of(k), ": ", repr_of(v)) for k, v in value.items()]
    return _separated("{", shown, "}")


def _set(kind: str, left: str, right: str) -> Callable[[Any], Any]:
    @_unless_inside(f"{kind}(...)")
    def show(value: Any) -> Any:
        if not value or PLAIN.issuperset(map(type, value)):
            return repr(value)
        return _separated(left, [repr_of(item) for item in iterated(value)], right)

    return show


def _separated(left: str, shown: Sequence[str], right: str) -> Any:
    if _ONLY_STR.issuperset(map(type, shown)):
        return f"{left}{', '.join(shown)}{right}"
    parts: list[Any] = [left]
    for at, each in enumerate(shown):
        parts.extend((", ", each) if at else (each,))
    return joined(*parts, right)


def _filled(pattern: str, shown: Sequence[str]) -> Any:
    """The pattern with the texts in place of its question marks."""
    parts: list[Any] = []
    for at, literal in enumerate(pattern.split("?")):
        parts.extend((shown[at - 1], literal) if at else (literal,))
    return joined(*parts)


def fields_shown(cls: type) -> list[str] | None:
    """The fields that the `__repr__` which `dataclass` made shows; it has no source of its own."""
    owner = next((base for base in cls.__mro__ if "__repr__" in base.__dict__), object)
    made = getattr(owner.__dict__["__repr__"], "__wrapped__", None)
    fields = owner.__dict__.get("__dataclass_fields__")
    if fields is None or made is None or made.__code__.co_filename != "<string>":
        return None
    return [name for name, field in fields.items() if field.repr and field._field_type is _FIELD()]


def _FIELD() -> Any:
    import dataclasses  # the code under test has it, if it gets here

    return dataclasses._FIELD  # type: ignore[attr-defined]


@_unless_inside("...")
def _dataclass(value: Any, names: Sequence[str]) -> Any:
    shown = [joined(f"{name}=", repr_of(getattr(value, name))) for name in names]
    return _separated(f"{value.__class__.__qualname__}(", shown, ")")


_REPRS: dict[type, Callable[[Any], Any]] = {
    SymStr: lambda value: unread((Quoted(value),)),
    SymBytes: lambda value: unread((Quoted(view(value), bytes),)),
    BareByteArray: bytearray.__repr__,
    SymByteArray: lambda value: unread((Quoted(view(value), bytearray),)),
    list: _container("[", "]", list.__repr__),
    SymList: _container("[", "]", list.__repr__),
    tuple: _container("(", ")", tuple.__repr__),
    dict: _dict,
    set: _set("set", "{", "}"),
    frozenset: _set("frozenset", "frozenset({", "})"),
}


# Models of builtins


def str_model(*args: Any, **keywords: Any) -> Any:
    if len(args) == 1 and not keywords:
        return text_of(args[0])
    if args and type(args[0]) in OCTETS:
        return args[0].decode(*args[1:], **keywords)
    return str(*args, **keywords)


def repr_model(*args: Any) -> Any:
    return repr_of(*args) if len(args) == 1 else repr(*args)


def ascii_model(*args: Any) -> Any:
    return ascii_of(*args) if len(args) == 1 else ascii(*args)


@uncounted
def format_model(*args: Any) -> Any:
    if 1 <= len(args) <= 2:
        return format_of(*args)
    return format(*args)


def _in_base(original: Callable[[Any], str], spec: str) -> Callable[..., Any]:
    def model(*args: Any) -> Any:
        if len(args) == 1 and (type(args[0]) is SymInt or type(args[0]) is SymBool):
            return unread((number(args[0], spec),))
        return original(*args)

    return model


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    str: str_model,
    repr: repr_model,
    ascii: ascii_model,
    format: format_model,
    hex: _in_base(hex, "#x"),
    oct: _in_base(oct, "#o"),
    bin: _in_base(bin, "#b"),
}
