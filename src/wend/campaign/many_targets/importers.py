"""Zygotes for many targets: an importer for each module, forked from that of its package."""

from __future__ import annotations

import collections
import os
from collections.abc import Collection, Iterator, Sequence

from wend.campaign.many_targets.task import Task
from wend.inputs.target import ModuleRef
from wend.messages.options import RunOptions
from wend.process.importer import Importer, ZygoteChannels


class Importers:
    """Makes a zygote for each target, some of them ahead of time."""

    def __init__(self, tasks: Sequence[Task], options: RunOptions) -> None:
        self._tasks = tasks
        self._options = options
        self._packages = _packages({task.ref.module for task in tasks})
        self._left = collections.Counter(task.ref.module for task in tasks)
        self._left.update(self._packages.values())
        """How many orders each importer will still get."""
        self._importers: dict[ModuleRef, Importer] = {}
        self._finished: list[Importer] = []
        self._ready: dict[int, ZygoteChannels] = {}

    def prepare(self, number: int) -> None:
        """Makes the zygote of a target that will soon be explored."""
        if number not in self._ready:
            task = self._tasks[number]
            self._ready[number] = self._importer(task.ref.module).make_zygote(task.ref, task.goals)
            self._was_asked(task.ref.module)

    def take(self, number: int) -> ZygoteChannels:
        self.prepare(number)
        return self._ready.pop(number)

    def look(self) -> None:
        """Notes which importers have ended; to be called now and then."""
        for importer in self._importers.values():
            importer.look()

    def close(self) -> None:
        for zygote in self._ready.values():
            zygote.close()
        for importer in (*self._importers.values(), *self._finished):
            importer.close()

    def _importer(self, module: ModuleRef) -> Importer:
        if module in self._importers:
            return self._importers[module]
        if self._importers or self._finished:
            import wend.process.zygote  # noqa: F401 - once, for all importers to come
        package = self._packages.get(module)
        if package is None:
            importer = Importer(module, self._options)
        else:
            importer = Importer(module, self._options, self._importer(package))
            self._was_asked(package)
        self._importers[module] = importer
        return importer

    def _was_asked(self, module: ModuleRef) -> None:
        self._left[module] -= 1
        if self._left[module] <= 0:  # less than 0 where a target was begun anew
            importer = self._importers.pop(module)
            importer.finish()
            self._finished.append(importer)


def _packages(modules: Collection[ModuleRef]) -> dict[ModuleRef, ModuleRef]:
    """For each module, the nearest package around it that has other modules of the tasks."""
    users = collections.Counter(package for each in modules for package in _around(each))
    shared = {package for package, count in users.items() if count > 1 or package in modules}
    found: dict[ModuleRef, ModuleRef] = {}
    for module in shared.union(modules):
        package = next((each for each in _around(module) if each in shared), None)
        if package is not None:
            found[module] = package
    return found


def _around(module: ModuleRef) -> Iterator[ModuleRef]:
    """The packages that are imported before a module, the nearest first."""
    name, file = module.name, module.file
    while "." in name and not module.by_path:
        name = name.rpartition(".")[0]
        folder = os.path.dirname(file)
        if os.path.basename(file) == "__init__.py":
            folder = os.path.dirname(folder)
        file = os.path.join(folder, "__init__.py")
        if not os.path.isfile(file):
            return
        yield ModuleRef(name, file, module.root)
