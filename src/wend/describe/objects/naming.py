"""How classes, functions and sentinels are called in the target's module, and their imports."""

from __future__ import annotations

import builtins
import sys
from types import ModuleType
from typing import Any

from wend.inputs.domain import Maker
from wend.inputs.literal import SENTINEL


class Names:
    """Names for things in one module. Equal things get equal names, and different ones others."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module
        self._known: dict[int, tuple[Any, Maker | None]] = {}
        """By identity, with the thing itself, so that its id stays its own."""
        self._taken: dict[str, Any] = {}

    def reference(self, thing: Any) -> Maker | None:
        """Source for a class or function; None where nothing that can be imported leads to it."""
        if id(thing) not in self._known:
            self._known[id(thing)] = thing, self._find(thing)
        return self._known[id(thing)][1]

    def _find(self, thing: Any) -> Maker | None:
        name = self._name_of(thing)
        home = getattr(thing, "__module__", None)
        if type(name) is not str or type(home) is not str or "<" in name:
            return None
        names = vars(self._module)
        if _followed(names, name) is thing:
            return Maker(name)
        first, _, rest = name.partition(".")
        if first not in names and _followed(vars(builtins), name) is thing:
            return Maker(name)
        if home == self._module.__name__ or home == "__main__":
            return None
        for each in (_public(home), home):
            module = sys.modules.get(each)
            if module is not None and _followed(vars(module), name) is thing:
                alias = self._alias(first, vars(module)[first])
                renamed = "" if alias == first else f" as {alias}"
                source = f"{alias}.{rest}" if rest else alias
                return Maker(source, (f"from {each} import {first}{renamed}",))
        return None

    def _name_of(self, thing: Any) -> Any:
        if type(thing) is not SENTINEL:
            return getattr(thing, "__qualname__", None)
        # What a sentinel is told to be called need not be its name.
        here = [name for name, value in vars(self._module).items() if value is thing]
        return here[0] if here else thing.__name__

    def _alias(self, name: str, thing: Any) -> str:
        """A name that means nothing else, neither in the module nor for pytest."""
        alias = f"_{name}" if name.lower().startswith("test") else name
        while self._taken.setdefault(alias, thing) is not thing or alias in vars(self._module):
            alias += "_"
        return alias


def _followed(names: dict[str, Any], dotted: str) -> Any:
    first, *rest = dotted.split(".")
    found = names.get(first)
    for part in rest:
        found = getattr(found, part, None)
    return found


def _public(module: str) -> str:
    """`pathlib` for `pathlib._local`, `decimal` for `_decimal`."""
    return module.lstrip("_").partition("._")[0]
