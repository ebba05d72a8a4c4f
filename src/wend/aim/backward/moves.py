"""The moves of a climb from a point: changes of one variable, of two, of a whole text or list.

A move is a line of points, each farther away than the last. A point maps the names of variables
(`expr.variables`) to values.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations, product
from typing import Any, TypeVar

from wend.expr.floats import at_ordinal, ordinal
from wend.expr.variables import Kind, Variable, byte_of, char_of, length_of, lengths_in, named
from wend.inputs.paths import place_in, put_at

Values = dict[str, Any]
Line = list[Values]
T = TypeVar("T")

MOST_PAIRS = 10
MOST_LETTERS = 8
"""Letters that are put into a text at once, alone and in pairs; a random choice of them."""

MOST_WHOLE = 200
"""Moves of whole texts and lists at once."""

MOST_WORDS = 12
"""Texts of the code that are tried in a text at once, a random choice if there are more."""

LONGEST = 200
"""The longest text or list."""

_INTS = (
    *range(1, 9), 10, 12, 16, 24, 32, 48, 64, 100, 128, *[1 << k for k in range(8, 24)],
    *(1 << 31, 1 << 32, 1 << 40, 1 << 53, 1 << 63),
)  # fmt: skip
_LENGTHS = (1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 64, 100)
_CODES = (1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 24, 26, 32, 64, 128)
_TURNS = (1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 64, 128, 256, 512)
_PAIRED = (1, 2, 3, 5, 8, 16, 32, 64, 256, 1024)
_ULPS = [1 << k for k in range(0, 63, 2)]
_UNITS = [2.0**k for k in range(-12, 21)]


class Moves:
    """The moves over one trace; `constants` are numbers and texts that the code says."""

    def __init__(self, constants: Sequence[Any], seed: int) -> None:
        self._random = random.Random(seed)
        self._numbers = [each for each in constants if type(each) in (int, float)]
        self._letters = _letters(constants)
        self._words = _words(constants)

    def along(self, name: str, point: Values) -> list[Line]:
        """Moves of one variable."""
        return [
            [
                {**point, name: value}
                for value in line
                if type(value) is not int or may_be(name, value)
            ]
            for line in self._values(name, point)
        ]

    def _values(self, name: str, point: Values) -> list[list[Any]]:
        value = point[name]
        if type(value) is bool:
            return [[not value]]
        if type(value) is float:
            return self._floats(value, point)
        if named(name).kind is Kind.CHOICE:
            return [[other] for other in range(12) if other != value]
        steps = _steps(name)
        lines = [[value + step for step in steps], [value - step for step in steps]]
        if steps is _CODES:
            lines.append(self._letters)
        elif steps is _INTS:
            others = [each for each in point.values() if type(each) is int]
            numbers = [int(each) for each in self._numbers if math.isfinite(each)]
            near = [each + by for each in dict.fromkeys([*numbers, *others]) for by in (0, 1, -1)]
            lines.append([0, -value, value // 2, value * 2])
            lines.extend([[each] for each in dict.fromkeys(near[:60])])
        return lines

    def _floats(self, value: float, point: Values) -> list[list[Any]]:
        others = [each for each in point.values() if type(each) is float]
        special = [*map(float, self._numbers), *others, 0.0, 1.0, -1.0, -value]
        if math.isnan(value):
            return [[each] for each in special]
        place = ordinal(value)
        return [
            *[[each] for each in dict.fromkeys(special)],
            [value + step for step in _UNITS],
            [value - step for step in _UNITS],
            [at_ordinal(place + step) for step in _ULPS],
            [at_ordinal(place - step) for step in _ULPS],
        ]

    def pairs(self, point: Values) -> list[Line]:
        """Moves of two variables at once: for `x + y == 7, x - y == 3` moving one does not help."""
        names = [name for name, value in point.items() if type(value) in (int, float)]
        names = [name for name in names if named(name).kind is not Kind.CHOICE]
        pairs = [*combinations(names, 2)]
        some = self._some(pairs, MOST_PAIRS)
        return [line for one, other in some for line in _both(point, one, other)]

    def whole(self, point: Values) -> list[Line]:
        """Moves of a whole text or list, put together of its parts and of words; and of all at
        once."""
        paths = [length.path for length, _ in lengths_in(point)]
        makers = [maker for path in paths for maker in self._anew(path, point)]
        # Only the points that are tried are made.
        lines = [[maker()] for maker in self._some(makers, MOST_WHOLE)]
        # With a part more, what was the last turn of a loop is one turn later; or it is the first.
        loops = _loops(point)
        for line in lines if loops else ():
            line.append({**line[0], **dict.fromkeys(loops, self._random.choice((-1, 0)))})
        return [*lines, *_repeated(point, paths)]

    def _anew(self, path: str, point: Values) -> Iterator[Callable[[], Values]]:
        sequence = _Sequence(path, point)
        size = sequence.size
        items = [*range(size)]
        orders = [
            items + items,
            [at for at in items for _ in range(2)],
            items + items[::-1],
            items[::-1],
            items[1:],
            items[:-1],
            items[1:-1],
            items[: size // 2],
            [*items, *items[-1:]],
            [*items[:1], *items],
        ]
        if size > 1:
            one, other = sorted(self._random.sample(items, 2))
            orders.append(items[:one] + items[other:])
            orders.append(items[:other] + items[one:])
        for order in orders:
            if len(order) <= LONGEST:
                yield partial(sequence.ordered, order)
        if sequence.is_text and size < LONGEST - 1:
            middle = self._random.randrange(size + 1)
            letters = self._some(self._letters, MOST_LETTERS)
            words = self._some(self._words, MOST_WORDS)
            for word in words:
                yield partial(sequence.anew, word)
                yield partial(sequence.replaced, middle, word)
                for at in dict.fromkeys((0, middle, size)):
                    put = [(at + by, code) for by, code in enumerate(word)]
                    yield partial(sequence.with_codes, put)
            yield from [partial(sequence.filled, code) for code in letters if size]
            for code in letters:
                for at in dict.fromkeys((0, middle, size)):
                    yield partial(sequence.with_codes, [(at, code)])
            for first, last in product(letters, repeat=2):
                yield partial(sequence.with_codes, [(0, first), (size + 1, last)])

    def _some(self, found: list[T], most: int) -> list[T]:
        """All of them, or a random choice if there are too many."""
        return found if len(found) <= most else self._random.sample(found, most)


def _repeated(point: Values, paths: Sequence[str]) -> Iterator[Line]:
    """All texts and lists together, 2, 4 and 8 times as long: if one is longer, another may have to
    be, too. With each loop also at its last item."""
    loops = _loops(point)
    for last in [{}, *[{name: -1} for name in loops]] if paths else ():
        line = []
        for by in (2, 4, 8):
            made = point
            for path in reversed(paths):  # what is in a list before the list
                sequence = _Sequence(path, made)
                if sequence.size * by <= LONGEST:
                    made = sequence.ordered([*range(sequence.size)] * by)
            line.append({**made, **last})
        yield line


class _Sequence:
    """A text or list of a point, with the variables of each of its items."""

    def __init__(self, path: str, point: Values) -> None:
        self._path = path
        self._point = point
        self.size: int = point[length_of(path).text]
        self._others: Values = {}
        self._parts: list[dict[Variable, Any]] = [{} for _ in range(self.size)]
        for name, value in point.items():
            variable = named(name)
            place = place_in(variable, path)
            if place is None:
                self._others[name] = value
            elif place < self.size:
                self._parts[place][variable] = value

    @property
    def is_text(self) -> bool:
        return not self.size or any(
            variable.is_character and len(part) == 1 for part in self._parts for variable in part
        )

    def ordered(self, order: Sequence[int]) -> Values:
        """The point with the items in another order, some perhaps left out or repeated."""
        made = {**self._others, length_of(self._path).text: len(order)}
        for to, at in enumerate(order):
            part = self._parts[at].items()
            made.update({put_at(each, self._path, to).text: value for each, value in part})
        return made

    def with_codes(self, inserted: Sequence[tuple[int, int]]) -> Values:
        """The point with characters inserted."""
        codes = [next(iter(part.values())) for part in self._parts]
        for at, code in inserted:
            codes.insert(at, code)
        return self.anew(codes)

    def replaced(self, place: int, by: Sequence[int]) -> Values:
        """The point with other characters in place of one."""
        codes = [next(iter(part.values())) for part in self._parts]
        return self.anew([*codes[:place], *by, *codes[place + 1 :]])

    def filled(self, code: int) -> Values:
        """The point with the same character everywhere in the text."""
        return self.anew([code] * self.size)

    def anew(self, codes: Sequence[int]) -> Values:
        """The point with a text of these characters."""
        is_bytes = any(each.kind is Kind.BYTE for part in self._parts for each in part)
        made = {**self._others, length_of(self._path).text: len(codes)}
        # Whether an empty text is of characters or of bytes, nobody asks here.
        for make in (byte_of,) if is_bytes else (char_of,) if self.size else (char_of, byte_of):
            made.update({make(self._path, at).text: code for at, code in enumerate(codes)})
        return made


def may_be(name: str, value: int) -> bool:
    """Whether a variable may have a value."""
    variable = named(name)
    return variable.admits(value) and (value <= LONGEST or variable.kind is not Kind.LENGTH)


def _steps(name: str) -> tuple[int, ...]:
    match named(name).kind:
        case Kind.TURNS:
            return _TURNS
        case Kind.LENGTH:
            return _LENGTHS
        case Kind.CHARACTER | Kind.BYTE:
            return _CODES
    return _INTS


def _both(point: Values, one: str, other: str) -> Iterator[Line]:
    lines = [
        [
            {**point, one: point[one] + first * by, other: point[other] + second * by}
            for by in _PAIRED
        ]
        for first, second in product((1, -1), repeat=2)
    ]
    if type(point[one]) is type(point[other]):
        lines.append([{**point, one: point[other], other: point[one]}])
    for line in lines:
        yield [each for each in line if _is_possible(each, one) and _is_possible(each, other)]


def _is_possible(point: Values, name: str) -> bool:
    return type(point[name]) is float or may_be(name, point[name])


def _loops(point: Values) -> list[str]:
    """The variables that say how often loops turn."""
    return [name for name in point if named(name).kind is Kind.TURNS]


def _letters(constants: Sequence[Any]) -> list[int]:
    """The characters of texts."""
    texts = [each for each in constants if type(each) is str]
    texts += [each.decode("latin-1") for each in constants if type(each) is bytes]
    return sorted({ord(char) for text in texts for char in text})


def _words(constants: Sequence[Any]) -> list[list[int]]:
    """Texts of more than one character, as codes."""
    texts = [each for each in constants if type(each) is str]
    texts += [each.decode("latin-1") for each in constants if type(each) is bytes]
    return [[*map(ord, text)] for text in dict.fromkeys(texts) if 1 < len(text) <= LONGEST // 8]
