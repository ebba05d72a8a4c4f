"""Parameters: bools, defaults, keyword-only, positional-only, unannotated."""

EXPECTED = {
    "any_number": {
        "verdict": "complete",
        "paths": 6,
        "returns": {"'true'", "'false'", "'large'", "'more'", "'less'", "'int'"},
        "over": {"x": [False, True, 0, 10**400 + 1, 0.0, 3.0]},
    },
    "both": {
        "verdict": "complete",
        "paths": 3,
        "returns": {"'both'", "'not both'"},
        "over": {"p": [False, True], "q": [False, True]},
    },
    "arithmetic_on_bools": {
        "verdict": "complete",
        "returns": {"'two'", "'fewer'"},
        "over": {"p": [False, True], "q": [False, True], "r": [False, True]},
    },
    "mixed": {
        "verdict": "complete",
        "paths": 4,
        "returns": {"1", "2", "3"},
        "over": {"x": range(-2, 3), "deep": [False, True]},
    },
    "defaults": {
        "verdict": "complete",
        "returns": {"'over'", "'under'"},
        "over": {"x": range(-20, 20), "limit": range(-20, 20)},
    },
    "keyword_only": {
        "verdict": "complete",
        "returns": {"'reversed'", "'straight'"},
        "over": {"low": range(3), "high": range(3)},
    },
    "positional_only": {
        "verdict": "complete",
        "paths": 2,
        "returns": {"'equal'", "'different'"},
        "over": {"x": range(3), "y": range(3)},
    },
    "unannotated": {
        "verdict": ("complete", "exhausted"),
        "paths": 3,
        "returns": {"'negative'", "'zero'", "'positive'"},
        "reasons": ["type-guessed"],
        "over": {"x": range(-1, 2)},
    },
    "nothing": {"verdict": "complete", "paths": 1, "returns": {"42"}, "over": {}},
    "negated": {"verdict": "complete", "returns": {"'off'", "'on'"}, "over": {"p": [False, True]}},
    "selected": {"verdict": "complete", "over": {"p": [False, True], "x": range(3)}},
}


def both(p: bool, q: bool) -> str:
    if p and q:
        return "both"
    return "not both"


def arithmetic_on_bools(p: bool, q: bool, r: bool) -> str:
    if p + q + r >= 2:
        return "two"
    return "fewer"


def mixed(x: int, deep: bool) -> int:
    if x > 0:
        if deep:
            return 1
        return 2
    if deep:
        return 3
    return 0


def defaults(x: int, limit: int = 10) -> str:
    if x > limit:
        return "over"
    return "under"


def keyword_only(*, low: int, high: int = 1) -> str:
    if low > high:
        return "reversed"
    return "straight"


def positional_only(x: int, y: int, /) -> str:
    if x == y:
        return "equal"
    return "different"


def unannotated(x):
    if x < 0:
        return "negative"
    if x == 0:
        return "zero"
    return "positive"


def nothing() -> int:
    return 42


def negated(p: bool) -> str:
    if not p is True:
        return "off"
    return "on"


def selected(p: bool, x: int) -> str:
    index = p ^ (x > 1)
    return "a" if index else "b"


def any_number(x: int | float | bool) -> str:
    if isinstance(x, bool):
        return "true" if x else "false"
    if isinstance(x, float):
        return "more" if x > 2.5 else "less"
    return "large" if x > 10**400 else "int"
