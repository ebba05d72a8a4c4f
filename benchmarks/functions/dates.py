"""Calendar arithmetic on plain integers."""

DAYS_BEFORE_MONTH = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)
SAKAMOTO = (0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4)


def is_leap(year: int) -> bool:
    """Return whether a Gregorian year has 366 days."""
    if year % 400 == 0:
        return True
    if year % 100 == 0:
        return False
    return year % 4 == 0


def days_in_month(year: int, month: int) -> int:
    """Return the number of days of a month, or 0 for a month that does not exist."""
    if month < 1 or month > 12:
        return 0
    if month == 2:
        if is_leap(year):
            return 29
        return 28
    if month in (4, 6, 9, 11):
        return 30
    return 31


def validate_date(year: int, month: int, day: int) -> int:
    """Return 0 for a date that exists, else the number of the field that is wrong."""
    if year < 1 or year > 9999:
        return 1
    if not 1 <= month <= 12:
        return 2
    if day < 1:
        return 3
    if day > 28:
        if month == 2:
            if day != 29 or not is_leap(year):
                return 3
        elif day == 31:
            if month in (4, 6, 9, 11):
                return 3
        elif day > 31:
            return 3
    return 0


def day_of_year(year: int, month: int, day: int) -> int:
    """Return 1 for the first of January, 365 or 366 for the last of December."""
    if month < 1 or month > 12:
        raise ValueError("month must be in 1..12")
    if day < 1 or day > days_in_month(year, month):
        raise ValueError("day is out of range for month")
    number = DAYS_BEFORE_MONTH[month - 1] + day
    if month > 2 and is_leap(year):
        number += 1
    return number


def weekday(year: int, month: int, day: int) -> int:
    """Return 0 for Sunday to 6 for Saturday, by Sakamoto's method."""
    if not 1 <= month <= 12:
        return -1
    if month < 3:
        year -= 1
    total = year + year // 4 - year // 100 + year // 400 + SAKAMOTO[month - 1] + day
    return total % 7


def next_day(packed: int) -> int:
    """Return the day after a date written as the number YYYYMMDD."""
    year, rest = divmod(packed, 10000)
    month, day = divmod(rest, 100)
    if year < 1600 or month < 1 or month > 12 or day < 1:
        raise ValueError("not a date")
    last = days_in_month(year, month)
    if day > last:
        raise ValueError("not a date")
    if day < last:
        return packed + 1
    if month < 12:
        return year * 10000 + (month + 1) * 100 + 1
    return (year + 1) * 10000 + 101


def weeks_in_iso_year(year: int) -> int:
    """Return 53 for the ISO years that have a week more, else 52."""

    def last_weekday(number: int) -> int:
        return (number + number // 4 - number // 100 + number // 400) % 7

    if last_weekday(year) == 4:
        return 53
    if last_weekday(year - 1) == 3:
        return 53
    return 52


def iso_week(year: int, ordinal: int, first_weekday: int) -> int:
    """Return the ISO week of a day of the year; 1 January is `first_weekday` (1 is Monday)."""
    if not 1 <= first_weekday <= 7:
        return 0
    length = 366 if is_leap(year) else 365
    if ordinal < 1 or ordinal > length:
        return 0
    this_weekday = (first_weekday + ordinal - 2) % 7 + 1
    week = (ordinal - this_weekday + 10) // 7
    if week < 1:
        return weeks_in_iso_year(year - 1)
    if week == 53 and weeks_in_iso_year(year) == 52:
        return 1
    return week


def seconds_to_clock(seconds: int, twelve_hours: bool) -> int:
    """Return the time of day as the number HHMMSS; pm hours are negative on a 12-hour clock."""
    if seconds < 0:
        seconds = 86400 - (-seconds) % 86400
    seconds %= 86400
    hours, rest = divmod(seconds, 3600)
    minutes, left = divmod(rest, 60)
    if twelve_hours:
        afternoon = hours >= 12
        hours %= 12
        if hours == 0:
            hours = 12
        stamp = hours * 10000 + minutes * 100 + left
        return -stamp if afternoon else stamp
    return hours * 10000 + minutes * 100 + left


def easter(year: int) -> int:
    """Return the date of Easter as MMDD, by the anonymous Gregorian method."""
    if year < 1583:
        return 0
    golden = year % 19
    century = year // 100
    epact = (century - century // 4 - (8 * century + 13) // 25 + 19 * golden + 15) % 30
    if epact == 29 or (epact == 28 and golden > 10):
        epact -= 1
    paschal_weekday = (year + year // 4 + epact + 2 - century + century // 4) % 7
    offset = epact - paschal_weekday
    month = 3 + (offset + 40) // 44
    day = offset + 28 - 31 * (month // 4)
    if month == 3:
        return 300 + day
    return 400 + day
