"""`io.StringIO` and `io.BytesIO` that hold tracked text or bytes.

A stream of the code under test is always one of ours, since anything may be written into it. As
long as nothing tracked is, its class is a plain one that does as the native class does; with the
first tracked value it becomes a tracked one, which has its content twice: with terms
(`stream_content`), and in the native stream that it is. What is done is done to both: the first
says what it depends on, the second what comes out, and native code that is given the stream finds
there what it expects. It is plain again from then on: what such code does there, nobody sees.
"""

from __future__ import annotations

import contextlib
import copyreg
import io
import sys
from collections.abc import Callable, Iterable
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any, ClassVar

from wend.run import recorder
from wend.run.calls.opaque import guarded
from wend.run.models.library.stream_content import Content
from wend.run.models.text.spelling import text_of
from wend.run.models.text.text_common import Refused
from wend.run.operations.plain_values import PLAIN, are_plain
from wend.run.tracked import text
from wend.run.tracked.lift import BARE, FOLLOWED, STREAMS, TEXTS, TRACKED, plain
from wend.run.tracked.octets import ARRAYS, LATIN, SymByteArray, is_bare, octets, view

_CLASS = object.__dict__["__class__"]


# Plain streams


class _Plain:
    """What both plain classes have in common."""

    __slots__ = ()

    _wend_native: ClassVar[Any]
    """The class that it stands for."""
    _wend_tracked: ClassVar[Any]
    """The class of those that hold something tracked."""
    _wend_content: Content

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return self._wend_native  # type: ignore[no-any-return]

    def __del__(self) -> None:
        """Nothing: the native class is not asked to finalize its own objects either."""

    def __reduce_ex__(self, protocol: Any) -> Any:
        made = self._wend_native.__reduce_ex__(self, protocol)
        is_by_class = made[0] is copyreg.__newobj__  # type: ignore[attr-defined]
        return (made[0], (self._wend_native,), *made[2:]) if is_by_class else made

    def writelines(self, lines: Iterable[Any], /) -> None:
        if self.closed:  # type: ignore[attr-defined]
            self._wend_native.writelines(self, ())  # raises what Python raises
        write = METHODS[self._wend_native]["write"]
        for line in lines:
            write(self, line)


class PlainStringIO(_Plain, io.StringIO):
    """A StringIO that holds nothing tracked yet."""

    __slots__ = ("_wend_content",)

    _wend_native = io.StringIO

    def _wend_now(self) -> Content:
        state: Any = io.StringIO.__getstate__(self)
        value, newline, place, _ = state
        return Content(value, place, newline)


class PlainBytesIO(_Plain, io.BytesIO):
    """A BytesIO that holds nothing tracked yet."""

    __slots__ = ("_wend_content",)

    _wend_native = io.BytesIO

    def _wend_now(self) -> Content:
        state: Any = io.BytesIO.__getstate__(self)
        value, place, _ = state
        return Content(value.decode(LATIN), place, is_of_bytes=True)


def _concerns(value: Any) -> bool:
    cls = type(value)
    return cls in TRACKED or (cls in TEXTS and not is_bare(value))


def _method(native: type, name: str) -> Callable[..., Any]:
    """What takes the place of a native method: with a tracked argument, a stream becomes one."""
    original = getattr(native, name)

    def method(stream: Any, /, *args: Any, **keywords: Any) -> Any:
        cls = type(stream)
        if cls in BARE and args and _concerns(args[0]) and not keywords and not stream.closed:
            cls = type(followed(stream))
        if cls in STREAMS:  # perhaps since the method was read
            return getattr(cls, name)(stream, *args, **keywords)
        return guarded(original, stream, *args, **keywords)

    return method


def followed(stream: Any) -> Any:
    """A plain stream as a tracked one, from now on."""
    stream._wend_content = stream._wend_now()
    _CLASS.__set__(stream, stream._wend_tracked)
    return stream


# Tracked streams


def _modelled(name: str, operation: Callable[[Any], Callable[..., Any]]) -> Callable[..., Any]:
    """A method that does the same with the content that has terms and with the native stream."""

    def method(self: Any, /, *args: Any, **keywords: Any) -> Any:
        if keywords:
            getattr(self._wend_native, name)(self, *args, **keywords)  # raises what Python raises
        return _both(self, name, args, operation)

    method.__name__ = name
    return method


