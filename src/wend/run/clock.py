"""The virtual clock: while a run lasts, waiting takes no time, and clocks say that it did.

    time.sleep(3600)           returns at once
    queue.get(timeout=60)      raises Empty at once, where no other thread can put anything
    time.monotonic()           says 3660 seconds more than before

Where there are several threads, the clock moves on when all of them wait, to the time at which the
first of the waits ends. A thread that does anything else takes as long as it takes.
"""

from __future__ import annotations

import _queue
import _thread
import datetime
import functools
import gc
import operator
import select
import socket
import sys
import time
from collections.abc import Callable
from types import MethodType
from typing import Any

from wend.run import recorder
from wend.run.tracked.lift import TRACKED, value_of

_MOST_SECONDS = 2**63 // 10**9
"""The longest sleep that Python can count in nanoseconds."""

_LEFT_OUT = "that time.sleep raises OverflowError for more than 292 years is left out"

_SHORT_SECONDS = 0.05
"""A test that sleeps no longer than this may as well sleep."""

_LOOK_SECONDS = 0.0005
"""How often a thread that waits looks what the others do."""

_sleep = time.sleep
_monotonic = time.monotonic
_select = select.select
_get = _queue.SimpleQueue.get
_acquire = _thread.LockType.acquire
_epoll = select.epoll.poll
_POLL = type(select.poll())
_poll = _POLL.poll
_HANDLE: Any = getattr(_thread, "_ThreadHandle", None)
"""What joins a thread, from Python 3.13 on."""
_join: Any = getattr(_HANDLE, "join", None)
_now = datetime.datetime.__dict__["now"]
_utcnow = datetime.datetime.__dict__["utcnow"]

Place = tuple[str, str]
"""A module, and its name for `time.sleep`."""


class VirtualClock:
    """The time that runs see, and what takes the place of functions that wait or tell the time."""

    def __init__(self) -> None:
        self.ahead = 0.0
        """The seconds that this run has waited."""
        self.slept = 0.0
        """Those of them in `time.sleep`."""
        self.sleepers: dict[Place, None] = {}
        """Where `time.sleep` was called from."""
        self._waits: dict[int, tuple[float, Callable[[], Any]]] = {}
        """By thread: when its wait ends, and whether it may end now."""
        self._looking = _thread.allocate_lock()

    def places_asleep(self) -> list[Place]:
        """Where a test of this run has to replace `time.sleep`, so that it is quick."""
        return list(self.sleepers) if self.slept >= _SHORT_SECONDS else []

    def reset(self) -> None:
        """Begins a run, whose clock tells the real time."""
        self.ahead = self.slept = 0.0
        self.sleepers.clear()

    def sleep(self, seconds: Any, /) -> None:
        """`time.sleep`. That Python can't sleep for more than 292 years is left out."""
        if not recorder.is_recording():
            return _sleep(seconds)
        plain = value_of(seconds)
        plain = plain if isinstance(plain, float) else operator.index(plain)
        if type(seconds) in TRACKED or plain > _MOST_SECONDS:
            recorder.current.note_here("bound-hit", _LEFT_OUT, "", "time.sleep")
        if seconds < 0 or seconds != seconds:
            return _sleep(plain)  # which raises
        if plain > 0:
            plain = min(plain, _MOST_SECONDS)
            self.slept += plain
            self.sleepers.update(dict.fromkeys(_sleepers(sys._getframe(1).f_globals)))
            self.wait(_never, _never, plain)
        return None

    def wait(
        self, take: Callable[[], Any], may_take: Callable[[], Any], seconds: float | None
    ) -> Any:
        """What `take` gives, once that is true, or when so many seconds are over.

        `may_take` says whether `take` would give something true, and changes nothing.
        """
        found = take()
        if found:
            return found
        if seconds is not None and _is_alone():
            self.ahead += seconds
            return take()
        me = _thread.get_ident()
        end = float("inf") if seconds is None else _monotonic() + self.ahead + seconds
        try:
            while True:
                with self._looking:
                    self._waits[me] = end, may_take
                    found = take()
                    if found or _monotonic() + self.ahead >= end:
                        del self._waits[me]
                        return found
                    self._move_on()
                _sleep(_LOOK_SECONDS)
        finally:
            self._waits.pop(me, None)

    def _move_on(self) -> None:
        """Moves the clock to the end of the first wait, if every thread waits for a time."""
        if len(self._waits) < _thread_count() or any(may() for _, may in self._waits.values()):
            return
        first = min(end for end, _ in self._waits.values())
        if first < float("inf"):
            self.ahead += max(0.0, first - _monotonic() - self.ahead)

    @property
    def now_ahead(self) -> float:
        """How far clocks are ahead: 0 where wend itself asks, between runs."""
        return self.ahead if recorder.is_recording() else 0.0


