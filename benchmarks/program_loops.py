"""Further loops on plain values, as programs have them; see `plain_loops`."""

from __future__ import annotations

import array
import asyncio
import base64
import binascii
import cmath
import collections
import contextlib
import copy
import dataclasses
import datetime
import decimal
import enum
import fractions
import functools
import hashlib
import itertools
import json
import math
import numbers
import operator
import os.path
import re
import statistics
import string
import struct
import textwrap
import time
import typing
import uuid
import zlib
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, NamedTuple

# Texts


def split_texts() -> int:
    total = 0
    for line in LINES:
        name, _, rest = line.partition("=")
        total += len(rest.split(",")) + len(name.strip()) + len(line.rsplit("=", 1))
    return total


def replaced_texts() -> int:
    total = 0
    for line in LINES:
        total += len(line.replace("a", "bb").replace(",", ""))
    return total


def prefixes() -> int:
    total = 0
    for line in LINES:
        if line.startswith(("key1", "key2")) or line.endswith((",3", ",5")):
            total += 1
    return total


def padded_texts() -> int:
    total = 0
    for i in range(100):
        total += len(str(i).zfill(5)) + len("x".ljust(8)) + len("y".center(9, "*"))
    return total


def counted_characters() -> int:
    total = 0
    for line in LINES:
        total += line.count(",") + line.find("=") + line.rfind(",")
    return total


def kinds_of_characters() -> int:
    total = 0
    for char in TEXT:
        if char.isalpha():
            total += 1
        elif char.isdigit() or char.isspace():
            total += 2
    return total


def compared_texts() -> int:
    total = 0
    for line in LINES:
        if "key1" <= line < "key5" or line == "key7" or line != LINES[0]:
            total += 1
    return total


def stripped_texts() -> int:
    total = 0
    for line in LINES:
        total += len(line.strip("k,5").removeprefix("ey").lstrip("0123").upper().title())
    return total


def formatted_texts() -> int:
    total = 0
    for i in range(100):
        total += len("{}: {:>4}".format("a", i)) + len("{name}={value!r}".format(name="x", value=i))
    return total


def percent_formats() -> int:
    total = 0
    for i in range(100):
        total += len("%s=%d (%5.2f)" % ("a", i, i / 3))  # noqa: UP031 - that is what is timed
    return total


def formats_of_numbers() -> int:
    total = 0
    for i in range(100):
        total += len(format(i, "05d")) + len(hex(i)) + len(bin(i)) + len(oct(i))
    return total


def reversed_texts() -> int:
    total = 0
    for line in LINES:
        if line == line[::-1] or "".join(reversed(line)) == line:
            total += 1
    return total


def lines_of_text() -> int:
    total = 0
    for _ in range(10):
        for line in POEM.splitlines():
            total += len(line.split())
    return total


def indexed_letters() -> int:
    total = 0
    for char in TEXT:
        if char in string.ascii_lowercase:
            total += string.ascii_lowercase.index(char)
    return total


def wrapped_texts() -> int:
    return len(textwrap.wrap(POEM, 20)) + len(textwrap.dedent("  a\n  b"))


def filled_templates() -> int:
    total, template = 0, string.Template("$name: $value")
    for i in range(20):
        total += len(template.substitute(name="a", value=i))
    return total


# Patterns


def groups_of_patterns() -> int:
    total = 0
    for line in LINES:
        found = SETTING.match(line)
        if found:
            key, value = found.groups()
            total += len(key) + int(found.group("value")) + found.start("value") + len(value)
    return total


def found_patterns() -> int:
    total = 0
    for line in LINES:
        total += len(re.findall(r"\d+", line)) + len(re.split(r"[=,]", line))
    return total


def substituted_patterns() -> int:
    total = 0
    for line in LINES:
        total += len(re.sub(r"\d+", lambda found: f"<{found[0]}>", line))
    return total


def tokens_of_patterns() -> int:
    total = 0
    for found in TOKEN.finditer("x = 12 + (y * 3) - foo(4, 5)" * 3):
        if found.lastgroup == "number":
            total += int(found.group())
        else:
            total += found.end() - found.start()
    return total


# Iterators


