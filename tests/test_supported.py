"""Interpreters and systems that wend does not run on are told so in one sentence."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from wend.supported import NEWEST, OLDEST, SUPPORTED, caution, refusal

ROOT = Path(__file__).parent.parent
GOOD = {
    "version": (3, 14, 2),
    "implementation": "cpython",
    "platform": "linux",
    "is_free_threaded": False,
    "has_fork": True,
    "has_proc": True,
}

OLD = [
    python
    for version in ("2.7", "3.8", "3.10")
    for python in sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))[:1]
]


def test_it_runs_on_every_version_that_the_package_names() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = [
        tuple(map(int, each.rpartition(" ")[2].split(".")))
        for each in project["classifiers"]
        if each.startswith("Programming Language :: Python :: 3.")
    ]

    assert project["requires-python"] == ">=" + ".".join(map(str, OLDEST))
    assert named == [(3, minor) for minor in range(OLDEST[1], NEWEST[1] + 1)]
    assert {refusal(**{**GOOD, "version": (*each, 0)}) for each in named} == {""}
    assert {caution((*each, 0)) for each in named} == {""}


@pytest.mark.parametrize(
    ("facts", "matter"),
    [
        ({"version": (3, 10, 13)}, "this is Python 3.10.13"),
        ({"version": (2, 7, 18), "implementation": "", "platform": "linux2"}, "Python 2.7.18"),
        ({"implementation": "pypy"}, "this is pypy"),
        ({"is_free_threaded": True}, "this is a free-threaded build of Python 3.14.2"),
        ({"platform": "darwin"}, "this is macOS"),
        ({"platform": "win32", "has_fork": False, "has_proc": False}, "this is Windows"),
        ({"platform": "freebsd14", "has_proc": False}, "this is freebsd14"),
        ({"has_fork": False}, "there is no os.fork here"),
        ({"has_proc": False}, "there is no /proc here"),
    ],
    ids=str,
)
def test_a_refusal_says_what_is_here_and_what_is_supported(facts, matter: str) -> None:
    said = refusal(**{**GOOD, **facts})

    assert said.partition("; ")[0].endswith(matter)
    assert said.partition("; ")[2] == SUPPORTED


def test_a_newer_python_is_not_refused_but_cautioned_of() -> None:
    newer = (NEWEST[0], NEWEST[1] + 1, 0)

    assert refusal(**{**GOOD, "version": newer}) == ""
    assert f"Python {newer[0]}.{newer[1]} is newer" in caution(newer)


def test_the_caution_is_one_line_of_a_command_and_spoils_no_json(wend) -> None:
    wend.file("two.py", "def f(x: int):\n    return x > 3\n\ndef g(x: int):\n    return x < 9\n")
    code = (
        "import sys, wend.supported; wend.supported.NEWEST = (3, 10); "
        "from wend.__main__ import main; sys.exit(main())"
    )
    done = type(wend)(wend.directory, ("-c", code))("cover", "two.py", "-j", "2", "--json", "-")

    assert done.code == 0
    assert [result["verdict"] for result in json.loads(done.out)["results"]] == ["complete"] * 2
    (line,) = done.err.splitlines()
    assert line.startswith("wend: Python ")
    assert "is newer than all that wend was tested with (up to 3.10)" in line


@pytest.mark.parametrize("python", OLD, ids=lambda python: python.parent.parent.name)
def test_an_older_python_is_refused_without_a_traceback(python: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [python, "-B", "-m", "wend", "cover", "anything.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        timeout=1200,
    )

    assert (done.returncode, done.stdout) == (2, "")
    version = python.parent.parent.name
    assert done.stderr == f"wend: this is Python {version}; {SUPPORTED}\n"


@pytest.mark.parametrize("name", ["__init__", "__main__", "supported", "errors"])
def test_older_pythons_can_read_what_refuses_them(name: str) -> None:
    source = (ROOT / "src" / "wend" / f"{name}.py").read_text(encoding="ascii")
    tree = ast.parse(source, feature_version=(3, 4))
    too_new = [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        or getattr(node, "annotation", None) is not None
        or getattr(node, "returns", None) is not None
    ]

    assert too_new == []


@pytest.mark.parametrize("call", ["wend.cover(f)", "wend.reach(f, 2)"])
def test_from_python_it_is_a_wend_error(call: str, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import sys, wend\n\ndef f(x: int):\n    return wend.assume(x)\n\n"
        f"sys.platform = 'darwin'\n{call}\n"
    )
    done = subprocess.run(
        [sys.executable, program], capture_output=True, text=True, timeout=1200, check=False
    )

    assert done.stderr.splitlines()[-1] == f"wend.errors.WendError: this is macOS; {SUPPORTED}"
