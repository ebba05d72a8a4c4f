"""The plainest baseline: arguments drawn at random by their annotations, nothing learned from runs.

`python random_baseline.py FILE FUNCTION SECONDS SEED` prints a line of JSON for each input that
made a step from line to line which none before it had made, with the CPU seconds since the first
draw; at last how many calls were made. Drawn are small values, boundary values and constants of
the function's code, each as often as the others.
"""

from __future__ import annotations

import enum
import inspect
import json
import random
import resource
import signal
import string
import sys
import time
import types
import typing
from collections.abc import Callable
from typing import Any

import hypothesis_baseline
from hypothesis_baseline import Slow, arcs, load, source, too_slow
from replay import score

BOUNDARIES = (0, 1, -1, 2, 255, 256, 2**31 - 1, 2**31, -(2**31), 2**63 - 1, 2**63, -(2**63))
FLOATS = (0.0, -0.0, 0.5, 1.0, -1.0, 1e-9, 1e9, 1e300, float("inf"), float("-inf"), float("nan"))
LONGEST = 6
MOST_BYTES = 2**30
SECONDS_EACH = 0.2


def main() -> None:
    file, name, seconds, seed = sys.argv[1:]
    module = load(file)
    function = getattr(module, name)
    hints = typing.get_type_hints(function)
    drawing = Drawing(int(seed), constants(function))
    arguments = {key: drawing.by(hints[key]) for key in inspect.signature(function).parameters}
    wanted = score(file, name, []).possible
    signal.signal(signal.SIGALRM, too_slow)
    hypothesis_baseline.SECONDS_EACH = SECONDS_EACH
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    seen: set[tuple[int, int]] = set()
    calls, started = 0, time.process_time()
    # Nothing is left to win once all branches are taken.
    while (at := time.process_time() - started) < float(seconds) and not wanted <= seen:
        try:
            drawn = {key: draw() for key, draw in arguments.items()}
        except Exception:
            continue  # a constructor refused what was drawn for it
        text = "{" + ", ".join(f"{key!r}: {source(value)}" for key, value in drawn.items()) + "}"
        calls += 1
        try:
            steps = arcs(file, function, drawn)
        except Slow:
            continue  # the alarm came when the call had just ended
        if not steps <= seen:
            seen |= steps
            print(json.dumps({"at": at, "text": text}), flush=True)
    print(json.dumps({"calls": calls, "seconds": time.process_time() - started}))


class Drawing:
    """Makes functions that draw values of a type."""

    def __init__(self, seed: int, constants: list[Any]) -> None:
        self._random = random.Random(seed)
        self._ints = [each for each in constants if type(each) is int]
        self._floats = [each for each in constants if type(each) is float]
        self._texts = [each for each in constants if type(each) is str]
        self._bytes = [each for each in constants if type(each) is bytes]

    def by(self, hint: Any) -> Callable[[], Any]:
        """A function that draws values of the annotated type."""
        origin, parts = typing.get_origin(hint), typing.get_args(hint)
        match origin or hint:
            case types.UnionType | typing.Union:
                return self._one_of([self.by(part) for part in parts])
            case typing.Literal:
                return lambda: self._random.choice(parts)
            case builtin if builtin is list:
                return self._many(self.by(parts[0]), list)
            case builtin if builtin in (set, frozenset):
                return self._many(self.by(parts[0]), builtin)
            case builtin if builtin is dict:
                key, value = map(self.by, parts)
                return self._many(lambda: (key(), value()), dict)
            case builtin if builtin is tuple and parts[-1:] == (...,):
                return self._many(self.by(parts[0]), tuple)
            case builtin if builtin is tuple:
                each = [self.by(part) for part in parts]
                return lambda: tuple(draw() for draw in each)
        return self._scalar(hint)

    def _scalar(self, hint: Any) -> Callable[[], Any]:
        choose, chance = self._random.choice, self._random
        if hint in (None, type(None)):
            return lambda: None
        if hint is bool:
            return lambda: choose((False, True))
        if hint is int:
            return self._one_of(
                [
                    lambda: chance.randint(-10, 10),
                    lambda: chance.randint(-1000, 1000),
                    lambda: choose(BOUNDARIES),
                    *([lambda: choose(self._ints) + chance.randint(-1, 1)] if self._ints else []),
                ]
            )
        if hint is float:
            return self._one_of(
                [
                    lambda: round(chance.uniform(-10, 10), 1),
                    lambda: chance.uniform(-1000, 1000),
                    lambda: choose(FLOATS),
                    *([lambda: choose(self._floats)] if self._floats else []),
                    *([lambda: float(choose(self._ints))] if self._ints else []),
                ]
            )
        if hint is str:
            drawn = self._one_of([self._text(string.printable), self._text("ab01 ")])
            return self._pieces(drawn, self._texts, "")
        if hint is bytes:
            drawn = self._many(lambda: chance.randint(0, 255), bytes)
            return self._pieces(drawn, self._bytes, b"")
        if isinstance(hint, type) and issubclass(hint, enum.Enum):
            return lambda: choose(list(hint))
        hints = typing.get_type_hints(hint if hasattr(hint, "_fields") else hint.__init__)
        each = {name: self.by(hints[name]) for name in inspect.signature(hint).parameters}
        return lambda: hint(**{name: draw() for name, draw in each.items()})

    def _text(self, alphabet: str) -> Callable[[], str]:
        return lambda: "".join(self._random.choices(alphabet, k=self._length()))

    def _pieces(self, drawn: Callable[[], Any], known: list[Any], empty: Any) -> Callable[[], Any]:
        """Drawn at random, or put together of the code's constants and of what is drawn."""
        if not known:
            return drawn
        piece = self._one_of([drawn, lambda: self._random.choice(known)])
        return self._one_of(
            [
                drawn,
                lambda: self._random.choice(known),
                lambda: empty.join(piece() for _ in range(self._random.randint(2, 4))),
            ]
        )

    def _many(self, draw: Callable[[], Any], collect: Callable[..., Any]) -> Callable[[], Any]:
        return lambda: collect([draw() for _ in range(self._length())])

    def _one_of(self, draws: list[Callable[[], Any]]) -> Callable[[], Any]:
        return lambda: self._random.choice(draws)()

    def _length(self) -> int:
        return self._random.randint(0, LONGEST)


def constants(function: Any) -> list[Any]:
    """Numbers and texts in the code of the function."""
    codes = [function.__code__]
    found: dict[tuple[type, Any], None] = {}
    while codes:
        for constant in codes.pop().co_consts:
            if isinstance(constant, types.CodeType):
                codes.append(constant)
            for each in constant if isinstance(constant, tuple | frozenset) else (constant,):
                if type(each) in (int, float, str, bytes):
                    found[type(each), each] = None
    return [each for _, each in found]


if __name__ == "__main__":
    main()
