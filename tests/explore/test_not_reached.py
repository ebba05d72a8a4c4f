"""The sentences about what no case reaches."""

from __future__ import annotations

import pathlib
import textwrap

from wend.campaign.begin import cover
from wend.campaign.options import Options
from wend.explore.budget import Caps
from wend.targets.locate import locate


def sentences(directory: pathlib.Path, source: str, caps: Caps | None = None) -> tuple[str, ...]:
    file = directory / "under_test.py"
    file.write_text(textwrap.dedent(source))
    (ref,) = locate(f"{file}::f")
    return tuple(map(str, cover(ref, Options(caps=caps or Caps(20))).not_reached))


def test_nothing_is_said_where_everything_is_reached(tmp_path):
    assert sentences(tmp_path, "def f(x: int):\n    return 1 if x > 3 else 2\n") == ()


def test_what_cannot_be_is_proved_and_what_lies_behind_it_is_named(tmp_path):
    found = sentences(
        tmp_path,
        """
        def f(x: int):
            if x > 3:
                if x < 2:
                    return 1
            return 2
        """,
    )

    assert found == (
        "line 4 never goes on to line 5: no input makes x <= 1 true there (proved)",
        "line 5 was not executed",
    )


def test_of_many_decisions_on_one_line_two_are_shown(tmp_path):
    found = sentences(
        tmp_path,
        """
        def f(x: int):
            for limit in range(8):
                if x > limit and x < limit:
                    return 1
            return 2
        """,
    )

    assert found == (
        "line 4 never goes on to line 5: no input makes x < 0 or x > 7 or … true there (proved)",
        "line 5 was not executed",
    )


def test_what_hangs_on_earlier_decisions_is_no_dead_end(tmp_path):
    source = """
        def f(text: str):
            words = [each for each in text.split("/") if each]
            match words:
                case ["a", _, _]:
                    return 1
            return 2
        """
    later = "no decision on an input was seen there; some before it are open"

    (cut, _) = sentences(tmp_path, source, Caps(600, executions=3))

    assert cut == f"line 5 never goes on to line 6: {later}"
