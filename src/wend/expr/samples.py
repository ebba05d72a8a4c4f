"""Samples: the results of opaque functions for arguments that were seen in runs.

    crc32(b"ab")  ──▶  symbol  zlib.crc32(bytes*2), arguments (97, 98), results (kind, 2659403885)

A symbol is a function together with the shapes of its arguments. Arguments and results are taken
apart into scalars, as inputs are. An application is a term `apply` with the payload (symbol, which
of the results). Its value is looked up here; without a sample it has none. A pure function of the
standard library is called for the missing sample.

There is one table at a time, that of the current exploration, as there is one table of terms.
"""

from __future__ import annotations

import importlib
import itertools
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from wend.expr.pure import PURE, standard_function
from wend.record import Record

Scalars = tuple[Any, ...]
"""Ints, truth values and floats."""

Shape = tuple[Any, ...]
"""What scalars are put together to: ("int",), ("str", 3), ("tuple", (shape, …)),
("shop.User(id name)", (shape, shape)), …"""

Sample = tuple[str, str, tuple[Shape, ...], Scalars, Scalars]
"""Symbol, function, shapes, arguments, results."""

MOST_SAMPLES = 100_000
"""Samples that are kept of one symbol; a further one takes the place of the oldest."""

MOST_TEXTS = 20
"""Samples of one symbol that `Samples.texts` looks at."""

MOST_LOOKED_AT = 10_000
"""Samples of one symbol that `Samples.arguments_of` gives."""


class Unsampled(ArithmeticError):
    """There is no sample for some arguments, so the value of an application is not known."""

    def __init__(self, symbol: str, args: Scalars) -> None:
        super().__init__(symbol)
        self.symbol = symbol
        self.args_wanted = args


class Sampled(Record):
    """The samples of one symbol."""

    function: str
    shapes: tuple[Shape, ...]
    """The shapes of the arguments."""
    results: dict[Scalars, Scalars]
    """The results, by the keys of the arguments."""
    by_result: dict[tuple[int, Any], dict[Scalars, None]]
    """The keys of the arguments that gave a result, by (place, value) of that result."""


