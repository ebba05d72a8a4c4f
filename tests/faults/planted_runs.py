"""Commands with one planted fault each, and what has to hold of them.

    python -m tests.faults.planted_runs SEED COUNT [DIRECTORY]

makes many of them, and prints those of which it does not hold.
"""

from __future__ import annotations

import ast
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.faults.planted import wend_copy

PROGRAM = """
import zlib
from dataclasses import dataclass
from typing import Optional


@dataclass
class Node:
    value: int
    next: "Optional[Node]" = None


class Account:
    def __init__(self, balance: int):
        if balance < 0:
            raise ValueError("negative")
        self.balance = balance

    def take(self, amount: int) -> int:
        if amount > self.balance:
            raise ValueError("too much")
        self.balance -= amount
        return self.balance


def grade(points: int, bonus: int) -> str:
    total = points + 2 * bonus
    if total > 90:
        return "best"
    if total * points == 91:
        return "odd"
    return "rest"


def never(n: int) -> int:
    if n > 10:
        if n < 5:
            return -1
        return 2
    return n // (n - 7)


def word(text: str) -> int:
    if text.startswith("ab") and text[2:].upper() == "CD":
        return text.index("c")
    return len(text.split(","))


def second(node: Optional[Node]) -> int:
    if node is not None and node.next is not None:
        if node.value == node.next.value + 3:
            return 1
    return 0


def careful(text: str) -> int:
    try:
        number = int(text) + len(text.strip())
    except Exception:
        return -1000
    if number == 44:
        return 1000
    return 0


def summed(items: list[int], table: dict[str, int]) -> int:
    if len(items) > 2 and items[1] == table.get("k"):
        return sum(items)
    return 0


def opaque(data: bytes, n: int) -> bool:
    return zlib.crc32(data) == n


def helper(n: int) -> int:
    if n % 3 == 1:
        return n * 2
    return n


def composed(a: int, b: int, x: float) -> str:
    if helper(a) + helper(b) == 77 and x > 1.5:
        return f"{a}-{b}"
    return str(a)
"""

LINES = {
    name: number
    for number, line in enumerate(PROGRAM.strip().split("\n"), 1)
    if (name := line.strip())
}


def _line(text: str) -> str:
    return f"t.py:{LINES[text]}"


COMMANDS: tuple[tuple[str, ...], ...] = (
    ("cover", "t.py::grade", "-o", "out", "--json", "r.json"),
    ("cover", "t.py::never", "-o", "out", "--json", "r.json"),
    ("cover", "t.py::second", "-o", "out", "--json", "r.json"),
    ("cover", "t.py::Account.take", "--json", "r.json", "-v"),
    ("cover", "t.py::opaque", "--json", "r.json", "--tree", "--max-executions", "30"),
    ("cover", "t.py::composed", "--json", "r.json", "--compositional", "on"),
    ("cover", "t.py", "-j", "2", "-o", "out", "--json", "r.json", "--max-executions", "30"),
    ("cover", "t.py", "--json", "r.json", "--total", "600", "--max-executions", "20"),
    ("cover", "t.py::word", "t.py::summed", "--json", "-", "--max-executions", "40"),
    ("cover", "t.py::careful", "--json", "r.json", "--max-executions", "40"),
    ("reach", _line("return -1"), "--json", "r.json"),
    ("reach", _line("return 1"), "--json", "r.json"),
    ("reach", _line('return "odd"'), "--json", "r.json"),
    ("reach", _line("return n * 2"), _line("return -1"), "--json", "r.json", "-j", "2"),
    (
        "reach",
        _line("return sum(items)"),
        _line('raise ValueError("negative")'),
        "--json",
        "r.json",
    ),
    ("summary", "t.py::never"),
)

KINDS = ("Planted", "RecursionError", "KeyError", "OSError", "AssertionError", "MemoryError")

MOST_CALLS = (0, 0, 0, 1, 3, 10, 100, 1000)

SECONDS = 1200


@dataclass(frozen=True)
class Ended:
    """A command that ended, and what it left."""

    code: int
    out: str
    err: str
    fired: bool
    document: Mapping[str, Any] | None
    """The JSON, if there is any."""
    problems: tuple[str, ...]


