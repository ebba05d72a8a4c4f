"""Models of builtin functions and types."""

from __future__ import annotations

import collections
import functools
import sys

# Bound here, because the code under test may put in place of a builtin a function that calls it.
from builtins import (  # noqa: UP029
    bool,
    dict,
    enumerate,
    frozenset,
    int,
    len,
    max,
    min,
    pow,
    print,
    range,
    set,
    type,
)
from collections.abc import Callable, Iterator, Set
from types import GeneratorType
from typing import Any

from wend.describe.mappings import FROZEN_DICT, MAPPINGS
from wend.expr import build, floats
from wend.expr.sorts import Sort
from wend.run import class_questions, recorder
from wend.run.models.containers import (
    count_elements,
    dict_of_pairs,
    dict_update,
    has_tracked_keys,
)
from wend.run.models.range import SymRange
from wend.run.models.text.readings import int_of_text
from wend.run.operations.equality import any_depends
from wend.run.operations.keys import (
    add_member,
    frozen,
    is_keyed,
    keyed_copy,
    native_copy,
    raw,
    settle_open,
)
from wend.run.operations.lengths import length_told, tells_length
from wend.run.operations.plain_values import SCALARS
from wend.run.operations.set_operators import in_stable_order, iterated
from wend.run.tracked import SymBool, SymFloat, SymInt, listing, text, track
from wend.run.tracked.boolean import as_int
from wend.run.tracked.decisions import common_sort, settled_int
from wend.run.tracked.integer import power_modulo
from wend.run.tracked.lift import (
    BARE,
    FED,
    FOLLOWED,
    LISTS,
    OPEN,
    TEXTS,
    TRACKED,
    Tracked,
    plain,
    real_of,
    term_of,
    value_of,
)

FUNCTIONS: dict[Any, Callable[..., Any]] = {}


