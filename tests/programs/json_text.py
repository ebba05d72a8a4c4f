"""`json.loads` of any text."""

import json

EXPECTED = {
    "classify": {
        "verdict": ("complete", "exhausted", "budget"),
        "returns": {
            "'Expecting value'", "'Extra data'", "'a number'", "'a list'", "'an object'",
            "'text'", "'a constant'",
        },
        "over": {"text": ["", "1 1", "1", "[]", "{}", '""', "null", "[", "{", '"', "true"]},
        "runs": 300,
    },
}  # fmt: skip


def classify(text: str) -> str:
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        return error.msg
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, str):
        return "text"
    if value is None or value is True or value is False:
        return "a constant"
    return "a number"
