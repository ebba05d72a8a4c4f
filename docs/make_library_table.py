"""Writes `docs/reference/library.md`: how wend handles each builtin, method and library function.

python docs/make_library_table.py
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from wend.run.models.library.table import KINDS, Entry, entries

FILE = Path(__file__).parent / "reference" / "library.md"
HEAD = """# What wend knows of Python's library

How each builtin, each method and each library function is handled where something tracked comes
into play; with plain values each does what it always does. Written by
`docs/make_library_table.py` from the live registry, the same by every version of Python; a test
says when it is stale, and what nobody has thought of. What Python 3.11 does not have is followed by
the version that it came with. Functions in Python that are not named here are run instrumented,
native ones that are not named are opaque.

| word | means |
|---|---|
"""


def text() -> str:
    """The whole page."""
    words = "".join(f"| {kind} | {means} |\n" for kind, means in KINDS.items())
    rows = []
    for group, found in groupby(entries(), key=lambda entry: entry.group):
        listed = list(found)
        versions = {entry.since for entry in listed}
        since = versions.pop() if len(versions) == 1 else ""
        title = f"{group} ({since})" if since else group
        rows.append(f"\n## {title}\n\n| handled | names |\n|---|---|\n")
        for kind in KINDS:
            names = [_shown(entry, since) for entry in listed if entry.kind == kind]
            if names:
                rows.append(f"| {kind} | {' '.join(names)} |\n")
    return HEAD + words + "".join(rows)


def _shown(entry: Entry, known: str) -> str:
    """The name, with its version unless the title says it."""
    since = f" ({entry.since})" if entry.since != known else ""
    until = f" (until {entry.until})" if entry.until else ""
    return f"`{entry.name}`{since}{until}"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
