"""Further loops on plain values, of the library's types and of rarer syntax; see `plain_loops`."""

from __future__ import annotations

import array
import collections
import dataclasses
import datetime
import decimal
import enum
import fractions
import heapq
import itertools
import queue
import random
import struct
import urllib.parse
from collections.abc import Callable, Generator
from typing import NamedTuple


def typed_arrays() -> int:
    data, total = array.array("i", range(64)), 0
    for i in range(200):
        data[i % 64] = data[(i + 1) % 64] + 1
        total += data[i % 64]
    return total


def memory_views() -> int:
    total, view = 0, memoryview(DATA)
    for i in range(200):
        total += view[i % 8]
    return total


def packed_structs() -> int:
    total = 0
    for i in range(100):
        low, high = struct.unpack("<HH", struct.pack("<HH", i, i + 1))
        total += low + high
    return total


def dates() -> int:
    total, day, step = 0, datetime.date(2020, 1, 1), datetime.timedelta(days=1)
    for _ in range(200):
        day = day + step
        total += day.day
    return total


def decimals() -> decimal.Decimal:
    total, step = decimal.Decimal(0), decimal.Decimal("0.1")
    for _ in range(200):
        total = total + step * 2
    return total


def exact_fractions() -> fractions.Fraction:
    total = fractions.Fraction(0)
    for i in range(1, 20):
        total += fractions.Fraction(1, i)
    return total


class Color(enum.Enum):
    RED = 1
    BLUE = 2


def enum_members() -> int:
    total = 0
    for i in range(200):
        color = Color.RED if i % 2 else Color.BLUE
        if color is Color.RED:
            total += color.value
    return total


@dataclasses.dataclass
class Point:
    x: int
    y: int

    def moved(self, by: int) -> Point:
        return Point(self.x + by, self.y)


def data_classes() -> int:
    point = Point(1, 2)
    for i in range(100):
        point = point.moved(i)
    return point.x + (point == Point(1, 2))


class Pair(NamedTuple):
    left: int
    right: int


def named_tuples() -> int:
    total = 0
    for i in range(200):
        pair = Pair(i, 1)
        total += pair.left + pair[1]
    return total


def formatted_numbers() -> int:
    total = 0
    for i in range(200):
        total += len(f"{i:>6}|{i / 3:.2f}|{i:x}")
    return total


def translated_texts() -> int:
    total, table = 0, str.maketrans("abc", "xyz")
    for _ in range(200):
        total += len("a cab".translate(table))
    return total


def tries_with_finally() -> int:
    total = 0
    for i in range(200):
        try:
            total += i
        finally:
            total -= 1
    return total


def averaging() -> Generator[float, float, None]:
    total, count = 0.0, 0
    while True:
        got = yield total / max(count, 1)
        total, count = total + got, count + 1


def sent_values() -> float:
    average, last = averaging(), 0.0
    next(average)
    for i in range(200):
        last = average.send(i)
    return last


def chained_iterators() -> int:
    total = 0
    for i in itertools.chain(range(100), itertools.islice(itertools.count(), 100)):
        total += i
    return total


def summed(*numbers: int, **named: int) -> int:
    return len(numbers) + len(named)


def starred_arguments() -> int:
    total, numbers = 0, [1, 2, 3]
    for i in range(200):
        total += summed(*numbers, i, step=i)
    return total


def nonlocal_counters() -> int:
    count = 0

    def add(n: int) -> None:
        nonlocal count
        count += n

    for i in range(200):
        add(i)
    return count


class Doubled:
    def __get__(self, owner: object, cls: type) -> int:
        return 2


class Lazy:
    twice = Doubled()

    def __getattr__(self, name: str) -> int:
        return len(name)


def descriptors() -> int:
    total, lazy = 0, Lazy()
    for _ in range(200):
        total += lazy.twice
    return total


def missing_attributes() -> int:
    total, lazy = 0, Lazy()
    for _ in range(200):
        total += lazy.other
    return total


def depth(n: int) -> int:
    return 0 if n == 0 else 1 + depth(n - 1)


