"""Log lines taken apart by a regular expression."""

import re

LINE = re.compile(r"(\d{4})-(\d\d)-(\d\d) (DEBUG|INFO|ERROR): (.*)")

EXPECTED = {
    "read": {
        "verdict": ("complete", "exhausted", "budget"),
        "returns": {"'no log line'", "'bad date'", "'nothing said'", "'urgent'", "'told'"},
        "over": {
            "line": [
                "", "2020-01-01 INFO: ", "2020-13-01 INFO: x", "2020-01-01 ERROR: x",
                "2020-01-01 INFO: x",
            ]
        },
        "runs": 300,
    },
}  # fmt: skip


def read(line: str) -> str:
    match = LINE.fullmatch(line)
    if match is None:
        return "no log line"
    _, month, day, level, message = match.groups()
    if not (1 <= int(month) <= 12 and 1 <= int(day) <= 31):
        return "bad date"
    if not message:
        return "nothing said"
    return "urgent" if level == "ERROR" else "told"
