"""On random programs: what is reached replays, and what plain runs hit is never unreachable."""

from __future__ import annotations

import ast
import json
import pathlib
import subprocess
import sys
import types
from collections import Counter
from typing import Any

import pytest
from generated import PRELUDE, Program, called, module
from generated_groups import GROUPS_PRELUDE, GroupProgram
from harness import lines_hit

from wend.aim.backward.scalar_functions import ScalarFunctions
from wend.campaign.begin import reach_task
from wend.campaign.options import Options
from wend.explore.budget import Caps
from wend.expr.sorts import Sort
from wend.inputs.domain import Choice, Domain, Held, Items, Scalar, Text
from wend.inputs.target import Parameter
from wend.path.result import ReachResult, Together
from wend.process.importer import Importer
from wend.source.control.builder import control_of
from wend.source.flow import flow_of
from wend.source.types.of_locals import Types
from wend.targets.locate import locate_line

pytestmark = pytest.mark.slow

TOGETHER = 15
"""Programs of one module: one import serves them all."""

PROGRAMS = {"plain": 300, "groups": 90}
KINDS = {"plain": (Program, PRELUDE), "groups": (GroupProgram, GROUPS_PRELUDE)}
RUNS = 30
DIRECTIONS = ("both", "backward", "forward")


class Loaded:
    """A module of programs, in this process and in a file."""

    def __init__(self, folder: pathlib.Path, seeds: range, kind: str = "plain") -> None:
        self.file = folder / f"programs{seeds[0]}.py"
        cls, prelude = KINDS[kind]
        source = module([cls(seed) for seed in seeds], prelude)
        self.file.write_text(source)
        self.tree = ast.parse(source)
        # Not by the name of the file: wend's processes import that one.
        made = types.ModuleType(f"plain_{self.file.stem}")
        sys.modules[made.__name__] = made  # for its dataclass
        self.names = made.__dict__
        exec(compile(source, str(self.file), "exec"), self.names)

    def lines(self, program: Program) -> list[int]:
        first = self.names[program.name].__code__.co_firstlineno
        return sorted(flow_of(self.tree, first).lines)

    def hits(self, program: Program, arguments: list[tuple[str, ...]]) -> Counter[int]:
        """How many runs with small arguments hit each line."""
        function, counts = self.names[program.name], Counter[int]()
        for each in arguments:
            counts.update(lines_hit(function, [called(self.names, each)]))
        return counts


def chosen(lines: list[int], hits: Counter[int], seed: int) -> list[int]:
    """The line that the fewest runs hit, and one that none does."""
    rare = min([line for line in lines if hits[line]], key=lambda line: (hits[line], -line))
    missed = [line for line in lines if not hits[line]]
    return [rare, missed[seed % len(missed)]] if missed else [rare]


def verdicts(
    loaded: Loaded, importer: Importer, lines: list[int], options: Options
) -> tuple[ReachResult, ...]:
    tasks = [reach_task(locate_line(f"{loaded.file}:{line}"), None) for line in lines]
    task = tasks[0]
    if len(tasks) > 1:
        assert task.joined is not None
        task = task.joined(tasks)
    zygote = importer.make_zygote(task.ref, task.goals)
    found = task.explore(*task.arguments, options, zygote=zygote)
    assert isinstance(found, Together)
    return found.results


def judged(folder: pathlib.Path, kind: str, first: int) -> tuple[list[str], int, int]:
    """What is wrong with the verdicts of some programs; how many lines that runs hit are found."""
    seeds = range(first, first + TOGETHER)
    loaded = Loaded(folder, seeds, kind)
    importer = Importer(locate_line(f"{loaded.file}:1").module, Options().run_options)
    wrong, found, known = [], 0, 0
    try:
        for seed in seeds:
            program = KINDS[kind][0](seed)
            hits = loaded.hits(program, program.arguments(RUNS))
            options = Options(
                Caps(1000.0, 20), chance=False, direction=DIRECTIONS[seed % len(DIRECTIONS)]
            )
            lines = chosen(loaded.lines(program), hits, seed)
            for result in verdicts(loaded, importer, lines, options):
                is_hit = hits[result.line] > 0
                known += is_hit
                if result.case is not None:
                    arguments = tuple([source for _, source in result.case.args])
                    found += is_hit
                    is_right = result.line in loaded.hits(program, [arguments])
                else:
                    is_right = result.verdict == "unknown" or not is_hit
                if not is_right or result.verdict == "error":
                    wrong.append(f"{seed}:{result.line} {result.verdict} {result.conflicts}")
    finally:
        importer.close()
    return wrong, found, known


@pytest.mark.parametrize(
    ("kind", "first"),
    [(kind, first) for kind in KINDS for first in range(0, PROGRAMS[kind], TOGETHER)],
)
def test_verdicts_agree_with_plain_runs(tmp_path: pathlib.Path, kind: str, first: int) -> None:
    # In a process of its own: what wend forks off one that ran many tests takes thrice as long.
    done = subprocess.run(
        [sys.executable, __file__, tmp_path, kind, str(first)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    wrong, found, known = json.loads(done.stdout)

    assert wrong == []
    assert found > known / 2


DOMAINS: dict[str, Domain] = {
    "int": Scalar(Sort.INT),
    "bool": Scalar(Sort.BOOL),
    "str": Text("str"),
    "float": Scalar(Sort.FLOAT),
    "Optional[int]": Choice((Held("None"), Scalar(Sort.INT))),
}


@pytest.mark.parametrize("first", (1000, 1010, 1020))
def test_locals_have_the_types_that_are_said_of_them(tmp_path: pathlib.Path, first: int) -> None:
    seeds = range(first, first + 10)
    loaded = Loaded(tmp_path, seeds)
    for seed in seeds:
        program = Program(seed)
        function = loaded.names[program.name]
        control = control_of(loaded.tree, function.__code__.co_firstlineno)
        parameters = [
            Parameter(name, DOMAINS.get(type_, Items("list", Scalar(Sort.INT))))
            for name, type_ in program.parameters.items()
        ]
        said = Types(loaded.tree, control, parameters, reckoning=ScalarFunctions(loaded.tree))
        seen: dict[str, set[str]] = {}

        def note(frame: Any, seen: dict[str, set[str]] = seen) -> None:
            for name, value in frame.f_locals.items():
                seen.setdefault(name, set()).add("None" if value is None else type(value).__name__)

        arguments = [called(loaded.names, each) for each in program.arguments(RUNS)]
        lines_hit(function, arguments, note)

        assert said.of_local("a") is not None
        for name, found in seen.items():
            kinds = said.of_local(name)
            assert kinds is None or found <= kinds, (program.name, name)


if __name__ == "__main__":
    print(json.dumps(judged(pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))))
