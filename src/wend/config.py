"""Settings: `[tool.wend]` of the nearest pyproject.toml, under the command line's options."""

from __future__ import annotations

import os
import pathlib
import re
from collections.abc import Callable
from typing import Any

from wend.errors import WendError

_MENTIONS_WEND = re.compile(
    r"""tool \s* ["']? \s* \. \s* ["']? wend  # [tool.wend], tool.wend.budget = 5
    | ^ \s* \[ \s* tool \s* \]               # [tool] with a table below it
    | ^ \s* tool \s* =                       # tool = { wend = … }
    """,
    re.VERBOSE | re.MULTILINE,
)
"""Other files need not be parsed, which takes longer than all else at the start."""


def settings_near(directory: pathlib.Path) -> dict[str, Any]:
    """The settings that apply in a directory; names as on the command line, `-` as `_`."""
    for folder in (directory, *directory.parents):
        file = folder / "pyproject.toml"
        if file.is_file():
            return _read(file)
    return {}


def store_named() -> str | None:
    """The directory for results that WEND_STORE names: "" for that of the project, None for none.

    It is `off`, or a directory.
    """
    named = os.environ.get("WEND_STORE", "")
    return None if named == "off" else os.path.abspath(named) if named else ""


def _read(file: pathlib.Path) -> dict[str, Any]:
    try:
        text = file.read_text(encoding="utf-8")
        if not _MENTIONS_WEND.search(text):
            return {}
        import tomllib

        table = tomllib.loads(text).get("tool", {}).get("wend", {})
    except (OSError, ValueError) as error:
        raise WendError(f"{file} is no valid TOML: {error}; mend it and try again") from None
    if not isinstance(table, dict):
        raise WendError(f"{file}: [tool.wend] is no table; write settings such as budget = 20")
    for name, value in table.items():
        if name not in SETTINGS:
            raise WendError(f"{file}: [tool.wend] has no setting {name}; {_advice(name)}")
        fits, words = SETTINGS[name]
        if not fits(value):
            raise WendError(f"{file}: [tool.wend] {name} = {value!r} is wrong; it is {words}")
    if "corpus" in table:
        table["corpus"] = [str(file.parent / each) for each in table["corpus"]]
    return {name.replace("-", "_"): value for name, value in table.items()}


def _advice(name: str) -> str:
    import difflib

    near = difflib.get_close_matches(name, SETTINGS, 1)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(SETTINGS)}"


# What a setting may be


def _is_seconds(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value < float("inf")


def _is_whole(value: Any) -> bool:
    return type(value) is int


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 0


def _is_positive(value: Any) -> bool:
    return type(value) is int and value >= 1


def _is_flag(value: Any) -> bool:
    return type(value) is bool


def _is_names(value: Any) -> bool:
    return type(value) is list and all(type(each) is str for each in value)


def _is_one_of(words: tuple[str, ...]) -> Callable[[Any], bool]:
    return lambda value: value in words


SEARCHES = ("fair", "breadth", "depth", "generational", "random")
IMPRECISIONS = ("higher-order", "sound", "concretize")
COMPOSITIONAL = ("auto", "on", "off")
DIRECTIONS = ("both", "forward", "backward")
MEMORIES = ("type", "primitive")
SWITCH = ("on", "off")
OBJECTS = ("auto", "constructor", "shape")

SETTINGS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "budget": (_is_seconds, "a number of seconds"),
    "total": (_is_seconds, "a number of seconds"),
    "max-executions": (_is_count, "a whole number, 0 or more"),
    "max-queries": (_is_count, "a whole number, 0 or more"),
    "imprecision": (_is_one_of(IMPRECISIONS), f"one of {', '.join(IMPRECISIONS)}"),
    "compositional": (_is_one_of(COMPOSITIONAL), f"one of {', '.join(COMPOSITIONAL)}"),
    "direction": (_is_one_of(DIRECTIONS), f"one of {', '.join(DIRECTIONS)}"),
    "memory": (_is_one_of(MEMORIES), f"one of {', '.join(MEMORIES)}"),
    "axioms": (_is_one_of(SWITCH), "on or off"),
    "two-phase": (_is_one_of(SWITCH), "on or off"),
    "alignment": (_is_one_of(SWITCH), "on or off"),
    "objects": (_is_one_of(OBJECTS), f"one of {', '.join(OBJECTS)}"),
    "valid": (_is_names, "a list of names of methods"),
    "opaque": (_is_names, "a list of names"),
    "exclude": (_is_names, "a list of names"),
    "corpus": (_is_names, "a list of files and directories"),
    "search": (_is_one_of(SEARCHES), f"one of {', '.join(SEARCHES)}"),
    "seed": (_is_whole, "a whole number"),
    "jobs": (_is_positive, "a whole number, 1 or more"),
    "allow": (_is_names, "a list of names"),
    "chance": (_is_flag, "true or false"),
    "store": (_is_flag, "true or false"),
}
"""The long options that can be set: what fits, and that in words."""
