"""Two numbers of a list that add up, found through a dict."""

EXPECTED = {
    "two_sum": {
        "verdict": ("complete", "exhausted", "budget"),
        "returns": {"None", "(0, 1)"},
        "over": {"numbers": [[], [1], [1, 2], [5, 4, 3]], "target": [0, 3, 7]},
        "runs": 300,
    },
    "most_common": {
        "verdict": ("complete", "exhausted", "budget"),
        "returns": {"None"},
        "over": {"words": [[], ["a"], ["a", "a"], ["a", "b", "b"]]},
        "runs": 300,
    },
    "settings": {
        "verdict": ("complete", "exhausted", "budget"),
        "raises": {"KeyError", "ValueError"},
        "returns": {"'defaults'", "'privileged'", "'open'"},
        "over": {
            "given": [{}, {"x": 1}, {"host": 1}, {"host": 1, "port": 80}, {"host": 1, "port": 8080},
                      {"host": 1, "port": -1}]
        },
        "runs": 300,
    },
}  # fmt: skip


def two_sum(numbers: list[int], target: int) -> tuple[int, int] | None:
    seen = {}
    for at, number in enumerate(numbers):
        if target - number in seen:
            return seen[target - number], at
        seen[number] = at
    return None


def most_common(words: list[str]) -> str | None:
    counts: dict[str, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    best = None
    for word, count in counts.items():
        if best is None or count > counts[best]:
            best = word
    return best


def settings(given: dict[str, int]) -> str:
    if not given:
        return "defaults"
    if "host" not in given:
        raise KeyError("host")
    port = given.get("port", 80)
    if port < 0:
        raise ValueError("port")
    return "privileged" if port < 1024 else "open"
