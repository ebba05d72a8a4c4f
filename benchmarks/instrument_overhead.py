"""How much slower instrumented code is than plain code, when nothing in it is tracked.

    python benchmarks/instrument_overhead.py [--write]

Each loop is timed plain and instrumented in turns, in one process; the ratio is of the best times.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FunctionType

import library_loops
import plain_loops
import program_loops
import small_loops

from wend.run import admission
from wend.run.guard import Guard
from wend.run.recorder import Recorder, recording

MODULES = (plain_loops, library_loops, program_loops, small_loops)
LOOPS = [loop for module in MODULES for loop in module.LOOPS]
RESULTS = Path(__file__).parent / "results" / "instrument_overhead.md"
BEFORE = "before"
NOTES = [
    "Above 3 or near it, and why:",
    "",
    "- `members_of_sets_and_dicts`, `type_keys`, `frozen_sets`, `members_of_deques` (about 3):",
    "  what is looked up, and what it is looked up in, are looked at, of many types; of",
    "  frozensets all members are.",
    "- `slices_as_fields` (above): the last slice is known to a subscript; where they take",
    "  turns, a function looks at each of them.",
    "- `curried`, `closures_of_lists`, `counting_closures` (above): a function that was made",
    "  anew is asked for its code, which is an audit event of 0.2 µs; one that lives on is",
    "  looked up by a weak reference.",
    "- `merged_heaps` (above): of methods like `iterator.__next__` there are no weak references,",
    "  and to keep them would keep the iterators.",
    "- `sorted_by_methods` (above): a bound method that is a key is made anew, and asked for.",
    "- `split_bytes` (about 3): the bytes that are joined are looked at one by one, where a class",
    "  with an `__eq__` of its own was met.",
    "- `methods_by_name`, `functions_of_tables`, `super_calls` (about 3): what is called is",
    "  compared with what was called before, in several ways, and takes 50 ns itself.",
    "- `cached_calls`, `cached_by_two`, `texts_of_errors`, `partial_calls`, `operator_functions`",
    "  (about 3): a call of C code of 50 to 100 ns has a function of ours in its place, which",
    "  looks.",
    "- `substituted_patterns`, `filled_templates` (below 3): what a function gives in place of a",
    "  match may be tracked, so a function of ours calls it.",
    "- `popped_tuples` (below 3): a tuple that came from elsewhere and has not met the garbage",
    "  collector is looked into by a function, once; one that the function itself made and gave",
    "  a name (`new_keys`, `nested_keys`) is looked at where it is made, by the twin.",
    "- `bytes_of_arrays`, `grown_bytes`, `read_bytearrays`, `joined_bytearrays`,",
    "  `filled_buffers`, `inserted_bytes` (about 3): a bytearray may hold tracked bytes later,",
    "  so it is of a class of ours, on which the interpreter has no shortcuts.",
    "- `rows_of_csv` (about 3): a reader is one of ours, since its lines may be tracked.",
    "",
    "`x in items` of a list that begins with something plain is done by the twin, whatever comes",
    "after: what is tracked there compares itself, and each comparison is a decision of its own.",
    "Other lists and tuples are asked as one condition.",
]
"""What is above 3, and why; said below the table."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=60, help="how often each loop is timed")
    parser.add_argument("--seconds", type=float, default=0.002, help="of each turn")
    parser.add_argument("--only", default=[""], nargs="+", help="the loops of these names")
    parser.add_argument("--write", action="store_true", help=f"write {RESULTS.name}")
    options = parser.parse_args()
    loops = [loop for loop in LOOPS if any(name in loop.__name__ for name in options.only)]
    ratios = measured(loops, options.turns, options.seconds)
    if options.write:
        write(ratios)
    for name, ratio in ratios.items():
        print(f"{name:<28}{ratio:>6.2f}")
    print(f"{'median':<28}{statistics.median(ratios.values()):>6.2f}")


def measured(loops: list[Callable[[], object]], turns: int, seconds: float) -> dict[str, float]:
    """For each loop the best time of its twin by the best time of its plain code.

    The guard's audit hook is there, as in each run.
    """
    Guard(()).install()
    codes = [
        (function, function.__code__)
        for function in gc.get_objects()
        if type(function) is FunctionType
    ]
    for module in MODULES:
        admission.admit_module(module)
    with recording(Recorder()):
        for loop in loops:
            loop()  # which meets what it calls, in the library, too
    originals = [(function, code) for function, code in codes if function.__code__ is not code]
    twins = [(function, function.__code__) for function, _ in originals]
    best: dict[tuple[str, bool], float] = {}
    with recording(Recorder()):
        for _ in range(turns):
            for loop in loops:
                for is_twin, codes in ((False, originals), (True, twins)):
                    use(codes)
                    # Of one length for both: what else runs on the machine is in neither of them.
                    repeats = max(1, int(seconds / max(timed(loop, 1), 1e-7)))
                    key = loop.__name__, is_twin
                    best[key] = min(best.get(key, 1e9), timed(loop, repeats))
    return {loop.__name__: best[loop.__name__, True] / best[loop.__name__, False] for loop in loops}


def write(ratios: dict[str, float]) -> None:
    """Puts the ratios into the column of this Python in the table of results."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    columns = read()
    columns.setdefault(version, {}).update(ratios)
    versions = sorted(columns, key=lambda name: (name != BEFORE, name))
    rows = [
        "# Instrumented code on plain values",
        "",
        "Time of the twin by the time of the plain code, best of many turns, both in one process,",
        "in turns (`benchmarks/instrument_overhead.py --write`, once for each Python), with the",
        "audit hook of the guard that every run has.",
        f"{BEFORE}: 3.11, when every probe was a call.",
        "",
        f"| loop | {' | '.join(versions)} |",
        f"|---|{'---|' * len(versions)}",
    ]
    for loop in LOOPS:
        cells = [columns[each].get(loop.__name__) for each in versions]
        texts = ["" if cell is None else f"{cell:.1f}" for cell in cells]
        rows.append(f"| {loop.__name__} | {' | '.join(texts)} |")
    medians = [f"{statistics.median(columns[each].values()):.1f}" for each in versions]
    rows.append(f"| median | {' | '.join(medians)} |")
    RESULTS.write_text("\n".join([*rows, "", *NOTES]) + "\n")


def read() -> dict[str, dict[str, float]]:
    """The columns that were written before."""
    if not RESULTS.exists():
        return {}
    lines = [line for line in RESULTS.read_text().splitlines() if line.startswith("|")]
    table = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    columns: dict[str, dict[str, float]] = {name: {} for name in table[0][1:]}
    for loop, *cells in table[2:-1]:
        for name, cell in zip(table[0][1:], cells, strict=True):
            if cell:
                columns[name][loop] = float(cell)
    return columns


def use(codes: list[tuple[FunctionType, object]]) -> None:
    for function, code in codes:
        function.__code__ = code  # type: ignore[assignment]


def timed(loop: Callable[[], object], repeats: int) -> float:
    start = time.thread_time()
    for _ in range(repeats):
        loop()
    return (time.thread_time() - start) / repeats


if __name__ == "__main__":
    main()
