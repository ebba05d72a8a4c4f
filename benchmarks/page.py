"""Puts what a benchmark found into docs/how/performance.md, between the marks of its name."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "docs" / "how" / "performance.md"


def put(name: str, text: str) -> None:
    """Replace what stands between `<!-- name -->` and `<!-- end of name -->`."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    page = PAGE.read_text()
    between = re.compile(f"(?<={re.escape(begin)}\n).*?(?={re.escape(end)})", re.DOTALL)
    if not between.search(page):
        raise LookupError(f"{PAGE} has no place for {name}")
    PAGE.write_text(between.sub(lambda _: f"\n{text.strip()}\n\n", page))
