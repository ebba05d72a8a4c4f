"""The outcomes of written tests when they were tried, kept in the store for the same code."""

from __future__ import annotations

import json
from collections.abc import Sequence

from wend.campaign.options import Options
from wend.emit.trial import Failures
from wend.path.result import CoverResult, Result
from wend.record import Record
from wend.source.digest.mentions import digest_of
from wend.store.database import Store, store_of


class KeptTestOutcomes(Record):
    """Outcomes in the store, for tests of some code."""

    store: Store
    codes: tuple[str, ...]
    """The digests of the code that the tests call."""

    def recalled(self, about: Sequence[str]) -> list[Failures] | None:
        """The failures of each round of an earlier trial of the same tests; None without one."""
        rows = self.store.rows(
            "SELECT failures FROM trials WHERE question = ?", self._question(about)
        )
        try:
            for (text,) in rows:
                return [
                    {(file, test): str(happened) for file, test, happened in failures}
                    for failures in json.loads(text)
                ]
        except (ValueError, TypeError):
            pass  # not one of ours
        return None

    def keep(self, about: Sequence[str], rounds: Sequence[Failures]) -> None:
        plain = [[[*place, happened] for place, happened in each.items()] for each in rounds]
        values = (self._question(about), json.dumps(plain))
        self.store.write([("INSERT OR REPLACE INTO trials VALUES (?, ?)", values)])

    def _question(self, about: Sequence[str]) -> str:
        return digest_of(json.dumps([*about, *self.codes]))


def kept_test_outcomes(results: Sequence[Result], options: Options) -> KeptTestOutcomes | None:
    """The outcomes for the cases of these results; None where the code of one is not known."""
    shown = [
        each for each in results if (each.cases if isinstance(each, CoverResult) else each.case)
    ]
    if options.store is None or not shown or not all(each.code for each in shown):
        return None
    store = store_of(options.store, shown[0].target.module.file)
    return KeptTestOutcomes(store, tuple([each.code for each in shown]))
