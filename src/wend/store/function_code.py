"""How the store identifies a function, and the code that facts about the function rest on.

Facts about a Python function rest on the same code as a result would (`source/digest`). Facts about
a native function rest on the versions of Python and of the packages that the process had loaded.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from wend.errors import WendError
from wend.inputs.target import ModuleRef, TargetRef
from wend.source.digest.basis import basis, is_foreign, mentioned, python, surroundings
from wend.source.digest.mentions import digest_of
from wend.source.library.outside import VARIES


class FunctionCode:
    """The functions that the processes of one target call."""

    def __init__(self, ref: TargetRef) -> None:
        self._ref = ref

    def known_as(self, function: str, loaded: Iterable[str]) -> tuple[str, str] | None:
        """The digests of a function's identity and of its code; None if nothing is kept of it."""
        ref = self._found(function)
        if ref is None:
            return None
        foreign = [file for file in loaded if is_foreign(file) or not file.endswith(".py")]
        if not ref.function:
            around = surroundings(self._ref, foreign)
            return digest_of(json.dumps([function, "", *python()])), _digest("", around.stamps)
        around = surroundings(ref, foreign)
        if mentioned(ref, around) & VARIES:
            return None
        identity = digest_of(json.dumps([function, ref.module.file, *python()]))
        return identity, _digest(basis(ref, around).digest, around.stamps)

    def _found(self, function: str) -> TargetRef | None:
        """The place where a function is defined, without a name if it has no source; None if it is
        not found."""
        from wend.targets.locate import named  # what the store answers needs neither
        from wend.targets.names import split_name

        here = self._ref.module
        if function.startswith(f"{here.name}."):
            module: ModuleRef | None = here
            rest = function.removeprefix(f"{here.name}.")
        else:
            module, rest = split_name(function, [self._ref])
        if not rest or rest == function:
            return None
        if module is None:
            return TargetRef(here, "")
        try:
            found = named(module, rest)
        except WendError:
            return None
        if not found.line:
            return None  # made by the import, of what nobody knows
        return TargetRef(ModuleRef(module.name, module.file, here.root), rest, found.line)


def _digest(code: str, stamps: dict[str, tuple[int, int]]) -> str:
    return digest_of(json.dumps([code, sorted(stamps.items())]))
