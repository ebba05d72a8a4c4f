"""The reference says what the code says: options, settings, words of Reasons, architecture."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import wend
from wend.path.reason import HARMLESS

DOCS = Path(__file__).parents[2] / "docs"
PACKAGE = Path(wend.__file__).parent
REASONS = DOCS / "reference" / "reasons.md"


def pages_made() -> dict[Path, str]:
    """What `docs/make_reference.py` would write."""
    spec = importlib.util.spec_from_file_location("make", DOCS / "make_reference.py")
    assert spec is not None and spec.loader is not None
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    made: dict[Path, str] = make.pages()
    return made


def test_pages_made_of_the_command_line_are_not_stale(pytestconfig: pytest.Config) -> None:
    """Otherwise: python docs/make_reference.py"""
    made = pages_made()
    if pytestconfig.getoption("refresh_docs"):
        for page, text in made.items():
            page.write_text(text, encoding="utf-8")

    for page, text in made.items():
        assert page.read_text(encoding="utf-8") == text


# Reasons


def words_on_the_page() -> dict[str, str]:
    """The words that the page explains, with what each prevents."""
    rows = re.findall(r"^\| `([a-z-]+)` \| [^|]+ \| ([^|]+) \|", _read(REASONS), re.MULTILINE)
    return dict(rows)


def words_in_the_code() -> set[str]:
    """The words that the code gives to Reasons: constants where a Reason's word belongs."""
    found = {
        word
        for file in PACKAGE.rglob("*.py")
        for word in _words(ast.parse(file.read_text(encoding="utf-8")))
    }
    return found | HARMLESS


def _words(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name("Reason"), args=[ast.Constant(str(word)), *_]):
                yield word
            case ast.Call(func=ast.Name("_of"), args=[_, ast.Constant(str(word)), *_]):
                yield word  # campaign/proof_gaps
            case ast.Call(func=ast.Attribute(attr="_say"), args=[ast.Constant(str(word)), *_]):
                yield word  # describe/signature
            case ast.Subscript(
                value=ast.Attribute(attr="notes"),
                slice=ast.Tuple(elts=[ast.Constant(str(word)), *_]),
            ):
                yield word  # describe/annotations
            case ast.Assign(targets=[ast.Name("what")], value=ast.Constant(str(word))):
                yield word  # run/recorder
            case ast.arguments():
                for argument, default in zip(node.args[::-1], node.defaults[::-1], strict=False):
                    if argument.arg == "what" and isinstance(default, ast.Constant):
                        yield str(default.value)


def test_each_word_of_a_reason_is_explained() -> None:
    assert sorted(words_in_the_code() - set(words_on_the_page())) == []


def test_each_word_that_is_explained_is_said_by_the_code() -> None:
    constants = {
        node.value
        for file in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }

    assert sorted(set(words_on_the_page()) - constants) == []


def test_the_page_says_which_reasons_prevent_nothing() -> None:
    written_files = {"flaky", "file-kept", "untried"}  # said when a verdict is there
    guesses = {"type-guessed", "fields-guessed"}  # harmless while no line is missed
    harmless = {word for word, prevents in words_on_the_page().items() if "nothing" in prevents}

    assert harmless - written_files == HARMLESS - guesses


# The page of the architecture


def test_the_architecture_is_one_page() -> None:
    assert len(_read(DOCS / "architecture.md").splitlines()) <= 75


def test_the_architecture_names_calls_that_are_there() -> None:
    text = _read(DOCS / "architecture.md")
    named = re.findall(r"`([a-z_]+(?:\.\w+)+)`", text[text.index("## `wend cover`") :])
    missing = [name for name in named if _found(f"wend.{name}") is None]

    assert len(named) > 20
    assert missing == []


def test_the_architecture_has_each_package() -> None:
    text = _read(DOCS / "architecture.md")
    packages = {each.parent.name for each in PACKAGE.glob("*/__init__.py")}

    assert [each for each in sorted(packages) if f"`{each}/`" not in text] == []


@pytest.mark.parametrize(
    "page", sorted(DOCS.rglob("*.md")), ids=lambda page: str(page.relative_to(DOCS))
)
def test_modules_that_a_page_names_are_there(page: Path) -> None:
    packages = {each.parent.name for each in PACKAGE.glob("*/__init__.py")}
    named = [
        name
        for name in re.findall(r"`(\w+/[\w/]*\w)(?:\.py)?`", _read(page))
        if name.partition("/")[0] in packages
    ]
    missing = [
        name
        for name in named
        if not (PACKAGE / name).is_dir()
        and not (PACKAGE / f"{name}.py").is_file()
        and _found(f"wend.{name.replace('/', '.')}") is None
    ]

    assert missing == []


def _found(name: str) -> Any:
    """The module, class, function or method of a dotted name."""
    parts = name.split(".")
    for at in range(len(parts), 0, -1):
        try:
            found: Any = importlib.import_module(".".join(parts[:at]))
        except ImportError:
            continue
        for part in parts[at:]:
            found = getattr(found, part, None)
        return found
    return None


def _read(page: Path) -> str:
    return page.read_text(encoding="utf-8")
