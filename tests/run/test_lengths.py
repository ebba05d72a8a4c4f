"""Objects whose class says how long they are, measured and asked for their truth."""

# ruff: noqa: E501 (a table of snippets reads better unbroken)
from __future__ import annotations

import pytest
from laws import check

CLASSES = """
class Span:
    def __init__(self, size): self.size = size
    def __len__(self): return self.size
class Sure(Span):
    def __bool__(self): return False
class Noted(Span):
    seen = 0
    def __len__(self):
        Noted.seen += 1
        return self.size
class Static:
    @staticmethod
    def __len__(): return 3
"""

SNIPPETS = (
    "return len(Span(x)), bool(Span(x)), not Span(x), 1 if Span(x) else 2",
    "return len(Sure(x)), bool(Sure(x)), 1 if Sure(x) else 2, len(Static()), bool(Static())",
    "return [len(Span(v)) for v in (1, x, 2, x)], [v for v in map(len, [Span(1), Span(x)])]",
    "Noted.seen = 0\nmade = len(Noted(x)), bool(Noted(x)), 1 if Noted(x) else 2\nreturn made, Noted.seen",
    "return sorted([Span(3), Span(x)], key=len)[0].size, max(Span(2), Span(x), key=len).size",
    "made = []\nfor v in (x - 3, 10**30, 'ab', None, 2.5, True, x > 1):\n    try: made.append(len(Span(v)))\n    except (TypeError, ValueError, OverflowError) as error: made.append((type(error).__name__, str(error)))\nreturn made",
    "made = []\nfor v in (x - 3, 10**30, 'ab', None):\n    try: made.append(bool(Span(v)))\n    except (TypeError, ValueError, OverflowError) as error: made.append((type(error).__name__, str(error)))\nreturn made",
    "for _ in range(20): len(Span(4))\nreturn len(Span(x)), bool(Span(x))",
)  # fmt: skip


@pytest.mark.parametrize("source", SNIPPETS)
def test_lengths(source: str) -> None:
    check(source, {"x": (0, 1, 2, 3, 7)}, preamble=CLASSES, exact=False)


def test_nothing_is_lost() -> None:
    check("return len(Span(x)) > 2, 1 if Span(x) else 2", {"x": (0, 1, 5)}, preamble=CLASSES)
