"""The corpus: existing tests that a user named, run once for the inputs that they call with.

Only named files are run: of a directory the files that pytest would collect, and of these the ones
that mention the target's module or function.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence

from wend.errors import WendError
from wend.inputs.target import TargetRef
from wend.source.digest.mentions import digest_of

MOST_FILES = 50

SHARE = 0.25
MOST_SECONDS = 10.0
"""The time that the tests of a corpus may take: this share of the budget, and at most so long."""

_TEST = re.compile(r"(test_.*|.*_test)\.py")


def check_corpus(option: str, paths: Sequence[str]) -> None:
    """Complains of a path that is not there."""
    for path in paths:
        if not os.path.exists(path):
            raise WendError(f"{option} {path}: no such file or directory")
        if os.path.isfile(path) and not path.endswith(".py"):
            raise WendError(
                f"{option} {path}: that is no Python file; name test files, or a folder"
            )


def corpus_files(paths: Sequence[str], ref: TargetRef) -> tuple[str, ...]:
    """The files to run for a target."""
    if not paths:
        return ()
    names = {ref.module.name.rpartition(".")[2], ref.function.rpartition(".")[2]}
    mention = re.compile(rf"\b({'|'.join(map(re.escape, sorted(names)))})\b")
    found: dict[str, None] = {}
    for path in paths:
        if os.path.isfile(path):
            found[os.path.abspath(path)] = None
            continue
        for file in _tests_below(path):
            if mention.search(_text(file)):
                found[os.path.abspath(file)] = None
    return tuple(found)[:MOST_FILES]


def corpus_digest(paths: Sequence[str], ref: TargetRef) -> str:
    """What changes when the corpus of a target does."""
    files = corpus_files(paths, ref)
    return digest_of("".join([f"{file}\0{_text(file)}\0" for file in files])) if files else ""


def _tests_below(directory: str) -> Iterator[str]:
    for folder, folders, files in os.walk(directory):
        folders[:] = sorted(each for each in folders if not each.startswith((".", "__")))
        for name in sorted(files):
            if _TEST.fullmatch(name):
                yield os.path.join(folder, name)


def _text(file: str) -> str:
    try:
        with open(file, encoding="utf-8", errors="replace") as stream:
            return stream.read()
    except OSError:
        return ""
