"""A second run answers from the store, as long as it would find the same."""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from wend.campaign.kept_results import KeptResults
from wend.campaign.options import Options
from wend.inputs.inputs import Inputs
from wend.inputs.target import ModuleRef, TargetRef
from wend.store.database import Store

FROM_STORE = "wend: the result is from the store; --no-store explores again\n"

SHOP = """
def price(grams: int, zone: int) -> int:
    if grams <= 0:
        raise ValueError("no weight")
    if zone > 3:
        return fee(grams)
    return 2 * grams


def fee(grams: int) -> int:
    return 5 if grams > 1000 else 7


def size(text: str) -> int:
    return len(text) if text == "abc" else 0
"""


@pytest.fixture
def shop(wend: Any) -> Path:
    return Path(wend.file("shop.py", SHOP))


@pytest.fixture
def counted_shop(wend: Any, shop: Path) -> Path:
    """The module, which tells how often it was imported."""
    wend.file("pyproject.toml", '[tool.wend]\nallow = ["write"]\n')
    count = wend.directory / "imports.txt"
    shop.write_text(f"open({str(count)!r}, 'a').write('x')\n{SHOP}")
    return shop


def imports(wend: Any) -> int:
    file = wend.directory / "imports.txt"
    return len(file.read_text()) if file.exists() else 0


def without_times(text: str) -> Any:
    return re.sub(r'"seconds": [\d.e-]+', '"seconds": 0', text)


def cover(wend: Any, *arguments: str, **environment: str) -> tuple[Any, dict[str, str]]:
    """What a run says, and what is in the files that it writes."""
    for old in (wend.directory / "out").glob("*.py"):
        old.unlink()
    done = wend("cover", *arguments, "--json", "result.json", "-o", "out", **environment)
    files = [wend.directory / "result.json", *(wend.directory / "out").glob("*.py")]
    return done, {file.name: file.read_text() for file in files}


def test_second_run_gives_the_same_files_and_imports_nothing(wend: Any, counted_shop: Path) -> None:
    first, files = cover(wend, "shop.py")
    count = imports(wend)
    second, same_files = cover(wend, "shop.py")

    assert count > 0 and imports(wend) == count  # neither to explore nor to try the tests
    assert same_files == files
    assert len(files) == 2
    assert second.out == first.out
    assert second.code == first.code
    assert second.err == "wend: 3 of 3 results are from the store; --no-store explores again\n"


def test_reach_is_kept_too(wend: Any, shop: Path) -> None:
    first = wend("reach", "shop.py:4", "--json", "-")
    second = wend("reach", "shop.py:4", "--json", "-")
    other = wend("reach", "shop.py:5", "--json", "-")

    assert second.out == first.out
    assert second.err == FROM_STORE
    assert other.err == ""


def test_only_what_a_change_touches_is_explored_again(wend: Any, shop: Path) -> None:
    wend("cover", "shop.py")
    shop.write_text(shop.read_text().replace("else 7", "else 8"))
    done, _ = cover(wend, "shop.py")

    assert "1 of 3 results are from the store" in done.err  # `price` calls `fee`, `size` does not
    assert "returns 8" in done.out


def test_moved_code_is_the_same_code_on_other_lines(wend: Any, counted_shop: Path) -> None:
    wend("cover", "shop.py")
    text = counted_shop.read_text()
    at = text.index("def price")
    counted_shop.write_text(f"{text[:at]}# one\n# two\nOTHER = 3\n\n\n{text[at:]}")
    count = imports(wend)
    moved, moved_files = cover(wend, "shop.py")
    assert imports(wend) > count  # for the tests of the other lines
    _, files = cover(wend, "shop.py", "--no-store")

    assert "3 of 3 results are from the store" in moved.err
    assert without_times(moved_files["result.json"]) == without_times(files["result.json"])
    assert moved_files["test_shop.py"] == files["test_shop.py"]


def test_lines_that_hang_on_opaque_functions_are_moved(wend: Any) -> None:
    file = wend.file(
        "hashes.py",
        """
        import zlib
        def opaque(s: bytes) -> int:
            return 1 if zlib.crc32(s) == 5 else 0
        """,
    )
    options = ("--max-executions", "150", "--json", "-")
    wend("cover", "hashes.py", *options)
    file.write_text("\n\n" + file.read_text())
    moved = wend("cover", "hashes.py", *options)

    functions = {each["target"]["function"]: each for each in moved.results}
    assert functions["opaque"]["opaque"][0]["branches"] == [5]


