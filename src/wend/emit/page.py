"""A page of text, drawn by Rich: styled lines, wrapped sentences and tables that fit the width.

What is not drawn on a terminal is plain text without trailing spaces. `places.terminal_width` has
the rule for its width.
"""

from __future__ import annotations

import io
import textwrap
from collections.abc import Callable, Iterable, Sequence

from rich.console import Console, OverflowMethod, RenderableType
from rich.table import Table
from rich.text import Text

NARROWEST = 40
"""Columns of a page on a terminal that has fewer, or says so."""


class Page:
    """The lines of a report."""

    def __init__(self, color: bool, width: int) -> None:
        self._console = Console(
            file=io.StringIO(),
            width=max(NARROWEST, width),
            force_terminal=color,
            color_system="standard" if color else None,
            no_color=not color,
            highlight=False,
            markup=False,
            emoji=False,
        )
        self._lines: list[str] = []

    @property
    def text(self) -> str:
        """The page, each line ended by a newline."""
        return "".join([f"{line}\n" for line in self._lines])

    @property
    def width(self) -> int:
        return self._console.width

    def add(self, *parts: str | tuple[str, str]) -> None:
        """A line of parts, each with a style or without; no line at all is an empty one."""
        self._lines += self._rendered(Text.assemble(*parts), "ignore")

    def add_cut(self, text: str, style: str = "") -> None:
        """A line that is cut where the page ends."""
        self._lines += self._rendered(cell(text, style), "ellipsis")

    def add_wrapped(self, text: str, indent: str, mark: str = "") -> None:
        """A sentence over as many lines as it needs, the others indented as far as the first one.

        Not wrapped by Rich, which takes apart words, so paths, that are longer than a line.
        """
        for line in textwrap.wrap(
            text,
            self.width,
            initial_indent=indent + mark,
            subsequent_indent=indent + " " * len(mark),
            break_long_words=False,
            break_on_hyphens=False,
        ) or [indent + mark]:
            self.add(line)

    def add_table(
        self, table: Table, details: Callable[[int, str], Iterable[str]] = lambda at, line: ()
    ) -> None:
        """A table whose rows have one line each; `details` gives the lines below a row, by the
        number of the row and its line."""
        lines = self._rendered(table)
        first = len(lines) - len(table.rows)
        self._lines += lines[:first]
        for at, line in enumerate(lines[first:]):
            self._lines.append(line)
            for detail in details(at, line):
                self.add((detail, "dim"))

    def _rendered(self, what: RenderableType, overflow: OverflowMethod = "fold") -> list[str]:
        with self._console.capture() as capture:
            self._console.print(what, crop=False, no_wrap=True, overflow=overflow)
        return [line.rstrip() for line in capture.get().removesuffix("\n").split("\n")]


def cell(text: str, style: str = "") -> Text:
    """A text that stays on one line, and is cut where its column ends."""
    return Text(text.replace("\n", "⏎"), style, no_wrap=True, overflow="ellipsis")


def table_of(*headers: str, to_the_right: Sequence[bool] = (), widest: int | None = None) -> Table:
    """An empty table without lines, two spaces between its columns.

    Before those named there is a column for the indent and a mark of one character. No column but
    the last is wider than `widest`.
    """
    table = Table(
        box=None,
        padding=(0, 0, 0, 1),
        pad_edge=False,
        show_header=any(headers),
        header_style="dim",
    )
    table.add_column("")
    for at, header in enumerate(headers):
        shown = spaced(header, at)
        is_last = at == len(headers) - 1
        table.add_column(
            cell(shown),
            justify="right" if to_the_right and to_the_right[at] else "left",
            max_width=None if is_last or widest is None else len(spaced("x" * widest, at)),
        )
    return table


def spaced(text: str, column: int) -> str:
    """The text of a column; all columns but the first are two spaces from the one before."""
    return f" {text}" if column else text
