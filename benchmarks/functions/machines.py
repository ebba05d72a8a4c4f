"""State machines, flags and small protocols."""

IDLE, CONNECTING, OPEN, CLOSING, FAILED = range(5)
READ, WRITE, EXECUTE, ADMIN = 1, 2, 4, 8


def connection_step(state: int, event: int, retries: int) -> int:
    """Return the next state of a connection."""
    if state == IDLE:
        return CONNECTING if event == 1 else IDLE
    if state == CONNECTING:
        if event == 2:
            return OPEN
        if event == 3:
            if retries < 3:
                return CONNECTING
            return FAILED
        return CONNECTING
    if state == OPEN:
        if event == 4:
            return CLOSING
        if event == 3:
            return FAILED
        return OPEN
    if state == CLOSING:
        return IDLE if event == 5 else CLOSING
    if state == FAILED:
        return IDLE if event == 6 else FAILED
    raise ValueError("no such state")


def traffic_light(first: int, second: int, third: int) -> int:
    """Return the light after three events (0 timer, 1 pedestrian, 2 fault), from red."""
    state = 0
    for event in (first, second, third):
        match (state, event):
            case (_, 2):
                return 9
            case (0, 0):
                state = 1
            case (1, 0):
                state = 2
            case (1, 1):
                state = 3
            case (2, 0):
                state = 0
            case (2, 1):
                state = 3
            case (3, 0):
                state = 0
            case _:
                pass
    return state


def may_access(flags: int, owner: bool, wanted: int) -> int:
    """Return 1 when access is granted, 0 when denied, -1 for a request that is malformed."""
    if wanted & ~(READ | WRITE | EXECUTE) or wanted == 0:
        return -1
    if flags & ADMIN:
        return 1
    if not owner:
        flags >>= 4
    if wanted & WRITE and not flags & WRITE:
        return 0
    if wanted & EXECUTE and not flags & EXECUTE:
        return 0
    if wanted & READ and not flags & READ:
        return 0
    return 1


def backoff(attempt: int, base: int, cap: int, jitter: int) -> int:
    """Return the milliseconds to wait before another attempt, -1 to give up."""
    if attempt < 0 or base <= 0:
        raise ValueError("bad schedule")
    if attempt >= 8:
        return -1
    delay = base << attempt
    if delay > cap:
        delay = cap
    if jitter % 2 == 0:
        delay += jitter % 100
    else:
        delay -= jitter % 100
    if delay < 0:
        return 0
    return delay


def ring_distance(head: int, tail: int, size: int, full: bool) -> int:
    """Return how many entries a ring buffer holds."""
    if size <= 0:
        raise ValueError("a ring needs room")
    if not (0 <= head < size and 0 <= tail < size):
        raise IndexError("pointer outside the ring")
    if head == tail:
        return size if full else 0
    if head > tail:
        return head - tail
    return size - tail + head


def ring_push(head: int, tail: int, count: int, overwrite: bool) -> int:
    """Return head * 100 + tail after pushing `count` bytes into a ring of 16."""
    if not 0 <= head < 16 or not 0 <= tail < 16:
        return -1
    if count < 0 or count > 16:
        return -2
    for _ in range(count):
        following = (head + 1) % 16
        if following == tail:
            if not overwrite:
                return -3
            tail = (tail + 1) % 16
        head = following
    return head * 100 + tail


def vending(coin1: int, coin2: int, coin3: int) -> int:
    """Return the change after buying a drink of 120 cents, -1 for too little, -2 for bad coins."""
    credit = 0
    for coin in (coin1, coin2, coin3):
        if coin == 0:
            continue
        if coin not in (10, 20, 50, 100, 200):
            return -2
        credit += coin
        if credit >= 120:
            return credit - 120
    return -1


def elevator(floor: int, target: int, doors_open: bool, overload: bool) -> int:
    """Return the command: 0 wait, 1 up, 2 down, 3 open, 4 close, 5 alarm."""
    if floor < -2 or floor > 20:
        return 5
    if overload:
        if doors_open:
            return 5
        return 3
    if target < -2 or target > 20:
        return 0
    if target == floor:
        return 0 if doors_open else 3
    if doors_open:
        return 4
    if target > floor:
        return 1
    return 2
