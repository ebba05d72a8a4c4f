"""Dates, times and durations made of tracked numbers."""

# ruff: noqa: E501 (a table of snippets reads better unbroken)
from __future__ import annotations

import pytest
from laws import check

PREAMBLE = """
    import copy
    from datetime import date, datetime, time, timedelta, timezone
"""
DAYS = {
    "y": (0, 1, 1999, 2000, 2023, 2024, 9999, 10000),
    "m": (0, 1, 2, 12, 13),
    "d": (0, 1, 28, 29, 30, 31, 32),
}
NUMBERS = {"n": (0, 1, 5, -3, 1000, 59), "k": (0, 1, 2, 24, -1)}
TEXTS = (
    "2024-02-29",
    "2023-02-29",
    "2024-13-01",
    "abcd-ef-gh",
    "",
    "2024-1-1",
    "20240101",
    "2024-W01-1",
)

OF_DAYS = (
    "date(y, m, d)", "q = date(y, m, d); return q.year, q.month, q.day", "date(y, m, d) < date(2023, 2, 28)",
    "date(2023, 2, 28) < date(y, m, d)", "date(y, m, d) == date(2024, 2, 29)", "date(y, m, d).weekday()",
    "date(y, m, d).toordinal()", "(date(y, m, d) - date(2000, 1, 1)).days", "date(2000, 1, 1) - date(y, m, d)",
    "date(y, m, d) + timedelta(days=1)", "date(2000, 1, 1) + timedelta(days=d)", "date(y, m, d).isoformat()",
    "str(date(y, m, d))", "date(2020, 1, 1).replace(month=m)", "f'{date(y, m, d)}'",
    "q = date(y, m, d); return isinstance(q, date), isinstance(q, datetime), type(q) is date",
    "q = datetime(y, m, d, 5, 6); return q.hour, q.date(), q < datetime(2024, 1, 1)",
    "datetime(2020, 1, 1, d, m).isoformat()", "timedelta(hours=y, minutes=m)", "timedelta(days=m) < timedelta(hours=d)",
    "abs(timedelta(days=m) - timedelta(hours=d))", "bool(timedelta(days=m))", "date.fromordinal(y)",
    "datetime.combine(date(2020, m, 1), time(d))", "sorted([date(2020, m, 1), date(2020, 5, 1)])[0]",
    "max(date(2020, m, 1), date(2020, 5, 1))",
)  # fmt: skip
OF_NUMBERS = (
    "date(2000, 1, 1) + timedelta(days=n) > date(2000, 1, 3)", "(datetime(2000, 1, 1) - timedelta(hours=n)).isoformat()",
    "timedelta(days=n) * 2 == timedelta(days=2)", "timedelta(days=n) * k", "2 * timedelta(days=n)",
    "timedelta(days=n) // timedelta(days=2)", "timedelta(hours=n) // 3", "timedelta(hours=n) % timedelta(hours=5)",
    "divmod(timedelta(hours=n), timedelta(hours=5))", "timedelta(days=n) + 1", "date(2000, 1, 1 + k) - 5",
    "date(2000, 1, 1 + k) < 5", "date(2000, 1, 1 + k) == 5", "date(2000, 1, 1 + k) != None", "-timedelta(days=n) < timedelta(0)",
    "time(k, n)", "time(k, n).isoformat()", "datetime(2020, 1, 1) + timedelta(seconds=n) == datetime(2020, 1, 1, 0, 0, 1)",
    "date(2020, 1, k + 1).isoweekday() in (6, 7)", "timedelta(days=n * 10**9)", "copy.copy(timedelta(days=n))",
    "copy.deepcopy([date(2020, 1, 1 + k)])", "timedelta(weeks=n)", "timedelta(milliseconds=n).microseconds",
    "sum([timedelta(days=n), timedelta(hours=k)], timedelta())", "min(date(2020, 1, 2), date(2020, 1, 1 + k))",
    "[date(2020, 1, 1 + k)] == [date(2020, 1, 2)]", "date(2020, 1, 1) <= date(2020, 1, 1 + k) <= date(2020, 1, 3)",
    "date(2020, 1, 1 + k).__add__(timedelta(1))", "date(2020, 1, True + k)", "date(year=2020, month=1, day=1 + k)",
    "date('a', 1, k)", "datetime(2020, 1, 1 + k) - datetime(2020, 1, 1)", "datetime(2020, 1, 1 + k) == date(2020, 1, 1)",
    "datetime(2020, 1, 1 + k).replace(hour=n % 24)", "date(2020, 1, 1 + k).nothing",
)  # fmt: skip
LOST = (
    "hash(date(2020, 1, 1 + n % 9))", "date(2020, 1, 1 + n % 9).strftime('%d')", "{timedelta(days=n): 1}",
    "datetime(2020, 1, 1 + n % 9, tzinfo=timezone.utc)", "datetime.fromtimestamp(n % 9).second", "timedelta(days=1) * n",
    "date(2020, 1, 1 + n % 9).timetuple()[7]", "tuple(date(2020, 1, 1 + n % 9).isocalendar())",
)  # fmt: skip


@pytest.mark.parametrize("source", OF_DAYS)
def test_dates_of_tracked_numbers(source: str) -> None:
    check(source, DAYS, preamble=PREAMBLE, size=24)


@pytest.mark.parametrize("source", OF_NUMBERS)
def test_durations_of_tracked_numbers(source: str) -> None:
    check(source, NUMBERS, preamble=PREAMBLE, size=24)


@pytest.mark.parametrize(
    "source",
    ("date.fromisoformat(s)", "datetime.fromisoformat(s)", "datetime.strptime(s, '%Y-%m-%d')"),
)
def test_dates_of_tracked_text(source: str) -> None:
    check(source, {"s": TEXTS}, preamble=PREAMBLE, exact=False)


@pytest.mark.parametrize("source", LOST)
def test_what_is_lost_is_noted(source: str) -> None:
    for run in check(source, {"n": (0, 1, 5, 7)}, preamble=PREAMBLE, exact=False):
        assert run.lost
