"""Programs that were written before anybody looked at what wend does with them, and false twins."""

from __future__ import annotations

import cmath
import enum
import heapq
import itertools
import math
import operator
import queue
from collections import ChainMap, Counter, OrderedDict, defaultdict, deque, namedtuple
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from fractions import Fraction
from typing import NamedTuple, Protocol

import wend


class Node:
    def __init__(self, value: int, next: Node | None = None) -> None:
        self.value = value
        self.next = next


def linked_sum(a: int, b: int) -> None:
    head = Node(a, Node(b))
    head.next.next = Node(a + b)
    total = 0
    node = head
    while node is not None:
        total += node.value
        node = node.next
    assert total == 2 * (a + b)


def queue_of_priority(a: int, b: int) -> None:
    q: queue.PriorityQueue[int] = queue.PriorityQueue()
    q.put(a)
    q.put(b)
    assert q.qsize() == 2
    first = q.get()
    assert first == min(a, b)
    assert not q.empty()


def lifo(a: int, b: int) -> None:
    q = queue.LifoQueue()
    q.put(a)
    q.put(b)
    assert q.get() == b
    assert q.get() == a
    assert q.empty()


def counter_counts(a: int, b: int, c: int) -> None:
    counts = Counter([a, b, c])
    assert sum(counts.values()) == 3
    assert counts[a] >= 1
    if a == b:
        assert counts[a] >= 2


def counter_subtracts(n: int) -> None:
    c = Counter(x=n)
    c.update(x=2)
    c.subtract(x=1)
    assert c["x"] == n + 1
    assert c["missing"] == 0


def default_dict_groups(a: int, b: int) -> None:
    groups = defaultdict(list)
    groups[a % 2].append(a)
    groups[b % 2].append(b)
    assert len(groups[0]) + len(groups[1]) == 2


def heap_pops_least(a: int, b: int, c: int) -> None:
    heap = [a, b, c]
    heapq.heapify(heap)
    least = heapq.heappop(heap)
    assert least <= a and least <= b and least <= c


count = 0


def _add(x: int) -> None:
    global count
    count += x


def global_through_helper(x: int, y: int) -> None:
    global count
    count = 0
    _add(x)
    _add(y)
    assert count == x + y


def dict_inverted(d: dict[int, int]) -> None:
    wend.assume(len(d) <= 2)
    inverse = {v: k for k, v in d.items()}
    assert len(inverse) <= len(d)
    for v in inverse:
        assert d[inverse[v]] == v


def dict_update(d: dict[int, int], k: int, v: int) -> None:
    wend.assume(len(d) <= 1)
    before = len(d)
    was_there = k in d
    d[k] = v
    assert len(d) == before + (0 if was_there else 1)
    del d[k]
    assert k not in d


def set_difference(s: set[int], t: set[int]) -> None:
    wend.assume(len(s) <= 1 and len(t) <= 1)
    assert (s - t) | (s & t) == s
    assert (s ^ t) == (s | t) - (s & t)


def pascal(n: int, k: int) -> None:
    wend.assume(1 <= n <= 5 and 1 <= k <= n)
    assert math.comb(n, k) == math.comb(n - 1, k - 1) + math.comb(n - 1, k)


def digit_sum(n: int) -> None:
    wend.assume(0 <= n <= 999)
    total, rest = 0, n
    while rest:
        total += rest % 10
        rest //= 10
    assert total % 9 == n % 9


def conj_product(a: int, b: int) -> None:
    wend.assume(-10 <= a <= 10 and -10 <= b <= 10)
    z = complex(a, b)
    assert (z * z.conjugate()).imag == 0
    assert (z * z.conjugate()).real == a * a + b * b


def cmath_kinds(z: complex) -> None:
    if cmath.isfinite(z):
        assert not cmath.isnan(z)
        assert not cmath.isinf(z)
    else:
        assert cmath.isnan(z) or cmath.isinf(z)


def fabs_copysign(x: float) -> None:
    wend.assume(not math.isnan(x))
    assert math.fabs(x) == math.copysign(x, 1.0)
    assert -math.fabs(x) == math.copysign(x, -1.0)


def divmod_by_constant(n: int) -> None:
    minutes, seconds = divmod(n, 60)
    hours, minutes = divmod(minutes, 60)
    assert hours * 3600 + minutes * 60 + seconds == n
    assert 0 <= minutes < 60 and 0 <= seconds < 60


def has_made(n: int) -> None:
    class Thing:
        pass

    t = Thing()
    assert not hasattr(t, "size")
    t.size = n
    assert hasattr(t, "size")
    del t.size
    assert not hasattr(t, "size")


def replace_all(s: str) -> None:
    wend.assume(len(s) <= 3)
    t = s.replace("a", "b")
    assert "a" not in t
    assert len(t) == len(s)


def sort_by_key(a: int, b: int) -> None:
    pairs = [(a, "a"), (b, "b")]
    pairs.sort(key=lambda p: -p[0])
    assert pairs[0][0] >= pairs[1][0]
    if a == b:
        assert pairs[0][1] == "a"


def zip_longest(a: int, b: int) -> None:
    pairs = list(itertools.zip_longest([a, b], [a], fillvalue=0))
    assert pairs == [(a, a), (b, 0)]


def chained_lists(xs: list[int]) -> None:
    wend.assume(len(xs) <= 2)
    assert list(itertools.chain(xs, xs)) == xs + xs
    assert len(list(itertools.combinations(xs, 2))) == (1 if len(xs) == 2 else 0)


class P(NamedTuple):
    x: int
    y: int = 0


def named_replaced(a: int, b: int) -> None:
    p = P(a)
    q = p._replace(y=b)
    assert q == (a, b)
    assert p.y == 0
    assert q._asdict() == {"x": a, "y": b}


