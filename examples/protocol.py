"""Reads commands of a small text protocol: `GET key`, `SET key number`, `QUIT`.

$ wend cover examples/protocol.py::answer --max-executions 300
"""

import re

COMMAND = re.compile(r"(GET|SET|QUIT)(?: ([a-z]+))?(?: (\d+))?")


def answer(line: str, store: dict[str, int]) -> str:
    """Return the server's answer to a line, as the protocol has it."""
    match = COMMAND.fullmatch(line)
    if match is None:
        return "400 what?"
    command, key, number = match.groups()
    if command == "QUIT":
        return "221 bye"
    if key is None:
        return "400 which key?"
    if command == "GET":
        return f"200 {store[key]}"
    if number is None:
        return "400 which number?"
    value = int(number)
    if value in store.values():
        return "409 there is such a value"
    if value > 9999:
        return "413 too large"
    store[key] = value
    return "201 stored"
