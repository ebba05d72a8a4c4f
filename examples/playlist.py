"""A singly linked list of songs.

$ wend cover examples/playlist.py::ends --max-executions 20
$ wend cover examples/playlist.py::remove --max-executions 40
"""

from __future__ import annotations

import wend


class Song:
    """A song, and the one that is played after it."""

    def __init__(self, title: str, following: Song | None = None) -> None:
        self.title = title
        self.following = following


@wend.valid(Song)
def ends(first: Song) -> bool:
    """Return whether a list has an end, instead of leading back to one of its songs."""
    slow = fast = first
    while fast is not None and fast.following is not None:
        slow, fast = slow.following, fast.following.following
        if slow is fast:
            return False
    return True


def remove(first: Song | None, song: Song) -> Song | None:
    """Return the list without a song."""
    if first is song:
        return first.following
    before = first
    while before.following is not song:
        before = before.following
    before.following = song.following
    return first