def accumulated() -> int:
    total = 0
    for _ in range(10):
        for each in itertools.accumulate(NUMBERS):
            total += each
        for each in itertools.accumulate(NUMBERS, max):
            total += each
    return total


def neighbours() -> int:
    total = 0
    for _ in range(10):
        for left, right in itertools.pairwise(NUMBERS):
            total += right - left
    return total


def combined() -> int:
    total = 0
    for left, right in itertools.combinations(range(20), 2):
        total += left * right
    for order in itertools.permutations(range(4)):
        total += order[0]
    return total


def longest_zips() -> int:
    total = 0
    for _ in range(10):
        for left, right in itertools.zip_longest(NUMBERS, LINES, fillvalue=""):
            total += 1 if left == right else 2
    return total


def strict_zips() -> int:
    total = 0
    for _ in range(10):
        for left, right in zip(NUMBERS, NUMBERS, strict=True):
            total += left * right
    return total


def counted_backwards() -> int:
    total = 0
    for _ in range(10):
        for at, each in enumerate(reversed(NUMBERS), start=1):
            total += at * each
    return total


def taken_while() -> int:
    total = 0
    for _ in range(10):
        total += len(list(itertools.takewhile(lambda n: n < 30, NUMBERS)))
        total += len(list(itertools.dropwhile(lambda n: n < 10, NUMBERS)))
        total += sum(itertools.starmap(operator.mul, PAIRS))
    return total


def sums_of_generators() -> int:
    total = 0
    for _ in range(20):
        total += sum(n * n for n in NUMBERS if n % 2)
    return total


def iterators_by_hand() -> int:
    total = 0
    for _ in range(10):
        numbers = iter(NUMBERS)
        while (each := next(numbers, None)) is not None:
            total += each
    return total


def batches() -> int:
    total = 0
    for start in range(0, 200, 7):
        batch = MANY[start : start + 7]
        total += len(batch) + sum(batch)
    return total


class Tree(NamedTuple):
    left: Tree | None
    value: int
    right: Tree | None


def walked(tree: Tree | None) -> Iterator[int]:
    if tree is not None:
        yield from walked(tree.left)
        yield tree.value
        yield from walked(tree.right)


def walked_trees() -> int:
    return sum(walked(TREE))


class Countdown:
    def __init__(self, start: int) -> None:
        self.n = start

    def __iter__(self) -> Countdown:
        return self

    def __next__(self) -> int:
        if not self.n:
            raise StopIteration
        self.n -= 1
        return self.n


def own_iterators() -> int:
    total = 0
    for i in Countdown(200):
        total += i
    return total


# Containers


def counter_arithmetic() -> int:
    total = 0
    for _ in range(10):
        both = collections.Counter("abracadabra") + collections.Counter("alakazam")
        both.update("bcd")
        total += both.most_common(1)[0][1]
    return total


def rotated_deques() -> int:
    ring = collections.deque(range(20), maxlen=20)
    for i in range(200):
        ring.rotate(1)
        ring.appendleft(i)
        ring.append(ring.popleft())
    return ring[0]


def replaced_fields() -> int:
    point = Spot(1, 2)
    for i in range(100):
        point = point._replace(x=point.x + i)
    return point.x


def replaced_data() -> int:
    item = Item("a", 1)
    for i in range(50):
        item = dataclasses.replace(item, count=item.count + i)
    return item.count


def missing_keys() -> int:
    total, table = 0, {"a": 1, "b": 2}
    for i in range(200):
        try:
            total += table["abcd"[i % 4]]
        except KeyError:
            total -= 1
    return total


def default_lists() -> int:
    table: collections.defaultdict[str, list[int]] = collections.defaultdict(list)
    for i in range(200):
        table["abcd"[i % 4]].append(i)
    return sum(len(items) for items in table.values())


def set_defaults() -> int:
    table: dict[int, list[int]] = {}
    for i in range(200):
        table.setdefault(i % 7, []).append(i)
    return len(table)


def updated_dicts() -> int:
    table: dict[str, int] = {}
    for i in range(100):
        table.update({"a": i, "b": i})
        table |= {"c": i}
        table.pop("a")
    return len(table)


def sorted_dicts() -> int:
    total, table = 0, {word: len(word) * 7 % 5 for word in LINES}
    for _ in range(5):
        for _key, value in sorted(table.items(), key=lambda pair: (pair[1], pair[0])):
            total += value
    return total


