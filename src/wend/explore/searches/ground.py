"""The facts that searches backward for lines of one function share."""

from __future__ import annotations

import ast
import contextlib
import functools
import os
from collections.abc import Collection, Iterator
from functools import lru_cache

from wend.aim.backward.learned import Learned
from wend.inputs.domain import Placed, Pointer
from wend.inputs.target import Target
from wend.path.watched_names import WatchedNames
from wend.source.calls import is_decorated, neighbours
from wend.source.control.builder import control_of
from wend.source.control.graph import Control
from wend.source.effects.beyond_traces import hears_its_caller
from wend.source.effects.machine_exceptions import Hazards, hazards_in, is_handling_machine
from wend.source.effects.outside_inputs import Sighting, only_imported, set_from_outside, sightings
from wend.source.effects.set_on_classes import set_on_classes
from wend.source.files import parse, parse_file, read_source
from wend.source.index import function_from

_BUILDING = ("__init__", "__new__", "__post_init__")

_Function = ast.FunctionDef | ast.AsyncFunctionDef


@lru_cache(maxsize=8)
def _tree(source: str, file: str) -> ast.Module:
    """A tree of our own: nodes of traces are made of it, and nobody else may change it."""
    return parse(source, file)


class Ground:
    """The facts that searches for lines of one function share: its source and control flow."""

    def __init__(self, target: Target, file: str, homes: Collection[int] = ()) -> None:
        """`file` holds the lines that are sought, in functions that begin on the lines `homes`."""
        self.target = target
        self.module: ast.Module | None = None
        self.control: Control | None = None
        self.learned: Learned | None = None
        self._is_elsewhere = file != target.file
        self._file, self._homes = file, homes
        if self._is_elsewhere:
            return
        with contextlib.suppress(OSError, SyntaxError, LookupError):
            self.module = _tree(read_source(file), file)
            self.control = control_of(self.module, target.ref.line)

    @functools.cached_property
    def _searched(self) -> list[tuple[ast.Module, _Function]]:
        """The target, and the functions of the lines if these are others, with their modules."""
        if self.module is not None and self.control is not None:
            return [(self.module, self.control.function)]
        found: list[tuple[ast.Module, _Function]] = []
        places = [
            (self.target.file, self.target.ref.line),
            *[(self._file, at) for at in self._homes],
        ]
        for file, line in places:
            with contextlib.suppress(LookupError):
                if (module := parse_file(file)) is not None:
                    function = function_from(module, line)
                    if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                        found.append((module, function))
        return found

    @functools.cached_property
    def _others(self) -> list[ast.Module]:
        """The user's other modules, which may change globals that the target sees."""
        ref = self.target.ref.module
        trees = [parse_file(each) for each in neighbours(ref.file, ref.root)] if ref.root else []
        own = [module for module, _ in self._searched]
        return [each for each in trees if each is not None and each not in own]

    @functools.cached_property
    def size(self) -> int:
        """The bytes of the modules that are looked at, about: all beside a target in a package."""
        directory = os.path.dirname(self._file)
        with contextlib.suppress(OSError), os.scandir(directory) as entries:
            sources = [each for each in entries if each.name.endswith(".py")]
            is_package = any(each.name == "__init__.py" for each in sources)
            own = os.path.basename(self._file)
            chosen = [each for each in sources if is_package or each.name == own]
            return sum([each.stat().st_size for each in chosen])
        return 0

    @property
    def listens(self) -> bool:
        """Whether the target is a generator that sees how it is iterated."""
        return self.control is not None and hears_its_caller(self.control)

    @functools.cached_property
    def seen(self) -> str:
        """A name by which the target sees effects of other calls, or the outside; else empty."""
        return next((each.name for each in self._sightings()), "")

    def _sightings(self) -> Iterator[Sighting]:
        for module, function in self._searched:
            whole = _in_memory(self.target) if (module, function) == self._searched[0] else ()
            yield from sightings(module, function, self._others, whole)

    def watched_names(self) -> WatchedNames | None:
        """The names that runs may be watched for, in place of what `seen` tells; None where
        something outside is seen."""
        found = set(self._sightings())
        if any(each.kind == "outside" for each in found):
            return None
        ref = self.target.ref.module
        modules = [*[module for module, _ in self._searched], *self._others]
        variables = {each.name for each in found if each.kind == "variable"}
        return WatchedNames(
            tuple(
                {
                    self.target.file,
                    self._file,
                    *(neighbours(ref.file, ref.root) if ref.root else ()),
                }
            ),
            tuple(sorted(variables)),
            tuple(sorted(variables & only_imported(modules))),
            tuple(sorted({each.name for each in found if each.kind == "attribute"})),
            tuple(sorted(frozenset().union(*map(set_on_classes, modules)))),
        )

    @functools.cached_property
    def is_building(self) -> bool:
        """Whether the target may be called on an object that is still being built; in runs it is
        complete."""
        if self.module is None or self.control is None or "." not in self.target.ref.function:
            return False
        function = self.control.function
        called = _called_while_building(self.module, function)
        return function.name == "__post_init__" or function.name in called

    @property
    def is_decorated(self) -> bool:
        """Whether a decorator of unknown behaviour is around the target."""
        return self.control is not None and is_decorated(self.control.function)

    @functools.cached_property
    def changed(self) -> frozenset[str]:
        """The globals, and other attributes, that other modules set."""
        return frozenset().union(*map(set_from_outside, self._others))

    @functools.cached_property
    def hazards(self) -> Hazards:
        """The user's functions that may raise for more than values."""
        return hazards_in(*[module for module, _ in self._searched], *self._others)

    @property
    def supposed(self) -> frozenset[str]:
        """The parameters that may have other types than those that are tried."""
        return frozenset(each.name for each in self.target.parameters if each.narrowed)

    def handles_machine(self, line: int) -> bool:
        """Whether a line is for exceptions that may depend on more than values."""
        return self.control is not None and is_handling_machine(
            self.control.function, line, self.hazards
        )

    def why_not(self, line: int) -> str:
        """Why the search does not begin at a line."""
        target = self.target
        if self.control is None and not self._is_elsewhere:
            return f"{target.ref.function} has no control flow that is known"
        return f"{target.ref.function} is not the function that executes line {line}"


def _called_while_building(module: ast.Module, but: ast.AST) -> set[str]:
    """The methods that other constructors mention, directly or through their own methods."""
    functions = [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)]
    found: set[str] = set()
    waiting = [(node, "") for node in functions if node.name in _BUILDING and node is not but]
    for function, own in waiting:  # which grows
        mentioned = {
            part.attr
            for part in ast.walk(function)
            if isinstance(part, ast.Attribute)
            and (not own or (isinstance(part.value, ast.Name) and part.value.id == own))
        }
        for each in functions:
            if each.name in mentioned - found and each.args.args:
                waiting.append((each, each.args.args[0].arg))
        found |= mentioned
    return found


def _in_memory(target: Target) -> list[str]:
    """The parameters that are raw memory, whose whole content is an input."""
    return [each.name for each in target.parameters if isinstance(each.domain, Pointer | Placed)]
