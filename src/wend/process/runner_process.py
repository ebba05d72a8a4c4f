"""The process that runs the twin: it carries out one order after the other (`RunnerOrder`).

A run shares this process with the runs before it, or gets a child of its own where runs leave
state behind. The zygote forks another runner when this one dies.
"""

from __future__ import annotations

import contextlib
import functools
import marshal
import os
import random
import sys
from collections.abc import Callable
from typing import Any, NoReturn, assert_never

import wend.run.operations.twin_probes  # noqa: F401 - twins call them
from wend.inputs.inputs import Inputs
from wend.messages.channel import Channel, ChannelClosed, out_of_reach
from wend.messages.options import RunOptions
from wend.messages.orders import (
    RUNNER_ORDERS,
    Answer,
    Crashed,
    Failed,
    FindLastDecision,
    Items,
    MeasureTrace,
    ObserveLocals,
    RunFunction,
    RunnerOrder,
    RunnerReport,
    RunTrace,
    RunTwin,
)
from wend.messages.packing import pack, unpack
from wend.path.burst import BurstRequest
from wend.path.corpus import CorpusRequest
from wend.path.fault import fault_of
from wend.process.endings import CUT_OFF, how_ended
from wend.process.state import ModuleState, thread_count
from wend.run.arguments.object_graph import install_fields
from wend.run.burst import burst, burst_in_children
from wend.run.calls import admission, callee, exempt, modelled
from wend.run.composed.composed_calls import composing
from wend.run.composed.module_variables import variables
from wend.run.corpus import corpus
from wend.run.execute import execute, execute_alone
from wend.run.guard import Guard
from wend.run.invoke import Invocation
from wend.run.last_decisions import Branches, run_to_last_decision
from wend.run.limits import limit_memory
from wend.run.measure import measure
from wend.run.observe import observe
from wend.run.operations.subclass_comparisons import give_comparisons_to_all
from wend.run.recorder import Recorder
from wend.run.repeated_import import samples_of_import
from wend.run.traces import traced

MOST_TWINS_TOLD = 200
"""Twins that a child tells its parent of at once: they must fit into a pipe nobody reads yet."""

Told = dict[str, Any]
"""What runs showed, as `messages.packets` reads it."""


