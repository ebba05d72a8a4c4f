"""The store: the finds of earlier runs, in one SQLite file of the project's `.wend` directory.

The store only saves time: whatever is wrong with the file, wend goes on without it, and says so
once. Each use opens the file, makes one short transaction and closes it. So no process is forked
while the file is open, and several processes wait for each other only for moments.
"""

from __future__ import annotations

import contextlib
import functools
import os
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from wend.errors import WendError
from wend.record import Record
from wend.source.digest.basis import is_foreign

if TYPE_CHECKING:
    import sqlite3

SCHEMA = 3
"""The version of the tables below, kept as the file's `user_version`."""

DIRECTORY = ".wend"
FILE = "store.db"

_TABLES = """
CREATE TABLE results (question TEXT PRIMARY KEY, caps TEXT, around TEXT, basis TEXT, result TEXT,
                      checksum TEXT) WITHOUT ROWID;
CREATE TABLE surroundings (digest TEXT PRIMARY KEY, files TEXT) WITHOUT ROWID;
CREATE TABLE inputs (question TEXT PRIMARY KEY, inputs TEXT) WITHOUT ROWID;
CREATE TABLE answers (target TEXT, question TEXT, answer TEXT, PRIMARY KEY (target, question))
                      WITHOUT ROWID;
CREATE TABLE samples (function TEXT PRIMARY KEY, code TEXT, samples TEXT, checksum TEXT)
                      WITHOUT ROWID;
CREATE TABLE summaries (function TEXT PRIMARY KEY, code TEXT, ways TEXT, checksum TEXT)
                      WITHOUT ROWID;
CREATE TABLE trials (question TEXT PRIMARY KEY, failures TEXT) WITHOUT ROWID;
"""

_FILES = (FILE, f"{FILE}-wal", f"{FILE}-shm", f"{FILE}-journal", f"{FILE}.aside", ".gitignore")

PATIENCE_SECONDS = 2.0
"""How long a process waits for another one that writes."""

HURRY_SECONDS = 0.05
"""How long it waits once it has waited in vain: its user should not wait for the store."""

_held: set[str] = set()
"""The store files that this process has waited for in vain."""


Change = tuple[str, Sequence[Any]]
"""A statement of SQL with its values."""

Changes = list[Change]


class Store(Record):
    """The store in a directory; nothing is read or made before it is used."""

    directory: str

    @property
    def file(self) -> str:
        return os.path.join(self.directory, FILE)

    @property
    def is_there(self) -> bool:
        """Whether there is a file; its directory is made if need be."""
        try:
            self._make_directory()
        except OSError as error:
            self._say_unusable(error)
        return os.path.exists(self.file)

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """The rows that a query finds; none where there is no store that can be read."""
        if not os.path.exists(self.file):
            return []
        with self._told(), self._connected() as connection:
            found: list[tuple[Any, ...]] = connection.execute(query, values).fetchall()
            return found
        return []

    def write(self, changes: Changes) -> None:
        """Makes all of the changes or none."""
        with self._told(), self._connected(make=True) as connection:
            connection.execute("BEGIN IMMEDIATE")
            for statement, values in changes:
                connection.execute(statement, values)
            connection.execute("COMMIT")

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """Tells the user once what is wrong with the store, in place of an exception."""
        import sqlite3

        try:
            yield
        except (sqlite3.OperationalError, OSError) as error:
            if "locked" in str(error):
                # Only this change is lost.
                _held.add(self.file)
                _say(f"the store {self.file} is held by another process; not all may be kept")
                return
            if "no such" in str(error):
                self._set_aside(f"is damaged ({error})")
                return
            self._say_unusable(error)
        except sqlite3.DatabaseError as error:
            self._set_aside(f"is damaged ({error})")
        except _OtherVersion as error:
            self._set_aside(f"is of another version of wend (schema {error}, not {SCHEMA})")

    def _say_unusable(self, error: Exception) -> None:
        why = getattr(error, "strerror", None) or str(error)
        _say(f"the store {self.directory} can't be used ({why}); going on without it")

    @contextlib.contextmanager
    def _connected(self, *, make: bool = False) -> Iterator[sqlite3.Connection]:
        import sqlite3

        if make:
            self._make_directory()
        patience = HURRY_SECONDS if self.file in _held else PATIENCE_SECONDS
        connection = sqlite3.connect(self.file, timeout=patience, isolation_level=None)
        try:
            if make:
                # Quicker; only a machine that loses power may lose something.
                connection.execute("PRAGMA synchronous = OFF")
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if version == 0:
                _make_tables(connection)
            elif version != SCHEMA:
                raise _OtherVersion(version)
            yield connection
        finally:
            connection.close()

    def _make_directory(self) -> None:
        """Makes the directory if it is not there; raises OSError where it can't be written."""
        os.makedirs(self.directory, exist_ok=True)
        if not os.access(self.directory, os.W_OK):
            raise PermissionError(13, "it can't be written")
        ignored = os.path.join(self.directory, ".gitignore")
        if not os.path.exists(ignored):
            with open(ignored, "w", encoding="utf-8") as stream:
                stream.write("# Made by wend: results of earlier runs.\n*\n")

    def _set_aside(self, what: str) -> None:
        """Renames the file to `.aside`; the next use makes a new one."""
        aside = f"{self.file}.aside"
        try:
            for suffix in ("-wal", "-shm", "-journal"):
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(self.file + suffix)
            os.replace(self.file, aside)
        except OSError as error:
            _say(f"the store {self.file} {what} and can't be moved ({error.strerror})")
            return
        _say(
            f"the store {self.file} {what}; it is now {os.path.basename(aside)}, and a new one is "
            "begun: only time is lost"
        )

    def remove(self) -> list[str]:
        """Removes wend's files, and the directory if it is empty then; returns what was removed."""
        removed = []
        for name in _FILES:
            path = os.path.join(self.directory, name)
            try:
                size = os.path.getsize(path)
                os.unlink(path)
                removed.append(f"{path} ({size:,} bytes)")
            except FileNotFoundError:
                continue
            except OSError as error:
                raise WendError(f"can't remove {path}: {error.strerror}") from None
        with contextlib.suppress(OSError):
            os.rmdir(self.directory)
        return removed


class _OtherVersion(Exception):
    """The store has another schema."""


def _make_tables(connection: sqlite3.Connection) -> None:
    import sqlite3

    with contextlib.suppress(sqlite3.OperationalError):  # another process makes them
        connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("BEGIN IMMEDIATE")
    # Another process may have been quicker.
    if connection.execute("PRAGMA user_version").fetchone()[0] == 0:
        for statement in filter(str.strip, _TABLES.split(";")):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {SCHEMA}")
    connection.execute("COMMIT")


@functools.cache
def _say(message: str) -> None:
    print(f"wend: {message}", file=sys.stderr)


def project_of(file: str) -> str:
    """The directory of the project that a file belongs to.

    This is the nearest directory above the file that has a pyproject.toml or a .git, else the
    nearest above the working directory, else the working directory. For installed files and those
    of Python, the search begins at the working directory.
    """
    here = os.getcwd()
    home = os.path.dirname(os.path.abspath(file))
    for folder in (here if is_foreign(home) else home, here):
        while True:
            if any(os.path.exists(os.path.join(folder, each)) for each in _MARKS):
                return folder
            above = os.path.dirname(folder)
            if above == folder:
                break
            folder = above
    return here


_MARKS = ("pyproject.toml", ".git")


def store_of(where: str, file: str) -> Store:
    """The store in the directory `where`; for "" that of the project that a file belongs to."""
    return Store(where or os.path.join(project_of(file), DIRECTORY))
