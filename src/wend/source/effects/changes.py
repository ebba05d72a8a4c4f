"""What the functions of some modules change for others to see: globals, and attributes of objects.

    def push(to, v): to.append(v)
    def record(v): push(STATE, v)          changes STATE, which is called `to` inside of push

What is changed in one place is changed in all places that it came from (`uses.py`), in whatever
order the code runs. Values are told apart by names alone, so the answer names too many globals and
attributes rather than too few.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property, lru_cache

from wend.source.bindings import declared_by, defaults_of, nodes_of
from wend.source.effects.links import COPY, Link
from wend.source.effects.program import Program
from wend.source.effects.set_by_name import ANY, set_by_name, sets_any_attribute, sets_any_global
from wend.source.effects.uses import ALTER, ATTRIBUTE, CHANGE, RESULT, Place, ValueFlow
from wend.source.effects.values import FOREIGN, GROWING, ONCE, has_immutable_items, is_immutable
from wend.source.index import Imported, closure
from wend.source.library.by_name import PARTS_OF_FUNCTIONS, SETS_BY_NAME
from wend.source.library.changes import CHANGES, MAKES_OBJECT
from wend.source.library.classes import KEEPS_RESULTS, QUIET_DECORATORS
from wend.source.trees import Def, called_name, name_of

_NOT_KEEPING = QUIET_DECORATORS - KEEPS_RESULTS


@lru_cache(maxsize=64)
def changes_in(modules: frozenset[ast.Module]) -> Changes:
    """What the functions of some modules change; the modules may import each other."""
    return Changes(modules)


class Changes:
    """What is changed in some modules."""

    def __init__(self, modules: frozenset[ast.Module]) -> None:
        self._program = Program(modules)
        self._uses = ValueFlow(self._program)
        self._immutable = {*self._immutable_globals()}
        for module, index in self._program.indexes.items():
            for place in [(of, name) for name in set_by_name(module) for of in (module, ATTRIBUTE)]:
                self._uses.found[place].add((CHANGE, False))
            for name in index.def_names | index.class_names:
                # These are changed in other ways than values are.
                self._immutable |= {((module, name), False), ((module, name), True)}
                for place in (module, name), (ATTRIBUTE, name):
                    self._uses.kinds[place].add(ALTER)
        self._changed = self._spread()

    @cached_property
    def names(self) -> dict[ast.Module, frozenset[str]]:
        """By module, the globals that functions change, and the variables that functions inside
        keep."""
        return {module: frozenset(self._names(module)) for module in self._program.indexes}

    def _names(self, module: ast.Module) -> Iterator[str]:
        index, uses = self._program.indexes[module], self._uses
        yield from set_by_name(module)
        for node in index.nodes:
            yield from declared_by(node)
        yield from [name for scope, name in self._changed if scope is module]
        for node in nodes_of(module):
            match node:
                case ast.Assign(targets=targets, value=ast.Attribute(attr=name)) if name in CHANGES:
                    yield from map(name_of, targets)  # `TAKE = [1, 2].pop`: so is the list
        closed = uses.closed if "cell_contents" in uses.rebound else uses.closed & self._changed
        yield from [name for scope, name in closed if scope in index.functions]
        yield from [each.name for each in index.defs if self._keeps_something(each)]
        imported = {each.bound.partition(".")[0] for each in index.imports}
        making = {each.bound for each in index.imports if _makes_objects(each)}
        for name in imported - making - self._program.functions.keys():
            if (RESULT, name) in self._changed:
                yield name  # a function that nobody reads may keep what it returned
        if any(sets_any_global(each, imported) for each in index.functions):
            yield ANY

    def _keeps_something(self, function: Def) -> bool:
        """Whether the next call of a function sees what became of a default, or of a result."""
        names = [called_name(each) for each in function.decorator_list]
        is_kept = not _NOT_KEEPING.issuperset(names) and (RESULT, function.name) in self._changed
        return is_kept or any(
            (function, name) in self._changed and not is_immutable(default)
            for name, default in defaults_of(function)
        )

    @cached_property
    def attributes(self) -> frozenset[str]:
        """The attributes that functions change; what a constructor sets of its own object does not
        count."""
        for each in [each for index in self._program.indexes.values() for each in index.functions]:
            is_setting_up = getattr(each, "name", "") in SETS_BY_NAME.of("")
            if sets_any_attribute(each) and not (is_setting_up or self._program.is_making(each)):
                self._uses.rebound.add(ANY)
        changed = [name for scope, name in self._changed if scope == ATTRIBUTE]
        return frozenset(self._uses.rebound.union(changed))

    def _spread(self) -> set[Place]:
        """The places that are changed: where a value is used in a way that changes it, or one that
        it gets to."""
        sources: dict[Place, list[tuple[Place, Link, str]]] = defaultdict(list)
        for place, edges in self._uses.edges.items():
            for other, link, attribute in edges:
                sources[other].append((place, link, attribute))
                if attribute in self._uses.rebound:
                    self._uses.found[place].update([(FOREIGN, each) for each in link[False]])
        self._spread_kinds()
        waiting = [(place, use) for place, uses in self._uses.found.items() for use in uses]
        changed: set[Place] = set()
        known = set(waiting)
        for place, (kind, is_inside) in waiting:  # which grows
            found: set[tuple[Place, tuple[str, bool]]] = set()
            is_altered = kind == ALTER and ALTER in self._uses.kinds[place]
            if is_altered or (kind == CHANGE and (place, is_inside) not in self._immutable):
                changed.add(place)
            if (place, is_inside) in self._immutable:
                continue
            if kind in self._uses.kinds[place]:
                found |= {(place, (CHANGE, False)), (place, (CHANGE, True))}
            for other, link, attribute in sources[place]:
                if not attribute:
                    found |= {(other, (kind, each)) for each in link[is_inside]}
                elif kind == CHANGE:
                    found |= {(other, (FOREIGN, each)) for each in link[False]}
                    if attribute in PARTS_OF_FUNCTIONS:
                        found |= {(other, (ALTER, each)) for each in link[False]}
            waiting += found - known
            known |= found
        return changed

    def _spread_kinds(self) -> None:
        """Gives each place the kinds of the values that get to it. A copy of what is used up by
        reading it is not used up itself."""
        kinds = self._uses.kinds
        for kind in (FOREIGN, GROWING, ONCE):

            def reached(place: Place, is_copied: bool = kind != ONCE) -> list[Place]:
                edges = [each for each in self._uses.edges[place] if not each[2]]
                return [other for other, link, _ in edges if is_copied or link != COPY]

            sites = [place for place, found in kinds.items() if not place[1] and kind in found]
            for place in closure(sites, reached):
                kinds[place].add(kind)

    def _immutable_globals(self) -> Iterator[tuple[Place, bool]]:
        """The globals that nobody can change, and those with items that nobody can change."""
        values: dict[Place, list[ast.expr | None]] = {}
        for module in self._program.indexes:
            for node in nodes_of(module):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    value = getattr(self._program.parents[node], "value", None)
                    values.setdefault((module, node.id), []).append(value)
        for place, found in values.items():
            if all(value is not None and is_immutable(value) for value in found):
                yield place, False
            if all(value is not None and has_immutable_items(value) for value in found):
                yield place, True


def _makes_objects(imported: Imported) -> bool:
    """Whether an imported name is a class that keeps none of the objects that it makes."""
    homes = MAKES_OBJECT.homes
    return imported.is_from and imported.name in homes.get(imported.module, ())
