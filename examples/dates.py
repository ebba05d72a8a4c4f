"""When a subscription has to be paid, and how old somebody is, with `datetime.date`.

$ wend cover examples/dates.py::same_day_next_month
$ wend cover examples/dates.py::age
"""

from datetime import date


def same_day_next_month(day: date) -> date:
    """Return the day on which the next monthly payment is due."""
    if day.month == 12:
        return day.replace(year=day.year + 1, month=1)
    return day.replace(month=day.month + 1)


def age(born: date, today: date) -> int:
    """Return somebody's age in years."""
    if today < born:
        raise ValueError("not born yet")
    years = today.year - born.year
    if today < born.replace(year=today.year):
        years -= 1
    return years
