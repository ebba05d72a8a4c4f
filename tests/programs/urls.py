"""URLs taken apart by `urllib.parse`."""

from urllib.parse import urlsplit

EXPECTED = {
    "describe": {
        "verdict": ("complete", "exhausted", "budget"),
        "returns": {"'relative'", "'no host'", "'with port'", "'plain'", "'other scheme'"},
        "raises": {"ValueError"},
        "over": {
            "url": ["", "http:", "http://a:1", "http://a", "ftp://a", "http://a:x", "http://["]
        },
        "budget": 30,
    },
}


def describe(url: str) -> str:
    parts = urlsplit(url)
    if not parts.scheme:
        return "relative"
    if parts.scheme not in ("http", "https"):
        return "other scheme"
    if not parts.netloc:
        return "no host"
    if parts.port is not None:
        return "with port"
    return "plain"
