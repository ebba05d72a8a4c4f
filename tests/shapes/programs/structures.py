"""Arrays, tables and graphs, each with an operation that is right and one with a bug."""

from __future__ import annotations

from dataclasses import dataclass, field

import wend


class Heap:
    """The smallest first; the children of place i are at 2 * i + 1 and 2 * i + 2."""

    def __init__(self, items: list[int]) -> None:
        self.items = items


@wend.valid(Heap)
def is_heap(heap: Heap) -> bool:
    items = heap.items
    return all(items[(at - 1) // 2] <= items[at] for at in range(1, len(items)))


def push(heap: Heap, value: int) -> None:
    items = heap.items
    items.append(value)
    at = len(items) - 1
    while at > 0 and items[at] < items[(at - 1) // 2]:
        above = (at - 1) // 2
        items[at], items[above] = items[above], items[at]
        at = above


def push_wrong(heap: Heap, value: int) -> None:
    """Takes the wrong place for the one above, from the third item on."""
    items = heap.items
    items.append(value)
    at = len(items) - 1
    while at > 0 and items[at] < items[at // 2]:
        above = at // 2
        items[at], items[above] = items[above], items[at]
        at = above


@dataclass
class Entry:
    key: int
    value: int
    next: Entry | None = None


class Table:
    """A hash map with two chains."""

    def __init__(self) -> None:
        self.even: Entry | None = None
        self.odd: Entry | None = None


@wend.valid(Table)
def check_table(table: Table) -> None:
    """Raises where something is wrong: keys in their chain, and each of them once."""
    for start, rest in ((table.even, 0), (table.odd, 1)):
        entry, seen = start, []
        while entry is not None:
            assert entry.key % 2 == rest
            assert entry.key not in seen
            seen.append(entry.key)
            entry = entry.next


def store(table: Table, key: int, value: int) -> None:
    entry = table.odd if key % 2 else table.even
    while entry is not None:
        if entry.key == key:
            entry.value = value
            return
        entry = entry.next
    if key % 2:
        table.odd = Entry(key, value, table.odd)
    else:
        table.even = Entry(key, value, table.even)


def store_wrong(table: Table, key: int, value: int) -> None:
    """Looks at the first two of a chain only."""
    entry = table.odd if key % 2 else table.even
    looked = 0
    while entry is not None and looked < 2:
        if entry.key == key:
            entry.value = value
            return
        entry, looked = entry.next, looked + 1
    if key % 2:
        table.odd = Entry(key, value, table.odd)
    else:
        table.even = Entry(key, value, table.even)


@dataclass(eq=False)
class Place:
    name: int
    roads: list[Place] = field(default_factory=list)


def leads_to(start: Place, name: int) -> bool:
    seen, waiting = [], [start]
    while waiting:
        place = waiting.pop()
        if place.name == name:
            return True
        seen.append(place)
        waiting += [each for each in place.roads if each not in seen]
    return False


def leads_to_wrong(start: Place, name: int, steps: int = 0) -> bool:
    """Has no end on a round trip."""
    if start.name == name:
        return True
    return any(leads_to_wrong(each, name, steps + 1) for each in start.roads)


class Member:
    """Of a set; the one without a leader stands for the set."""

    def __init__(self, leader: Member | None, rank: int) -> None:
        self.leader = leader
        self.rank = rank


@wend.valid(Member)
def is_led(member: Member) -> bool:
    """Ranks grow on the way to the leader, so there is no circle."""
    while member.leader is not None:
        if member.leader.rank <= member.rank:
            return False
        member = member.leader
    return True


def find(member: Member) -> Member:
    while member.leader is not None:
        member = member.leader
    return member


def union(a: Member, b: Member) -> None:
    a, b = find(a), find(b)
    if a is b:
        return
    if a.rank > b.rank:
        a, b = b, a
    a.leader = b
    if a.rank == b.rank:
        b.rank += 1


def union_wrong(a: Member, b: Member) -> None:
    """Forgets that both may be of one set already."""
    a, b = find(a), find(b)
    if a.rank > b.rank:
        a, b = b, a
    a.leader = b
    if a.rank == b.rank:
        b.rank += 1


class Expression:
    pass


@dataclass(eq=False)
class Number(Expression):
    value: int


@dataclass(eq=False)
class Sum(Expression):
    left: Expression
    right: Expression


@wend.valid(Expression)
def is_finite(expression: Expression, above: tuple[Expression, ...] = ()) -> bool:
    """No expression is inside of itself; it may be in two places."""
    if any(expression is each for each in above):
        return False
    if isinstance(expression, Sum):
        inside = (*above, expression)
        return is_finite(expression.left, inside) and is_finite(expression.right, inside)
    return isinstance(expression, Number)


def value_of(expression: Expression) -> int:
    if isinstance(expression, Sum):
        return value_of(expression.left) + value_of(expression.right)
    return expression.value


def negated(expression: Expression) -> Expression:
    if isinstance(expression, Sum):
        return Sum(negated(expression.left), negated(expression.right))
    return Number(-expression.value)


def negate(expression: Expression) -> int:
    before, after = value_of(expression), value_of(negated(expression))
    assert after == -before
    return after


def _negate_in_place(expression: Expression) -> None:
    if isinstance(expression, Sum):
        _negate_in_place(expression.left)
        _negate_in_place(expression.right)
    else:
        expression.value = -expression.value


def negate_wrong(expression: Expression) -> int:
    """Changes what occurs in two places twice."""
    before = value_of(expression)
    _negate_in_place(expression)
    after = value_of(expression)
    assert after == -before
    return after


def indexes(a: list[int], i: int, j: int) -> str:
    wend.assume(0 <= i < len(a) and 0 <= j < len(a))
    a[i] = 0
    a[j] = 1
    return "apart" if a[i] == 0 else "same place"


def keys(d: dict[str, int], a: str, b: str) -> str:
    d[a] = 0
    d[b] = 1
    return "apart" if d[a] == 0 else "same key"


def objects(a: Entry, b: Entry) -> str:
    a.value = 0
    b.value = 1
    return "apart" if a.value == 0 else "same object"


def inner(a: Entry, b: Entry) -> str:
    """Through links that may lead to the same object."""
    if a.next is None or b.next is None or a is b:
        return "none"
    a.next.value = 0
    b.next.value = 1
    return "apart" if a.next.value == 0 else "same object"


class Account:
    def __init__(self, balance: int) -> None:
        if balance < 0:
            raise ValueError("a debt")
        self.balance = balance


def transfer(a: Account, b: Account, amount: int) -> None:
    if not 0 < amount <= a.balance:
        raise ValueError("too much")
    total = a.balance + b.balance
    rest, more = a.balance - amount, b.balance + amount
    a.balance = rest
    b.balance = more
    assert a.balance + b.balance == total


def merge(a: list[int], b: list[int]) -> list[int]:
    count = len(a) + len(b)
    a.extend(b)
    b.clear()
    assert len(a) == count
    return a
