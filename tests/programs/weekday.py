"""The day of the week, by table and by formula."""

OFFSETS = (0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4)
NAMES = ("Saturday", "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday")

EXPECTED = {
    "sakamoto": {
        "verdict": ("complete", "exhausted"),
        "returns": {"'weekend'", "'workday'", "'no such month'"},
        "over": {"year": [1999, 2000, 2024], "month": range(-1, 15), "day": range(1, 8)},
    },
    "zeller": {
        "verdict": ("complete", "exhausted"),
        "over": {"year": [1999, 2000, 2024], "month": range(-1, 15), "day": range(1, 8)},
    },
    "friday_13th": {
        "verdict": ("complete", "exhausted"),
        "returns": {"'beware'", "'fine'"},
        "over": {"year": range(2020, 2025), "month": range(1, 13)},
    },
}


def sakamoto(year: int, month: int, day: int) -> str:
    if month < 1 or month > 12:
        return "no such month"
    if month < 3:
        year -= 1
    number = (year + year // 4 - year // 100 + year // 400 + OFFSETS[month - 1] + day) % 7
    if number == 0 or number == 6:
        return "weekend"
    return "workday"


def zeller(year: int, month: int, day: int) -> str:
    if not 1 <= month <= 12:
        return "no such month"
    if month <= 2:
        month += 12
        year -= 1
    k = year % 100
    j = year // 100
    number = (day + 13 * (month + 1) // 5 + k + k // 4 + j // 4 + 5 * j) % 7
    return NAMES[number]


def friday_13th(year: int, month: int) -> str:
    if zeller(year, month, 13) == "Friday":
        return "beware"
    return "fine"