def inverted_dicts() -> int:
    total, table = 0, {word: at for at, word in enumerate(LINES)}
    for _ in range(10):
        total += len({value: key for key, value in table.items()})
    return total


def sliced_lists() -> int:
    items = list(range(100))
    for i in range(100):
        items[10:20] = items[20:30]
        items[5:5] = [i]
        del items[:1]
    return len(items)


def list_methods() -> int:
    items: list[int] = []
    for i in range(100):
        items.insert(0, i)
        items.extend([i, i + 1])
        items.remove(i)
        items.pop()
    return len(items) + items.index(5) + items.count(3)


def starred_targets() -> int:
    total = 0
    for _ in range(10):
        for line in LINES:
            first, *rest = line.split(",")
            total += len(first) + len(rest)
    return total


def joined_lists() -> int:
    total = 0
    for i in range(100):
        total += len([*NUMBERS[:3], i, *NUMBERS[3:5]]) + len([0] * 5 + [i])
    return total


def chunks_of_grid() -> int:
    grid, total = [[0] * 8 for _ in range(8)], 0
    for y in range(8):
        for x in range(8):
            grid[y][x] = x * y
            for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                if 0 <= y + dy < 8 and 0 <= x + dx < 8:
                    total += grid[y + dy][x + dx]
    return total


