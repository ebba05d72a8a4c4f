"""Prices, taxes and roundings in whole cents."""

BRACKETS = ((1_100_000, 10), (4_400_000, 12), (9_500_000, 22), (18_200_000, 24))
COINS = (200, 100, 50, 20, 10, 5, 2, 1)


def income_tax(income: int, married: bool) -> int:
    """Return the tax on an income by progressive brackets; couples' brackets are doubled."""
    if income <= 0:
        return 0
    factor = 2 if married else 1
    tax = 0
    below = 0
    for limit, percent in BRACKETS:
        upper = limit * factor
        if income <= upper:
            return tax + (income - below) * percent // 100
        tax += (upper - below) * percent // 100
        below = upper
    return tax + (income - below) * 32 // 100


def parcel_price(grams: int, length: int, width: int, height: int, express: bool) -> int:
    """Return the postage of a parcel, or -1 where it is not accepted."""
    if grams <= 0 or length <= 0 or width <= 0 or height <= 0:
        return -1
    if grams > 31500 or length > 120 or width > 60 or height > 60:
        return -1
    volumetric = length * width * height // 5
    weight = max(grams, volumetric)
    if weight <= 2000:
        price = 549
    elif weight <= 5000:
        price = 749
    elif weight <= 10000:
        price = 1049
    else:
        price = 1049 + (weight - 10000 + 999) // 1000 * 45
    if length > 100:
        price += 300
    if express:
        price = price * 3 // 2
    return price


def round_half_even(cents: int, step: int) -> int:
    """Return the multiple of `step` nearest to `cents`, ties to the even multiple."""
    if step <= 0:
        raise ValueError("step must be positive")
    quotient, rest = divmod(cents, step)
    twice = rest * 2
    if twice < step:
        return quotient * step
    if twice > step:
        return (quotient + 1) * step
    if quotient % 2 == 0:
        return quotient * step
    return (quotient + 1) * step


def coins_for(cents: int) -> int:
    """Return how few euro coins make an amount below ten euros."""
    if cents < 0 or cents >= 1000:
        raise ValueError("amount out of range")
    count = 0
    for coin in COINS:
        while cents >= coin:
            cents -= coin
            count += 1
    return count


def discount(total: int, items: int, member: bool, coupon: int) -> int:
    """Return what is to be paid after rebates; a coupon code is 1000 + its percentage."""
    if total < 0 or items < 0:
        raise ValueError("negative order")
    percent = 0
    if member:
        percent += 5
        if total > 50000:
            percent += 3
    if items >= 10:
        percent += 4
    elif items >= 5:
        percent += 2
    if 1001 <= coupon <= 1050:
        percent += coupon - 1000
    elif coupon != 0:
        raise ValueError("no such coupon")
    if percent > 40:
        percent = 40
    return total - total * percent // 100


def convert_currency(amount: int, source: int, target: int) -> int:
    """Return an amount in another currency; 0 is euro, 1 dollar, 2 yen, 3 franc."""
    rates = {0: 10000, 1: 10850, 2: 1632500, 3: 9520}
    if source not in rates or target not in rates:
        raise KeyError("unknown currency")
    if source == target:
        return amount
    scaled = abs(amount) * rates[target]
    result = scaled // rates[source]
    if scaled % rates[source] * 2 >= rates[source]:
        result += 1
    return -result if amount < 0 else result


def overtime_pay(minutes: int, rate: int, holiday: bool) -> int:
    """Return a day's pay: time and a half after 8 hours, double after 12 or on holidays."""
    if minutes < 0 or minutes > 1440 or rate <= 0:
        return -1
    if holiday:
        return minutes * rate * 2 // 60
    normal = min(minutes, 480)
    extra = min(max(minutes - 480, 0), 240)
    double = max(minutes - 720, 0)
    pay = normal * rate * 2 + extra * rate * 3 + double * rate * 4
    if pay % 120 == 0:
        return pay // 120
    if double > 0:
        return pay // 120 + 1
    return (pay + 60) // 120
