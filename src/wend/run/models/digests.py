"""`hashlib`: hash objects that remember what went in, so that a digest is an application of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wend.run import recorder
from wend.run.opaque import call_plainly
from wend.run.tracked.lift import OCTETS

_NATIVE_MODULES = frozenset(("_hashlib", "_md5", "_sha1", "_sha2", "_sha256", "_sha512", "_sha3"))
_KNOWN = frozenset(
    (
        *("md5", "sha1", "sha224", "sha256", "sha384", "sha512"),
        *("sha3_224", "sha3_256", "sha3_384", "sha3_512"),
    )
)


def constructor_model(function: Any) -> Callable[..., Any] | None:
    """What makes a hash object in the place of a native constructor, `hashlib.md5`; None for other
    functions. Asked when one is met, so that nobody imports `hashlib` for nothing."""
    if function.__module__ not in _NATIVE_MODULES:
        return None
    name = function.__name__.removeprefix("openssl_")
    if name not in _KNOWN:
        return None

    def made(*args: Any, **keywords: Any) -> Any:
        if not recorder.is_recording():
            return function(*args, **keywords)
        plain_keywords = {key: value for key, value in keywords.items() if key != "string"}
        hashed = Digest(name, function, function(**plain_keywords))
        for data in (*args, *[keywords[key] for key in keywords.keys() & {"string"}]):
            hashed.update(data)
        return hashed

    return made


class Digest:
    """A hash object; behaves as the native one, which it has beside it for its looks."""

    def __init__(self, name: str, constructor: Callable[..., Any], native: Any) -> None:
        self._name = name
        self._constructor = constructor
        self._native = native
        self._data: Any = b""

    @property
    def name(self) -> str:
        return self._native.name  # type: ignore[no-any-return]

    @property
    def digest_size(self) -> int:
        return self._native.digest_size  # type: ignore[no-any-return]

    @property
    def block_size(self) -> int:
        return self._native.block_size  # type: ignore[no-any-return]

    def update(self, data: Any, /) -> None:
        if type(data) not in OCTETS:
            self._native.copy().update(data)  # raises what Python raises
            data = bytes(data)
        self._data = self._data + data

    def digest(self) -> Any:
        constructor = self._constructor

        def native(data: bytes) -> bytes:
            return constructor(data).digest()  # type: ignore[no-any-return]

        if type(self._data) not in OCTETS:
            return native(self._data)
        return call_plainly(native, (self._data,), {}, name=f"hashlib.{self._name}")

    def hexdigest(self) -> Any:
        return self.digest().hex()

    def copy(self) -> Digest:
        made = Digest(self._name, self._constructor, self._native.copy())
        made._data = self._data
        return made

    def __repr__(self) -> str:
        return repr(self._native)
