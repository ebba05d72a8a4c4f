"""Whole modules of the CM suite: what the tests that wend writes cover, beside published figures.

python benchmarks/modules.py --sources CODAMOSA/replication/test-apps [--wend NAME=BIN/wend …]

`modules.json` has the modules and the published scores. The sources are no part of this repository;
`benchmarks/README.md` says where they are. Writes results/modules.md and .json.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from runs import HERE, by_processor, timed, timed_with_orphans

RESULTS = HERE / "results"
SUITE: dict[str, dict[str, Any]] = json.loads((HERE / "modules.json").read_text())
PUBLISHED = ("coverup_gpt4o", "codamosa_codex", "codamosa_gpt4o")
SPLIT_SEED = 0
"""Decides which modules are for working on and which are held out; never changed."""
WORKING = 48
SCORING = ("pytest==9.2.0", "slipcover==1.1.0")
SCORING_SECONDS = 300.0
"""Until a process of pytest is ended."""
LEFT_OUT = {
    "setuptools": "too old for this Python, and none of the modules needs it",
    "attr": "hides attrs, which is what is imported",
    "compiler": "hides a module of its project",
    "HTMLParser": "of Python 2",
    "backports.statistics": "of Python 2",
    "selectors2": "of Python 2",
    "tensorflow": "half a gigabyte for an optional import",
    "py2exe": "of Windows",
    "pytest": "the version that scores is used",
}
"""Requirements of package.txt files that are not installed, and why."""


@dataclass(frozen=True, slots=True)
class Score:
    """Coverage of a module's file as slipcover tells it."""

    covered: int  # lines and branches
    possible: int

    @property
    def percent(self) -> float:
        return 100 * self.covered / self.possible if self.possible else 0.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one wend did for one module."""

    percent: float
    tests: int
    cpu: float  # processor seconds of all processes of wend
    executions: int
    failures: tuple[str, ...]  # in words; empty where there was none


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured of one module."""

    module: str
    imported: float  # percent that importing the module covers
    outcomes: dict[str, Outcome]  # by the name of a wend


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sources", required=True, type=Path, metavar="DIR")
    parser.add_argument("--wend", action="append", metavar="NAME=BIN/wend")
    parser.add_argument("--env", type=Path, default=Path(tempfile.gettempdir()) / "modules-env")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1, help="chooses among the working modules")
    parser.add_argument("--held-out", action="store_true", help="the modules nobody worked on")
    parser.add_argument("--only", nargs="+", metavar="MODULE")
    parser.add_argument("--total", type=float, default=60.0, help="seconds for each module")
    parser.add_argument("--by-processor", action="store_true", help="seconds of the processor")
    parser.add_argument("--output", default="modules", help="name of the files in results/")
    options = parser.parse_args()
    wends = dict(
        named(each) for each in options.wend or [str(Path(sys.executable).parent / "wend")]
    )
    modules = options.only or chosen(options.count, options.seed, options.held_out)
    missing = prepared(options.env, modules, options.sources)
    rows: list[Row] = []
    for module in modules:
        order = list(wends)
        # Whoever is second may find caches of the machine warm, so they change places.
        order = order[len(rows) % len(order) :] + order[: len(rows) % len(order)]
        imported = alone(module, options)
        outcomes = {name: covered(module, wends[name], options) for name in order}
        rows.append(Row(module, imported, {name: outcomes[name] for name in wends}))
        write(rows, missing, options)
        print(line(rows[-1]), flush=True)


def named(argument: str) -> tuple[str, Path]:
    """The name and path that `--wend` gave; the name is `wend` where there is none."""
    name, separator, path = argument.rpartition("=")
    return (name if separator else "wend"), Path(path).absolute()


def chosen(count: int, seed: int, held_out: bool) -> list[str]:
    """The modules to measure; those held out are never among those that a seed chooses."""
    names = sorted(SUITE)
    random.Random(SPLIT_SEED).shuffle(names)
    if held_out:
        return sorted(names[WORKING:])
    return sorted(random.Random(seed).sample(sorted(names[:WORKING]), count))


def root(module: str, sources: Path) -> Path:
    """The directory from which a module is imported."""
    return sources / SUITE[module]["project"] / SUITE[module]["folder"]


