"""`hashlib` and `hmac`: hash objects that remember what went in; a digest is an application of it.

What makes one is asked for when it is met, so that nobody imports `hashlib` for nothing.
"""

from __future__ import annotations

import dataclasses
import functools
import operator
from _operator import _compare_digest
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from wend.run import recorder
from wend.run.calls.applications import plain_sample
from wend.run.calls.opaque import call_plainly, mentions_tracked
from wend.run.tracked.decisions import settled_int
from wend.run.tracked.lift import FED, OCTETS, plain

_NATIVE_MODULES = frozenset(
    ("_hashlib", "_md5", "_sha1", "_sha2", "_sha256", "_sha512", "_sha3", "_blake2")
)
_KNOWN = frozenset(
    (
        *("md5", "sha1", "sha224", "sha256", "sha384", "sha512"),
        *("sha3_224", "sha3_256", "sha3_384", "sha3_512"),
        *("shake_128", "shake_256", "blake2b", "blake2s"),
    )
)


def constructor_model(function: Any) -> Callable[..., Any] | None:
    """What makes a hash object in the place of a native constructor, `hashlib.md5`; None for other
    functions and classes."""
    if function.__module__ not in _NATIVE_MODULES:
        return None
    name = function.__name__.removeprefix("openssl_")
    if function.__module__ == "_hashlib" and name in _OF_OPENSSL:
        return functools.partial(_OF_OPENSSL[name], function)
    if name not in _KNOWN:
        return None
    way = _Way(f"hashlib.{name}", _whole_of(function), function)
    return _constructor(function, way)


def _constructor(function: Any, way: _Way) -> Callable[..., Any]:
    """What makes hash objects, soonest of plain data."""

    def called(*args: Any, **keywords: Any) -> Any:
        is_plain = not args or (len(args) == 1 and type(args[0]) is bytes)
        if keywords or not is_plain or not recorder.is_recording():
            return _constructed(function, way, *args, **keywords)
        made = _new(_class_of(function), way, None, True)
        made._wend_parts.extend(args)
        return made

    return called


@functools.cache
def _class_of(function: Any) -> type[Digest]:
    """The class of what a constructor makes; an error of the native one is raised each time."""
    return _class_for(type(function()))


_DATA = frozenset(("string", "data"))
"""Keywords that give what is to be hashed."""


def _whole_of(function: Any) -> Callable[..., bytes]:
    """What gives the digest of all the data at once."""

    def whole(data: bytes, *length: int, **own: Any) -> bytes:
        return function(data, **own).digest(*length)  # type: ignore[no-any-return]

    return whole


def _constructed(function: Any, way: _Way, /, *args: Any, **keywords: Any) -> Any:
    if not recorder.is_recording():
        return function(*args, **keywords)
    given = {key: value for key, value in keywords.items() if key not in _DATA}
    data = (*args, *[keywords[key] for key in keywords.keys() - given.keys()])
    if len(data) > 1 or mentions_tracked(given.values()):
        return call_plainly(function, args, keywords)
    if len(given) < len(keywords):  # not each of them takes its data by name
        with recorder.quietly():
            function(**{key: plain(value) for key, value in keywords.items()})
    own = {key: value for key, value in given.items() if key != "usedforsecurity"}
    made_by = functools.partial(function, **given)
    hashed = _made(dataclasses.replace(way, make=made_by, keywords=own), made_by())
    for part in data:
        hashed.update(part)
    return hashed


def _new_by_name(function: Any, /, *args: Any, **keywords: Any) -> Any:
    """hashlib.new(name, data)"""
    name, *rest = args or (None,)
    if type(name) is str and name.lower() in _KNOWN:
        return _named(function, name)(*rest, **keywords)
    if mentions_tracked((*args, *keywords.values())):
        return call_plainly(function, args, keywords)
    return function(*args, **keywords)


@functools.cache
def _named(function: Any, name: str) -> Callable[..., Any]:
    made_by = functools.partial(function, name)
    way = _Way(f"hashlib.{name.lower()}", _whole_of(made_by), made_by)
    return _constructor(made_by, way)


def _hmac_new(function: Any, /, key: Any, msg: Any = b"", digestmod: Any = None) -> Any:
    with recorder.quietly():
        native = function(plain(key), b"", digestmod)  # or raises what Python raises

    def whole(key: bytes, data: bytes) -> bytes:
        return function(key, data, digestmod).digest()  # type: ignore[no-any-return]

    made_by = functools.partial(function, plain(key), digestmod=digestmod)
    way = _Way(f"hmac.{native.name.removeprefix('hmac-')}", whole, made_by, (key,))
    hashed = _made(way, native)
    if msg is not None:
        hashed.update(msg)
    return hashed


def _hmac_digest(function: Any, /, key: Any, msg: Any, digest: Any) -> Any:
    if not mentions_tracked((key, msg)):
        return function(key, msg, digest)

    def whole(key: bytes, msg: bytes) -> Any:
        return function(key, msg, digest)

    name = digest.lower() if type(digest) is str else getattr(digest, "__name__", "")
    return call_plainly(whole, (key, msg), {}, name=f"hmac.{name.removeprefix('openssl_')}")


@dataclasses.dataclass(frozen=True, slots=True)
class _Way:
    """How hash objects of one kind come to their digests."""

    name: str
    whole: Callable[..., bytes]
    """Gives the digest of a key, if there is one, and of all the data."""
    make: Callable[..., Any]
    """Makes a native one, which may be given plain data."""
    key: tuple[Any, ...] = ()
    keywords: Mapping[str, Any] = dataclasses.field(default_factory=dict)


