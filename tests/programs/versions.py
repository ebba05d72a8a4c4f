"""Versions compared as people mean it."""

EXPECTED = {
    "compare": {
        "verdict": ("complete", "exhausted", "budget"),
        "raises": {"ValueError"},
        "returns": {"'same'", "'older'", "'newer'"},
        "over": {"a": ["1", "1.2", "x", "1.0"], "b": ["1", "1.1", "2"]},
        "runs": 1000,
    },
    "is_release": {
        "verdict": ("complete", "exhausted", "budget"),
        "returns": {"True", "False"},
        "over": {"version": ["", "1", "1.0", "1.0a1", "v1.0", "1.0.dev3"]},
        "runs": 1000,
    },
}


def compare(a: str, b: str) -> str:
    left = [int(part) for part in a.split(".")]
    right = [int(part) for part in b.split(".")]
    while len(left) < len(right):
        left.append(0)
    while len(right) < len(left):
        right.append(0)
    if left == right:
        return "same"
    return "older" if left < right else "newer"


def is_release(version: str) -> bool:
    version = version.removeprefix("v")
    if "dev" in version:
        return False
    for part in version.split("."):
        if not part.isdigit():
            return False
    return True
