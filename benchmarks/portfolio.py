"""The guarantee: what any single search finds alone, the default finds nearly as quickly.

python benchmarks/portfolio.py --sources DIR    asks for what is not known yet, writes the table
python benchmarks/portfolio.py --sources DIR list     the targets, without asking
python benchmarks/portfolio.py table            only the table

DIR holds checkouts of TheAlgorithms/Python, jkoppel/QuixBugs and facebookresearch/cruxeval in
folders `Python`, `QuixBugs` and `cruxeval`; what is missing is left out. Answers are kept in
`--state`, so whoever is interrupted goes on where it was; `--part MINUTES` ends after a while.

A target is asked of the default first. A single search is then asked only for as long as its answer
could still break the guarantee, unless `--whole` gives each of them the whole budget.
"""

# ruff: noqa: E501 (prose)

from __future__ import annotations

import argparse
import collections
import contextlib
import json
import os
import pathlib
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import page
import portfolio_targets
from portfolio_targets import Sources, Target

import runs
from wend.record import Record

HERE = pathlib.Path(__file__).resolve().parent
RESULTS = HERE / "results"
SOURCES = "PORTFOLIO_SOURCES"

SINGLE: dict[str, tuple[str, ...]] = {
    "flat": ("--direction", "forward", "--compositional", "off", "--no-chance"),
    "bursts": ("--direction", "forward", "--compositional", "off"),
    "composed": ("--direction", "forward", "--compositional", "on", "--no-chance"),
    "backward": ("--direction", "backward"),
}
"""Every way to search alone, by the options that ask for it."""

DEFAULT = "default"
WAYS: dict[str, tuple[str, ...]] = {DEFAULT: (), **SINGLE}

BUDGET = 10.0
GRACE = 0.5
"""Seconds that the default may always take longer."""
FACTOR = 3.0
"""How many times longer than a single search the default may take, with two processors."""
LEAST_ASKED = 0.1
"""Seconds: a search that would have to be quicker than this is not asked."""
KILL_SECONDS = 240.0
"""After which a process is killed that does not end by itself; it hardly ever comes to that."""

Json = dict[str, Any]


class Rule(Record):
    """The guarantee that is measured."""

    processors: int
    side_by_side: int
    """Processors that the default uses at once, where seconds are those of all processors."""

    @property
    def factor(self) -> float:
        return FACTOR if self.processors > 1 else float(len(SINGLE))

    def latest(self, alone: float) -> float:
        """When the default has to have found what a single search finds at `alone`."""
        return (self.factor * alone + GRACE) * self.side_by_side

    def still_matters(self, found: float | None) -> float:
        """For how many seconds a single search may break the guarantee, where the default found
        the target at `found`, or not at all."""
        longest = BUDGET / self.factor
        if found is None:
            return longest
        return min(longest, (found / self.side_by_side - GRACE) / self.factor)

    def is_broken(self, alone: float, found: float | None) -> bool:
        if found is None:
            return alone <= BUDGET / self.factor
        return found > self.latest(alone)


