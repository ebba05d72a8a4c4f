"""A short soak: functions with bombs, under blows, of which nothing may be left or lost."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

SOAK = Path(__file__).resolve().parents[2] / "benchmarks" / "soak.py"


def test_a_short_soak_finds_nothing(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    options = ["--seed", "1", "--rounds", "3", "--only-bombs", "--state", str(state)]
    done = subprocess.run(
        [sys.executable, str(SOAK), *options], capture_output=True, text=True, check=False
    )
    part = json.loads(state.read_text())[0]

    # What a budget is overrun by depends on what else the machine does.
    found = [each for each in part["findings"] if "was overrun" not in each["problem"]]
    assert found == [], done.stdout
    assert part["counts"]["commands"] == 3
