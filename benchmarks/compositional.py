"""Summaries instead of products, measured: writes results/compositional.md, .json and a doc.

python benchmarks/compositional.py --crosshair-env DIR [--only paper growth shipped real]

Each part is measured by itself; what is not named with `--only` stays as it was. Executions are
all that were made, those of functions alone included; queries are those to the solvers' chain.
"""

# ruff: noqa: E501 (prose)

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import json
import math
import pathlib
import site
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from typing import Any

import runs

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
PAPER = HERE / "compositional" / "paper.py"
REAL = HERE / "compositional" / "real.txt"
ARMS = HERE / "compositional" / "arms.py"
RESULTS = HERE / "results" / "compositional.json"
TABLES = HERE / "results" / "compositional.md"
DOCS = ROOT / "docs" / "how" / "compositional.md"
MARK = "## Measured"

PROGRAMS = {"hwm": ("HWM", 37), "parser": ("Parser", 144), "inc_dec": ("IncDec", 74)}
"""Of [003] §6, and the executions that its authors needed."""

MOST_EXECUTIONS = 20_000
"""What the authors of [003] allowed the search that follows calls."""

SHIPPED_EXECUTIONS = 1_000

SHIPPED = ("tests/programs", "examples", "benchmarks/functions", "benchmarks/mixed")

CHAIN = """
def classify(x: int) -> int:
    if x < 10:
        return 1
    if x < 20:
        return 2
    if x < 30:
        return 3
    if x < 40:
        return 4
    return 5


def chain({parameters}) -> None:
    wrong = 0
    for each, wanted in ({pairs}):
        wrong += classify(each) != wanted
    if wrong == 0:
        raise AssertionError("this combination")
"""

Json = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--crosshair-env", type=pathlib.Path, default=HERE / ".crosshair")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--seconds", type=float, default=60.0, help="for each search of the paper")
    parser.add_argument("--packages", type=pathlib.Path, help="where packages are installed")
    parser.add_argument("--seeds", type=int, default=3)
    arguments = parser.parse_args()
    known: Json = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    for part in arguments.only:
        measure, _ = PARTS[part]
        known[part] = measure(arguments)
        RESULTS.write_text(json.dumps(known, indent=1) + "\n")
    written = [told(known[part]) for part, (_, told) in PARTS.items() if part in known]
    TABLES.write_text("# Summaries instead of products\n\n" + "\n".join(written))
    DOCS.write_text(DOCS.read_text().partition(MARK)[0] + f"{MARK}\n\n" + "\n".join(written))
    print("\n".join(written))


def wend(command: str, *options: str) -> list[Json]:
    """What wend says of targets, as JSON; all of it is measured, so nothing is recalled."""
    with tempfile.TemporaryDirectory() as scratch:
        out = pathlib.Path(scratch, "found.json")
        arguments = [sys.executable, "-m", "wend", command, *options]
        arguments += ["--json", str(out), "-q", "--no-store"]
        if command == "cover":
            arguments += ["-o", scratch]
        subprocess.run(arguments, check=False, stdout=subprocess.DEVNULL, cwd=ROOT)
        found: list[Json] = json.loads(out.read_text())["results"] if out.exists() else []
        return found


def reached(file: pathlib.Path, function: str, mode: str, *options: str) -> Json:
    """A search for the line that raises, until it is reached: [003] asks for one goal as well."""
    lines = file.read_text().splitlines()
    begin = next(at for at, line in enumerate(lines) if line.startswith(f"def {function}("))
    goal = next(at for at in range(begin, len(lines)) if "raise AssertionError" in lines[at])
    started = time.monotonic()
    (result,) = wend(
        *("reach", f"{file}:{goal + 1}", "--entry", function, "--compositional", mode),
        *("--direction", "forward", "--no-chance", *options),
    )
    return {
        "found": result["verdict"] == "reached",
        "executions": result["executions"],
        "queries": sum(link["answers"] for link in result["solver"].values()),
        "seconds": round(time.monotonic() - started, 1),
        "composition": result["composition"],
    }


# The programs of the paper


