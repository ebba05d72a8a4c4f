"""What is read as bytes, copied or sliced has terms, or it is said that it has none."""

from __future__ import annotations

import pathlib
from typing import Any

import pytest

OCTETS = pathlib.Path(__file__).with_name("octets.py")
FOLLOWED = {
    *("octets", "joined", "behind", "number", "unpacked", "anonymous", "some_nodes"),
    *("some_behind", "put_at_once", "fields_later", "too_large", "other_buffer", "character"),
    *("characters", "as_character", "looked_for", "true_zero", "filled", "moved", "as_octets"),
    *("on_the_wire", "parsed", "flagged", "either", "at", "whole"),
}


@pytest.mark.slow
def test_what_is_read_as_bytes(shared_wend: Any) -> None:
    done = shared_wend("cover", str(OCTETS), "--max-executions", "100", "--json", "-")
    assert done.code in (0, 1), done.err
    secret = []
    for each in done.results:
        name = each["target"]["function"]
        returned = {case["outcome"].get("value") for case in each["cases"]}
        if name in FOLLOWED:
            assert {"True", "False"} <= returned, name
        elif each["verdict"] == "complete" or not each["reasons"]:
            secret.append(name)
    assert secret == []
