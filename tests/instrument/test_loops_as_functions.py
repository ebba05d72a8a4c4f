"""Bodies of loops as functions do what they did in place, for whatever the loops are made of."""

from __future__ import annotations

import ast
import random
import textwrap
from collections.abc import Callable
from opcode import opmap
from typing import Any

import pytest

from wend.instrument import loops
from wend.instrument.loops import take_out
from wend.instrument.rewrite.nodes import LOOP
from wend.instrument.twin import Twins


def made(source: str, name: str = "f") -> tuple[Any, Any, int]:
    """A function as it is, and with the bodies of its loops taken out; how many these are."""
    source = textwrap.dedent(source)
    plain: dict[str, Any] = {}
    exec(compile(source, "made", "exec"), plain)
    tree = ast.parse(source)
    take_out(tree.body)
    count = sum(
        isinstance(node, ast.FunctionDef) and node.name.startswith(LOOP) for node in ast.walk(tree)
    )
    other: dict[str, Any] = {}
    exec(compile(tree, "made", "exec"), other)
    return plain[name], other[name], count


def outcome(function: Callable[..., Any], *args: Any) -> tuple[str, Any]:
    try:
        return "returns", function(*args)
    except Exception as error:
        return type(error).__name__, str(error)


TAKEN = {
    "a sum": """
        def f(xs):
            total = 0
            for x in xs:
                if x > 3:
                    total += x
                elif x == 2:
                    total -= 1
            return total
    """,
    "continue, break, else": """
        def f(xs):
            n = 0
            for x in xs:
                if x == 1:
                    continue
                if x == 5:
                    break
                n += x
            else:
                n += 100
            return n
    """,
    "return": """
        def f(xs):
            n = 0
            while True:
                if n >= len(xs):
                    return
                if n > 2:
                    return n, len(xs)
                n += 1 if len(xs) > 4 else 2
    """,
    "what is before and after decisions": """
        def f(xs):
            i = best = 0
            while i < len(xs):
                x = xs[i]
                if x > best and x != 4:
                    best = x
                i += 1
            return i, best
    """,
    "loops in loops": """
        def f(xs):
            count = 0
            for x in xs:
                for y in xs:
                    if x < y:
                        count += 1
                    elif x == y and y == 3:
                        return -1
                if count > 7 and x == 2:
                    break
                elif count == 5:
                    count = 0
            return count
    """,
    "what is raised": """
        def f(xs):
            total = 0
            try:
                for x in xs:
                    if x == 5:
                        raise KeyError(x)
                    if x == 4:
                        raise ValueError(x)
                    total += x if x > 2 else 1
            except KeyError:
                return "key"
            return total
    """,
    "a closure around": """
        def make(limit):
            def f(xs):
                nonlocal limit
                limit += 1
                found, count = [], 0
                for x in xs:
                    if x > limit or any(x == y for y in found):
                        found.append(x)
                    elif [y for y in xs if y < x]:
                        count += 1
                return found, count
            return f
        f = make(1)
    """,
    "what is bound in a condition": """
        def f(xs):
            total = 0
            for x in xs:
                if (half := x // 2) > 1 and (rest := x - half):
                    total += half * rest
                elif half:
                    total += 1
            return total
    """,
}


@pytest.mark.parametrize("name", TAKEN)
def test_a_body_does_as_a_function_what_it_did_in_place(name: str) -> None:
    plain, other, count = made(TAKEN[name])

    assert count > 0
    chance = random.Random(name)
    for length in range(8):
        for _ in range(20):
            xs = [chance.randint(0, 6) for _ in range(length)]
            assert outcome(other, [*xs]) == outcome(plain, [*xs]), xs