def transposed() -> int:
    total, rows = 0, [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    for _ in range(50):
        total += [list(column) for column in zip(*rows, strict=True)][1][2]
    return total


def frozen_sets() -> int:
    seen: set[frozenset[int]] = set()
    for i in range(100):
        seen.add(frozenset((i % 5, i % 3)))
    return len(seen)


def graph_search() -> int:
    graph, distances = {i: [(i * 2) % 50, (i * 3 + 1) % 50] for i in range(50)}, {0: 0}
    queue = collections.deque([0])
    while queue:
        node = queue.popleft()
        for other in graph[node]:
            if other not in distances:
                distances[other] = distances[node] + 1
                queue.append(other)
    return max(distances.values())


# Numbers


def digits_of_bases() -> int:
    total = 0
    for i in range(100):
        total += int("ff", 16) + int(f"{i:b}", 2) + int("  12 ")
    return total


def quotients() -> int:
    total = 0
    for i in range(1, 200):
        quotient, rest = divmod(1000, i)
        total += quotient + rest
    return total


def modular_powers() -> int:
    total = 0
    for i in range(200):
        total += pow(i, 13, 1009) + i**2
    return total


def rounded() -> float:
    total = 0.0
    for i in range(200):
        total += round(i / 7, 2) + round(i / 3) + abs(-i)
    return total


def complex_numbers() -> int:
    count = 0
    for i in range(20):
        z, c = 0j, complex(i / 10 - 1, 0.3)
        while abs(z) < 2 and count < 1000:
            z = z * z + c
            count += 1
            if count % 10 == 0:
                break
    return count


def phases() -> float:
    total = 0.0
    for i in range(100):
        total += cmath.phase(complex(i, 1)) + math.hypot(i, 1) + math.floor(i / 2)
    return total


def greatest_divisors() -> int:
    total = 0
    for i in range(1, 200):
        total += math.gcd(i, 36) + math.isqrt(i) + math.comb(10, i % 10)
    return total


def decimal_contexts() -> decimal.Decimal:
    total = decimal.Decimal(0)
    with decimal.localcontext() as context:
        context.prec = 10
        for i in range(1, 50):
            total += (decimal.Decimal(1) / decimal.Decimal(i)).quantize(CENT)
    return total


def compared_fractions() -> int:
    count, third = 0, fractions.Fraction(1, 3)
    for i in range(1, 20):
        if fractions.Fraction(i, 20) * 2 > third:
            count += 1
    return count


def averages() -> float:
    return statistics.mean(NUMBERS) + statistics.median(NUMBERS) + statistics.pstdev([1.0, 2.0])


def float_tests() -> int:
    count = 0
    for i in range(200):
        x = i / 3
        if x.is_integer() or math.isclose(x, 1.0) or math.isnan(x) or x == math.inf:
            count += 1
    return count


def bit_fields() -> int:
    flags = 0
    for i in range(200):
        flags = (flags | 1 << (i % 16)) & ~(1 << (i * 3 % 16)) ^ i
        if flags & 4:
            flags >>= 1
    return flags


# Bytes


def translated_bytes() -> int:
    total, table = 0, bytes.maketrans(b"abc", b"xyz")
    for _ in range(100):
        total += len(b"a cab".translate(table)) + len(b"abc".replace(b"b", b""))
    return total


def split_bytes() -> int:
    total = 0
    for _ in range(100):
        parts = b"a,b,c".split(b",")
        total += len(b";".join(parts)) + parts[0][0]
    return total


def views_of_bytes() -> int:
    total, view = 0, memoryview(bytes(range(64)))
    for i in range(100):
        part = view[i % 32 : i % 32 + 4]
        total += part[0] + len(part)
    return total


def grown_arrays() -> int:
    data = array.array("d")
    for i in range(200):
        data.append(i / 2)
    return len(data) + int(sum(data))


def updated_hashes() -> int:
    digest = hashlib.sha256()
    for line in LINES:
        digest.update(line.encode())
    return len(digest.hexdigest())


def hashed_texts() -> int:
    total = 0
    for line in LINES:
        total += len(hashlib.sha256(line.encode()).hexdigest())
    return total


def checksums() -> int:
    total = 0
    for line in LINES:
        total ^= zlib.crc32(line.encode())
    return total


def encoded_bytes() -> int:
    total = 0
    for line in LINES:
        data = line.encode("utf-8")
        total += len(data.hex()) + len(bytes.fromhex("00ff")) + len(binascii.hexlify(data))
        total += len(base64.b64encode(data))
    return total


def struct_objects() -> int:
    total, header = 0, struct.Struct(">IH")
    for i in range(100):
        number, small = header.unpack(header.pack(i, i))
        total += number + small
    return total


# Objects


class Account:
    __slots__ = ("_balance", "owner")

    def __init__(self, owner: str) -> None:
        self.owner = owner
        self._balance = 0

    @property
    def balance(self) -> int:
        return self._balance

    @balance.setter
    def balance(self, value: int) -> None:
        if value < 0:
            raise ValueError(value)
        self._balance = value


def set_properties() -> int:
    account = Account("a")
    for i in range(200):
        account.balance = account.balance + i
    return account.balance


def slotted_objects() -> int:
    total = 0
    for i in range(100):
        account = Account("a")
        account._balance = i
        total += account._balance + len(account.owner)
    return total


class Cache:
    size = 3
    made = 0

    def __init__(self, n: int) -> None:
        self.n = n
        Cache.made += 1

    @functools.cached_property
    def square(self) -> int:
        return self.n * self.n


def cached_properties() -> int:
    total = 0
    for i in range(50):
        cache = Cache(i)
        total += cache.square + cache.square + cache.square
    return total


def class_attributes() -> int:
    total = 0
    for _ in range(200):
        total += Cache.size
        Cache.made += 1
    return total


@functools.total_ordering
class Version:
    def __init__(self, major: int, minor: int) -> None:
        self.major, self.minor = major, minor

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Version):
            return NotImplemented
        return (self.major, self.minor) == (other.major, other.minor)

    def __lt__(self, other: Version) -> bool:
        return (self.major, self.minor) < (other.major, other.minor)

    def __hash__(self) -> int:
        return hash((self.major, self.minor))


def ordered_objects() -> int:
    count, versions = 0, [Version(i % 3, i % 5) for i in range(15)]
    for left in versions:
        for right in versions:
            if left >= right:
                count += 1
    return count


def hashed_objects() -> int:
    table: dict[Version, int] = {}
    for i in range(100):
        key = Version(i % 3, i % 5)
        table[key] = table.get(key, 0) + 1
    return len(table)


@functools.singledispatch
def shown(value: object) -> str:
    return "?"


@shown.register
def _(value: int) -> str:
    return "int"


@shown.register
def _(value: list) -> str:  # type: ignore[type-arg]
    return "list"


def dispatched_calls() -> int:
    total = 0
    for i in range(50):
        total += len(shown(i)) + len(shown([])) + len(shown("a"))
    return total


