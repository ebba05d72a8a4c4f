"""Leap years."""

EXPECTED = {
    "leap": {
        "verdict": "complete",
        "paths": 4,
        "returns": {"True", "False"},
        "over": {"year": range(1890, 2010)},
    },
    "leap_in_one_line": {"verdict": "complete", "over": {"year": range(1890, 2010)}},
    "days": {
        "verdict": "complete",
        "returns": {"28", "29", "30", "31", "0"},
        "over": {"year": [1900, 2000, 2023, 2024], "month": range(-1, 15)},
    },
    "valid": {
        "verdict": "complete",
        "returns": {"True", "False"},
        "over": {"year": [1900, 2000, 2023, 2024], "month": range(-1, 15), "day": range(-1, 34)},
    },
}


def leap(year: int) -> bool:
    if year % 4 != 0:
        return False
    if year % 100 != 0:
        return True
    if year % 400 == 0:
        return True
    return False


def leap_in_one_line(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def days(year: int, month: int) -> int:
    if month == 2:
        return 29 if leap_in_one_line(year) else 28
    if month in (4, 6, 9, 11):
        return 30
    if 1 <= month <= 12:
        return 31
    return 0


def valid(year: int, month: int, day: int) -> bool:
    if 1 <= day <= days(year, month):
        return True
    return False
