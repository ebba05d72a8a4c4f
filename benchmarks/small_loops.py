"""Further loops on plain values: small containers, where what a call costs counts most; see
`plain_loops`."""

from __future__ import annotations

import array
import collections
import datetime
import functools
import heapq
import math
import operator
import weakref
from collections.abc import Callable
from typing import Any, NamedTuple

NUMBERS = [3, 1, 2]
MANY = list(range(1000))
WORDS = ["a", "bbb", "cc"]
SCORES = {"a": 3, "b": 1, "c": 2}
PAIRS = [(3, 1), (2, 5), (7, 0)]
CHUNKS = (b"a", b"bc", b"", b"defg")


# Sums and extremes


def sums_of_many() -> int:
    return sum(MANY) + sum(range(1000))


def sums_of_conditions() -> int:
    total = 0
    for i in range(100):
        total += sum(number > i for number in NUMBERS)
    return total


def sums_of_values() -> int:
    total = 0
    for _ in range(100):
        total += sum(SCORES.values())
    return total


def extremes_of_generators() -> int:
    total = 0
    for _ in range(100):
        total += max(len(word) for word in WORDS)
    return total


def extremes_of_values() -> int:
    total = 0
    for _ in range(100):
        total += max(SCORES.values()) - min(SCORES.values())
    return total


def extremes_of_tuples() -> int:
    best = (0, 0)
    for i in range(100):
        best = max(best, (i * 7 % 11, i))
        best = max(best, min(PAIRS))
    return best[0]


def extremes_with_default() -> int:
    total = 0
    for _ in range(100):
        total += max(NUMBERS, default=0)
    return total


# Containers asked


def truth_of_containers() -> int:
    total = 0
    for _ in range(100):
        total += bool(NUMBERS) + bool(SCORES)
    return total


def sizes_of_mappings() -> int:
    counts: collections.defaultdict[int, int] = collections.defaultdict(int)
    order: collections.OrderedDict[int, int] = collections.OrderedDict()
    total = 0
    for i in range(100):
        counts[i & 7] += 1
        order[i & 7] = i
        total += len(counts) + len(order) + (i in counts) + (i in order)
    return total


class Thing:
    """Equal to itself alone."""


THINGS = [Thing(), Thing()]


def members_that_are_objects() -> int:
    total, wanted = 0, THINGS[1]
    for i in range(100):
        total += wanted in THINGS
        total += (2, 5) in PAIRS
        total += type(i) in (int, float)
    return total


def members_of_deques() -> int:
    total, items = 0, collections.deque([1, 2])
    empty: list[int] = []
    for i in range(100):
        total += i in items
        total += i in empty
    return total


def hashes_of_texts() -> int:
    total = 0
    for i in range(100):
        total ^= hash(WORDS[i % 3]) ^ hash(PAIRS[i % 3])
    return total & 0


def attributes_by_computed_names() -> int:
    thing: Any = Thing()
    total = 0
    for i in range(100):
        name = "ab"[i & 1]
        setattr(thing, name, i)
        total += getattr(thing, name)
    return total


# Slices


def written_slices() -> list[int]:
    items = list(range(100))
    for i in range(100):
        items[i % 90 : i % 90 + 2] = NUMBERS
        del items[i % 90 : i % 90 + 1]
    return items


def sieve_by_slices() -> int:
    flags = bytearray([1]) * 400
    for i in range(2, 20):
        if flags[i]:
            flags[i * i :: i] = bytes(len(range(i * i, 400, i)))
    return sum(flags)


def named_slices() -> int:
    total, middle = 0, slice(1, 3)
    for i in range(100):
        total += len(MANY[middle]) + i
    return total


# Bytearrays


def read_bytearrays() -> int:
    total, data = 0, bytearray(b"abcdefgh")
    for i in range(100):
        total += len(list(data)) + len(bytes(data)) + (i in data)
        total += int.from_bytes(data[i & 3 : (i & 3) + 2], "big")
    return total


def joined_bytearrays() -> int:
    total, data = 0, bytearray(b"abc")
    for _ in range(100):
        total += len(b"".join([data, b"x"]))
    return total


class Buffer:
    def __init__(self) -> None:
        self.data = bytearray()

    def add(self, chunk: bytes) -> None:
        self.data += chunk


def filled_buffers() -> int:
    buffer = Buffer()
    for i in range(200):
        buffer.add(CHUNKS[i & 3])
    return len(buffer.data)


# Functions that are called


def functions_by_name() -> int:
    def add(a: int, b: int) -> int:
        return a + b

    def triangle(n: int) -> int:
        return n and n + triangle(n - 1)

    total = 0
    for i in range(100):
        total = add(total, i)
    return total + triangle(20)


def applied(function: Callable[[int], int], number: int) -> int:
    return function(number)


def functions_in_turns() -> int:
    total, steps = 0, [lambda n: n, lambda n: -n]
    for i in range(200):
        total += applied(steps[0], i)
        total += steps[1](i)
    return total


class Caller:
    def __init__(self, function: Callable[[int], int]) -> None:
        self.function = function

    def call(self, number: int) -> int:
        return self.function(number)


def functions_as_attributes() -> int:
    total, caller = 0, Caller(lambda n: n + 1)
    for i in range(200):
        total += caller.call(i)
    return total


def methods_by_name() -> int:
    total, call = 0, Caller(abs).call
    for i in range(100):
        total += call(i)
    return total


# Text of objects


def texts_of_errors() -> int:
    total = 0
    for i in range(100):
        try:
            raise ValueError("no number")
        except ValueError as error:
            total += len(str(error)) + i
    return total


def texts_of_containers() -> int:
    total = 0
    for _ in range(100):
        total += len(str(NUMBERS)) + len(f"{PAIRS[0]}") + len(repr(SCORES))
    return total


