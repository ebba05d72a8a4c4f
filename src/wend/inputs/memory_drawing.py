"""Raw memory as people draw it: the target of a pointer is drawn in the place of the pointer.

    p = Node(value=1)
    p.next = pointer(p)

is drawn as `&Node(value=1, next=↺ p)`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_ASSIGNED = re.compile(r"(\w+)(\S*) = (.+)", re.DOTALL)
_NULL = re.compile(r"(\w+\.)*POINTER\(.*\)\(\)")
_PLACE = r"(?P<name>\w+)(?P<access>(\.\w+|\[\d+\])*)"
_THING = re.compile(_PLACE)
_POINTERS = (
    re.compile(rf"(\w+\.)*pointer\({_PLACE}\)"),
    re.compile(rf"(\w+\.)*cast\({_PLACE}, .*\)"),
    re.compile(rf"(\w+\.)*cast\((\w+\.)*addressof\({_PLACE}\)(?P<further> \+ \d+)?, .*\)"),
)


class DrawnMemory:
    """Draws the objects that statements make.

    Each is drawn at one path; at other places a mark and this path stand for it.
    """

    def __init__(self, setup: Sequence[str]) -> None:
        self._made: dict[str, str] = {}
        self._later: dict[str, list[tuple[str, str]]] = {}
        self._open: list[str] = []
        self._places: dict[str, str] = {}
        """The path at which each object was drawn, by its name."""
        for statement in setup:
            if (parts := _ASSIGNED.fullmatch(statement)) is not None:
                name, access, source = parts.groups()
                if access:
                    self._later.setdefault(name, []).append((access, source))
                else:
                    self._made[name] = source

    def drawn(self, source: str, place: str) -> str:
        """The drawing of a source at a path: of an argument, or of a value assigned to a part."""
        if _NULL.fullmatch(source) is not None:
            return "NULL"
        for pattern in _POINTERS:
            if (found := pattern.fullmatch(source)) is not None and found["name"] in self._made:
                further = found.groupdict().get("further") or ""
                return self._thing(found["name"], found["access"] + further, place, "&")
        found = _THING.fullmatch(source)
        if found is not None and found["name"] in self._made:
            return self._thing(found["name"], found["access"], place, "")
        return source

    def _thing(self, name: str, access: str, place: str, sign: str) -> str:
        if name in self._places:
            return f"{'↺' if name in self._open else '→'} {self._places[name]}{access}"
        self._places[name] = place
        self._open.append(name)
        parts = [
            f"{each.removeprefix('.')}={self.drawn(to, place + each)}"
            for each, to in self._later.get(name, ())
        ]
        self._open.pop()
        start = self._made[name].removesuffix(")")
        if parts and not start.endswith("("):
            start += ", "
        return f"{sign}{start}{', '.join(parts)}){access}"
