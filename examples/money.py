"""Splits a bill and gives change, in cents.

$ wend cover examples/money.py::split --max-executions 100
$ wend cover examples/money.py::change
"""

COINS = (200, 100, 50, 20, 10, 5, 2, 1)


def split(cents: int, names: list[str]) -> dict[str, int]:
    """Return what each one pays, so that nobody pays more than a cent more than another."""
    if cents < 0:
        raise ValueError("a bill is not negative")
    share, rest = divmod(cents, len(names))
    shares = {name: share + (at < rest) for at, name in enumerate(names)}
    assert sum(shares.values()) == cents
    return shares


def change(paid: int, price: int) -> list[int]:
    """Return the coins to give back, largest first."""
    due = paid - price
    if not 0 <= due <= 500:
        raise ValueError("too little, or a banknote that we can't change")
    coins = []
    for coin in COINS:
        while due >= coin:
            coins.append(coin)
            due -= coin
    return coins