def deep_recursion() -> int:
    return depth(300)


def heaps_of_tuples() -> int:
    heap: list[tuple[int, str]] = []
    for i in range(100):
        heapq.heappush(heap, (i * 7 % 50, "x"))
    total = 0
    while heap:
        total += heapq.heappop(heap)[0]
    return total


def ordered_dicts() -> int:
    table: collections.OrderedDict[int, int] = collections.OrderedDict()
    for i in range(200):
        table[i % 20] = i
        table.move_to_end(i % 20)
    return len(table)


def counters() -> int:
    counts: collections.Counter[str] = collections.Counter()
    for i in range(200):
        counts["ab"[i % 2]] += 1
    return counts["a"]


def chain_maps() -> int:
    total, scope = 0, collections.ChainMap({"a": 1}, {"b": 2})
    for i in range(100):
        total += scope["a" if i % 2 else "b"]
    return total


def parsed_numbers() -> int:
    total = 0
    for i in range(200):
        total += int(str(i)) + int("1f", 16)
    return total


def sorted_tuples() -> int:
    pairs, total = [(i * 7 % 11, i) for i in range(30)], 0
    for _ in range(10):
        pairs.sort()
        total += sorted(pairs, reverse=True)[0][0]
    return total


def xored_bytes() -> int:
    data, key = bytearray(b"abc def " * 8), b"key"
    for i in range(len(data)):
        data[i] ^= key[i % 3]
    return data[0]


def swapped_bytes() -> int:
    box, j = bytearray(range(256)), 0
    for i in range(256):
        j = (j + box[i] + 7) % 256
        box[i], box[j] = box[j], box[i]
    return box[0]


def scanned_bytes() -> int:
    data, i, count = bytearray(b"abc def " * 20), 0, 0
    while i < len(data):
        if data[i] == 32:
            count += 1
        i += 1
    return count


def rolled_dice() -> float:
    random.seed(5)
    total = 0.0
    for _ in range(50):
        total += random.randint(1, 6) + random.choice([1, 2, 3]) + random.uniform(0, 1)
    return total


def queued_values() -> int:
    line: queue.SimpleQueue[int] = queue.SimpleQueue()
    total = 0
    for i in range(200):
        line.put(i)
        total += line.get()
    return total


def quoted_texts() -> int:
    total = 0
    for i in range(40):
        total += len(urllib.parse.quote(TEXTS[i & 3]))
    return total


def split_urls() -> int:
    total = 0
    for i in range(40):
        total += len(urllib.parse.urlsplit(TEXTS[i >> 4]).path)
    return total


class Doubles(dict[int, int]):
    def __missing__(self, key: int) -> int:
        made = self[key] = key * 2
        return made


def items_by_name() -> int:
    table, total = Doubles(), 0
    find = table.__getitem__
    for i in range(200):
        total += find(i & 15)
    return total


def grown_bytes() -> int:
    data = bytearray()
    for i in range(200):
        data += PARTS[i & 3]
    return len(data)


TEXTS = ("a b/c?d", "http://a.b/c d", "x&y=z", "/~user/\xe9")
PARTS = (b"a", b"bc", b"", b"defg")
DATA = bytes(range(8))

LOOPS: list[Callable[[], object]] = [
    typed_arrays,
    memory_views,
    packed_structs,
    dates,
    decimals,
    exact_fractions,
    enum_members,
    data_classes,
    named_tuples,
    formatted_numbers,
    translated_texts,
    tries_with_finally,
    sent_values,
    chained_iterators,
    starred_arguments,
    nonlocal_counters,
    descriptors,
    missing_attributes,
    deep_recursion,
    heaps_of_tuples,
    ordered_dicts,
    counters,
    chain_maps,
    parsed_numbers,
    sorted_tuples,
    xored_bytes,
    swapped_bytes,
    scanned_bytes,
    rolled_dice,
    queued_values,
    quoted_texts,
    split_urls,
    items_by_name,
    grown_bytes,
]