class Digest:
    """A hash object; behaves as the native one, which it has beside it as soon as that is asked.

    What only some have, and what is said of attributes that none has, is for a class below this
    one: methods are found more quickly without `__getattr__`.
    """

    __slots__ = ("_fed", "_is_plain", "_native", "_way", "_wend_parts")

    _type: ClassVar[type]
    """Of the native ones."""

    _wend_parts: list[Any]
    """What went in; the twin puts plain bytes there itself (`rewrite.fed`)."""
    _native: Any
    """None until somebody asks: then it gets what is plain."""
    _fed: int
    """How many of the parts the native one was given."""
    _is_plain: bool
    _way: _Way

    @property
    def __class__(self) -> Any:
        return self._type

    @__class__.setter
    def __class__(self, cls: Any) -> None:
        self._beside().__class__ = cls  # raises what Python raises

    def update(self, data: Any, /) -> None:
        if type(data) is not bytes:
            if type(data) in OCTETS:
                data = b"" + data  # which nobody will change
                self._is_plain = self._is_plain and type(data) is bytes
            else:
                self._beside().copy().update(data)  # raises what Python raises
                data = bytes(data)
        self._wend_parts.append(data)

    def _beside(self) -> Any:
        """The native one, for its looks."""
        if self._native is None:
            self._native = self._way.make()
        return self._native

    def _filled(self) -> Any:
        """The native one with all that went in, of which nothing is tracked."""
        parts, native = self._wend_parts, self._native
        size = len(parts)
        if native is None:
            data = parts[0] if size == 1 else b"".join(parts)
            native = self._native = self._way.make(data)
        elif self._fed < size:
            native.update(b"".join(parts[self._fed : size]))
        self._fed = size
        return native

    def _whole_data(self) -> Any:
        """All that went in."""
        parts = self._wend_parts
        if len(parts) != 1:
            plainly = {bytes}.issuperset(map(type, parts))
            parts[:] = [b"".join(parts) if plainly else functools.reduce(operator.add, parts, b"")]
            self._fed = 1  # it has all of it, or will never be asked, since something is tracked
        return parts[0]

    def digest(self, *length: Any) -> Any:
        if self._is_plain and (not length or not mentions_tracked(length)):
            result = self._filled().digest(*length)
            if recorder.current.wants_plain_samples():
                way = self._way
                given = (*way.key, self._whole_data(), *length)
                plain_sample(way.whole, way.name, given, dict(way.keywords), result)
            return result
        with recorder.quietly():
            native = self._filled() if self._is_plain else self._beside()
            native.copy().digest(*map(plain, length))  # raises what Python raises
        way = self._way
        given = (*way.key, self._whole_data(), *map(settled_int, length))
        return call_plainly(way.whole, given, dict(way.keywords), name=way.name)

    def hexdigest(self, *length: Any) -> Any:
        if self._is_plain and not length and not recorder.current.wants_plain_samples():
            return self._filled().hexdigest()
        return self.digest(*length).hex()

    def copy(self) -> Digest:
        native = self._filled() if self._is_plain else self._beside()
        made = _new(type(self), self._way, native.copy(), self._is_plain)
        made._wend_parts.extend(self._wend_parts)
        made._fed = self._fed
        return made

    def __reduce_ex__(self, protocol: Any) -> Any:
        return self._beside().__reduce_ex__(protocol)  # raises what Python raises

    def __repr__(self) -> str:
        return repr(self._beside())


def _made(way: _Way, native: Any) -> Digest:
    """A hash object without data in the place of a native one."""
    is_plain = not mentions_tracked((*way.key, *way.keywords.values()))
    return _new(_class_for(type(native)), way, native, is_plain)


def _new(cls: type[Digest], way: _Way, native: Any, is_plain: bool) -> Digest:
    made = cls.__new__(cls)
    made._wend_parts, made._fed = [], 0
    made._way, made._native, made._is_plain = way, native, is_plain
    return made


_classes: dict[type, type[Digest]] = {}


def _class_for(native: type) -> type[Digest]:
    """The class of hash objects in the place of those of a native one, by whose name it goes."""
    if native in _classes:
        return _classes[native]

    def like(name: str) -> property:
        def change(digest: Any, value: Any) -> None:
            setattr(digest._beside(), name, value)  # raises what Python raises

        return property(lambda digest: getattr(digest._beside(), name), change)

    own = {name: like(name) for name in dir(native) if not hasattr(Digest, name)}
    name = f"{native.__module__}.{native.__qualname__}"
    made = type(name, (Digest,), {"__slots__": (), "__module__": __name__, "_type": native, **own})
    _classes[native] = made
    FED.add(made)
    return made


def _compared(native: Any, /, *args: Any) -> Any:
    """hmac.compare_digest(a, b): whether they are equal, however long that takes."""
    if len(args) == 2 and mentions_tracked(args):
        one, other = args
        if isinstance(one, str) and isinstance(other, str):
            # Whether they are equal is asked first: it says how long they are at once.
            is_same = bool(one == other)
            if one.isascii() and (is_same or other.isascii()):
                return is_same
        if isinstance(one, bytes | bytearray) and isinstance(other, bytes | bytearray):
            return one == other
    with recorder.quietly():
        return native(*map(plain, args))  # or raises what Python raises


_OF_OPENSSL: dict[str, Callable[..., Any]] = {
    "new": _new_by_name,
    "hmac_new": _hmac_new,
    "hmac_digest": _hmac_digest,
    "compare_digest": _compared,
}

FUNCTIONS: dict[Any, Callable[..., Any]] = {
    _compare_digest: functools.partial(_compared, _compare_digest)
}