class RunnerProcess:
    """The life of a runner, from its fork to the end of its channel."""

    def __init__(
        self, channel: Channel, invocation: Invocation, options: RunOptions, guard: Guard
    ) -> None:
        self._channel = channel
        self._invocation = invocation
        self._options = options
        self._guard = guard
        self._process = 0
        self._number = 0
        """Of the order that is being carried out."""
        self._state = ModuleState(invocation.module)
        self._fingerprint = 0
        """Of the module's state before the next run."""
        self._is_import_watched = False

    def serve(self) -> NoReturn:
        """Carries out orders until the parent closes the channel, which raises ChannelClosed."""
        self._process = os.getpid()
        self._set_up()
        while True:
            self._number, order = self._channel.receive()
            self._carry_out(unpack(order, RUNNER_ORDERS))

    def _set_up(self) -> None:
        invocation, options = self._invocation, self._options
        self._guard.confinement.renew()
        limit_memory(options.limits.memory_bytes)
        exempt.exclude(options.exclude)
        own = f"{invocation.function.__module__}.{invocation.function.__qualname__}"
        exempt.treat_as_opaque(options.opaque, but=own)
        if options.goals is not None:
            admission.twins.aim_at(options.goals[0], tuple(options.goals[1]))
        if options.composing:
            composing.is_on = True
            variables.keep(invocation.module.__name__)
        admission.admit_module(invocation.module, functions=False)
        give_comparisons_to_all()
        if "ctypes" in sys.modules:
            modelled.ctypes_models().prepare(invocation.module, options.memory)
        called = callee.call(invocation.called)
        if id(invocation.function.__code__) not in admission.known_codes:
            admission.admit(invocation.function)
        invocation.called = called
        install_fields(invocation.parameters, invocation.module)
        self._fingerprint = self._state.fingerprint()

    def _carry_out(self, order: RunnerOrder) -> None:
        invocation, options, guard = self._invocation, self._options, self._guard
        match order:
            case RunTwin():
                self._run_twin(order)
            case FindLastDecision():
                cut = run_to_last_decision(
                    functools.partial(self._recorded_by, order.items), order.seconds
                )
                self._tell(None) if cut is None else self._in_child(cut)
            case RunFunction(key, items, seconds):
                most = options.limits.decisions
                self._tell(
                    execute_alone(
                        *(invocation, key, Inputs(items), seconds, most, options.imprecision, guard)
                    )
                )
            case RunTrace():
                self._run_trace(order)
            case MeasureTrace():
                self._measure(order)
            case ObserveLocals(runs, in_child):
                run = functools.partial(observe, invocation, runs, options.limits, guard)
                self._run_apart(run, in_child)
            case BurstRequest():
                fire = burst_in_children if order.in_children else burst
                run = functools.partial(fire, invocation, order, options.limits, guard)
                self._run_apart(run, in_child=False)
            case CorpusRequest():
                self._tell(corpus(invocation, order, options.imprecision, guard))
            case _:
                assert_never(order)

    def _run_twin(self, order: RunTwin) -> None:
        invocation, guard = self._invocation, self._guard
        run = self._executing(invocation, order.items, order.seconds)
        if order.in_child:
            self._in_child(run, order.seed if invocation.is_unseeded else None)
            return
        threads = thread_count()
        guard.changed = False
        told = run()
        if told["samples"] and not self._is_import_watched:
            # The tables of a lexer, say, were filled when its module was imported.
            self._is_import_watched = True
            told["samples"] += samples_of_import(invocation.module, self._options.limits, guard)
        before, self._fingerprint = self._fingerprint, self._state.fingerprint()
        is_changed = self._fingerprint != before or guard.changed
        self._tell(told, leaked=is_changed or thread_count() > threads)

    def _run_trace(self, order: RunTrace) -> None:
        ready = traced(self._invocation, *order.trace)
        if ready is None:
            self._tell(None)
        else:
            self._run_apart(self._executing(ready, order.items, order.seconds), order.in_child)

    def _measure(self, order: MeasureTrace) -> None:
        ready = traced(self._invocation, *order.trace, measured=True)
        if ready is None:
            self._tell(None)
            return
        limits = self._options.limits
        run = functools.partial(measure, ready, order.lines, order.most_turns, limits, self._guard)
        self._run_apart(run, order.in_child)

    def _run_apart(self, run: Callable[[], Told], in_child: bool) -> None:
        """Makes runs after which the parent wants another runner if they left something behind."""
        if in_child:
            self._in_child(run)
            return
        self._guard.changed = False
        told = run()
        is_changed = self._state.fingerprint() != self._fingerprint
        self._tell(told, leaked=self._guard.changed or is_changed)

    def _executing(
        self, invocation: Invocation, items: Items, seconds: float
    ) -> Callable[[], Told]:
        options = self._options
        return lambda: execute(
            *(invocation, Inputs(items), seconds, options.limits.decisions),
            *(options.imprecision, self._guard, options.composing),
        )

    def _recorded_by(
        self, items: Items, seconds: float, branches: Callable[[Recorder], Branches]
    ) -> Told:
        """A run whose recorder keeps its branches in a list that `branches` makes."""
        options = self._options
        return execute(
            *(self._invocation, Inputs(items), seconds, options.limits.decisions),
            *(options.imprecision, self._guard),
            branches=branches,
        )

    def _in_child(self, run: Callable[[], Told], seed: int | None = None) -> None:
        """Makes a run in a child process, which answers; and learns which twins it made."""
        told, tell = map(out_of_reach, os.pipe())
        child = os.fork()
        if child == 0:
            try:
                self._process = os.getpid()
                known = len(admission.twins.made)
                if seed is not None:
                    random.seed(seed)
                self._report(Answer(self._number, run(), leaked=False))
                os.write(tell, marshal.dumps(admission.twins.made[known : known + MOST_TWINS_TOLD]))
            except ChannelClosed:
                os._exit(CUT_OFF)
            except BaseException as error:  # only ours, as in the runner itself
                self._report(Failed(fault_of(error)))
            finally:
                os._exit(0)
        os.close(tell)
        _, status = os.waitpid(child, 0)
        self._guard.confinement.renew_if_written()
        # The code under test may call `os._exit(0)`: only what the child wrote shows that it ended
        # by itself.
        if made := os.read(told, 1 << 16):
            with contextlib.suppress(EOFError, ValueError, TypeError):  # if somebody else wrote it
                admission.twins.make(marshal.loads(made))  # so that the next child need not
        else:
            self._report(Crashed(self._number, how_ended(status)))
        os.close(told)

    def _tell(self, told: Told | None, *, leaked: bool = False) -> None:
        # Files that the run has written are no state for the next one to begin with.
        leaked = not self._guard.confinement.renew_if_written() or leaked
        self._report(Answer(self._number, told, leaked))

    def _report(self, report: RunnerReport) -> None:
        if os.getpid() != self._process:
            os._exit(0)  # native code forked in the middle of a run: this is no runner
        self._channel.send(pack(report))
