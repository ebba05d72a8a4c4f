"""Classes with state, properties, inheritance, operators."""

from dataclasses import dataclass

EXPECTED = {
    "account": {
        "verdict": "complete",
        "paths": 4,
        "returns": {"'refused'", "'empty'", "'left'"},
        "raises": {"ValueError"},
        "over": {"deposit": range(-1, 5), "withdraw": range(-1, 7)},
    },
    "inherited": {"verdict": "complete", "over": {"side": range(-5, 6)}},
    "property_": {
        "verdict": "complete",
        "returns": {"'freezing'", "'boiling'", "'between'"},
        "over": {"fahrenheit": [0, 32, 100, 212, 300]},
    },
    "operators": {
        "verdict": "complete",
        "returns": {"'origin'", "'elsewhere'"},
        "over": {"x": range(-4, 4), "y": range(-4, 4)},
    },
    "linked": {
        "verdict": "complete",
        "returns": {"'found'", "'missing'"},
        "over": {"x": range(3), "y": range(3), "key": range(3)},
    },
    "truth": {
        "verdict": "complete",
        "paths": 2,
        "returns": {"'empty'", "'full'"},
        "over": {"size": range(-1, 3)},
    },
    "class_state": {
        "verdict": "complete",
        "returns": {"'over'", "'under'"},
        "over": {"x": range(-20, 20, 3)},
    },
    "turnstile": {
        "verdict": "complete",
        "paths": 8,
        "over": {"a": [False, True], "b": [False, True], "c": [False, True]},
    },
}


class Account:
    def __init__(self) -> None:
        self.balance = 0

    def deposit(self, amount: int) -> None:
        if amount <= 0:
            raise ValueError("nothing to deposit")
        self.balance += amount

    def withdraw(self, amount: int) -> bool:
        if amount > self.balance:
            return False
        self.balance -= amount
        return True


def account(deposit: int, withdraw: int) -> str:
    mine = Account()
    mine.deposit(deposit)
    if not mine.withdraw(withdraw):
        return "refused"
    if mine.balance == 0:
        return "empty"
    return "left"


class Shape:
    def __init__(self, side: int) -> None:
        self.side = side

    def area(self) -> int:
        raise NotImplementedError

    def describe(self) -> str:
        if self.area() == 16 and self.side > 0:
            return f"{type(self).__name__.lower()} of 16"
        return "other"


class Square(Shape):
    def __init__(self, side: int) -> None:
        super().__init__(side + 1)

    def area(self) -> int:
        return self.side * 4


def inherited(side: int) -> str:
    return Square(side).describe()


class Temperature:
    def __init__(self, fahrenheit: int) -> None:
        self._fahrenheit = fahrenheit

    @property
    def celsius(self) -> int:
        return (self._fahrenheit - 32) * 5 // 9


def property_(fahrenheit: int) -> str:
    temperature = Temperature(fahrenheit)
    if temperature.celsius <= 0:
        return "freezing"
    if temperature.celsius >= 100:
        return "boiling"
    return "between"


@dataclass(frozen=True)
class Point:
    x: int
    y: int

    def __add__(self, other: "Point") -> "Point":
        return Point(self.x + other.x, self.y + other.y)


def operators(x: int, y: int) -> str:
    if Point(x, y) + Point(3, -2) == Point(0, 0):
        return "origin"
    return "elsewhere"


class Node:
    def __init__(self, value: int, after: "Node | None" = None) -> None:
        self.value = value
        self.after = after


def linked(x: int, y: int, key: int) -> str:
    node: Node | None = Node(x, Node(y))
    while node is not None:
        if node.value == key:
            return "found"
        node = node.after
    return "missing"


class Box:
    def __init__(self, size: int) -> None:
        self.size = size

    def __bool__(self) -> bool:
        return self.size > 0


def truth(size: int) -> str:
    if Box(size):
        return "full"
    return "empty"


class Limits:
    upper = 10

    @classmethod
    def doubled(cls) -> int:
        return cls.upper * 2

    @staticmethod
    def halved(x: int) -> int:
        return x // 2


def class_state(x: int) -> str:
    if x + Limits.halved(x) > Limits.doubled():
        return "over"
    return "under"


class Turnstile:
    def __init__(self) -> None:
        self.locked = True
        self.passed = 0

    def step(self, coin: bool) -> None:
        if coin:
            self.locked = False
        elif not self.locked:
            self.passed += 1
            self.locked = True


def turnstile(a: bool, b: bool, c: bool) -> int:
    machine = Turnstile()
    for coin in (a, b, c):
        machine.step(coin)
    return machine.passed
