"""Random programs that raise groups of exceptions, and take them apart with `except*`."""

from __future__ import annotations

from generated import PRELUDE, Program

GROUPS_PRELUDE = (
    PRELUDE
    + '''

class Several(ExceptionGroup):
    """A group that stays one of its kind when it is split."""

    def derive(self, errors):
        return Several(self.message, errors)


def gathered(n: int, *tasks) -> int:
    """Does all tasks, and raises all that they raise together."""
    errors = []
    for task in tasks:
        try:
            n = task(n)
        except Exception as error:
            errors.append(error)
    if errors:
        raise (Several if n > 2 else ExceptionGroup)("gathered", errors)
    return n
'''
)

_KINDS = (
    "ValueError", "KeyError", "TypeError", "ZeroDivisionError", "LookupError", "Exception",
    "(KeyError, TypeError)", "AttributeError", "(ValueError, ZeroDivisionError)", "IndexError",
)  # fmt: skip


class GroupProgram(Program):
    """Most of its `try` statements have `except*`, whose clauses raise as often as they can."""

    def __init__(self, seed: int, size: int = 7) -> None:
        super().__init__(seed, size)
        self.name = f"g{seed}"
        self._clauses: list[str] = []
        """The names of the `except*` clauses around."""

    def _statement(self, depth: int) -> list[str]:
        if self._left > 0 and depth <= 3 and self.chance.random() < 0.3:
            return ["    " * depth + line for line in self._try(depth)]
        return super()._statement(depth)

    def _try(self, depth: int) -> list[str]:
        if self.chance.random() < 0.25:
            return super()._try(depth)
        made = ["try:"]
        if self.chance.random() < 0.6:
            made += [f"    if {self._condition()}:", f"        {self._raising()}"]
        made += self._inner(depth)
        for kind in self.chance.sample(_KINDS, self.chance.choice((1, 2, 2, 3))):
            name = self.chance.choice(("", "", "error", "mixed"))
            made += [f"except* {kind}{' as ' + name if name else ''}:"]
            self._clauses.append(name)
            made += self._inner(depth, loop=False)
            if self.chance.random() < 0.3:
                made += [f"    if {self._condition()}:", f"        {self._leaving()}"]
            self._clauses.pop()
        if self.chance.random() < 0.3:
            made += ["else:", *self._inner(depth)]
        if self.chance.random() < 0.3:
            made += ["finally:", *self._inner(depth, loop=False)]
        return made

    def _leave(self, depth: int) -> list[str]:
        if not self._clauses:
            if self.chance.random() < 0.4:
                return [f"if {self._condition()}:", f"    {self._raising()}"]
            return super()._leave(depth)
        if self._in_loops and self.chance.random() < 0.5:
            return [self._pick("break", "continue")]
        return [f"if {self._condition()}:", f"    {self._leaving()}"]

    def _leaving(self) -> str:
        """Out of a clause, which no `return` leaves."""
        name = self._clauses[-1]
        named = [f"raise {name}", f"raise ValueError(x) from {name}"] if name == "error" else []
        return self._pick("raise", self._raising, "x = None.x", *named)

    def _raising(self) -> str:
        return self._pick(
            lambda: f"raise ExceptionGroup('', [{self._error()}, {self._error()}])",
            lambda: f"raise Several('', [{self._error()}])",
            lambda: (
                f"raise ExceptionGroup('', [{self._error()}, "
                f"Several('', [{self._error()}, {self._error()}])])"
            ),
            lambda: f"x = gathered({self._int()}, helper, lambda n: 6 // (n - {self._int()}))",
            lambda: f"raise {self._error()}",
        )

    def _error(self) -> str:
        return f"{self._pick('ValueError', 'KeyError', 'TypeError', 'IndexError')}({self._int()})"