class _Tracked:
    """What both tracked classes have in common."""

    __slots__ = ()

    _wend_native: ClassVar[Any]
    _wend_plain: ClassVar[Any]
    _wend_content: Content

    def _wend_lose(self, why: str) -> None:
        """It is a plain stream again, and goes on without its terms."""
        text.lose_all(self._wend_content.held(), why)
        _CLASS.__set__(self, self._wend_plain)

    read = _modelled("read", lambda stream: stream._wend_content.read)
    readline = _modelled("readline", lambda stream: stream._wend_content.line)
    tell = _modelled("tell", lambda stream: stream._wend_content.told)
    getvalue = _modelled("getvalue", lambda stream: lambda: stream._wend_content.text)
    seek = _modelled("seek", lambda stream: stream._wend_content.seek)
    truncate = _modelled("truncate", lambda stream: stream._wend_content.truncate)
    write = _modelled(
        "write", lambda stream: lambda each: stream._wend_content.write(stream._wend_part(each))
    )

    def __next__(self) -> Any:
        line = self.readline()
        if plain(line):
            return line
        raise StopIteration

    def _wend_part(self, value: Any) -> str:
        """What is written, as text."""
        raise NotImplementedError

    def _wend_shown(self, made: str) -> Any:
        """Text as what is read."""
        raise NotImplementedError

    def __init__(self, *args: Any, **keywords: Any) -> None:
        _lost(self, "__init__", args, keywords)

    def __getstate__(self) -> Any:
        return _lost(self, "__getstate__", ())

    def __setstate__(self, *args: Any) -> Any:
        return _lost(self, "__setstate__", args)


class SymStringIO(_Tracked, PlainStringIO):
    """A StringIO with characters, or a length, that depend on the inputs."""

    __slots__ = ()

    def _wend_part(self, value: Any) -> str:
        if not isinstance(value, str):
            raise Refused
        return value if type(value) in TEXTS else text.raw(value)

    def _wend_shown(self, made: str) -> Any:
        return made

    @property
    def newlines(self) -> Any:  # type: ignore[override]
        if self._wend_content.newline in (None, ""):
            text.lose_all(self._wend_content.held(), "the stream was asked for its newlines")
        return io.StringIO.__dict__["newlines"].__get__(self)


class SymBytesIO(_Tracked, PlainBytesIO):
    """A BytesIO with bytes, or a length, that depend on the inputs."""

    __slots__ = ()

    def _wend_part(self, value: Any) -> str:
        try:
            return view(value)
        except TypeError:
            raise Refused from None

    def _wend_shown(self, made: str) -> Any:
        return octets(made)

    read1 = _modelled("read1", lambda stream: stream._wend_content.read)

    def readlines(self, *args: Any) -> Any:
        if len(args) > 1 or not (args == () or args[0] is None or isinstance(args[0], int)):
            return _refused(self, "readlines", args)
        most, total = args[0] if args and args[0] is not None else 0, 0
        lines = []
        while plain(line := self.readline()):
            lines.append(line)
            total += len(line)
            if total >= most > 0:
                break
        return lines

    def readinto(self, *args: Any) -> Any:
        if len(args) != 1 or type(args[0]) not in ARRAYS or self.closed:
            return _refused(self, "readinto", args)
        made = self.read(len(args[0]))
        SymByteArray.__setitem__(args[0], slice(len(made)), made)
        return len(made)

    readinto1 = readinto

    def getbuffer(self) -> Any:
        return _lost(self, "getbuffer", ())


_UNDONE = object()


def _both(
    stream: Any, name: str, args: tuple[Any, ...], operation: Callable[[Any], Callable[..., Any]]
) -> Any:
    native = getattr(stream._wend_native, name)
    least, most = _ARITY.get(name, (0, 0))
    if type(stream) in BARE:  # it was tracked when the method was read
        return METHODS[stream._wend_native][name](stream, *args)
    if stream.closed or not least <= len(args) <= most:
        return native(stream, *map(plain, args))
    made = _UNDONE
    with contextlib.suppress(Refused):
        made = operation(stream)(*args)
    if made is _UNDONE:  # what is raised now has no context of ours
        return _refused(stream, name, args)
    try:
        result = native(stream, *map(plain, args))
    except BaseException:  # there is no memory for it, say
        stream._wend_lose(f"{name} of the stream failed")
        raise
    made = stream._wend_shown(made) if isinstance(made, str) else made
    if plain(made) == result:
        _relax(stream)
        return made
    says = f"{name} of a stream does otherwise than its model: its result is taken as it came"
    recorder.current.note_here("opaque-call", says, name=f"io.{name}")
    stream._wend_lose(f"{name} of the stream has no model")
    return result


_ARITY = {
    **dict.fromkeys(("read", "read1", "readline", "truncate"), (0, 1)),
    "seek": (1, 2),
    "write": (1, 1),
}


def _refused(stream: Any, name: str, args: tuple[Any, ...]) -> Any:
    """What the native stream does with arguments that the model is not made for: it raises. The
    table of the library takes what calls `_lost` itself for opaque."""
    return _lost(stream, name, args)


