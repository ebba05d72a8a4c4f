"""wend with budgets in seconds of the processor, of all processes of a search together.

python benchmarks/by_processor.py reach FILE:LINE …   as `python -m wend reach …`

On a loaded machine a search gets as much done in them as on a quiet one. The environment variable
BY_PROCESSOR_RUN_SECONDS caps a single run, in real time, which is no matter here.
"""

from __future__ import annotations

import os
import pathlib
import sys
import time
from typing import Any, NoReturn

RUN_SECONDS = float(os.environ.get("BY_PROCESSOR_RUN_SECONDS", "20"))

_real_clock = time.monotonic
_TICKS = os.sysconf("SC_CLK_TCK")
_LOOK_SECONDS = 0.01
_ROOT = os.getpid()
_searches = {_ROOT}
"""The processes that count by processor: the first one, and workers for several targets."""
_looked = [0.0, 0.0]
"""When the processes were looked at last, and what they had used."""


def _used(process: int) -> float:
    """The processor's time of a process and of those below it."""
    try:
        told = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        below = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return 0.0
    return sum(map(int, told[11:15])) / _TICKS + sum([_used(int(each)) for each in below])


def processor_clock() -> float:
    """In place of `time.monotonic`; processes that inherit it and do not search keep real time."""
    now = _real_clock()
    if os.getpid() not in _searches:
        return now
    if now - _looked[0] > _LOOK_SECONDS:
        _looked[:] = [now, max(_looked[1], _used(_ROOT))]
    return _looked[1]


def count_by_processor() -> None:
    """From now on the clock of this process is that of the processor."""
    time.monotonic = processor_clock
    from wend.campaign import options
    from wend.campaign.many_targets import worker
    from wend.messages.options import RunOptions
    from wend.record import replace

    usual = options.Options.run_options.fget
    assert usual is not None

    def patient(self: options.Options) -> RunOptions:
        given = usual(self)
        return replace(given, limits=replace(given.limits, seconds=RUN_SECONDS))

    options.Options.run_options = property(patient)  # type: ignore[method-assign]
    usual_worker = worker._become_worker

    def worker_by_processor(*arguments: Any) -> NoReturn:
        _searches.add(os.getpid())
        usual_worker(*arguments)

    worker._become_worker = worker_by_processor


if __name__ == "__main__":
    count_by_processor()
    from wend.cli import main

    sys.exit(main())
