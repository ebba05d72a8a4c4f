"""Runs a command that is confined, and prints what it reports.

What a confined process writes is thrown away or refused. So the command is told where it may write
its report, and the report is printed here, before it is gone. The command may be run several times,
one run after the other: what a run leaves behind is there for the next.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence

from wend.confine.enter import enter
from wend.confine.native import Native

REPORT = "{report}"
"""Stands for the path of the report in the arguments of a command."""


def launcher(
    command: Sequence[str], allowed: Sequence[str] = (), hash_seeds: Sequence[str] = ("0",)
) -> list[str]:
    """The command that runs another one, once for each PYTHONHASHSEED until it fails.

    It prints JSON: exit status and report of each run. `allowed` are words of `--allow`.
    """
    source = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    begin = f"import sys; sys.path.insert(0, {source!r}); from wend.confine.launch import main"
    given = [",".join(allowed), ",".join(hash_seeds)]
    return [sys.executable, "-S", "-c", f"{begin}; main()", *given, *command]


def main() -> None:
    allowed, seeds, *command = sys.argv[1:]
    confinement = enter([each for each in allowed.split(",") if each])
    report = os.path.join(confinement.private or os.getcwd(), "report-of-wend")
    print(json.dumps([*_runs([each.replace(REPORT, report) for each in command], seeds, report)]))


def _runs(command: Sequence[str], seeds: str, report: str) -> Iterator[tuple[int, str]]:
    for seed in seeds.split(","):
        done = subprocess.run(
            command,
            env=os.environ | {"PYTHONHASHSEED": seed},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
            process_group=0,  # whoever kills its group does not kill this process
            preexec_fn=_die_with_parent,
        )
        text = ""
        if os.path.exists(report):
            with open(report, encoding="utf-8", errors="replace") as file:
                text = file.read()
            os.unlink(report)
        yield done.returncode, text
        if done.returncode:
            return


def _die_with_parent() -> None:
    with contextlib.suppress(OSError, ImportError, AttributeError):
        Native().die_with_parent()
