"""Classes that are made, or hold their fields, in ways that are less usual."""

from __future__ import annotations

from dataclasses import InitVar, dataclass, field
from typing import Any, Final, Self

from odd_base import Far, checked

import wend


class Near(Far):
    pass


def inherited(p: Near) -> str:
    return "found" if p.value == 7 and p.next is p else "other"


def removed(p: Far) -> str:
    del p.next
    return "found"


class Private:
    def __init__(self, value: int, next: Private | None = None) -> None:
        self.__value = value
        self.__next = next

    def is_ring(self) -> bool:
        return self.__value == 7 and self.__next is self


class BelowPrivate(Private):
    pass


def private(p: Private) -> str:
    return "found" if p.is_ring() else "other"


class Guarded:
    def __init__(self, value: int, next: Guarded | None = None) -> None:
        self.value = value
        self.next = next

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "value" and value < 0:
            raise ValueError
        object.__setattr__(self, name, value)


def guarded(p: Guarded) -> str:
    assert p.value >= 0
    return "found"


class Refusing:
    def __new__(cls, value: int, next: Refusing | None = None) -> Refusing:
        if value < 0:
            raise ValueError
        return super().__new__(cls)

    def __init__(self, value: int, next: Refusing | None = None) -> None:
        self.value = value
        self.next = next


def refusing(p: Refusing) -> str:
    assert p.value >= 0
    return "found"


class Decorated:
    @checked
    def __init__(self, value: int = 0, next: Decorated | None = None) -> None:
        self.value = value
        self.next = next


def decorated(p: Decorated) -> str:
    assert p.value >= 0
    return "found"


class Node:
    LIMIT: int = 10
    SIZE: Final[int] = 4

    def __init__(self, value: int, next: Node | None = None) -> None:
        self.value = value
        self.next = next


class Positive(Node):
    def __init__(self, value: int) -> None:
        if value <= 0:
            raise ValueError
        super().__init__(value)


class Doubled(Node):
    def __init__(self, value: int) -> None:
        super().__init__(2 * value)


class Named(Node):
    def __init__(self, value: int, next: Node | None = None, *, size: int = 0) -> None:
        super().__init__(value, next)
        self.size = size


def below(p: Node) -> str:
    assert not isinstance(p, Positive) or p.value > 0
    assert p.LIMIT == 10 and p.SIZE == 4
    if isinstance(p, Positive) and p.value == 5:
        return "five"
    return "found" if isinstance(p, Named) and p.size == 7 and p.value == 3 else "other"


class Holder:
    def __init__(self, head: Node | None = None) -> None:
        self.head = head
        self.count = 0 if head is None else head.value


def held(h: Holder) -> str:
    return "found" if h.head is not None and h.head.next is h.head else "other"


@dataclass
class WithInit:
    value: int
    least: InitVar[int]

    def __post_init__(self, least: int) -> None:
        if self.value < least:
            raise ValueError


def with_init(w: WithInit) -> str:
    return "found" if w.value == 7 else "other"


@dataclass
class Counting:
    value: int
    seen: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.seen.append(self.value)


def counting(c: Counting) -> str:
    return "found" if len(c.seen) == 1 else "other"


class Pair:
    def __init__(self, one: int, next: Pair | None = None) -> None:
        self.one, self.next = one, next
        self.reset()

    def reset(self) -> None:
        self.count = 0


@wend.valid(Pair)
def is_pair(pair: Pair) -> bool:
    return True


def pair(p: Pair) -> str:
    return "found" if p.one == 7 and p.count == 0 else "other"


class Only:
    def __init__(self, /, value: int, next: Only | None = None) -> None:
        self.value = value
        self.next = next


def only(p: Only) -> str:
    return "found" if p.value == 7 and p.next is p else "other"


class Strange:
    def __eq__(self, other: object) -> bool:
        raise RuntimeError

    def __hash__(self) -> int:
        return 1


STRANGE = Strange()


class Strangely:
    def __init__(self, a: Any = STRANGE, b: 3 = None, next: Strangely | None = None) -> None:  # type: ignore[valid-type,assignment]
        self.a = a
        self.b = b
        self.next = next


def strangely(p: Strangely) -> str:
    return "found"


class Account:
    def __init__(self, balance: int) -> None:
        self.balance = balance


def gathered(a: Account, b: Account) -> str:
    before, both = a.balance, []
    both.append(a)
    both.append(b)
    for each in both:
        each.balance += 1
    return "other" if a.balance == before + 1 else "found"


def by_name(a: Account, b: Account) -> str:
    before, both = a.balance, {"a": a, "b": b}
    for each in both.values():
        each.balance += 1
    return "other" if a.balance == before + 1 else "found"


def chosen(a: Account, b: Account) -> str:
    before = a.balance
    for each in [one for one in (a, b) if one.balance >= 0]:
        each.balance += 1
    return "found" if a.balance == before + 2 else "other"


@dataclass
class Linked:
    before: Self | None = None
    others: list[Self] = field(default_factory=list)


def linked(p: Linked) -> str:
    is_inside = any(each is p for each in p.others)
    return "found" if p.before is p and is_inside else "other"


class Filled:
    def __init__(
        self,
        kids: list[Filled] | None = None,
        more: list[Filled] | None = None,
        by_name: dict[str, Filled] | None = None,
    ) -> None:
        if by_name is None:
            by_name = {}
        self.kids = kids or []
        self.more = [] if more is None else more
        self.by_name = by_name


def filled(p: Filled) -> str:
    together = [*p.kids, *p.more, *p.by_name.values()]
    return "found" if len(together) == 3 and together.count(p) == 3 else "other"


class Together:
    def __init__(self, value: int, next: Together | None = None) -> None:
        self.value, self.next = value, next
        self.left = self.right = None


def together(p: Together) -> str:
    return "found" if p.next is p and p.value == 7 and p.left is None else "other"


class Sized:
    def __init__(self, next: Sized | None = None) -> None:
        self.next = next
        self.slots = [0] * 2


def sized(p: Sized) -> str:
    return "found" if p.slots[1] == 0 else "other"