def kinds_of_values() -> int:
    total = 0
    for value in MIXED:
        if isinstance(value, numbers.Number):
            total += 1
        elif isinstance(value, Sequence):
            total += 2
        elif isinstance(value, Mapping):
            total += 3
    return total


def tuples_of_types() -> int:
    total = 0
    for value in MIXED * 4:
        if isinstance(value, (int, float)):
            total += 1
        elif isinstance(value, str | bytes):
            total += 2
        if issubclass(type(value), (list, dict)):
            total += 3
    return total


class Timer:
    def __init__(self) -> None:
        self.depth = 0

    def __enter__(self) -> Timer:
        self.depth += 1
        return self

    def __exit__(self, *exc: object) -> None:
        self.depth -= 1


def own_contexts() -> int:
    total, timer = 0, Timer()
    for _ in range(200):
        with timer as entered:
            total += entered.depth
    return total


@contextlib.contextmanager
def opened(n: int) -> Generator[int, None, None]:
    yield n


def generated_contexts() -> int:
    total = 0
    for i in range(50):
        with opened(i) as n:
            total += n
    return total


def suppressed_errors() -> int:
    total, table = 0, {"a": 1}
    for i in range(100):
        with contextlib.suppress(KeyError):
            total += table["ab"[i % 2]]
    return total


class NotFound(Exception):
    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is not there")
        self.name = name


def own_errors() -> int:
    total = 0
    for i in range(100):
        try:
            if i % 2:
                raise NotFound("a")
        except (NotFound, ValueError) as error:
            total += len(error.name)
        else:
            total += 1
    return total


def parsed_or_not() -> int:
    total = 0
    for text in ["1", "x", "2.5", ""] * 20:
        try:
            total += int(text)
        except ValueError:
            try:
                total += int(float(text))
            except ValueError:
                total -= 1
    return total


class Status(enum.Enum):
    OPEN = "open"
    DONE = "done"


class Access(enum.IntFlag):
    READ = 1
    WRITE = 2


def enums_by_value() -> int:
    total = 0
    for i in range(50):
        status = Status("open" if i % 2 else "done")
        if status == Status.OPEN and Status["DONE"] is not status:
            total += len(status.name)
    return total


def enum_flags() -> int:
    total = 0
    for i in range(50):
        access = Access.READ | Access.WRITE if i % 2 else Access.READ
        if access & Access.WRITE:
            total += access.value
    return total


def enum_keys() -> int:
    total, names = 0, {Status.OPEN: 1, Status.DONE: 2}
    for i in range(100):
        status = Status.OPEN if i % 2 else Status.DONE
        if status in names:
            total += names[status]
    return total


def type_keys() -> int:
    total, sizes = 0, {int: 1, str: 2, list: 3}
    for value in MIXED * 4:
        total += sizes.get(type(value), 0)
    return total


def enums_gone_through() -> int:
    total = 0
    for _ in range(50):
        for status in Status:
            total += len(status.value)
    return total


def copied_values() -> int:
    total = 0
    for i in range(50):
        shallow = copy.copy([i, [1]])
        total += len(shallow) + len(NUMBERS.copy()) + len(dict(TABLE))
    return total


def deep_copies() -> int:
    total = 0
    for _ in range(5):
        total += len(copy.deepcopy(NESTED))
    return total


def operator_functions() -> int:
    total, by_name = 0, {"+": operator.add, "-": operator.sub, "*": operator.mul}
    for i in range(100):
        total = by_name["+-*"[i % 3]](total % 100, i)
    return total


def dispatch_tables() -> int:
    total = 0
    for i in range(100):
        total = ACTIONS["ab"[i % 2]](total, i)
    return total


def bound_methods() -> int:
    found: list[int] = []
    append, get = found.append, TABLE.get
    for i in range(100):
        append(i)
        if get("ab"[i % 2]) == 1:
            append(i)
    return len(found)


def curried() -> int:
    def add(a: int) -> Callable[[int], Callable[[int], int]]:
        def more(b: int) -> Callable[[int], int]:
            def most(c: int) -> int:
                return a + b + c

            return most

        return more

    total = 0
    for i in range(100):
        total += add(i)(1)(2)
    return total


