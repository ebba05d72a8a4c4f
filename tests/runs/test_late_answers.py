"""A runner that is too slow is given up; what its successor says to old orders harms nothing."""

from __future__ import annotations

from pathlib import Path

from wend.inputs.inputs import Inputs
from wend.messages.options import Limits, RunOptions
from wend.path.outcome import Returned, Stopped
from wend.process.runner import Runner
from wend.targets.locate import locate

SOURCE = """
def choose(x: int, y: int) -> str:
    if x + 3 * y > 10:
        return "much"
    return "little"
"""


def test_an_order_that_a_successor_finds_is_no_lost_message(tmp_path: Path, monkeypatch) -> None:
    file = tmp_path / "late.py"
    file.write_text(SOURCE)
    (ref,) = locate(f"{file}::choose")
    patient = RunOptions(Limits(seconds=60, grace_seconds=60))
    with Runner(ref, patient, None, lambda: False) as runner:
        assert runner.prepared.target.parameters
        with monkeypatch.context() as impatient:
            impatient.setattr(Runner, "_patience", lambda self: -1.0)
            outcomes = [runner.execute(Inputs.of({"x": x, "y": 0})).outcome for x in range(3)]

        path = runner.execute(Inputs.of({"x": 1, "y": 5}))

    assert all(isinstance(each, Stopped) for each in outcomes)
    assert isinstance(path.outcome, Returned)
    assert path.outcome.source == "'much'"
    assert len(path.branches) == 1
