"""Searches in small sorted tables."""

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47)
ZONES = ((0, 1), (1000, 2), (5000, 3), (20000, 4), (50000, 5))
PORTS = {21: 1, 22: 2, 25: 3, 53: 4, 80: 5, 110: 3, 143: 3, 443: 6, 993: 3}


def binary_search(key: int) -> int:
    """Return the index of a prime below 50, or -1 - the place where it would stand."""
    low = 0
    high = len(PRIMES) - 1
    while low <= high:
        middle = (low + high) // 2
        if PRIMES[middle] < key:
            low = middle + 1
        elif PRIMES[middle] > key:
            high = middle - 1
        else:
            return middle
    return -1 - low


def interpolation_search(key: int) -> int:
    """Return the index of a prime below 50, or -1."""
    low = 0
    high = len(PRIMES) - 1
    while low <= high and PRIMES[low] <= key <= PRIMES[high]:
        if PRIMES[low] == PRIMES[high]:
            return low
        span = PRIMES[high] - PRIMES[low]
        middle = low + (key - PRIMES[low]) * (high - low) // span
        if PRIMES[middle] == key:
            return middle
        if PRIMES[middle] < key:
            low = middle + 1
        else:
            high = middle - 1
    return -1


def zone_for(metres: int, rural: bool) -> int:
    """Return the delivery zone for a distance."""
    if metres < 0:
        raise ValueError("negative distance")
    zone = 0
    for start, number in ZONES:
        if metres < start:
            break
        zone = number
    else:
        if metres > 100000:
            return 9
    if rural and zone < 5:
        zone += 1
    return zone


def service_class(port: int, encrypted: bool) -> int:
    """Return the kind of a network service by its port, 0 for one that is not known."""
    if port < 1 or port > 65535:
        raise ValueError("no such port")
    kind = PORTS.get(port, 0)
    if kind == 0:
        if port >= 49152:
            return 10
        return 11 if port >= 1024 else 12
    if encrypted and kind in (1, 3):
        return kind + 20
    return kind


def sum_in_window(first: int, last: int) -> int:
    """Return the sum of a slice of the primes, given by inclusive indexes."""
    if first < 0:
        first += len(PRIMES)
    if last < 0:
        last += len(PRIMES)
    if first > last:
        return 0
    total = 0
    for index in range(first, last + 1):
        total += PRIMES[index]
        if total > 100:
            return -1
    return total


def median_of_three(a: int, b: int, c: int) -> int:
    """Return the one that is neither the smallest nor the largest."""
    if a < b:
        if b < c:
            return b
        return c if a < c else a
    if a < c:
        return a
    return c if b < c else b


def saturating_add(a: int, b: int, signed: bool) -> int:
    """Add two 16-bit numbers as a processor with saturation does."""
    if signed:
        if not (-32768 <= a <= 32767 and -32768 <= b <= 32767):
            raise OverflowError("operand out of range")
        total = a + b
        if total > 32767:
            return 32767
        if total < -32768:
            return -32768
        return total
    if a < 0 or b < 0 or a > 65535 or b > 65535:
        raise OverflowError("operand out of range")
    return min(a + b, 65535)