def decorated(function: Callable[..., int]) -> Callable[..., int]:
    @functools.wraps(function)
    def wrapper(*args: Any, **keywords: Any) -> int:
        return function(*args, **keywords) + 1

    return wrapper


@decorated
def added(a: int, b: int = 2, *, c: int = 3) -> int:
    return a + b + c


def decorated_calls() -> int:
    total = 0
    for i in range(200):
        total += added(i, 1, c=2)
    return total


class Shape:
    def area(self) -> float:
        raise NotImplementedError


class Square(Shape):
    def __init__(self, side: float) -> None:
        self.side = side

    def area(self) -> float:
        return self.side**2


class Circle(Shape):
    def __init__(self, radius: float) -> None:
        self.radius = radius

    def area(self) -> float:
        return math.pi * self.radius**2


def many_classes() -> float:
    total = 0.0
    for shape in [Square(2), Circle(1), Square(3)] * 40:
        total += shape.area()
    return total


def matched_classes() -> float:
    total = 0.0
    for shape in [Square(2), Circle(1), Square(3)] * 20:
        match shape:
            case Square(side=side):
                total += side
            case Circle(radius=radius) if radius > 0:
                total += radius
    return total


def matched_mappings() -> int:
    total = 0
    for event in EVENTS * 10:
        match event:
            case {"type": "key", "code": int(code)}:
                total += code
            case {"type": "click", "at": [x, y]}:
                total += x + y
            case _:
                total -= 1
    return total


def matched_values() -> int:
    total = 0
    for i in range(200):
        match i % 5:
            case 0 | 1:
                total += 1
            case 2:
                total += 2
            case n if n > 3:
                total += n
    return total


def walrus_filters() -> int:
    total = 0
    for _ in range(20):
        total += len([square for n in NUMBERS if (square := n * n) % 3 == 1])
    return total


async def doubled(n: int) -> int:
    return n * 2


async def gathered() -> int:
    total = 0
    for i in range(100):
        total += await doubled(i)
    return total


def awaited_calls() -> int:
    try:
        gathered().send(None)
    except StopIteration as done:
        return int(done.value)
    return 0


async def ticks(n: int) -> typing.AsyncIterator[int]:
    for i in range(n):
        yield i


async def ticked() -> int:
    total = 0
    async for i in ticks(100):
        total += i
    return total


def asynchronous_loops() -> int:
    try:
        ticked().send(None)
    except StopIteration as done:
        return int(done.value)
    return 0


async def worked() -> int:
    total = sum(await asyncio.gather(*[doubled(i) for i in range(20)]))
    for _ in range(200):
        await asyncio.sleep(0)
        total += await doubled(total % 10)
    return total


def event_loops() -> int:
    return asyncio.run(worked())


# The library


def arithmetic_of_times() -> float:
    total, moment = 0.0, datetime.datetime(2020, 1, 1)
    for i in range(100):
        moment += datetime.timedelta(hours=i)
        total += (moment - EPOCH).total_seconds() + moment.weekday()
    return total


def written_times() -> int:
    total, moment = 0, datetime.datetime(2020, 1, 1)
    for i in range(50):
        later = moment.replace(day=i % 28 + 1)
        total += len(later.isoformat()) + len(later.strftime("%Y-%m-%d"))
        total += datetime.date.fromisoformat("2020-02-03").day
    return total


def read_json() -> int:
    total = 0
    for _ in range(20):
        total += len(json.loads('{"a": [1, 2, {"b": null}], "c": "d"}'))
    return total


def written_json() -> int:
    total = 0
    for i in range(20):
        total += len(json.dumps({"a": [1, i, {"b": None}], "c": "d"}))
    return total


def paths_of_files() -> int:
    total = 0
    for line in LINES:
        path = os.path.join("a", line + ".txt")
        total += len(os.path.basename(path)) + len(os.path.splitext(path)[1])
    return total


def pure_paths() -> int:
    total = 0
    for i in range(20):
        path = PurePosixPath("a") / f"b{i}.txt"
        total += len(path.suffix) + len(path.parts)
    return total


def read_clocks() -> float:
    total = 0.0
    for _ in range(100):
        start = time.perf_counter()
        total += time.perf_counter() - start
    return total