class PlantedRuns:
    """Runs of wend with planted faults, compared with runs without."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.copy = wend_copy(directory / "copy")
        self._called: dict[tuple[str, ...], list[str]] = {}
        self._true: dict[tuple[str, ...], dict[str, Any]] = {}
        self._number = 0

    def chosen(self, rng: random.Random) -> tuple[tuple[str, ...], bool, dict[str, str]]:
        """A command, whether it has a store, and a fault for it, by chance."""
        command = rng.choice(COMMANDS)
        self.learn(command)
        plant = {
            "PLANT_AT": rng.choice(self._called[command]),
            "PLANT_AFTER": str(rng.choice(MOST_CALLS)),
            "PLANT_KIND": rng.choice(KINDS),
        }
        return command, rng.random() < 0.3, plant

    def named(self, command: tuple[str, ...], place: str) -> str:
        """The whole name of a function that a command calls, from its file and its own name."""
        self.learn(command)
        file, name = place.split(" ")
        called = [each for each in self._called[command] if each.startswith(f"{file}:")]
        return next(each for each in called if each.endswith(f" {name}"))

    def learn(self, command: tuple[str, ...]) -> None:
        """Notes what a command calls and finds without a fault."""
        if command in self._called:
            return
        log = self.directory / f"called-{len(self._called)}"
        ended = self.run(command, has_store=True, plant={"PLANT_LOG": str(log)})
        assert not ended.problems, (command, ended)
        self._called[command] = sorted(set(log.read_text().split("\n")) - {""})
        for result in (ended.document or {}).get("results", ()):
            self._true[_name(command, result)] = result

    def run(self, command: tuple[str, ...], *, has_store: bool, plant: Mapping[str, str]) -> Ended:
        """Runs a command in a directory of its own; what should not be is in `problems`."""
        self._number += 1
        place = self.directory / f"run-{self._number}"
        (place / "tmp").mkdir(parents=True)
        (place / "t.py").write_text(PROGRAM.strip() + "\n")
        log = self.directory / f"log-{self._number}"
        told = {"PYTHONPATH": str(self.copy), "TMPDIR": f"{place}/tmp", "PLANT_LOG": str(log)}
        environment = {**os.environ, **told, **plant, "WEND_STORE": "off"}
        if has_store:
            del environment["WEND_STORE"]
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        process = subprocess.Popen(
            [sys.executable, "-m", "wend", *command, "--budget", "600"],
            cwd=place,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        problems = []
        try:
            out, err = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            problems.append("it did not end")
        problems += processes_of(str(place))
        problems += self._wrong_with(command, place, process.returncode, out, err)
        document = _document(command, place, out)
        # Confined processes have no log, and tell the fault to others.
        fired = "planted" in f"{out}{err}{document}"
        fired = fired or (bool(plant.get("PLANT_AT")) and log.exists() and bool(log.read_text()))
        return Ended(process.returncode, out, err, fired, document, tuple(problems))

    def _wrong_with(
        self, command: tuple[str, ...], place: Path, code: int, out: str, err: str
    ) -> Iterator[str]:
        if code not in (0, 1, 3, 4, 5) and not (code == 2 and "wend:" in err):
            yield f"exit code {code}"
        if "Traceback" in err + out:
            yield "a traceback"
        if "--json" in command and code != 3 and _document(command, place, out) is None:
            yield "no JSON"
        results = (_document(command, place, out) or {}).get("results", [])
        if code == 3 and any(each.get("cases") or each.get("case") for each in results):
            yield "exit code 3 with something to show"
        for result in results:
            yield from self._wrong_in(command, result)
        asked = len(self._expected(command))
        if results and asked and len(results) < asked:
            yield f"{len(results)} results of {asked}"
        reported = re.findall(r"report it with ([\w/.-]+)", json.dumps(results) + err)
        if code == 3 and "report it with" not in err:
            yield "no file to report"
        for file in reported:
            if not Path(file).is_file():
                yield f"there is no {file}"
        yield from _left_behind(place)

    def _expected(self, command: tuple[str, ...]) -> list[tuple[str, ...]]:
        return [name for name in self._true if name[: len(command)] == command]

    def _wrong_in(self, command: tuple[str, ...], result: Mapping[str, Any]) -> Iterator[str]:
        true = self._true.get(_name(command, result))
        name = result["target"]["function"]
        if true is None:
            return
        if (
            result["verdict"] in ("complete", "unreachable")
            and true["verdict"] != result["verdict"]
        ):
            yield f"{name} is {result['verdict']}, and truly {true['verdict']}"
        if result["verdict"] == "complete":
            if _shown(true) - _shown(result):
                yield f"{name} is complete without {_shown(true) - _shown(result)}"
            if result["coverage"]["lines"]["missed"] != true["coverage"]["lines"]["missed"]:
                yield f"{name} is complete with other lines missed"
        if "cases" in result and _findings(result) - _findings(true):
            yield f"{name} has other findings: {_findings(result) - _findings(true)}"


def _name(command: tuple[str, ...], result: Mapping[str, Any]) -> tuple[str, ...]:
    return *command, result["target"]["function"], str(result["target"]["line"])


def _shown(result: Mapping[str, Any]) -> set[tuple[str, str]]:
    """The outcomes of the cases, without values that depend on the inputs chosen."""
    outcomes = [each["outcome"] for each in result["cases"]]
    return {(each["kind"], str(each.get("type", ""))) for each in outcomes}


def _findings(result: Mapping[str, Any]) -> set[tuple[str, str]]:
    return {each for each in _shown(result) if each[0] != "returned"}


def _document(command: tuple[str, ...], place: Path, out: str) -> Mapping[str, Any] | None:
    if "--json" not in command:
        return None
    where = command[command.index("--json") + 1]
    try:
        text = out if where == "-" else (place / where).read_text()
        document: Mapping[str, Any] = json.loads(text)
    except (OSError, ValueError):
        return None
    return document


def _left_behind(place: Path) -> Iterator[str]:
    """What should not be in a directory in which a command has ended."""
    for file in [*place.rglob("*"), *place.rglob(".*")]:
        name = file.relative_to(place).as_posix()
        is_told = re.fullmatch(r"tmp/wend-failure-\w+\.txt", name)
        is_made = name.startswith((".wend/", "out/test_", "__pycache__", "out/__pycache__"))
        if name in ("t.py", "r.json", "out", "tmp", ".wend", "pyproject.toml") or is_told:
            continue
        if is_made and not name.endswith(".part"):
            if name.endswith(".py"):
                ast.parse(file.read_text())
            continue
        yield f"left behind: {name}"


def processes_of(place: str) -> Iterator[str]:
    """Processes with their temporary files in a place that are there a while after the end."""
    until = time.monotonic() + 15
    while found := [each for each in _processes() if _is_of(each, place)]:
        if time.monotonic() > until:
            yield f"{len(found)} processes left"
            for each in found:
                os.kill(each, signal.SIGKILL)
            return
        time.sleep(0.05)


def _processes() -> list[int]:
    return [int(each.name) for each in Path("/proc").iterdir() if each.name.isdigit()]


def _is_of(process: int, place: str) -> bool:
    try:
        if "\nState:\tZ" in Path(f"/proc/{process}/status").read_text():
            return False
        environment = Path(f"/proc/{process}/environ").read_bytes()
    except OSError:
        return False
    return f"TMPDIR={place}/tmp\0".encode() in environment


def main() -> None:
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    directory = Path(sys.argv[3] if len(sys.argv) > 3 else tempfile.mkdtemp(prefix="planted-"))
    runs = PlantedRuns(directory)
    rng = random.Random(seed)
    fired = bad = 0
    codes: dict[int, int] = {}
    for number in range(count):
        command, has_store, plant = runs.chosen(rng)
        ended = runs.run(command, has_store=has_store, plant=plant)
        fired += ended.fired
        codes[ended.code] = codes.get(ended.code, 0) + 1
        if ended.problems:
            bad += 1
            print(number, " ".join(command), dict(plant), has_store, flush=True)
            print("    ", *ended.problems, sep="\n    ", flush=True)
            print("    ", ended.err[-600:].replace("\n", "\n      "), flush=True)
    print(f"{count} runs, {fired} faults, {bad} bad, exit codes {codes}")


if __name__ == "__main__":
    main()
