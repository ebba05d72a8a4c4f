"""A lexer that finds keywords by their hash, as many do.

$ wend reach examples/keywords.py:20
$ wend cover examples/keywords.py::token --max-executions 40
"""

import zlib

KEYWORDS = {zlib.crc32(word.encode()): word for word in ("def", "lambda", "return", "yield")}


def token(text: str) -> str:
    """Return the kind of a token."""
    if not text:
        raise ValueError("no token")
    if text[0].isdigit():
        return "number"
    found = KEYWORDS.get(zlib.crc32(text.encode()))
    if found == text:
        return f"keyword {found}"
    if found is not None:
        return "a word with the hash of a keyword"
    return "name"
