"""Bitwuzla in a process of its own, kept warm between queries and killed when it overruns.

It holds the GIL while it works and does not always keep to its limits, so it cannot be trusted
with the process that explores.
"""

from __future__ import annotations

import contextlib
import marshal
import math
import os
import select
import signal
import socket
import struct
import time
from collections.abc import Sequence
from typing import NoReturn

from wend.expr.terms import Term
from wend.expr.transport import Row, pack
from wend.solve.bitvectors import Encoder, NoValues, TooWide
from wend.solve.floating_point import FLOAT_WIDTH, Unsupported, float_of_bits

SECONDS = 2.0
"""For one question, at effort 1."""

_LENGTH = struct.Struct("<Q")
_ORPHAN_CHECK_SECONDS = 2.0


Found = dict[str, int | bool | float] | str | bool | None
"""A model; None if there is none with variables of so many bits; False if there is none at all;
why not, if unknown."""


class Overrun(Exception):
    """The worker took too long, or died."""


class BitwuzlaWorker:
    """The explorer's end: starts the process when first asked."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._pid: int | None = None
        self._socket: socket.socket | None = None

    def model(
        self,
        conditions: Sequence[Term],
        bits: int,
        effort: float,
        left: float = math.inf,
        *,
        is_open: bool = False,
    ) -> Found:
        """A model with Int variables of so many bits.

        `left` are the seconds left of the budget; `is_open` says that functions of floats which
        the theory does not know may give anything.
        """
        rows, roots = pack(list(conditions))
        seconds = min(SECONDS * effort, max(left, 0.01))
        try:
            self._send(marshal.dumps((rows, roots, bits, self._seed, seconds, is_open)))
            # Bitwuzla's own limit comes first; the kill is for when it does not keep to it.
            reply = self._receive(time.monotonic() + 1.25 * seconds + 0.5)
        except Overrun:
            self.close()
            return f"bitwuzla took more than {seconds:g} s at {bits} bits"
        except OSError:
            self.close()
            return "bitwuzla's process died"
        found: Found = marshal.loads(reply)
        return found

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        if self._pid is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self._pid, 0)
            self._pid = None

    def _start(self) -> socket.socket:
        ours, theirs = socket.socketpair()
        pid = os.fork()
        if pid == 0:
            ours.close()
            _serve(theirs)
        theirs.close()
        self._pid, self._socket = pid, ours
        return ours

    def _send(self, message: bytes) -> None:
        link = self._socket or self._start()
        link.sendall(_LENGTH.pack(len(message)) + message)

    def _receive(self, deadline: float) -> bytes:
        assert self._socket is not None
        size = _LENGTH.unpack(_read(self._socket, _LENGTH.size, deadline))[0]
        return _read(self._socket, size, deadline)


def _read(link: socket.socket, size: int, deadline: float) -> bytes:
    pieces = bytearray()
    while len(pieces) < size:
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([link], [], [], left)[0]:
            raise Overrun
        piece = link.recv(min(size - len(pieces), 1 << 20))
        if not piece:
            raise OSError("closed")
        pieces += piece
    return bytes(pieces)


# The worker's end


def _serve(link: socket.socket) -> NoReturn:
    """Answers until the explorer is gone; never returns into the code that forked."""
    try:
        # Ctrl-C is the explorer's business, which then closes the link.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        parent = os.getppid()
        while True:
            # Another worker may have inherited our link's other end: then it is never closed.
            if not select.select([link], [], [], _ORPHAN_CHECK_SECONDS)[0]:
                if os.getppid() != parent:
                    break
                continue
            forever = time.monotonic() + 1e9
            size = _LENGTH.unpack(_read(link, _LENGTH.size, forever))[0]
            reply = marshal.dumps(solve_rows(*marshal.loads(_read(link, size, forever))))
            link.sendall(_LENGTH.pack(len(reply)) + reply)
    finally:
        os._exit(0)


def solve_rows(
    rows: Sequence[Row],
    roots: Sequence[int],
    bits: int,
    seed: int,
    seconds: float,
    is_open: bool = False,
) -> Found:
    """What `BitwuzlaWorker.model` returns, computed here."""
    import bitwuzla

    manager = bitwuzla.TermManager()
    encoder = Encoder(bitwuzla, manager, bits, is_open)
    try:
        encoded = encoder.encode(rows, roots)
    except NoValues:
        return None
    except TooWide:
        return f"values of {bits} bits need too wide intermediate results"
    except Unsupported:
        return "bitwuzla does not know all operations on floats"
    options = bitwuzla.Options()
    options.set(bitwuzla.Option.PRODUCE_MODELS, True)
    options.set(bitwuzla.Option.SEED, seed)
    options.set(bitwuzla.Option.TIME_LIMIT_PER, int(seconds * 1000))
    solver = bitwuzla.Bitwuzla(manager, options)
    for condition in (*encoded, *encoder.assumptions, *encoder.facts):
        solver.assert_formula(condition)
    result = solver.check_sat()
    if result == bitwuzla.Result.UNSAT:
        return False if encoder.is_exact and not encoder.assumptions else None
    if result != bitwuzla.Result.SAT:
        return f"bitwuzla gave up at {bits} bits"
    model: dict[str, int | bool | float] = {}
    for name, (term, width) in encoder.variables.items():
        value = solver.get_value(term).value(2)
        if width == FLOAT_WIDTH:
            model[name] = float_of_bits(int(value, 2))
        elif width:
            number = int(value, 2)
            model[name] = number - (1 << width) if number >> (width - 1) else number
        else:
            model[name] = bool(value)
    return model
