"""What `wend show-twin` prints runs as it stands, and does what the program does."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from program_files import FILES as ALL
from wend.instrument.show_twin import show_twin

FILES = ALL[::4] if os.environ.get("WEND_QUICK") else ALL
MOST_INPUTS = 60

WORKER = """
import importlib, itertools, json, re, sys

def shown(value):
    return re.sub(r" at 0x[0-9a-f]+", "", repr(value))

def outcome(function, inputs):
    try:
        return ["returned", shown(function(**inputs))]
    except RecursionError:
        return ["raised", "RecursionError"]  # its message tells in which frame the stack ended
    except Exception as error:
        return ["raised", type(error).__name__, shown(error.args)]

sys.path.insert(0, sys.argv[1])
module = importlib.import_module(sys.argv[2])
found = {}
for name, expected in module.EXPECTED.items():
    function = module
    for part in name.split("."):
        function = getattr(function, part)
    over = expected["over"]
    for values in itertools.islice(itertools.product(*over.values()), int(sys.argv[3])):
        found.setdefault(name, []).append(outcome(function, dict(zip(over, values))))
print(json.dumps(found))
"""


def outcomes(file: Path) -> dict[str, list[list[str]]]:
    """What the functions of a program do with the inputs that it lists, in a process of its own."""
    command = [sys.executable, "-c", WORKER, str(file.parent), file.stem, str(MOST_INPUTS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)  # type: ignore[no-any-return]


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_printed_twin_of_a_program_does_what_the_program_does(
    file: Path, tmp_path: Path
) -> None:
    twin = tmp_path / file.name
    source = file.read_text(encoding="utf-8")
    twin.write_text(show_twin(ast.parse(source).body, str(file)), encoding="utf-8")

    assert outcomes(twin) == outcomes(file) != {}


def test_the_command_prints_the_twin_of_a_module() -> None:
    file = FILES[0]
    command = [sys.executable, "-m", "wend", "show-twin", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)

    assert done.stdout == show_twin(ast.parse(file.read_text(encoding="utf-8")).body, str(file))
    assert "from wend.run.operations import twin_probes as wend" in done.stdout
