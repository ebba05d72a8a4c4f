"""The line on a terminal that tells how far explorations are, while they are under way."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TextIO

from wend.emit.places import terminal_width
from wend.emit.sentences import count

if TYPE_CHECKING:
    from rich.console import Console


class Progress:
    """A line that is drawn over itself, and gone at the end.

    Rich is imported when the line is first drawn. Its own live display is not used: it refreshes
    from a thread, and wend forks.
    """

    DRAWINGS_A_SECOND = 10

    def __init__(self, stream: TextIO, enabled: bool = True) -> None:
        self._stream = stream
        self._enabled = enabled and stream.isatty()
        self._drawn_at = float("-inf")
        self._is_drawn = False

    @property
    def is_enabled(self) -> bool:
        return self._enabled

    @property
    def is_due(self) -> bool:
        """Whether an update would be drawn: facts that nobody sees need not be gathered."""
        since = time.monotonic() - self._drawn_at
        return self._enabled and since >= 1 / self.DRAWINGS_A_SECOND

    def update(
        self,
        label: str,
        paths: int,
        covered: int,
        total: int,
        frontier: int,
        rate: float,
        of_all: str = "",
    ) -> None:
        """Draws the state of one target, and of all, unless it was drawn a moment ago."""
        facts = (
            f"{count(paths, 'path')}  branches {covered}/{total}  "
            f"{frontier} open  {rate:.0f} paths/s"
        )
        self.say(of_all, label, facts)

    def say(self, of_all: str, label: str = "", facts: str = "") -> None:
        """Draws what is given, unless the line was drawn a moment ago; a long label loses its
        beginning."""
        if not self.is_due:
            return
        self._drawn_at = time.monotonic()
        from rich.text import Text

        console = self._console()
        room = console.width - 1 - sum(len(each) + 2 for each in (of_all, facts) if each)
        label = label if len(label) <= room else "…" + label[len(label) - max(room, 2) + 1 :]
        line = Text("  ".join(filter(None, (of_all, label, facts))), no_wrap=True)
        line.truncate(console.width - 1, overflow="ellipsis")
        self._erase(console)
        console.print(line, end="")
        self._stream.flush()
        self._is_drawn = True

    def clear(self) -> None:
        """Takes the line away, so that what is printed next starts clean."""
        if self._is_drawn:
            self._erase(self._console())
            self._stream.flush()
            self._is_drawn = False

    def _console(self) -> Console:
        from rich.console import Console

        width = terminal_width(80, self._stream)
        return Console(
            file=self._stream, width=width, force_terminal=True, highlight=False, markup=False
        )

    @staticmethod
    def _erase(console: Console) -> None:
        from rich.control import Control
        from rich.segment import ControlType

        console.control(Control(ControlType.CARRIAGE_RETURN, (ControlType.ERASE_IN_LINE, 0)))
