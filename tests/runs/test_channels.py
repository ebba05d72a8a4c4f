"""Channels between processes, whatever comes through them."""

from __future__ import annotations

import os
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from wend.messages.channel import Channel, ChannelClosed, Garbled, channel_pair


@pytest.fixture
def ends() -> Iterator[tuple[Channel, socket.socket]]:
    """An end, and the bare socket of the other one."""
    left, right = socket.socketpair()
    end = Channel(left)
    yield end, right
    end.close()
    right.close()


def test_what_is_sent_is_received() -> None:
    one, other = channel_pair()
    message = {"text": "ä\ud800", "number": 10**400, "parts": [1.5, None, b"\0" * 100]}
    one.send(message)
    one.send(2)

    assert (other.receive(), other.receive()) == (message, 2)
    one.close()
    with pytest.raises(ChannelClosed):
        other.receive()
    other.close()


def test_a_deadline_passes_before_a_message(ends: tuple[Channel, socket.socket]) -> None:
    end, _ = ends

    assert end.receive(time.monotonic() - 1) is None
    assert end.receive_with_descriptor(time.monotonic() - 1) == (None, None)


@pytest.mark.parametrize(
    "sent",
    [
        b"\xff" * 8,  # a length that no message has
        (4).to_bytes(8, "little") + b"????",
        (0).to_bytes(8, "little"),
        b"garbage " * 100,
    ],
)
@pytest.mark.parametrize("receive", ["receive", "receive_with_descriptor"])
def test_what_is_no_message_is_garbled(
    ends: tuple[Channel, socket.socket], sent: bytes, receive: str
) -> None:
    end, other = ends
    other.sendall(sent)

    with pytest.raises(Garbled):
        getattr(end, receive)()


@pytest.mark.parametrize("sent", [b"", b"\3\0", (9).to_bytes(8, "little") + b"abc"])
@pytest.mark.parametrize("receive", ["receive", "receive_with_descriptor"])
def test_an_end_in_the_middle_of_a_message_closes(
    ends: tuple[Channel, socket.socket], sent: bytes, receive: str
) -> None:
    end, other = ends
    other.sendall(sent)
    other.close()

    with pytest.raises(ChannelClosed):
        getattr(end, receive)()


def test_a_descriptor_that_somebody_closed(ends: tuple[Channel, socket.socket]) -> None:
    end, _ = ends
    number = end.fileno()
    kept = os.dup(number)
    os.close(number)
    with pytest.raises((ChannelClosed, ValueError, OSError)):
        end.receive(time.monotonic() + 1)
    os.dup2(kept, number)
    os.close(kept)


LIMITED = """
import resource
from wend.run.limits import limit_memory

resource.setrlimit(resource.RLIMIT_AS, {before})
limit_memory({extra})
soft, hard = resource.getrlimit(resource.RLIMIT_AS)
now = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
print(soft <= hard or hard == -1, 0 <= soft <= now + {extra} + (1 << 24), hard)
"""


@pytest.mark.parametrize(
    ("before", "hard"),
    [
        ("(resource.RLIM_INFINITY, resource.RLIM_INFINITY)", resource.RLIM_INFINITY),
        ("(1 << 33, resource.RLIM_INFINITY)", resource.RLIM_INFINITY),
        ("(1 << 33, 1 << 34)", 1 << 34),
        ("(1 << 33, 1 << 33)", 1 << 33),
    ],
)
@pytest.mark.parametrize("extra", [1 << 28, 1 << 40])
def test_memory_is_limited_below_what_the_user_set(before: str, hard: int, extra: int) -> None:
    code = LIMITED.format(before=before, extra=extra)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)

    assert done.stdout.split() == ["True", "True", str(hard)], done.stderr
