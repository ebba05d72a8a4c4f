"""First inputs from the tests of a corpus: they are run once, under watch."""

from __future__ import annotations

from typing import Any

from wend.campaign.corpus import MOST_SECONDS, SHARE, corpus_files
from wend.campaign.options import Options
from wend.expr import samples
from wend.path.corpus import CorpusRequest
from wend.path.reason import Reason
from wend.process.runner import Runner


def tested_inputs(runner: Runner, options: Options) -> tuple[list[dict[str, Any]], list[Reason]]:
    """What tests call the target with, and reasons that say what came of the tests.

    What they showed of opaque functions is noted as samples.
    """
    if not options.corpus:
        return [], []
    files = corpus_files(options.corpus, runner.ref)
    if not files:
        return [], [_reason(runner, "no test of the corpus mentions it")]
    seconds = min(MOST_SECONDS, SHARE * options.caps.seconds)
    found = runner.corpus(CorpusRequest(files, seconds))
    for sample in found.samples:
        samples.current.add(*sample)
    said = []
    if found.ended:
        said.append(f"the tests of the corpus did not end: {found.ended}")
    if found.others:
        said.append(
            f"{found.others} calls by the tests of the corpus have arguments of other types"
        )
    if not found.calls and not found.others:
        said.append("no test of the corpus was seen to call it")
    return list(found.calls), [_reason(runner, each) for each in said]


def _reason(runner: Runner, says: str) -> Reason:
    target = runner.prepared.target
    return Reason("corpus", f"{target.ref.function}: {says}", "", *target.place)
