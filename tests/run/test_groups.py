"""What traces do for `except*` is what `except*` does."""

from __future__ import annotations

import random
from typing import Any

import pytest

from wend.run.operations.exception_groups import merged, split

LEAVES = (ValueError, KeyError, TypeError, OSError, KeyboardInterrupt)
KINDS: tuple[Any, ...] = (
    *LEAVES, LookupError, Exception, BaseException, (ValueError, OSError), (KeyError, TypeError),
)  # fmt: skip


class Kept(ExceptionGroup[Exception]):
    def derive(self, errors: Any) -> Kept:
        return Kept(self.message, errors)


def drawn(chance: random.Random, depth: int = 0) -> BaseException:
    """A naked exception, or a group of some, or of groups."""
    if depth > 2 or chance.random() < 0.45:
        return chance.choice(LEAVES)(chance.random())
    errors = [drawn(chance, depth + 1) for _ in range(chance.randint(1, 3))]
    if chance.random() < 0.3 and all(isinstance(each, Exception) for each in errors):
        return Kept(f"kept {depth}", errors)  # type: ignore[type-var]
    return BaseExceptionGroup(f"group {depth}", errors)


def shown(error: BaseException | None) -> Any:
    """What can be seen of an exception: leaves are told apart by what they hold."""
    if isinstance(error, BaseExceptionGroup):
        return type(error), error.message, [shown(each) for each in error.exceptions]
    return repr(error)


ACTIONS = {
    "pass": "pass",
    "again": "raise",
    "named": "raise part",
    "new": "raise RuntimeError('new')",
    "group": "raise ExceptionGroup('new', [RuntimeError('new')])",
    "from it": "raise RuntimeError('new') from part",
    "a part of it": "raise part.exceptions[0]",
    "changed": "part.__cause__ = ValueError(); raise",
}


def with_except(error: BaseException, clauses: list[tuple[Any, str]]) -> Any:
    """What comes of it by Python's own means, and what each clause took."""
    source = ["try:", "    raise error"]
    for at, (_, action) in enumerate(clauses):
        source += [f"except* kinds[{at}] as part:", f"    taken.append(shown(part)); {action}"]
    names = {"error": error, "kinds": [kind for kind, _ in clauses], "taken": [], "shown": shown}
    try:
        exec("\n".join(source), names)
    except BaseException as found:
        return shown(found), names["taken"]
    return None, names["taken"]


def by_steps(error: BaseException, clauses: list[tuple[Any, str]]) -> Any:
    """The same as traces do it: a `raise` alone changes nothing of what it raises."""
    try:
        raise error
    except BaseException as found:
        caught = found
    rest: BaseException | None = caught
    raised: tuple[BaseException, ...] = ()
    taken = []
    for kind, action in clauses:
        rest, part = split(rest, kind)
        if part is None:
            continue
        taken.append(shown(part))
        *before, last = action.split("; ")
        for each in before:
            exec(each, {"part": part})
        if last == "raise":
            raised = (*raised, part)
            continue
        try:
            exec(last, {"part": part})
        except BaseException as again:
            raised = (*raised, again)
    return shown(merged(caught, raised, rest)) if raised or rest else None, taken


@pytest.mark.parametrize("seed", range(300))
def test_exceptions_are_split_and_put_together_as_python_does(seed: int) -> None:
    chance = random.Random(seed)
    clauses = [
        (chance.choice(KINDS), chance.choice([*ACTIONS.values()]))
        for _ in range(chance.randint(1, 4))
    ]
    state = chance.getstate()
    expected = with_except(drawn(chance), clauses)
    chance.setstate(state)

    assert by_steps(drawn(chance), clauses) == expected


def test_nothing_is_left_where_all_is_taken_and_nothing_raised() -> None:
    rest, part = split(ValueError(1), ValueError)

    assert rest is None and shown(part) == (ExceptionGroup, "", ["ValueError(1)"])
    assert merged(ValueError(1), (), rest) is None


@pytest.mark.parametrize("kind", (1, int, "ValueError", (ValueError, (KeyError,)), None))
def test_what_is_no_exception_is_refused(kind: Any) -> None:
    with pytest.raises(TypeError, match="do not inherit from BaseException"):
        split(ValueError(), kind)


@pytest.mark.parametrize("kind", (ExceptionGroup, Kept, (ValueError, BaseExceptionGroup)))
def test_groups_are_refused(kind: Any) -> None:
    with pytest.raises(TypeError, match="Use except instead"):
        split(None, kind)
