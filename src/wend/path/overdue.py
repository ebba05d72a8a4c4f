"""The Reasons for work whose time was over, and for processes that somebody stopped."""

from __future__ import annotations

from wend.inputs.target import TargetRef
from wend.path.reason import Reason


def overdue(says: str, ref: TargetRef) -> Reason:
    remedy = "give more time with --budget or --total"
    return Reason("overdue", says, remedy, ref.function, ref.module.file, ref.line)


def stopped(ref: TargetRef) -> Reason:
    says = "a process of wend was stopped (SIGSTOP), and had to be told to go on"
    return Reason("stopped", says, "", ref.function, ref.module.file, ref.line)