def paper(arguments: argparse.Namespace) -> Json:
    seconds = arguments.seconds
    found: Json = {"seconds": seconds, "programs": {}}
    crosshair = runs.CrossHair(arguments.crosshair_env)
    for name in PROGRAMS:
        found["programs"][name] = {
            "compositional": reached(PAPER, name, "on", "--budget", str(seconds)),
            "auto": reached(PAPER, name, "auto", "--budget", str(seconds)),
            "flat": reached(
                *(PAPER, name, "off", "--budget", str(seconds)),
                *("--max-executions", str(MOST_EXECUTIONS + 1)),
            ),
            "crosshair": _by_crosshair(crosshair, name, seconds),
        }
        print(name, found["programs"][name], file=sys.stderr)
    return found


def _by_crosshair(crosshair: runs.CrossHair, name: str, seconds: float) -> Json:
    run = crosshair.run(runs.Function(PAPER, name), seconds, timeline=True)
    function = getattr(_module(PAPER), name)
    for at, each in enumerate(run.found):
        try:
            function(**each.inputs)
        except AssertionError:
            return {"found": True, "executions": at + 1, "seconds": round(each.at, 1)}
    return {"found": False, "executions": run.executions, "seconds": round(run.wall, 1)}


def _module(file: pathlib.Path) -> Any:
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def paper_told(found: Json) -> str:
    head = f"""### The programs of the paper

`benchmarks/compositional/paper.py`: HWM, Parser and IncDec of [003] §6, written from their descriptions; the search ends when the assertion fails. Executions (those of functions alone included), queries, seconds; nothing by chance. Each search has {found["seconds"]:g} s; `off` is stopped after {MOST_EXECUTIONS:,} executions, as in [003]. CrossHair is `crosshair cover`.

The descriptions leave the programs open, and ours were chosen with a view to `off`: a Parser that knows its keywords in small letters only is found by `off` too (2,413 executions), so here they may be in any letters, as in Pascal; an IncDec of single steps with two ways each has few paths (`off` takes all 31 of them in 31 executions), so here it goes by halves. In [003] the search without summaries found Parser and IncDec (1,207 executions) as well.

"""
    rows = []
    for name, (title, theirs) in PROGRAMS.items():
        each = found["programs"][name]
        cells = [_cell(each[mode]) for mode in ("compositional", "auto", "flat", "crosshair")]
        rows.append([title, str(theirs), *cells])
    columns = ["", "executions of [003]", "`on`", "`auto`", "`off`", "CrossHair"]
    return head + _table(columns, rows)


def _cell(found: Json) -> str:
    numbers = f"{found['executions']:,} executions"
    if "queries" in found:
        numbers += f", {found['queries']:,} queries"
    return f"{'found' if found['found'] else 'not found'}: {numbers}, {found['seconds']:g} s"


# A chain of calls


def growth(arguments: argparse.Namespace) -> Json:
    return _growth(CHAIN, arguments)


def _growth(program: str, arguments: argparse.Namespace) -> Json:
    found: Json = {}
    with tempfile.TemporaryDirectory() as scratch:
        flat_gives_up = False
        for count in (2, 4, 8, 16, 32, 64):
            file = pathlib.Path(scratch, f"chain{count}.py")
            file.write_text(_chain(program, count))
            budget = ("--budget", str(arguments.seconds))
            row = {
                "compositional": reached(file, "chain", "on", *budget),
                "auto": reached(file, "chain", "auto", *budget),
            }
            if not flat_gives_up:
                row["flat"] = reached(
                    file, "chain", "off", *budget, "--max-executions", str(MOST_EXECUTIONS)
                )
                flat_gives_up = not row["flat"]["found"]
            found[str(count)] = row
            print(count, row, file=sys.stderr)
    return found


def _chain(program: str, count: int) -> str:
    names = [f"x{at}" for at in range(count)]
    return program.format(
        parameters=", ".join([f"{name}: int" for name in names]),
        pairs=", ".join([f"({name}, {(at * at + 3) % 5 + 1})" for at, name in enumerate(names)]),
    )


