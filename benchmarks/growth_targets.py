"""How the cost of a call grows with its targets, and what a second process gains.

python benchmarks/growth_targets.py [--wend "python -m wend"] [--counts 1 10 100] [--repeat 3]

Modules of so many small functions of several kinds are made and explored. Seconds of the clock
and of the processors are measured, of all processes together; the best of some repetitions counts.
A growth of 1.0 is linear: ten times the targets take ten times as long.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import resource
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).resolve().parent / "results" / "growth_targets.json"
COUNTS = (1, 10, 100)
JOBS_COUNT = 30
"""Targets of the comparison of one process with two."""

PR_SET_CHILD_SUBREAPER = 36
"""prctl(2): processes whose parent is gone become our children, so that their seconds count."""

KINDS = (
    """
def clamp_{at}(x: int, low: int, high: int) -> int:
    if low > high:
        raise ValueError("empty")
    if x < low + {at}:
        return low
    return high if x > high else x
""",
    """
def word_{at}(s: str) -> str:
    if s.startswith("no{at}"):
        return "denied"
    if s == "yes{at}":
        return "granted"
    return "unknown"
""",
    """
def first_{at}(xs: list[int]) -> int:
    if not xs:
        return -1
    if xs[0] == {at}:
        return 1
    return xs[0] % 7
""",
    """
def price_{at}(grams: int, express: bool) -> int:
    total = 390 if grams <= 500 else 590 if grams <= {at} + 2000 else 990
    if express:
        total += 700
    return total
""",
    """
def span_{at}(pair: tuple[int, int]) -> int:
    low, high = pair
    if low > high:
        raise ValueError(pair)
    return high - low if high < {at} else {at}
""",
)


def module_of(count: int) -> str:
    return "\n".join(KINDS[at % len(KINDS)].format(at=at) for at in range(count))


def measured(command: list[str], file: Path, jobs: int) -> tuple[float, float]:
    """Seconds of the clock and of the processors that one exploration takes."""
    before = _processor_seconds()
    started = time.perf_counter()
    subprocess.run(
        [*command, "cover", file.name, "-q", "--no-store", "-j", str(jobs)],
        cwd=file.parent,
        stdout=subprocess.DEVNULL,
        check=False,
    )
    seconds = time.perf_counter() - started
    while _reap():
        pass
    return seconds, _processor_seconds() - before


def _processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _reap() -> bool:
    """Waits for one of the processes that the exploration left to us."""
    try:
        os.wait()
    except ChildProcessError:
        return False
    return True


def best(command: list[str], count: int, jobs: int, repeat: int) -> tuple[float, float]:
    """The least seconds of several explorations of new files: nothing is kept between them."""
    found = []
    for _ in range(repeat):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "targets.py"
            file.write_text(module_of(count))
            found.append(measured(command, file, jobs))
    return min(seconds for seconds, _ in found), min(used for _, used in found)


def growth(command: list[str], counts: list[int], repeat: int) -> list[dict[str, Any]]:
    """A row for each number of targets, with the growth since the row before."""
    rows: list[dict[str, Any]] = []
    for count in counts:
        seconds, used = best(command, count, 1, repeat)
        row = {"targets": count, "seconds": round(seconds, 3), "processor": round(used, 3)}
        if rows:
            last = rows[-1]
            times = count / last["targets"]
            row["growth"] = round(seconds / last["seconds"] / times, 2)
            row["processor_growth"] = round(used / last["processor"] / times, 2)
        rows.append(row)
    return rows


def side_by_side(command: list[str], repeat: int) -> dict[str, Any]:
    """One process and two, over the same targets."""
    found = {jobs: best(command, JOBS_COUNT, jobs, repeat) for jobs in (1, 2)}
    return {
        "targets": JOBS_COUNT,
        "seconds": {str(jobs): round(seconds, 3) for jobs, (seconds, _) in found.items()},
        "processor": {str(jobs): round(used, 3) for jobs, (_, used) in found.items()},
        "ratio": round(found[1][0] / found[2][0], 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--wend", default=f"{sys.executable} -m wend", metavar="COMMAND")
    parser.add_argument("--counts", type=int, nargs="+", default=list(COUNTS))
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
    command = shlex.split(arguments.wend)
    rows = growth(command, arguments.counts, arguments.repeat)
    print("| targets | seconds | a target | growth | processor seconds | growth |")
    print("|--:|--:|--:|--:|--:|--:|")
    for row in rows:
        each = 1000 * row["seconds"] / row["targets"]
        print(
            f"| {row['targets']} | {row['seconds']:.2f} | {each:.0f} ms | {row.get('growth', '')} "
            f"| {row['processor']:.2f} | {row.get('processor_growth', '')} |"
        )
    jobs = side_by_side(command, arguments.repeat)
    print(
        f"\n{jobs['targets']} targets: {jobs['seconds']['1']:.2f} s with -j 1, "
        f"{jobs['seconds']['2']:.2f} s with -j 2, {jobs['ratio']} times as fast"
    )
    arguments.out.write_text(json.dumps({"growth": rows, "jobs": jobs}, indent=1) + "\n")


if __name__ == "__main__":
    main()
