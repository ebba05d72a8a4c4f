"""Text made of tracked ints: noted as lost, except where it leaves the target unread."""

from __future__ import annotations

import pytest
from laws import SMALL, Run, Snippet, check, check_behaviour, check_own_inputs

UNREAD = (
    "return f'{x}'",
    "return f'{x:>5} of {x + 1!r}'",
    "return '%d of %s' % (x, x)",
    "return str(x) + ' days'",
    "return '{} {}'.format(x, x)",
    "raise ValueError(f'no such day: {x}')",
    "raise KeyError('%d' % x, x)",
    "if x > 2: raise ValueError('{}'.format(x)) from None\nreturn f'{x:d}'",
    "print(x, [x]); return x",
    "return 'about %5.1f' % x",
)
READ = (
    "return str(x) == str(x)[::-1]",
    "return len(str(x))",
    "return f'{len(str(x))}'",
    "return 'five' if str(x) == '5' else 'other'",
    "return [f'{x}']",
    "s = str(x); return s.upper()",
    "return '%s' % (str(x) == '5')",
    "return int(str(x)[::-1].strip('-')) * x",
    "return '%d' % x == '5'",
    "return '5' in f'{x}'",
    "raise ValueError(str(x) == '5')",
)
HELPERS = """
    def label(n):
        return f"<{n}>"

    class Picky(Exception):
        def __init__(self, text):
            super().__init__(len(text))
"""
READ_BY_OTHERS = (
    "s = label(x)\nif s == '<5>': return 'five'\nreturn s",
    "return label(x) == '<5>'",
    "raise Picky(f'{x}')",
    "return f'{x}' + label(x)",
)


@pytest.mark.parametrize("source", UNREAD)
def test_text_that_leaves_unread_is_no_loss(source: str) -> None:
    values = (0, 1, 2, 3, 5)
    runs = _runs(source, values)

    assert [run.lost for run in runs] == [[]] * len(values)


@pytest.mark.parametrize("source", [*READ, *READ_BY_OTHERS])
def test_text_that_is_read_is_noted(source: str) -> None:
    for run in check(source, {"x": SMALL}, exact=False, preamble=HELPERS):
        assert run.lost, run


def test_text_made_after_a_message_failed_is_noted() -> None:
    source = """
    try:
        raise ValueError(f"{1 // x}")
    except ZeroDivisionError:
        return [str(x)]
    except ValueError:
        return x
    """
    runs = check(source, {"x": SMALL}, exact=False)

    assert all(run.lost for run in runs if run.assignment["x"] == 0)


def _runs(source: str, values: tuple[int, ...]) -> list[Run]:
    snippet = Snippet(source, ("x",), HELPERS)
    runs = [snippet.run_twin({"x": value}) for value in values]
    for run in runs:
        check_behaviour(snippet, run, snippet.run_original(run.assignment))
        check_own_inputs(snippet, run)
    return runs
