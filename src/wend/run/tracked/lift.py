"""Conversion between tracked values, and plain values with terms."""

from __future__ import annotations

from operator import is_
from types import FunctionType
from typing import Any, Self

from wend.describe.class_kinds import is_named_tuple
from wend.describe.mappings import MAPPINGS
from wend.expr import build
from wend.expr.sorts import Sort
from wend.expr.terms import Term


class StandIn:
    """Base of the classes of wend whose objects stand for objects of a native class.

    No attribute of a native object has a name that begins with `_wend_`.
    """

    __slots__ = ()

    _wend_native: type
    """The native class (`stands_for`)."""

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return self._wend_native

    def __dir__(self) -> list[str]:
        return dir(self._wend_native)

    def __getstate__(self) -> Any:
        return None  # as objects of native classes say

    @classmethod
    def _wend_own(cls) -> set[str]:
        """The names that classes of wend define before the native class is asked."""
        mro = cls.__mro__
        end = mro.index(cls._wend_native) if cls._wend_native in mro else len(mro) - 1
        return {name for base in mro[:end] for name in base.__dict__}


OF_OBJECT = frozenset(
    (
        "__delattr__", "__doc__", "__getattribute__", "__init_subclass__", "__new__",
        "__setattr__", "__subclasshook__",
    )
)  # fmt: skip
"""Methods that no class of wend for a native class needs to override."""


class Immutable(StandIn):
    """Base of those that stand for objects which can't change."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: Any) -> Self:
        return self


class Tracked(Immutable):
    """Base of all tracked numbers and truth values."""

    __slots__ = ("_wend_term", "_wend_value")

    __array_ufunc__ = None
    """Has numpy leave operations that it does not know to tracked operators. It would make arrays
    of objects otherwise."""

    _wend_term: Term
    _wend_value: Any


_classes: dict[Sort, type[Tracked]] = {}
TRACKED: set[type] = set()
"""The classes of tracked values that have a term: numbers. `type(x) in TRACKED` runs no code of x,
whereas `isinstance` asks x for its `__class__`."""
TEXTS: set[type] = set()
"""The classes of tracked text, which has a term for each character."""
OCTETS: set[type] = set()
"""Those of them that are bytes; `_wend_text` shows the bytes as text."""
LISTS: set[type] = set()
"""The classes of lists with an open end; their items may be anything."""
OPEN: set[type] = set()
"""The classes of dicts and sets with an open end; `_wend_settle` closes them."""
PAIRED: set[type] = set()
"""The classes of other tracked objects, which have a plain one beside them: dates, say. What is
tracked in them is `_wend_inside`."""
STREAMS: set[type] = set()
"""The classes of streams that hold something tracked; `_wend_lose` makes one a plain stream."""
BARE: set[type] = set()
"""Classes of wend that stand for native ones and hold nothing tracked: streams before anything
tracked is written, readers without terms."""
FED: set[type] = set()
"""The classes of hash objects, which keep what they are given by `update` in a list of parts; the
twin puts plain bytes there itself."""
FOLLOWED: set[type] = set()
"""All classes of tracked values: all of these but `BARE` and `FED`."""


def register(sort: Sort, cls: type[Tracked]) -> None:
    """Registers the class that tracks values of a sort."""
    _classes[sort] = cls
    TRACKED.add(cls)
    FOLLOWED.add(cls)


def stands_for(cls: Any, native: type) -> None:
    """Has objects of a class stand for those of a native one.

    The class gets the name of the native class, because messages of Python contain it. Since 3.14
    some contain its module, too.
    """
    cls._wend_native = native
    cls.__name__, cls.__qualname__ = native.__name__, native.__qualname__
    cls.__module__, cls.__doc__ = native.__module__, native.__doc__


def track(value: Any, term: Term) -> Any:
    """The tracked value; the plain one where the term is a constant."""
    if term.op == "const":
        return value
    cls = _classes[term.sort]
    made = cls.__new__(cls)
    made._wend_value = value
    made._wend_term = term
    return made


def value_of(value: Any) -> Any:
    """The concrete value of something that may be a tracked number or text."""
    return value._wend_value if type(value) in TRACKED or type(value) in TEXTS else value


def real_of(value: Any) -> Any:
    """The number of Python's own with the value of one of numpy's."""
    cls = type(value)
    if cls in PAIRED and getattr(cls, "_wend_kind", "").startswith("numpy."):
        return value._wend_scalars[0]
    return value


def term_of(value: Any) -> Term | None:
    """The term of a number or truth value, tracked or not; None for anything else."""
    cls = type(value)
    if issubclass(cls, Tracked):
        return value._wend_term  # type: ignore[no-any-return]
    if cls is int:
        return build.integer(value)
    if cls is bool:
        return build.boolean(value)
    if cls is float:
        return build.floating(value)
    if isinstance(value, int):
        return build.integer(int.__index__(value))
    return None


def int_term(value: Any) -> Term | None:
    """The term of an int, with truth values counted as 0 and 1; None for anything else."""
    term = term_of(value)
    if term is None or term.sort is Sort.INT:
        return term
    return build.as_int(term) if term.sort is Sort.BOOL else None


def int_of(value: Any) -> tuple[Term, int]:
    """The term and the value of an int, or of a truth value as 0 or 1."""
    term = int_term(value)
    assert term is not None
    return term, int(value_of(value))


def own_method(cls: Any, name: str) -> Any:
    """The attribute that a class or its bases define by a name. Unlike `getattr` it does not ask
    the metaclass."""
    for base in cls.__mro__:
        if name in base.__dict__:
            found = base.__dict__[name]
            return NATIVE_COMPARISONS.get(found, found) if type(found) is FunctionType else found
    return None


NATIVE_COMPARISONS: dict[Any, Any] = {}
"""Comparisons of wend in classes of others, each with the native comparison that it replaced
(`run/operations/subclass_comparisons`)."""


def native_attribute(cls: type, name: str) -> Any:
    """The attribute that the native bases of a class define by a name."""
    for base in cls.__mro__:
        found = base.__dict__.get(name)
        if found is not None and type(found) is not FunctionType:
            return found
    return None


def plain(value: Any, depth: int = 6) -> Any:
    """The value without anything tracked in it. Containers are copied if that is needed."""
    cls = type(value)
    if cls in TRACKED or cls in TEXTS or cls in PAIRED:
        return value._wend_value
    if cls in LISTS:
        return [plain(item, depth - 1) for item in list.__iter__(value)]
    if cls in OPEN:
        return plain(value._wend_now(), depth)
    if depth and is_named_tuple(cls):
        items = [plain(item, depth - 1) for item in value]
        return value if all(map(is_, items, value)) else cls._make(items)
    if depth == 0 or cls not in _CONTAINERS:
        return value
    if cls in MAPPINGS:
        items = [(plain(k, depth - 1), plain(v, depth - 1)) for k, v in value.items()]
        before = zip(items, value.items(), strict=True)
        changed = any(k is not a or v is not b for (k, v), (a, b) in before)
        return cls(items) if changed else value
    made = [plain(item, depth - 1) for item in value]
    changed = any(a is not b for a, b in zip(made, value, strict=True))
    return cls(made) if changed else value


_CONTAINERS = frozenset((list, tuple, set, frozenset, *MAPPINGS))
