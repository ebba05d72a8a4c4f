"""Attacks what wend calls complete and unreachable: random programs and mutants, run plainly.

python benchmarks/attack.py --seed 7 --minutes 60 [--only mutants] [-j 2] [--state FILE]

Prints what was compared and each wrong verdict, with the file and the input that show it. What was
done is kept in the state file, so the same command goes on where it was ended. `tests/attack`
says how a file is made and judged. The file of a round is made by its seed and number alone.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests" / "attack"))

from judge import Effort, Judged, judged  # noqa: E402
from mutants import mutants  # noqa: E402

from programs import random_programs  # noqa: E402

KINDS: dict[str, Callable[[int, int], tuple[str, list[str]]]] = {
    "programs": random_programs,
    "mutants": mutants,
}
FUNCTIONS = 16
"""In one file."""


class State:
    """What was done so far, in a file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        known = json.loads(file.read_text()) if file.exists() else {}
        self.done: set[str] = {*known.get("done", ())}
        self.counts = {kind: Counter(known.get("counts", {}).get(kind)) for kind in KINDS}
        self.wrong: list[str] = known.get("wrong", [])
        self.faults: list[str] = known.get("faults", [])
        self.minutes: float = known.get("minutes", 0.0)

    def add(self, kind: str, number: int, found: Judged | None, fault: str = "") -> None:
        self.done.add(f"{kind} {number}")
        if found is None:
            self.faults.append(fault)
            return
        told = asdict(found)
        self.wrong += told.pop("wrong")
        self.counts[kind].update(told)

    def write(self) -> None:
        told = {
            "minutes": round(self.minutes, 1),
            "counts": self.counts,
            "wrong": self.wrong,
            "faults": self.faults,
            "done": sorted(self.done),
        }
        beside = self.file.with_suffix(".new")
        beside.write_text(json.dumps(told, indent=1))
        beside.replace(self.file)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--only", choices=[*KINDS])
    parser.add_argument("-j", "--jobs", type=int, default=2)
    parser.add_argument("--state", type=Path)
    parser.add_argument("--round", type=int, help="make and judge this one file, and keep it here")
    given = parser.parse_args()
    kinds = [given.only] if given.only else [*KINDS]
    warnings.simplefilter("ignore")
    if given.round is not None:
        for kind in kinds:
            found = _judged(Path.cwd(), kind, given.seed, given.round)
            print(json.dumps(asdict(found), indent=1))
        return 0
    state = State(given.state or Path(tempfile.gettempdir()) / f"attack-{given.seed}.json")
    _attack(state, kinds, given.seed, given.minutes, given.jobs)
    for kind in kinds:
        told = [f"{count:,} {what}" for what, count in state.counts[kind].items()]
        print(f"{kind}:", ", ".join(told))
    print(f"{state.minutes:.0f} minutes, {len(state.wrong)} wrong runs, faults: {state.faults}")
    return 1 if state.wrong else 0


def _attack(state: State, kinds: list[str], seed: int, minutes: float, jobs: int) -> None:
    began = last = time.monotonic()
    rounds = iter(
        (kind, number)
        for number in range(10**6)
        for kind in kinds
        if f"{kind} {number}" not in state.done
    )
    with tempfile.TemporaryDirectory(prefix="attack") as folder, ThreadPoolExecutor(jobs) as pool:
        asked: dict[Future[Judged], tuple[str, int]] = {}
        while asked or time.monotonic() - began < 60 * minutes:
            while len(asked) < jobs and time.monotonic() - began < 60 * minutes:
                kind, number = next(rounds)
                place = Path(folder) / f"{kind}{number}"
                place.mkdir()
                asked[pool.submit(_judged, place, kind, seed, number)] = kind, number
            for done in wait(asked, return_when=FIRST_COMPLETED).done:
                kind, number = asked.pop(done)
                try:
                    found, fault = done.result(), ""
                except (AssertionError, subprocess.TimeoutExpired) as error:
                    found, fault = None, f"{kind} {number}: {str(error)[-300:]}"
                state.add(kind, number, found, fault)
                for each in found.wrong[:3] if found is not None else ():
                    print(f"WRONG --seed {seed} --only {kind} --round {number}: {each}", flush=True)
            now = time.monotonic()
            state.minutes, last = state.minutes + (now - last) / 60, now
            state.write()


def _judged(folder: Path, kind: str, seed: int, number: int) -> Judged:
    made, functions = KINDS[kind](seed * 1_000_000 + number, FUNCTIONS)
    file = folder / f"{kind}_{seed}_{number}.py"
    file.write_text(made)
    return judged(file, number, functions, Effort())


if __name__ == "__main__":
    sys.exit(main())