def test_other_options_are_other_questions(wend: Any, shop: Path) -> None:
    def stores(*options: str) -> bool:
        return bool(wend("cover", "shop.py::price", *options).err == FROM_STORE)

    assert not stores()
    assert not stores("--seed", "3")
    assert not stores("--search", "depth", "--allow", "write")
    assert not stores("--input", "grams=7")
    assert not stores("--tree")
    assert not stores("--no-store")
    assert stores("--seed", "3")
    assert stores()


def test_more_budget_explores_again_and_less_does_not(wend: Any) -> None:
    wend.file("loop.py", "def f(n: int, s: str):\n    while n > len(s): n -= 1\n    return n\n")

    def run(*options: str) -> Any:
        return wend("cover", "loop.py::f", "--json", "-", *options)

    first = run("--max-executions", "40")
    assert first.results[0]["verdict"] == "budget"
    assert run("--max-executions", "40").out == first.out
    assert run("--max-executions", "20").out == first.out
    more = run("--max-executions", "60")
    assert more.err == "" and more.results[0]["executions"] == 60
    assert run("--max-executions", "60", "--budget", "600").err == ""
    assert run("--max-executions", "40").err == FROM_STORE


def test_a_complete_result_serves_any_budget(wend: Any, shop: Path) -> None:
    wend("cover", "shop.py::price", "--budget", "9")

    assert wend("cover", "shop.py::price", "--budget", "60").err == FROM_STORE
    assert wend("cover", "shop.py::price", "--max-executions", "1").err == FROM_STORE


def test_changed_code_is_explored_from_the_cases_of_before(wend: Any) -> None:
    """What no solver finds is still known after a change."""
    body = """
        import zlib
        def f(x: int):
            if zlib.crc32(b"%d" % x) == 0xCBF43926:
                return True
            return None
        """
    wend.file("crc.py", body)

    def outcomes(*options: str) -> set[str]:
        done = wend("cover", "crc.py::f", "--max-executions", "20", "--json", "-", *options)
        return {case["outcome"]["value"] for case in done.results[0]["cases"]}

    assert outcomes() == {"None"}
    with sqlite3.connect(wend.directory / ".wend" / "store.db") as connection:
        known = ('[{"inputs":[["x",123456789]]}]',)
        connection.execute("UPDATE inputs SET inputs = ?", known)
    assert outcomes() == {"None"}
    wend.file("crc.py", body.replace("return None", "return  None"))

    assert outcomes() == {"None", "True"}


def test_cases_of_before_are_cases_again(wend: Any) -> None:
    """Two outcomes of one path, of which the second is found when all paths are known."""
    body = "def f(x: int, s: str):\n    if x > 100:\n        return s == 'wend'\n    return 0\n"
    wend.file("some.py", body)
    first = wend("cover", "some.py", "--json", "-")
    wend.file("some.py", body.replace("return 0", "return  0"))
    second = wend("cover", "some.py", "--json", "-")

    values = [
        sorted(case["outcome"]["value"] for case in done.results[0]["cases"])
        for done in (first, second)
    ]
    assert values == [["0", "False", "True"]] * 2


def test_inputs_of_other_parameters_are_ignored(wend: Any) -> None:
    wend.file("some.py", "def f(x: int, y: str): return 1 if x > 5 and y == 'ab' else 2\n")
    wend("cover", "some.py")
    wend.file("some.py", "def f(x: float, y: list[int], z: bool): return 3 if z else len(y)\n")
    done = wend("cover", "some.py", "--json", "-")

    assert done.results[0]["verdict"] == "complete"
    assert done.err == ""


def kept_in(folder: Path, inputs: str) -> KeptResults:
    """The kept results of a function, of which inputs are known."""
    file = folder / "some.py"
    file.write_text("def f(x: int): return x\n")
    options = Options(store=str(folder / "kept"))
    kept = KeptResults("cover", TargetRef(ModuleRef("some", str(file)), "f", 1), options)
    change = [("INSERT INTO inputs VALUES (?, ?)", (kept._question, f"[{inputs}]"))]
    Store(str(folder / "kept")).write(change)
    return kept


@pytest.mark.parametrize(
    "inputs",
    [
        '{"inputs": [["len(s)", 1000000000000]]}',
        '{"inputs": [["len(s)", -1]]}',
        '{"inputs": [["which2(u)", 7]]}',
        '{"inputs": [["ord(s[0])", -5], ["len(s)", 1]]}',
        '{"inputs": [["x"]]}',
        '{"inputs": [["which(u)", 7]]}',
        '{"Reason": ["a", "b"]}',
    ],
)
def test_inputs_that_nobody_could_have_found_are_ignored(inputs: str, tmp_path: Path) -> None:
    assert list(kept_in(tmp_path, inputs).earlier_runs.inputs) == []