class Named:
    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"Named({self.name})"


def texts_of_objects() -> int:
    total, named = 0, Named("a")
    for _ in range(100):
        total += len(str(named)) + len(f"{named}")
    return total


# Sets


def updated_sets() -> int:
    total = 0
    for i in range(100):
        members = {i}
        members.update(NUMBERS)
        members |= {i & 3}
        total += len(members.union(NUMBERS)) + members.issuperset({i})
    return total


def sets_of_tuples() -> int:
    total = 0
    for i in range(30):
        total += len({(number, i) for number in NUMBERS})
    return total


# Classes below native ones


class Items(list[int]):
    pass


class Members(set[int]):
    pass


def objects_below_lists() -> int:
    items, members = Items(), Members()
    for i in range(100):
        items.append(i)
        members.add(i & 7)
        items[-1] += 1
    return len(items) + len(members) + (5 in items)


class Point(NamedTuple):
    x: int
    y: int


def unpacked_named_tuples() -> int:
    total, point = 0, Point(1, 2)
    seen: dict[Point, int] = {}
    for i in range(100):
        x, y = point
        total += x * y
        seen[point] = i
    return total


# The library


@functools.lru_cache
def added(a: int, b: int = 0) -> int:
    return a + b


def cached_by_two() -> int:
    total = 0
    for i in range(100):
        total += added(i & 3, 1) + added(i & 3, b=2)
    return total


FIRST, OF_THING = operator.itemgetter(0), operator.attrgetter("name")


def called_getters() -> int:
    total, named = 0, Named("ab")
    for i in range(100):
        total += FIRST(PAIRS[i % 3]) + len(OF_THING(named))
    return total


def weak_references() -> int:
    total, named = 0, Named("ab")
    found = weakref.ref(named)
    for _ in range(100):
        total += found() is named
    return total


def sums_by_math() -> float:
    total = 0.0
    for _ in range(100):
        total += math.prod(NUMBERS) + math.fsum(NUMBERS)
    return total


def dicts_of_pairs() -> int:
    total = 0
    for _ in range(100):
        total += len(dict(PAIRS)) + array.array("i", NUMBERS)[0]
    return total


def sorted_by_methods() -> int:
    total = 0
    for _ in range(50):
        words = [*WORDS]
        words.sort(key=len)
        total += len(sorted(SCORES, key=SCORES.__getitem__)) + len(words[0])
    return total


# One of many that are called


def converted_rows() -> int:
    total = 0
    for _ in range(20):
        for convert, text in zip(CONVERTERS, ("1", "2.5", "a"), strict=True):
            total += len(str(convert(text)))
    return total


def functions_of_tables() -> float:
    total = 0.0
    for i in range(100):
        total += FUNCTIONS[i & 3](i)
    return total


def closures_of_lists() -> int:
    total = 0
    for i in range(100):
        total += ADDERS[i & 3](i)
    return total


def counting_closures() -> int:
    count = counter()
    for _ in range(200):
        count()
    return count()


def counter() -> Callable[[], int]:
    count = 0

    def more() -> int:
        nonlocal count
        count += 1
        return count

    return more


def adder(by: int) -> Callable[[int], int]:
    return lambda number: number + by


CONVERTERS: tuple[Callable[[str], Any], ...] = (int, float, str)
FUNCTIONS: list[Callable[[float], float]] = [math.sin, math.cos, abs, float]
ADDERS = [adder(by) for by in range(4)]


def methods_of_tables() -> int:
    items: list[int] = []
    actions: dict[str, Callable[..., None]] = {"one": items.append, "more": items.extend}
    for i in range(100):
        actions["one"](i)
        actions["more"]((i,))
    return len(items)


def dates_of_texts() -> int:
    total = 0
    for _ in range(50):
        total += datetime.date.fromisoformat("2020-05-06").month
    return total


def dicts_of_keys() -> int:
    total = 0
    for _ in range(50):
        total += len(dict.fromkeys(WORDS)) + len(dict.fromkeys("abcab", 0))
    return total


def merged_heaps() -> int:
    return len([*heapq.merge(range(0, 100, 2), range(1, 100, 3))])


# Slices, bytes


def slices_as_fields() -> int:
    total = 0
    for _ in range(20):
        for field in FIELDS:
            total += len("ab  cd  ef  "[field].strip())
    return total


FIELDS = [slice(0, 4), slice(4, 8), slice(8, None)]


def inserted_bytes() -> int:
    data = bytearray()
    for i in range(100):
        data.insert(0, i)
    return len(data)


LOOPS: list[Callable[[], object]] = [
    sums_of_many,
    sums_of_conditions,
    sums_of_values,
    extremes_of_generators,
    extremes_of_values,
    extremes_of_tuples,
    extremes_with_default,
    truth_of_containers,
    sizes_of_mappings,
    members_that_are_objects,
    members_of_deques,
    hashes_of_texts,
    attributes_by_computed_names,
    written_slices,
    sieve_by_slices,
    named_slices,
    read_bytearrays,
    joined_bytearrays,
    filled_buffers,
    functions_by_name,
    functions_in_turns,
    functions_as_attributes,
    methods_by_name,
    texts_of_errors,
    texts_of_containers,
    texts_of_objects,
    updated_sets,
    sets_of_tuples,
    objects_below_lists,
    unpacked_named_tuples,
    cached_by_two,
    called_getters,
    weak_references,
    sums_by_math,
    dicts_of_pairs,
    sorted_by_methods,
    converted_rows,
    functions_of_tables,
    closures_of_lists,
    counting_closures,
    methods_of_tables,
    dates_of_texts,
    dicts_of_keys,
    merged_heaps,
    slices_as_fields,
    inserted_bytes,
]
