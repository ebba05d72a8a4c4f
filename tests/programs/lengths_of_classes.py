"""Lengths that code of a class tells, and truth that hangs on them."""


class Basket:
    def __init__(self, items: list[int]) -> None:
        self.items = items

    def __len__(self) -> int:
        return len(self.items)

    def __getitem__(self, at: int) -> int:
        return self.items[at]


class Short(Basket):
    pass


class Span:
    def __init__(self, size: int) -> None:
        self.size = size

    def __len__(self) -> int:
        return self.size


def is_large(basket: Basket) -> bool:
    return len(basket) > 3


def is_there(basket: Short) -> int:
    if not basket:
        return 1
    return 2


def first(basket: Basket) -> int:
    if len(basket) == 2 and basket[0] == 5:
        return 1
    return 2


def size(number: int) -> int:
    if not -9 < number < 99:
        return -1
    return 1 if len(Span(number)) == 5 else 2


def listed(basket: Basket) -> int:
    if list(basket) == [7, 8]:
        return 1
    return 2


BASKETS = [Basket([]), Basket([5, 1]), Basket([7, 8]), Basket([1, 2, 3, 4])]

EXPECTED = {
    "is_large": {"verdict": "complete", "returns": {"True", "False"}, "over": {"basket": BASKETS}},
    "is_there": {
        "verdict": "complete",
        "returns": {"1", "2"},
        "over": {"basket": [Short([]), Short([1])]},
    },
    "first": {"verdict": "complete", "returns": {"1", "2"}, "over": {"basket": BASKETS}},
    "size": {
        "verdict": "complete",
        "returns": {"-1", "1", "2"},
        "raises": {"ValueError"},
        "over": {"number": [-100, -5, 5, 7]},
    },
    "listed": {"verdict": "budget", "returns": {"1", "2"}, "runs": 60, "over": {"basket": BASKETS}},
}
