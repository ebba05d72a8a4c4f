"""The command line as a person meets it: help, reports, colours, progress, streams."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = '''
def sign(x: int) -> str:
    """Of a number."""
    if x > 0:
        return "plus"
    return "minus" if x else "zero"


def broken(n: int) -> int:
    return 10 // (n - 3)
'''


@pytest.fixture
def work(wend) -> Path:
    return wend.file("work.py", PROGRAM)


def on_a_terminal(directory: Path, *arguments: str, **environment: str) -> tuple[str, str]:
    """What wend writes to standard output and to standard error when both are terminals."""
    try:
        out, out_end = pty.openpty()
        err, err_end = pty.openpty()
    except OSError as error:
        pytest.skip(f"no terminal can be made here: {error}")  # /dev/pts is not mounted, say
    process = subprocess.Popen(
        [sys.executable, "-m", "wend", *arguments],
        cwd=directory,
        env={**os.environ, "TERM": "xterm", **environment},
        stdin=subprocess.DEVNULL,
        stdout=out_end,
        stderr=err_end,
    )
    os.close(out_end)
    os.close(err_end)
    texts = {out: b"", err: b""}
    open_ends = [out, err]
    while open_ends:
        for end in select.select(open_ends, [], [], 60)[0]:
            try:
                part = os.read(end, 65536)
            except OSError:  # the other end is closed
                part = b""
            texts[end] += part
            if not part:
                open_ends.remove(end)
                os.close(end)
    process.wait(timeout=1200)
    return texts[out].decode(), texts[err].decode()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--help"], ["cover", "reach", "summary", "show-twin", "--version"]),
        (
            ["cover", "--help"],
            ["--budget", "--max-executions", "--json", "-o", "--tree", "--allow"],
        ),
        (["reach", "--help"], ["FILE:LINE", "--entry", "--input"]),
        (["show-twin", "--help"], ["TARGET"]),
    ],
)
def test_help(wend, arguments: list[str], says: list[str]) -> None:
    done = wend(*arguments)

    assert (done.code, done.err) == (0, "")
    assert [each for each in says if each not in done.out] == []


def test_no_command(wend) -> None:
    done = wend()

    assert done.code == 2
    assert "COMMAND" in done.err


def test_a_report_names_cases_outcomes_and_coverage(wend, work: Path) -> None:
    done = wend("cover", "work.py")

    assert done.code == 1  # `broken` is a finding
    assert done.err == ""
    assert "\x1b" not in done.out
    for text in ("work.py::sign  complete", "returns 'plus'", "returns 'minus'", "branches 2/2"):
        assert text in done.out
    assert re.search(r"! +3 +raises ZeroDivisionError", done.out)
    assert "1 finding" in done.out


def test_a_raise_statement_is_no_finding(wend) -> None:
    wend.file("fine.py", "def f(x: int):\n    if x == 2:\n        raise ValueError('two')\n")

    assert wend("cover", "fine.py").code == 0


def test_what_goes_wrong_in_a_raise_statement_is_a_finding(wend) -> None:
    wend.file(
        "f.py",
        "def f(x: int):\n    if x == 3:\n        raise ValueError(\n            'no ' + x)\n",
    )

    assert wend("cover", "f.py", "-q").code == 1


def test_a_failed_assert_is_a_finding(wend) -> None:
    wend.file("bad.py", "def f(x: int):\n    assert x != 271, 'unlucky'\n    return x\n")
    done = wend("cover", "bad.py")

    assert done.code == 1
    assert "raises AssertionError: unlucky" in done.out


def test_quiet_says_less_and_verbose_more(wend, work: Path) -> None:
    sizes = [len(wend("cover", "work.py", *option).out) for option in (["-q"], [], ["-v"])]

    assert sizes[0] < sizes[1] < sizes[2]
    assert "when x > 0" in wend("cover", "work.py::sign", "-v").out


def test_the_tree_shows_conditions_as_source(wend, work: Path) -> None:
    out = wend("cover", "work.py::sign", "--tree").out

    assert "x > 0" in out
    assert "sign(x=1)  returns 'plus'" in out


def test_show_twin_prints_python(wend, work: Path) -> None:
    done = wend("show-twin", "work.py::sign")

    assert (done.code, done.err) == (0, "")
    compile(done.out, "twin", "exec")
    assert "def sign(x: int)" in done.out
    assert "wend." in done.out


def test_json_on_standard_output_is_all_there_is(wend, work: Path) -> None:
    for options in ([], ["-v"], ["-o", "out"], ["--tree"]):
        done = wend("cover", "work.py", "--json", "-", *options)
        assert json.loads(done.out)["schema"] == 1

    assert done.err == ""


def test_json_to_a_file(wend, work: Path) -> None:
    done = wend("cover", "work.py::sign", "--json", "r.json")
    document = json.loads((wend.directory / "r.json").read_text())

    assert done.code == 0
    assert document["command"] == "cover"
    assert document["tool"]["name"] == "wend"
    assert document["results"][0]["target"] == {"file": "work.py", "function": "sign", "line": 1}
    assert "sign" in done.out


def test_colour_and_progress_on_a_terminal(wend, work: Path) -> None:
    wend.file("long.py", "def f(n: int):\n    while n > 0:\n        n -= 1\n    return n\n")
    # So many runs last longer than one drawing does, on a quick machine and on a busy one.
    most = ("--budget", "20", "--max-executions", "300")
    out, err = on_a_terminal(wend.directory, "cover", "long.py", "work.py", *most)

    assert "\x1b[" in out
    assert "paths" in err
    assert "f" in err


def test_no_colour_where_none_is_wanted(wend, work: Path) -> None:
    out, _ = on_a_terminal(wend.directory, "cover", "work.py", NO_COLOR="1")

    assert "\x1b[" not in out


def test_no_progress_when_quiet(wend, work: Path) -> None:
    _, err = on_a_terminal(wend.directory, "cover", "work.py", "-q")

    assert err == ""


def test_targets_by_every_form(wend) -> None:
    wend.file("pack/__init__.py", "")
    wend.file(
        "pack/work.py",
        "def f(x: int):\n    return x\n\nclass A:\n    def m(self, x: int):\n        return x\n",
    )
    forms = {
        "pack/work.py": ["f", "A.m"],
        "pack/work.py::f": ["f"],
        "pack/work.py::A.m": ["A.m"],
        "pack/work.py::A::m": ["A.m"],
        "pack.work": ["f", "A.m"],
        "pack.work:f": ["f"],
        "pack": ["f", "A.m"],
    }
    for form, functions in forms.items():
        done = wend("cover", form, "--max-executions", "1", "--json", "-")
        assert [each["target"]["function"] for each in done.results] == functions, form


def test_the_same_target_twice_is_explored_once(wend, work: Path) -> None:
    done = wend("cover", "work.py::sign", "work.py", "--json", "-")

    assert [each["target"]["function"] for each in done.results] == ["sign", "broken"]


REPLACED = """
def quick(x: int) -> int:
    return x + 1


