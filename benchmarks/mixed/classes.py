"""Functions over objects of their own classes."""

from dataclasses import dataclass
from typing import NamedTuple


@dataclass
class Point:
    x: int
    y: int


@dataclass
class Box:
    low: Point
    high: Point


class Item(NamedTuple):
    name: str
    price: int


class Account:
    def __init__(self, owner: str, balance: int) -> None:
        if balance < 0:
            raise ValueError("negative")
        self.owner = owner
        self.balance = balance


@dataclass
class Node:
    value: int
    children: list[int]


def quadrant(point: Point) -> str:
    if point.x == 0 or point.y == 0:
        return "axis"
    if point.x > 0:
        return "I" if point.y > 0 else "IV"
    return "II" if point.y > 0 else "III"


def inside(box: Box, point: Point) -> str:
    if box.low.x > box.high.x or box.low.y > box.high.y:
        raise ValueError("box")
    if point == box.low:
        return "corner"
    if box.low.x < point.x < box.high.x and box.low.y < point.y < box.high.y:
        return "inside"
    return "outside"


def withdraw(account: Account, amount: int) -> str:
    if amount <= 0:
        raise ValueError("amount")
    if account.owner == "bank":
        return "no limit"
    if amount > account.balance:
        return "refused"
    account.balance -= amount
    return "empty" if account.balance == 0 else "paid"


def basket(items: list[Item]) -> int:
    total = 0
    for item in items:
        if item.price < 0:
            raise ValueError("price")
        if item.name == "gift":
            continue
        total += item.price
    return total - 10 if total > 100 else total


def transfer(source: Account, target: Account, amount: int) -> str:
    if source.owner == target.owner:
        return "same"
    if amount > source.balance:
        return "refused"
    source.balance -= amount
    target.balance += amount
    return "done"


def heavy(node: Node) -> str:
    if not node.children:
        return "leaf"
    if sum(node.children) > node.value:
        return "heavy"
    if node.value in node.children:
        return "contains"
    return "light"


def cheapest(items: list[Item], budget: int) -> str:
    best = None
    for item in items:
        if item.price <= budget and (best is None or item.price < best.price):
            best = item
    if best is None:
        return "nothing"
    return best.name


def manhattan(points: list[Point]) -> int:
    if len(points) < 2:
        return 0
    total = 0
    for a, b in zip(points, points[1:]):
        step = abs(a.x - b.x) + abs(a.y - b.y)
        if step > 100:
            return -1
        total += step
    return total
