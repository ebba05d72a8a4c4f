"""Number theory and digits."""

THRESHOLDS = ((1000, 2), (900, 3), (500, 2), (400, 3), (100, 1), (90, 2), (50, 1), (40, 2), (10, 1))


def gcd(a: int, b: int) -> int:
    """Return the greatest common divisor, never negative."""
    if a < 0:
        a = -a
    if b < 0:
        b = -b
    while b:
        a, b = b, a % b
    return a


def integer_sqrt(n: int) -> int:
    """Return the floor of the square root, by Newton's method."""
    if n < 0:
        raise ValueError("negative")
    if n < 2:
        return n
    guess = n // 2
    while True:
        better = (guess + n // guess) // 2
        if better >= guess:
            return guess
        guess = better


def is_prime(n: int) -> bool:
    """Return whether a number below 10,000 is prime; larger ones are refused."""
    if n >= 10000:
        raise OverflowError("too large")
    if n < 2:
        return False
    if n < 4:
        return True
    if n % 2 == 0 or n % 3 == 0:
        return False
    divisor = 5
    while divisor * divisor <= n:
        if n % divisor == 0 or n % (divisor + 2) == 0:
            return False
        divisor += 6
    return True


def digital_root(n: int) -> int:
    """Return the digit left when digits are summed again and again."""
    if n < 0:
        return -digital_root(-n)
    if n == 0:
        return 0
    rest = n % 9
    if rest == 0:
        return 9
    return rest


def digits_kind(n: int) -> int:
    """Classify a four-digit number: 1 palindrome, 2 rising, 3 falling, 4 all the same, 0 other."""
    if not 1000 <= n <= 9999:
        return -1
    a, b, c, d = n // 1000, n // 100 % 10, n // 10 % 10, n % 10
    if a == b == c == d:
        return 4
    if a == d and b == c:
        return 1
    if a < b < c < d:
        return 2
    if a > b > c > d:
        return 3
    return 0


def luhn(number: int) -> int:
    """Return 1 for a number with a right check digit, 0 for a wrong one, -1 out of range."""
    if number < 10 or number >= 10**8:
        return -1
    total = 0
    position = 0
    while number > 0:
        number, digit = divmod(number, 10)
        if position % 2 == 1:
            digit *= 2
            if digit > 9:
                digit -= 9
        total += digit
        position += 1
    if total % 10 == 0:
        return 1
    return 0


def isbn10_digit(body: int) -> int:
    """Return the check digit of the nine digits of an ISBN, -1 for an X."""
    if body < 0 or body > 999_999_999:
        raise ValueError("nine digits expected")
    total = 0
    for weight in range(2, 11):
        total += weight * (body % 10)
        body //= 10
    check = (11 - total % 11) % 11
    if check == 10:
        return -1
    return check


def roman_length(n: int) -> int:
    """Return the length of a number written in Roman numerals, roughly as one would count it."""
    if n <= 0 or n >= 4000:
        raise ValueError("not a Roman number")
    length = 0
    for value, letters in THRESHOLDS:
        while n >= value:
            n -= value
            length += letters
    if n == 9 or n == 4:
        return length + 2
    if n >= 5:
        return length + 1 + n - 5
    return length + n


def integer_log(n: int, base: int) -> int:
    """Return the largest e with base ** e <= n."""
    if base < 2 or n < 1:
        return -1
    exponent = 0
    power = base
    while power <= n:
        power *= base
        exponent += 1
        if exponent > 12:
            raise OverflowError("too many steps")
    return exponent


def collatz(n: int, limit: int) -> int:
    """Return the steps until 1, -1 when there are more than `limit` or the start is bad."""
    if n < 1 or limit < 0 or limit > 30:
        return -1
    steps = 0
    while n != 1:
        if steps == limit:
            return -1
        if n % 2:
            n = 3 * n + 1
        else:
            n //= 2
        steps += 1
    return steps


def modular_power(base: int, exponent: int, modulus: int) -> int:
    """Return base ** exponent % modulus by squaring, for exponents of up to a byte."""
    if modulus == 0:
        raise ZeroDivisionError("modulus is 0")
    if exponent < 0 or exponent > 255:
        raise ValueError("exponent out of range")
    if modulus == 1:
        return 0
    result = 1
    base %= modulus
    while exponent:
        if exponent & 1:
            result = result * base % modulus
        exponent >>= 1
        base = base * base % modulus
    return result


def perfect_kind(n: int) -> int:
    """Return -1, 0 or 1 for a deficient, perfect or abundant number up to 500."""
    if n < 1 or n > 500:
        raise ValueError("out of range")
    total = 1 if n > 1 else 0
    divisor = 2
    while divisor * divisor <= n:
        if n % divisor == 0:
            total += divisor
            if divisor * divisor != n:
                total += n // divisor
        divisor += 1
    if total < n:
        return -1
    if total == n:
        return 0
    return 1