def identifiers() -> int:
    total = 0
    for i in range(20):
        total += len(str(uuid.UUID(int=i)))
    return total


LINES = [f"key{i}=a{i},b{i * i},{i}" for i in range(20)]
TEXT = "Some words, 12 of them and 3 more: of letters." * 3
POEM = "a line of some words\nanother line, longer than that\n\nthe last one\n"
NUMBERS = list(range(30))
MANY = list(range(200))
PAIRS = [(i, i * 7 % 11) for i in range(30)]
MIXED: list[Any] = [1, 2.5, "a", b"b", [1], (1, 2), {"a": 1}, None] * 3
NESTED = {"a": [1, 2, {"b": (1, "x")}], "c": {"d": [None, 2.5]}}
TABLE = {"a": 1, "b": 2}
EVENTS: list[Any] = [{"type": "key", "code": 5}, {"type": "click", "at": [1, 2]}, {"type": "x"}]
ACTIONS: dict[str, Callable[[int, int], int]] = {
    "a": lambda total, i: total + i,
    "b": lambda total, i: total - i,
}
SETTING = re.compile(r"(?P<key>\w+)=a(?P<value>\d+)")
TOKEN = re.compile(r"(?P<name>[a-z]+)|(?P<number>\d+)|(?P<sign>[-+*/=(),])")
CENT = decimal.Decimal("0.01")
EPOCH = datetime.datetime(1970, 1, 1)


class Spot(NamedTuple):
    x: int
    y: int


@dataclasses.dataclass(frozen=True)
class Item:
    name: str
    count: int


def _tree(low: int, high: int) -> Tree | None:
    middle = (low + high) // 2
    return None if low >= high else Tree(_tree(low, middle), middle, _tree(middle + 1, high))


TREE = _tree(0, 60)

LOOPS: list[Callable[[], object]] = [
    split_texts,
    replaced_texts,
    prefixes,
    padded_texts,
    counted_characters,
    kinds_of_characters,
    compared_texts,
    stripped_texts,
    formatted_texts,
    percent_formats,
    formats_of_numbers,
    reversed_texts,
    lines_of_text,
    indexed_letters,
    wrapped_texts,
    filled_templates,
    groups_of_patterns,
    found_patterns,
    substituted_patterns,
    tokens_of_patterns,
    accumulated,
    neighbours,
    combined,
    longest_zips,
    strict_zips,
    counted_backwards,
    taken_while,
    sums_of_generators,
    iterators_by_hand,
    batches,
    walked_trees,
    own_iterators,
    counter_arithmetic,
    rotated_deques,
    replaced_fields,
    replaced_data,
    missing_keys,
    default_lists,
    set_defaults,
    updated_dicts,
    sorted_dicts,
    inverted_dicts,
    sliced_lists,
    list_methods,
    starred_targets,
    joined_lists,
    chunks_of_grid,
    transposed,
    frozen_sets,
    graph_search,
    digits_of_bases,
    quotients,
    modular_powers,
    rounded,
    complex_numbers,
    phases,
    greatest_divisors,
    decimal_contexts,
    compared_fractions,
    averages,
    float_tests,
    bit_fields,
    translated_bytes,
    split_bytes,
    views_of_bytes,
    grown_arrays,
    updated_hashes,
    hashed_texts,
    checksums,
    encoded_bytes,
    struct_objects,
    set_properties,
    slotted_objects,
    cached_properties,
    class_attributes,
    ordered_objects,
    hashed_objects,
    dispatched_calls,
    kinds_of_values,
    tuples_of_types,
    own_contexts,
    generated_contexts,
    suppressed_errors,
    own_errors,
    parsed_or_not,
    enums_by_value,
    enum_flags,
    enum_keys,
    type_keys,
    enums_gone_through,
    copied_values,
    deep_copies,
    operator_functions,
    dispatch_tables,
    bound_methods,
    curried,
    decorated_calls,
    many_classes,
    matched_classes,
    matched_mappings,
    matched_values,
    walrus_filters,
    awaited_calls,
    asynchronous_loops,
    event_loops,
    arithmetic_of_times,
    written_times,
    read_json,
    written_json,
    paths_of_files,
    pure_paths,
    read_clocks,
    identifiers,
]