class Box:
    @property
    def size(self) -> int:
        return 1

    @size.setter
    def size(self, value: int) -> None:
        print(value)


from operator import index as quick
"""


def test_what_the_import_replaces_is_skipped_unless_it_is_named(wend) -> None:
    wend.file("replaced.py", REPLACED)
    done = wend("cover", "replaced.py", "--json", "r.json")

    assert done.code == 0
    assert "replaced.py::quick  skipped  quick in replaced is a builtin_function" in done.out
    assert "replaced.py::Box.size  skipped  a property setter; `cover` does not" in done.out
    results = json.loads((wend.directory / "r.json").read_text())["results"]
    assert [each["verdict"] for each in results] == ["skipped", "complete", "skipped"]

    named = wend("cover", "replaced.py", "replaced.py::quick", "--json", "-")
    assert [each["verdict"] for each in named.results] == ["error", "complete", "skipped"]
    assert wend("cover", "replaced.py::quick").code == 2


def test_files_are_written_though_nobody_reads_what_is_printed(wend) -> None:
    wend.file("plain.py", "def f(x: int):\n    return x\n")
    running = wend.start("reach", "plain.py:2", "--json", "found.json")
    running.stdout.close()
    running.stderr.read()

    assert running.wait() == 0
    assert '"reached"' in (wend.directory / "found.json").read_text()


@pytest.mark.parametrize(
    ("redirection", "code", "says"),
    [
        ("cover plain.py > /dev/full", 2, "wend: cannot write to standard output"),
        ("cover plain.py --json - > /dev/full", 2, "wend: cannot write to standard output"),
        ("summary plain.py > /dev/full", 2, "wend: cannot write to standard output"),
        ("cover plain.py --json found.json > /dev/full", 0, "wend: cannot write"),
        ("cover plain.py --json found.json >&-", 0, ""),
        ("cover plain.py --json found.json <&- >&- 2>&-", 0, ""),
    ],
)
def test_output_that_can_not_be_written_is_no_failure_of_wend(
    wend, redirection: str, code: int, says: str
) -> None:
    wend.file("plain.py", "def f(x: int):\n    return x\n")
    done = subprocess.run(
        f"{sys.executable} -m wend {redirection}",
        shell=True,
        cwd=wend.directory,
        capture_output=True,
        text=True,
    )

    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr.startswith(says) and "wend itself" not in done.stderr
    if "found.json" in redirection:
        assert '"complete"' in (wend.directory / "found.json").read_text()


def test_what_a_protocol_only_declares_is_skipped(wend) -> None:
    wend.file(
        "declared.py",
        """
        from typing import Protocol

        class Shape(Protocol):
            def area(self) -> int:
                \"\"\"How large it is.\"\"\"

            def is_large(self) -> bool:
                return self.area() > 100

        class Square:
            def __init__(self, side: int) -> None:
                self.side = side

            def area(self) -> int:
                return self.side**2

            def is_large(self) -> bool: ...
        """,
    )
    done = wend("cover", "declared.py", "--json", "-", "--max-executions", "20")
    verdicts = {each["target"]["function"]: each["verdict"] for each in done.results}

    assert verdicts["Shape.area"] == "skipped"
    assert verdicts["Shape.is_large"] != "skipped"
    assert verdicts["Square.is_large"] == "complete"


def test_a_budget_may_be_longer_than_anybody_waits(wend) -> None:
    wend.file("short.py", "def sign(x: int) -> int:\n    return 1 if x > 0 else -1\n")
    done = wend("cover", "short.py", "--budget", "1e12", "--json", "-")

    assert done.code == 0
    assert [result["verdict"] for result in done.results] == ["complete"]
