"""Lines of real code that a plain search forward misses or finds late: what each technique does.

python benchmarks/reach_lines.py choose   makes reach/lines.json, the list of lines
python benchmarks/reach_lines.py more     keeps those that were hard when they were last measured,
                                          and looks for others in the modules of the rest, or in
                                          those that are named
python benchmarks/reach_lines.py          asks each technique for each of them, writes the table;
                                          what results/reach_lines.json has is not asked again
python benchmarks/reach_lines.py draw     draws fresh lines by --seed into reach/fresh.json
python benchmarks/reach_lines.py fresh    asks backward and both for the fresh lines, as --version
                                          of wend; --wend COMMAND runs another version
"""

# ruff: noqa: E501 (prose)

from __future__ import annotations

import argparse
import ast
import json
import pathlib
import random
import shlex
import subprocess
import sys
import sysconfig
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

HERE = pathlib.Path(__file__).parent
MODULES = HERE / "reach" / "modules.txt"
LINES = HERE / "reach" / "lines.json"
BEYOND = HERE / "reach" / "out_of_reach.json"
"""Lines that no input reaches here, with what they need; read by people, unknown to the searches."""
BY_PROCESSOR = HERE / "by_processor.py"
RESULTS = HERE / "results" / "reach_lines.json"

FRESH = HERE / "reach" / "fresh.json"
"""Lines drawn by a seed, that nobody looked at before they were measured."""
FRESH_RESULTS = HERE / "results" / "reach_fresh.json"

TABLE = HERE.parent / "docs" / "how" / "reach_lines.md"

HEAD = """# Lines that are hard to reach

`benchmarks/reach_lines.py`: lines of the standard library and of installed packages which a search forward misses in {budget:g} seconds, or finds in the second half of them, and what `wend reach` does for each of them in the same time. Seconds are those of the processor, of all processes of a search together (`benchmarks/by_processor.py`): other work on the machine does not matter.

**Which lines.** Of each module of `benchmarks/reach/modules.txt` the two functions with the most conditions (at most 70 lines, no generators, no decorators; four where the line of an earlier list is found quickly by now), until one has a line for the list: the first line of the last block that `wend cover` misses in {look:g} seconds, if `wend reach --direction forward` misses it in {choice:g} seconds, too, or finds it in the second half of them (`benchmarks/reach/lines.json`, on Python 3.11). They were chosen on a machine that did much else: those of them that the search forward finds in the first half of its time are named below the table.

**What is told.** Runs, segments and seconds of a forward, a backward and the default search, and the method that found the line. These numbers are from when a climb tried lists of texts that people wrote down while they looked at these very lines. The lists are gone; what that cost on lines that nobody had looked at is at the end of this page.

"""

FRESH_HEAD = """
## Lines that nobody looked at

`reach_lines.py draw --seed {seed}` takes the modules of the standard library and of installed packages in an order that the seed gives, without those of `benchmarks/reach/modules.txt`, vendored copies of these, and tests. Of each module it draws one function (at least three conditions, at most 70 lines, no generators, no decorators), and of that the first line of one block. The search forward is asked for the line, for {budget:g} seconds of the processor: of {drawn} lines it reached {easy} in the first half of the time, {errors} can't be explored (most are of modules that are compiled to C), and the {hard} others are in the table. Nobody looked at them before they were measured.

Two versions of wend are compared, which differ in what a climb puts into texts. *Lists*: 24 texts of usual formats, five pairs of brackets and eight letters, which people wrote down (`_FORMATS`, `_BRACKETS`, `_USUAL`). *Code*: what the code under test says, that is its constants, texts that match its patterns, texts of its docstrings, those of its module, and, where a module uses `unicodedata`, one character of each kind (`describe/guessing/words`). *Code* was measured twice: at first it put all letters of the code into a text at once, which made three tests of wend fail, and reached {first} of the {counted} lines that were asked by then, where *lists* reached {lists}. Since then a climb takes eight letters at a time; that change came from the tests, not from these lines.

"""

