"""Answers of solvers in the store; the first question reads all answers for the target."""

from __future__ import annotations

import functools
import time

from wend.source.digest.basis import runtime
from wend.source.digest.mentions import digest_of
from wend.store.database import Changes, Store

SAVED_EVERY_SECONDS = 0.8
"""A run that is killed loses the answers since it last saved."""

MOST = 5_000
"""Answers for one target; beyond that, the older ones are deleted."""


class KeptAnswers:
    """The answers for slices of one target, by the digests of the questions."""

    def __init__(self, store: Store, target: str, seconds: float) -> None:
        self.seconds = seconds
        self._store = store
        self._target = target
        self._new: dict[str, str] = {}
        self._saved = time.monotonic()

    def find(self, question: str) -> str | None:
        digest = digest_of(question)
        text = self._new.get(digest) or self._known.get(digest, "")
        answer = text[_LENGTH:]
        return answer if text and text == _signed(digest, answer) else None

    def keep(self, question: str, answer: str) -> None:
        digest = digest_of(question)
        self._new[digest] = _signed(digest, answer)
        if time.monotonic() - self._saved >= SAVED_EVERY_SECONDS:
            self._store.write(self.changes())

    def changes(self) -> Changes:
        """The changes to be written; from then on they count as written."""
        self._saved = time.monotonic()
        rows = [(self._target, *item) for item in self._new.items()]
        if not rows:
            return []
        begun_anew: Changes = []
        if len(self._known) + len(rows) > MOST:
            begun_anew = [("DELETE FROM answers WHERE target = ?", (self._target,))]
            self._known.clear()
        self._known.update(self._new)
        self._new.clear()
        return [
            *begun_anew,
            *[("INSERT OR REPLACE INTO answers VALUES (?, ?, ?)", r) for r in rows],
        ]

    @functools.cached_property
    def _known(self) -> dict[str, str]:
        query = "SELECT question, answer FROM answers WHERE target = ?"
        return {
            str(question): str(text) for question, text in self._store.rows(query, self._target)
        }


_LENGTH = 8


def _signed(digest: str, answer: str) -> str:
    """An answer with a short digest in front, which shows damage and answers of other versions."""
    return digest_of(f"{runtime()} {digest} {answer}")[:_LENGTH] + answer
