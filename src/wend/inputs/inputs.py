"""Concrete values for the variables of a target."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Inputs(Mapping[str, Any]):
    """A value for every variable, in the order of the variables."""

    items_: tuple[tuple[str, Any], ...]

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Inputs:
        return cls(tuple(values.items()))

    def __getitem__(self, name: str) -> Any:
        for key, value in self.items_:
            if key == name:
                return value
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self.items_)

    def __len__(self) -> int:
        return len(self.items_)

    def updated(self, model: Mapping[str, Any]) -> Inputs:
        """These inputs with the model's values; what it does not mention stays as it was."""
        return Inputs(tuple((name, model.get(name, value)) for name, value in self.items_))
