"""The processes in which code under test runs.

    parent ──control──▶ zygote: imported the module, never calls it
       │                   ├── runner: calls the twin, many runs, until one harms it
       │                   │      └── a child for each run, where runs leave state behind
       └──────channel──────┘
                           ├── replays: a child for each, calling the unmodified code
                           └── zygote: the same for runs that don't follow calls, if asked for

A run that hangs, crashes or eats memory costs its process; the zygote makes the next one as clean
as the first.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import marshal
import math
import os
import random
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import wend.run.operations.twin_probes  # noqa: F401 - twins call them
from wend.inputs.inputs import Inputs
from wend.inputs.target import TargetRef
from wend.messages.channel import Channel, ChannelClosed, close_all_but
from wend.messages.options import ALONE, BEGINNING, MEASURE, OBSERVE, TRACE, Limits, RunOptions
from wend.messages.packets import pack_outcome
from wend.path.burst import BurstRequest
from wend.path.corpus import CorpusRequest
from wend.path.outcome import TIMEOUT, died
from wend.process import state
from wend.process.load import (
    Loaded,
    load,
    loaded_files,
)
from wend.process.prepare import prepare
from wend.record import replace
from wend.run.arguments.object_graph import install_fields
from wend.run.burst import burst, burst_in_children
from wend.run.calls import admission, callee, exempt, modelled
from wend.run.composed.composed_calls import composing
from wend.run.composed.module_variables import variables
from wend.run.corpus import corpus
from wend.run.execute import execute, execute_alone
from wend.run.guard import Guard
from wend.run.invoke import Invocation
from wend.run.last_decisions import Branches, Run, run_to_last_decision
from wend.run.limits import limit_memory
from wend.run.measure import measure
from wend.run.observe import observe
from wend.run.operations.subclass_comparisons import give_comparisons_to_all
from wend.run.recorder import Recorder
from wend.run.replay import replay
from wend.run.traces import traced
from wend.run.watched_import import samples_of_import

MOST_SECONDS = 1e9
"""What an alarm can be set to, and more than anybody waits."""

MOST_MADE = 200
"""Twins of which a child tells at once: what it says must fit into a pipe that nobody reads yet."""


def zygote_main(
    control: Channel, channel: Channel, ref: TargetRef, options: RunOptions, live: Any = None
) -> NoReturn:
    """The life of the zygote; `live` is the function itself where the caller has it."""
    withdraw()
    serve(control, channel, ref, options, lambda: load(ref.module, options.allow, live), live)


def withdraw() -> None:
    """Leaves the parent's group, its signals and its streams."""
    # In a group of its own, with its replays: the parent can end them all at once.
    os.setpgid(0, 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _silence()


@contextlib.contextmanager
def ended_after(seconds: float) -> Iterator[None]:
    """Ends this process where an import takes longer: it must not outlive the parent."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(1 + math.ceil(min(seconds, MOST_SECONDS)))
    yield
    signal.alarm(0)


def serve(
    control: Channel,
    channel: Channel,
    ref: TargetRef,
    options: RunOptions,
    loaded: Callable[[], Loaded],
    live: Any = None,
) -> NoReturn:
    """Prepares a target of a module, and makes its runs until the parent goes away."""
    try:
        with ended_after(options.limits.import_seconds):
            imported = loaded()
            invocation, described = prepare(ref, options, imported, live)
        guard = imported.guard
        code = [each for each in guard.read if each.endswith(".py")]
        data = [each for each in guard.read if not each.endswith(".py")]
        files = [*loaded_files(), *data] if imported.error is None else None
        said = {**described, "zygote": os.getpid(), "files": files, "read": code}
        if invocation is None:
            control.send(said)
        else:
            _serve(control, channel, invocation, options, guard, said)
    except ChannelClosed:
        pass
    except BaseException:
        # Only ours: what the code under test raises never gets here.
        with contextlib.suppress(ChannelClosed):
            control.send({"failed": _trace()})
    os._exit(0)


def _silence() -> None:
    """What the code under test prints must not mix with what wend prints."""
    sink = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(sink, descriptor)
    # Not only the descriptors: under pytest, say, Python's streams lead to other ones.
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        errors = "backslashreplace" if name == "stderr" else "strict"  # as Python opens them
        # For the life of the process.
        stream = open(os.devnull, mode, encoding="utf-8", errors=errors)  # noqa: SIM115
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def _trace() -> str:
    import traceback  # takes longer to import than most of wend

    return traceback.format_exc()


# Serving


def _serve(
    control: Channel,
    channel: Channel,
    invocation: Invocation,
    options: RunOptions,
    guard: Guard,
    said: dict[str, Any],
) -> None:
    """Forks runners and replays until the parent goes away, which is told what was prepared."""
    gc.freeze()  # children that collect garbage would copy every page that they look at
    wake_in, wake_out = os.pipe()
    os.set_blocking(wake_out, False)
    signal.set_wakeup_fd(wake_out, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    runner = 0
    prepared = said
    try:
        while True:
            if not runner:
                runner = _fork(
                    lambda: _runner_main(channel, invocation, options, guard),
                    channel,
                    control,
                    group=True,
                )
                if said:
                    # Only now: while the parent reads it, the first runner makes its twins.
                    control.send(said)
                    said = {}
                control.send({"runner": runner})
            ready, _, _ = select.select([control.fileno(), wake_in], [], [])
            if wake_in in ready:
                os.read(wake_in, 4096)
            if control.fileno() in ready:
                request, ends = control.receive_with_ends(2)
                if ends:
                    composing = functools.partial(
                        _compose, ends[0], ends[1], invocation, options, guard, prepared
                    )
                    _fork(composing, ends[0], group=True)
                    for end in ends:
                        end.close()
                    continue
                replaying = functools.partial(
                    _replay_main, control, invocation, options, guard, request
                )
                child = _fork(replaying, control)
                how = _awaited(child, wake_in, options.limits)
                control.send({"replayed": how})
            done, status = os.waitpid(runner, os.WNOHANG)
            if done:
                control.send({"died": runner, "how": _how(status)})
                runner = 0
    finally:
        if runner:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(runner, signal.SIGKILL)


def _compose(
    control: Channel,
    channel: Channel,
    invocation: Invocation,
    options: RunOptions,
    guard: Guard,
    prepared: dict[str, Any],
) -> None:
    """The life of a zygote whose runners don't follow calls."""
    close_all_but(control, channel)
    said = {**prepared, "zygote": os.getpid()}
    _serve(control, channel, invocation, replace(options, composing=True), guard, said)


def _fork(
    main: Callable[[], None], link: Channel, closing: Channel | None = None, *, group: bool = False
) -> int:
    """A child that runs `main`; an error of our own in it is told to the parent.

    With `group`, it leads a process group, so that it can be killed with its children.
    """
    child = os.fork()
    if child:
        return child
    try:
        if group:
            os.setpgid(0, 0)
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        if closing is not None:
            closing.close()
        main()
    except ChannelClosed:
        pass
    except BaseException:
        with contextlib.suppress(ChannelClosed):
            link.send({"failed": _trace()})
    finally:
        os._exit(0)


def _awaited(child: int, wake_in: int, limits: Limits) -> str:
    """How a child ended; one that does not keep its limits is killed."""
    deadline = time.monotonic() + limits.seconds + limits.grace_seconds
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return _how(status)
        left = deadline - time.monotonic()
        if left <= 0:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return TIMEOUT
        # A signal that came before the select is in the pipe: none is missed.
        if select.select([wake_in], [], [], left)[0]:
            os.read(wake_in, 4096)


def _how(status: int) -> str:
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        if number == signal.SIGPROF:
            return TIMEOUT  # see `limits.STUCK_SECONDS`
        return f"killed by {signal.Signals(number).name}"
    return f"exit status {os.waitstatus_to_exitcode(status)}"


def _replay_main(
    control: Channel,
    invocation: Invocation,
    options: RunOptions,
    guard: Guard,
    request: list[tuple[str, Any]],
) -> None:
    limit_memory(options.limits.memory_bytes)
    guard.read.clear()
    guard.noting = True
    inputs = Inputs(tuple([tuple(item) for item in request]))
    file = options.goals[0] if options.goals else invocation.function.__code__.co_filename
    inside = frozenset(options.goals[2] if options.goals else ())
    answer = replay(invocation, inputs, options.limits, guard, file, inside)
    guard.noting = False
    control.send({**answer, "read": list(guard.read)})


def _runner_main(
    channel: Channel, invocation: Invocation, options: RunOptions, guard: Guard
) -> None:
    limit_memory(options.limits.memory_bytes)
    exempt.exclude(options.exclude)
    own = f"{invocation.function.__module__}.{invocation.function.__qualname__}"
    exempt.treat_as_opaque(options.opaque, but=own)
    if options.goals is not None:
        admission.aim_at(options.goals[0], tuple(options.goals[1]))
    if options.composing:
        composing.is_on = True
        variables.keep(invocation.module.__name__)
    admission.admit_module(invocation.module, functions=False)
    give_comparisons_to_all()
    if "ctypes" in sys.modules:
        modelled.ctypes_models().prepare(invocation.module, options.memory)
    invocation.called = _admitted(invocation)
    install_fields(invocation.parameters, invocation.module)
    before = state.fingerprint(invocation.module)
    watched = False
    while True:
        number, order = channel.receive()
        if order[0] == "corpus":
            asked = CorpusRequest(*order[1:])
            channel.send((number, corpus(invocation, asked, options.imprecision, guard)))
            continue
        if order[0] == ALONE:
            channel.send((number, _alone(invocation, order, options, guard)))
            continue
        if order[0] == BEGINNING:
            _, items, seconds = order
            cut = run_to_last_decision(_run_noted(invocation, items, options, guard), seconds)
            if cut is None:
                channel.send((number, None))
            else:
                _in_child(channel, number, cut, None)
            continue
        if order[0] == TRACE:
            _, told, items, seconds, forked = order
            inputs = Inputs(tuple([tuple(item) for item in items]))
            if (trace := traced(invocation, *told)) is None:
                channel.send((number, None))
            elif forked:
                answering = functools.partial(_answer, trace, inputs, options, seconds, guard)
                _in_child(channel, number, answering, None)
            else:
                guard.changed = False
                answer = _answer(trace, inputs, options, seconds, guard)
                after = state.fingerprint(invocation.module)
                answer["leaked"] = after != before or guard.changed
                channel.send((number, answer))
            continue
        if order[0] == MEASURE:
            _, told, lines, most_turns, forked = order
            if (trace := traced(invocation, *told, measured=True)) is None:
                channel.send((number, None))
                continue
            cheap = functools.partial(measure, trace, lines, most_turns, options.limits, guard)
            _cheaply(channel, number, cheap, forked, guard, invocation, before)
            continue
        if order[0] == OBSERVE:
            cheap = functools.partial(observe, invocation, order[1], options.limits, guard)
            _cheaply(channel, number, cheap, order[2], guard, invocation, before)
            continue
        if len(order) != 4:
            request = BurstRequest(*order)
            fire = burst_in_children if request.in_children else burst
            answer = fire(invocation, request, options.limits, guard)
            answer["leaked"] = guard.changed or state.fingerprint(invocation.module) != before
            channel.send((number, answer))
            continue
        items, forked, chance, seconds = order
        inputs = Inputs(tuple([tuple(item) for item in items]))
        if forked:
            seed = chance if invocation.is_unseeded else None
            answering = functools.partial(_answer, invocation, inputs, options, seconds, guard)
            _in_child(channel, number, answering, seed)
        else:
            threads = state.thread_count()
            guard.changed = False
            answer = _answer(invocation, inputs, options, seconds, guard)
            if answer["samples"] and not watched:
                # The tables of a lexer, say, were filled when its module was imported.
                watched = True
                answer["samples"] += samples_of_import(invocation.module, options.limits, guard)
            after = state.fingerprint(invocation.module)
            answer["leaked"] = after != before or guard.changed or state.thread_count() > threads
            before = after
            channel.send((number, answer))


def _cheaply(
    channel: Channel,
    number: int,
    answer: Callable[[], dict[str, Any]],
    forked: bool,
    guard: Guard,
    invocation: Invocation,
    before: Any,
) -> None:
    """Answers what runs with plain values tell, and whether they left something behind."""
    if forked:
        _in_child(channel, number, answer, None)
        return
    guard.changed = False
    told = answer()
    told["leaked"] = guard.changed or state.fingerprint(invocation.module) != before
    channel.send((number, told))


def _admitted(invocation: Invocation) -> Any:
    called = callee.call(invocation.called)
    if id(invocation.function.__code__) not in admission.known_codes:
        admission.admit(invocation.function)
    return called


def _answer(
    invocation: Invocation, inputs: Inputs, options: RunOptions, seconds: float, guard: Guard
) -> dict[str, Any]:
    decisions = options.limits.decisions
    return execute(
        invocation, inputs, seconds, decisions, options.imprecision, guard, options.composing
    )


def _run_noted(invocation: Invocation, items: list[Any], options: RunOptions, guard: Guard) -> Run:
    inputs = Inputs(tuple([tuple(item) for item in items]))
    decisions = options.limits.decisions

    def run(seconds: float, branches: Callable[[Recorder], Branches]) -> dict[str, Any]:
        return execute(
            *(invocation, inputs, seconds, decisions, options.imprecision, guard),
            branches=branches,
        )

    return run


def _alone(
    invocation: Invocation, order: tuple[Any, ...], options: RunOptions, guard: Guard
) -> dict[str, Any] | None:
    """What a function does by itself, unless it leaves something behind that nobody can tell."""
    _, key, items, seconds = order
    inputs = Inputs(tuple([tuple(item) for item in items]))
    decisions = options.limits.decisions
    return execute_alone(invocation, key, inputs, seconds, decisions, options.imprecision, guard)


def _in_child(
    channel: Channel, number: int, answer: Callable[[], dict[str, Any]], seed: int | None
) -> None:
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            known = len(admission.made())
            if seed is not None:
                random.seed(seed)
            channel.send((number, {**answer(), "leaked": False}))
            os.write(tell, marshal.dumps(admission.made()[known : known + MOST_MADE]))
        finally:
            os._exit(0)
    os.close(tell)
    _, status = os.waitpid(child, 0)
    # `os._exit(0)` of the code under test looks like our own.
    if made := os.read(told, 1 << 16):
        with contextlib.suppress(EOFError, ValueError, TypeError):  # if somebody else wrote it
            admission.make(marshal.loads(made))  # so that the next child need not
    else:
        channel.send((number, {"crashed": pack_outcome(died(_how(status)))}))
    os.close(told)
