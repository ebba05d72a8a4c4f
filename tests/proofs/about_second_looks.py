"""More programs that were written before anybody looked at what wend does with them."""

from __future__ import annotations

import bisect
import cmath
import collections
import functools
import itertools
import math
import queue
import string
from collections import Counter, OrderedDict, defaultdict, deque
from dataclasses import dataclass, field, replace
from enum import Enum, IntFlag, auto
from typing import Generic, NamedTuple, TypeVar

import wend

T = TypeVar("T")


class Stack(Generic[T]):
    def __init__(self) -> None:
        self._items: list[T] = []

    def push(self, item: T) -> None:
        self._items.append(item)

    def pop(self) -> T:
        return self._items.pop()

    def __len__(self) -> int:
        return len(self._items)


def stack_of_own(a: int, b: int) -> None:
    s: Stack[int] = Stack()
    s.push(a)
    s.push(b)
    assert len(s) == 2
    assert s.pop() == b and s.pop() == a
    assert not s


def queue_fifo_bounded(a: int, b: int) -> None:
    q: queue.Queue[int] = queue.Queue(maxsize=2)
    q.put(a)
    q.put(b)
    assert q.full()
    assert q.get() == a
    assert not q.full() and not q.empty()


def ordered_reversed(a: int, b: int) -> None:
    d = OrderedDict([("one", a), ("two", b)])
    d.move_to_end("one")
    assert list(d.items()) == [("two", b), ("one", a)]
    assert next(iter(d.values())) == b


def counter_most_common(a: int, b: int) -> None:
    c = Counter([a, a, b])
    (value, n), *_ = c.most_common(1)
    assert value == a
    assert n == (3 if a == b else 2)


def nested_default(a: int, b: int) -> None:
    table = defaultdict(lambda: defaultdict(int))
    table["x"][a] += 1
    table["x"][b] += 1
    assert sum(table["x"].values()) == 2
    assert "y" not in table


total = 0
seen: list[int] = []


def global_loop(n: int) -> None:
    global total, seen
    wend.assume(0 <= n <= 4)
    total, seen = 0, []
    for i in range(n):
        total += i
        seen.append(i)
    assert total == n * (n - 1) // 2
    assert len(seen) == n


def dict_swap(d: dict[int, int]) -> None:
    wend.assume(len(d) == 1)
    (k,) = d
    v = d.pop(k)
    assert not d
    d[v] = k
    assert d == {v: k}


def set_symmetric(s: set[int]) -> None:
    wend.assume(len(s) <= 2)
    t = {x + 1 for x in s}
    assert len(t) == len(s)
    assert sum(t) == sum(s) + len(s)


def comb_sum(n: int) -> None:
    wend.assume(0 <= n <= 4)
    assert sum(math.comb(n, k) for k in range(n + 1)) == 2**n


def gcd_lcm_zero(a: int) -> None:
    wend.assume(0 <= a <= 10)
    assert math.gcd(a, a) == a
    assert math.lcm(a, 1) == a
    assert math.gcd(a, a + 1) == 1


def complex_parts(a: float, b: float) -> None:
    wend.assume(math.isfinite(a) and math.isfinite(b))
    z = complex(a, b)
    assert z.conjugate().imag == -b
    assert cmath.isfinite(z)
    assert (z + z.conjugate()).imag == 0.0


def min_max_mixed(a: int, x: float) -> None:
    wend.assume(not math.isnan(x))
    low, high = min(a, x), max(a, x)
    assert low <= high
    assert low == a or low == x


def round_half(n: int) -> None:
    wend.assume(-20 <= n <= 20)
    assert abs(round(n / 2) - n / 2) <= 0.5
    assert math.trunc(n / 2) == int(n / 2)


def bisected(x: int) -> None:
    xs = [1, 3, 5, 7]
    i = bisect.bisect_left(xs, x)
    assert all(v < x for v in xs[:i])
    assert all(v >= x for v in xs[i:])


def caesar(s: str) -> None:
    wend.assume(len(s) <= 2 and all(c in string.ascii_lowercase for c in s))
    coded = "".join(chr((ord(c) - 97 + 3) % 26 + 97) for c in s)
    back = "".join(chr((ord(c) - 97 - 3) % 26 + 97) for c in coded)
    assert back == s


