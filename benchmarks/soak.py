"""Explores whatever is installed, with bombs and under blows, and checks that nothing is lost.

    python benchmarks/soak.py --minutes 30                 a new seed, which is printed
    python benchmarks/soak.py --seed 7 --minutes 10 --state soak.json

Each round runs one command on functions, a module, or functions with bombs, perhaps while processes
are killed or stopped, the disk is full or files may not be opened. Then it is checked that

- every target has a result, and no Reason is `internal`,
- every case does in plain Python as it was told,
- `--total` held, no traceback was shown, and the exit code says what the results do,
- no process, temporary file or lock is left.

The state file adds up the parts; the exit code is 1 where one of them found something.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent

NOT_TAKEN = frozenset(
    """
    antigravity this idlelib turtledemo turtle test tests lib2to3 ensurepip site-packages __main__
    pip setuptools _distutils_hack wend z3 bitwuzla __phello__ conftest
""".split()  # noqa: SIM905
)
"""Names of modules or packages that are not explored: they open windows, or are no libraries."""

TROUBLES = ("none", "none", "kill", "kill", "stop", "stop", "disk", "file-size", "descriptors")

CODES = {"none": {0, 1, 2, 4}, "stop": {0, 1, 2, 4}, "kill": {0, 1, 2, 4}}
"""Exit codes that may come; with others of the troubles, wend may have nothing to show (3)."""

SUBREAPER, STILL_THERE_SECONDS = 36, 3.0

BOMBS = {
    "hang": "while True: pass",
    "hang_natively": 're.match(r"(a|aa)+$", "a" * 60 + "b")',
    "sleep_natively": "ctypes.CDLL(None).sleep(1000)",
    "big_power": "9 ** 9 ** 9",
    "long_search": '"b" in "a" * 10**9 * 10',
    "fork": "os.fork()",
    "fork_natively": "ctypes.CDLL(None).fork()",
    "fork_for_ever": "while True: ctypes.CDLL(None).fork()",
    "memory": "b = [bytearray(10**8) for _ in range(100)]",
    "deep": "d = []\n        for _ in range(10**5): d = [d]\n        return d",
    "segfault": "ctypes.string_at(0)",
    "exit": "os._exit(0)",
    "exit_1": "os._exit(1)",
    "close": "os.closerange(0, 4096)",
    "close_natively": "[ctypes.CDLL(None).close(n) for n in range(4096)]",
    "write": "[os.write(int(n), b'x' * 99) for n in os.listdir('/proc/self/fd')]",
    "stop": 'ctypes.CDLL(None)["raise"](19)',
    "stop_parent": "ctypes.CDLL(None).kill(os.getppid(), 19)",
    "kill_parent": "ctypes.CDLL(None).kill(os.getppid(), 9)",
    "kill_group": "ctypes.CDLL(None).kill(0, 9)",
    "abort": "os.abort()",
    "thread": "threading.Thread(target=lambda: [None for _ in iter(int, 1)]).start()",
    "signals": "signal.signal(signal.SIGALRM, signal.SIG_IGN); time.sleep(1e9)",
    "recursion": "sys.setrecursionlimit(10**9); (f := lambda: f())()",
    "raise_odd": "raise type('E', (BaseException,), {'__str__': lambda self: 1 / 0})()",
    "file": "open('bomb.bin', 'wb').write(b'x' * 10**8)",
    "huge": "return 'x' * 10**8",
}

BOMB_IMPORTS = "import ctypes, os, re, signal, sys, threading, time\n\n"

BOMB = """
def {name}(a: int, s: str) -> object:
    if a > {number}:
        {bomb}
        return "after"
    if s == "{word}":
        return a + 1
    return [a, s]