def _never() -> bool:
    return False


def _thread_count() -> int:
    """The threads of this process, also those that are about to begin."""
    threading: Any = sys.modules.get("threading")
    return len(sys._current_frames()) + len(threading._limbo if threading else ())


def _is_alone() -> bool:
    return _thread_count() == 1


def _sleepers(names: dict[str, Any]) -> list[Place]:
    """The names by which a module with these globals may have called `time.sleep`."""
    own = [(str(names.get("__name__")), name) for name, value in names.items() if value is SLEEP]
    if own and not any(value is time for value in names.values()):
        return own
    return [("time", "sleep"), *own]


CLOCK = VirtualClock()
"""The clock of this process."""


def install(*, is_closed: bool) -> None:
    """Has CLOCK take the place of clocks and of what waits, for the life of this process.

    `is_closed`: whether nothing outside of the process can answer, so that a file that is not ready
    will never be.
    """
    taken = {id(native): virtual for native, virtual in NOW.items()}
    taken[id(_sleep)] = SLEEP
    methods: list[tuple[type, str, Any]] = [
        (datetime.datetime, "now", classmethod(now)),
        (datetime.datetime, "utcnow", classmethod(utcnow)),
        (_thread.LockType, "acquire", _lock_acquire),
        (_queue.SimpleQueue, "get", _queue_get),
    ]
    if _HANDLE is not None:
        methods.append((_HANDLE, "join", _handle_join))
    if is_closed:
        taken[id(_select)] = MethodType(_select_files, CLOCK)
        methods += [(select.epoll, "poll", _epoll_poll), (_POLL, "poll", _poll_poll)]
        for name in ("recv", "recv_into", "recvfrom", "recvfrom_into", "recvmsg", "_accept"):
            setattr(socket.socket, name, _receiving(getattr(socket.socket, name)))
    for name, module in list(sys.modules.items()):
        names = getattr(module, "__dict__", None)
        if type(names) is dict and name.partition(".")[0] != "wend":
            names.update([(n, taken[id(v)]) for n, v in list(names.items()) if id(v) in taken])
    _replace_methods(methods)


def _replace_methods(methods: list[tuple[type, str, Any]]) -> None:
    """Replaces methods of native types, which don't allow it. Where that fails they stay."""
    try:
        import _ctypes
    except ImportError:  # a Python that was built without libffi
        return

    class Modified(_ctypes.CFuncPtr):
        _flags_ = _ctypes.FUNCFLAG_CDECL | _ctypes.FUNCFLAG_PYTHONAPI
        _restype_ = None

    class Object(_ctypes._SimpleCData):  # type: ignore[type-arg]
        _type_ = "O"

    ours: Any = None
    tell = Modified(_ctypes.dlsym(_ctypes.dlopen(ours, 0), "PyType_Modified"))
    for cls, name, made in methods:
        (names,) = gc.get_referents(cls.__dict__)  # the dict behind the proxy
        names[name] = made
        tell(Object(cls))  # lookups were remembered


# Clocks


def _seconds(native: Callable[[], float]) -> Any:
    def clock(of: VirtualClock) -> float:
        return native() + of.now_ahead

    return MethodType(clock, CLOCK)


def _nanoseconds(native: Callable[[], int]) -> Any:
    def clock(of: VirtualClock) -> int:
        return native() + int(of.now_ahead * 1e9)

    return MethodType(clock, CLOCK)


def now(cls: Any, tz: Any = None) -> Any:
    """`datetime.now`."""
    if not CLOCK.now_ahead:
        return _now.__get__(None, cls)(tz)
    return cls.fromtimestamp(time.time(), tz)