class Samples:
    """All samples of one exploration."""

    def __init__(
        self,
        *,
        may_call: bool = True,
        texts: Iterable[str | bytes] = (),
        earlier: Callable[[str], Iterable[Sample]] | None = None,
    ) -> None:
        """`texts` are constants of the code: pure functions are called with them. `earlier` gives
        the samples of a function from earlier explorations; it is asked when the function first
        has a sample."""
        self._known: dict[str, Sampled] = {}
        self._may_call = may_call
        self._texts = tuple(texts)
        self._by_function: dict[str, dict[str, None]] = {}
        """The symbols of each function."""
        self._earlier = earlier
        self._recalled: dict[str, list[tuple[str, Scalars]]] = {}
        """The samples from earlier explorations, by function: symbols and arguments."""
        self._made: set[tuple[str, Scalars]] = set()
        """Samples that wend made by calling the function itself; no run has seen them."""
        self.impure: set[str] = set()
        """Functions that returned two results for the same arguments."""
        self.calls = 0
        """The number of samples that wend made by calling the function itself."""

    def add(
        self, symbol: str, function: str, shapes: tuple[Shape, ...], args: Scalars, results: Scalars
    ) -> bool:
        """Adds a sample. False if the same arguments gave another result: the function is impure.

        The results of one symbol all have one shape; the runs see to that.
        """
        known = self._known.get(symbol)
        if known is None:
            self._meet(function)
            known = self._known.setdefault(symbol, Sampled(function, shapes, {}, {}))
            symbols = self._by_function.setdefault(function, {})
            symbols[symbol] = None
            if len(symbols) == 1:
                self._call_with_texts(symbol, known, args)
        key = _key(args)
        before = known.results.get(key)
        if before is not None:
            if _key(before) == _key(results):
                self._made.discard((symbol, key))
                return True
            self._forget_recalled(function)  # perhaps the function was changed since
            if key in known.results:
                self.impure.add(function)
                return False
        if len(known.results) >= MOST_SAMPLES:
            self._forget(known, next(iter(known.results)))
        known.results[key] = results
        for place, result in enumerate(results):
            known.by_result.setdefault((place, _scalar_key(result)), {})[key] = None
        return True

    def _meet(self, function: str) -> None:
        """Recalls the samples of a function from earlier explorations, once."""
        if function not in self._recalled:
            recalled = self._recalled[function] = []
            for symbol, _, shapes, args, results in (
                self._earlier(function) if self._earlier else ()
            ):
                self.add(symbol, function, shapes, args, results)
                recalled.append((symbol, _key(args)))

    def _forget_recalled(self, function: str) -> None:
        for symbol, key in self._recalled[function]:
            self._forget(self._known[symbol], key)
        self._recalled[function].clear()

    def seen(self, function: str) -> list[Sample]:
        """The samples of a function that runs have seen, also earlier ones; the oldest first."""
        return [
            (symbol, function, known.shapes, _unkeyed(key), results)
            for symbol, known in self._known.items()
            if known.function == function
            for key, results in known.results.items()
            if (symbol, key) not in self._made and function not in self.impure
        ]

    def value(self, payload: tuple[str, int], args: Scalars) -> Any:
        """The value of an application; raises Unsampled."""
        symbol, place = payload
        known = self._known.get(symbol)
        if known is not None:
            found = known.results.get(_key(args))
            if found is None and self._may_call and known.function in PURE:
                found = self._called(symbol, known, args)
            if found is not None and place < len(found):
                return found[place]
        raise Unsampled(symbol, args)

    def of(self, symbol: str) -> Sampled | None:
        return self._known.get(symbol)

    def count(self, symbol: str) -> int:
        known = self._known.get(symbol)
        return len(known.results) if known else 0

    def arguments_of(self, symbol: str, place: int = 0, result: Any = None) -> Iterator[Scalars]:
        """The arguments of the samples of a symbol, or of those with this result. Samples that runs
        have seen come first, and of these the newest."""
        known = self._known.get(symbol)
        if known is None:
            return iter(())
        keys: dict[Scalars, Any] = known.results
        if result is not None:
            keys = known.by_result.get((place, _scalar_key(result)), {})
        # A copy: the caller may add samples while it goes through these.
        newest = [*itertools.islice(reversed(keys), MOST_LOOKED_AT)]
        seen = (key for key in newest if (symbol, key) not in self._made)
        made = (key for key in newest if (symbol, key) in self._made)
        return map(_unkeyed, itertools.chain(seen, made))

    def others(self, symbol: str, most: int) -> list[tuple[Sampled, Scalars, Scalars]]:
        """At most `most` samples of the same function for arguments of other shapes."""
        known = self._known.get(symbol)
        found = (
            (self._known[other], _unkeyed(key), results)
            for other in (self._by_function.get(known.function, ()) if known else ())
            if other != symbol
            for key, results in self._known[other].results.items()
        )
        return [*itertools.islice(found, most)]

    def texts(self) -> Iterator[str | bytes]:
        """Texts among the arguments of samples, of a few samples of each symbol."""
        for known in self._known.values():
            for args in itertools.islice(known.results, MOST_TEXTS):
                scalars = iter(_unkeyed(args))
                for shape in known.shapes:
                    value = assembled(shape, scalars)
                    if type(value) in (str, bytes) and value:
                        yield value

    def symbols(self) -> Iterator[tuple[str, Sampled]]:
        return iter(self._known.items())

    def _called(self, symbol: str, known: Sampled, args: Scalars) -> Scalars | None:
        function = standard_function(known.function)
        if function is None:
            return None
        scalars = iter(args)
        try:
            values = [assembled(shape, scalars) for shape in known.shapes]
            names = keywords_of(symbol)
            first = len(values) - len(names)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                result = function(*values[:first], **dict(zip(names, values[first:], strict=True)))
        except Exception:  # the function has no value for these arguments
            return None
        results = results_of(result)
        if results is not None:
            self.calls += 1
            self.add(symbol, known.function, known.shapes, args, results)
            self._made.add((symbol, _key(args)))
        return results

    def _call_with_texts(self, symbol: str, known: Sampled, args: Scalars) -> None:
        """Calls a pure function that is met for the first time with constants of the code in the
        place of each text: a text that is hashed is often a constant of the code."""
        if not self._may_call or known.function not in PURE:
            return
        scalars = iter(args)
        values = [assembled(shape, scalars) for shape in known.shapes]
        for at, value in enumerate(values):
            for each in self._texts if type(value) in (str, bytes) else ():
                constant = each if type(each) is type(value) else _converted(each)
                parts = [flattened(given) for given in (*values[:at], constant, *values[at + 1 :])]
                shapes = tuple([part[0] for part in parts if part])
                new = symbol_of(known.function, shapes, keywords_of(symbol))
                given = tuple([each for part in parts if part for each in part[1]])
                self._called(new, Sampled(known.function, shapes, {}, {}), given)

    @staticmethod
    def _forget(known: Sampled, key: Scalars) -> None:
        for place, result in enumerate(known.results.pop(key, ())):
            known.by_result.get((place, _scalar_key(result)), {}).pop(key, None)


current = Samples()
"""The table of the current exploration; applications are evaluated by it."""


def use(samples: Samples) -> None:
    """Evaluates applications by this table from now on."""
    global current
    current = samples


def sampled_value(payload: tuple[str, int], *args: Any) -> Any:
    """The meaning of `apply` in the table of operations."""
    return current.value(payload, args)


# Values as scalars


