"""Numbers that are compared as text: no solver sees through, and the text tells the number."""


def shown(x: float) -> str:
    if repr(x) == "1e+16":
        return "large"
    if f"{x:g}" == "1e-05":
        return "small"
    if f"{x:.2f}" == "3.14":
        return "pi"
    return "other"


def scientific(x: int) -> str:
    if f"{x:e}" == "1.000000e+06":
        return "million"
    return "other"


EXPECTED = {
    "shown": {
        "verdict": "exhausted",
        "returns": {"'large'", "'small'", "'pi'", "'other'"},
        "reasons": {"concretized"},
        "over": {"x": [0.0, 1e16, 1e-5, 3.14]},
    },
    "scientific": {
        "verdict": "exhausted",
        "returns": {"'million'", "'other'"},
        "reasons": {"concretized"},
        "over": {"x": [0, 10**6]},
    },
}
