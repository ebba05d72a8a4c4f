"""The console and Python blocks of a page: found, run, and compared with what the page shows.

    ```console          each line after `$ ` is a command, the lines below it are its output
    $ wend cover shop.py
    shop.py::total  complete  3 paths, 3 cases, 0 findings, 0.1 s
    …                   any number of lines that the page leaves out
    ```

    ```python           a program: it has to run to its end
    ```

    ```python           a file of that name, for the blocks below it; likewise in toml, yaml, …
    # shop.py
    ```

    <!-- skip: needs a network -->      the next block is not run, for this reason

All blocks of a page share one directory, with a copy of `examples/`. Seconds may differ. What a
command prints on standard error belongs to its output, as it does on a terminal.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE_SECONDS = 1200
LEFT_OUT = "…"
PAGE_DIRECTORY = "/home/you/shop"
"""What a page shows in place of the directory that its blocks are run in."""

_FENCE = re.compile(
    r"^(?P<indent> *)```(?P<language>\w+)\n(?P<text>.*?)^(?P=indent)```$", re.M | re.S
)
_SKIP = re.compile(r"<!-- skip: (?P<why>.+?) -->\s*\Z", re.S)
_COMMAND = re.compile(r"(?P<typed>(?:[^\n]*\\\n)*[^\n]*\n?)(?P<shown>.*)", re.DOTALL)
_FILE = re.compile(r"# (?P<name>[\w./-]+\.\w+)\n")
_TIMES = re.compile(r"\b\d+(\.\d+)? m?s\b|(?<=in )\d+\.\d+(?=s\b)|(?<=\"seconds\": )[\d.]+")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block; `start` and `end` are where its text is in the page."""

    language: str
    text: str
    line: int
    indent: str
    start: int
    end: int
    skipped: str = ""

    @property
    def file(self) -> str:
        """The file that the block is the text of, or nothing."""
        match = _FILE.match(self.text)
        return match["name"] if match else ""


@dataclass(frozen=True, slots=True)
class Command:
    """What is typed after a `$`, and the output that the page shows."""

    typed: str
    shown: str


def pages() -> list[Path]:
    """All pages whose blocks are run."""
    found = [ROOT / "README.md", ROOT / "examples" / "README.md", *(ROOT / "docs").rglob("*.md")]
    return sorted(page for page in found if "_build" not in page.parts and page.is_file())


def blocks_of(page: str) -> list[Block]:
    """The console and Python blocks of a page, and all that are files."""
    found = []
    for match in _FENCE.finditer(page):
        indent = match["indent"]
        text = "".join(line.removeprefix(indent) for line in match["text"].splitlines(True))
        skip = _SKIP.search(page[: match.start()])
        block = Block(
            match["language"], text, page.count("\n", 0, match.start()) + 1, indent,
            match.start("text"), match.end("text"), skip["why"] if skip else "",
        )  # fmt: skip
        if block.language in ("console", "python") or block.file:
            found.append(block)
    return found


def commands_of(block: Block) -> list[Command]:
    """The commands of a console block; a line that ends with a backslash goes on."""
    found: list[Command] = []
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        match = _COMMAND.match(part)
        assert match is not None
        found.append(Command(match["typed"], match["shown"]))
    return found


@dataclass(slots=True)
class Page:
    """A directory in which the blocks of one page are run, from the first to the last."""

    directory: Path
    last_code: int = 0

    def prepare(self) -> None:
        shutil.copytree(ROOT / "examples", self.directory / "examples", dirs_exist_ok=True)
        (self.directory / ".git").mkdir()  # a project ends here, for the store and for pytest
        tools = self.directory / ".bin"
        tools.mkdir()
        for name, arguments in _TOOLS.items():
            tool = tools / name
            tool.write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n')
            tool.chmod(0o755)

    def run(self, block: Block) -> str:
        """Runs a block; returns its text with the output that it has now."""
        if block.file:
            file = self.directory / block.file
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text, encoding="utf-8")
            return block.text
        if block.language == "python":
            file = self.directory / f"block_{block.line}.py"
            file.write_text(block.text, encoding="utf-8")
            output = self._output_of(f"python {file.name}\n")
            assert self.last_code == 0, output
            return block.text
        text = "".join(
            f"$ {each.typed}{_with_what_is_left_out(each.shown, self._output_of(each.typed))}"
            for each in commands_of(block)
        )
        return text.rstrip("\n") + "\n"

    def _output_of(self, typed: str) -> str:
        done = subprocess.run(
            ["bash", "-c", f"(exit {self.last_code}); {typed}"],
            cwd=self.directory,
            env=self._environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=PATIENCE_SECONDS,
        )
        self.last_code = done.returncode
        for trouble in (b"error of wend itself", b"Traceback (most recent call last)"):
            assert trouble not in done.stdout, done.stdout.decode()
        text = done.stdout.decode().replace(str(self.directory), PAGE_DIRECTORY)
        return "\n".join(line.rstrip() for line in text.splitlines()) + "\n" * bool(text)

    def _environment(self) -> dict[str, str]:
        kept = {
            name: os.environ[name] for name in ("HOME", "LANG", "PYTHONPATH") if name in os.environ
        }
        path = os.pathsep.join([str(self.directory / ".bin"), os.environ["PATH"]])
        return {**kept, "PATH": path, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONUTF8": "1"}


_TOOLS = {"python": "", "wend": "-m wend", "pytest": "-m pytest -p no:cacheprovider -n 0"}


def _with_what_is_left_out(shown: str, now: str) -> str:
    """The output, shortened as the page shortens it; whole, where it no longer fits that."""
    if LEFT_OUT not in shown.splitlines() or not is_same(shown, now):
        return now
    return shown


def is_same(shown: str, now: str) -> bool:
    """Whether a page shows an output, but for seconds and for lines that it leaves out."""
    parts = [[]]  # type: list[list[str]]
    for line in _without_times(shown):
        parts.append([]) if line == LEFT_OUT else parts[-1].append(line)
    lines = _without_times(now)
    first, last = parts[0], parts[-1]
    if len(parts) == 1:
        return lines == first
    if lines[: len(first)] != first or (last and lines[-len(last) :] != last):
        return False
    at, end = len(first), len(lines) - len(last)
    for part in parts[1:-1]:
        at = next((i for i in range(at, end + 1) if lines[i : i + len(part)] == part), end + 1)
        at += len(part)
    return at <= end


def _without_times(text: str) -> list[str]:
    return [_TIMES.sub("?", line.rstrip()) for line in text.splitlines()]


def with_text(page: str, block: Block, text: str) -> str:
    """The page with another text in a block; a line in which only seconds differ stays."""
    known = dict(zip(_without_times(block.text), block.text.splitlines(), strict=True))
    text = "".join(
        f"{known.get(bare, line)}\n"
        for bare, line in zip(_without_times(text), text.splitlines(), strict=True)
    )
    lines = "".join(block.indent * bool(line.strip()) + line for line in text.splitlines(True))
    return page[: block.start] + lines + page[block.end :]


def runnable(blocks: list[Block]) -> Iterator[Block]:
    return (block for block in blocks if not block.skipped)


__all__ = ["Block", "Page", "blocks_of", "is_same", "pages", "replace", "runnable", "with_text"]
