"""`--json` writes what `docs/reference/result.schema.json` says: all of it, and nothing else."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import fastjsonschema
import pytest

SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs" / "reference" / "result.schema.json").read_text()
)

PROGRAM = """
import time
import zlib

import wend


class Node:
    def __init__(self, value: int, next: "Node | None" = None) -> None:
        self.value = value
        self.next = next


@wend.valid(Node)
def is_positive(node: Node) -> bool:
    return node.value > 0


def lower(node: Node) -> None:
    node.value -= 1


def grade(points: int) -> int:
    if points > 90:
        return 1
    return 2 if points > 50 else 3


def both(a: int, b: int, text: str) -> object:
    if grade(a) + grade(b) == 3:
        raise ValueError(text)
    if zlib.crc32(text.encode()) == 7:
        return int(text)
    return object()


def clock(x: int) -> float:
    return 1 / (time.time() - x)


def lock(x: int) -> None:
    if x > 0:
        open("/tmp/../a-file", "w")
    while x < -1000:
        pass


def never(x: int) -> int:
    if x > 1:
        if x < 0:
            return 1
    return 0


class Odd:
    def __getattr__(self, name: str) -> int:
        raise TypeError(name)

    def __init__(self) -> None:
        raise KeyError
"""


def without_other_keys(schema: Any) -> Any:
    """The schema, with no keys allowed but those that it names."""
    if isinstance(schema, list):
        return [without_other_keys(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    strict = {key: without_other_keys(value) for key, value in schema.items()}
    if "required" in schema:
        strict.setdefault("additionalProperties", False)
    return strict


validate = fastjsonschema.compile(SCHEMA)
validate_strictly = fastjsonschema.compile(without_other_keys(SCHEMA))


@pytest.fixture(scope="module")
def documents(shared_wend) -> dict[str, Any]:
    """What `cover` and `reach` write of programs of all kinds."""
    shared_wend.file("all_kinds.py", PROGRAM)
    caps = ["--max-executions", "30", "--compositional", "on", "--budget", "5"]
    cover = shared_wend("cover", "all_kinds.py", "--json", "-", *caps)
    line = PROGRAM[1:].splitlines().index("            return 1") + 1
    spots = [f"all_kinds.py:{number}" for number in (line, line - 1)]
    reach = shared_wend("reach", *spots, "--json", "-", *caps)
    return {"cover": json.loads(cover.out), "reach": json.loads(reach.out)}


@pytest.mark.parametrize("command", ["cover", "reach"])
def test_what_is_written_is_what_the_schema_says(documents, command: str) -> None:
    validate(documents[command])
    validate_strictly(documents[command])


def test_a_run_that_did_not_end_may_say_how_long_it_had(documents) -> None:
    document = copy.deepcopy(documents["cover"])
    stopped = [
        case["outcome"]
        for result in document["results"]
        for case in result["cases"]
        if case["outcome"]["kind"] == "stopped"
    ]
    for outcome in stopped:
        outcome["seconds"] = 20.0

    assert stopped
    validate_strictly(document)


def test_the_programs_show_all_that_there_is(documents) -> None:
    cover, reach = documents["cover"]["results"], documents["reach"]["results"]
    kinds = {case["outcome"]["kind"] for result in cover for case in result["cases"]}

    assert {"returned", "raised", "violated", "stopped"} <= kinds
    assert {result["verdict"] for result in reach} == {"reached", "unreachable"}
    assert any(result["opaque"] for result in cover)
    assert any(result["composition"] for result in cover)
    assert any(case.get("drawn") for result in cover for case in result["cases"])


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("results", 0, "verdict"), "perhaps"),
        (("results", 0, "cases"), None),
        (("results", 0, "seconds"), "long"),
        (("schema",), 2),
    ],
)
def test_something_else_is_refused(documents, path: tuple[Any, ...], value: object) -> None:
    document = copy.deepcopy(documents["cover"])
    at = document
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value

    with pytest.raises(fastjsonschema.JsonSchemaValueException):
        validate(document)


def test_a_new_key_is_noticed(documents) -> None:
    document = copy.deepcopy(documents["cover"])
    document["results"][0]["mood"] = "good"

    validate(document)  # scripts have to live with it
    with pytest.raises(fastjsonschema.JsonSchemaValueException):
        validate_strictly(document)
