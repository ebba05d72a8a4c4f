"""From a function to its twin: the instrumented code object of the same place in the source.

The source is parsed and rewritten, compiled without being run, and the code object of the same
qualified name and first line is picked out. Its closure fits, because the nesting is unchanged;
its line numbers fit, because every node keeps its position.
"""

from __future__ import annotations
import __future__

import ast
import bisect
import functools
import gc
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import CodeType
from typing import Any

from wend.instrument.rewrite.nodes import PLACEHOLDER
from wend.instrument.rewrite.rewriter import rewrite
from wend.source.files import compile_quietly, parse, parse_file, read_source

FUTURES = sum({getattr(__future__, name).compiler_flag for name in __future__.all_feature_names})
"""The bits of `co_flags` that `from __future__` sets and `compile` takes."""

Key = tuple[str, int]
"""Qualified name and first line."""

UnitPlace = tuple[str, int, str, int]
"""A unit whose twins can be made: the file of its source, a line of the unit, the file that its
code names and the bits of `from __future__`. A tuple, since it goes from process to process."""

_Unit = tuple[int, int, list[ast.stmt]]
"""A unit, which is compiled at once, with its first and last line."""


class Twins:
    """The twins of all code so far. They are compiled when needed, with probes by name."""

    def __init__(self, probe: Callable[[str], Any]) -> None:
        self._probe = probe
        self._goals: tuple[str, tuple[int, ...]] = "", ()
        self._units: dict[tuple[str, int], dict[Key, list[CodeType]]] = {}
        """The twins of each unit, by file and first line."""
        self.made: list[UnitPlace] = []
        """The units that were compiled when they were needed, in order."""
        self._spare: dict[str, list[_Unit]] = {}
        """Units that may be changed, by file."""

    def twin(self, code: CodeType, file: str) -> CodeType | None:
        """The twin of a code object whose source is in `file`; None where there is none."""
        unit = unit_of(file, code.co_firstlineno)
        if not unit:
            return None
        twins = self._units.get((file, unit[0].lineno))
        if twins is None:
            place = _place(file, code)
            twins = self._compile(unit, place)
            self._units[file, unit[0].lineno] = twins
            self.made.append(place)
        return taking_place_of(code, twins)

    def prepare(self, file: str, codes: Iterable[CodeType]) -> None:
        """Makes the twins of some code of a file ahead of time."""
        self.make(_place(file, code) for code in codes)

    def make(self, places: Iterable[UnitPlace]) -> None:
        """Makes twins ahead of time, those that another process needed, say.

        They are made of a separate tree: rewriting changes it, and others still read the tree of
        the file.
        """
        for place in places:
            file, line, _, _ = place
            unit = unit_of(file, line)
            if unit and (file, unit[0].lineno) not in self._units:
                spare = _around(line, self._spare_units(file))
                self._units[file, unit[0].lineno] = self._compile(spare, place)

    def _spare_units(self, file: str) -> list[_Unit]:
        if file not in self._spare:
            self._spare[file] = _units_in(parse(read_source(file), file))
        return self._spare[file]

    def aim_at(self, file: str, lines: tuple[int, ...]) -> None:
        """Has the statements of some lines marked."""
        self._goals = file, lines
        for unit in [unit_of(file, line) for line in lines]:
            if unit:
                self._units.pop((file, unit[0].lineno), None)  # made ahead of time, without marks

    def of_module(self, file: str) -> CodeType | None:
        """The twin of a module's own code; None where there is no source."""
        if parse_file(file) is None:
            return None
        # Parsed anew, because functions of the tree that is kept were rewritten already.
        statements = parse(read_source(file), file).body
        module = ast.Module(rewrite(statements, file), [])
        return with_probes(compile_quietly(module, file, 0), self._probe)

    def of_program(self, module: ast.Module, file: str, name: str, flags: int) -> CodeType:
        """The instrumented code of a module that wend made, with the name of a file as that of its
        source."""
        made = ast.Module(rewrite(module.body, file, self._goals_in(file)), [])
        return with_probes(compile_quietly(made, name, flags & FUTURES), self._probe)

    def _goals_in(self, file: str) -> tuple[int, ...]:
        return self._goals[1] if self._goals[0] == file else ()

    def _compile(self, unit: list[ast.stmt], place: UnitPlace) -> dict[Key, list[CodeType]]:
        file, _, name, flags = place
        was_enabled = gc.isenabled()
        gc.disable()  # a tree makes many objects, and none of them garbage
        try:
            module = ast.Module(rewrite(unit, file, self._goals_in(file)), [])
            compiled = with_probes(compile_quietly(module, name, flags), self._probe)
        except (SyntaxError, ValueError, RecursionError):
            return {}
        finally:
            if was_enabled:
                gc.enable()
        twins: dict[Key, list[CodeType]] = {}
        for twin in codes_in(compiled):
            twins.setdefault((twin.co_qualname, twin.co_firstlineno), []).append(twin)
        return twins


