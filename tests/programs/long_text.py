"""Lengths that the solver has to ask for, and one that nobody should build."""

EXPECTED = {
    "lengths": {
        "verdict": "exhausted",
        "reasons": {"solver-unknown"},
        "returns": {"'many items'", "'far in'", "'short'"},
        "over": {"text": ["", "a" * 1999 + "x" + "a"], "items": [[], [0] * 3001]},
    },
}


def lengths(text: str, items: list[int]) -> str:
    if len(text) > 1_000_000:
        return "huge"  # unreached by inputs of a size that anybody wants to read
    if len(items) > 3000:
        return "many items"
    if len(text) > 2000 and text[1999] == "x":
        return "far in"
    return "short"
