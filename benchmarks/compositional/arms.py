"""The arms of branches that a search enters, in all functions that it reaches, as JSON.

python arms.py TARGET MODE SECONDS SEED [EXECUTIONS]

The seconds are those of processors, of all processes of the search together: on a loaded machine
a search gets as much done in them as on a quiet one. Where executions are counted, nothing is
found by chance: plain runs are executions, too.
"""

from __future__ import annotations

import ast
import json
import os
import pathlib
import sys
import time
from collections.abc import Iterable, Iterator

_real_clock = time.monotonic
_TICKS = os.sysconf("SC_CLK_TCK")
_LOOK_SECONDS = 0.01
_SEARCH = os.getpid()
_looked = [0.0, 0.0]
"""When the processes were looked at last, and what they had used."""


def _used(process: int) -> float:
    """The processor's time of a process and of those below it."""
    try:
        told = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        below = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return 0.0
    return sum(map(int, told[11:15])) / _TICKS + sum([_used(int(each)) for each in below])


def processor_clock() -> float:
    """In place of `time.monotonic`; processes below this one, which inherit it, keep real time."""
    now = _real_clock()
    if os.getpid() != _SEARCH:
        return now
    if now - _looked[0] > _LOOK_SECONDS:
        _looked[:] = [now, max(_looked[1], _used(os.getpid()))]
    return _looked[1]


RUN_SECONDS = 20.0

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
    time.monotonic = processor_clock
    from wend.campaign import begin, locate, options
    from wend.explore import explorer
    from wend.explore.budget import Caps
    from wend.record import replace
    from wend.run.options import RunOptions

    usual = options.Options.run_options.fget
    assert usual is not None

    def patient(self: options.Options) -> RunOptions:
        """Real time is no matter, that of single runs included."""
        given = usual(self)
        return replace(given, limits=replace(given.limits, seconds=RUN_SECONDS))

    options.Options.run_options = property(patient)  # type: ignore[method-assign]
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
