"""Objects that the function makes itself and then changes."""

from __future__ import annotations

import queue
from collections import OrderedDict, deque
from dataclasses import dataclass, field, replace


class Cell:
    def __init__(self, v: int) -> None:
        self.v = v


class Slotted:
    __slots__ = ("left", "right")

    def __init__(self, left: int, right: int) -> None:
        self.left = left
        self.right = right

    def swap(self) -> None:
        self.left, self.right = self.right, self.left


class Thermostat:
    def __init__(self) -> None:
        self._degrees = 20

    @property
    def degrees(self) -> int:
        return self._degrees

    @degrees.setter
    def degrees(self, value: int) -> None:
        self._degrees = max(5, min(30, value))


@dataclass
class Point:
    x: int
    y: int = 0

    def moved(self, dx: int, dy: int) -> Point:
        return Point(self.x + dx, self.y + dy)


@dataclass
class Basket:
    items: list[int] = field(default_factory=list)
    total: int = 0

    def put(self, price: int) -> None:
        self.items.append(price)
        self.total += price


@dataclass(frozen=True)
class Frozen:
    a: int
    b: int


class Node:
    def __init__(self, value: int, rest: Node | None = None) -> None:
        self.value = value
        self.rest = rest


class Stack:
    def __init__(self) -> None:
        self.items: list[int] = []

    def push(self, item: int) -> None:
        self.items.append(item)

    def pop(self) -> int:
        return self.items.pop()

    def __len__(self) -> int:
        return len(self.items)


class Counter:
    made = 0

    def __init__(self) -> None:
        Counter.made += 1
        self.hits = 0

    def hit(self) -> Counter:
        self.hits += 1
        return self


def field_is_what_was_stored(k: int) -> None:
    c = Cell(1)
    c.v = k
    assert c.v == k


def wrong_field_is_what_was_stored(k: int) -> None:
    c = Cell(1)
    c.v = k
    assert c.v != 77


def two_cells_are_apart(a: int, b: int) -> None:
    one, other = Cell(a), Cell(a)
    one.v = b
    assert other.v == a
    assert one is not other


def alias_sees_the_change(a: int) -> None:
    one = Cell(0)
    other = one
    other.v += a
    assert one.v == a


def wrong_alias_sees_the_change(a: int) -> None:
    one = Cell(0)
    other = one
    other.v += a
    if one.v == 41:
        assert other.v == 42


def slots_swap_twice(a: int, b: int) -> None:
    pair = Slotted(a, b)
    pair.swap()
    assert pair.left == b
    pair.swap()
    assert (pair.left, pair.right) == (a, b)


def property_keeps_bounds(v: int) -> None:
    t = Thermostat()
    t.degrees = v
    assert 5 <= t.degrees <= 30


def wrong_property_keeps_bounds(v: int) -> None:
    t = Thermostat()
    t.degrees = v
    assert 5 <= t.degrees < 30


def dataclass_fields_change(dx: int, dy: int) -> None:
    p = Point(1)
    p.x += dx
    p.y -= dy
    q = p.moved(-dx, dy)
    assert q == Point(1, 0)


def dataclass_replaced(x: int) -> None:
    p = Frozen(1, 2)
    q = replace(p, a=x)
    assert q.b == 2 and q.a == x and p.a == 1


def basket_sums(a: int, b: int) -> None:
    basket = Basket()
    basket.put(a)
    basket.put(b)
    assert basket.total == sum(basket.items)
    assert Basket().items == []


def wrong_basket_sums(a: int, b: int) -> None:
    basket = Basket()
    basket.put(a)
    basket.put(b)
    assert basket.total >= max(basket.items)


def nested_objects(v: int) -> None:
    inner = Cell(3)
    outer = Node(1)
    outer.rest = Node(2)
    outer.rest.value = v
    inner.v = outer.rest.value
    assert inner.v == v and outer.rest.rest is None


def list_of_objects(a: int, b: int) -> None:
    cells = [Cell(i) for i in range(3)]
    cells[0].v = a
    cells[-1].v = b
    assert [c.v for c in cells] == [a, 1, b]


def stack_is_last_in_first_out(a: int, b: int) -> None:
    s = Stack()
    s.push(a)
    s.push(b)
    assert len(s) == 2
    assert s.pop() == b
    assert s.pop() == a
    assert len(s) == 0


def class_variable_counts(n: int) -> None:  # not proved: the class had another count before
    before = Counter.made
    c = Counter().hit().hit()
    if n > 0:
        Counter().hit()
    assert Counter.made - before == (2 if n > 0 else 1)
    assert c.hits == 2


def deque_keeps_order(a: int, b: int) -> None:
    d: deque[int] = deque()
    d.append(a)
    d.appendleft(b)
    assert len(d) == 2
    assert d[0] == b and d.pop() == a
    assert d.popleft() == b
    assert not d


def deque_with_maxlen_forgets(a: int, b: int, c: int) -> None:
    d = deque([a, b], maxlen=2)
    d.append(c)
    assert list(d) == [b, c]


def wrong_deque_rotates(a: int, b: int) -> None:
    d = deque([a, b, 0])
    d.rotate(1)
    assert d[0] == 0 and d[1] == a
    assert d[2] != 9


def queue_is_first_in_first_out(a: int, b: int) -> None:
    q: queue.Queue[int] = queue.Queue()
    q.put(a)
    q.put(b)
    assert q.qsize() == 2
    assert q.get() == a
    assert q.get() == b
    assert q.empty()


def ordered_dict_moves(a: int, b: int) -> None:
    d: OrderedDict[str, int] = OrderedDict()
    d["x"] = a
    d["y"] = b
    d.move_to_end("x")
    assert list(d) == ["y", "x"]
    assert d.popitem() == ("x", a)


def dict_of_objects(a: int) -> None:
    table = {"one": Cell(1), "two": Cell(2)}
    table["one"].v = a
    table["three"] = table["one"]
    table["three"].v += 1
    assert table["one"].v == a + 1
