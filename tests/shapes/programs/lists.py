"""Linked structures, each with an operation that is right and one with a bug."""

from __future__ import annotations

from dataclasses import dataclass

import wend


@dataclass
class Link:
    value: int
    next: Link | None = None


def has_cycle(start: Link | None) -> bool:
    slow = fast = start
    while fast is not None and fast.next is not None:
        slow, fast = slow.next, fast.next.next
        if slow is fast:
            return True
    return False


def reverse(start: Link | None) -> Link | None:
    wend.assume(not has_cycle(start))
    before = _values(start)
    done = None
    while start is not None:
        start.next, done, start = done, start, start.next
    assert _values(done) == before[::-1]
    return done


def reverse_wrong(start: Link | None) -> Link | None:
    """Lets go of the rest of a list of three."""
    wend.assume(not has_cycle(start))
    before = _values(start)
    done = None
    while start is not None:
        rest = start.next
        start.next = done
        done = start
        start = rest if done.next is None else None
    assert _values(done) == before[::-1]
    return done


def _values(start: Link | None) -> list[int]:
    found = []
    while start is not None:
        found.append(start.value)
        start = start.next
    return found


class Queue:
    """Links from the head to the tail, which is known for appending."""

    def __init__(self) -> None:
        self.head: Link | None = None
        self.tail: Link | None = None
        self.count = 0

    def rep_ok(self) -> bool:
        if self.head is None:
            return self.tail is None and self.count == 0
        seen = [self.head]
        while seen[-1].next is not None:
            after = seen[-1].next
            if any(after is known for known in seen):
                return False
            seen.append(after)
        return self.tail is seen[-1] and self.count == len(seen)

    def put(self, value: int) -> None:
        made = Link(value)
        if self.tail is None:
            self.head = made
        else:
            self.tail.next = made
        self.tail = made
        self.count += 1

    def take(self) -> int:
        if self.head is None:
            raise IndexError("empty")
        taken = self.head
        self.head = taken.next
        if self.head is None:
            self.tail = None
        self.count -= 1
        return taken.value

    def take_wrong(self) -> int:
        """Forgets that the last link was the tail, too."""
        if self.head is None:
            raise IndexError("empty")
        taken = self.head
        self.head = taken.next
        self.count -= 1
        return taken.value


class Both:
    """A link that knows both neighbours."""

    __slots__ = ("after", "before", "value")

    def __init__(self, value: int) -> None:
        self.value = value
        self.before: Both | None = None
        self.after: Both | None = None


class Chain:
    def __init__(self, first: Both | None, last: Both | None) -> None:
        self.first = first
        self.last = last


@wend.valid(Chain)
def is_chain(chain: Chain) -> bool:
    before, link = None, chain.first
    seen = []
    while link is not None:
        if any(link is known for known in seen) or link.before is not before:
            return False
        seen.append(link)
        before, link = link, link.after
    return chain.last is before


def remove(chain: Chain, value: int) -> bool:
    link = chain.first
    while link is not None and link.value != value:
        link = link.after
    if link is None:
        return False
    if link.before is None:
        chain.first = link.after
    else:
        link.before.after = link.after
    if link.after is None:
        chain.last = link.before
    else:
        link.after.before = link.before
    return True


def remove_wrong(chain: Chain, value: int) -> bool:
    """Leaves the link behind one in the middle with its old neighbour."""
    link = chain.first
    while link is not None and link.value != value:
        link = link.after
    if link is None:
        return False
    if link.before is None:
        chain.first = link.after
        if link.after is not None:
            link.after.before = None
    else:
        link.before.after = link.after
    if link.after is None:
        chain.last = link.before
    return True
