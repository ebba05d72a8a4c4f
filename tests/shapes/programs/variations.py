"""Structures as people write them: a cache, a trie, links to parents that are weak."""

from __future__ import annotations

import weakref


class Entry:
    def __init__(self, key: str, value: int) -> None:
        self.key = key
        self.value = value
        self.before: Entry | None = None
        self.after: Entry | None = None


class Cache:
    """The least recently used entry is the first to go."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.entries: dict[str, Entry] = {}
        self.first: Entry | None = None
        self.last: Entry | None = None

    def rep_ok(self) -> bool:
        if self.capacity < 1 or len(self.entries) > self.capacity:
            return False
        entry, before, count = self.first, None, 0
        while entry is not None:
            if entry.before is not before or self.entries.get(entry.key) is not entry:
                return False
            count += 1
            if count > len(self.entries):
                return False
            before, entry = entry, entry.after
        return self.last is before and count == len(self.entries)

    def _unlink(self, entry: Entry) -> None:
        if entry.before is not None:
            entry.before.after = entry.after
        else:
            self.first = entry.after
        if entry.after is not None:
            entry.after.before = entry.before
        else:
            self.last = entry.before
        entry.before = entry.after = None

    def _put_first(self, entry: Entry) -> None:
        entry.after = self.first
        if self.first is not None:
            self.first.before = entry
        self.first = entry
        if self.last is None:
            self.last = entry

    def put(self, key: str, value: int) -> None:
        entry = self.entries.get(key)
        if entry is not None:
            entry.value = value
            self._unlink(entry)
        else:
            if len(self.entries) >= self.capacity:
                oldest = self.last
                self._unlink(oldest)
                del self.entries[oldest.key]
            entry = self.entries[key] = Entry(key, value)
        self._put_first(entry)

    def put_wrong(self, key: str, value: int) -> None:
        """As `put`, but that the first entry is still there when the only one had to go."""
        if key in self.entries:
            self.entries[key].value = value
            return
        if len(self.entries) >= self.capacity:
            oldest = self.last
            del self.entries[oldest.key]
            self.last = oldest.before
            if self.last is not None:
                self.last.after = None
        entry = self.entries[key] = Entry(key, value)
        self._put_first(entry)


class Trie:
    def __init__(self) -> None:
        self.children: dict[str, Trie] = {}
        self.end = False


def has_word(trie: Trie, word: str) -> bool:
    for char in word:
        if char not in trie.children:
            return False
        trie = trie.children[char]
    return trie.end


class Folder:
    def __init__(self, name: str, parent: Folder | None = None) -> None:
        self.name = name
        self._parent = weakref.ref(parent) if parent is not None else None

    @property
    def parent(self) -> Folder | None:
        return self._parent() if self._parent is not None else None


def path_of(folder: Folder) -> str:
    names = [folder.name]
    while folder.parent is not None:
        folder = folder.parent
        names.append(folder.name)
    return "/".join(names)


class Link:
    __slots__ = ("after", "before", "item")

    def __init__(self, item: int = 0) -> None:
        self.item = item
        self.before: Link = self
        self.after: Link = self


class Ring:
    """All items between a link that is always there and itself."""

    def __init__(self) -> None:
        self.sentinel = Link()
        self.size = 0

    def rep_ok(self) -> bool:
        link, count = self.sentinel, 0
        while True:
            if link.after.before is not link:
                return False
            link = link.after
            if link is self.sentinel:
                return count == self.size
            count += 1
            if count > self.size:
                return False

    def rotate(self) -> None:
        """The first becomes the last."""
        if self.size > 2:
            first, last = self.sentinel.after, self.sentinel.before
            self.sentinel.after, first.after.before = first.after, self.sentinel
            last.after, first.before = first, last
            first.after, self.sentinel.before = self.sentinel, first

    def rotate_wrong(self) -> None:
        """As `rotate`, but that what comes next still leads back to the first."""
        if self.size > 2:
            first, last = self.sentinel.after, self.sentinel.before
            self.sentinel.after = first.after
            last.after, first.before = first, last
            first.after, self.sentinel.before = self.sentinel, first
