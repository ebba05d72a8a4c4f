"""Writes the tables of `docs/reference/command-line.md` and `settings.md`, between their marks.

python docs/make_reference.py
"""

from __future__ import annotations

import argparse
import collections
import json
import re
from pathlib import Path
from typing import Any

from wend.arguments import parser
from wend.campaign.option_table import SETTINGS, documented

REFERENCE = Path(__file__).parent / "reference"
BOTH = "cover, reach"
"""The options that these two commands share."""

_GENERATED = re.compile(r"(?<=<!-- generated -->\n).*(?=<!-- end of generated -->)", re.DOTALL)
_PLACES = {"+": "{}…", "?": "[{}]", None: "{}"}
_HEAD = "| option | does | default | from Python |\n|---|---|---|---|\n"


def pages() -> dict[Path, str]:
    """The pages that have a part which is made, with it as it is to be."""
    made = {REFERENCE / "command-line.md": _command_line(), REFERENCE / "settings.md": _settings()}
    return {
        page: _GENERATED.sub(lambda _, text=text: f"\n{text}\n", page.read_text(encoding="utf-8"))
        for page, text in made.items()
    }


def _settings() -> str:
    rows = "".join(
        f"| `{name}` | {option.kind.words} | {_set(option.default)} |\n"
        for name, option in SETTINGS.items()
    )
    return f"| setting | is | default |\n|---|---|---|\n{rows}"


def _command_line() -> str:
    made = _commands()
    helps = {each.dest: each.help or "" for each in made._choices_actions}
    parts = []
    for name, command in made.choices.items():
        places = [each for each in command._actions if not each.option_strings]
        typed = " ".join(_PLACES[each.nargs].format(each.metavar) for each in places)
        says = command.description or f"{helps[name].capitalize()}."
        parts.append(f"## `wend {name} {typed}`\n\n{says}\n{_options_of(name)}")
    shared = [row for row in documented() if row["commands"].startswith(BOTH)]
    return "\n".join([*parts, f"## Options of `cover` and `reach`\n\n{_table(shared)}"])


def _commands() -> argparse._SubParsersAction[argparse.ArgumentParser]:
    """The commands, as argparse holds them."""
    made = parser(collections.defaultdict(lambda: lambda options: 0), [])
    return next(each for each in made._actions if isinstance(each, argparse._SubParsersAction))


def _options_of(command: str) -> str:
    """What a command takes; of `cover` and `reach` what the other one does not."""
    shares = command in BOTH.split(", ")
    own = [
        row
        for row in documented()
        if command in row["commands"].split(", ")
        and not (shares and row["commands"].startswith(BOTH))
    ]
    text = "\nIt takes the [options of both](#options-of-cover-and-reach)" if shares else ""
    text += ", and these:\n" if shares and own else ".\n" if shares else ""
    return text + (f"\n{_table(own)}" if own else "")


def _table(rows: list[dict[str, str]]) -> str:
    return _HEAD + "".join(
        f"| `{_escaped(' '.join(filter(None, (row['typed'], row['value']))))}` "
        f"| {_escaped(row['help'])} | {_shown(row['default'])} | {_shown(row['keyword'])} |\n"
        for row in rows
    )


def _set(default: Any) -> str:
    """A default as one would write it into pyproject.toml; nothing for an empty list."""
    return "" if default in (None, ()) else f"`{json.dumps(default)}`"


def _shown(value: str) -> str:
    return f"`{value}`" if value not in ("", "True", "False") else ""


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    for page, text in pages().items():
        page.write_text(text, encoding="utf-8")
