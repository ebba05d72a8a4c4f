"""Numbers that must fit a C int."""


def tabs(s: str, n: int) -> str:
    try:
        return s.expandtabs(n)
    except OverflowError:
        return "does not fit"


EXPECTED = {
    "tabs": {
        "verdict": "budget",
        "runs": 40,
        "returns": {"'does not fit'"},
        "over": {"s": ["", "a"], "n": [-(2**31) - 1, -(2**31), 0, 2**31 - 1, 2**31]},
    },
}
