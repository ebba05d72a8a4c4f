"""Lines of real code that a plain search forward misses or finds late: what each technique does.

python benchmarks/reach_lines.py choose   makes reach/lines.json, the list of lines
python benchmarks/reach_lines.py          asks each technique for each of them, writes the table
"""

from __future__ import annotations

import argparse
import ast
import json
import pathlib
import shlex
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from typing import Any

HERE = pathlib.Path(__file__).parent
MODULES = HERE / "reach" / "modules.txt"
LINES = HERE / "reach" / "lines.json"
RESULTS = HERE / "results" / "reach_lines.json"

MOST_FUNCTIONS = 2
"""Of one module: those with the most conditions."""

MOST_LINES = 70
"""Of one function."""

LOOK = 3.0
"""Seconds for `wend cover`, which tells the lines that are not easy."""

LATE = 0.5
"""Share of the budget after which a line is found late."""

TECHNIQUES: dict[str, tuple[str, ...]] = {
    "both": (),
    "backward": ("--direction", "backward"),
    "forward": ("--direction", "forward", "--compositional", "off"),
    "summaries": ("--direction", "forward", "--compositional", "on"),
}
"""What `wend reach` is asked with; `both` is what it does by itself."""

Json = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="?", choices=("choose", "measure", "table"))
    parser.add_argument("--wend", default=f"{sys.executable} -m wend")
    parser.add_argument("--budget", type=float, default=10.0)
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("reach_work.json"))
    arguments = parser.parse_args()
    wend = Wend(shlex.split(arguments.wend), arguments.budget)
    if arguments.what == "choose":
        choose(wend, Kept(arguments.work))
    if arguments.what == "measure":
        measure(wend, Kept(RESULTS))


class Kept:
    """Answers by a key, in a file: whoever is interrupted goes on where it was."""

    def __init__(self, file: pathlib.Path) -> None:
        self._file = file
        self._known: Json = json.loads(file.read_text()) if file.exists() else {}

    def get(self, key: str) -> Any:
        return self._known.get(key)

    def put(self, key: str, value: Any) -> Any:
        self._known[key] = value
        self._file.write_text(json.dumps(self._known, indent=1))
        return value


class Wend:
    """wend, called with `--json`."""

    def __init__(self, command: list[str], budget: float) -> None:
        self._command = command
        self._budget = budget

    def cover(self, file: str, function: str) -> Json:
        return self._result("cover", f"{file}::{function}", "--budget", str(LOOK))

    def reach(self, file: str, line: int, *options: str) -> Json:
        return self._result("reach", f"{file}:{line}", "--budget", str(self._budget), *options)

    def _result(self, *arguments: str) -> Json:
        with tempfile.TemporaryDirectory() as scratch:
            out = pathlib.Path(scratch, "found.json")
            command = [*self._command, *arguments, "-q", "--no-store", "--json", str(out)]
            try:
                done = subprocess.run(
                    command, check=False, cwd=scratch, capture_output=True, text=True, timeout=120
                )
            except subprocess.TimeoutExpired:
                return {"error": "it did not end"}
            if not out.exists():
                return {"error": done.stderr.strip()[-300:]}
            results = json.loads(out.read_text())["results"]
            return dict(results[0]) if results else {"error": done.stderr.strip()[-300:]}


def choose(wend: Wend, kept: Kept) -> None:
    """Looks for lines that a search forward misses or finds late."""
    chosen = []
    for module, file, function in functions():
        key = f"{module}:{function.name}"
        if kept.get(key) is None:
            result = wend.cover(file, function.name)
            missed = result.get("coverage", {}).get("lines", {}).get("missed", [])
            kept.put(key, {"missed": missed, "error": result.get("error")})
            print(key, len(missed), result.get("error") or "", flush=True)
    for module, file, function in functions():
        key = f"{module}:{function.name}"
        for line in last_missed(function, kept.get(key)["missed"]):
            place = f"{key}:{line}"
            found = kept.get(place)
            if found is None:
                found = kept.put(place, told(wend.reach(file, line, *TECHNIQUES["forward"])))
                print(place, found, flush=True)
            if is_hard(found, wend._budget):
                chosen.append({"module": module, "function": function.name, "line": line})
    LINES.write_text(json.dumps(chosen, indent=1) + "\n")
    print(len(chosen), "lines")


def measure(wend: Wend, kept: Kept) -> None:
    """Asks each technique for each line of the list."""
    for technique, options in TECHNIQUES.items():
        for each in json.loads(LINES.read_text()):
            place = f"{each['module']}:{each['function']}:{each['line']}"
            if kept.get(f"{technique} {place}") is None:
                found = told(wend.reach(str(file_of(each["module"])), each["line"], *options))
                kept.put(f"{technique} {place}", found)
                print(technique, place, found["verdict"], found["executions"], flush=True)


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
    return found["verdict"] != "reached" or found["seconds"] > LATE * budget


def functions() -> Iterator[tuple[str, str, ast.FunctionDef]]:
    """Of each module the functions with the most conditions, without those that yield or wait."""
    for module in MODULES.read_text().split():
        file = file_of(module)
        tree = ast.parse(file.read_text())
        found = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        plain = [node for node in found if is_plain(node)]
        plain.sort(key=conditions, reverse=True)
        for function in plain[:MOST_FUNCTIONS]:
            yield module, str(file), function


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
    firsts = {
        block[0].lineno
        for node in ast.walk(function)
        for name in ("body", "orelse", "finalbody")
        if isinstance(block := getattr(node, name, None), list) and block
    }
    return sorted(set(missed) & firsts)[-1:]


if __name__ == "__main__":
    main()
