"""The arms of branches that a search enters, in all functions that it reaches, as JSON.

python arms.py TARGET MODE SECONDS SEED [EXECUTIONS]

The seconds are those of processors, of all processes of the search together: on a loaded machine
a search gets as much done in them as on a quiet one. Where executions are counted, nothing is
found by chance: plain runs are executions, too.
"""

from __future__ import annotations

import ast
import json
import pathlib
import sys
from collections.abc import Iterable, Iterator

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

from by_processor import count_by_processor

ARMS = ("yes", "no", "except", "case", "then", "otherwise")
"""As `instrument.rewrite` names them; the number of a mark is made of place and name."""


def arms_in(file: str, marks: Iterable[int]) -> Iterator[tuple[int, tuple[str, int, str, str]]]:
    """The arms of a file that are among the marks: file, line, function, name."""
    from wend.instrument.rewrite.expressions import number_of_arm

    wanted = set(marks)
    stack: list[tuple[ast.AST, str]] = [(ast.parse(pathlib.Path(file).read_bytes()), "")]
    while stack:
        node, function = stack.pop()
        if isinstance(node, ast.FunctionDef):
            function = node.name
        if isinstance(node, ast.stmt | ast.expr | ast.excepthandler | ast.pattern):
            for arm in ARMS:
                number = number_of_arm(file, node.lineno, node.col_offset, arm)
                if number in wanted:
                    yield number, (file, node.lineno, function, arm)
        stack += [(below, function) for below in ast.iter_child_nodes(node)]


def main() -> None:
    target, mode, seconds, seed, *most = sys.argv[1:]
    count_by_processor()
    from wend.campaign import begin, options
    from wend.explore import explorer
    from wend.explore.budget import Caps
    from wend.targets import locate

    made: list[explorer.Explorer] = []
    original = explorer.Explorer.__init__

    def noted(self: explorer.Explorer, *args: object, **keywords: object) -> None:
        original(self, *args, **keywords)  # type: ignore[arg-type]
        made.append(self)

    explorer.Explorer.__init__ = noted  # type: ignore[method-assign]
    chosen = options.Options(
        caps=Caps(float(seconds), int(most[0]) if most else None),
        compositional=mode,  # type: ignore[arg-type]
        seed=int(seed),
        chance=not most,
    )
    (ref,) = locate.locate(target)
    begin.cover(ref, chosen)
    (search,) = made
    files = {site.file for site, _ in search.frontier._taken if pathlib.Path(site.file).is_file()}  # type: ignore[attr-defined]
    composed = search.composed
    found = {
        "arms": sorted({each for file in files for _, each in arms_in(file, search._marks)}),
        "executions": search.budget.executions,
        "seconds": round(search.budget.seconds, 1),
        "composed": None
        if composed is None
        else {
            "executions": composed.executions,
            "alone": composed.alone,
            "seconds": round(composed.seconds, 1),
            "functions": [each.name for each in composed.functions],
            "followed": {each.name: each.why for each in composed.followed},
        },
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
