"""What ways of doing harm are tried on: each way has a directory and a process of its own."""

from __future__ import annotations

import os
import struct

ROOT = os.environ.get("VICTIMS", "/nowhere")
STREAM, DATAGRAM = f"{ROOT}/stream", f"{ROOT}/datagram"
ABSTRACT = b"\0victim" + ROOT.encode()


def place(way: str, name: str = "kept") -> str:
    """A path in the directory of a way: a file `kept`, a directory `sub`, a named pipe `pipe`."""
    return f"{ROOT}/ways/{way}/{name}"


def number(what: str) -> int:
    """The number of a port, a process or a queue."""
    with open(f"{ROOT}/numbers/{what}") as file:
        return int(file.read())


def temporary(name: str) -> str:
    """A new file where files may be written in any case."""
    import tempfile

    path = f"{tempfile.mkdtemp()}/{name}"
    with open(path, "w") as file:
        file.write("harm")
    return path


def internet(port: int) -> bytes:
    """A struct sockaddr_in for a port of this machine."""
    return struct.pack("=H", 2) + struct.pack(">H", port) + bytes((127, 0, 0, 1)) + bytes(8)