def models(original: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Registers a model of a native callable."""

    def register(model: Callable[..., Any]) -> Callable[..., Any]:
        FUNCTIONS[original] = model
        return model

    return register


@models(type)
def type_model(*args: Any, **keywords: Any) -> Any:
    if len(args) == 1 and not keywords:
        class_questions.told_type(args[0])
        cls = type(args[0])
        is_ours = issubclass(cls, Tracked) or cls is SymRange or cls in FED
        if is_ours or cls in FOLLOWED or cls in BARE:
            return args[0].__class__
        return cls
    made = type(*args, **keywords)
    if made.__dict__.get("__module__") == __name__:
        # `type` takes the module of a class from the frame that calls it: not one of wend.
        module = sys._getframe(1).f_globals.get("__name__")
        type.__setattr__(made, "__module__", module)
    return made


@models(int)
def int_model(*args: Any, **keywords: Any) -> Any:
    if len(args) == 1 and not keywords:
        args = (real_of(args[0]),)
        cls = type(args[0])
        if cls is SymInt:
            return args[0]
        if cls is SymBool:
            return as_int(args[0])
        if cls is SymFloat:
            return args[0].__trunc__()
        # Objects that convert themselves. C code would insist on a plain int.
        for method in ("__int__", "__index__", "__trunc__"):
            converts = getattr(cls, method, None)
            if hasattr(converts, "__code__"):
                return int(args[0])
    if not FOLLOWED.isdisjoint(map(type, (*args, *keywords.values()))):
        return int_of_text(*args, **keywords)
    return int(*args, **keywords)


@models(bool)
def bool_model(*args: Any, **keywords: Any) -> Any:
    if len(args) == 1 and type(args[0]) in TRACKED and not keywords:
        value = args[0]
        return track(bool(value._wend_value), build.truth(value._wend_term))
    if len(args) == 1 and type(args[0]) in TEXTS and not keywords:
        return text.length(args[0]) > 0
    return bool(*args, **keywords)


@models(len)
def len_model(*args: Any, **keywords: Any) -> Any:
    if len(args) == 1 and not keywords:
        cls = type(args[0])
        if cls is SymRange:
            length = args[0].length
            if length > sys.maxsize:
                return len(range(value_of(length)))  # raises what Python raises
            return length
        if cls in TEXTS:
            return text.length(args[0])
        if cls in LISTS:
            return listing.length(args[0])
        if cls in OPEN:
            return args[0]._wend_length()
        if cls not in FOLLOWED and tells_length(cls):
            return length_told(args[0])
    return len(*args, **keywords)


@models(range)
def range_model(*args: Any, **keywords: Any) -> Any:
    if TRACKED.isdisjoint(map(type, args)) or keywords:
        return range(*args, **keywords)
    numbers = [as_int(arg) if type(arg) is SymBool else arg for arg in args]
    if not 1 <= len(args) <= 3 or not all(isinstance(arg, int) for arg in numbers):
        return range(*[plain(arg) for arg in args])  # raises what Python raises, or converts
    start, stop, step = (0, numbers[0], 1) if len(numbers) == 1 else (*numbers, 1)[:3]
    if step == 0:
        raise ValueError("range() arg 3 must not be zero")
    return SymRange(start, stop, step)


_NUMBERS = frozenset((int, float, bool))
_SEQUENCES = frozenset((list, tuple))


def _are_numbers(items: list[Any] | tuple[Any, ...]) -> bool:
    return _NUMBERS.issuperset(map(type, items))


def _extreme(
    original: Callable[..., Any], later_wins: dict[Sort, Callable[[Any, Any], Any]]
) -> None:
    """min and max of ints or of floats as one term. Other values are compared one by one, which are
    branches."""

    @models(original)
    def model(*args: Any, **keywords: Any) -> Any:
        if _NUMBERS.issuperset(map(type, args)):
            return original(*args, **keywords)
        if len(args) == 1 and type(args[0]) in _SEQUENCES and _are_numbers(args[0]):
            return original(*args, **keywords)
        if _goes_by_hashes(args, _SETS if "key" in keywords else frozenset()):
            args = tuple([in_stable_order(arg, keywords) for arg in args])
        if len(args) == 1 and type(args[0]) in LISTS:
            args = (list(args[0]),)
        items = args
        if len(args) == 1 and not keywords and type(args[0]) in (list, tuple):
            items = args[0]
        if TRACKED.isdisjoint(map(type, items)):
            return original(*args, **keywords)
        sort, _ = common_sort(items)
        if keywords or len(items) < 2 or sort not in later_wins:
            return original(*args, **keywords)
        wins = later_wins[sort]
        return functools.reduce(
            lambda a, b: track(
                original(value_of(a), value_of(b)),
                build.ite(wins(_term(b), _term(a)), _term(b), _term(a)),
            ),
            items,
        )


def _term(value: Any) -> Any:
    term = term_of(value)
    assert term is not None
    return term


_extreme(min, {Sort.INT: build.lt, Sort.FLOAT: floats.flt})
_extreme(max, {Sort.INT: build.gt, Sort.FLOAT: floats.fgt})


@models(pow)
def pow_model(*args: Any, **keywords: Any) -> Any:
    if keywords and not TRACKED.isdisjoint(map(type, (*args, *keywords.values()))):
        names = ("base", "exp", "mod")[len(args) : len(args) + len(keywords)]
        if keywords.keys() == {*names}:  # else Python says what is wrong
            args, keywords = (*args, *[keywords[name] for name in names]), {}
    if len(args) == 3 and not keywords and not TRACKED.isdisjoint(map(type, args)):
        return power_modulo(*args)
    return pow(*args, **keywords)


@models(enumerate)
def enumerate_model(*args: Any, **keywords: Any) -> Any:
    given = dict(zip(("iterable", "start"), args, strict=False))
    is_right = len(args) == len(given) and given.keys().isdisjoint(keywords)
    given |= keywords
    if not is_right or "iterable" not in given or given.keys() - {"iterable", "start"}:
        return enumerate(*args, **keywords)  # raises what Python raises
    iterated(given["iterable"])
    start = given.get("start", 0)
    if type(start) not in TRACKED:
        return enumerate(*args, **keywords)
    return _enumerate(iter(given["iterable"]), start)


def _enumerate(iterable: Any, start: Any) -> Iterator[tuple[Any, Any]]:
    for item in iterable:
        yield start, item
        start = start + 1


@models(collections.deque)
def deque_model(*args: Any, **keywords: Any) -> Any:
    """C code insists on a plain length."""
    args, keywords = with_plain_length(args, keywords)
    return collections.deque(*args, **keywords)


def with_plain_length(args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Any]:
    """The arguments of a deque."""
    if len(args) > 1:
        args = (args[0], _read(args[1]), *args[2:])
    if "maxlen" in keywords:
        keywords["maxlen"] = _read(keywords["maxlen"])
    return args, keywords


def _read(number: Any) -> Any:
    """A number as C code reads it; a tracked int is decided."""
    return value_of(settled_int(number))


@models(print)
def print_model(*args: Any, **keywords: Any) -> None:
    """The model of print. The code can't look at what is printed, so nothing is lost."""
    with recorder.quietly():
        print(*args, **keywords)


def _kind_of_set(cls: type) -> None:
    @models(cls)
    def model(*args: Any, **keywords: Any) -> Any:
        return cls(*args, **keywords) if keywords else _collected(cls, args)


_kind_of_set(set)
_kind_of_set(frozenset)


def _collected(cls: Any, args: tuple[Any, ...]) -> Any:
    if len(args) != 1:
        return cls(*args)
    if type(args[0]) is GeneratorType:
        return _of_items(cls, list(args[0]))
    settle_open(args[0])
    if is_keyed(args[0]):
        return keyed_copy(args[0], raw(cls, args[0]))
    if issubclass(type(args[0]), (set, frozenset, *MAPPINGS)):
        return cls(*args)  # which hashes nothing again
    return _of_items(cls, list(args[0]))


def _of_items(cls: Any, items: list[Any]) -> Any:
    if SCALARS.issuperset(map(type, items)) or not any_depends(items):
        return cls(items)
    made: set[Any] = set()
    for item in items:
        add_member(made, item)
    return made if cls is set else keyed_copy(made, raw(frozenset, made))


@models(dict)
def dict_model(*args: Any, **keywords: Any) -> Any:
    if len(args) != 1:
        return dict(*args, **keywords)
    given = _pairs(args[0])
    if not has_tracked_keys(given):
        return dict(given, **keywords)
    made = keyed_copy(given, native_copy(given)) if is_keyed(given) else dict_of_pairs(given)
    made.update(keywords)
    return made


if FROZEN_DICT is not None:

    @models(FROZEN_DICT)
    def frozen_dict_model(*args: Any, **keywords: Any) -> Any:
        if len(args) != 1 or (type(args[0]) is FROZEN_DICT and not keywords):
            return FROZEN_DICT(*args, **keywords)
        given = _pairs(args[0])
        if not has_tracked_keys(given):
            return FROZEN_DICT(given, **keywords)
        return frozen(dict_model(given, **keywords))


def _pairs(given: Any) -> Any:
    """The argument of dict. An iterator becomes a list, which can be iterated over twice."""
    settle_open(given)
    return given if issubclass(type(given), dict) or hasattr(given, "keys") else list(given)


def _kind_of_dict(cls: Any, place: int) -> None:
    """A class like `dict` whose argument at this place is what `dict` takes."""

    @models(cls)
    def model(*args: Any, **keywords: Any) -> Any:
        if len(args) == place + 1:
            args = (*args[:place], _pairs(args[place]))
            if has_tracked_keys(args[place]):
                made = cls(*args[:place])
                dict_update(made, args[place], **keywords)
                return made
        return cls(*args, **keywords)


_kind_of_dict(collections.OrderedDict, 0)
_kind_of_dict(collections.defaultdict, 1)


def _goes_by_hashes(args: tuple[Any, ...], kinds: Set[type] = frozenset()) -> bool:
    """Whether an argument may be a set whose order depends on tracked members, or of one of these
    kinds."""
    if recorder.current.keyed:
        return True
    for arg in args:  # noqa: SIM110 - `any` takes twice as long
        if type(arg) in OPEN or type(arg) in kinds:
            return True
    return False


def _going_through(original: Any) -> Callable[..., Any]:
    """The model of a native function that iterates over an argument, which may be a set with
    tracked members."""

    def model(*args: Any, **keywords: Any) -> Any:
        if _goes_by_hashes(args, _SETS):
            args = tuple([iterated(arg) for arg in args])
        return original(*args, **keywords)

    def in_any_order(*args: Any, **keywords: Any) -> Any:
        if _goes_by_hashes(args, _SETS if "key" in keywords else frozenset()):
            args = tuple([in_stable_order(arg, keywords) for arg in args])
        return original(*args, **keywords)

    return in_any_order if original in (sum, any, all, sorted) else model


_SETS = frozenset((set, frozenset))

for _original in (list, tuple, iter, zip, map, filter, sum, any, all, sorted):
    FUNCTIONS[_original] = _going_through(_original)

FUNCTIONS[collections._count_elements] = count_elements  # type: ignore[attr-defined]