def _lost(
    stream: Any, name: str, args: tuple[Any, ...], keywords: dict[str, Any] | None = None
) -> Any:
    """What the native stream does; what it changes has no terms."""
    why = f"{name} of the stream has no model"
    named = {key: plain(value) for key, value in (keywords or {}).items()}
    try:
        made = getattr(stream._wend_native, name)(stream, *map(plain, args), **named)
    except TypeError:
        raise  # which tells of types
    except Exception:
        text.lose_all(args, why)
        raise
    text.lose_all((*args, *(keywords or {}).values()), why)
    if type(stream) in STREAMS:
        stream._wend_lose(why)
    return made


def _relax(stream: Any) -> None:
    """Makes a stream plain that has nothing tracked any more."""
    if type(stream) in STREAMS and stream._wend_content.is_plain():
        _CLASS.__set__(stream, stream._wend_plain)


_PLAIN: tuple[Any, ...] = (PlainStringIO, PlainBytesIO)
_TRACKED: tuple[Any, ...] = (SymStringIO, SymBytesIO)
for _plain, _tracked in zip(_PLAIN, _TRACKED, strict=True):
    _plain._wend_tracked, _tracked._wend_plain = _tracked, _plain
    for _cls in (_plain, _tracked):
        # The class is called what it behaves as.
        _cls.__name__ = _cls.__qualname__ = _plain._wend_native.__name__
        _cls.__module__, _cls.__doc__ = "_io", _plain._wend_native.__doc__
    BARE.add(_plain)
    STREAMS.add(_tracked)
    FOLLOWED.add(_tracked)


# Where they come from, and how native methods find them


def _making(cls: Any) -> Callable[..., Any]:
    def make(*args: Any, **keywords: Any) -> Any:
        values = (*args, *keywords.values())
        if not any(map(_concerns, values)):
            return cls(*args, **keywords)
        named = {key: plain(value) for key, value in keywords.items()}
        made = cls(*map(plain, args), **named)
        initial = (
            values[0] if args else keywords.get("initial_value", keywords.get("initial_bytes"))
        )
        text.lose_all([value for value in values if value is not initial], "newlines have no terms")
        if _concerns(initial):
            content = followed(made)._wend_content
            content.text = content.as_written(made._wend_part(initial))
        return made

    return make


def printing(call: Callable[[Any], Any], otherwise: Callable[..., Any]) -> Callable[..., Any]:
    """The model of `print`: what is printed into a stream, somebody may read."""

    def model(*args: Any, **keywords: Any) -> None:
        file = keywords.get("file")
        if type(file) is PlainStringIO and _is_plainly_printed(args, keywords):
            print(*args, **keywords)
            return None
        file = sys.stdout if file is None else file
        write = getattr(file, "write", None)
        is_ours = type(file) in BARE or type(write) is MethodType
        words = [keywords.get(name) for name in ("sep", "end")]
        if (
            not is_ours
            or not _PRINTING.issuperset(keywords)
            or not all(word is None or isinstance(word, str) for word in words)
        ):
            return otherwise(*args, **keywords)  # type: ignore[no-any-return]
        write = call(write)
        between, end = words
        for at, value in enumerate(args):
            if at:
                write(" " if between is None else between)
            write(text_of(value))
        write("\n" if end is None else end)
        if keywords.get("flush"):
            call(file.flush)()

    return model


def _is_plainly_printed(args: tuple[Any, ...], keywords: dict[str, Any]) -> bool:
    """Whether native code may write this into a stream that holds nothing tracked."""
    return (
        are_plain(args)
        and (len(keywords) == 1 or _STREAM_AND_PLAIN.issuperset(map(type, keywords.values())))
        and type(keywords["file"].write) is BuiltinFunctionType
    )


_STREAM_AND_PLAIN = PLAIN | {PlainStringIO}


def asking(otherwise: Callable[..., Any]) -> Callable[..., Any]:
    """The model of `input`, where it reads from a tracked stream."""

    def model(*args: Any) -> Any:
        if type(sys.stdin) not in STREAMS or len(args) > 1:
            return otherwise(*args)
        for prompt in args:
            sys.stdout.write(text_of(prompt))
        line: Any = sys.stdin.readline()
        if not plain(line):
            raise EOFError("EOF when reading a line")
        # Where it ends is decided.
        return text.cut(line, 0, str.__len__(line) - plain(line).endswith("\n"))

    return model


_PRINTING = frozenset(("sep", "end", "file", "flush"))


FUNCTIONS: dict[Any, Callable[..., Any]] = {cls._wend_native: _making(cls) for cls in _PLAIN}
METHODS: dict[type, dict[str, Callable[..., Any]]] = {
    cls: {
        name: _method(plain._wend_native, name)
        for base in (_Tracked, tracked)
        for name, member in vars(base).items()
        if type(member) is FunctionType and hasattr(plain._wend_native, name)
    }
    for plain, tracked in zip(_PLAIN, _TRACKED, strict=True)
    for cls in (plain, tracked, plain._wend_native)
}