def padded(s: str) -> None:
    wend.assume(len(s) <= 3)
    assert len(s.ljust(5, ".")) == 5
    assert s.rjust(5, ".").endswith(s)
    assert s.center(4).strip() == s.strip()


def three_sorted(a: int, b: int, c: int) -> None:
    xs = sorted([a, b, c], key=lambda v: (-v, v))
    assert xs[0] == max(a, b, c)
    assert xs[2] == min(a, b, c)
    assert sum(xs) == a + b + c


def pairwise_diffs(xs: list[int]) -> None:
    wend.assume(1 <= len(xs) <= 3)
    diffs = [b - a for a, b in itertools.pairwise(xs)]
    assert sum(diffs) == xs[-1] - xs[0]
    assert list(itertools.accumulate(diffs, initial=xs[0])) == xs


@dataclass(frozen=True, slots=True)
class Money:
    amount: int
    currency: str = "EUR"

    def __add__(self, other: Money) -> Money:
        if self.currency != other.currency:
            raise ValueError("currencies differ")
        return replace(self, amount=self.amount + other.amount)


def money_sums(a: int, b: int) -> None:  # not proved: a hash of its own concretizes
    m = Money(a) + Money(b)
    assert m.amount == a + b
    assert m == Money(a + b)
    assert hash(m) == hash(Money(b + a))
    assert sum([Money(b)], start=Money(a)) == m


class Perm(IntFlag):
    R = auto()
    W = auto()


class State(Enum):
    IDLE = "idle"
    BUSY = "busy"

    def flipped(self) -> State:
        return State.BUSY if self is State.IDLE else State.IDLE


def state_flips(s: State) -> None:
    assert s.flipped() is not s
    assert s.flipped().flipped() is s
    assert s.value in ("idle", "busy")


class Span(NamedTuple):
    start: int
    end: int

    @property
    def size(self) -> int:
        return max(0, self.end - self.start)


def span_sizes(a: int, b: int) -> None:
    s = Span(a, b)
    assert s.size >= 0
    assert s.size == 0 or s.start < s.end
    assert Span(*reversed(s)).size == max(0, a - b)


def divmod_negative(a: int, b: int) -> None:
    wend.assume(1 <= b <= 10)
    q, r = divmod(-a, b)
    assert -a == q * b + r and 0 <= r < b
    assert -(a // b) >= -a // b


def bits_reversed(n: int) -> None:
    wend.assume(0 <= n <= 15)
    result = 0
    for i in range(4):
        if n >> i & 1:
            result |= 1 << (3 - i)
    assert 0 <= result <= 15
    assert bin(result).count("1") == n.bit_count()


def memo(n: int) -> None:
    wend.assume(0 <= n <= 6)

    @functools.lru_cache(maxsize=None)
    def ways(k: int) -> int:
        return 1 if k < 2 else ways(k - 1) + ways(k - 2)

    assert ways(n) >= n
    assert ways(n) == ways(n)


def has_after(n: int, flag: bool) -> None:
    class Bag:
        pass

    bag = Bag()
    if flag:
        bag.n = n
    assert hasattr(bag, "n") == flag
    assert getattr(bag, "n", n) == n


def rotated(a: int, b: int, c: int, k: int) -> None:
    wend.assume(0 <= k <= 3)
    d = deque([a, b, c])
    d.rotate(k)
    d.rotate(-k)
    assert list(d) == [a, b, c]
    assert collections.deque([a, b, c], maxlen=2)[0] == b


def wrong_stack_of_own(a: int, b: int) -> None:
    s: Stack[int] = Stack()
    s.push(a)
    s.push(b)
    assert s.pop() != 7


def wrong_dict_swap(d: dict[int, int]) -> None:
    wend.assume(len(d) == 1)
    (k,) = d
    assert d[k] != k


def wrong_bisected(x: int) -> None:
    xs = [1, 3, 5, 7]
    assert bisect.bisect_left(xs, x) == bisect.bisect_right(xs, x)


def wrong_span_sizes(a: int, b: int) -> None:
    assert Span(a, b).size == abs(b - a)


def wrong_divmod_negative(a: int, b: int) -> None:
    wend.assume(1 <= b <= 10)
    assert -(a // b) == -a // b


def wrong_has_after(n: int, flag: bool) -> None:
    class Bag:
        pass

    bag = Bag()
    if flag:
        bag.n = n
    assert hasattr(bag, "n")
