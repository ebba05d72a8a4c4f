"""`csv.reader` of lines that are tracked.

The native reader reads the plain lines, and says what comes out and what is raised. Its rules are
here once more, for lines with terms: they say what that depends on, line by line, before native
code is given the line. As long as no line is tracked they are not asked.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from operator import attrgetter
from typing import Any

from wend.run.models.text.text_common import is_char
from wend.run.tracked.lift import BARE, TEXTS, plain
from wend.run.tracked.text import chars, lose_all, raw
from wend.run.tracked.text_operators import chained

_END = ""
"""Stands for the end of a line that is given."""


class _Rules:
    """The fields of a record, character by character; each method is a state."""

    def __init__(self, dialect: Any) -> None:
        self._dialect = dialect
        self._quote = dialect.quotechar if dialect.quoting != csv.QUOTE_NONE else None
        self.begin()

    def begin(self) -> None:
        """A new record begins."""
        self._state: Callable[[str], Any] = self._at_record
        self.fields: list[str] = []
        self._chars: list[str] = []

    def read(self, line: str) -> None:
        for char in chars(line):
            self._state(char)
        self._state(_END)

    def end(self) -> list[str]:
        """The fields, where there are no more lines."""
        is_open = self._state == self._in_quotes
        return [*self.fields, chained(self._chars)] if self._chars or is_open else self.fields

    def _is(self, char: str, what: str | None) -> bool:
        return char is not _END and what is not None and is_char(char, what)

    def _ends(self, char: str) -> bool:
        return char is _END or is_char(char, "\n\r")

    def _add(self, char: str, state: Callable[[str], Any]) -> None:
        self._chars.append(char)
        self._state = state

    def _save(self, state: Callable[[str], Any]) -> None:
        self.fields.append(chained(self._chars))
        self._chars = []
        self._state = state

    def _after_line(self, char: str) -> Callable[[str], Any]:
        return self._at_record if char is _END else self._at_end

    def _at_record(self, char: str) -> None:
        if char is _END:
            return
        if is_char(char, "\n\r"):
            self._state = self._at_end
        else:
            self._at_field(char)

    def _at_field(self, char: str) -> None:
        dialect = self._dialect
        if self._ends(char):
            self._save(self._after_line(char))
        elif self._is(char, self._quote):
            self._state = self._in_quotes
        elif self._is(char, dialect.escapechar):
            self._state = self._escaped
        elif dialect.skipinitialspace and is_char(char, " "):
            self._state = self._at_field
        elif self._is(char, dialect.delimiter):
            self._save(self._at_field)
        else:
            self._add(char, self._in_field)

    def _escaped(self, char: str) -> None:
        if char is not _END and is_char(char, "\n\r"):
            self._add(char, self._after_escaped_end)
        else:
            self._add(char or "\n", self._in_field)

    def _after_escaped_end(self, char: str) -> None:
        if char is not _END:
            self._in_field(char)

    def _in_field(self, char: str) -> None:
        if self._ends(char):
            self._save(self._after_line(char))
        elif self._is(char, self._dialect.escapechar):
            self._state = self._escaped
        elif self._is(char, self._dialect.delimiter):
            self._save(self._at_field)
        else:
            self._add(char, self._in_field)

    def _in_quotes(self, char: str) -> None:
        if char is _END:
            return
        if self._is(char, self._dialect.escapechar):
            self._state = self._escaped_in_quotes
        elif self._is(char, self._quote):
            self._state = self._after_quote if self._dialect.doublequote else self._in_field
        else:
            self._add(char, self._in_quotes)

    def _escaped_in_quotes(self, char: str) -> None:
        self._add(char or "\n", self._in_quotes)

    def _after_quote(self, char: str) -> None:
        if self._is(char, self._quote):
            self._add(char, self._in_quotes)
        elif self._is(char, self._dialect.delimiter):
            self._save(self._at_field)
        elif self._ends(char):
            self._save(self._after_line(char))
        elif self._dialect.strict:
            self._state = self._refused
        else:
            self._add(char, self._in_field)

    def _at_end(self, char: str) -> None:
        if char is _END:
            self._state = self._at_record
        elif not is_char(char, "\n\r"):
            self._state = self._refused

    def _refused(self, char: str) -> None:
        """The native reader raises; nothing is asked any more."""


class _Lines:
    """The plain lines of a record, for the native reader."""

    __slots__ = ("_lines", "read", "reader", "rules")

    def __init__(self, lines: Any) -> None:
        self._lines = iter(lines)
        self.reader: Any = None
        self.read: list[Any] = []
        self.rules: _Rules | None = None
        """Asked from the first line of the record that is tracked on."""

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> Any:
        line = next(self._lines)
        self.read.append(line)
        if type(line) is str and self.rules is None:
            return line
        if self.rules is not None and isinstance(line, str):
            self.rules.read(line)
        elif type(line) in TEXTS and isinstance(line, str):
            self.rules = _Rules(self.reader.dialect)
            for each in self.read:
                self.rules.read(each)
        return plain(line)


class CsvReader:
    """What `csv.reader` makes."""

    __slots__ = ("_wend_lines", "_wend_reader")

    def __init__(self, native: Any, lines: Any, args: Any, keywords: Any) -> None:
        self._wend_lines = _Lines(lines)
        self._wend_reader = native(self._wend_lines, *args, **keywords)
        self._wend_lines.reader = self._wend_reader

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return type(self._wend_reader)

    dialect = property(attrgetter("_wend_reader.dialect"))
    line_num = property(attrgetter("_wend_reader.line_num"))

    def __iter__(self) -> CsvReader:
        return self

    def __next__(self) -> Any:
        lines = self._wend_lines
        lines.read.clear()
        lines.rules = None
        try:
            row = next(self._wend_reader)
        except ValueError:  # for text that is no number
            lose_all(lines.read, _OTHER_RULES)
            raise
        if lines.rules is None:
            return row
        fields = lines.rules.end()
        if [*map(raw, fields)] == row:
            return fields
        lose_all(lines.read, _OTHER_RULES)
        return row


_OTHER_RULES = "the reader makes numbers of text, or has other rules"


CsvReader.__name__ = CsvReader.__qualname__ = "reader"
CsvReader.__module__ = "_csv"
BARE.add(CsvReader)


def reader_model(native: Any) -> Callable[..., Any]:
    """What takes the place of `csv.reader`."""

    def make(*args: Any, **keywords: Any) -> Any:
        if not args:
            return native(**keywords)  # raises what Python raises
        values = (*args[1:], *keywords.values())
        lose_all(values, "dialects have no terms")
        named = {key: plain(value) for key, value in keywords.items()}
        return CsvReader(native, args[0], [*map(plain, args[1:])], named)

    return make
