"""Goals behind a call: `wend reach` with its defaults finds what any single search finds at once.

Each program is a function and a `goal` that wants one result of it. The defaults combine searches
of which one alone needs less than a second for each of these, and none may keep it from its turn.
"""

from __future__ import annotations

import textwrap
from typing import Any

import pytest

PROGRAMS = {
    "empty line": """
        def f(text: str) -> int:
            for index, line in enumerate(text.splitlines()):
                if not line:
                    return index
            return -1


        def goal(text: str) -> str:
            if f(text) == 1:
                return "hit"
            return "missed"
        """,
    "swapped case": """
        def f(text: str) -> str:
            parts = []
            for c in text:
                if c.isdigit():
                    parts.append(c)
                elif c.islower():
                    parts.append(c.upper())
                elif c.isupper():
                    parts.append(c.lower())
            return "".join(parts)


        def goal(text: str) -> str:
            if f(text) == "LL":
                return "hit"
            return "missed"
        """,
    "sentence": """
        def f(text: str) -> str:
            t = text.lower()
            return t[:1] + t.capitalize()[1:]


        def goal(text: str) -> str:
            if f(text) == "never give up":
                return "hit"
            return "missed"
        """,
    "counting sort": """
        def f(items: list[int]) -> list[int]:
            counts = [0] * 9
            for item in items:
                counts[item] += 1
            out = []
            for value in range(9):
                for _ in range(counts[value]):
                    out.append(value)
            return out


        def goal(items: list[int]) -> str:
            if f(items) == [1, 4, 4, 7]:
                return "hit"
            return "missed"
        """,
    "places of vowels": """
        def f(text: str) -> list[int]:
            places = []
            for index, c in enumerate(text):
                if c in "aeiou":
                    places.append(index)
            return places


        def goal(text: str) -> str:
            if f(text) == [1, 3, 4]:
                return "hit"
            return "missed"
        """,
    "words in title case": """
        def f(text: str) -> int:
            count = 0
            for word in text.split():
                if word[0].isupper() and word[1:].islower():
                    count += 1
            return count


        def goal(text: str) -> str:
            if f(text) == 2:
                return "hit"
            return "missed"
        """,
    "run lengths": """
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


        def goal(text: str) -> str:
            if f(text) == "b2k3":
                return "hit"
            return "missed"
        """,
    "histogram": """
        def f(items: list[int]) -> dict[int, int]:
            counts: dict[int, int] = {}
            for item in items:
                counts[item] = counts.get(item, 0) + 1
            return counts


        def goal(items: list[int]) -> str:
            if f(items) == {3: 2, 8: 1}:
                return "hit"
            return "missed"
        """,
    "two lists merged": """
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


        def goal(a: list[int], b: list[int]) -> str:
            if len(a) == 2 and f(a, b) == [2, 5, 9]:
                return "hit"
            return "missed"
        """,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_goal_behind_a_call_is_found(wend: Any, name: str) -> None:
    source = textwrap.dedent(PROGRAMS[name]).strip() + "\n"
    file = wend.file("program.py", source)
    line = source[: source.index('return "hit"')].count("\n") + 1

    (result,) = wend("reach", f"{file}:{line}", "--json", "-").results

    assert result["verdict"] == "reached"