def with_probes(code: CodeType, probe: Callable[[str], Any]) -> CodeType:
    """Code in which the probes stand at the places that were left for them."""
    consts = list(code.co_consts)
    for index, const in enumerate(consts):
        if type(const) is str:
            if const.startswith(PLACEHOLDER):
                consts[index] = probe(const[len(PLACEHOLDER) :])
        elif type(const) is CodeType:
            consts[index] = with_probes(const, probe)
    return code.replace(co_consts=tuple(consts))


def _place(file: str, code: CodeType) -> UnitPlace:
    return file, code.co_firstlineno, code.co_filename, code.co_flags & FUTURES


def unit_of(file: str, line: int) -> list[ast.stmt]:
    """The unit of a line, which is compiled at once: the outermost statement around the line.

    Statements that share a line (`f = lambda: 1; g = lambda: 2`) are one unit.
    """
    return _around(line, _units_of(file))


@functools.cache
def _units_of(file: str) -> list[_Unit]:
    tree = parse_file(file)
    return _units_in(tree) if tree else []


def _units_in(tree: ast.Module) -> list[_Unit]:
    units: list[_Unit] = []
    for statement in tree.body:
        first = _first_line(statement)
        last = statement.end_lineno or first
        if units and first <= units[-1][1]:
            first, before, together = units.pop()
            units.append((first, max(before, last), [*together, statement]))
        else:
            units.append((first, last, [statement]))
    return units


def _around(line: int, units: list[_Unit]) -> list[ast.stmt]:
    at = bisect.bisect_right(units, line, key=lambda unit: unit[0]) - 1
    return units[at][2] if at >= 0 and line <= units[at][1] else []


def _first_line(statement: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *[decorator.lineno for decorator in decorators]])


def taking_place_of(code: CodeType, made: Mapping[Key, list[CodeType]]) -> CodeType | None:
    """The one of the codes that were made of a source which can take the place of this one."""
    found = made.get((code.co_qualname, code.co_firstlineno), [])
    if len(found) > 1:
        found = [each for each in found if _starts(each) == _starts(code)]
    # Two that can't be told apart are lambdas with a constant each, which need no other code.
    return _fitted(found[0], code) if len(found) == 1 else None


def _fitted(twin: CodeType, code: CodeType) -> CodeType | None:
    """The twin, or None if it can't take the place of the code because the source is of other
    code."""
    if (
        twin.co_freevars != code.co_freevars
        or twin.co_argcount != code.co_argcount
        or twin.co_posonlyargcount != code.co_posonlyargcount
        or twin.co_kwonlyargcount != code.co_kwonlyargcount
        or _names(twin) != _names(code)
    ):
        return None
    if twin.co_flags != code.co_flags:
        return twin.replace(co_flags=code.co_flags)  # which `types.coroutine` changes
    return twin


def _names(code: CodeType) -> set[str]:
    """The variables of some code."""
    return {name for name in (*code.co_varnames, *code.co_cellvars) if name[0] != "."}


def codes_in(code: CodeType) -> Iterator[CodeType]:
    stack = [code]
    while stack:
        code = stack.pop()
        yield code
        stack.extend(const for const in code.co_consts if isinstance(const, CodeType))


def _starts(code: CodeType) -> tuple[int, int]:
    """The position where the body of a code object starts. It tells two lambdas of one line
    apart."""
    return min(
        (
            (line, column)
            for line, _, column, _ in code.co_positions()
            if line is not None and column is not None and column > 0
        ),
        default=(0, 0),
    )
