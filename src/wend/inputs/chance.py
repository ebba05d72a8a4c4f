"""Inputs drawn by chance: small and odd values, constants of the code, and changes of known inputs.

Values of variables are drawn (`expr.variables`), so a drawn input has the parts that conditions
speak of. Nothing depends on which values are drawn: runs show what an input is good for.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from wend.expr.sorts import Sort
from wend.expr.variables import Kind, bounded, character_of, choice_of, length_of, named
from wend.inputs.domain import Choice, Domain, Entries, Held, Items, Made, Scalar, Text, Whole
from wend.inputs.paths import is_part_of, item_path, key_path, part_path, relocated, value_path
from wend.inputs.target import Parameter

Values = dict[str, Any]

_INTS = (0, 1, -1, 2, 3, 4, 5, 7, 8, 10, 16, 100, 255, 256, 1000, -2, -10, 2**31, -(2**31), 2**64)
_FLOATS = (
    *(0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 0.1, 2.0, 10.0, 100.0, 1e-9, 1e9, 1e308, -1e308, 5e-324),
    *(float("inf"), float("-inf"), float("nan")),
)
_TEXTS = ("", "a", "0", "1", " ", "A", "-1", "1.5", "a b", "abc", "\n", "é", "ab12")
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCXYZ0123456789 _-+.,:;/\\@#%()[]{}<>=\"'\n\té"
_NO_VALUES = (Kind.LENGTH, Kind.CHARACTER, Kind.CHOICE)
"""Kinds of variables that no other int is made equal to."""

LONGEST = 8
"""Items of a container that is drawn; changes may make it longer."""

MOST_VALUES = 300
"""Once an input has this many variables, further containers are empty."""


class Chance:
    """Draws inputs for parameters. The same seed gives the same inputs."""

    def __init__(
        self, parameters: Sequence[Parameter], constants: Iterable[Any], seed: int
    ) -> None:
        self._parameters = [each for each in parameters if not isinstance(each.domain, Held)]
        self._random = random.Random(seed)
        self._pairs = [
            pair
            for pair in itertools.permutations(self._parameters, 2)
            if pair[0].domain == pair[1].domain
        ]
        numbers = [each for each in constants if type(each) in (int, float)]
        ints = [int(each) for each in numbers if abs(each) < 2**64]
        self._ints = [near for each in ints for near in (each, each, each - 1, each + 1, -each)]
        self._floats = [float(each) for each in numbers if abs(each) < 1e300]
        texts = [each for each in constants if type(each) is str]
        texts += [each.decode("latin-1") for each in constants if type(each) is bytes]
        self._texts = texts
        self._letters = "".join(texts)

    def fresh(self) -> Values:
        """Values for all parameters."""
        values: Values = {}
        for parameter in self._parameters:
            self._draw(parameter.domain, parameter.name, values)
        return values

    def changed(self, known: Mapping[str, Any]) -> Values:
        """Known inputs with changes in one, two or three places."""
        values = dict(known)
        if self._parameters:
            if self._pairs and self._random.random() < 0.2:
                self._copy(*self._random.choice(self._pairs), values)
            for _ in range(self._random.choice((1, 1, 2, 3))):
                parameter = self._random.choice(self._parameters)
                self._change(parameter.domain, parameter.name, values)
        return values

    def _copy(self, one: Parameter, other: Parameter, values: Values) -> None:
        """Gives a parameter the value of another one, which chance rarely does."""
        values.update(_relocated(values, one.name, other.name))

    # Drawing

    def _draw(self, domain: Domain, path: str, values: Values) -> None:
        match domain:
            case Scalar(sort):
                values[path] = self._scalar(sort)
            case Whole(low, high):
                values[bounded(path, low, high).text] = self._whole(low, high)
            case Text(kind):
                self._put_text(kind, path, self._text(), values)
            case Choice(options):
                at = self._random.randrange(len(options))
                values[choice_of(path, len(options)).text] = at
                self._draw(options[at], path, values)
            case Items(_, element):
                count = self._count(values)
                values[length_of(path).text] = count
                for at in range(count):
                    self._draw(element, item_path(path, at), values)
            case Entries(key, value):
                count = self._count(values)
                values[length_of(path).text] = count
                for at in range(count):
                    self._draw(key, key_path(path, at), values)
                    self._draw(value, value_path(path, at), values)
            case Made(_, parts):
                for at, part in enumerate(parts):
                    self._draw(part.domain, part_path(path, part, at), values)

    def _scalar(self, sort: Sort) -> Any:
        chance = self._random
        if sort is Sort.BOOL:
            return chance.random() < 0.5
        if sort is Sort.FLOAT:
            if self._floats and chance.random() < 0.3:
                return chance.choice(self._floats)
            if chance.random() < 0.5:
                return chance.choice(_FLOATS)
            return round(chance.uniform(-1, 1) * 10.0 ** chance.randrange(5), chance.randrange(4))
        if self._ints and chance.random() < 0.4:
            return chance.choice(self._ints)
        if chance.random() < 0.5:
            return chance.choice(_INTS)
        return chance.randint(-20, 20) if chance.random() < 0.5 else chance.randint(-5000, 5000)

    def _whole(self, low: int | None, high: int | None) -> int:
        chance = self._random
        if low is None or high is None:
            drawn: int = self._scalar(Sort.INT)
            return min(max(drawn, drawn if low is None else low), drawn if high is None else high)
        if chance.random() < 0.4:
            return chance.choice((low, high, max(low, high - 1), min(low + 1, high)))
        return chance.randint(low, high)

    def _count(self, values: Values) -> int:
        if len(values) >= MOST_VALUES:
            return 0  # a recursive type would grow without end
        return min(LONGEST, int(self._random.expovariate(0.5)))

    def _text(self) -> str:
        chance = self._random
        kind = chance.random()
        if self._texts and kind < 0.3:
            return chance.choice(self._texts)
        if kind < 0.5:
            return chance.choice(_TEXTS)
        if kind < 0.7:
            return "".join(self._piece() for _ in range(chance.randrange(1, 5)))
        return "".join(self._letter() for _ in range(self._count({})))

    def _piece(self) -> str:
        """A word, a number or a character."""
        chance = self._random
        kind = chance.random()
        if self._texts and kind < 0.5:
            return chance.choice(self._texts)
        return str(self._scalar(Sort.INT)) if kind < 0.7 else self._letter()

    def _letter(self) -> str:
        if self._letters and self._random.random() < 0.5:
            return self._random.choice(self._letters)
        return self._random.choice(_LETTERS)

    def _put_text(self, kind: str, path: str, text: str, values: Values) -> None:
        values[length_of(path).text] = len(text)
        naming = character_of(kind)
        for at, code in enumerate(map(ord, text)):
            values[naming(path, at).text] = code if kind == "str" else code & 255

    # Changing

    def _change(self, domain: Domain, path: str, values: Values) -> None:
        chance = self._random
        if chance.random() < 0.15:
            self._draw(domain, path, values)
            return
        match domain:
            case Scalar(sort):
                values[path] = self._near(values.get(path), sort, values)
            case Whole(low, high):
                values[bounded(path, low, high).text] = self._whole(low, high)
            case Text(kind):
                self._change_text(kind, path, values)
            case Choice(options):
                at = values.get(choice_of(path, len(options)).text, 0)
                self._change(options[at], path, values)
            case Items(_, element):
                self._change_items(
                    path,
                    values,
                    lambda at, act: act(element, item_path(path, at), values),
                    lambda a, b: self._swap(item_path(path, a), item_path(path, b), values),
                )
            case Entries(key, value):

                def act_on_entry(at: int, act: Callable[[Domain, str, Values], None]) -> None:
                    if act == self._draw or chance.random() < 0.5:
                        act(key, key_path(path, at), values)
                    if act == self._draw or chance.random() < 0.7:
                        act(value, value_path(path, at), values)

                self._change_items(
                    path,
                    values,
                    act_on_entry,
                    lambda a, b: self._swap(value_path(path, a), value_path(path, b), values),
                )
            case Made(_, parts) if parts:
                at = chance.randrange(len(parts))
                self._change(parts[at].domain, part_path(path, parts[at], at), values)

    def _near(self, value: Any, sort: Sort, values: Values) -> Any:
        chance = self._random
        kind = chance.random()
        if sort is Sort.BOOL or value is None or kind < 0.3:
            return self._scalar(sort)
        if kind < 0.5:
            # The value of another variable: otherwise `a == b` is rarely true.
            others = [
                each
                for name, each in values.items()
                if type(each) is type(value) and named(name).kind not in _NO_VALUES
            ]
            return chance.choice(others) if others else value
        if sort is Sort.FLOAT:
            return value * chance.choice((-1.0, 2.0, 0.5)) + chance.choice((0.0, 1.0, -1.0, 0.1))
        return chance.choice((value + 1, value - 1, -value, value * 2, value // 2, value + 10))

    def _change_items(
        self,
        path: str,
        values: Values,
        act: Callable[[int, Callable[[Domain, str, Values], None]], None],
        swap: Callable[[int, int], None],
    ) -> None:
        """Adds an item, removes the last, exchanges two, or changes one."""
        chance = self._random
        count: int = values.get(length_of(path).text, 0)
        kind = chance.random()
        if not count or kind < 0.3:
            values[length_of(path).text] = count + 1
            if count and chance.random() < 0.4:
                # A copy of the item before it: otherwise duplicates are rare.
                swap(count, count - 1)
            else:
                act(count, self._draw)
        elif kind < 0.45:
            values[length_of(path).text] = count - 1
        elif kind < 0.6 and count > 1:
            swap(chance.randrange(count), chance.randrange(count))
        else:
            act(chance.randrange(count), self._change)

    def _swap(self, a: str, b: str, values: Values) -> None:
        """Exchanges the values at two paths. A path without a value gets a copy of the other's."""
        from_a, from_b = _relocated(values, a, b), _relocated(values, b, a)
        values.update({**from_a, **from_b})

    def _change_text(self, kind: str, path: str, values: Values) -> None:
        chance = self._random
        naming = character_of(kind)
        length: int = values.get(length_of(path).text, 0)
        text = "".join(chr(values.get(naming(path, at).text, ord("a"))) for at in range(length))
        at, until = sorted((chance.randrange(length + 1), chance.randrange(length + 1)))
        match chance.randrange(6):
            case 0:
                text = text[:at] + self._letter() + text[at:]
            case 1:
                text = text[:at] + self._letter() + text[at + 1 :]
            case 2:
                text = text[:at] + self._piece() + text[at:]
            case 3:
                text = text[:at] + text[until:]
            case 4:
                text = text[until:] + text[at:until] + text[:at]
            case _:
                text = text[:until] + text[at:]
        self._put_text(kind, path, text, values)


def _relocated(values: Mapping[str, Any], whole: str, to: str) -> Values:
    """The values of the parts of one value, as those of the same parts of another."""
    return {
        relocated(variable, whole, to).text: value
        for name, value in values.items()
        if is_part_of((variable := named(name)).path, whole)
    }
