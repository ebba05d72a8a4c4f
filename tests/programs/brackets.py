"""Balanced brackets: a stack of characters."""

PAIRS = {")": "(", "]": "[", "}": "{"}

EXPECTED = {
    "first_fault": {
        "verdict": ("complete", "exhausted", "budget"),
        "returns": {"'balanced'", "'never opened'", "'crossed'", "'never closed'"},
        "over": {"text": ["", "a", "(", ")", "()", "(]", "([])", "{"]},
        "runs": 300,
    },
    "depth": {
        "verdict": ("complete", "exhausted", "budget"),
        "raises": {"ValueError"},
        "returns": {"0", "1"},
        "over": {"text": ["", "(", ")", "()", "(())", "x"]},
        "runs": 300,
    },
}


def first_fault(text: str) -> str:
    stack = []
    for char in text:
        if char in "([{":
            stack.append(char)
        elif char in PAIRS:
            if not stack:
                return "never opened"
            if stack.pop() != PAIRS[char]:
                return "crossed"
    return "never closed" if stack else "balanced"


def depth(text: str) -> int:
    deepest = level = 0
    for char in text:
        if char == "(":
            level += 1
            deepest = max(deepest, level)
        elif char == ")":
            level -= 1
            if level < 0:
                raise ValueError("closed too often")
    if level:
        raise ValueError("not closed")
    return deepest
