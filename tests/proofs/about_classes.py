"""Inheritance, operators, iteration, class methods, abstract classes."""

from __future__ import annotations

import abc
import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import wend

T = TypeVar("T")


class Animal:
    legs = 4

    def __init__(self, name: str) -> None:
        self.name = name

    def noise(self) -> str:
        return "..."

    def told(self) -> str:
        return f"{self.name}: {self.noise()}"


class Dog(Animal):
    def noise(self) -> str:
        return "woof"


class Bird(Animal):
    legs = 2

    def __init__(self, name: str, can_fly: bool) -> None:
        super().__init__(name)
        self.can_fly = can_fly


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self) -> int: ...


class Square(Shape):
    def __init__(self, side: int) -> None:
        self.side = side

    def area(self) -> int:
        return self.side * self.side


@functools.total_ordering
class Money:
    def __init__(self, cents: int) -> None:
        self.cents = cents

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Money) and self.cents == other.cents

    def __lt__(self, other: Money) -> bool:
        return self.cents < other.cents

    def __hash__(self) -> int:
        return hash(self.cents)

    def __add__(self, other: Money) -> Money:
        return Money(self.cents + other.cents)

    @classmethod
    def of(cls, euros: int) -> Money:
        return cls(euros * 100)

    @staticmethod
    def smallest() -> int:
        return 1


@dataclass(order=True)
class Version:
    major: int
    minor: int


class Countdown:
    def __init__(self, start: int) -> None:
        self.now = start

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        if self.now <= 0:
            raise StopIteration
        self.now -= 1
        return self.now + 1


class Box(Generic[T]):
    def __init__(self, item: T) -> None:
        self.item = item

    def get(self) -> T:
        return self.item


class Account:
    def __init__(self, balance: int) -> None:
        if balance < 0:
            raise ValueError
        self.balance = balance

    def withdraw(self, amount: int) -> bool:
        if amount <= 0 or amount > self.balance:
            return False
        self.balance -= amount
        return True


class Sized(Protocol):
    def size(self) -> int: ...


class Small:
    def size(self) -> int:
        return 1


class Vector:
    def __init__(self, *parts: int) -> None:
        self.parts = list(parts)

    def __getitem__(self, i: int) -> int:
        return self.parts[i]

    def __setitem__(self, i: int, value: int) -> None:
        self.parts[i] = value

    def __contains__(self, x: int) -> bool:
        return x in self.parts

    def __len__(self) -> int:
        return len(self.parts)

    def __mul__(self, k: int) -> Vector:
        return Vector(*[p * k for p in self.parts])

    __rmul__ = __mul__


class A:
    def who(self) -> list[str]:
        return ["A"]


class B(A):
    def who(self) -> list[str]:
        return ["B", *super().who()]


class C(A):
    def who(self) -> list[str]:
        return ["C", *super().who()]


class D(B, C):
    pass


def override_is_called(name: str) -> None:  # not proved: texts of any length are compared
    pet: Animal = Dog(name)
    assert pet.told() == name + ": woof"
    assert Animal(name).told().endswith("...")


def super_sets_fields(name: str, can_fly: bool) -> None:
    bird = Bird(name, can_fly)
    assert bird.name == name and bird.can_fly is can_fly
    assert bird.legs == 2 and Animal.legs == 4


def choice_of_class(n: int) -> None:
    pet = Dog("x") if n > 0 else Bird("y", False)
    assert isinstance(pet, Animal)
    assert isinstance(pet, Dog) == (n > 0)


def wrong_choice_of_class(n: int) -> None:
    pet = Dog("x") if n > 3 else Bird("y", False)
    assert pet.legs == 4


def abstract_area(side: int) -> None:
    wend.assume(-20 <= side <= 20)
    shape: Shape = Square(side)
    assert shape.area() >= 0


def money_adds(a: int, b: int) -> None:
    assert Money(a) + Money(b) == Money(a + b)
    assert (Money(a) < Money(b)) == (a < b)
    assert Money.of(2).cents == 200 and Money.smallest() == 1


def wrong_money(a: int, b: int) -> None:
    assert Money(a) <= Money(a) + Money(b)


def total_ordering_is_total(a: int, b: int) -> None:
    x, y = Money(a), Money(b)
    assert (x >= y) == (not x < y)


def versions_order(a: int, b: int) -> None:
    v, w = Version(1, a), Version(1, b)
    assert (v < w) == (a < b)
    assert Version(2, a) > w


def iterator_counts_down(n: int) -> None:
    wend.assume(0 <= n <= 4)
    assert list(Countdown(n)) == list(range(n, 0, -1))


def generic_box(x: int) -> None:
    assert Box(x).get() == x
    assert Box(str(x > 0)).get() in ("True", "False")


def account_never_negative(start: int, amount: int) -> None:
    wend.assume(start >= 0)
    account = Account(start)
    done = account.withdraw(amount)
    assert account.balance >= 0
    assert account.balance == (start - amount if done else start)


def wrong_account(start: int, amount: int) -> None:
    wend.assume(start >= 0)
    account = Account(start)
    account.withdraw(amount)
    assert account.balance > 0 or start == 0


def account_of_input(account: Account, amount: int) -> None:  # not proved: another method may have changed the account
    before = account.balance
    account.withdraw(amount)
    assert account.balance <= before


def vector_items(a: int, b: int, c: int) -> None:
    v = Vector(a, b)
    v[1] = c
    assert v[0] == a and v[1] == c and c in v
    assert (3 * v)[0] == 3 * a
    assert len(v) == 2


def method_resolution(n: int) -> None:
    it = D() if n else C()
    assert it.who() == (["B", "C", "A"] if n else ["C", "A"])


def protocol_is_met(n: int) -> None:
    def sized(x: Sized) -> int:
        return x.size() + n

    assert sized(Small()) == n + 1


def set_of_money(a: int, b: int) -> None:  # not proved: a hash of its own concretizes
    wend.assume(0 <= a <= 3 and 0 <= b <= 3)
    s = {Money(a), Money(b)}
    assert len(s) == (1 if a == b else 2)


def called_object(n: int) -> None:
    class Adder:
        def __init__(self, k: int) -> None:
            self.k = k

        def __call__(self, x: int) -> int:
            return x + self.k

    assert Adder(n)(1) == n + 1


def bound_method(n: int) -> None:
    account = Account(10)
    take = account.withdraw
    assert take(n) == (1 <= n <= 10)
