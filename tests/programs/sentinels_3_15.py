"""Sentinels in annotations are values to try, and are named where they are written down."""

MISSING = sentinel("MISSING")
OTHER = sentinel("OTHER")


class Box:
    UNSET = sentinel("Box.UNSET")


EXPECTED = {
    "defaulting": {
        "verdict": "complete",
        "returns": {"'missing'", "'42'", "'other'"},
        "over": {"x": [MISSING, 42, 0]},
    },
    "several": {
        "verdict": "complete",
        "returns": {"OTHER", "MISSING", "''"},
        "over": {"x": [MISSING, OTHER, "abc", ""]},
    },
    "of_a_class": {
        "verdict": "complete",
        "returns": {"'unset'", "'set'"},
        "over": {"x": [Box.UNSET, 1]},
    },
    "looked_up": {
        "verdict": "complete",
        "returns": {"MISSING", "'three'", "'other'"},
        "over": {"x": range(-1, 9)},
    },
    "guessed": {
        "verdict": "complete",
        "reasons": {"type-guessed"},
        "returns": {"'given'", "'not given'"},
        "over": {"x": [MISSING, 0]},
    },
}


def defaulting(x: int | MISSING = MISSING) -> str:
    if x is MISSING:
        return "missing"
    if x == 42:
        return "42"
    return "other"


def several(x: MISSING | OTHER | str) -> object:
    if x is OTHER:
        return OTHER
    if x == "abc":
        return MISSING
    return x


def of_a_class(x: int | Box.UNSET) -> str:
    return "unset" if x is Box.UNSET else "set"


def looked_up(x: int) -> object:
    found = {3: "three", 4: "four"}.get(x, MISSING)
    if found is MISSING:
        return found
    return found if found == "three" else "other"


def guessed(x=MISSING) -> str:
    if x is MISSING:
        return "not given"
    return "given"