MOST_FUNCTIONS = 2
"""Of one module: those with the most conditions."""

MOST_LINES = 70
"""Of one function."""

LOOK = 3.0
"""Seconds for `wend cover`, which tells the lines that are not easy."""

CHOICE = 10.0
"""Seconds for the search forward that chooses; what takes more than half of them is late."""

BUDGET = 5.0
"""Seconds of the processor for each of the searches that are compared."""

AT_ONCE = 2
"""Searches, one for each core."""

TECHNIQUES: dict[str, tuple[str, ...]] = {
    "both": (),
    "backward": ("--direction", "backward"),
    "forward": ("--direction", "forward"),
}
"""What `wend reach` is asked with; `both` is what it does by itself."""

VERSIONS = ("lists", "code")
"""Versions of wend that are compared on fresh lines: climbing with lists of texts that people wrote
down, and with what the code under test says."""

Json = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    whats = ("choose", "more", "measure", "draw", "fresh", "table")
    parser.add_argument("what", nargs="?", choices=whats, default="measure")
    parser.add_argument("modules", nargs="*", help="to choose from, of those in reach/modules.txt")
    parser.add_argument("--seed", type=int, default=22, help="of the draw")
    parser.add_argument("--count", type=int, default=30, help="hard lines to draw")
    parser.add_argument("--version", choices=VERSIONS, default=VERSIONS[-1], help="that is asked")
    parser.add_argument("--wend", default=f"{sys.executable} {BY_PROCESSOR}")
    arguments = parser.parse_args()
    wend, kept = Wend(shlex.split(arguments.wend)), Kept(RESULTS)
    modules = MODULES.read_text().split()
    if arguments.what == "choose":
        choose(wend, {}, modules, MOST_FUNCTIONS)
    elif arguments.what == "more":
        named = [module for module in modules if module in arguments.modules]
        choose(wend, still_hard(kept), named or modules, MOST_FUNCTIONS * (1 if named else 2))
    elif arguments.what == "measure":
        measure(wend, kept, json.loads(LINES.read_text()))
    elif arguments.what == "draw":
        draw(wend, modules, arguments.seed, arguments.count)
    elif arguments.what == "fresh":
        measure_fresh(wend, Kept(FRESH_RESULTS), arguments.version)
    TABLE.write_text(table(json.loads(LINES.read_text()), kept))


def measure(wend: Wend, kept: Kept, lines: list[Json]) -> None:
    """Asks the search forward for each line, and the others where it is hard for it."""

    def ask(line: Json) -> None:
        if is_hard(asked(wend, kept, "forward", line), BUDGET):
            for technique in ("backward", "both"):
                asked(wend, kept, technique, line)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(ask, lines))


class Kept:
    """Answers by a key, in a file: whoever is interrupted goes on where it was."""

    def __init__(self, file: pathlib.Path) -> None:
        self._file = file
        self._known: Json = json.loads(file.read_text()) if file.exists() else {}
        self._lock = threading.Lock()

    def get(self, key: str) -> Any:
        return self._known.get(key)

    def put(self, key: str, value: Any) -> Any:
        with self._lock:
            self._known[key] = value
            self._file.write_text(json.dumps(self._known, indent=1))
        return value


class Wend:
    """wend, called with `--json`."""

    def __init__(self, command: list[str]) -> None:
        self._command = command

    def cover(self, file: str, function: str) -> Json:
        return self._result("cover", f"{file}::{function}", "--budget", str(LOOK))

    def reach(self, file: str, line: int, *options: str) -> Json:
        return self._result("reach", f"{file}:{line}", *options)

    def _result(self, *arguments: str) -> Json:
        with tempfile.TemporaryDirectory() as scratch:
            out = pathlib.Path(scratch, "found.json")
            command = [*self._command, *arguments, "-q", "--no-store", "--json", str(out)]
            try:
                done = subprocess.run(
                    command, check=False, cwd=scratch, capture_output=True, text=True, timeout=400
                )
            except subprocess.TimeoutExpired:
                return {"error": "it did not end"}
            if not out.exists():
                return {"error": done.stderr.strip()[-300:]}
            results = json.loads(out.read_text())["results"]
            return dict(results[0]) if results else {"error": done.stderr.strip()[-300:]}