def tuple_input(t: tuple[int, str, bool]) -> None:  # not proved: a copy of an int is asked for
    a, b, c = t
    assert t == (a, b, c)
    assert len(t + (1,)) == 4
    assert t[0] is a


@dataclass(frozen=True, order=True)
class Version:
    major: int
    minor: int = 0


def frozen_ordered(a: int, b: int, c: int, d: int) -> None:
    v, w = Version(a, b), Version(c, d)
    assert (v < w) == ((a, b) < (c, d))
    assert (v == w) == (a == c and b == d)
    try:
        v.major = 3
    except AttributeError:
        pass
    else:
        raise AssertionError("changed")
    assert v.major == a


@dataclass
class Inventory:
    items: dict[str, int] = field(default_factory=dict)

    def add(self, name: str, n: int) -> None:
        self.items[name] = self.items.get(name, 0) + n

    def total(self) -> int:
        return sum(self.items.values())


def inventory_sums(a: int, b: int) -> None:
    inv = Inventory()
    inv.add("x", a)
    inv.add("x", b)
    inv.add("y", a)
    assert inv.total() == 2 * a + b
    assert len(inv.items) == 2


@dataclass
class Rect:
    w: int
    h: int
    area: int = field(init=False)

    def __post_init__(self) -> None:
        if self.w < 0 or self.h < 0:
            raise ValueError("negative")
        self.area = self.w * self.h


def rect_area(w: int, h: int) -> None:
    try:
        r = Rect(w, h)
    except ValueError:
        assert w < 0 or h < 0
        return
    assert r.area >= 0
    assert r == Rect(w, h)


class Color(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3


class Rank(IntEnum):
    LOW = 1
    HIGH = 10


def color_turns(c: Color) -> None:
    following = Color(c.value % 3 + 1)
    assert following is not c
    assert following in list(Color)
    assert Color[c.name] is c


def rank_by_number(n: int) -> None:
    try:
        rank = Rank(n)
    except ValueError:
        assert n != 1 and n != 10
    else:
        assert rank == n
        assert rank in (Rank.LOW, Rank.HIGH)


def power_of_two(n: int) -> None:
    wend.assume(1 <= n <= 64)
    is_power = n & (n - 1) == 0
    assert is_power == (n in (1, 2, 4, 8, 16, 32, 64))


def swap_by_xor(a: int, b: int) -> None:
    x, y = a, b
    x ^= y
    y ^= x
    x ^= y
    assert (x, y) == (b, a)


class HasArea(Protocol):
    def area(self) -> int: ...


class Sq:
    def __init__(self, side: int) -> None:
        self.side = side

    def area(self) -> int:
        return self.side * self.side


class Rc(Sq):
    def __init__(self, side: int, other: int) -> None:
        super().__init__(side)
        self.other = other

    def area(self) -> int:
        return self.side * self.other


def areas_add(a: int, b: int) -> None:
    shapes: list[HasArea] = [Sq(a), Rc(a, b)]
    assert sum(s.area() for s in shapes) == a * (a + b)
    assert isinstance(shapes[1], Sq)


def fractions_add(a: int) -> None:
    wend.assume(1 <= a <= 6)
    assert Fraction(1, a) * a == 1
    assert Fraction(a, 2) + Fraction(a, 2) == a


def optional_chain(x: int | None, y: int | None) -> None:
    value = x if x is not None else y if y is not None else 0
    if x is None and y is None:
        assert value == 0
    assert value == x or x is None


def bytes_bounded(b: bytes) -> None:
    wend.assume(len(b) <= 2)
    assert all(0 <= x <= 255 for x in b)
    assert bytes(list(b)) == b
    assert bytes.fromhex(b.hex()) == b


def wrong_linked_sum(a: int, b: int) -> None:
    head = Node(a, Node(b))
    assert head.value + head.next.value != 12  # type: ignore[union-attr]


def wrong_queue_of_priority(a: int, b: int) -> None:
    q: queue.PriorityQueue[int] = queue.PriorityQueue()
    q.put(a)
    q.put(b)
    assert q.get() == a


def wrong_counter_counts(a: int, b: int, c: int) -> None:
    assert len(Counter([a, b, c])) > 1


def wrong_default_dict_groups(a: int, b: int) -> None:
    groups = defaultdict(list)
    groups[a % 2].append(a)
    groups[b % 2].append(b)
    assert len(groups) == 2


def wrong_dict_inverted(d: dict[int, int]) -> None:
    wend.assume(len(d) <= 2)
    assert len({v: k for k, v in d.items()}) == len(d)


def wrong_pascal(n: int, k: int) -> None:
    wend.assume(1 <= n <= 5 and 0 <= k <= n)
    assert math.comb(n, k) < 10


def wrong_conj_product(a: int, b: int) -> None:
    assert complex(a, b) * complex(a, b) != complex(3, 4)


def wrong_replace_all(s: str) -> None:
    wend.assume(len(s) <= 3)
    assert s.replace("a", "b") == s


def wrong_sort_by_key(a: int, b: int) -> None:
    pairs = [(a, "a"), (b, "b")]
    pairs.sort(key=lambda p: -p[0])
    assert pairs[0][1] == "a"


def wrong_frozen_ordered(a: int, b: int, c: int, d: int) -> None:
    assert (Version(a, b) < Version(c, d)) == (a < c)


def wrong_rect_area(w: int, h: int) -> None:
    r = Rect(abs(w), abs(h))
    assert r.area != 6


def wrong_power_of_two(n: int) -> None:
    wend.assume(1 <= n <= 64)
    assert (n & (n - 1) == 0) == (n in (1, 2, 4, 8, 16, 32))
