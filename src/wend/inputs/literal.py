"""Values as Python source."""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable, Iterable
from typing import Any

from wend.inputs.domain import Maker

SENTINEL: Any = getattr(builtins, "sentinel", None)
"""The type of sentinels; None before Python 3.15."""

LONGEST = 10_000
"""A value whose source is longer counts as one without source."""

Naming = Callable[[Any], Maker | None]
"""Gives the name of a class or function in the target's module; None if it has none there."""


def to_source(value: Any) -> str | None:
    """Source that gives an equal value of the same type and needs only builtins; None if there is
    none."""
    return to_source_with(value, lambda _: None)[0]


def to_source_with(
    value: Any, naming: Naming, plain: Callable[[Any], Any] = lambda value: value
) -> tuple[str | None, tuple[str, ...], bool]:
    """Source of a value, also of instances; the imports that it needs; whether it names classes.

    For an instance, the source is the usual call of the constructor. Only its evaluation shows
    whether this gives the same value. `plain` is applied to the value and to each of its parts.
    """
    writing = _Writing(naming, plain)
    try:
        text = writing.source(value, 8)
    except (_NoSource, RecursionError):
        return None, (), False
    if len(text) > LONGEST:
        return None, (), False
    return text, tuple(writing.imports), writing.named


class _NoSource(Exception):
    """Some part of the value has no source."""


class _Writing:
    """Writes a value as source, and gathers the imports that it needs."""

    def __init__(self, naming: Naming, plain: Callable[[Any], Any]) -> None:
        self._naming = naming
        self._plain = plain
        self.imports: dict[str, None] = {}
        self.named = False

    def source(self, value: Any, depth: int) -> str:
        value = self._plain(value)
        cls = type(value)
        if cls in _ATOMS:
            try:
                return repr(value)
            except ValueError:  # more digits than Python is willing to print
                return hex(value)
        if cls is float:
            return repr(value) if math.isfinite(value) else f"float({str(value)!r})"
        if cls is complex:
            return f"complex({self.source(value.real, 1)}, {self.source(value.imag, 1)})"
        if cls is range:
            return repr(value)
        if depth == 0:
            raise _NoSource
        if cls is list:
            return f"[{self._items(value, depth)}]"
        if cls is tuple:
            return f"({self._items(value, depth)}{',' if len(value) == 1 else ''})"
        if cls is set or cls is frozenset:
            # Sorted, because the order of a set is not the same in every process.
            items = ", ".join(sorted(self.source(item, depth - 1) for item in value))
            if cls is set:
                return f"{{{items}}}" if value else "set()"
            return f"frozenset({{{items}}})" if value else "frozenset()"
        if cls is bytearray:
            return f"bytearray({bytes(value)!r})"
        if cls is dict:
            return self._dict(value, depth)
        return self._instance(value, cls, depth)

    def _items(self, values: Any, depth: int) -> str:
        return ", ".join([self.source(item, depth - 1) for item in values])

    def _dict(self, value: Any, depth: int) -> str:
        pairs = [
            f"{self.source(k, depth - 1)}: {self.source(v, depth - 1)}" for k, v in value.items()
        ]
        return f"{{{', '.join(pairs)}}}"

    def _name(self, thing: Any) -> str:
        found = self._naming(thing)
        if found is None:
            raise _NoSource
        self.imports.update(dict.fromkeys(found.imports))
        self.named = True
        return found.source

    def _instance(self, value: Any, cls: Any, depth: int) -> str:
        if issubclass(cls, type) or cls.__name__ in ("function", "builtin_function_or_method"):
            return self._name(value)
        if cls is SENTINEL:
            return self._name(value)
        known = f"{cls.__module__}.{cls.__qualname__}"
        if "_member_map_" in vars(cls):
            return self._member(value, cls)
        fields = _fields(value, cls)
        if fields is not None:
            inner = [f"{name}={self.source(part, depth - 1)}" for name, part in fields]
            return f"{self._name(cls)}({', '.join(inner)})"
        if known in _AS_REPR:
            text = repr(value)
            if "tzinfo=" in text:
                raise _NoSource
            return f"{self._name(cls)}{text[text.index('(') :]}"
        match known:
            case "collections.deque":
                most = "" if value.maxlen is None else f", {value.maxlen}"
                return f"{self._name(cls)}([{self._items(value, depth)}]{most})"
            case "builtins.frozendict":
                return f"frozendict({self._dict(value, depth)})"
            case "collections.Counter" | "collections.OrderedDict" | "types.MappingProxyType":
                return f"{self._name(cls)}({self._dict(value, depth)})"
            case "collections.defaultdict":
                made_by = self.source(value.default_factory, depth)
                return f"{self._name(cls)}({made_by}, {self._dict(value, depth)})"
            case "builtins.slice":
                parts = (value.start, value.stop, value.step)
                return f"slice({self._items(parts, depth)})"
        raise _NoSource

    def _member(self, value: Any, cls: Any) -> str:
        """The source of a member of an Enum: `Color.RED`, or `Color(3)` for combined flags."""
        name = value._name_
        if isinstance(name, str) and name in cls._member_map_:
            dot = f".{name}" if name.isidentifier() else f"[{name!r}]"
            return f"{self._name(cls)}{dot}"
        return f"{self._name(cls)}({self.source(value._value_, 1)})"


def _fields(value: Any, cls: Any) -> Iterable[tuple[str, Any]] | None:
    """The constructor's arguments, for a class with declared fields; None for other classes."""
    names: list[tuple[str, str]]
    if hasattr(cls, "__dataclass_fields__"):
        names = [(each.name, each.name) for each in cls.__dataclass_fields__.values() if each.init]
    elif hasattr(cls, "__attrs_attrs__"):
        names = [
            (getattr(each, "alias", None) or each.name.lstrip("_"), each.name)
            for each in cls.__attrs_attrs__
            if each.init
        ]
    elif isinstance(getattr(cls, "model_fields", None), dict):
        names = [(each, each) for each in cls.model_fields]
    elif issubclass(cls, tuple) and hasattr(cls, "_fields"):
        names = [(each, each) for each in cls._fields]
    else:
        return None
    try:
        return [(argument, getattr(value, attribute)) for argument, attribute in names]
    except AttributeError:  # an InitVar, or a field that was deleted
        return None


_ATOMS = frozenset((int, bool, str, bytes, type(None), type(...)))
_AS_REPR = frozenset(
    (
        "datetime.date",
        "datetime.datetime",
        "datetime.time",
        "datetime.timedelta",
        "decimal.Decimal",
        "fractions.Fraction",
        "uuid.UUID",
        "pathlib.PosixPath",
        "pathlib.PurePosixPath",
        "pathlib.PureWindowsPath",
        "pathlib._local.PosixPath",
        "pathlib._local.PurePosixPath",
        "pathlib._local.PureWindowsPath",
        "ipaddress.IPv4Address",
        "ipaddress.IPv6Address",
        "ipaddress.IPv4Network",
        "ipaddress.IPv6Network",
    )
)
"""Classes whose repr is a call of them with builtin values."""