def test_what_is_saved_on_the_way_adds_to_what_was_known(tmp_path: Path) -> None:
    one, two, three = (Inputs((("x", value),)) for value in (1, 2, 3))
    kept = kept_in(tmp_path, '{"inputs":[["x",1]]},{"inputs":[["x",2]]}')
    assert list(kept.earlier_runs.inputs) == [one, two]
    kept._save([two, three])

    assert list(kept.earlier_runs.inputs) == [two, three, one]


def test_what_is_replaced_or_refused_is_kept(wend: Any) -> None:
    wend.file(
        "parts.py",
        """
        class Size:
            def __init__(self, n: int):
                self._n = n
            @property
            def n(self): return self._n
            @n.setter
            def n(self, value): self._n = value
        def twice(x: int): return 1
        def twice(x: int): return 2
        def impossible(x: "Nowhere"): return 1
        """,
    )
    first = wend("cover", "parts.py", "--json", "-")
    second = wend("cover", "parts.py", "--json", "-")

    verdicts = [(each["target"]["function"], each["verdict"]) for each in first.results]
    assert ("twice", "skipped") in verdicts and ("twice", "complete") in verdicts
    assert second.out == first.out
    count = len(first.results)
    assert second.err.startswith(f"wend: {count} of {count} results are from the store")


def test_files_that_are_read_count(wend: Any) -> None:
    """On import and in a case, be they there or not."""
    wend.file(
        "reads.py",
        """
        import json, os
        LIMIT = json.load(open("limit.json"))
        def f(x: int):
            if x > LIMIT:
                try:
                    return open("more.txt").read()
                except FileNotFoundError:
                    return "nothing"
            return 0
        """,
    )
    limit = wend.file("limit.json", "10")

    def run() -> tuple[str, set[str]]:
        done = wend("cover", "reads.py", "--json", "-")
        (result,) = done.results
        return done.err, {case["outcome"]["value"] for case in result["cases"]}

    assert run() == ("", {"0", "'nothing'"})
    assert run() == (FROM_STORE, {"0", "'nothing'"})
    wend.file("more.txt", "more")
    assert run() == ("", {"0", "'more'"})
    assert run() == (FROM_STORE, {"0", "'more'"})
    limit.write_text("1000")
    assert run()[0] == ""


@pytest.mark.parametrize("function", ["by_text", "by_path", "by_computed_name", "on_import"])
def test_code_that_is_loaded_by_hand_counts(wend: Any, function: str) -> None:
    wend.file(
        "loads.py",
        """
        import importlib, runpy, sys
        sys.path.insert(0, "more")
        def by_text(x: int):
            names = {}
            exec(open("more/part.py").read(), names)
            return names["VALUE"]
        def by_path(x: int): return runpy.run_path("more/part.py")["VALUE"]
        def by_computed_name(x: int): return importlib.import_module("pa" + "rt").VALUE
        EARLY = by_text(1)
        def on_import(x: int): return EARLY
        """,
    )
    wend.file("more/part.py", "VALUE = 1")
    first, second = (wend("cover", f"loads.py::{function}") for _ in range(2))
    wend.file("more/part.py", "VALUE = 234")
    third = wend("cover", f"loads.py::{function}")

    assert [first.err, second.err, third.err] == ["", FROM_STORE, ""]
    assert "returns 1" in second.out
    assert "returns 234" in third.out


def test_files_are_read_from_where_one_is(wend: Any) -> None:
    file = wend.file("reads.py", "def f(x: int): return open('limit.txt').read()\n")
    for place in ("one", "two", "one"):
        (wend.directory / place).mkdir(exist_ok=True)
        (wend.directory / place / "limit.txt").write_text(place)
        done = subprocess.run(
            [sys.executable, "-m", "wend", "cover", file],
            cwd=wend.directory / place,
            capture_output=True,
            text=True,
        )
        assert f"returns '{place}'" in done.stdout


def test_the_environment_counts_where_it_is_read(wend: Any) -> None:
    wend.file("sees.py", "import os\ndef f(x: int): return os.environ['SHOP']\n")
    said = [wend("cover", "sees.py", SHOP=value) for value in ("near", "near", "far")]

    assert [each.err for each in said] == ["", FROM_STORE, ""]
    assert "returns 'far'" in said[2].out


