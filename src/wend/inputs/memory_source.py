"""Raw memory as statements that a person would write: first the objects, then the pointers.

    p = Node(1)
    p_next = Node(2)
    p.next = pointer(p_next)

Values that overlap as no objects can are written as the bytes of one buffer.
"""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Iterator, Mapping
from typing import Any

from wend.expr.variables import address_of, named
from wend.inputs.domain import Layout, Maker, Placed, Pointer
from wend.inputs.literal import to_source
from wend.inputs.memory import cells, octets, place_of, size_of

BUFFER = "memory"


class _Overlap(Exception):
    """The cells overlap as no objects can."""


class _Thing:
    """An object in memory: one value of a layout, or several in a row."""

    def __init__(self, offset: int, layout: int, count: int, path: str) -> None:
        self.offset = offset
        self.layout = layout
        self.count = count
        self.path = path
        self.name = ""


class WrittenMemory:
    """The statements and arguments for the parameters that lie in raw memory."""

    def __init__(
        self, domains: Mapping[str, Pointer | Placed], inputs: Mapping[str, Any], taken: set[str]
    ) -> None:
        first = next(iter(domains.values()))
        self._domains = domains
        self._inputs = inputs
        self._tools = dict(first.tools)
        self._taken = taken
        self.imports: dict[str, None] = {}
        self._layouts = _Table(domains)
        self._cells = [(offset, code, inputs[name], name) for offset, code, name in cells(inputs)]
        self._values = {offset: (code, value) for offset, code, value, _ in self._cells}
        self._things: list[_Thing] = []
        self._start: int | None = None
        """The offset at which the one buffer begins; None if memory is written as objects."""
        try:
            self._find()
            self.setup = tuple(self._statements())
        except _Overlap:
            self.setup = tuple(self._raw())

    def argument(self, path: str) -> str:
        """The source of the argument at a path of the inputs."""
        domain = self._domains[path]
        layout = self._layouts.of(domain, 0)
        offset = self._inputs.get(address_of(path).text, 0)
        if isinstance(domain, Placed):
            if self._start is not None:
                return f"{self._class(layout)}.from_buffer({BUFFER}, {offset - self._start})"
            return self._place(offset, layout)
        if not offset:
            return f"{self._class(layout)}()"
        return self._pointer(offset, layout)

    # What there is

    def _find(self) -> None:
        """Finds the objects that parameters and pointers lead to."""
        reached: dict[tuple[int, int], _Thing] = {}
        waiting: list[tuple[int, int, str]] = []
        for path, domain in self._domains.items():
            layout = self._layouts.of(domain, 0)
            offset = self._inputs.get(address_of(path).text, 0)
            if isinstance(domain, Pointer):
                layout = self._layouts[layout].of
            if offset and layout >= 0:
                waiting.append((offset, layout, path))
        while waiting:
            offset, layout, path = waiting.pop(0)
            count = self._count(offset, layout, path)
            known = reached.get((offset, layout))
            if known is not None and known.count >= count:
                continue
            if known is None:
                known = reached[offset, layout] = _Thing(offset, layout, count, path)
            known.count = count
            size = self._layouts[layout].size
            for at in range(count):
                for leaf, _, own, label in self._leaves(layout, offset + at * size, ""):
                    code, value = self._values.get(leaf, ("", 0))
                    to = self._layouts[own].of
                    if code == "p8" and value and self._layouts[own].kind == "pointer" and to >= 0:
                        waiting.append((value, to, f"{path}_{label}" if label else path))
        self._nest(list(reached.values()))

    def _count(self, offset: int, layout: int, path: str) -> int:
        """The number of values in a row for which there are cells, reached by a pointer."""
        size = self._layouts[layout].size
        most = 0
        for at, code, _, name in self._cells:
            pointer = place_of(named(name).path)[0].pointer
            if self._inputs.get(address_of(pointer).text, 0) == offset and size:
                if at < offset:
                    raise _Overlap
                if self._fits(layout, (at - offset) % size, code):
                    most = max(most, (at - offset) // size)
        return most + 1

    def _fits(self, layout: int, offset: int, code: str) -> bool:
        return any(
            leaf == offset and _cell_code(self._layouts[own]) == code
            for leaf, _, own, _ in self._leaves(layout, 0, "")
        )

    def _nest(self, found: list[_Thing]) -> None:
        """Keeps objects that are no part of others. Every cell has to be a part of one."""
        found.sort(key=lambda each: (each.offset, -self._size(each)))
        for each in found:
            last = self._things[-1] if self._things else None
            if last is None or last.offset + self._size(last) <= each.offset:
                each.name = self._name(each.path)
                self._things.append(each)
            elif self._inside(last, each.offset, each.layout) is None:
                raise _Overlap
        for offset, code, _, _ in self._cells:
            thing = self._thing_at(offset)
            size = self._layouts[thing.layout].size
            if not self._fits(thing.layout, (offset - thing.offset) % size, code):
                raise _Overlap

    def _size(self, thing: _Thing) -> int:
        return thing.count * self._layouts[thing.layout].size

    def _thing_at(self, offset: int) -> _Thing:
        for thing in self._things:
            if thing.offset <= offset < thing.offset + max(self._size(thing), 1):
                return thing
        raise _Overlap

    def _leaves(self, layout: int, offset: int, label: str) -> Iterator[tuple[int, str, int, str]]:
        """Offset, access from the outside, layout and a word for each number."""
        own = self._layouts[layout]
        if own.kind == "struct":
            for name, at, inner in own.fields:
                for leaf, access, each, word in self._leaves(inner, offset + at, label):
                    yield leaf, f".{name}{access}", each, f"{name}_{word}" if word else name
        elif own.kind == "array":
            size = self._layouts[own.of].size
            for at in range(own.count):
                for leaf, access, each, word in self._leaves(own.of, offset + at * size, label):
                    yield leaf, f"[{at}]{access}", each, f"{at}_{word}" if word else str(at)
        else:
            yield offset, "", layout, ""

    def _inside(self, thing: _Thing, offset: int, layout: int) -> str | None:
        """The source by which a part of an object is reached; None if it is no part of it."""
        size = self._layouts[thing.layout].size
        if not size:
            return "" if thing.layout == layout else None
        at, rest = divmod(offset - thing.offset, size)
        index = f"[{at}]" if thing.count > 1 else ""
        if at >= thing.count:
            return None
        for place, access, own in self._parts(thing.layout, 0, ""):
            if place == rest and own == layout:
                return index + access
        return None

    def _parts(self, layout: int, offset: int, access: str) -> Iterator[tuple[int, str, int]]:
        """The layout itself and all layouts of its parts."""
        yield offset, access, layout
        own = self._layouts[layout]
        for name, at, inner in own.fields:
            yield from self._parts(inner, offset + at, f"{access}.{name}")
        if own.kind == "array":
            size = self._layouts[own.of].size
            for at in range(own.count):
                yield from self._parts(own.of, offset + at * size, f"{access}[{at}]")

    # As source

    def _statements(self) -> Iterator[str]:
        later: list[str] = []
        for thing in self._things:
            yield f"{thing.name} = {self._made(thing, later)}"
        yield from later

    def _made(self, thing: _Thing, later: list[str]) -> str:
        """The call that makes an object. Values that it can't be given are assigned later."""
        layout = self._layouts[thing.layout]
        items: list[str] = []
        written: set[int] = set()
        """Offsets that are written: of the members of a union the first that fits is."""
        for at in range(thing.count):
            start = thing.offset + at * layout.size
            index = f"[{at}]" if thing.count > 1 else ""
            given: list[str] = []
            texts: dict[str, list[tuple[int, int]]] = {}
            for leaf, access, own, _ in self._leaves(thing.layout, start, ""):
                code, value = self._values.get(leaf, ("", 0))
                kind = self._layouts[own]
                if not value or _cell_code(kind) != code or leaf in written:
                    continue
                if kind.kind == "bits":
                    value = value >> kind.bits[0] & (1 << kind.bits[1]) - 1
                elif kind.code == "c1" and (of_text := _TEXT.fullmatch(access)) is not None:
                    # A field of characters is written as a whole: ctypes shows it as bytes.
                    texts.setdefault(of_text[1], []).append((int(of_text[2]), value))
                    continue
                else:
                    written.add(leaf)
                if not value:
                    continue
                name = access.removeprefix(".")
                if code == "p8":
                    target = self._pointer(value, own)
                    if not access and layout.kind == "pointer" and thing.count == 1:
                        target = f"{target}.contents"
                        access = ".contents"
                    suffix = access or ("" if index else ".value")
                    later.append(f"{thing.name}{index}{suffix} = {target}")
                elif thing.count == 1 and name.isidentifier():
                    given.append(f"{name}={self._number(code, value)}")
                elif layout.kind == "number":
                    given.append(self._number(code, value))
                else:
                    later.append(f"{thing.name}{index}{access} = {self._number(code, value)}")
            for access, chars in texts.items():
                text = _until_zero(chars)
                if thing.count == 1 and access[1:].isidentifier():
                    given.append(f"{access[1:]}={text!r}")
                else:
                    later.append(f"{thing.name}{index}{access} = {text!r}")
            if thing.count > 1 and layout.kind == "number":
                items.append(given[0] if given else "0")
        name = self._class(thing.layout)
        if thing.count == 1:
            made_by = f"({name})" if "*" in name else name
            return f"{made_by}({', '.join(given)})"
        return f"({name} * {thing.count})({', '.join(items)})"

    def _number(self, code: str, value: Any) -> str:
        return repr(bool(value)) if code == "b1" else to_source(value) or "0"

    def _place(self, offset: int, layout: int) -> str:
        thing = self._thing_at(offset)
        access = self._inside(thing, offset, layout)
        if access is None:
            raise _Overlap
        if access and self._layouts[layout].kind == "number":
            at = offset - thing.offset
            return f"{self._class(layout)}.from_buffer({thing.name}, {at})"
        return f"{thing.name}{access}"

    def _pointer(self, offset: int, layout: int) -> str:
        """The source of a pointer of this layout to an offset."""
        own = self._layouts[layout]
        if self._start is not None or own.kind != "pointer":
            where = self._address(offset)
            return where if own.kind != "pointer" else self._cast(where, layout)
        thing = self._thing_at(offset)
        access = self._inside(thing, offset, own.of)
        is_object = not access or self._layouts[own.of].kind == "struct"
        if access is None or not is_object:
            return self._cast(self._address(offset), layout)
        if thing.count > 1 and access in ("", "[0]"):
            return self._cast(thing.name, layout)
        return f"{self._tool('pointer')}({thing.name}{access})"

    def _cast(self, source: str, layout: int) -> str:
        return f"{self._tool('cast')}({source}, {self._class(layout)})"

    def _address(self, offset: int) -> str:
        if self._start is not None:
            name, at = BUFFER, offset - self._start
        else:
            thing = self._thing_at(offset)
            name, at = thing.name, offset - thing.offset
        return f"{self._tool('addressof')}({name})" + (f" + {at}" if at else "")

    def _tool(self, name: str) -> str:
        return self._named(self._tools[name])

    def _class(self, layout: int) -> str:
        return self._named(self._layouts[layout].maker)

    def _named(self, maker: Maker) -> str:
        self.imports.update(dict.fromkeys(maker.imports))
        return maker.source

    def _name(self, path: str) -> str:
        name = re.sub(r"\W+", "_", path).strip("_")
        while name in self._taken or keyword.iskeyword(name) or hasattr(builtins, name):
            name += "_"
        self._taken.add(name)
        return name

    # As bytes

    def _raw(self) -> Iterator[str]:
        places = [offset for offset, *_ in self._cells]
        ends = [offset + size_of(code) for offset, code, *_ in self._cells]
        for path, domain in self._domains.items():
            if offset := self._inputs.get(address_of(path).text, 0):
                layout = self._layouts[self._layouts.of(domain, 0)]
                to = self._layouts[layout.of] if isinstance(domain, Pointer) else layout
                places.append(offset)
                ends.append(offset + to.size)
        self._start = min(places) // 16 * 16
        size = max(ends) - self._start
        yield f"{BUFFER} = {self._tool('create_string_buffer')}({size})"
        at, run = 0, b""
        for offset, code, value, _ in [*sorted(self._cells), (1 << 64, "u1", 0, "")]:
            place = offset - self._start
            packed = octets(code, value, 0) if value and code != "p8" else b""
            if run and (place != at + len(run) or not packed):
                yield f"{BUFFER}[{at}:{at + len(run)}] = {run!r}"
                run = b""
            if packed:
                at, run = at if run else place, run + packed
            elif value:
                kind = self._tool("c_void_p")
                yield f"{kind}.from_buffer({BUFFER}, {place}).value = {self._address(value)}"


_TEXT = re.compile(r"(.*\.\w+)\[(\d+)\]")
"""The access to a character of a field of text: `.name[3]`."""


def _cell_code(layout: Layout) -> str:
    """The code of the cells that a layout is made of."""
    return "u1" if layout.code == "c1" else layout.code


def _until_zero(chars: list[tuple[int, int]]) -> bytes:
    """The text before the first 0. Characters behind it can't be written as text."""
    if [at for at, _ in chars] != [*range(len(chars))]:
        raise _Overlap
    return bytes([value for _, value in chars])


class _Table:
    """The layouts of all domains in one table, in which each class has one number."""

    def __init__(self, domains: Mapping[str, Pointer | Placed]) -> None:
        self._rows: list[Layout] = []
        self._numbers: dict[tuple[Any, int], int] = {}
        by_class: dict[tuple[str, tuple[str, ...]], int] = {}
        for domain in domains.values():
            if (domain.layouts, 0) in self._numbers:
                continue
            numbers = []
            for at, layout in enumerate(domain.layouts):
                key = layout.maker.source, layout.maker.imports
                number = by_class.setdefault(key, len(by_class))
                numbers.append(number)
                self._numbers[domain.layouts, at] = number
            for number, layout in zip(numbers, domain.layouts, strict=True):
                if number >= len(self._rows):
                    self._rows.extend([layout] * (number + 1 - len(self._rows)))
                self._rows[number] = Layout(
                    layout.maker,
                    layout.kind,
                    layout.size,
                    layout.code,
                    tuple([(name, offset, numbers[of]) for name, offset, of in layout.fields]),
                    numbers[layout.of] if layout.of >= 0 else -1,
                    layout.count,
                    layout.bits,
                )

    def of(self, domain: Pointer | Placed, at: int) -> int:
        return self._numbers[domain.layouts, at]

    def __getitem__(self, number: int) -> Layout:
        return self._rows[number]
