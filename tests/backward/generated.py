"""Random programs with loops, calls, exceptions and dead code, for tests of what is reachable."""

from __future__ import annotations

import random

PRELUDE = '''
class Swallow:
    """Takes a KeyError for nothing."""

    def __enter__(self):
        return 3

    def __exit__(self, kind, error, trace):
        return kind is KeyError


def helper(n: int) -> int:
    if n > 2:
        return n - 1
    if n == -2:
        raise KeyError(n)
    return n * 2


LIMIT = 2
state = 0


def poke(n: int) -> None:
    global state
    state = n
'''

VARIABLES = ("x", "y", "z")


class Program:
    """Writes one function, `f(a: int, b: int)`; every loop in it ends.

    Those of odd seeds have text, a list, a global and a function inside that changes a local.
    """

    def __init__(self, seed: int, size: int = 14) -> None:
        self.chance = random.Random(seed)
        self.size = size
        self.loops = 0
        self.is_rich = seed % 2 == 1

    def source(self) -> str:
        lines = ["def f(a: int, b: int):", "    x, y, z = a, b, 0"]
        if self.is_rich:
            lines += ["    global state", "    state, box, word, held = 0, [a, b], 'ab', 1"]
            lines += ["    def hold(n):", "        nonlocal held", "        held = n"]
        lines += self.block(1, in_loop=False, least=3)
        return PRELUDE + "\n\n" + "\n".join([*lines, "    return x"]) + "\n"

    def atom(self) -> str:
        if self.is_rich and self.chance.random() < 0.25:
            return self.chance.choice(
                ("state", "box[0]", "box[-1]", "len(box)", "len(word)", "held")
            )
        return self.chance.choice((*VARIABLES, "a", "b", "LIMIT", str(self.chance.randint(-2, 4))))

    def value(self) -> str:
        pick = self.chance.random()
        if pick < 0.3:
            return self.atom()
        if pick < 0.75:
            return f"{self.atom()} {self.chance.choice('+-*')} {self.atom()}"
        if pick < 0.8:
            return f"{self.atom()} {self.chance.choice(('//', '%'))} {self.atom()}"
        if pick < 0.88:
            return f"{self.atom()} if {self.condition()} else {self.atom()}"
        if pick < 0.94:
            return f"abs({self.atom()})"
        return f"helper({self.atom()})"

    def condition(self, depth: int = 0) -> str:
        pick = self.chance.random()
        if depth < 2 and pick < 0.15:
            return f"({self.condition(depth + 1)} and {self.condition(depth + 1)})"
        if depth < 2 and pick < 0.3:
            return f"({self.condition(depth + 1)} or {self.condition(depth + 1)})"
        if depth < 2 and pick < 0.38:
            return f"not {self.condition(depth + 1)}"
        if pick < 0.46:
            return f"{self.atom()} < {self.value_without_if()} <= {self.atom()}"
        if pick < 0.5:
            return self.atom()
        if self.is_rich and pick < 0.6:
            return self.chance.choice(("word == 'abc'", "'c' in word", "box", "state is held"))
        operator = self.chance.choice(("<", "<=", "==", "!=", ">", ">="))
        return f"{self.atom()} {operator} {self.atom()}"

    def value_without_if(self) -> str:
        return f"{self.atom()} {self.chance.choice('+-')} {self.atom()}"

    def block(self, depth: int, *, in_loop: bool, least: int = 1) -> list[str]:
        made: list[str] = []
        for _ in range(self.chance.randint(least, least + 2)):
            made += self.statement(depth, in_loop)
            self.size -= 1
        return made

    def change(self) -> str:
        """A statement that changes what is not a number in a local."""
        value = self.atom()
        return self.chance.choice(
            (f"poke({value})", f"box.append({value})", f"box[0] = {value}", f"state += {value}",
             "word += 'c'", f"word = word[{value}:]", f"hold({value})", "box = box[1:]")
        )  # fmt: skip

    def statement(self, depth: int, in_loop: bool) -> list[str]:
        pad = "    " * depth
        pick = self.chance.random()
        if self.is_rich and self.chance.random() < 0.2:
            return [pad + self.change()]
        if pick < 0.4 or self.size <= 0 or depth > 3:
            name = self.chance.choice(VARIABLES)
            if self.chance.random() < 0.3:
                return [f"{pad}{name} {self.chance.choice('+-*')}= {self.atom()}"]
            return [f"{pad}{name} = {self.value()}"]

        def inner(loop: bool = in_loop) -> list[str]:
            return self.block(depth + 1, in_loop=loop)

        if pick < 0.66:
            made = [f"{pad}if {self.condition()}:", *inner()]
            if self.chance.random() < 0.3:
                made += [f"{pad}elif {self.condition()}:", *inner()]
            if self.chance.random() < 0.5:
                made += [f"{pad}else:", *inner()]
            return made
        if pick < 0.72:
            name = f"n{self.loops}"
            self.loops += 1
            return [
                f"{pad}{name} = 0",
                f"{pad}while {self.condition()}:",
                f"{pad}    {name} += 1",
                f"{pad}    if {name} > 3:",
                f"{pad}        break",
                *inner(True),
                *([f"{pad}else:", *inner()] if self.chance.random() < 0.3 else []),
            ]
        if pick < 0.78:
            return [
                f"{pad}for i in range({self.chance.choice(('2', '3', 'LIMIT'))}):",
                *inner(True),
            ]
        if pick < 0.84:
            error = self.chance.choice(("KeyError", "ZeroDivisionError", "(KeyError, TypeError)"))
            made = [f"{pad}try:", *inner()]
            if self.chance.random() < 0.8:
                made += [f"{pad}except {error}:", *inner()]
                if self.chance.random() < 0.3:
                    made += [f"{pad}else:", *inner()]
            else:
                made += [f"{pad}finally:", *inner(False)]
            return made
        if pick < 0.87:
            return [f"{pad}with Swallow() as {self.chance.choice(VARIABLES)}:", *inner()]
        if pick < 0.9:
            return [
                f"{pad}match {self.atom()}:",
                f"{pad}    case 1 | 2:",
                *["    " + line for line in inner()],
                f"{pad}    case z if {self.condition()}:",
                *["    " + line for line in inner()],
            ]
        if pick < 0.93:
            return [f"{pad}assert {self.condition()}"]
        if pick < 0.96:
            return [f"{pad}raise KeyError(x)" if self.chance.random() < 0.5 else f"{pad}return y"]
        return [f"{pad}{self.chance.choice(('break', 'continue'))}" if in_loop else f"{pad}pass"]