def growth_told(found: Json) -> str:
    head = """### A chain of calls

A function with five paths is called n times, and one combination of what it returns is wanted. Here the target counts what is not as wanted. Where it makes one number of all results instead (`total = 7 * total + …`), z3 gave up at n = 32 and 64 with the effort that composing had when that was tried.

"""
    return head + _growth_told(found, "calls")


def _growth_told(found: Json, what: str) -> str:
    rows = []
    for count, row in found.items():
        flat = _cell(row["flat"]) if "flat" in row else "–"
        rows.append([count, _cell(row["compositional"]), _cell(row["auto"]), flat])
    few, many = found["8"]["compositional"], found["64"]["compositional"]
    shown = ""
    if few["found"] and many["found"]:
        seconds = [each["composition"]["seconds"] for each in (few, many)]
        power = math.log(seconds[1] / seconds[0]) / math.log(64 / 8)
        shown = (
            f"\nFrom 8 {what} to 64 executions grow {many['executions'] / few['executions']:.1f}-fold, "
            f"and the seconds of composing with the power {power:.1f} of n.\n"
        )
    return _table(["n", "`on`", "`auto`", "`off`"], rows) + shown


# What we ship


def shipped(arguments: argparse.Namespace) -> Json:
    """All functions; those that call nothing that is composed need not be explored again."""
    found: Json = {"functions": 0, "compared": 0, "branches": 0, "on": {}, "auto": {}}
    for file in [file for folder in SHIPPED for file in sorted((ROOT / folder).glob("*.py"))]:
        branches: dict[str, dict[str, set[tuple[int, int]]]] = {}
        composed: set[str] = set()
        for mode in ("on", "off", "auto"):
            targets = [f"{file}::{name}" for name in sorted(composed)] or [str(file)]
            for result in wend(
                *("cover", *targets, "--compositional", mode),
                *("--budget", "20", "--max-executions", str(SHIPPED_EXECUTIONS)),
            ):
                name = result["target"]["function"]
                hit = result["coverage"]["branches"]["hit"]
                branches.setdefault(mode, {})[name] = {(first, then) for first, then in hit}
                if mode == "on":
                    found["functions"] += 1
                    if result["composition"] is not None:
                        composed.add(name)
            if not composed:
                break
        found["compared"] += len(composed)
        for name in sorted(composed):
            flat = branches["off"].get(name, set())
            found["branches"] += len(flat)
            for mode in ("on", "auto"):
                taken = branches[mode].get(name, set())
                if flat - taken:
                    # A cap of executions ends bursts by chance anywhere: is it lost for good?
                    taken |= _branches_in_time(f"{file}::{name}", mode)
                if taken != flat:
                    label = f"{file.relative_to(ROOT)}::{name}"
                    found[mode][label] = [len(taken - flat), len(flat - taken)]
        print(file.name, found, file=sys.stderr)
    return found


def _branches_in_time(target: str, mode: str) -> set[tuple[int, int]]:
    (result,) = wend("cover", target, "--compositional", mode, "--budget", "20")
    return {(first, then) for first, then in result["coverage"]["branches"]["hit"]}


def shipped_told(found: Json) -> str:
    text = f"""### All shipped programs

Of {found["functions"]} functions in {", ".join(f"`{each}`" for each in SHIPPED)}, {found["compared"]} call what can be composed. With {SHIPPED_EXECUTIONS:,} executions at most, `off` takes {found["branches"]:,} branches of these; what another mode did not take with as many it was given 20 s for.

"""
    for mode in ("on", "auto"):
        more = {name: each[0] for name, each in found[mode].items() if each[0]}
        fewer = {name: each[1] for name, each in found[mode].items() if each[1]}
        for what, each in (("takes that `off` does not", more), ("does not take", fewer)):
            shown = ", ".join(f"`{name}` ({count})" for name, count in each.items()) or "none"
            text += f"- Branches that `{mode}` {what}: {shown}.\n"
    return text


# Programs of others


