"""Functions that are given matches of regular expressions."""

import re

REFERENCE = re.compile(r"&#(x?)([0-9a-f]);")


def replaced(match: re.Match[str]) -> str:
    if match.group(1):
        return match[2].upper()
    return match[2]


def guessed(m):
    if m.start() > 1:
        return m.group(2)
    return "begins"


MATCHES = [re.match("(.?)(.?)", "ab"), *map(REFERENCE.search, ("&#1;", "&#xa;", "  &#1;"))]

EXPECTED = {
    "replaced": {
        "verdict": ("budget", "exhausted"),
        "runs": 150,
        "reasons": {"cannot-construct"},
        "over": {"match": MATCHES},
    },
    "guessed": {
        "verdict": ("budget", "exhausted"),
        "runs": 150,
        "returns": {"'begins'"},
        "reasons": {"type-guessed"},
        "over": {"m": MATCHES},
    },
}