def still_hard(kept: Kept) -> dict[str, Json]:
    """The lines of the list that the search forward missed, or found late, and those that nobody
    measured yet, by their modules."""
    known = [(line, kept.get(f"forward {place(line)}")) for line in json.loads(LINES.read_text())]
    return {line["module"]: line for line, found in known if not found or is_hard(found, BUDGET)}


def choose(wend: Wend, chosen: dict[str, Json], modules: list[str], most: int) -> None:
    """Looks for lines that a search forward misses or finds late, at most one of a module, in the
    modules of which none is chosen yet; each is written as it is found."""
    forward = (*TECHNIQUES["forward"], "--budget", str(CHOICE))
    for module, function in functions(modules, most):
        if module in chosen:
            continue
        file = str(file_of(module))
        covered = wend.cover(file, function.name).get("coverage", {})
        for line in last_missed(function, covered.get("lines", {}).get("missed", [])):
            found = told(wend.reach(file, line, *forward))
            print(module, function.name, line, found["verdict"], found["seconds"], flush=True)
            if is_hard(found, CHOICE):
                chosen[module] = {"module": module, "function": function.name, "line": line}
                LINES.write_text(json.dumps(list(chosen.values()), indent=1) + "\n")


def draw(wend: Wend, looked_at: list[str], seed: int, count: int) -> None:
    """Draws lines until enough of them are hard: of each module, in an order that the seed gives,
    one function with conditions, and of that the first line of one block."""
    chance = random.Random(seed)
    modules = fresh_modules(looked_at)
    chance.shuffle(modules)
    drawn: list[Json] = []
    forward = (*TECHNIQUES["forward"], "--budget", str(BUDGET))
    for module in modules:
        plain = [function for _, function in functions([module], sys.maxsize)]
        if not plain:
            continue
        function = chance.choice(sorted(plain, key=lambda each: each.lineno))
        line = chance.choice(sorted(block_lines(function) - {function.body[0].lineno}))
        found = told(wend.reach(str(file_of(module)), line, *forward))
        drawn.append({"module": module, "function": function.name, "line": line, "forward": found})
        hard = [each for each in drawn if is_hard(each["forward"], BUDGET)]
        print(place(drawn[-1]), found["verdict"], found["seconds"], len(hard), flush=True)
        FRESH.write_text(json.dumps({"seed": seed, "drawn": drawn}, indent=1) + "\n")
        if len(hard) == count:
            return


def fresh_modules(looked_at: list[str]) -> list[str]:
    """The modules of the standard library and of installed packages, without tests, and without
    those that lines were chosen from before, whoever vendors a copy of them."""
    known = {ending(module) for module in looked_at}
    found = set()
    for root in (sysconfig.get_path("stdlib"), sysconfig.get_path("purelib")):
        for file in pathlib.Path(root).rglob("*.py"):
            parts = file.relative_to(root).with_suffix("").parts
            parts = parts[:-1] if parts[-1] == "__init__" else parts
            if all(map(str.isidentifier, parts)) and not TESTS.intersection(parts):
                found.add(".".join(parts))
    return sorted(module for module in found if module and ending(module) not in known)


TESTS = {"test", "tests", "idle_test", "testing", "__main__"}
"""Parts of the names of modules that are not drawn."""


def ending(module: str) -> tuple[str, ...]:
    """The last two parts of a name, the same for a vendored copy: `packaging.tags`."""
    own = module.rpartition("_vendor.")[2]
    return tuple(part.lstrip("_") for part in own.split(".")[-2:])


def measure_fresh(wend: Wend, kept: Kept, version: str) -> None:
    """Asks a version of wend for the hard ones of the fresh lines, without the search forward."""
    drawn = json.loads(FRESH.read_text())["drawn"]
    for line in drawn:
        if is_hard(line["forward"], BUDGET):
            for technique in ("backward", "both"):
                asked(wend, kept, technique, line, version)


