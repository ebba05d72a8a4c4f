"""What the store keeps of functions: facts, each with the code that they rest on.

Facts about a Python function rest on the same code as a result would (`source/digest`). Facts about
a native function rest on the versions of Python and of the packages that the process had loaded.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from wend.errors import WendError
from wend.inputs.target import ModuleRef, TargetRef
from wend.source.digest.basis import basis, is_foreign, mentioned, python, surroundings
from wend.source.digest.mentions import digest_of
from wend.source.library.outside import VARIES
from wend.store.database import Change, Store


class FunctionFacts:
    """One column of a table: texts about the functions that the processes of one target call."""

    def __init__(self, store: Store, ref: TargetRef, table: str, column: str) -> None:
        self._store = store
        self._ref = ref
        self._table = table
        self._column = column
        self._met: dict[str, tuple[str, str] | None] = {}
        """The identity and code of each function, when it was first called."""

    def read(self, function: str, loaded: Sequence[str] | None) -> str | None:
        """The text that earlier runs kept of a function; `loaded` are the files that the target's
        process has loaded."""
        known = self._met[function] = self._known_as(function, loaded or ())
        if known is None:
            return None
        columns = f"{self._column}, checksum FROM {self._table}"
        rows = self._store.rows(f"SELECT {columns} WHERE function = ? AND code = ?", *known)
        for text, checksum in rows:
            if checksum == digest_of(f"{known[1]}{text}"):
                return str(text)
        return None

    def is_kept(self, function: str, loaded: Sequence[str] | None) -> bool:
        """Whether facts about a function may be kept: its code is known, and was not changed
        meanwhile, when either version may have been called."""
        known = self._met.get(function)
        return known is not None and self._known_as(function, loaded or ()) == known

    def change(self, function: str, text: str) -> Change:
        """The change that keeps a text."""
        known = self._met[function]
        assert known is not None
        values = (*known, text, digest_of(f"{known[1]}{text}"))
        return f"INSERT OR REPLACE INTO {self._table} VALUES (?, ?, ?, ?)", values

    def _known_as(self, function: str, loaded: Iterable[str]) -> tuple[str, str] | None:
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
