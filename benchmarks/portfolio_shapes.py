"""Programs whose goal lies behind a call: twelve shapes, each varied by a seed.

Every program is a function `f` and a function `goal` that compares what `f` returns with a wanted
value; the line to reach is the one that returns "hit". The wanted value is what `f` returns for an
input that is drawn here and forgotten, so an input that reaches the line exists.
"""

from __future__ import annotations

import itertools
import random
import string
from collections.abc import Callable, Iterator
from typing import Any

Drawn = tuple[str, list[Any]]
"""The source of `f`, and arguments for it."""

_LOWER = string.ascii_lowercase


def shapes(chance: random.Random, variations: int) -> Iterator[tuple[str, str]]:
    """Names and sources of programs, `variations` of each shape."""
    for shape in SHAPES:
        for at in range(variations):
            source, arguments = shape(chance)
            found: dict[str, Any] = {}
            exec(source, found)
            wanted = found["f"](*arguments)
            yield f"{shape.__name__}_{at}", with_goal(source, wanted)


def with_goal(source: str, wanted: object) -> str:
    """The program: its `goal` takes what `f` takes."""
    head = source.strip().splitlines()[0]
    parameters = head[head.index("(") + 1 : head.rindex(") ->")]
    names = ", ".join(each.split(":")[0].strip() for each in parameters.split(", "))
    goal = (
        f'def goal({parameters}) -> str:\n    if f({names}) == {wanted!r}:\n        return "hit"\n'
    )
    return f'{source.strip()}\n\n\n{goal}    return "missed"\n'


# The four shapes


def empty_line(chance: random.Random) -> Drawn:
    full = ["x"] * chance.randint(1, 3)
    return (
        """
def f(text: str) -> int:
    for index, line in enumerate(text.splitlines()):
        if not line:
            return index
    return -1
""",
        ["\n".join([*full, "", "y"])],
    )


def swapped_case(chance: random.Random) -> Drawn:
    asked = chance.choice(
        [
            ("c.isdigit()", "c.islower()", "c.isupper()"),
            ("c.isspace()", "c.isupper()", "c.islower()"),
            ("c.isdigit()", "c.isupper()", "c.islower()"),
        ]
    )
    text = "".join(chance.choice(string.ascii_letters) for _ in range(chance.randint(2, 3)))
    return (
        f"""
def f(text: str) -> str:
    parts = []
    for c in text:
        if {asked[0]}:
            parts.append(c)
        elif {asked[1]}:
            parts.append(c.upper())
        elif {asked[2]}:
            parts.append(c.lower())
    return "".join(parts)
""",
        [text],
    )


def sentence_case(chance: random.Random) -> Drawn:
    first = chance.randint(1, 2)
    words = ["".join(chance.choices(_LOWER, k=chance.randint(2, 6))) for _ in range(3)]
    return (
        f"""
def f(text: str) -> str:
    t = text.lower()
    return t[:{first}] + t.capitalize()[{first}:]
""",
        [" ".join(words)],
    )


def counting_sort(chance: random.Random) -> Drawn:
    counters = chance.randint(7, 10)
    return (
        f"""
def f(items: list[int]) -> list[int]:
    counts = [0] * {counters}
    for item in items:
        counts[item] += 1
    out = []
    for value in range({counters}):
        for _ in range(counts[value]):
            out.append(value)
    return out
""",
        [[chance.randrange(counters) for _ in range(chance.randint(3, 4))]],
    )


# The eight goals


def places_of_vowels(chance: random.Random) -> Drawn:
    vowels = "".join(sorted(chance.sample("aeiouy", chance.randint(3, 5))))
    text = "".join(chance.choice(vowels + "xtr") for _ in range(5))
    return (
        f"""
def f(text: str) -> list[int]:
    places = []
    for index, c in enumerate(text):
        if c in {vowels!r}:
            places.append(index)
    return places
""",
        [text + vowels[0]],
    )


def title_words(chance: random.Random) -> Drawn:
    words = ["".join(chance.choices(_LOWER, k=3)).capitalize() for _ in range(chance.randint(2, 3))]
    return (
        """
def f(text: str) -> int:
    count = 0
    for word in text.split():
        if word[0].isupper() and word[1:].islower():
            count += 1
    return count
""",
        [" ".join(words)],
    )


def run_lengths(chance: random.Random) -> Drawn:
    first, second = chance.sample(_LOWER, 2)
    return (
        """
def f(text: str) -> str:
    out = ""
    at = 0
    while at < len(text):
        end = at
        while end < len(text) and text[end] == text[at]:
            end += 1
        out += text[at] + str(end - at)
        at = end
    return out
""",
        [first * chance.randint(1, 3) + second * chance.randint(1, 3)],
    )


def histogram(chance: random.Random) -> Drawn:
    values = chance.sample(range(-5, 20), 2)
    return (
        """
def f(items: list[int]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for item in items:
        counts[item] = counts.get(item, 0) + 1
    return counts
""",
        [values + chance.choices(values, k=chance.randint(1, 2))],
    )


def merged(chance: random.Random) -> Drawn:
    lists = [sorted(chance.choices(range(-9, 30), k=chance.randint(1, 2))) for _ in range(2)]
    return (
        """
def f(a: list[int], b: list[int]) -> list[int]:
    out = []
    i = j = 0
    while i < len(a) and j < len(b):
        if a[i] <= b[j]:
            out.append(a[i])
            i += 1
        else:
            out.append(b[j])
            j += 1
    return out + a[i:] + b[j:]
""",
        lists,
    )


def rotated(chance: random.Random) -> Drawn:
    return (
        """
def f(items: list[int], steps: int) -> list[int]:
    if not items:
        return []
    cut = steps % len(items)
    return items[cut:] + items[:cut]
""",
        [chance.choices(range(50), k=chance.randint(2, 4)), chance.randint(1, 5)],
    )


def shifted_letters(chance: random.Random) -> Drawn:
    shift = chance.randint(1, 25)
    return (
        f"""
def f(text: str) -> str:
    out = ""
    for c in text:
        if c.islower():
            out += chr((ord(c) - ord("a") + {shift}) % 26 + ord("a"))
        else:
            out += c
    return out
""",
        ["".join(chance.choices(_LOWER, k=chance.randint(2, 4)))],
    )


def without_repeats(chance: random.Random) -> Drawn:
    text = "".join(chance.choices(string.ascii_letters + string.digits, k=chance.randint(3, 5)))
    return (
        """
def f(text: str) -> str:
    seen = ""
    for c in text:
        if c not in seen:
            seen += c
    return seen
""",
        [text],
    )


Shape = Callable[[random.Random], Drawn]
FOUR: tuple[Shape, ...] = (empty_line, swapped_case, sentence_case, counting_sort)
EIGHT: tuple[Shape, ...] = (
    *(places_of_vowels, title_words, run_lengths, histogram),
    *(merged, rotated, shifted_letters, without_repeats),
)
SHAPES: tuple[Shape, ...] = tuple(itertools.chain(FOUR, EIGHT))
