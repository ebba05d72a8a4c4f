"""One run of a tool on one function: what it cost and which inputs it gave."""

from __future__ import annotations

import ast
import contextlib
import ctypes
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
TIMELINE = HERE / "crosshair_timeline.py"
WEND_TIMELINE = HERE / "wend_timeline.py"
CROSSHAIR = ("crosshair-tool==0.0.112", "z3-solver==5.4.0.0")
PR_SET_CHILD_SUBREAPER = 36
BY_PROCESSOR = HERE / "by_processor.py"
RUN_SECONDS = 4.0
ORPHAN_SECONDS = 5.0
"""How long processes that outlive a command are waited for."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function under test: a module of the corpus and a name in it."""

    file: Path
    name: str

    @property
    def label(self) -> str:
        """How tables and the cache call it."""
        return f"{self.file.stem}.{self.name}"


@dataclass(frozen=True, slots=True)
class Found:
    """Inputs that became known during a run, and when: in seconds since the search began."""

    inputs: dict[str, Any]
    at: float


@dataclass(frozen=True, slots=True)
class Run:
    """What one process of a tool did."""

    budget: float
    wall: float
    cpu: float
    inputs: list[dict[str, Any]]  # as printed or written at the end
    found: list[Found]  # as they became known; empty where the tool does not tell
    executions: int
    first: float  # seconds until the search began; 0 where the tool does not tell
    executing: float  # seconds spent executing and solving, without start-up
    ended: bool  # by itself, with nothing left to try
    error: str


@dataclass(frozen=True, slots=True)
class Cost:
    """What a process took and said."""

    wall: float
    cpu: float
    output: str
    errors: str
    status: int


def timed(command: list[str], cwd: Path, limit: float, extra: dict[str, str] | None = None) -> Cost:
    """Run a command and return its wall time, and the CPU time of it and all its children.

    A command that takes longer than `limit` seconds is killed, with all that it started.
    """
    started = time.monotonic()
    environment = {**os.environ, **(extra or {}), "BENCHMARK_STARTED": repr(started)}
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(
            command,
            cwd=cwd,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,
        )
        reaped = 0
        try:
            while not reaped:
                reaped, status, usage = os.wait4(process.pid, os.WNOHANG)
                if not reaped and time.monotonic() - started > limit:
                    os.killpg(process.pid, signal.SIGKILL)
                    limit = float("inf")  # kill once; the next wait4 reaps it
                if not reaped:
                    time.sleep(0.002)
        finally:
            # What the process left behind, or the process itself if we were interrupted.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        wall = time.monotonic() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        return Cost(
            wall,
            usage.ru_utime + usage.ru_stime,
            out.read().decode(errors="replace"),
            err.read().decode(errors="replace"),
            process.returncode,
        )


def timed_with_orphans(
    command: list[str], cwd: Path, limit: float, extra: dict[str, str] | None = None
) -> Cost:
    """Like `timed`, with the CPU time of processes that nobody below waited for.

    wend leaves runners behind that end by themselves, a quarter of its CPU time on short targets.
    They become children of this process, so only one command at a time can be measured.
    """
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    cost = timed(command, cwd, limit, extra)
    cpu = cost.cpu
    until = time.monotonic() + ORPHAN_SECONDS
    while time.monotonic() < until:
        try:
            reaped, _, usage = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:
            break
        if reaped:
            cpu += usage.ru_utime + usage.ru_stime
        else:
            time.sleep(0.01)
    return replace(cost, cpu=cpu)


def by_processor(wend: Path) -> list[str]:
    """The command of an installed wend, `BIN/wend`, with budgets in processor seconds.

    Runs keep about the limit that wend gives them: 2 s, which it extends on a loaded machine.
    """
    limit = f"BY_PROCESSOR_RUN_SECONDS={RUN_SECONDS:g}"
    return ["env", limit, str(wend.absolute().parent / "python"), str(BY_PROCESSOR)]


