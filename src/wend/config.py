"""Settings: `[tool.wend]` of the nearest pyproject.toml, under the command line's options."""

from __future__ import annotations

import os
import pathlib
import re
from typing import Any

from wend.campaign.option_table import SETTINGS
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

        whole = tomllib.loads(text)
    except (OSError, ValueError) as error:
        raise WendError(f"{file} is no valid TOML: {error}; mend it and try again") from None
    except RecursionError:
        raise WendError(f"{file} is nested too deeply to be read; mend it and try again") from None
    tools = whole.get("tool", {})
    if not isinstance(tools, dict):
        raise WendError(f"{file}: tool is no table; write settings in a table [tool.wend]")
    table = tools.get("wend", {})
    if not isinstance(table, dict):
        raise WendError(f"{file}: [tool.wend] is no table; write settings such as budget = 20")
    for name, value in table.items():
        if name not in SETTINGS:
            from wend.targets.locate import did_you_mean  # most settings are there

            advice = did_you_mean(name, SETTINGS) or f"; there are {', '.join(SETTINGS)}"
            raise WendError(f"{file}: [tool.wend] has no setting {name}{advice}")
        kind = SETTINGS[name].kind
        if not kind.fits(value):
            raise WendError(f"{file}: [tool.wend] {name} = {value!r} is wrong; it is {kind.words}")
    if "corpus" in table:
        table["corpus"] = [str(file.parent / each) for each in table["corpus"]]
    return {name.replace("-", "_"): value for name, value in table.items()}
