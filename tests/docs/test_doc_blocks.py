"""What the pages show is what wend prints. `--refresh-docs` writes it anew where it differs.

nice python -m pytest -n 0 tests/docs/test_doc_blocks.py --refresh-docs -k tutorial
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from doc_blocks import (
    ROOT,
    Command,
    Page,
    blocks_of,
    commands_of,
    is_same,
    pages,
    runnable,
    with_text,
)

MOST_SKIPPED = 4
PAGES = [page for page in pages() if blocks_of(page.read_text(encoding="utf-8"))]

written_by_3_11 = pytest.mark.skipif(
    sys.version_info[:2] != (3, 11),
    reason="the pages show what wend prints on Python 3.11; others count instructions otherwise",
)


@pytest.mark.slow
@written_by_3_11
@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_blocks_do_what_the_page_shows(
    page: Path, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    text = page.read_text(encoding="utf-8")
    blocks = blocks_of(text)
    runs = Page(tmp_path)
    runs.prepare()
    differ = [
        (block, now)
        for block in runnable(blocks)
        if not is_same(block.text, now := runs.run(block))
    ]
    if pytestconfig.getoption("refresh_docs"):
        for block, now in reversed(differ):
            text = with_text(text, block, now)
        page.write_text(text, encoding="utf-8")
        return

    for block, now in differ:
        assert now == block.text, f"{page}:{block.line}; --refresh-docs writes it anew"


def test_few_blocks_are_not_run() -> None:
    skipped = [
        f"{page.name}:{block.line}: {block.skipped}"
        for page in pages()
        for block in blocks_of(page.read_text(encoding="utf-8"))
        if block.skipped
    ]

    assert len(skipped) <= MOST_SKIPPED, skipped


def test_a_block_has_commands_with_what_they_print() -> None:
    page = "```console\n$ echo a \\\n  b\na\n\nb\n$ true\n```\n"
    (block,) = blocks_of(page)

    assert commands_of(block) == [Command("echo a \\\n  b\n", "a\n\nb\n"), Command("true\n", "")]


@pytest.mark.parametrize(
    ("shown", "now", "same"),
    [
        ("a 0.1 s\n", "a 23 s\n", True),
        ("a 3 steps\n", "a 4 steps\n", False),
        ("a\n…\nd\n", "a\nb\nc\nd\n", True),
        ("a\n…\nd\n", "a\nd\n", True),
        ("a\n…\nc\n…\n", "a\nb\nc\nd\n", True),
        ("a\n…\ne\n…\n", "a\nb\nc\nd\n", False),
        ("a\n…\nd\n", "a\nb\nc\n", False),
        ("a\n…\na\n", "a\n", False),
        ("", "a\n", False),
    ],
)
def test_seconds_and_lines_left_out_may_differ(shown: str, now: str, same: bool) -> None:
    assert is_same(shown, now) is same
