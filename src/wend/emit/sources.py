"""Questions about Python source and messages that are written into tests."""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Iterable, Iterator, Mapping


def free_names(source: str) -> list[ast.Name]:
    """The names that an expression or a simple statement reads, but does not bind itself."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    nodes = list(ast.walk(tree))
    names = [node for node in nodes if isinstance(node, ast.Name)]
    inside = {name.id for name in names if not isinstance(name.ctx, ast.Load)}
    inside |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    return [name for name in names if isinstance(name.ctx, ast.Load) and name.id not in inside]


def bound_by(statements: Iterable[str]) -> frozenset[str]:
    bound: set[str] = set()
    for statement in statements:
        try:
            tree = ast.parse(statement)
        except (SyntaxError, ValueError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                bound.add(node.id)
            elif isinstance(node, ast.alias):
                bound.add(node.asname or node.name.partition(".")[0])
    return frozenset(bound)


def only_nan(match: re.Match[str]) -> str:
    """A replacement for a string literal: blank, but for the nan of `float('nan')`."""
    return " nan " if match[0][1:-1] == "nan" and _is_float_call(match) else '""'


def _is_float_call(match: re.Match[str]) -> bool:
    return match.string[: match.start()].endswith("float(")


def unpacked(key: str, source: str, by_keyword: bool) -> Iterator[tuple[str, str]]:
    """An argument as the parts that a call is written with: `x=` and its value. `*(1, 2)` gives two
    arguments."""
    if not key.startswith("*"):
        yield f"{key}=" if by_keyword else "", source
        return
    display = ast.parse(source, mode="eval").body
    match display:
        case ast.Tuple(elts=elts):
            for each in elts:
                yield "", ast.get_source_segment(source, each) or ""
        case ast.Dict(keys=keys, values=values) if all(map(_is_keyword, keys)):
            for name, each in zip(keys, values, strict=True):
                assert isinstance(name, ast.Constant)
                yield f"{name.value!s}=", ast.get_source_segment(source, each) or ""
        case _:
            yield "**" if key.startswith("**") else "*", source


def _is_keyword(key: ast.expr | None) -> bool:
    name = key.value if isinstance(key, ast.Constant) else None
    return isinstance(name, str) and name.isidentifier() and not keyword.iskeyword(name)


def listed_items(source: str | None) -> list[str]:
    """The items of a list display, as source."""
    try:
        node = ast.parse(source or "", mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    if source is None or not isinstance(node, ast.List) or "\n" in source:
        return []
    raw = source.encode()  # columns of the parser count bytes
    return [raw[item.col_offset : item.end_col_offset].decode() for item in node.elts]


_SPECIAL: Mapping[str, str] = {
    **{character: f"\\{character}" for character in r".^$*+?{}[]\|()"},
    "\n": r"\n",
    "\t": r"\t",
    "\r": r"\r",
}


def escaped(message: str) -> str:
    """A pattern that matches exactly this message, without needless backslashes.

    Addresses differ from run to run, so the pattern matches any address.
    """
    parts = re.split(r"(\b0x[0-9a-f]{6,16}\b)", message)
    return "".join(
        "0x[0-9a-f]+" if index % 2 else "".join(map(_escaped_character, part))
        for index, part in enumerate(parts)
    )


def _escaped_character(character: str) -> str:
    if character in _SPECIAL:
        return _SPECIAL[character]
    if character.isprintable():
        return character
    code = ord(character)
    return (
        f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}"
    )


def raw_string(pattern: str) -> str:
    """The pattern as a raw string; double quotes inside are written as an escape of `re`."""
    if '"' in pattern and "'" not in pattern:
        return f"r'{pattern}'"
    return 'r"' + pattern.replace('"', r"\x22") + '"'
