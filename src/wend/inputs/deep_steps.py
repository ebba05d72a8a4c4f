"""Functions that call themselves as often as the data is deep, without Python's limit on calls.

Such a function is a generator, a step: it yields the steps that it needs and gets their results.

    def size(tree: Tree | None) -> Step[int]:
        if tree is None:
            return 0
        return 1 + (yield size(tree.left)) + (yield size(tree.right))

    done(size(tree))
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeVar

T = TypeVar("T")

Step = Generator["Step[Any]", Any, T]


def done(step: Step[T]) -> T:
    """The result of a step. Steps under way are kept in a list, and not on Python's stack."""
    under_way: list[Step[Any]] = [step]
    result: Any = None
    while True:
        try:
            wanted = under_way[-1].send(result)
        except StopIteration as end:
            under_way.pop()
            result = end.value
            if not under_way:
                return result  # type: ignore[no-any-return]
        else:
            under_way.append(wanted)
            result = None
