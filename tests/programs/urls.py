"""URLs taken apart by `urllib.parse`."""

from urllib.parse import urlsplit

EXPECTED = {
    "describe": {
        "verdict": ("complete", "exhausted", "budget"),
        "returns": {"'relative'", "'no host'", "'with port'", "'plain'"},
        "raises": {"ValueError"},
        "reasons": {"opaque-call"},  # unicodedata.normalize
        "may_diverge": True,
        "over": {"url": ["", "http:", "http://a:1", "http://a", "http://a:x", "http://["]},
        "runs": 400,
        "runs_3_15": 4000,
    },
}


def describe(url: str) -> str:
    parts = urlsplit(url)
    if not parts.scheme:
        return "relative"
    if not parts.netloc:
        return "no host"
    if parts.port is not None:
        return "with port"
    return "plain"
