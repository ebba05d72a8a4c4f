"""Settings: `[tool.wend]` of the nearest pyproject.toml, under the command line's options."""

from __future__ import annotations

import pathlib
from typing import Any

from wend.errors import WendError

SETTINGS: dict[str, type | tuple[type, ...]] = {
    "budget": (int, float),
    "max-executions": int,
    "max-queries": int,
    "imprecision": str,
    "opaque": list,
    "exclude": list,
    "search": str,
    "seed": int,
    "jobs": int,
    "allow": list,
}
"""The long options that can be set, with their types."""


def settings_near(directory: pathlib.Path) -> dict[str, Any]:
    """The settings that apply in a directory; names as on the command line, `-` as `_`."""
    for folder in (directory, *directory.parents):
        file = folder / "pyproject.toml"
        if file.is_file():
            return _read(file)
    return {}


def _read(file: pathlib.Path) -> dict[str, Any]:
    import tomllib

    text = file.read_text(encoding="utf-8")
    if "wend" not in text:
        return {}
    try:
        table = tomllib.loads(text).get("tool", {}).get("wend", {})
    except tomllib.TOMLDecodeError as error:
        raise WendError(f"{file} is no valid TOML: {error}") from None
    for name, value in table.items():
        if name not in SETTINGS:
            known = ", ".join(sorted(SETTINGS))
            raise WendError(f"{file}: [tool.wend] has no setting {name}; there are {known}")
        if not isinstance(value, SETTINGS[name]) or isinstance(value, bool):
            raise WendError(f"{file}: [tool.wend] {name} = {value!r} has the wrong type")
    return {name.replace("-", "_"): value for name, value in table.items()}