def prepared(environment: Path, modules: Sequence[str], sources: Path) -> dict[str, str]:
    """Install what the modules import; what could not be installed, and why."""
    python = environment / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    install = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    note = environment / "requirements.json"
    known: dict[str, str] = json.loads(note.read_text()) if note.exists() else {}
    if not known:
        subprocess.run([*install, *SCORING], check=True)
    wanted: set[str] = set()
    for module in modules:
        wanted |= {*(root(module, sources) / "package.txt").read_text().split()}
    for requirement in sorted(wanted - {*known}):
        name = requirement.partition("==")[0]
        if name in LEFT_OUT:
            known[requirement] = LEFT_OUT[name]
            continue
        print(f"installing {requirement}", file=sys.stderr)
        tried = subprocess.run(
            [*install, "--only-binary", ":all:", requirement], capture_output=True
        )
        if tried.returncode:  # too old for this Python, or without a wheel
            tried = subprocess.run([*install, name], capture_output=True)
            known[requirement] = "another version" if not tried.returncode else "not installable"
        else:
            known[requirement] = ""
        note.write_text(json.dumps(known, indent=1))
    return {each: known[each] for each in sorted(wanted) if known[each]}


def alone(module: str, options: argparse.Namespace) -> float:
    """The percentage that importing the module covers."""
    with tempfile.TemporaryDirectory() as folder:
        copy = copied(module, options.sources, Path(folder))
        script = Path(folder) / "import_alone.py"
        script.write_text(f"import {module}\n")
        return scored(module, copy, [str(script)], options.env).percent


def copied(module: str, sources: Path, folder: Path) -> Path:
    """A copy of the project's packages, so that no run meets what another one wrote."""
    copy = folder / "source"
    shutil.copytree(root(module, sources), copy, ignore=shutil.ignore_patterns(".git", "docs"))
    return copy


def covered(module: str, wend: Path, options: argparse.Namespace) -> Outcome:
    """Let wend write tests for the module, run them and score them."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        copy = copied(module, options.sources, folder)
        tests, written = folder / "written", folder / "result.json"
        packages = next((options.env / "lib").glob("python*/site-packages"))
        command = by_processor(wend) if options.by_processor else [str(wend)]
        command += ["cover", module, "--total", f"{options.total:g}", "-o", str(tests)]
        command += ["--no-store", "-q", "--json", str(written)]
        limit = 10 * options.total + 60 if options.by_processor else 2 * options.total + 60
        path = {"PYTHONPATH": f"{copy}:{packages}"}
        cost = timed_with_orphans(command, copy, limit, path)
        failures = []
        if cost.wall >= limit:
            failures.append(f"wend: no end in {limit:g} s")
        elif cost.status not in (0, 1):  # 1 is the exit code for findings
            failures.append(f"wend: exit code {cost.status}, {last_line(cost.errors)}")
        results = json.loads(written.read_text())["results"] if written.exists() else []
        failed = sum(bool(each.get("error")) and each["verdict"] != "skipped" for each in results)
        if failed:
            failures.append(f"wend: {failed} of {len(results)} targets failed")
        count, score = 0, Score(0, 1)
        if list(tests.glob("**/test_*.py")):
            report = folder / "report.xml"
            pytest = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "--junitxml", str(report)]
            score = scored(module, copy, [*pytest, str(tests)], options.env)
            count, wrong = counted(report)
            failures += [f"pytest: {wrong}"] if wrong else []
        else:
            failures.append("no tests")
    executions = sum(each["executions"] for each in results)
    return Outcome(score.percent, count, cost.cpu, executions, tuple(failures))


def scored(module: str, copy: Path, program: list[str], environment: Path) -> Score:
    """Run a program under slipcover in a new process; the score of the module's file."""
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "coverage.json"
        slipcover = [str((environment / "bin" / "python").absolute()), "-m", "slipcover"]
        slipcover += ["--branch", "--json", "--out", str(told), "--source", str(copy)]
        # The environment's own packages are found without its help.
        path = {"PYTHONPATH": str(copy)}
        timed([*slipcover, *program], Path(folder), SCORING_SECONDS, path)
        files = json.loads(told.read_text())["files"] if told.exists() else {}
    stem = copy.resolve().joinpath(*module.split("."))
    found = [Score(0, 1)]
    for name, file in files.items():
        # The tests import the file by another path than slipcover's list of files not imported has.
        if Path(folder, name).resolve() in (stem.with_suffix(".py"), stem / "__init__.py"):
            hit = len(file["executed_lines"]) + len(file["executed_branches"])
            missed = len(file["missing_lines"]) + len(file["missing_branches"])
            found.append(Score(hit, hit + missed))
    return max(found, key=lambda each: each.covered)


