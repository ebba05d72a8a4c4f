"""The JSON document keeps to schema 1."""

from __future__ import annotations

import json
import pathlib

import pytest

from wend.emit.as_json import document, text_of, write
from wend.errors import WendError
from wend.inputs.target import ModuleRef, TargetRef
from wend.path.outcome import Dropped, Raised, Returned, Stopped
from wend.path.reason import Reason
from wend.path.result import (
    Coverage,
    CoverResult,
    Link,
    NotReached,
    ReachResult,
    SearchShare,
    TakenPath,
)

from .records import case, returned

TARGET = TargetRef(ModuleRef("shop.cart", "shop/cart.py"), "Cart.total", 12)
COVER = CoverResult(
    TARGET,
    "complete",
    executions=41,
    queries=60,
    seconds=1.27,
    coverage=Coverage((13, 14), (17,), ((13, 14),), ((13, 17),)),
    cases=(case(returned("'cycle'"), setup=["n1 = Node(3, None)"], p="n1", limit="10"),),
    reasons=(Reason("opaque-call", "says", "remedy", "zlib.crc32", "shop/cart.py", 7, 12),),
    paths=(TakenPath((("x", "1"),), "x > 0", Dropped()),),
    path_count=9,
    not_reached=(NotReached(17),),
    solver=(Link("repair", 59, 0.12345678),),
    searches=(SearchShare("forward", 40, 1.25, 38, 9),),
)


def test_cover_document_has_exactly_these_keys() -> None:
    made = document("cover", [COVER])

    assert list(made) == ["schema", "tool", "command", "results"]
    assert made["schema"] == 1
    assert made["command"] == "cover"
    assert made["tool"]["name"] == "wend"
    assert made["results"] == [
        {
            "target": {"file": "shop/cart.py", "function": "Cart.total", "line": 12},
            "verdict": "complete",
            "executions": 41,
            "concrete": 0,
            "queries": 60,
            "solver": {"repair": {"answers": 59, "seconds": 0.1235}},
            "searches": {"forward": {"turns": 40, "seconds": 1.25, "runs": 38, "news": 9}},
            "seconds": 1.27,
            "divergences": 0,
            "coverage": {
                "lines": {"hit": [13, 14], "missed": [17]},
                "branches": {"hit": [[13, 14]], "missed": [[13, 17]]},
            },
            "cases": [
                {
                    "setup": ["n1 = Node(3, None)"],
                    "args": {"p": "n1", "limit": "10"},
                    "outcome": {"kind": "returned", "value": "'cycle'"},
                    "new": {"lines": [], "branches": []},
                    "condition": "",
                    "method": "",
                }
            ],
            "reasons": [
                {
                    "what": "opaque-call",
                    "name": "zlib.crc32",
                    "file": "shop/cart.py",
                    "line": 7,
                    "count": 12,
                    "says": "says",
                    "remedy": "remedy",
                }
            ],
            "error": None,
            "paths": {
                "count": 9,
                "list": [
                    {"args": {"x": "1"}, "condition": "x > 0", "outcome": {"kind": "dropped"}}
                ],
            },
            "opaque": [],
            "composition": None,
            "steps": 0,
            "not_reached": ["line 17 was not executed"],
            "interrupted": False,
            "assumes": [],
        }
    ]


def test_reach_document() -> None:
    result = ReachResult(TARGET, 17, "main", "unknown", executions=3, queries=2, method="flip")

    assert document("reach", [result])["results"] == [
        {
            "target": {
                "file": "shop/cart.py",
                "function": "Cart.total",
                "line": 17,
                "entry": "main",
                "taken": 17,
            },
            "verdict": "unknown",
            "case": None,
            "executions": 3,
            "concrete": 0,
            "queries": 2,
            "solver": {},
            "searches": {},
            "segments": 0,
            "shared": 1,
            "method": "flip",
            "seconds": 0.0,
            "reasons": [],
            "conflicts": [],
            "left": [],
            "error": None,
            "opaque": [],
            "composition": None,
            "steps": 0,
            "interrupted": False,
            "assumes": [],
        }
    ]


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (Returned("3", "3"), {"kind": "returned", "value": "3"}),
        (Returned(None, "<x>"), {"kind": "returned", "value": None, "repr": "<x>"}),
        (
            Raised("ValueError", "no", "a.py", 3),
            {"kind": "raised", "type": "ValueError", "message": "no", "file": "a.py", "line": 3},
        ),
        (Stopped("timeout"), {"kind": "stopped", "reason": "timeout"}),
        (Stopped("crash", "11"), {"kind": "stopped", "reason": "crash", "detail": "11"}),
    ],
)
def test_outcomes(outcome: Returned | Raised | Stopped, expected: dict[str, object]) -> None:
    result = CoverResult(TARGET, "complete", cases=(case(outcome),))

    assert document("cover", [result])["results"][0]["cases"][0]["outcome"] == expected


def test_files_below_the_working_directory_are_relative(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    inside = CoverResult(TargetRef(ModuleRef("a", str(tmp_path / "p" / "a.py")), "f"), "complete")
    outside = CoverResult(TargetRef(ModuleRef("a", "/elsewhere/a.py"), "f"), "complete")
    made = document("cover", [inside, outside])

    assert [result["target"]["file"] for result in made["results"]] == [
        "p/a.py",
        "/elsewhere/a.py",
    ]


def test_written_file_is_the_document(tmp_path: pathlib.Path) -> None:
    write(tmp_path / "out.json", document("cover", [COVER]))

    assert json.loads((tmp_path / "out.json").read_text()) == document("cover", [COVER])
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"]


def test_dash_is_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    write("-", document("cover", []))

    assert json.loads(capsys.readouterr().out)["results"] == []


def test_lone_surrogates_can_be_written(tmp_path: pathlib.Path) -> None:
    result = CoverResult(TARGET, "complete", cases=(case(Raised("E", "\ud800", "", 0)),))
    write(tmp_path / "out.json", document("cover", [result]))

    assert "\\ud800" in text_of(document("cover", [result]))


def test_file_that_cannot_be_written_is_the_users_mistake(tmp_path: pathlib.Path) -> None:
    with pytest.raises(WendError, match=r"cannot write .*no/out.json.*--json"):
        write(tmp_path / "no" / "out.json", document("cover", []))
