"""What the store saves: a first run, a second one on the same code, one after a change.

Each target is copied into a project of its own and covered with tests and JSON written. The second
run has to give the same files. Seconds are wall time of whole processes.
"""

from __future__ import annotations

import argparse
import re
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from runs import HERE, Cost, timed

ROOT = HERE.parent
TARGETS = (
    "examples/shipping.py::quote",
    "examples/shipping.py",
    "tests/programs/gcd.py",
    "tests/programs/versions.py",
    "tests/programs/roman.py",
    "benchmarks/mixed/text.py",
)
AGAIN = 3
"""Second runs; the quickest counts, as it does for start-up times."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", default=TARGETS)
    parser.add_argument("--budget", default="5", help="seconds for each function")
    options = parser.parse_args()
    print("| target | first run | second run | ratio | after a change | without the store |")
    print("|---|---|---|---|---|---|")
    ratios = []
    for target in options.targets:
        first, second, changed, fresh, same = measured(target, options.budget)
        ratios.append(first / second)
        note = "" if same else " **other files**"
        print(
            f"| {target}{note} | {first:.2f} s | {second:.3f} s | {ratios[-1]:.0f} "
            f"| {changed:.2f} s | {fresh:.2f} s |",
            flush=True,
        )
    print(f"\nMedian ratio: {statistics.median(ratios):.0f}")
    return 0


def measured(target: str, budget: str) -> tuple[float, float, float, float, bool]:
    """Seconds of a first and a second run, of one after a change and the same without a store."""
    file, separator, name = target.partition("::")
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        (project / "pyproject.toml").touch()
        copy = project / Path(file).name
        shutil.copy(ROOT / file, copy)
        asked = f"{copy.name}{separator}{name}"

        def run(*more: str) -> Cost:
            command = [sys.executable, "-m", "wend", "cover", asked, "--budget", budget, "-q"]
            written = ["-o", "out", "--json", "result.json"]
            extra = {"PYTHONPATH": str(ROOT / "src"), "WEND_STORE": ""}
            return timed([*command, *written, *more], project, 3600, extra)

        first = run().wall
        files = read(project)
        second = min(run().wall for _ in range(AGAIN))
        same = read(project) == files
        text = copy.read_text()
        copy.write_text(re.sub(r"^(def .*:)$", r"\1  # changed", text, count=1, flags=re.MULTILINE))
        return first, second, run().wall, run("--no-store").wall, same


def read(project: Path) -> dict[str, bytes]:
    """The files that were written."""
    written = [project / "result.json", *(project / "out").glob("*.py")]
    return {each.name: each.read_bytes() for each in written}


if __name__ == "__main__":
    sys.exit(main())
