"""Run-length coding, there and back."""

EXPECTED = {
    "encode": {
        "verdict": ("complete", "exhausted", "budget"),
        "returns": {"''"},
        "over": {"text": ["", "a", "ab", "aa", "aab"]},
        "runs": 300,
    },
    "decode": {
        "verdict": ("complete", "exhausted", "budget"),
        "raises": {"ValueError"},
        "returns": {"''"},
        "over": {"text": ["", "a", "2a", "12a", "3", "0a"]},
        "runs": 300,
    },
    "runs": {
        "verdict": ("complete", "exhausted", "budget"),
        "returns": {"[]"},
        "over": {"items": [[], [1], [1, 1], [1, 2]]},
        "runs": 300,
    },
}


def encode(text: str) -> str:
    parts = []
    at = 0
    while at < len(text):
        end = at
        while end < len(text) and text[end] == text[at]:
            end += 1
        if end - at > 1:
            parts.append(f"{end - at}{text[at]}")
        else:
            parts.append(text[at])
        at = end
    return "".join(parts)


def decode(text: str) -> str:
    result = ""
    count = ""
    for char in text:
        if char in "0123456789":
            count += char
        else:
            if count == "0":
                raise ValueError("nothing is never written")
            result += char * (int(count) if count else 1)
            count = ""
    if count:
        raise ValueError("a count without a character")
    return result


def runs(items: list[int]) -> list[tuple[int, int]]:
    found = []
    for item in items:
        if found and found[-1][0] == item:
            found[-1] = (item, found[-1][1] + 1)
        else:
            found.append((item, 1))
    return found
