"""Reads settings such as `name = "Ann"` and `retries = 3`, one a line.

$ wend cover examples/parser.py::parse_value --max-executions 100
$ wend cover examples/parser.py::parse --max-executions 300
"""


class ParseError(Exception):
    """A line that is no setting."""


def parse_value(text: str) -> int | str | bool:
    """Return the value that a text stands for."""
    if text in ("yes", "no"):
        return text == "yes"
    if text.startswith('"'):
        if text[-1] != '"':
            raise ParseError("a text has no end")
        return text[1:-1]
    if text.isdecimal():
        return int(text)
    raise ParseError("no value")


def parse(text: str) -> dict[str, int | str | bool]:
    """Return the settings of a text; empty lines and comments don't count."""
    settings = {}
    for line in text.splitlines():
        line = line.strip()
        if not line or line[0] == "#":
            continue
        name, _, value = line.partition("=")
        if not name.strip().isidentifier():
            raise ParseError("no name")
        settings[name.strip()] = parse_value(value.strip())
    return settings