def asked(wend: Wend, kept: Kept, technique: str, line: Json, version: str = "") -> Json:
    """What a technique says of a line, now or when it was asked before."""
    key = f"{version} {technique} {place(line)}".lstrip()
    found: Json | None = kept.get(key)
    if found is None:
        file = str(file_of(line["module"]))
        result = wend.reach(file, line["line"], "--budget", str(BUDGET), *TECHNIQUES[technique])
        found = kept.put(key, told(result))
        print(key, found["verdict"], found["executions"], found["error"] or "", flush=True)
    return found


def place(line: Json) -> str:
    return f"{line['module']}:{line['function']}:{line['line']}"


def told(result: Json) -> Json:
    """What a result tells that the table needs."""
    case = result.get("case") or {}
    names = ("verdict", "method", "seconds", "executions", "queries", "segments", "error")
    return {
        **{name: result.get(name) for name in names},
        "args": case.get("args"),
        "reasons": sorted({each["what"] for each in result.get("reasons", ())}),
        "conflicts": result.get("conflicts"),
    }


def is_hard(found: Json, budget: float) -> bool:
    """Whether a line was missed, or found late; what can't be explored at all is neither."""
    if found["error"] or found["verdict"] in ("error", "unreachable"):
        return False
    return bool(found["verdict"] != "reached" or found["seconds"] > budget / 2)


