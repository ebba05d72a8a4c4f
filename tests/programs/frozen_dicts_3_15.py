"""`frozendict`: keys that are tracked are conditions, as those of a dict are."""

EXPECTED = {
    "looked_up": {
        "verdict": "complete",
        "returns": {"'three'", "'seven'", "'none'"},
        "over": {"x": range(-2, 10)},
    },
    "made": {
        "verdict": "complete",
        "returns": {"'five'", "'nine'", "'other'"},
        "over": {"x": range(-1, 10), "y": range(-1, 10)},
    },
    "of_pairs": {
        "verdict": "complete",
        "returns": {"'one'", "'two'"},
        "over": {"x": range(-1, 10), "y": range(-1, 10)},
    },
    "values": {
        "verdict": "complete",
        "returns": {"'41'", "'equal'", "'sum'", "'other'"},
        "over": {"x": range(-1, 60)},
    },
    "joined": {
        "verdict": "complete",
        "returns": {"'replaced'", "'two'"},
        "over": {"x": range(-1, 4)},
    },
    "equal": {
        "verdict": "complete",
        "returns": {"'equal'", "'differ'"},
        "over": {"x": range(-1, 9), "y": range(-1, 9)},
    },
    "as_a_key": {
        "verdict": "complete",
        "returns": {"'found'", "'not'"},
        "over": {"x": range(-1, 9)},
    },
    "with_a_tracked_key_as_a_key": {
        "verdict": "exhausted",
        "reasons": {"concretized"},
        "returns": {"2"},
        "over": {"x": range(5, 9)},
    },
    "hashed": {
        "verdict": "exhausted",
        "reasons": {"concretized"},
        "returns": {"'same'", "'other'"},
        "over": {"x": range(-1, 9)},
    },
    "gone_through": {
        "verdict": "complete",
        "returns": {"'eight'", "'not'"},
        "over": {"x": range(-1, 9), "y": range(-1, 9)},
    },
    "given": {
        "verdict": "budget",
        "runs": 80,
        "returns": {"'port'", "'two'", "'other'"},
        "over": {"f": [frozendict(), frozendict(port=8080), frozendict(a=1, b=2)]},
    },
}


def looked_up(x: int) -> str:
    table = frozendict({3: "three", 7: "seven"})
    if x in table:
        return table[x]
    return table.get(x + 1, "none")


def made(x: int, y: int) -> str:
    f = frozendict({x: "x", y: "y", 5: "five"})
    if len(f) == 2:
        return f[5]
    if f.get(9) == "y":
        return "nine"
    return "other"


def of_pairs(x: int, y: int) -> str:
    f = frozendict([(x, 1), (y, 2)])
    return "one" if len(f) == 1 else "two"


def values(x: int) -> str:
    f = frozendict(a=x, b=x + 1)
    if f["a"] == 41:
        return "41"
    if f == {"a": 7, "b": 8}:
        return "equal"
    if sum(f.values()) == 101:
        return "sum"
    return "other"


def joined(x: int) -> str:
    f = frozendict({1: "one"})
    f |= {x: "x"}
    if f[1] == "x":
        return "replaced"
    g = {x: 2} | f
    return "two" if len(g) == 2 else "one"  # one way


def equal(x: int, y: int) -> str:
    if frozendict({x: 1, 3: 2}) == frozendict({y: 1, 3: 2}):
        return "equal"
    return "differ"


def as_a_key(x: int) -> str:
    known = {frozendict(a=4): "found", frozendict(b=4): "never"}
    return known.get(frozendict(a=x), "not")


def with_a_tracked_key_as_a_key(x: int) -> int:
    return len({frozendict({x: 1}), frozendict({4: 1})})


def hashed(x: int) -> str:
    if hash(frozendict(a=x)) == hash(frozendict(a=4)):
        return "same"
    return "other"


def gone_through(x: int, y: int) -> str:
    for key, value in frozendict({x: y}).items():
        if key + value == 8 and key == 3:
            return "eight"
    return "not"


def given(f: frozendict[str, int]) -> str:
    if f.get("port") == 8080:
        return "port"
    if len(f) == 2 and "a" in f:
        return "two"
    return "other"
