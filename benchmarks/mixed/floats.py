"""Functions over floats."""

import math


def quadratic(a: float, b: float, c: float) -> str:
    if a == 0.0:
        return "linear"
    inside = b * b - 4.0 * a * c
    if inside < 0.0:
        return "none"
    if inside == 0.0:
        return "one"
    return "two"


def celsius(fahrenheit: float) -> str:
    degrees = (fahrenheit - 32.0) * 5.0 / 9.0
    if degrees < -273.15:
        raise ValueError("colder than cold")
    if degrees < 0.0:
        return "frost"
    if degrees > 100.0:
        return "steam"
    return "water"


def grade(points: float, most: float) -> str:
    if most <= 0:
        raise ValueError("most")
    share = points / most
    if share < 0 or share > 1:
        raise ValueError("points")
    if share >= 0.9:
        return "A"
    if share >= 0.5:
        return "B"
    return "F"


def interest(amount: float, rate: float, years: int) -> str:
    if rate < 0 or years < 0 or years > 50:
        return "invalid"
    for _ in range(years):
        amount *= 1 + rate
    if amount > 1e6:
        return "rich"
    if amount < 0:
        return "debt"
    return "fine"


def classify(value: float) -> str:
    if value != value:
        return "nan"
    if value in (float("inf"), float("-inf")):
        return "infinite"
    if value == int(value):
        return "whole"
    if abs(value) < 1e-10:
        return "tiny"
    return "fraction"


def circle(x: float, y: float, radius: float) -> str:
    if radius <= 0:
        return "none"
    distance = math.sqrt(x * x + y * y)
    if distance < radius:
        return "inside"
    if math.isclose(distance, radius):
        return "edge"
    return "outside"


def round_price(price: float) -> str:
    cents = round(price * 100)
    if cents < 0:
        return "refund"
    if cents % 100 == 99:
        return "bait"
    if cents % 100 == 0:
        return "even"
    return "odd"


def split_bill(total: float, people: int) -> float:
    if people < 1:
        raise ValueError("nobody")
    share = total / people
    if share > 1000.0:
        raise OverflowError("dear")
    if share * people != total:
        return math.floor(share)
    return share


def slope(x1: float, y1: float, x2: float, y2: float) -> str:
    if x1 == x2:
        return "vertical" if y1 != y2 else "point"
    rise = (y2 - y1) / (x2 - x1)
    if rise == 0:
        return "flat"
    return "up" if rise > 0 else "down"


def bmi(weight: float, height: float) -> str:
    if not (0 < weight < 500) or not (0 < height < 3):
        return "invalid"
    index = weight / height**2
    if index < 18.5:
        return "under"
    if index < 25.0:
        return "normal"
    return "over"


def mean_kind(values: list[float]) -> str:
    if not values:
        return "none"
    mean = sum(values) / len(values)
    if mean > 1e3:
        return "large"
    if any(value < mean - 10 for value in values):
        return "spread"
    return "close"


def log_scale(value: float) -> int:
    if value <= 0:
        raise ValueError("value")
    level = math.log10(value)
    if level > 6:
        return 3
    if level > 3:
        return 2
    return 1
