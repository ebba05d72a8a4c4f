"""Concrete values for the variables of a target, by the texts of the variables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from wend.expr.variables import Kind, named

ODD = 30
"""The weight of a character beyond ASCII in `Inputs.bulk`; that of any other variable is 1."""


class Inputs(Mapping[str, Any]):
    """A value for every variable that has an effect, in the order of the parameters."""

    __slots__ = ("_bulk", "_by_name", "_key", "items_")

    def __init__(self, items_: tuple[tuple[str, Any], ...]) -> None:
        self.items_ = items_
        self._by_name: dict[str, Any] | None = None
        self._key: Any = None
        self._bulk: int | None = None

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Inputs:
        return cls(tuple(values.items()))

    def __getitem__(self, name: str) -> Any:
        if self._by_name is None:
            self._by_name = dict(self.items_)
        return self._by_name[name]

    # Those of Mapping ask for the item and catch the KeyError, which takes longer.

    def get(self, name: str, default: Any = None) -> Any:
        if self._by_name is None:
            self._by_name = dict(self.items_)
        return self._by_name.get(name, default)

    def __contains__(self, name: object) -> bool:
        if self._by_name is None:
            self._by_name = dict(self.items_)
        return name in self._by_name

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self.items_)

    def __len__(self) -> int:
        return len(self.items_)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Inputs) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def __repr__(self) -> str:
        return f"Inputs({dict(self.items_)!r})"

    def _identity(self) -> Any:
        """The key by which inputs are compared: 0.0 differs from -0.0, and nan equals nan."""
        if self._key is None:
            self._key = tuple(
                [
                    (name, repr(value) if type(value) is float else value)
                    for name, value in self.items_
                ]
            )
        return self._key

    @property
    def bulk(self) -> int:
        """The size of these inputs; characters beyond ASCII weigh more than others."""
        if self._bulk is None:
            odd = sum(
                named(name).kind is Kind.CHARACTER and value > 127 for name, value in self.items_
            )
            self._bulk = len(self.items_) + ODD * odd
        return self._bulk

    def updated(self, model: Mapping[str, Any]) -> Inputs:
        """These inputs with the values of a model in the place of theirs."""
        return Inputs(tuple({**dict(self.items_), **model}.items()))
