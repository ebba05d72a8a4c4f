"""An ISO date: fixed places, digits, months of different lengths."""

DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

EXPECTED = {
    "check": {
        "verdict": ("complete", "exhausted", "budget"),
        "returns": {
            "'length'", "'dashes'", "'digits'", "'month'", "'day'", "'leap day'", "'valid'",
        },
        "over": {
            "text": [
                "", "2020/01/01", "2020-1a-01", "2020-13-01", "2020-04-31", "2020-02-29",
                "2021-02-29", "2021-02-01",
            ]
        },
    },
    "with_datetime": {
        "verdict": ("complete", "exhausted", "budget"),
        "returns": {"'invalid'", "'weekend'", "'weekday'"},
        "may_raise": {"OverflowError"},  # of ints beyond C's
        "over": {"year": [0, 2024], "month": [0, 6], "day": [0, 1, 3]},
    },
}  # fmt: skip


def check(text: str) -> str:
    if len(text) != 10:
        return "length"
    if text[4] != "-" or text[7] != "-":
        return "dashes"
    year, month, day = text[:4], text[5:7], text[8:]
    if not all(part.isascii() and part.isdigit() for part in (year, month, day)):
        return "digits"
    if not 1 <= int(month) <= 12:
        return "month"
    leap = int(year) % 4 == 0 and (int(year) % 100 != 0 or int(year) % 400 == 0)
    if int(month) == 2 and int(day) == 29 and leap:
        return "leap day"
    if not 1 <= int(day) <= DAYS[int(month) - 1]:
        return "day"
    return "valid"


def with_datetime(year: int, month: int, day: int) -> str:
    import datetime

    try:
        date = datetime.date(year, month, day)
    except ValueError:
        return "invalid"
    return "weekend" if date.weekday() >= 5 else "weekday"