STAYS = {
    "what may be unbound": """
        def f(xs):
            for x in xs:
                if x == 1:
                    last = x
                elif x == 2:
                    return last
    """,
    "what is unbound": """
        def f(xs):
            y = 1
            for x in xs:
                if x == 1:
                    del y
                elif x == 2:
                    return y
    """,
    "what was bound before it was raised": """
        def f(xs):
            n = 0
            try:
                for x in xs:
                    n += 1
                    if x == 1 or x == 2:
                        raise ValueError
            except ValueError:
                pass
            return n
    """,
    "what a context manager lets pass": """
        import contextlib
        def f(xs):
            n = 0
            with contextlib.suppress(ValueError):
                for x in xs:
                    n += 1
                    if x == 1 or x == 2:
                        raise ValueError
            return n
    """,
    "a function that looks at what is bound here": """
        def f(xs):
            n = 0
            def seen():
                return n
            found = []
            for x in xs:
                if x == 1 or x == 2:
                    n += 1
                    found.append(seen())
            return found
    """,
    "a function that outlives a turn": """
        def f(xs):
            found = []
            for x in xs:
                if x == 1 or x == 2:
                    found.append(lambda: x)
            return [each() for each in found]
    """,
    "a generator": """
        def g(xs):
            for x in xs:
                if x == 1 or x == 2:
                    yield x
        def f(xs):
            return list(g(xs))
    """,
    "a variable of the module": """
        COUNT = 0
        def f(xs):
            global COUNT
            for x in xs:
                if x == 1 or x == 2:
                    COUNT += 1
            return COUNT
    """,
    "all variables at once": """
        def f(xs):
            for x in xs:
                if x == 1 or x == 2:
                    y = 2
            return sorted(locals())
    """,
    "what is done at last": """
        def f(xs):
            n = 0
            for x in xs:
                try:
                    if x == 1 or x == 2:
                        continue
                finally:
                    n += 1
            return n
    """,
    "a name that an exception has for a while": """
        def f(xs):
            e = 1
            for x in xs:
                try:
                    if x == 1 or x == 2:
                        raise ValueError(x)
                except ValueError as e:
                    continue
            return e
    """,
    "nothing for the next turn": """
        def f(xs):
            for x in xs:
                if x == 1 and len(xs) > 3:
                    return False
            return True
    """,
    "a place to look something up": """
        def f(xs):
            low, high = 0, len(xs)
            while low < high:
                middle = (low + high) // 2
                if xs[middle] == 2:
                    return middle
                if xs[middle] < 2:
                    low = middle + 1
                else:
                    high = middle
            return low
    """,
    "decisions by what calls return": """
        def g(x):
            return x % 3
        def f(xs):
            n = 0
            for x in xs:
                if g(x) == 1 or g(x) == 2:
                    n += 1
            return n
    """,
    "too little to decide": """
        def f(xs):
            n = 0
            for x in xs:
                if x == 1:
                    n += 1
            return n
    """,
}


@pytest.mark.parametrize("name", STAYS)
def test_a_loop_stays_as_it_is_where_its_body_would_mean_something_else(name: str) -> None:
    plain, other, count = made(STAYS[name])

    assert count == 0
    for xs in ([], [1], [2, 1, 2], [1, 2, 3], [3, 2, 1, 1]):
        assert outcome(other, xs) == outcome(plain, xs)


# Random programs