"""


@dataclass
class Round:
    """One command and what it is to show."""

    kind: str
    trouble: str
    targets: list[str]
    jobs: int
    total: float
    writes_tests: bool
    seed: int


@dataclass
class Part:
    """What one call of this script did."""

    seed: int
    seconds: float = 0.0
    counts: Counter[str] = field(default_factory=Counter)
    findings: list[dict[str, Any]] = field(default_factory=list)
    worst: float = 0.0
    """The most seconds behind `--total`."""


# What is explored


def modules() -> list[tuple[str, Path]]:
    """The modules of the standard library and of installed packages, with their files."""
    paths = sysconfig.get_paths()
    found: list[tuple[str, Path]] = []
    for root in {Path(paths["stdlib"]), Path(paths["purelib"])}:
        for file in root.rglob("*.py"):
            parts = file.relative_to(root).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            is_plain = all(each.isidentifier() and each not in NOT_TAKEN for each in parts)
            if is_plain and name and not any(each.startswith("test_") for each in parts):
                found.append((name, file))
    return sorted(found)


def functions_of(targets: list[str]) -> list[str]:
    """The functions that wend finds below targets, in a process of its own."""
    code = "import sys; from wend.targets.locate import locate\n"
    code += "for target in sys.argv[1:]:\n"
    code += "    for each in locate(target): print(each, each.line, sep='\\t')"
    done = subprocess.run(
        [sys.executable, "-c", code, *targets], capture_output=True, text=True, check=False
    )
    return sorted(set(done.stdout.split("\n")) - {""}) if done.returncode == 0 else []


def planted(directory: Path, chance: random.Random, count: int) -> Path:
    """A module of functions with bombs; of some, the import is one."""
    chosen = chance.sample(sorted(BOMBS), count)
    text = BOMB_IMPORTS
    for name in chosen:
        word = "".join(chance.choices("abcxyz", k=4))
        text += BOMB.format(name=name, number=chance.randrange(50), bomb=BOMBS[name], word=word)
    if chance.random() < 0.15:
        bomb = BOMBS[chance.choice(["hang", "sleep_natively", "stop", "exit", "close", "segfault"])]
        text += f"\n{bomb}\n"
    file = directory / f"planted_{chance.randrange(10**6)}.py"
    file.write_text(text)
    return file


def rounds(chance: random.Random, directory: Path, *, only_bombs: bool) -> Iterator[Round]:
    """Rounds without end."""
    known = [] if only_bombs else modules()
    while True:
        kind = (
            "bombs" if only_bombs else chance.choice(("functions", "functions", "module", "bombs"))
        )
        if kind == "bombs":
            targets = [str(planted(directory, chance, chance.randrange(3, 9)))]
        else:
            name, file = chance.choice(known)
            if "def " not in file.read_text(errors="replace"):
                continue
            there = functions_of([name])
            if not there:
                continue
            targets = [name]
            if kind == "functions":
                names = sorted({each.partition("\t")[0] for each in there})
                targets = chance.sample(names, min(len(names), chance.randrange(8, 24)))
        yield Round(
            kind,
            chance.choice(TROUBLES),
            targets,
            chance.choice((1, 2, 3)),
            chance.choice((3.0, 4.0, 6.0, 9.0)),
            chance.random() < 0.5,
            chance.randrange(10**9),
        )


# One round


class Blows:
    """Kills or stops processes of a command, at random moments."""

    def __init__(self, trouble: str, process: int, chance: random.Random, part: Part) -> None:
        self._trouble, self._process = trouble, process
        self._chance, self._part = chance, part
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._strike)
        if trouble in ("kill", "stop"):
            self._thread.start()

    def _strike(self) -> None:
        number = signal.SIGKILL if self._trouble == "kill" else signal.SIGSTOP
        while not self._over.wait(self._chance.expovariate(1.5)):
            there = [each for each in descendants(self._process) if each != self._process]
            if there:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(self._chance.choice(there), number)
                    self._part.counts[f"{self._trouble} blows"] += 1

    def end(self) -> None:
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()


def descendants(process: int) -> list[int]:
    """A process and all below it."""
    found = [process]
    for each in found:
        for place in Path(f"/proc/{each}/task").glob("*/children"):
            with contextlib.suppress(OSError):
                found += map(int, place.read_text().split())
    return found


def limited(trouble: str) -> Callable[[], None]:
    def limit() -> None:
        if trouble == "file-size":
            resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
        elif trouble == "descriptors":
            resource.setrlimit(resource.RLIMIT_NOFILE, (48, 48))

    return limit


def played(round_: Round, part: Part, wend: str, room: Path) -> None:
    """Runs a round and notes what it finds."""
    chance = random.Random(round_.seed)
    temporary, tests, told = room / "tmp", room / "tests", room / "told.json"
    for each in (temporary, tests):
        shutil.rmtree(each, ignore_errors=True)
    temporary.mkdir()
    told.unlink(missing_ok=True)
    command = [wend, "cover", *round_.targets, "--total", f"{round_.total:g}", "--no-store"]
    command += ["-q", "-j", str(round_.jobs), "--seed", str(round_.seed % 1000)]
    command += ["--json", str(told)]
    if round_.writes_tests:
        command += ["-o", str(tests)]
    if round_.trouble == "disk":
        script = 'mount -t tmpfs -o size=200k none "$0" && exec "$@"'
        command = ["unshare", "-rm", "sh", "-c", script, str(temporary), *command]
    expected = functions_of(round_.targets)
    environment = os.environ | {"TMPDIR": str(temporary), "PYTHONPATH": ""}
    if round_.trouble == "file-size":  # Python itself would leave the beginnings of compiled files
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
    quiet = start_seconds(wend)
    begun = time.monotonic()
    process = subprocess.Popen(
        command,
        cwd=room,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=limited(round_.trouble),
        start_new_session=True,
    )
    blows = Blows(round_.trouble, process.pid, chance, part)
    problems: list[str] = []
    try:
        said, errors = process.communicate(timeout=3 * round_.total + 60)
    except subprocess.TimeoutExpired:
        problems.append("it never ended")
        for each in reversed(descendants(process.pid)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        said, errors = process.communicate()
    finally:
        blows.end()
    behind = time.monotonic() - begun - round_.total
    part.worst = max(part.worst, behind)
    # A busy machine takes longer to start and to end a command: as often as it does now.
    if behind > max(1.0, 0.1 * round_.total) + 3 * max(quiet, start_seconds(wend)):
        problems.append(f"--total {round_.total:g} was overrun by {behind:.1f} s")
    problems += left_behind(temporary, room, has_kills=round_.trouble == "kill")
    codes = CODES.get(round_.trouble, {0, 1, 2, 3, 4})
    if process.returncode not in codes:
        problems.append(f"exit code {process.returncode}")
    for stream in (said, errors):
        if "Traceback (most recent call last)" in stream or "error of wend itself" in stream:
            problems.append(f"a traceback: {stream[-1500:]}")
    problems += told_wrongly(round_, part, told, expected, room)
    part.counts["commands"] += 1
    part.counts[round_.kind] += 1
    part.counts[f"trouble {round_.trouble}"] += 1
    part.counts["targets"] += len(expected)
    if round_.kind == "functions":
        part.counts["functions explored"] += len(expected)
    for problem in problems:
        note = vars(round_) | {"problem": problem, "errors": errors[-800:], "part": part.seed}
        if round_.kind == "bombs":
            note["source"] = Path(round_.targets[0]).read_text()
        part.findings.append(note)
        print(f"FOUND {round_.kind} {round_.trouble} {round_.targets[:2]}: {problem}", flush=True)


def start_seconds(wend: str) -> float:
    """What the start of a command takes at present."""
    begun = time.monotonic()
    subprocess.run([wend, "--version"], capture_output=True, check=False)
    return time.monotonic() - begun


def left_behind(temporary: Path, room: Path, *, has_kills: bool) -> list[str]:
    """The processes and files that a command left."""
    problems = []
    until = time.monotonic() + STILL_THERE_SECONDS
    while time.monotonic() < until:
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        there = descendants(os.getpid())[1:]
        if not there:
            break
        time.sleep(0.05)
    else:
        names = []
        for each in there:
            with contextlib.suppress(OSError):
                state = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()[0]
                names.append(f"{each} {state} {Path(f'/proc/{each}/cmdline').read_text()[:80]}")
        problems.append(f"{len(there)} processes are left: {names}")
        for each in there:
            with contextlib.suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
    files = [str(each.relative_to(temporary)) for each in temporary.iterdir()]
    files += [each.name for each in room.glob(".wend*")]
    if has_kills:  # whoever should have removed the directory of a run may be killed
        files = [each for each in files if not each.startswith("wend-run-")]
    if files:
        texts = [(temporary / each).read_text()[-1500:] for each in files if each.endswith(".txt")]
        problems.append(f"files are left: {files} {texts}")
    for each in room.glob(".wend*"):
        shutil.rmtree(each, ignore_errors=True)
    return problems


def told_wrongly(
    round_: Round, part: Part, told: Path, expected: list[str], room: Path
) -> list[str]:
    """What is wrong with the results of a command."""
    if not told.exists():
        return [] if round_.trouble in ("file-size", "descriptors", "disk") else ["no JSON"]
    if round_.trouble == "file-size":
        return []  # it has the results that found a place
    try:
        results = json.loads(told.read_text())["results"]
    except ValueError as error:
        return [f"the JSON can't be read: {error}"]
    problems = []
    if len(results) != len(expected):
        problems.append(f"{len(results)} results for {len(expected)} targets")
    for result in results:
        part.counts[f"verdict {result['verdict']}"] += 1
        for reason in result["reasons"]:
            if reason["what"] == "internal":
                problems.append(f"{result['target']}: {reason['says']} {reason['remedy']}")
            if reason["what"] in ("overdue", "stopped", "shortage"):
                part.counts[f"reason {reason['what']}"] += 1
    by_module: dict[str, list[Any]] = {}
    for result in results:
        if result.get("cases"):
            by_module.setdefault(result["target"]["file"], []).append(result)
    for file, of_module in by_module.items():
        problems += replayed_wrongly(part, room, file, of_module)
    return problems


def replayed_wrongly(part: Part, room: Path, file: str, results: list[Any]) -> list[str]:
    """The cases of a module that do otherwise in plain Python, which is confined as tests are."""
    from wend.confine.launch import REPORT, launcher
    from wend.targets.locate import module_of_file

    ref = module_of_file((room / file).resolve())
    request = room / "request.json"
    asked = {"module": ref.name, "file": ref.file, "root": ref.root, "results": results}
    request.write_text(json.dumps(asked))
    script = str(HERE / "soak_replay.py")
    command = launcher([sys.executable, script, REPORT, str(request)])
    try:
        done = subprocess.run(
            command, cwd=room, capture_output=True, text=True, timeout=300, check=False
        )
        (_, text), *_ = json.loads(done.stdout)
        told = json.loads(text)
    except (subprocess.TimeoutExpired, ValueError):
        part.counts["modules not replayed"] += 1
        return []
    finally:
        request.unlink(missing_ok=True)
    problems = []
    for function, number, verdict, says in told:
        part.counts[f"cases {verdict}"] += 1
        if verdict == "differs":
            case = next(
                each["cases"][number] for each in results if each["target"]["function"] == function
            )
            shown = json.dumps({"args": case["args"], "outcome": case["outcome"]})[:600]
            problems.append(f"{file} {function}: told {shown}, but {says}")
    return problems


# A part


def soaked(part: Part, room: Path, wend: str, *, only_bombs: bool) -> Iterator[None]:
    """Rounds of a part; where it is written after each, one that is interrupted counts as well."""
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)  # what is left behind becomes our child
    begun = time.monotonic()
    for round_ in rounds(random.Random(part.seed), room, only_bombs=only_bombs):
        played(round_, part, wend, room)
        part.seconds = time.monotonic() - begun
        yield


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--state", type=Path, default=HERE / "results" / "soak.json")
    parser.add_argument("--wend", default=str(Path(sys.executable).with_name("wend")))
    parser.add_argument("--only-bombs", action="store_true")
    parser.add_argument("--rounds", type=int, default=10**9, help="no more than so many")
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    part = Part(given.seed)
    before = json.loads(given.state.read_text()) if given.state.exists() else []
    with tempfile.TemporaryDirectory(prefix="soak-") as room:
        for _ in soaked(part, Path(room), given.wend, only_bombs=given.only_bombs):
            parts = [*before, vars(part) | {"counts": dict(sorted(part.counts.items()))}]
            given.state.write_text(json.dumps(parts, indent=1) + "\n")
            if part.seconds >= 60 * given.minutes or part.counts["commands"] >= given.rounds:
                break
    sums: Counter[str] = sum((Counter(each["counts"]) for each in parts), Counter())
    print(json.dumps(dict(sorted(sums.items())), indent=1))
    found = sum(len(each["findings"]) for each in parts)
    minutes = sum(each["seconds"] for each in parts) / 60
    print(f"{len(parts)} parts, {minutes:.0f} minutes, {found} findings")
    print(f"worst overrun of this part: {part.worst:.1f} s")
    return 1 if part.findings else 0


if __name__ == "__main__":
    sys.exit(main())
