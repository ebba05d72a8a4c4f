"""`in`: tuples, lists, ranges, sets, dicts."""

VOWELS = {1, 5, 9, 15, 21}
PRICES = {3: 300, 8: 150, 20: 90}
NESTED = ((1, 2), (3, 4))

EXPECTED = {
    "in_tuple": {"verdict": "complete", "returns": {"'yes'", "'no'"}, "over": {"x": range(-2, 12)}},
    "in_range": {
        "verdict": "complete",
        "returns": {"'single'", "'stepped'", "'backwards'", "'no'"},
        "over": {"x": range(-2, 50)},
    },
    "in_set": {
        "verdict": "complete",
        "returns": {"'vowel'", "'other'", "'not a letter'"},
        "over": {"x": range(-2, 30)},
    },
    "in_dict": {"verdict": "complete", "returns": {"True", "False"}, "over": {"x": range(-2, 30)}},
    "in_own_list": {
        "verdict": "complete",
        "returns": {"'repeated'", "'different'"},
        "over": {"x": range(3), "y": range(3), "z": range(3)},
    },
    "in_set_of_tracked": {
        "verdict": ("complete", "exhausted"),
        "returns": {"1", "2"},
        "over": {"x": range(3), "y": range(3)},
    },
    "not_in": {"verdict": "complete", "raises": {"ValueError"}, "over": {"x": range(-1, 5)}},
    "pair_in": {
        "verdict": "complete",
        "returns": {"'neighbours'", "'strangers'"},
        "over": {"x": range(5), "y": range(5)},
    },
}


def in_tuple(x: int) -> str:
    if x in (2, 3, 5, 7):
        return "yes"
    return "no"


def in_range(x: int) -> str:
    if x in range(3):
        return "single"
    if x in range(10, 20, 3):
        return "stepped"
    if x in range(40, 30, -2):
        return "backwards"
    return "no"


def in_set(x: int) -> str:
    if x in VOWELS:
        return "vowel"
    if 1 <= x <= 26:
        return "other"
    return "not a letter"


def in_dict(x: int) -> bool:
    if x + 1 in PRICES:
        return True
    return False


def in_own_list(x: int, y: int, z: int) -> str:
    seen = [x]
    if y in seen:
        return "repeated"
    seen.append(y)
    if z in seen:
        return "repeated"
    return "different"


def in_set_of_tracked(x: int, y: int) -> int:
    distinct = {x, y}
    if len(distinct) == 1:
        return 1
    return 2


def not_in(x: int) -> int:
    if x not in [0, 1, 2]:
        raise ValueError(x)
    return x


def pair_in(x: int, y: int) -> str:
    if (x, y) in NESTED:
        return "neighbours"
    return "strangers"