def real(arguments: argparse.Namespace) -> Json:
    """Arms of branches in all functions that are reached, with and without composing."""
    found: Json = {"seeds": arguments.seeds, "targets": {}}
    lines = [line.partition("#")[0].split() for line in REAL.read_text().splitlines()]
    for most, unit, mode, name in filter(None, lines):
        target = _installed(name, arguments.packages)
        if target is None:
            print(name, "is not installed", file=sys.stderr)
            continue
        budget = [most] if unit == "seconds" else [str(EXECUTIONS_SECONDS), most]
        rows: list[Json] = []
        found["targets"][name] = {"budget": f"{most} {unit}", "mode": mode, "rows": rows}
        for seed in range(arguments.seeds):
            flat, composed = [_arms(target, each, seed, budget) for each in ("off", mode)]
            rows.append(
                {
                    "arms": len(flat["arms"]),
                    "more": _places(composed["arms"], flat["arms"]),
                    "fewer": _places(flat["arms"], composed["arms"]),
                    "flat": {key: flat[key] for key in ("executions", "seconds")},
                    "composed": {
                        key: composed[key] for key in ("executions", "seconds", "composed")
                    },
                }
            )
            print(name, seed, rows[-1], file=sys.stderr)
    return found


EXECUTIONS_SECONDS = 20.0
"""Where executions are counted; `on` begins with a quarter of it."""


def _installed(name: str, packages: pathlib.Path | None) -> str | None:
    """The target in the standard library, or in a package."""
    places = [pathlib.Path(contextlib.__file__).parent, *([packages] if packages else [])]
    places += [pathlib.Path(each) for each in site.getsitepackages()]
    return next(
        (f"{each / name}" for each in places if (each / name.split("::")[0]).exists()), None
    )


def _arms(target: str, mode: str, seed: int, budget: list[str]) -> Json:
    seconds, *executions = budget
    command = [sys.executable, str(ARMS), target, mode, seconds, str(seed), *executions]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    found: Json = json.loads(run.stdout)
    return found


def _places(arms: list[Any], others: list[Any]) -> list[str]:
    """Arms that are not among others: function, line, arm."""
    return [
        f"{function}:{line} {arm}"
        for _, line, function, arm in arms
        if [_, line, function, arm] not in others
    ]


def real_told(found: Json) -> str:
    head = f"""### Programs of others

Functions of installed packages as they are, wcwidth 0.7.0, rich 13.9.4, python-stdnum 2.2 and what pip 23.2.1 brings along; each search has the same budget. What is compared with `off` is `auto`, or `on`, which composes from the start. Seconds are those of the processor, all processes of a search together. Where executions are counted, as in [003], those of functions alone are too, and nothing is found by chance; composing takes longer for as many. Counted are the arms of branches in all functions that are reached: for each of {found["seeds"]} seeds those that `off` takes, how many the other takes that `off` does not (+), and how many it does not (−).

"""
    rows = []
    for name, each in found["targets"].items():
        seeds = each["rows"]
        always = set.intersection(*[set(row["more"]) for row in seeds])
        rows.append(
            [
                f"`{name}`",
                each["budget"],
                _each([row["arms"] for row in seeds]),
                f"`{each['mode']}`: "
                + ", ".join(f"+{len(row['more'])} −{len(row['fewer'])}" for row in seeds),
                _shown(always),
            ]
        )
    columns = ["function", "budget", "`off`", "composing", "more for every seed: function, lines"]
    return head + _table(columns, rows)


def _shown(places: Iterable[str]) -> str:
    """Lines by function."""
    lines: dict[str, set[int]] = {}
    for place in places:
        function, _, rest = place.partition(":")
        lines.setdefault(function, set()).add(int(rest.split()[0]))
    told = [f"`{name}` {_each(sorted(each))}" for name, each in sorted(lines.items())]
    return "; ".join(told) or "–"


def _each(counts: Iterable[int]) -> str:
    return ", ".join(map(str, counts))


def _table(columns: list[str], rows: list[list[str]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


Measure = Callable[[argparse.Namespace], Json]
PARTS: dict[str, tuple[Measure, Callable[[Json], str]]] = {
    "paper": (paper, paper_told),
    "growth": (growth, growth_told),
    "shipped": (shipped, shipped_told),
    "real": (real, real_told),
}

if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main()