class Programs:
    """Functions with loops, of any statements in any order; a name may be unbound anywhere."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def source(self) -> str:
        bound = self._chance.choice(["a = b", "a = b = c = d", "a = b = c = d = x"])
        lines = ["def f(xs, turns):", f"    {bound} = 0", *self._block(1, 3, False)]
        return "\n".join([*lines, f"    return a, b, {self._name()}", ""])

    def _name(self) -> str:
        return self._chance.choice(["a", "a", "b", "b", "c", "d", "x"])

    def _value(self) -> str:
        one, other = self._name(), self._chance.choice([self._name(), "1", "2", "3"])
        return self._chance.choice([one, other, f"{one} + {other}", f"{one} - 1"])

    def _test(self) -> str:
        test = f"{self._name()} {self._chance.choice('<>')} {self._value()}"
        if self._chance.random() < 0.3:
            word = self._chance.choice(["and", "or"])
            test += f" {word} ({self._name()} := {self._value()}) < 3"
        return test

    def _block(self, depth: int, most: int, in_loop: bool) -> list[str]:
        made: list[str] = []
        for _ in range(self._chance.randint(1, most)):
            made += self._statement(depth, in_loop)
        return made

    def _statement(self, depth: int, in_loop: bool) -> list[str]:
        indent = "    " * depth
        kinds = ["bind", "add"] * 2 + ["jump", "raise", "return"]
        if depth < 4:
            kinds += ["if"] * 4 + ["for"] * 3 + ["while", "try", "finally"]
        match self._chance.choice(kinds):
            case "bind":
                return [f"{indent}{self._name()} = {self._value()}"]
            case "add":
                return [f"{indent}{self._name()} += {self._value()}"]
            case "jump" if in_loop:
                return [indent + self._chance.choice(["break", "continue"])]
            case "raise" if self._chance.random() < 0.3:
                return [f"{indent}raise ValueError({self._value()})"]
            case "return" if self._chance.random() < 0.3:
                return [f"{indent}return {self._value()}"]
            case "if":
                made = [f"{indent}if {self._test()}:", *self._block(depth + 1, 2, in_loop)]
                if self._chance.random() < 0.6:
                    made += [f"{indent}else:", *self._block(depth + 1, 2, in_loop)]
                return made
            case "for":
                target = self._chance.choice(["x", "x", "c"])
                made = [f"{indent}for {target} in xs:", *self._block(depth + 1, 4, True)]
                if self._chance.random() < 0.2:
                    made += [f"{indent}else:", *self._block(depth + 1, 1, in_loop)]
                return made
            case "while":
                return [f"{indent}while next(turns, None):", *self._block(depth + 1, 3, True)]
            case "try":
                made = [f"{indent}try:", *self._block(depth + 1, 3, in_loop)]
                named = self._chance.choice(["", " as c"])
                made += [f"{indent}except ValueError{named}:"]
                return made + self._block(depth + 1, 2, in_loop)
            case "finally":
                made = [f"{indent}try:", *self._block(depth + 1, 2, in_loop)]
                return [*made, f"{indent}finally:", *self._block(depth + 1, 1, False)]
        return [f"{indent}pass"]


def test_random_loops_do_the_same_with_their_bodies_taken_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(loops, "LEAST_DECISIONS", 1)
    taken = 0
    for seed in range(400):
        source = Programs(seed).source()
        try:
            plain, other, count = made(source)
        except SyntaxError:
            continue  # a jump out of a `finally`, say
        taken += count
        for xs in ([], [0], [3, 1], [1, 2, 3, 4], [5, 0, 5]):
            told = outcome(plain, xs, iter([6, 5, 4, 3, 2, 1]))
            assert outcome(other, xs, iter([6, 5, 4, 3, 2, 1])) == told, source
    assert taken > 60


def test_decisions_in_a_body_are_where_they_were(tmp_path: Any) -> None:
    file = tmp_path / "placed.py"
    file.write_text(textwrap.dedent(TAKEN["loops in loops"]))
    names: dict[str, Any] = {}
    exec(compile(file.read_text(), str(file), "exec"), names)

    def places(loops: bool) -> set[Any]:
        twins = Twins(lambda name: name, loops=loops)
        twin = twins.twin(names["f"].__code__, str(file))
        assert twin is not None
        waiting, found = [twin], set()
        while waiting:
            code = waiting.pop()
            waiting += [each for each in code.co_consts if hasattr(each, "co_code")]
            for (line, _, column, _), operation in zip(
                code.co_positions(), code.co_code[::2], strict=True
            ):
                found.add((code.co_qualname, line, column, operation))
        return found

    def tests(places: set[Any]) -> set[Any]:
        return {place[:3] for place in places if place[3] == opmap["COMPARE_OP"]}

    assert tests(places(True)) == tests(places(False)) != set()
