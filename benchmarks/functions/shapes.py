"""Geometry, intervals and schedules with integer coordinates."""


def triangle(a: int, b: int, c: int) -> int:
    """Return 0 invalid, 1 scalene, 2 isosceles, 3 equilateral, 4 right-angled."""
    if a <= 0 or b <= 0 or c <= 0:
        return 0
    if a + b <= c or b + c <= a or a + c <= b:
        return 0
    if a == b == c:
        return 3
    if a * a + b * b == c * c or b * b + c * c == a * a or a * a + c * c == b * b:
        return 4
    if len({a, b, c}) == 2:
        return 2
    return 1


def overlap(start1: int, end1: int, start2: int, end2: int) -> int:
    """Return the length of what two half-open intervals share; -1 for one that is reversed."""
    if start1 > end1 or start2 > end2:
        return -1
    if end1 <= start2 or end2 <= start1:
        return 0
    low = start1 if start1 > start2 else start2
    high = end1 if end1 < end2 else end2
    return high - low


def interval_relation(a: int, b: int, c: int, d: int) -> int:
    """Return the number of Allen's relation between [a, b] and [c, d]."""
    if a >= b or c >= d:
        raise ValueError("empty interval")
    if b < c:
        return 1
    if b == c:
        return 2
    if d < a:
        return 3
    if d == a:
        return 4
    if a == c:
        if b == d:
            return 5
        return 6 if b < d else 7
    if b == d:
        return 8 if a > c else 9
    if a > c and b < d:
        return 10
    if a < c and b > d:
        return 11
    return 12 if a < c else 13


def orientation(ax: int, ay: int, bx: int, by: int, cx: int, cy: int) -> int:
    """Return 1 for a left turn a-b-c, -1 for a right turn, 0 on a line, 2 if points coincide."""
    if (ax == bx and ay == by) or (bx == cx and by == cy):
        return 2
    cross = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    if cross > 0:
        return 1
    if cross < 0:
        return -1
    return 0


def clip_code(x: int, y: int, left: int, top: int, right: int, bottom: int) -> int:
    """Return the Cohen-Sutherland outcode of a point; -1 for a window without area."""
    if left >= right or top >= bottom:
        return -1
    code = 0
    if x < left:
        code |= 1
    elif x > right:
        code |= 2
    if y < top:
        code |= 4
    elif y > bottom:
        code |= 8
    return code


def hex_distance(q1: int, r1: int, q2: int, r2: int) -> int:
    """Return the steps between two cells of a hexagonal grid in axial coordinates."""
    dq = q1 - q2
    dr = r1 - r2
    if dq == 0 and dr == 0:
        return 0
    if (dq > 0) == (dr > 0):
        return abs(dq + dr)
    if abs(dq) > abs(dr):
        return abs(dq)
    return abs(dr)


def wrap(value: int, low: int, high: int, mode: int) -> int:
    """Bring a value into low..high by clamping (0), wrapping (1) or reflecting (2)."""
    if low >= high:
        raise ValueError("empty range")
    if mode == 0:
        return min(max(value, low), high)
    span = high - low + 1
    if mode == 1:
        return (value - low) % span + low
    if mode == 2:
        period = 2 * (high - low)
        offset = (value - low) % period
        if offset > high - low:
            offset = period - offset
        return low + offset
    raise ValueError("unknown mode")


def free_slot(a_start: int, a_end: int, b_start: int, b_end: int, minutes: int) -> int:
    """Return when a meeting fits between 9 and 17 o'clock around two others, -1 if it does not."""
    if minutes <= 0 or a_start > a_end or b_start > b_end:
        raise ValueError("bad request")
    if a_start > b_start:
        a_start, a_end, b_start, b_end = b_start, b_end, a_start, a_end
    now = 540
    if now + minutes <= a_start:
        return now
    now = max(now, a_end)
    if now + minutes <= b_start:
        return now
    now = max(now, b_end)
    if now + minutes <= 1020:
        return now
    return -1


def page_window(page: int, total: int, per_page: int, width: int) -> int:
    """Return first * 1000 + last of the page links to show."""
    if per_page <= 0 or width <= 0 or total < 0:
        raise ValueError("bad pagination")
    pages = (total + per_page - 1) // per_page
    if pages == 0:
        return 0
    if page < 1:
        page = 1
    elif page > pages:
        page = pages
    if pages <= width:
        return 1000 + pages
    first = page - width // 2
    if first < 1:
        first = 1
    last = first + width - 1
    if last > pages:
        last = pages
        first = last - width + 1
    return first * 1000 + last


def cron_matches(minute: int, hour: int, day: int, weekday: int, urgent: bool) -> bool:
    """Return whether a job of a nightly plan is due."""
    if urgent:
        return minute % 5 == 0
    if weekday in (0, 6):
        return hour == 4 and minute == 30
    if day == 1:
        return hour in (0, 12) and minute == 0
    if 9 <= hour < 17:
        return minute % 15 == 0
    return minute == 0