def functions(modules: list[str], most: int) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Of each module the functions with the most conditions, without those that yield or wait."""
    for module in modules:
        tree = ast.parse(file_of(module).read_text())
        found = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        plain = [node for node in found if is_plain(node)]
        plain.sort(key=conditions, reverse=True)
        for function in plain[:most]:
            yield module, function


def file_of(module: str) -> pathlib.Path:
    """The source of a module, which is not imported for it."""
    path = module.replace(".", "/")
    for root in (sysconfig.get_path("stdlib"), sysconfig.get_path("purelib")):
        for name in (f"{path}.py", f"{path}/__init__.py"):
            if (file := pathlib.Path(root, name)).is_file():
                return file
    raise LookupError(module)


def is_plain(function: ast.FunctionDef) -> bool:
    last = function.end_lineno or 0
    return (
        conditions(function) >= 3
        and last - function.lineno < MOST_LINES
        and bool(function.args.args)
        and not function.decorator_list
        and not any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(function))
    )


def conditions(function: ast.FunctionDef) -> int:
    kinds = (ast.If, ast.While, ast.For, ast.IfExp, ast.BoolOp, ast.ExceptHandler, ast.match_case)
    return sum(isinstance(node, kinds) for node in ast.walk(function))


def last_missed(function: ast.FunctionDef, missed: list[int]) -> list[int]:
    """The first line of the last block that was missed, if there is one."""
    return sorted(set(missed) & block_lines(function))[-1:]


def block_lines(function: ast.FunctionDef) -> set[int]:
    """The first lines of the blocks of a function."""
    return {
        block[0].lineno
        for node in ast.walk(function)
        for name in ("body", "orelse", "finalbody")
        if isinstance(block := getattr(node, name, None), list) and block
    }


def table(lines: list[Json], kept: Kept) -> str:
    names = ("forward", "backward", "both")
    rows = ["| line | " + " | ".join(names) + " |", "|---|" + "---|" * len(names)]
    beyond: dict[str, str] = json.loads(BEYOND.read_text())
    hard: list[list[Json]] = []
    places: list[str] = []
    others: list[str] = []
    for line in lines:
        results = [kept.get(f"{name} {place(line)}") for name in names]
        forward = results[0]
        if forward is not None and not is_hard(forward, BUDGET):
            others.append(f"`{place(line)}` ({cell(forward)})")
        elif None not in results:
            hard.append(results)
            places.append(place(line))
            rows.append(f"| `{place(line)}` | " + " | ".join(map(cell, results)) + " |")
    sums = [
        ", ".join(
            f"{sum(results[at]['verdict'] == verdict for results in hard)} {verdict}"
            for verdict in ("reached", "unreachable", "unknown")
        )
        for at in range(len(names))
    ]
    rows.append(f"| all {len(hard)} | " + " | ".join(sums) + " |")
    within = [results for name, results in zip(places, hard, strict=True) if name not in beyond]
    found = [sum(results[at]["verdict"] == "reached" for results in within) for at in range(3)]
    rows.append(
        f"| the {len(within)} that some input may reach | "
        + " | ".join(f"{each} reached" for each in found)
        + " |"
    )
    why = [f"`{name}` ({beyond[name]})" for name in places if name in beyond]
    head = HEAD.format(budget=BUDGET, look=LOOK, choice=CHOICE)
    rest = (
        f"\nFound in the first half of the time by the search forward: {', '.join(others)}.\n"
        if others
        else ""
    )
    out = f"\nOut of reach of inputs here, as far as people who read them can tell: {', '.join(why)}.\n"
    unasked = sum(kept.get(f"forward {place(line)}") is None for line in lines)
    rest += f"\n{unasked} lines of the list were not asked yet.\n" if unasked else ""
    return head + "\n".join(rows) + "\n" + out + rest + fresh_table()


def fresh_table() -> str:
    """The lines that a seed drew, as both versions of wend answer for them."""
    found = json.loads(FRESH.read_text())
    drawn, kept = found["drawn"], Kept(FRESH_RESULTS)
    hard = [line for line in drawn if is_hard(line["forward"], BUDGET)]
    easy = [line for line in drawn if line not in hard and line["forward"]["verdict"] == "reached"]
    columns = [(version, technique) for technique in ("backward", "both") for version in VERSIONS]
    rows = [
        "| line | forward | " + " | ".join(f"{how}, {version}" for version, how in columns) + " |",
        "|---|" + "---|" * (1 + len(columns)),
    ]
    reached = [0] * (1 + len(columns))
    for line in hard:
        asked = [kept.get(f"{version} {how} {place(line)}") for version, how in columns]
        if None in asked:
            continue
        results = [line["forward"], *asked]
        reached = [
            n + (each["verdict"] == "reached") for n, each in zip(reached, results, strict=True)
        ]
        rows.append(f"| `{place(line)}` | " + " | ".join(map(cell, results)) + " |")
    count = len(rows) - 2
    rows.append(f"| reached, of {count} | " + " | ".join(map(str, reached)) + " |")
    first = [line for line in hard if kept.get(f"first code both {place(line)}")]
    head = FRESH_HEAD.format(
        first=count_reached(kept, "first code both", first),
        counted=len(first),
        lists=count_reached(kept, "lists both", first),
        seed=found["seed"],
        budget=BUDGET,
        drawn=len(drawn),
        easy=len(easy),
        errors=len(drawn) - len(easy) - len(hard),
        hard=len(hard),
    )
    return head + "\n".join(rows) + "\n" + differences(kept, hard)


def differences(kept: Kept, lines: list[Json]) -> str:
    """A sentence for each line that one version reached and the other one missed."""
    said = ""
    for line in lines:
        found = {each: kept.get(f"{each} both {place(line)}") for each in VERSIONS}
        by = [each for each in VERSIONS if found[each] and found[each]["verdict"] == "reached"]
        if len(by) == 1:
            args = ", ".join(f"{name}={value}" for name, value in found[by[0]]["args"].items())
            said += f"\nOnly *{by[0]}* reaches `{place(line)}`: with `{args}`.\n"
    return said


def count_reached(kept: Kept, asked: str, lines: list[Json]) -> int:
    return sum(kept.get(f"{asked} {place(line)}")["verdict"] == "reached" for line in lines)


def cell(result: Json) -> str:
    if result["error"]:
        return "error"
    how = f" by {result['method']}" if result["verdict"] == "reached" and result["method"] else ""
    numbers = f"{result['executions']} runs, {result['segments']} segments"
    return f"{result['verdict']}{how}, {numbers}, {result['seconds']:.1f} s"


if __name__ == "__main__":
    main()
