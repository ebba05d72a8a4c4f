"""Built-in functions with tracked integers."""

EXPECTED = {
    "extremes": {
        "verdict": "complete",
        "returns": {"'wide'", "'narrow'", "'flat'"},
        "over": {"a": range(0, 13, 4), "b": range(0, 13, 4), "c": range(0, 13, 4)},
    },
    "absolute": {
        "verdict": "complete",
        "returns": {"'both'", "'one'"},
        "over": {"x": range(-7, 8)},
    },
    "total": {
        "verdict": "complete",
        "returns": {"'hundred'", "'other'"},
        "over": {"a": [0, 50], "b": [0, 50], "c": [0, 50]},
    },
    "median": {
        "verdict": "complete",
        "returns": {"'middle is 5'", "'other'"},
        "over": {"a": range(4, 7), "b": range(4, 7), "c": range(4, 7)},
    },
    "any_negative": {
        "verdict": "complete",
        "returns": {"'some'", "'none'"},
        "over": {"a": range(-1, 2), "b": range(-1, 2), "c": range(-1, 2)},
    },
    "all_even": {
        "verdict": "complete",
        "returns": {"True", "False"},
        "over": {"a": range(2), "b": range(2), "c": range(2)},
    },
    "first_large": {
        "verdict": "complete",
        "paths": 4,
        "returns": {"-1"},
        "over": {"a": [0, 11], "b": [0, 11], "c": [0, 11]},
    },
    "dot": {
        "verdict": "complete",
        "returns": {"'orthogonal'", "'not'"},
        "over": {"x": range(-3, 4), "y": range(-3, 4), "z": range(-3, 4)},
    },
    "ranged": {
        "verdict": ("complete", "exhausted"),
        "returns": {"'ten'", "'other'", "'too many'"},
        "over": {"n": range(-2, 10)},
    },
    "longest": {
        "verdict": "complete",
        "returns": {"'first'", "'second'"},
        "over": {"a": range(-4, 4), "b": range(-4, 4)},
    },
    "converted": {"verdict": "complete", "over": {"x": range(-1, 2), "y": range(-1, 2)}},
    "reversed_": {
        "verdict": "complete",
        "returns": {"'rises'", "'other'"},
        "over": {"a": range(3), "b": range(3), "c": range(3)},
    },
    "bit_length": {
        "verdict": ("complete", "exhausted", "budget"),
        "returns": {"'one'", "'five'", "'other'"},
        "over": {"x": range(-40, 40)},
        "runs": 40,
    },
    # A class below int that is no bool, an IntEnum, say, answers like none that is tried.
    "kinds": {"verdict": "exhausted", "returns": {"'int'", "'other'"}, "over": {"x": [0, 1, True]}},
    "filtered": {
        "verdict": "complete",
        "returns": {"'all'", "'some'"},
        "over": {"a": range(-1, 2), "b": range(-1, 2)},
    },
}


def extremes(a: int, b: int, c: int) -> str:
    spread = max(a, b, c) - min(a, b, c)
    if spread == 0:
        return "flat"
    if spread > 10:
        return "wide"
    return "narrow"


def absolute(x: int) -> str:
    if abs(x) == 5:
        return "both"
    return "one"


def total(a: int, b: int, c: int) -> str:
    if sum([a, b, c]) == 100:
        return "hundred"
    return "other"


def median(a: int, b: int, c: int) -> str:
    if sorted([a, b, c])[1] == 5:
        return "middle is 5"
    return "other"


def any_negative(a: int, b: int, c: int) -> str:
    if any(value < 0 for value in (a, b, c)):
        return "some"
    return "none"


def all_even(a: int, b: int, c: int) -> bool:
    if all([value % 2 == 0 for value in (a, b, c)]):
        return True
    return False


def first_large(a: int, b: int, c: int) -> int:
    for place, value in enumerate([a, b, c]):
        if value > 10:
            return place
    return -1


def dot(x: int, y: int, z: int) -> str:
    product = 0
    for left, right in zip((1, -2, 3), (x, y, z)):
        product += left * right
    if product == 0 and x != 0:
        return "orthogonal"
    return "not"


def ranged(n: int) -> str:
    if n > 8:
        return "too many"
    count = 0
    for i in range(n):
        count += i
    if count == 10:
        return "ten"
    return "other"


def longest(a: int, b: int) -> str:
    if max((a, b), key=lambda value: value * value) == a:
        return "first"
    return "second"


def converted(x: int, y: int) -> int:
    return int(x > 0) + bool(y)


def reversed_(a: int, b: int, c: int) -> str:
    backwards = list(reversed((a, b, c)))
    if backwards[0] > backwards[1] > backwards[2]:
        return "rises"
    return "other"


def bit_length(x: int) -> str:
    if x.bit_length() == 1:
        return "one"
    if x.bit_length() == 5:
        return "five"
    return "other"


def kinds(x: int) -> str:
    if isinstance(x, bool) or type(x) is not int:
        return "other"
    return "int"


def filtered(a: int, b: int) -> str:
    if len([value for value in (a, b) if value > 0]) == 2:
        return "all"
    return "some"