def test_a_module_that_can_not_be_imported_is_tried_again(wend: Any) -> None:
    wend.file("broken.py", "import os\nassert os.path.exists('now')\ndef f(x: int): return x\n")
    first = wend("cover", "broken.py")
    (wend.directory / "now").touch()
    second = wend("cover", "broken.py")

    assert first.code == 2
    assert second.code == 0


def test_code_changed_while_it_is_explored_is_not_kept(wend: Any) -> None:
    file = wend.file(
        "odd.py",
        """
        import pathlib
        pathlib.Path(__file__).touch()
        def f(x: int): return x
        """,
    )
    assert file.exists()
    for _ in range(2):
        assert wend("cover", "odd.py", "--allow", "write").err == ""


def test_targets_side_by_side_are_kept(wend: Any, shop: Path) -> None:
    first = wend("cover", "shop.py", "-j", "2", "--json", "-")
    second = wend("cover", "shop.py", "-j", "2", "--json", "-")

    assert second.out == first.out
    assert "3 of 3" in second.err
    shop.write_text(shop.read_text().replace("else 7", "else 8"))
    third = wend("cover", "shop.py", "-j", "2", "--json", "-")
    assert "1 of 3" in third.err
    names = [each["target"]["function"] for each in third.results]
    assert names == ["price", "fee", "size"]


def test_quiet_runs_say_nothing(wend: Any, shop: Path) -> None:
    wend("cover", "shop.py", "-q")

    assert wend("cover", "shop.py", "-q").err == ""


def test_from_python(wend: Any, shop: Path) -> None:
    script = wend.file(
        "script.py",
        """
        import shop, wend
        print(*[wend.cover(shop.price, store=keep).stored for keep in (False, True, True)])
        print(wend.reach(shop.price, 6, store=True).stored, wend.cover(shop.price).stored)
        """,
    )
    assert script.exists()
    done = subprocess.run(
        [sys.executable, "script.py"],
        cwd=wend.directory,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "False False True\nFalse False\n"
    assert (wend.directory / ".wend").is_dir()


def test_answers_of_solvers_serve_changed_code(wend: Any) -> None:
    body = """
        def f(a: int, b: int, c: int) -> int:
            if a * b == 221 and 1 < a < b:
                return 1
            if a * a + b * b == 3 * c * c + 1 and c > 7:
                return 2
            return 0
        """
    wend.file("hard.py", body)
    wend("cover", "hard.py", "--json", "-")
    with sqlite3.connect(wend.directory / ".wend" / "store.db") as connection:
        (kept,) = connection.execute("SELECT count(*) FROM answers").fetchone()
        connection.execute("DELETE FROM inputs")  # so that there is something to ask for
    wend.file("hard.py", body.replace("return 0", "return 3"))

    def asked(*options: str) -> int:
        (result,) = wend("cover", "hard.py", "--json", "-", *options).results
        return sum(result["solver"][name]["answers"] for name in ("z3", "bitwuzla"))

    assert kept > 0
    assert asked() < asked("--no-store")


@pytest.mark.parametrize(
    "code",
    [
        "time.timezone == 0",
        "time.tzname[0] == 'UTC'",
        "datetime.datetime.fromtimestamp(0).hour == 0",
        "time.localtime(0).tm_hour == 0",
    ],
)
def test_the_time_zone_counts_however_it_is_read(wend: Any, code: str) -> None:
    wend.file("zoned.py", f"import datetime, time\ndef f(x: int): return {code}\n")
    told = [
        wend("cover", "zoned.py", "--json", "-", TZ=zone).results[0]["cases"][0]["outcome"]
        for zone in ("UTC", "Asia/Tokyo", "UTC")
    ]

    assert [each["value"] for each in told] == ["True", "False", "True"]


def test_a_new_file_that_hides_a_helper_counts(wend: Any) -> None:
    wend.file("late/helper.py", "def h(x): return 1\n")
    wend.file("early/other.py", "")
    wend.file(
        "main.py",
        "import sys\nsys.path[:0] = ['early', 'late']\nimport other\nimport helper\n"
        "def f(x: int): return helper.h(x)\n",
    )
    wend("cover", "main.py")
    wend.file("early/helper.py", "def h(x): return 2\n")
    done = wend("cover", "main.py", "--json", "-")

    assert done.results[0]["cases"][0]["outcome"]["value"] == "2"
