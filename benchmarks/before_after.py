"""Whole explorations by two installations of wend, in turns, by processor time.

python benchmarks/before_after.py --before OLD/bin/wend --after NEW/bin/wend

Covers every file of `functions/` and `mixed/`, and modules of the standard library that a seed
chooses. Writes results/before_after.md and .json.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from runs import HERE, by_processor, timed_with_orphans

RESULTS = HERE / "results"
GROUPS = ("functions", "mixed", "library")
SIDES = ("before", "after")
SLOWER = 1.3
"""Ratio of processor seconds from which a program is listed as slower."""

LIBRARY = (
    *("_strptime", "base64", "bisect", "calendar", "colorsys", "configparser", "copy", "csv"),
    *("difflib", "email._parseaddr", "email.header", "email.quoprimime", "email.utils"),
    *("encodings.punycode", "fnmatch", "fractions", "functools", "gettext", "graphlib", "heapq"),
    *("html", "html.parser", "http.cookies", "ipaddress", "json.decoder", "json.encoder"),
    *("mimetypes", "ntpath", "operator", "posixpath", "pprint", "quopri", "random", "reprlib"),
    *("shlex", "statistics", "string", "stringprep", "textwrap", "tokenize", "urllib.parse"),
    *("wsgiref.headers", "xml.sax.saxutils"),
)
"""Modules in Python that neither wait, nor end the process, nor start others."""


@dataclass(frozen=True, slots=True)
class Program:
    """A file or module to cover, and how many executions each of its functions gets."""

    group: str
    name: str
    target: str
    executions: int


@dataclass(frozen=True, slots=True)
class Covered:
    """What one process of wend did with a program."""

    cpu: float  # seconds, of all its processes
    wall: float
    functions: dict[str, dict[str, Any]]  # by name: executions, branches, verdict, seconds
    failure: str  # empty where there was none

    @property
    def executions(self) -> int:
        return sum(each["executions"] for each in self.functions.values())

    @property
    def branches(self) -> int:
        return sum(len(each["branches"]) for each in self.functions.values())


Measured = dict[str, list[Covered]]
"""By side, a `Covered` for each turn."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--before", required=True, type=Path, metavar="BIN/wend")
    parser.add_argument("--after", required=True, type=Path, metavar="BIN/wend")
    parser.add_argument("--turns", type=int, default=1, help="measurements of each program")
    parser.add_argument("--max-executions", type=int, default=300, help="of functions/ and mixed/")
    parser.add_argument("--library-executions", type=int, default=60)
    parser.add_argument("--library-count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1, help="chooses the modules of the library")
    parser.add_argument("--budget", type=float, default=10.0, help="processor s for each function")
    parser.add_argument("--timeout", type=float, default=900.0, help="s until a process is ended")
    parser.add_argument("--groups", nargs="+", default=GROUPS, choices=GROUPS)
    parser.add_argument("--output", default="before_after", help="name of the files in results/")
    parser.add_argument("--only", nargs="*", default=(), metavar="NAME", help="of these programs")
    options = parser.parse_args()
    measured: dict[Program, Measured] = {}
    for program in programs(options):
        measured[program] = {side: [] for side in SIDES}
        for turn in range(options.turns):
            # Whoever is second may find caches of the machine warm, so the sides change places.
            for side in SIDES if (len(measured) + turn) % 2 else reversed(SIDES):
                measured[program][side].append(covered(getattr(options, side), program, options))
        write(measured, options)
        print(row(program, measured[program]), flush=True)


def programs(options: argparse.Namespace) -> list[Program]:
    """All programs in the order of their measurement."""
    chosen = random.Random(options.seed).sample(LIBRARY, options.library_count)
    found = [
        Program(group, f"{group}/{file.name}", str(file), options.max_executions)
        for group in ("functions", "mixed")
        for file in sorted((HERE / group).glob("*.py"))
    ]
    found += [Program("library", name, name, options.library_executions) for name in sorted(chosen)]
    found = [each for each in found if each.group in options.groups]
    return [each for each in found if not options.only or each.name in options.only]


def covered(wend: Path, program: Program, options: argparse.Namespace) -> Covered:
    """Cover the program with the Python that this wend is installed for."""
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / "result.json"
        cost = timed_with_orphans(
            [
                *by_processor(wend),
                *("cover", program.target, "--no-store", "-q", "--json", str(written)),
                *("--max-executions", str(program.executions), "--budget", str(options.budget)),
            ],
            Path(folder),
            options.timeout,
        )
        if not written.exists():
            said = cost.errors.strip()[-200:] or f"exit code {cost.status}"
            hung = cost.wall >= options.timeout
            failure = f"no end in {options.timeout:g} s" if hung else said
            return Covered(cost.cpu, cost.wall, {}, failure)
        results = json.loads(written.read_text())["results"]
    functions = {
        each["target"]["function"]: {
            "executions": each["executions"],
            "branches": each["coverage"]["branches"]["hit"],
            "verdict": each["verdict"],
            "seconds": each["seconds"],
        }
        for each in results
    }
    # Skipped is what C code replaces, as half of functools: nothing to explore.
    failed = [
        each["target"]["function"]
        for each in results
        if each.get("error") and each["verdict"] != "skipped"
    ]
    # 1 is the exit code for findings.
    failure = f"exit code {cost.status}" if cost.status not in (0, 1) else ""
    return Covered(cost.cpu, cost.wall, functions, failure or ", ".join(failed))


def seconds(runs: Iterable[Covered]) -> float:
    """Processor seconds of the quickest run, which other work disturbed least."""
    return min(each.cpu for each in runs)


def fewer(runs: Measured) -> list[str]:
    """Functions with fewer branches after than before, with their figures."""
    lost = []
    for name, before in runs["before"][0].functions.items():
        after = runs["after"][0].functions.get(name)
        if after is None or len(after["branches"]) < len(before["branches"]):
            told = [
                f"{len(each['branches'])} by {each['executions']} ({each['verdict']})"
                for each in (before, after)
                if each is not None
            ]
            lost.append(f"`{name}`: {' → '.join(told)}")
    return lost


def row(program: Program, runs: Measured) -> str:
    """A line of the table: branches, executions and seconds of both sides."""
    before, after = (runs[side][0] for side in SIDES)
    failures = [f"{side}: {runs[side][0].failure}" for side in SIDES if runs[side][0].failure]
    return figures(
        program.name,
        (before.branches, after.branches),
        (before.executions, after.executions),
        (seconds(runs["before"]), seconds(runs["after"])),
        "; ".join(failures),
    )


def figures(
    name: str,
    branches: tuple[int, int],
    executions: tuple[int, int],
    cpu: tuple[float, float],
    note: str,
) -> str:
    return (
        f"| {name} | {branches[0]} | {branches[1]} | {executions[0]} | {executions[1]} "
        f"| {cpu[0]:.1f} | {cpu[1]:.1f} | {cpu[1] / cpu[0]:.2f} | {note} |"
    )


def total(name: str, all_runs: list[Measured]) -> str:
    first = {side: [runs[side][0] for runs in all_runs] for side in SIDES}
    before, after = (first[side] for side in SIDES)
    return figures(
        f"**{name}**",
        (sum(each.branches for each in before), sum(each.branches for each in after)),
        (sum(each.executions for each in before), sum(each.executions for each in after)),
        (
            sum(seconds(runs["before"]) for runs in all_runs),
            sum(seconds(runs["after"]) for runs in all_runs),
        ),
        "",
    )


def write(measured: dict[Program, Measured], options: argparse.Namespace) -> None:
    """Write what was measured so far, so that an interrupted measurement is not lost."""
    lines = [
        "# Before and after",
        "",
        f"`benchmarks/before_after.py`: whole processes of `wend cover`, in turns; at most "
        f"{options.max_executions} executions of each function of `functions/` and `mixed/`, "
        f"{options.library_executions} in the standard library, {options.budget:g} processor "
        f"seconds each. Seconds are those of the processor, of all processes together"
        + (f", the smallest of {options.turns}." if options.turns > 1 else "."),
        "",
        "| program | branches before | after | executions before | after | seconds before | after "
        "| ratio | failures |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---|",
    ]
    for group in dict.fromkeys(program.group for program in measured):
        of_group = {each: runs for each, runs in measured.items() if each.group == group}
        lines += [row(program, runs) for program, runs in of_group.items()]
        lines.append(total(group, list(of_group.values())))
    lines.append(total("all", list(measured.values())))
    slower = [
        f"- {program.name}: {seconds(runs['after']) / seconds(runs['before']):.2f}"
        for program, runs in measured.items()
        if seconds(runs["after"]) > SLOWER * seconds(runs["before"])
    ]
    lost = [
        f"- {program.name}, {told}" for program, runs in measured.items() for told in fewer(runs)
    ]
    lines += ["", f"More than {SLOWER:g} times the seconds:", "", *(slower or ["none"])]
    lines += ["", "Functions with fewer branches, and their executions:", "", *(lost or ["none"])]
    (RESULTS / f"{options.output}.md").write_text("\n".join(lines) + "\n")
    told = {
        program.name: {side: [asdict(each) for each in runs[side]] for side in SIDES}
        for program, runs in measured.items()
    }
    (RESULTS / f"{options.output}.json").write_text(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    main()