def counted(report: Path) -> tuple[int, str]:
    """How many tests pytest ran, and how many did not pass, in words."""
    if not report.exists():
        return 0, f"no end in {SCORING_SECONDS:g} s, or no report"
    suites = list(ElementTree.parse(report).iter("testsuite"))
    tests, failures, errors = (
        sum(int(suite.get(key, 0)) for suite in suites) for key in ("tests", "failures", "errors")
    )
    wrong = [f"{n} {word}" for n, word in ((failures, "failed"), (errors, "errors")) if n]
    return tests, ", ".join(wrong)


def last_line(text: str) -> str:
    return (text.strip().splitlines() or ["nothing said"])[-1][:120]


def line(row: Row) -> str:
    """A row of the table."""
    of_wends = [
        f"{each.percent:.1f} | {each.tests} | {each.cpu:.0f}" for each in row.outcomes.values()
    ]
    published = [f"{SUITE[row.module][key]:.1f}" for key in PUBLISHED]
    failures = [
        f"{name}: {'; '.join(each.failures)}"
        for name, each in row.outcomes.items()
        if each.failures
    ]
    cells = [row.module, f"{row.imported:.1f}", *of_wends, *published, " / ".join(failures)]
    return f"| {' | '.join(cells)} |"


def write(rows: list[Row], missing: dict[str, str], options: argparse.Namespace) -> None:
    """Write what was measured so far, so that an interrupted measurement is not lost."""
    names = list(rows[0].outcomes)
    clock = "processor seconds" if options.by_processor else "seconds"
    which = "held out" if options.held_out else f"chosen by seed {options.seed}"
    if options.only:
        which = "named on the command line"
    heads = ["module", "import alone"]
    for name in names:
        heads += [name, "tests", "processor s"]
    lines = [
        "# Whole modules",
        "",
        f"`benchmarks/modules.py`: {len(rows)} modules of the CM suite, {which}, {options.total:g} "
        f"{clock} each. Scores are covered lines and branches, by all lines and branches of the "
        "module, in percent, as slipcover tells them for the tests that were written.",
        "",
        f"| {' | '.join([*heads, *PUBLISHED, 'failures'])} |",
        f"|---|{'---:|' * (len(heads) - 1 + len(PUBLISHED))}---|",
        *map(line, rows),
        summary("median", statistics.median, rows),
        summary("mean", statistics.fmean, rows),
    ]
    if missing:
        told = [f"{name} ({why})" for name, why in missing.items()]
        lines += ["", f"Not installed as `package.txt` says: {', '.join(told)}."]
    (RESULTS / f"{options.output}.md").write_text("\n".join(lines) + "\n")
    measured = {"total": options.total, "by_processor": options.by_processor}
    told_rows = {row.module: asdict(row) for row in rows}
    text = json.dumps({**measured, "modules": told_rows}, indent=1)
    (RESULTS / f"{options.output}.json").write_text(text + "\n")


def summary(name: str, of: Any, rows: list[Row]) -> str:
    cells = [f"**{name}**", f"{of([row.imported for row in rows]):.1f}"]
    for wend in rows[0].outcomes:
        outcomes = [row.outcomes[wend] for row in rows]
        cells.append(f"{of([each.percent for each in outcomes]):.1f}")
        cells.append(f"{of([each.tests for each in outcomes]):.0f}")
        cells.append(f"{of([each.cpu for each in outcomes]):.0f}")
    cells += [f"{of([SUITE[row.module][key] for row in rows]):.1f}" for key in PUBLISHED]
    return f"| {' | '.join(cells)} | |"


if __name__ == "__main__":
    main()
