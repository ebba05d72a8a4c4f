"""Backward and climb, forward alone, and CrossHair on the programs of [004], Table 1.

python benchmarks/symcretic.py --crosshair-env DIR [--seconds 20]

Writes results/symcretic.json, results/symcretic.md and the table of docs/how/backward.md. For each
of the eleven targets, and for those with n conditions that do not matter at n = 10, 20 and 40: how
it ended, the segments that were read or run, the executions (in brackets those with plain values),
and the seconds of the whole process.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time
from typing import Any

import runs

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
RESULTS = HERE / "results" / "symcretic.json"
TABLE = HERE / "results" / "symcretic.md"
DOCS = ROOT / "docs" / "how" / "backward.md"
MARK, END = "## Measured", "## Next"
COUNTS = (10, 20, 40)

sys.path.insert(0, str(ROOT / "tests" / "backward"))

from paper import TARGETS, goal_line, program  # noqa: E402 - the tests' own programs

Json = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--crosshair-env", type=pathlib.Path, default=HERE / ".crosshair")
    parser.add_argument("--seconds", type=float, default=20.0, help="for each search")
    arguments = parser.parse_args()
    crosshair = runs.CrossHair(arguments.crosshair_env)
    rows: list[Json] = []
    for target in TARGETS:
        for count in COUNTS if target.endswith(": goal") else (0,):
            rows.append(_row(target, count, crosshair, arguments.seconds))
            print(_line(rows[-1]), flush=True)
    found = {"crosshair": crosshair.version(), "seconds": arguments.seconds, "targets": rows}
    RESULTS.write_text(json.dumps(found, indent=1) + "\n")
    text = _told(found)
    TABLE.write_text("# The programs of [004]\n\n" + text)
    before, _, rest = DOCS.read_text().partition(MARK)
    after = rest.partition(END)[2]
    DOCS.write_text(f"{before}{MARK}\n\n{text}\n{END}{after}")


def _row(target: str, count: int, crosshair: runs.CrossHair, seconds: float) -> Json:
    name = target.partition(":")[0]
    source, line = program(name, count or 10), goal_line(target, count or 10)
    with tempfile.TemporaryDirectory() as scratch:
        file = pathlib.Path(scratch, f"{name}.py")
        file.write_text(source)
        row = {
            "target": f"{target} n = {count}".replace(": goal", ",") if count else target,
            "both": _by_wend(file, line, "both", seconds),
            "forward": _by_wend(file, line, "forward", seconds),
        }
        file.write_text(_asserted(source, line, name))
        return {**row, "crosshair": _by_crosshair(file, crosshair, seconds)}


def _by_wend(file: pathlib.Path, line: int, direction: str, seconds: float) -> Json:
    """What `wend reach` does; all of it is measured, so nothing is recalled."""
    out = file.with_suffix(".json")
    started = time.monotonic()
    subprocess.run(
        [
            *(sys.executable, "-m", "wend", "reach", f"{file}:{line}", "--direction", direction),
            *("--budget", str(seconds), "--json", str(out), "-q", "--no-store"),
        ],
        check=False,
        stdout=subprocess.DEVNULL,
        cwd=ROOT,
    )
    taken = time.monotonic() - started
    (result,) = json.loads(out.read_text())["results"]
    return {
        "verdict": result["verdict"],
        "method": result["method"],
        "segments": result["segments"],
        "executions": result["executions"],
        "concrete": result["concrete"],
        "seconds": round(taken, 1),
    }


def _asserted(source: str, line: int, name: str) -> str:
    """The program with an assertion that fails at the target.

    CrossHair takes functions for contracts that begin with one.
    """
    lines = source.splitlines()
    goal = lines[line - 1]
    lines[line - 1] = goal[: len(goal) - len(goal.lstrip())] + "raise AssertionError"
    begin = next(at for at, each in enumerate(lines) if each.startswith(f"def {name}("))
    lines.insert(begin + 1, "    assert True")
    return "\n".join([*lines, ""])


def _by_crosshair(file: pathlib.Path, crosshair: runs.CrossHair, seconds: float) -> Json:
    started = time.monotonic()
    done = subprocess.run(
        [
            *(str(crosshair.command), "check", "--analysis_kind", "asserts", "--report_all"),
            *("--per_condition_timeout", str(seconds), "--verbose", str(file)),
        ],
        check=False,
        capture_output=True,
        text=True,
        cwd=file.parent,
    )
    taken = time.monotonic() - started
    verdict = "unknown"
    if "error: AssertionError" in done.stdout:
        verdict = "reached"
    elif "Confirmed over all paths" in done.stdout:
        verdict = "unreachable"
    executions = done.stderr.count("explore_loop() Iteration")
    return {"verdict": verdict, "executions": executions, "seconds": round(taken, 1)}


# Tables


def _told(found: Json) -> str:
    rows = [_line(row) for row in found["targets"]]
    return "\n".join(
        [
            "`benchmarks/symcretic.py`: the seven programs of [004], Table 1, with their eleven "
            "targets (`tests/backward/programs`), written from its figures, in Python; each search "
            f"has {found['seconds']:g} s, and nothing is recalled. Segments, executions (in "
            "brackets those with plain values, which cost next to nothing), seconds of the whole "
            f"process; CrossHair ({found['crosshair'].split()[1]}) looks for an assertion that "
            "fails there.",
            "",
            "| target | `wend reach` | forward alone | CrossHair |",
            "| --- | --- | --- | --- |",
            *rows,
            "",
        ]
    )


def _line(row: Json) -> str:
    cells = [_wend_cell(row["both"]), _wend_cell(row["forward"], with_method=False)]
    crosshair = row["crosshair"]
    cells.append(
        f"{crosshair['verdict']}: {crosshair['executions']:,} executions, {crosshair['seconds']} s"
    )
    return f"| {row['target']} | {' | '.join(cells)} |"


def _wend_cell(found: Json, *, with_method: bool = True) -> str:
    by = f" by {found['method']}" if with_method and found["method"] else ""
    segments = f"{found['segments']:,} segment" + ("s" if found["segments"] != 1 else "")
    plain = f" ({found['concrete']:,})" if found["concrete"] else ""
    return (
        f"{found['verdict']}{by}: {segments}, {found['executions']:,}{plain} executions, "
        f"{found['seconds']} s"
    )


if __name__ == "__main__":
    main()
