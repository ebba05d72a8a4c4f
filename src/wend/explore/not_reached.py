"""A sentence for each branch and line that no case reaches, with what is known of it."""

from __future__ import annotations

from collections.abc import Iterator

from wend.expr.show import show
from wend.path.result import Coverage
from wend.path.tree import Node, Tree

MOST = 50


def not_reached(tree: Tree, coverage: Coverage, file: str) -> tuple[str, ...]:
    """What was missed and why, in order of lines."""
    by_line: dict[int, list[tuple[Node, bool]]] = {}
    for node in tree.nodes():
        if node.site.file == file:
            for side in (True, False):
                if not node.is_taken(side):
                    by_line.setdefault(node.site.line, []).append((node, side))
    return tuple(_sentences(coverage, by_line))[:MOST]


def _sentences(coverage: Coverage, by_line: dict[int, list[tuple[Node, bool]]]) -> Iterator[str]:
    hit = set(coverage.lines_hit)
    explained: set[int] = set()
    for source, target in coverage.branches_missed:
        if source not in hit or source in explained:
            continue
        explained.add(source)
        where = "the end of the function" if target < 0 else f"line {target}"
        yield f"line {source} never goes on to {where}: {_why(by_line.get(source, []))}"
    for line in coverage.lines_missed:
        yield f"line {line} was not executed"


def _why(sides: list[tuple[Node, bool]]) -> str:
    if not sides:
        return "no decision on an input leads there"
    closed = [node.closed.get(side) for node, side in sides]
    texts = list(dict.fromkeys(show(node.condition(side)) for node, side in sides))
    shown = " or ".join(texts[:2]) + (" or …" if len(texts) > 2 else "")
    if all(why == "infeasible" for why in closed):
        return f"no input makes {shown} true there (proved)"
    if "unknown" in closed or any(side in node.doubts for node, side in sides):
        return f"the solver gave up on {shown}"
    if "pinned" in closed:
        return f"no input makes {shown} true while the values held fixed stay so"
    if "diverged" in closed:
        return f"inputs for {shown} went another way"
    return f"{shown} was not tried"