class State:
    """Answers by target and way, appended to a file line by line."""

    def __init__(self, file: pathlib.Path) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._known: dict[tuple[str, str, str], Json] = {}
        for line in file.read_text().splitlines() if file.exists() else ():
            self._take(json.loads(line))

    def _take(self, answer: Json) -> None:
        self._known[answer["suite"], answer["name"], answer["way"]] = answer

    def get(self, target: Target, way: str) -> Json | None:
        return self._known.get((target.suite, target.name, way))

    def put(self, answer: Json) -> None:
        with self._lock:
            self._take(answer)
            with self._file.open("a") as out:
                out.write(json.dumps(answer) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", nargs="?", choices=("measure", "list", "table"), default="measure")
    parser.add_argument("--sources", default=os.environ.get(SOURCES), help=f"or ${SOURCES}")
    parser.add_argument("--seed", type=int, default=24, help="of the draw")
    parser.add_argument(
        "--work",
        type=pathlib.Path,
        default=pathlib.Path(tempfile.gettempdir(), "wend_portfolio"),
        help="where programs are written to",
    )
    parser.add_argument("--state", type=pathlib.Path, help="what is known (default: in --work)")
    parser.add_argument("--output", type=pathlib.Path, default=RESULTS / "portfolio")
    parser.add_argument("--fresh", action="store_true", help="forgets what is known")
    parser.add_argument("--part", type=float, default=60, metavar="MINUTES")
    parser.add_argument("--count", type=int, default=sys.maxsize, help="only the first targets")
    parser.add_argument("--suite", action="append", help="only these suites")
    parser.add_argument("--jobs", type=int, default=1, help="targets asked at once")
    parser.add_argument("--whole", action="store_true", help="all ways with the whole budget")
    parser.add_argument("--again", action="store_true", help="asks anew for violations")
    parser.add_argument(
        "--by-processor",
        action="store_true",
        help="budgets and verdicts by processor seconds: for a loaded machine",
    )
    parser.add_argument("--processors", type=int, default=2, help="1: the guarantee of -j")
    parser.add_argument(
        "--side-by-side",
        type=int,
        default=1,
        metavar="N",
        help="processors that the default uses at once, by which its limit grows --by-processor",
    )
    parser.add_argument(
        "--wend", type=pathlib.Path, default=pathlib.Path(sys.executable).parent / "wend"
    )
    arguments = parser.parse_args()
    work: pathlib.Path = arguments.work / str(arguments.seed)
    work.mkdir(parents=True, exist_ok=True)
    file: pathlib.Path = arguments.state or work / "state.jsonl"
    if arguments.fresh:
        file.unlink(missing_ok=True)
    state = State(file)
    rule = Rule(arguments.processors, arguments.side_by_side)
    targets = _targets(arguments, work)
    chosen = [each for each in targets if not arguments.suite or each.suite in arguments.suite]
    chosen = chosen[: arguments.count]
    if arguments.what == "list":
        for each in chosen:
            print(f"{each.suite}\t{each.name}\t{each.file}:{each.line}")
        return
    if arguments.what == "measure":
        ask = Asking(arguments, state, rule)
        if arguments.again:
            ask.again = True
        asked = [each for each in chosen if not arguments.again or violations([each], state, rule)]
        with ThreadPoolExecutor(arguments.jobs) as pool:
            list(pool.map(ask, asked))
    write(chosen, state, rule, arguments)


def _targets(arguments: argparse.Namespace, work: pathlib.Path) -> list[Target]:
    """The targets: drawn once, then read, so that other packages change nothing."""
    file = work / "targets.json"
    if not file.exists():
        if arguments.sources is None:
            sys.exit(f"--sources or ${SOURCES} has to name the folder of the checkouts")
        folder = pathlib.Path(arguments.sources).resolve()
        there = [
            each if (each := folder / name).is_dir() else None
            for name in ("Python", "QuixBugs", "cruxeval")
        ]
        found = portfolio_targets.drawn(Sources(*there), work / "programs", arguments.seed)
        rows = [
            {name: getattr(each, name) for name in ("suite", "name", "file", "line")}
            for each in found
        ]
        file.write_text(json.dumps(rows, indent=1))
    return [Target(**each) for each in json.loads(file.read_text())]


class Asking:
    """Asks all ways for a target, as far as that is not known."""

    again = False

    def __init__(self, arguments: argparse.Namespace, state: State, rule: Rule) -> None:
        wend: pathlib.Path = arguments.wend
        self._is_by_processor: bool = arguments.by_processor
        self._command = runs.by_processor(wend) if self._is_by_processor else [str(wend)]
        self._state = state
        self._rule = rule
        self._is_whole: bool = arguments.whole
        self._until = time.monotonic() + 60 * arguments.part

    def __call__(self, target: Target) -> None:
        if time.monotonic() > self._until:
            return
        default = self._asked(target, DEFAULT, BUDGET)
        for way in SINGLE:
            if default["error"] and not self._is_whole:
                return
            most = BUDGET if self._is_whole else self._rule.still_matters(found_at(default))
            if most < LEAST_ASKED:
                continue
            alone = found_at(self._asked(target, way, round(most, 3)))
            # Some give up a long question where the budget ends, and find the line by that.
            if alone is not None and self._rule.is_broken(alone, found_at(default)):
                self._asked(target, way, BUDGET, anew=True)
        self._again(target)

    def _again(self, target: Target) -> None:
        """Asks the searches of a violation anew: the newer answers count."""
        if not self.again:
            return
        for way in WAYS:
            known = self._state.get(target, way)
            if way == DEFAULT or found_at(known) is not None:
                self._asked(target, way, BUDGET, anew=True)

    def _asked(self, target: Target, way: str, budget: float, *, anew: bool = False) -> Json:
        """What a way says, now or when it was asked before for as long.

        `anew`: an answer that was found with a smaller budget does not count.
        """
        known = self._state.get(target, way)
        if known is not None:
            is_settled = known["verdict"] in ("reached", "unreachable") and not anew
            is_old = anew and self.again
            if not is_old and (known["budget"] >= budget or is_settled):
                return known
        answer = {
            "suite": target.suite,
            "name": target.name,
            "way": way,
            "budget": budget,
            **self._answer(target, way, budget),
        }
        print(
            *(target.suite, target.name, way, budget, answer["verdict"], answer["seconds"]),
            answer["error"] or "",
            flush=True,
        )
        self._state.put(answer)
        return answer

    def _counted(self, result: Json) -> float:
        return float(result.get("seconds") or 0.0) if self._is_by_processor else 0.0

    def _answer(self, target: Target, way: str, budget: float) -> Json:
        with tempfile.TemporaryDirectory() as scratch:
            out = pathlib.Path(scratch, "found.json")
            command = [*self._command, "reach", f"{target.file}:{target.line}", *WAYS[way], "--budget", str(budget), "--no-store", "-q", "--json", str(out)]  # fmt: skip
            cost = runs.timed(command, pathlib.Path(scratch), KILL_SECONDS)
            result: Json = {}
            with contextlib.suppress(OSError, ValueError, IndexError):
                result = json.loads(out.read_text())["results"][0]
        error = result.get("error") if result else cost.errors.strip()[-300:] or "no result"
        case = result.get("case") or {}
        return {
            "verdict": result.get("verdict", "error"),
            "seconds": result.get("seconds"),
            "wall": round(cost.wall, 3),
            # Solvers that are killed at the end are waited for by nobody: by processor, the search
            # itself has counted them.
            "processor": round(max(cost.cpu, self._counted(result)), 3),
            "executions": result.get("executions"),
            "concrete": result.get("concrete"),
            "method": result.get("method", ""),
            "by": case.get("method", ""),
            "args": case.get("args"),
            "reasons": sorted({each["what"] for each in result.get("reasons", ())}),
            "error": error,
        }


def found_at(answer: Json | None) -> float | None:
    """The seconds of the search after which a way found the line, None where it did not."""
    if answer is None or answer["verdict"] != "reached":
        return None
    return float(answer["seconds"])


# What came of it


class Violation(Record):
    """A target that breaks the guarantee."""

    target: Target
    way: str
    alone: float
    found: float | None

    @property
    def excess(self) -> float:
        """How many times later than alone the default found it, or would have at best."""
        return (BUDGET if self.found is None else self.found) / max(self.alone, 0.01)


def violations(targets: Iterable[Target], state: State, rule: Rule) -> list[Violation]:
    """Those of the targets, the worst first: missed before late."""
    found = []
    for target in targets:
        default = state.get(target, DEFAULT)
        best = quickest(target, state)
        if default is None or default["error"] or best is None:
            continue
        alone, way = best
        if rule.is_broken(alone, found_at(default)):
            found.append(Violation(target, way, alone, found_at(default)))
    return sorted(found, key=lambda each: (each.found is not None, -each.excess))


def quickest(target: Target, state: State) -> tuple[float, str] | None:
    """The single search that found a target first, and when."""
    times = [(at, way) for way in SINGLE if (at := found_at(state.get(target, way))) is not None]
    return min(times, default=None)


def write(
    targets: Sequence[Target], state: State, rule: Rule, arguments: argparse.Namespace
) -> None:
    asked = [each for each in targets if state.get(each, DEFAULT) is not None]
    text = HEAD.format(
        budget=BUDGET,
        factor=rule.factor,
        grace=GRACE,
        seed=arguments.seed,
        seconds="processor seconds, of all processes of a search together"
        if arguments.by_processor
        else "seconds",
        asked="with the whole budget"
        if arguments.whole
        else "only for as long as its answer could break the guarantee, and with the whole budget where it did; so the columns of single searches count no more than that",
    )
    suites = "\n".join(_suites(asked, state, rule))
    details = "\n".join(_violations(asked, state, rule))
    arguments.output.with_suffix(".md").write_text(f"# {TITLE}\n\n{text}\n{suites}\n\n{details}\n")
    if arguments.output == RESULTS / "portfolio":
        named = "; ".join(map(_named, violations(asked, state, rule)))
        page.put("portfolio", f"{text}\n{suites}\n\nViolations: {named or 'none'}.")
    answers = {
        f"{each.suite}: {each.name}": {
            "line": f"{pathlib.Path(each.file).name}:{each.line}",
            **{
                way: {key: answer[key] for key in KEPT}
                for way in WAYS
                if (answer := state.get(each, way)) is not None
            },
        }
        for each in asked
    }
    arguments.output.with_suffix(".json").write_text(
        json.dumps({"seed": arguments.seed, "targets": answers}, indent=1) + "\n"
    )


KEPT = ("budget", "verdict", "seconds", "wall", "processor", "executions", "concrete", "method", "by", "reasons", "error")  # fmt: skip

TITLE = "A portfolio: no search starves another"

HEAD = """Written by `benchmarks/portfolio.py`. Lines drawn by seed {seed} before anyone looked at them, each asked of the default and of every single search. The guarantee: what a single search finds alone after *t* seconds, the default finds within {factor:g} *t* + {grace:g} s, and it misses nothing that a single search finds within {budget:g}/{factor:g} s. Seconds are {seconds}, counted from the beginning of the search. The default has {budget:g} s; a single search was asked {asked}. Targets that no way found are skipped.
"""


def _suites(targets: Sequence[Target], state: State, rule: Rule) -> Iterator[str]:
    ways = list(WAYS)
    columns = [
        "suite",
        "asked",
        "errors",
        "skipped",
        "targets",
        *ways,
        "first by",
        "missed",
        "late",
    ]
    yield "| " + " | ".join(columns) + " |"
    yield "|---|" + "---:|" * (len(columns) - 1)
    total: collections.Counter[str] = collections.Counter()
    firsts: collections.Counter[str] = collections.Counter()
    by_suite: dict[str, list[Target]] = {}
    for target in targets:
        by_suite.setdefault(target.suite, []).append(target)
    for suite, some in sorted(by_suite.items()):
        count, first = _counted(some, state, rule)
        total += count
        firsts += first
        yield _row(suite, count, first, ways)
    yield _row("all", total, firsts, ways)


def _counted(
    targets: Sequence[Target], state: State, rule: Rule
) -> tuple[collections.Counter[str], collections.Counter[str]]:
    count: collections.Counter[str] = collections.Counter()
    first: collections.Counter[str] = collections.Counter()
    for target in targets:
        answers = {way: state.get(target, way) for way in WAYS}
        found = [way for way, answer in answers.items() if found_at(answer) is not None]
        count["asked"] += 1
        default = answers[DEFAULT]
        count["errors"] += bool(default and default["error"])
        count["skipped"] += not found and not (default and default["error"])
        count["targets"] += bool(found)
        count.update(found)
        if best := quickest(target, state):
            first[best[1]] += 1
    for each in violations(targets, state, rule):
        count["missed" if each.found is None else "late"] += 1
    return count, first


def _row(
    suite: str, count: Mapping[str, int], first: collections.Counter[str], ways: Sequence[str]
) -> str:
    led = ", ".join(f"{way} {times}" for way, times in first.most_common())
    names = ["asked", "errors", "skipped", "targets", *ways]
    cells = [*(str(count[each]) for each in names), led or "–"]
    return "| " + " | ".join([suite, *cells, str(count["missed"]), str(count["late"])]) + " |"


def _violations(targets: Sequence[Target], state: State, rule: Rule) -> Iterator[str]:
    found = violations(targets, state, rule)
    yield f"## Violations ({len(found)})"
    yield ""
    if not found:
        yield "None."
        return
    yield "| target | " + " | ".join(WAYS) + " |"
    yield "|---|" + "---|" * len(WAYS)
    for each in found:
        cells = [_cell(state.get(each.target, way)) for way in WAYS]
        yield f"| {each.target.suite}: `{each.target.name}` | " + " | ".join(cells) + " |"


def _named(each: Violation) -> str:
    found = "missed" if each.found is None else f"{each.found:.1f} s"
    return f"`{each.target.name}` ({each.way} {each.alone:.1f} s, default {found})"


def _cell(answer: Json | None) -> str:
    if answer is None:
        return ""
    if (at := found_at(answer)) is None:
        return f"{answer['verdict']} in {answer['budget']:.1f} s ({answer['executions']} runs)"
    by = answer["by"] or answer["method"]
    return f"{at:.2f} s ({answer['executions']} runs, {by}; process: {answer['wall']:.1f} s, {answer['processor']:.1f} s CPU)"


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main()
