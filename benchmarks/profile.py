"""Where the time of whole explorations goes, by kind of work.

Runs `wend cover` on functions of all kinds of inputs under `sampler.py` and adds up its samples.
Writes `results/profile.md` and `.json`; `benchmarks/README.md` says how it measures.
"""

from __future__ import annotations

import argparse
import ast
import fnmatch
import json
import os
import platform
import sys
import tempfile
from collections import Counter
from pathlib import Path

from page import put

from runs import HERE, Wend, timed

RESULTS = HERE / "results"

TARGETS = {
    "library: text": """
        textwrap:shorten textwrap:dedent textwrap:indent shlex:quote shlex:split
        posixpath:normpath posixpath:commonpath ntpath:splitdrive fnmatch:translate html:escape
        html:unescape urllib.parse:urlsplit urllib.parse:parse_qsl urllib.parse:quote
        string:capwords ipaddress:ip_address email.utils:parseaddr email.quoprimime:body_encode
        json.decoder:py_scanstring json:loads inspect:cleandoc glob:escape gettext:c2py
        tomllib:loads cmd:Cmd.parseline base64:b32decode
    """,
    "library: numbers and containers": """
        colorsys:rgb_to_hsv colorsys:hls_to_rgb statistics:median statistics:mode
        statistics:quantiles calendar:monthrange calendar:weekday heapq:nsmallest heapq:merge
        fractions:Fraction.limit_denominator difflib:get_close_matches difflib:unified_diff
        graphlib:TopologicalSorter.add configparser:ConfigParser.read_string uuid:UUID.__init__
        random:Random.choices tarfile:itn zipfile:_strip_extra
    """,
    "integers": """
        functions/arithmetic.py::luhn functions/arithmetic.py::collatz functions/bits.py::crc8
        functions/dates.py::iso_week functions/games.py::poker_pair functions/money.py::income_tax
        functions/searching.py::* functions/shapes.py::triangle
    """,
    "mixed types": """
        mixed/choices.py::clamp mixed/choices.py::parse_level mixed/classes.py::basket
        mixed/classes.py::inside mixed/floats.py::quadratic mixed/floats.py::interest
        mixed/lists.py::rpn mixed/lists.py::merge mixed/mappings.py::inventory
        mixed/mappings.py::diff mixed/octets.py::frame mixed/octets.py::checksum
        mixed/stdlib.py::glob_translate mixed/text.py::parse_size mixed/text.py::wrap_words
    """,
    "programs": """
        ../tests/programs/bank.py::* ../tests/programs/tokenizer.py::*
        ../tests/programs/json_text.py::* ../tests/programs/csv_line.py::*
        ../tests/programs/lru.py::* ../tests/programs/quadratic.py::*
        ../tests/programs/roman.py::* ../tests/programs/urls.py::*
    """,
}
"""What is explored, by group; of `file.py::*` the first two functions."""

ROWS = {
    "start-up": "start-up and imports",
    "bursts": "bursts of concrete executions",
    "code under test": "the code under test",
    "tracked values": "tracked values and models",
    "terms": "terms",
    "building inputs": "building inputs",
    "state and limits": "state, limits, guard",
    "instrumenting": "instrumenting",
    "transport": "transport between processes",
    "tree": "tree and frontier",
    "slicing": "aim and slices",
    "local reasoning": "local reasoning",
    "encoding": "encoding",
    "z3": "z3",
    "bitwuzla": "bitwuzla",
    "cases": "choice of cases, replays, report",
}

WAITS = {
    "waiting for a run": "runner",
    "waiting for a solver": "solver",
    "waiting for a replay": "replay",
    "waiting for the import": "zygote",
}
"""Whose work the parent waits for."""


def main() -> None:
    """Profile what was asked for and write the table and the JSON."""
    options = _arguments()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # nobody starts up like that
    wend = Wend([sys.executable, "-m", "wend"])
    groups: dict[str, dict[str, dict[str, float]]] = {}
    functions: Counter[str] = Counter()
    beside: Counter[str] = Counter()
    for group, targets in TARGETS.items():
        for target in _expanded(targets.split()):
            if not fnmatch.fnmatch(target, options.functions):
                continue
            samples = profiled(wend, target, options.budget)
            shares = split(samples)
            groups.setdefault(group, {})[target] = shares
            for (role, kind, where), (_, cpu) in samples.items():
                functions[f"{role}: {where} ({kind})"] += cpu
                beside[role] += cpu
            total = sum(shares.values())
            most = sorted(shares.items(), key=lambda item: -item[1])[:4]
            said = ", ".join(f"{kind} {100 * each / total:.0f} %" for kind, each in most)
            print(f"{target:44} {total:.2f} s: {said}", file=sys.stderr, flush=True)
    table = markdown(groups, functions, beside, options.budget)
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "profile.md").write_text(table)
    if options.out == RESULTS and options.functions == "*":
        put("profile", table.partition("\n")[2].partition("| most CPU time")[0])
    report = {"budget": options.budget, "groups": groups, "functions": functions.most_common(200)}
    (options.out / "profile.json").write_text(json.dumps(report, indent=1) + "\n")
    print(table)


