"""`--corpus`: existing tests are run once, under watch, and an exploration begins with their calls.

[000] §7, at its end: hash values that are hard-coded are learned from well-formed inputs.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from wend.campaign.corpus import corpus_files
from wend.inputs.target import ModuleRef, TargetRef

pytestmark = pytest.mark.slow


def fnv(text: str) -> int:
    value = 0x811C9DC5
    for char in text:
        value = ((value ^ ord(char)) * 0x01000193) & 0xFFFFFFFF
    return value


LEXER = f"""
def fnv(text: str) -> int:
    value = 0x811C9DC5
    for char in text:
        value = ((value ^ ord(char)) * 0x01000193) & 0xFFFFFFFF
    return value

WHILE, PRINT = {fnv("while")}, {fnv("print")}

def parse(text: str) -> str:
    symbols = [fnv(word) for word in text.split(" ") if word]
    if len(symbols) < 3:
        return "short"
    if symbols[0] == WHILE:
        return "loop"
    if symbols[0] == PRINT:
        if symbols[2] == WHILE:
            return "error"
        return "output"
    return "unknown"

def words(text: str):
    yield from text.split()

class Size:
    def __init__(self, width: int):
        self.width = width

    def __eq__(self, other):
        return self.width == other.width

    def is_large(self, limit: int) -> bool:
        return self.width > limit

class Ring:
    def __init__(self, name: str, next: "Ring | None" = None):
        self.name = name
        self.next = next

def is_loop(ring: Ring, others: list[Ring] | None) -> bool:
    if fnv(ring.name) != WHILE or ring.next is None or not others:
        return False
    return ring.next.next is ring and others[-1] is ring.next
"""

TESTS = """
import os
import pytest
from lexer import Ring, Size, is_loop, parse, words

@pytest.mark.parametrize("text, expected", [("while x do", "loop"), ("print x title", "output")])
def test_parse(text, expected, tmp_path, monkeypatch):
    monkeypatch.setenv("SOME", "thing")
    (tmp_path / "program").write_text(text)
    assert parse((tmp_path / "program").read_text()) == expected

def test_that_fails():
    assert parse("fail a b") == "?"

def test_harm():
    os.system("touch " + os.path.join(os.path.dirname(__file__), "harm"))

def test_wrong_types():
    with pytest.raises(AttributeError):
        parse(3)

def test_generator():
    assert list(words("one two")) == ["one", "two"]

def test_size():
    assert Size(7).is_large(3)

def test_ring():
    ring = Ring("while")
    ring.next = Ring("x", ring)
    assert is_loop(ring, [ring, ring.next])
"""

OPTIONS = ("--opaque", "lexer.fnv", "--no-chance", "--budget", "60", "--max-executions", "60")


def covered(wend: Any, function: str, *options: str) -> dict[str, Any]:
    done = wend("cover", f"lexer.py::{function}", *OPTIONS, "--json", "-", *options)
    (result,) = done.results
    assert result["error"] is None
    found: dict[str, Any] = result
    return found


def methods(result: dict[str, Any]) -> dict[str, str]:
    """How each return value was found."""
    return {case["outcome"].get("value"): case["method"] for case in result["cases"]}


@pytest.fixture
def project(wend: Any) -> Any:
    wend.file("lexer.py", LEXER)
    wend.file("tests/test_lexer.py", TESTS)
    wend.file("tests/test_other.py", "raise SystemExit('not about it')")
    return wend


def test_hard_coded_hashes_are_learned_from_tests(project: Any) -> None:
    without = methods(covered(project, "parse"))
    result = covered(project, "parse", "--corpus", "tests")
    found = methods(result)

    assert without.keys() <= {"'short'", "'unknown'"}
    assert found["'loop'"] == found["'output'"] == "corpus"
    assert found["'error'"] == "samples"  # no test has it
    assert not (project.directory / "tests" / "harm").exists()
    (reason,) = [each for each in result["reasons"] if each["what"] == "corpus"]
    assert reason["says"] == (
        "parse: 1 calls by the tests of the corpus have arguments of other types"
    )


def test_settings_name_a_corpus_from_where_they_are(project: Any) -> None:
    project.file("pyproject.toml", "[tool.wend]\ncorpus = ['tests']\n")
    names = ("words", "Size.is_large", "is_loop")
    targets = [f"lexer.py::{each}" for each in names]
    done = project("cover", *targets, "-v", *OPTIONS, COLUMNS="120")

    assert done.out.count("found by corpus") == 3
    assert "Ring(name='while', next=→ others" in done.out  # a graph of cells


@pytest.mark.parametrize(
    ("test", "says"),
    [
        ("while True: pass", "they took too long"),
        ("os._exit(3)", "they ended their process"),
    ],
)
def test_tests_that_do_not_end_have_told_what_they_could(wend: Any, test: str, says: str) -> None:
    wend.file("lexer.py", LEXER)
    wend.file(
        "check.py",
        f"""
        import os, time
        from lexer import parse

        def test_it():
            parse("while a b")
            {test}
        """,
    )
    options = ("--budget", "20", "--max-executions", "3")
    result = covered(wend, "parse", "--corpus", "check.py", *options)

    assert methods(result)["'loop'"] == "corpus"
    assert f"parse: the tests of the corpus did not end: {says}" in {
        each["says"] for each in result["reasons"]
    }


def test_without_pytest(project: Any) -> None:
    """Functions and TestCases are run by themselves."""
    project.file(
        "tests/test_lexer.py",
        """
        import unittest
        from lexer import parse

        class Parsing(unittest.TestCase):
            def test_loop(self):
                self.assertEqual(parse("while x do"), "?")

        def test_output():
            parse("print x do")

        def test_with_a_fixture(tmp_path): ...
        """,
    )
    project.file("sitecustomize.py", "import sys; sys.modules['pytest'] = None")
    path = os.pathsep.join((str(project.directory), os.environ["PYTHONPATH"]))
    done = project(
        *("cover", "lexer.py::parse", *OPTIONS, "--json", "-", "--corpus", "tests"), PYTHONPATH=path
    )
    found = methods(done.results[0])

    assert found["'loop'"] == found["'output'"] == "corpus"


def test_what_is_not_there_is_said(wend: Any) -> None:
    wend.file("lexer.py", LEXER)
    done = wend("cover", "lexer.py::parse", "--corpus", "nowhere")

    assert done.code == 2
    assert done.err == "wend: --corpus nowhere: no such file or directory\n"


def test_of_a_directory_the_tests_that_mention_the_target(tmp_path: Path) -> None:
    names = {
        "test_a.py": "import lexer",
        "b_test.py": "parse(3)",
        "test_c.py": "import lexers",
        "check.py": "import lexer",
        "deep/test_d.py": "from shop.lexer import x",
        ".hidden/test_e.py": "import lexer",
    }
    for name, text in names.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    ref = TargetRef(ModuleRef("shop.lexer", "lexer.py"), "parse")
    found = corpus_files([str(tmp_path), str(tmp_path / "check.py")], ref)

    assert [os.path.relpath(each, tmp_path) for each in found] == [
        *("b_test.py", "test_a.py", "deep/test_d.py", "check.py")
    ]
