"""Streams of text and bytes: read by lines and by sizes, gone about in, written."""

import io
import struct
from typing import BinaryIO, TextIO

EXPECTED = {
    "port_of": {
        "verdict": ("budget",),
        "returns": {"None", "'no number'", "'number'"},
        "raises": {"ValueError"},
        "over": {"fp": [*map(io.StringIO, ("", "a\n", "port=a", "a=\nport=1\n"))]},
        "runs": 120,
    },
    "length_of": {
        "verdict": ("budget", "complete"),
        "returns": {"'no header'", "'cut off'", "'empty'", "'all there'"},
        "over": {"fp": [*map(io.BytesIO, (b"", b"LN", b"LN\0\0", b"LN\0\1a", b"LN\0\2a"))]},
        "runs": 120,
    },
    "spelled": {
        "verdict": ("budget", "complete"),
        "returns": {"'told'", "'other'"},
        "over": {"n": range(10), "name": ["", "bo"]},
        "runs": 120,
    },
}


def port_of(fp: TextIO) -> object:
    for line in fp:
        name, found, value = line.rstrip("\n").partition("=")
        if not found:
            raise ValueError("no setting: " + line)
        if name == "port":
            if not value.isdecimal() or not value.isascii():
                return "no number"
            return "number"
    return None


def length_of(fp: BinaryIO) -> str:
    if fp.read(2) != b"LN":
        return "no header"
    size = fp.read(2)
    if len(size) < 2:
        return "cut off"
    (length,) = struct.unpack(">H", size)
    fp.seek(length, 1)
    if fp.tell() == 4:
        return "empty"
    fp.seek(-1, 1)
    return "all there" if fp.read(1) else "cut off"


def spelled(n: int, name: str) -> str:
    out = io.StringIO()
    print("n is", n, file=out)
    out.write(name)
    out.seek(0)
    first = out.readline()
    return "told" if first == "n is 7\n" and out.read() == "bo" else "other"