Samples = dict[tuple[str, str, str], tuple[float, float]]
"""Wall and CPU seconds by role of the process, kind of work and function."""


def profiled(wend: Wend, target: str, budget: float) -> Samples:
    """The samples of one exploration, added up."""
    found: Samples = {}
    with tempfile.TemporaryDirectory() as directory:
        log = Path(directory) / "log"
        arguments = ["cover", target, "--budget", str(budget), "-q", "--no-store"]
        command = [wend.command[0], str(HERE / "sampler.py"), str(log), *arguments]
        timed(command, Path(directory), 4 * budget + 30, wend.extra)
        for line in log.read_text().splitlines():
            role, kind, where, wall, cpu = line.split("\t")
            known = found.get((role, kind, where), (0.0, 0.0))
            found[role, kind, where] = known[0] + float(wall), known[1] + float(cpu)
    return found


def split(samples: Samples) -> dict[str, float]:
    """CPU seconds by kind of work, on the way that the parent takes from start to end.

    That is its own work, and the work of others that it waits for: of runs and solvers all, of
    replays and of the import of the target, which happen beside its own work, what it waited for.
    """
    shares: Counter[str] = Counter()
    waited: Counter[str] = Counter()
    work: dict[str, Counter[str]] = {}
    for (role, kind, _), (wall, cpu) in samples.items():
        if kind in WAITS:
            waited[WAITS[kind]] += wall
            shares["transport"] += cpu
        elif role == "parent":
            shares[kind] += cpu
        else:
            work.setdefault(role, Counter())[kind] += cpu
    for role, seconds in waited.items():
        done = work.get(role, Counter())
        scale = min(1.0, seconds / done.total()) if done.total() else 0.0
        for kind, cpu in done.items():
            rows = {"replay": "cases", "zygote": "start-up"}
            shares[rows.get(role, kind)] += cpu * scale
    return {kind: round(each, 4) for kind, each in shares.items()}


def markdown(
    groups: dict[str, dict[str, dict[str, float]]],
    functions: Counter[str],
    beside: Counter[str],
    budget: float,
) -> str:
    """The report as a page."""
    count = sum(map(len, groups.values()))
    added: dict[str, Counter[str]] = {}
    for group, members in groups.items():
        # Each function counts the same, however long it was explored.
        for shares in members.values():
            total = sum(shares.values())
            for kind, seconds in shares.items():
                for column in ("all", group):
                    added.setdefault(column, Counter())[kind] += 100 * seconds / total
    sizes = {**{group: len(members) for group, members in groups.items()}, "all": count}
    lines = [
        "# Where the time goes",
        "",
        f"Written by `benchmarks/profile.py`: {count} functions, at most {budget:g} s each, "
        f"{os.cpu_count()} cores, Python {platform.python_version()}. Percent of the CPU time of "
        "an exploration, the mean over functions.",
        "",
        "| | " + " | ".join(f"{column} ({sizes[column]})" for column in added) + " |",
        "|---|" + "---:|" * len(added),
    ]
    for kind, name in ROWS.items():
        cells = [f"{added[column][kind] / sizes[column]:.1f}" for column in added]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    cpu = beside.total()
    lines += [
        "",
        "CPU time by process: "
        + ", ".join(f"{role} {100 * each / cpu:.0f} %" for role, each in beside.most_common())
        + ".",
        "",
        "| most CPU time | % |",
        "|---|---:|",
        *(f"| {name} | {100 * each / cpu:.1f} |" for name, each in functions.most_common(25)),
    ]
    return "\n".join(lines) + "\n"


def _expanded(targets: list[str]) -> list[str]:

    found = []
    for target in targets:
        file, separator, name = target.partition("::")
        if not separator:
            found.append(target)
            continue
        path = (HERE / file).resolve()
        names = [each.name for each in ast.parse(path.read_text()).body if _is_function(each)]
        found += [f"{path}::{each}" for each in (names[:2] if name == "*" else [name])]
    return found


def _is_function(node: object) -> bool:

    return isinstance(node, ast.FunctionDef) and not node.name.startswith("_")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--functions", default="*", metavar="PATTERN", help="targets, with * and ?")
    add("--budget", type=float, default=3.0, help="seconds for each function (default 3)")
    add("--out", type=Path, default=RESULTS, help="where the results are written")
    return parser.parse_args()


if __name__ == "__main__":
    main()