def utcnow(cls: Any) -> Any:
    """`datetime.utcnow`."""
    return _utcnow.__get__(None, cls)() + datetime.timedelta(seconds=CLOCK.now_ahead)


NOW: dict[Any, Any] = {
    **{each: _seconds(each) for each in (time.time, time.monotonic, time.perf_counter)},
    **{
        each: _nanoseconds(each) for each in (time.time_ns, time.monotonic_ns, time.perf_counter_ns)
    },
}
"""The virtual clocks by the native ones."""
SLEEP = CLOCK.sleep
"""What takes the place of `time.sleep`."""


# Waits


def _lock_acquire(lock: Any, blocking: Any = True, timeout: Any = -1) -> Any:
    blocking, timeout = value_of(blocking), value_of(timeout)
    is_timed = blocking and isinstance(timeout, int | float) and 0 < timeout <= _thread.TIMEOUT_MAX
    is_untimed = blocking and timeout == -1 and not _is_alone()
    if not recorder.is_recording() or not (is_timed or is_untimed):
        return _acquire(lock, blocking, timeout)
    seconds = timeout if is_timed else None
    return CLOCK.wait(lambda: _acquire(lock, False), lambda: not lock.locked(), seconds)


def _queue_get(queue: Any, block: Any = True, timeout: Any = None) -> Any:
    block, timeout = value_of(block), value_of(timeout)
    is_timed = block and isinstance(timeout, int | float) and timeout > 0
    is_untimed = block and timeout is None and not _is_alone()
    if not recorder.is_recording() or not (is_timed or is_untimed):
        return _get(queue, block, timeout)

    def take() -> Any:
        return None if queue.empty() else [_get(queue, False)]

    found = CLOCK.wait(take, lambda: not queue.empty(), timeout)
    return found[0] if found else _get(queue, False)  # which raises Empty


def _handle_join(handle: Any, timeout: Any = None) -> Any:
    timeout = value_of(timeout)
    if _may_wait(timeout):
        CLOCK.wait(handle.is_done, handle.is_done, timeout)
        timeout = 0 if timeout is not None else None
    return _join(handle, timeout)


def _select_files(
    of: VirtualClock, reading: Any, writing: Any, other: Any, timeout: Any = None, /
) -> Any:
    timeout = value_of(timeout)
    if not _may_wait(timeout):
        return _select(reading, writing, other, timeout)
    files = [*reading], [*writing], [*other]

    def take() -> Any:
        found = _select(*files, 0)
        return found if any(found) else None

    return of.wait(take, take, timeout) or ([], [], [])


def _epoll_poll(files: Any, timeout: Any = None, maxevents: Any = -1) -> Any:
    timeout, maxevents = value_of(timeout), value_of(maxevents)
    seconds = None if isinstance(timeout, int | float) and timeout < 0 else timeout
    if not _may_wait(seconds):
        return _epoll(files, timeout, maxevents)

    def take() -> Any:
        return _epoll(files, 0, maxevents)

    return CLOCK.wait(take, take, seconds)


def _poll_poll(files: Any, timeout: Any = None, /) -> Any:
    timeout = value_of(timeout)  # milliseconds
    seconds = timeout / 1000 if isinstance(timeout, int | float) and timeout >= 0 else None
    if not _may_wait(seconds):
        return _poll(files, timeout)
    return CLOCK.wait(lambda: _poll(files, 0), lambda: _poll(files, 0), seconds)


def _receiving(native: Any) -> Any:
    @functools.wraps(native)
    def receive(own: Any, *args: Any, **keywords: Any) -> Any:
        seconds = own.gettimeout()
        if recorder.is_recording() and seconds and not select.select([own], [], [], seconds)[0]:
            raise TimeoutError("timed out")
        return native(own, *args, **keywords)

    return receive


def _may_wait(seconds: Any) -> bool:
    """Whether a wait may be a virtual one: it is timed, or other threads go on."""
    if seconds is None:
        return recorder.is_recording() and not _is_alone()
    is_timed = isinstance(seconds, int | float) and seconds > 0
    return is_timed and recorder.is_recording()