class CrossHair:
    """CrossHair in an environment of its own, called as its documentation says."""

    def __init__(self, environment: Path) -> None:
        self.python = environment / "bin" / "python"
        self.command = environment / "bin" / "crosshair"
        if not self.python.exists():
            _make_environment(environment)

    def help(self) -> list[str]:
        """The command that only starts up."""
        return [str(self.command), "--help"]

    def version(self) -> str:
        """The versions of CrossHair and of z3 that are installed."""
        program = (
            "from importlib.metadata import version as v;"
            "print('crosshair-tool', v('crosshair-tool'), 'z3-solver', v('z3-solver'))"
        )
        return subprocess.check_output([str(self.python), "-c", program], text=True).strip()

    def run(self, function: Function, budget: float, timeline: bool = False) -> Run:
        """Run `crosshair cover`; with `timeline` also learn when each path was found."""
        arguments = [
            *("cover", "--per_condition_timeout", str(budget), "--per_path_timeout", "2"),
            *("--example_output_format", "arg_dictionary", function.label),
        ]
        with tempfile.TemporaryDirectory() as directory:
            log = Path(directory) / "log"
            if timeline:
                command = [str(self.python), str(TIMELINE), str(log), *arguments]
            else:
                command = [str(self.command), *arguments]
            # The script's own directory must not be where the module is found.
            extra = {"PYTHONPATH": str(function.file.parent)}
            cost = timed(command, function.file.parent, 4 * budget + 30, extra)
            events = [json.loads(line) for line in log.read_text().splitlines()] if timeline else []
        iterations = [event for event in events if event["event"] == "iteration"]
        first = iterations[0]["wall"] if iterations else 0.0
        return Run(
            budget=budget,
            wall=cost.wall,
            cpu=cost.cpu,
            inputs=[_literal(line) for line in cost.output.splitlines() if line.startswith("{")],
            found=[
                Found(_literal(event["text"]), event["wall"] - first)
                for event in events
                if event["event"] == "inputs"
            ],
            executions=len(iterations),
            first=first,
            executing=cost.cpu - iterations[0]["cpu"] if iterations else 0.0,
            ended=any(event["event"] == "exhausted" for event in events),
            error=cost.errors.strip()[-300:] if cost.status else "",
        )


class Wend:
    """wend, called with `--json`."""

    def __init__(self, command: list[str]) -> None:
        self.command = command
        self.extra = {
            "PYTHONPATH": os.pathsep.join(
                filter(None, [str(HERE.parent / "src"), os.environ.get("PYTHONPATH")])
            )
        }

    def help(self) -> list[str]:
        """The command that only starts up."""
        return [*self.command, "--help"]

    def run(self, function: Function, budget: float, timeline: bool = False) -> Run:
        """Run `wend cover`; with `timeline` also learn when each input was executed."""
        with tempfile.TemporaryDirectory() as directory:
            written, log = Path(directory) / "result.json", Path(directory) / "log"
            target = f"{function.file}::{function.name}"
            arguments = ["cover", target, "--budget", str(budget), "-q", "--no-store"]
            arguments += ["--json", str(written)]
            if timeline:
                command = [self.command[0], str(WEND_TIMELINE), str(log), *arguments]
            else:
                command = [*self.command, *arguments]
            cost = timed(command, function.file.parent, 4 * budget + 30, self.extra)
            if not written.exists():
                error = cost.errors.strip()[-300:] or f"no result, exit code {cost.status}"
                return Run(budget, cost.wall, cost.cpu, [], [], 0, 0.0, 0.0, False, error)
            result = json.loads(written.read_text())["results"][0]
            events = [json.loads(line) for line in log.read_text().splitlines()] if timeline else []
        events = [each for each in events if each["text"] is not None]
        first = events[0]["wall"] if events else 0.0
        return Run(
            budget=budget,
            wall=cost.wall,
            cpu=cost.cpu,
            inputs=[
                {name: ast.literal_eval(source) for name, source in case["args"].items()}
                for case in result["cases"]
            ],
            found=[Found(_literal(each["text"]), each["wall"] - first) for each in events[1:]],
            executions=result["executions"],
            first=first,
            executing=result["seconds"],
            ended=result["verdict"] in ("complete", "exhausted"),
            error=str(result["error"] or ""),
        )


def _literal(text: str) -> dict[str, Any]:
    return dict(ast.literal_eval(text))


def _make_environment(environment: Path) -> None:
    print(f"making an environment for CrossHair in {environment}", file=sys.stderr)
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    pip = [str(environment / "bin" / "python"), "-m", "pip", "install", "-q"]
    subprocess.run([*pip, *CROSSHAIR], check=True)
