"""The three ways to deal with opaque calls, side by side: writes the table of docs/how/opaque.md.

python benchmarks/opaque_modes.py --wend "python -m wend" --budget 5
"""

# ruff: noqa: E501 (prose)

from __future__ import annotations

import argparse
import json
import pathlib
import shlex
import subprocess
import tempfile
from typing import Any

HERE = pathlib.Path(__file__).parent
PROGRAMS = HERE / "opaque" / "hashes.py"
TABLE = HERE.parent / "docs" / "how" / "opaque.md"
MODES = ("concretize", "sound", "higher-order")

MARK = "## Measured"
HEAD = (
    MARK
    + """

`benchmarks/opaque_modes.py`, {budget:g} seconds for each function and mode, nothing drawn by chance (`--no-chance`): branches reached of {branches}, runs that left their path, executions.

"""
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wend", default="python -m wend")
    parser.add_argument("--budget", type=float, default=5.0)
    arguments = parser.parse_args()
    found = {mode: explored(arguments.wend, mode, arguments.budget) for mode in MODES}
    names = list(found["sound"])
    rows = ["| function | " + " | ".join(MODES) + " |", "|---|" + "---:|" * len(MODES)]
    for name in names:
        cells = [cell(found[mode][name]) for mode in MODES]
        rows.append(f"| `{name}` | " + " | ".join(cells) + " |")
    totals = []
    for mode in MODES:
        results = found[mode].values()
        hit = sum(len(each["coverage"]["branches"]["hit"]) for each in results)
        divergences = sum(each["divergences"] for each in results)
        executions = sum(each["executions"] for each in results)
        totals.append(f"**{hit}**, {divergences} left, {executions}")
    rows.append("| all | " + " | ".join(totals) + " |")
    some = found["sound"].values()
    branches = sum(len(v) for each in some for v in each["coverage"]["branches"].values())
    text = HEAD.format(budget=arguments.budget, branches=branches) + "\n".join(rows) + "\n"
    TABLE.write_text(TABLE.read_text().partition(MARK)[0] + text)
    print(text)


def explored(wend: str, mode: str, budget: float) -> dict[str, dict[str, Any]]:
    with tempfile.TemporaryDirectory() as scratch:
        out = pathlib.Path(scratch, "found.json")
        subprocess.run(
            [
                *shlex.split(wend),
                *("cover", str(PROGRAMS), "--imprecision", mode, "--no-chance", "--no-store"),
                *("--opaque", "hashes.fnv", "--opaque", "hashes.word_hash"),
                *("--opaque", "hashes.account_hash"),
                *("--budget", str(budget), "--json", str(out), "-q", "-o", scratch),
            ],
            check=False,
        )
        results = json.loads(out.read_text())["results"]
    left_out = ("fnv", "word_hash", "account_hash")
    return {
        each["target"]["function"]: each
        for each in results
        if each["target"]["function"] not in left_out
    }


def cell(result: dict[str, Any]) -> str:
    branches = result["coverage"]["branches"]
    all_of_them = len(branches["hit"]) + len(branches["missed"])
    left = f", {result['divergences']} left" if result["divergences"] else ""
    return f"{len(branches['hit'])}/{all_of_them}{left}, {result['executions']}"


if __name__ == "__main__":
    main()
