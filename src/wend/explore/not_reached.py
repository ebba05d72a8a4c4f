"""Which branches and lines no case reaches, and what is known about each of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice

from wend.explore.distance import FAR, Distances
from wend.expr.show import show_short
from wend.inputs.target import Target
from wend.path.result import Coverage, NotReached
from wend.path.site import Site
from wend.path.tree import Goal, Node, Tree
from wend.solvers import NO_BITWUZLA
from wend.source.other_values import other_value_needed

MOST = 50


def not_reached(tree: Tree, coverage: Coverage, target: Target) -> tuple[NotReached, ...]:
    """What was missed and why: branches in the order of their lines, then lines."""
    hit = set(coverage.lines_hit)
    by_line: dict[int, list[tuple[Node, bool]]] = {
        source: [] for source, _ in coverage.branches_missed if source in hit
    }
    for node in tree.nodes() if by_line else ():
        if node.site.line in by_line and node.site.file == target.file:
            for side in (True, False):
                if not node.is_taken(side):
                    by_line[node.site.line].append((node, side))
    nothing = "no decision on an input leads there"
    if not all(by_line.values()) and _is_unfinished(tree):
        nothing = "no decision on an input was seen there; some before it are open"
    return tuple(islice(_missed(coverage, by_line, target, nothing), MOST))


def nearest_miss(
    tree: Tree, distances: Distances, hit: Collection[int], line: int
) -> tuple[str, bool]:
    """The decision nearest to a line that no run took, an empty text where no run came near; and
    whether more runs may take one that leads nearer."""
    taken: set[tuple[Site, bool]] = set()
    sides: dict[tuple[Site, bool], list[tuple[Node, bool]]] = {}
    for node in tree.nodes():
        for side in (True, False):
            if node.is_taken(side):
                taken.add((node.site, side))
            else:
                sides.setdefault((node.site, side), []).append((node, side))
    missed = {place: found for place, found in sides.items() if place not in taken}
    ranks = {place: distances.of(Goal(found[0][0], place[1])) for place, found in missed.items()}
    nearest = min(ranks, key=lambda place: ranks[place], default=None)
    executed = distances.nearest(hit)
    if nearest is not None and ranks[nearest] < FAR:
        return f"line {nearest[0].line} never went on towards it: {_why(missed[nearest])}", True
    if executed is not None and executed != line:
        says = f"runs came as near as line {executed}, and no decision on an input leads on from it"
        return says, False
    return "", True


def _is_unfinished(tree: Tree) -> bool:
    """Whether a decision may still be taken otherwise."""
    return any(
        node.branch.may_be_flipped and Goal(node, not node.branch.taken).is_open
        for node in tree.nodes()
    )


def _missed(
    coverage: Coverage,
    by_line: dict[int, list[tuple[Node, bool]]],
    target: Target,
    nothing: str,
) -> Iterator[NotReached]:
    """`nothing`: what to say of a line at which nothing was decided."""
    explained: set[int] = set()
    for source, line in coverage.branches_missed:
        if source not in by_line or source in explained:
            continue
        explained.add(source)
        decided = by_line[source]
        why = _why(decided) if decided else other_value_needed(target, line) or nothing
        yield NotReached(source, line, why)
    for line in coverage.lines_missed:
        yield NotReached(line)


def _why(sides: list[tuple[Node, bool]]) -> str:
    sides = [(node, side) for node, side in sides if node.branch.may_be_flipped]
    if not sides:
        return "the values that decide it are held fixed"
    closed = [node.closed.get(side) for node, side in sides]
    # A loop decides the same line thousands of times: what is not shown is not put into words.
    texts: dict[str, None] = {}
    for node, side in sides:
        texts[show_short(node.condition(side), node.before)] = None
        if len(texts) > 2:
            break
    shown = " or ".join([*texts][:2]) + (" or …" if len(texts) > 2 else "")
    if all(why == "infeasible" for why in closed):
        return f"no input makes {shown} true there (proved)"
    doubts = [node.doubts[side] for node, side in sides if side in node.doubts]
    if doubts and all(node.condition(side).is_opaque for node, side in sides):
        return doubts[0].reason
    if "unknown" in closed or doubts:
        lacks_bitwuzla = any(each.lacks_bitwuzla for each in doubts)
        return f"the solver gave up on {shown}" + (f": {NO_BITWUZLA}" if lacks_bitwuzla else "")
    if "pinned" in closed:
        return f"no input makes {shown} true while the values held fixed stay so"
    if "diverged" in closed:
        return f"inputs for {shown} went another way"
    return f"{shown} was not tried"
