"""Trees of sources, whatever else makes trees meanwhile."""

from __future__ import annotations

import ast
import gc
from collections.abc import Callable, Iterator

import pytest

from wend.source.files import parse

SOURCE = "\n".join(f"x{at} = [{at}, ({at}, {{{at}: 'a'}}), f(a, b=c)]" for at in range(2000))


@pytest.fixture
def meanwhile() -> Iterator[Callable[[Callable[[], object]], list[int]]]:
    """Lets something be done in the first collection of garbage from now on."""
    threshold, added = gc.get_threshold(), []

    def begin(do: Callable[[], object]) -> list[int]:
        done: list[int] = []

        def collected(phase: str, info: object) -> None:
            if not done:
                done.append(1)
                do()

        added.append(collected)
        gc.callbacks.append(collected)
        gc.set_threshold(500)
        return done

    yield begin
    gc.set_threshold(*threshold)
    for each in added:
        gc.callbacks.remove(each)


def test_a_tree_that_is_made_while_another_one_is_does_not_spoil_it(meanwhile) -> None:
    def deeper(levels: int) -> object:
        return deeper(levels - 1) if levels else compile("y = 1", "b", "exec", ast.PyCF_ONLY_AST)

    done = meanwhile(lambda: deeper(20))
    tree = parse(SOURCE, "a")

    assert len(tree.body) == 2000
    assert done