def flattened(value: Any, depth: int = 3) -> tuple[Shape, Scalars] | None:
    """The shape of a plain value and its scalars; None for a value of another kind."""
    cls = type(value)
    if cls in (int, bool, float):
        return (cls.__name__,), (value,)
    if value is None:
        return ("None",), ()
    if cls is str:
        return ("str", len(value)), tuple(map(ord, value))
    if cls is bytes:
        return ("bytes", len(value)), tuple(value)
    if cls is complex:
        return ("complex", (("float",), ("float",))), (value.real, value.imag)
    if is_numpy_scalar(value):
        shape, scalars = flattened(value.item()) or ((), ())
        return (f"numpy.{cls.__name__}", (shape,)), scalars
    if cls in (tuple, list) and depth:
        parts = [flattened(item, depth - 1) for item in value]
        if any(part is None for part in parts):
            return None
        shapes = tuple([part[0] for part in parts if part])
        return (cls.__name__, shapes), tuple([each for part in parts if part for each in part[1]])
    return None


def is_numpy_scalar(value: Any) -> bool:
    """Whether the value is a number of numpy that Python has too."""
    cls = type(value)
    if cls.__module__ != "numpy" or not hasattr(cls, "item"):
        return False
    return getattr(value, "ndim", 1) == 0 and cls.__name__ in _NUMPY_SCALARS


_NUMPY_SCALARS = frozenset(
    """bool bool_ float16 float32 float64 complex64 complex128 int8 int16 int32 int64 uint8 uint16
    uint32 uint64""".split()  # noqa: SIM905
)

KINDS = (int, bytes, str, type(None), bool, float, tuple, list, complex)
"""The kinds of results, in the order in which runs ask for them; frequent kinds come first."""


def _converted(text: str | bytes) -> str | bytes:
    """Text as bytes, bytes as text."""
    if isinstance(text, str):
        return text.encode("utf-8", "surrogatepass")
    return text.decode("utf-8", "replace")


def results_of(value: Any, depth: int = 3) -> Scalars | None:
    """The scalars of a result: its kind, the number of its parts, and the parts.

    In this order, runs that have had the same answers so far ask for the same scalar next.
    """
    if is_numpy_scalar(value):
        value = value.item()
    cls = type(value)
    if cls not in KINDS:
        return None
    kind = KINDS.index(cls)
    match value:
        case None:
            return (kind,)
        case int() | float():
            return kind, value
        case complex():
            return kind, value.real, value.imag
        case str():
            return kind, len(value), *map(ord, value)
        case bytes():
            return kind, len(value), *value
    parts = [results_of(item, depth - 1) for item in value] if depth else [None]
    if any(part is None for part in parts):
        return None
    return kind, len(value), *[each for part in parts if part for each in part]


def assembled(shape: Shape, scalars: Iterator[Any]) -> Any:
    """The value of a shape, put together from the next scalars."""
    match shape:
        case ("str", count):
            return "".join([chr(next(scalars)) for _ in range(count)])
        case ("bytes", count):
            return bytes([next(scalars) for _ in range(count)])
        case (kind, shapes):  # an object as the tuple of its attributes
            items = [assembled(each, scalars) for each in shapes]
            if kind == "complex":
                return complex(*items)
            if kind.startswith("numpy."):
                return getattr(importlib.import_module("numpy"), kind[len("numpy.") :])(*items)
            return items if kind == "list" else tuple(items)
        case ("None",):
            return None
        case _:
            return next(scalars)


def symbol_of(function: str, shapes: Iterable[Shape], keywords: Iterable[str] = ()) -> str:
    """The symbol of a function for arguments of these shapes; the last are those of the keywords.

    zlib.compress(bytes*3, int; level=)
    """
    return f"{function}({shown_shape(shapes)}{''.join([f'; {key}=' for key in keywords])})"


def function_of(symbol: str) -> str:
    """The function that a symbol stands for: `zlib.compress`."""
    return symbol.partition("(")[0]


_KEYWORD = re.compile(r"; (\w+)=")


def keywords_of(symbol: str) -> list[str]:
    """The names of the arguments that are given by name, which are the last ones."""
    return _KEYWORD.findall(symbol)


def shown_shape(shapes: Iterable[Shape]) -> str:
    """`bytes*3, int`"""
    return ", ".join([_shown(shape) for shape in shapes])


def _shown(shape: Sequence[Any]) -> str:
    match shape:
        case (kind, int(count)):
            return f"{kind}*{count}"
        case (kind, shapes):
            return f"{kind}[{shown_shape(shapes)}]"
        case _:
            return str(shape[0])


def _key(scalars: Scalars) -> Scalars:
    """The key of scalars. 0.0 and -0.0 have two keys, and nan has one."""
    if float in map(type, scalars):
        return tuple([_scalar_key(each) for each in scalars])
    return scalars


def _unkeyed(key: Scalars) -> Scalars:
    """The scalars of a key."""
    if str in map(type, key):
        return tuple([float(each) if type(each) is str else each for each in key])
    return key


def _scalar_key(value: Any) -> Any:
    return repr(value) if type(value) is float else value
