"""Which statement a line is, and which function a search for it begins in; nothing is imported."""

from __future__ import annotations

import functools
import os

from wend.campaign.locate import LineRef, locate, tree_of
from wend.errors import WendError
from wend.explore.lines import NoSpot, Spot, spot_of
from wend.inputs.target import TargetRef
from wend.instrument.flow import functions_in
from wend.instrument.source import read_source


@functools.cache
def spot_on(line_ref: LineRef) -> Spot:
    """What has to be executed for a line; one that no call executes is the user's mistake."""
    file = line_ref.module.file
    found = spot_of(read_source(file), tree_of(line_ref.module), line_ref.line)
    if isinstance(found, NoSpot):
        raise WendError(f"line {line_ref.line} of {os.path.relpath(file)} {found.why}")
    return found


def entry_point(line_ref: LineRef, entry: str | None) -> TargetRef:
    """The function that a search for a line starts from: the one around it, or a named one."""
    if entry is None:
        home = spot_on(line_ref).outermost
        return TargetRef(line_ref.module, home.name, home.first_line)
    names = {each.name: each for each in functions_in(tree_of(line_ref.module))}
    if entry in names:
        return TargetRef(line_ref.module, entry, names[entry].first_line)
    located = locate(entry if ":" in entry else f"{line_ref.module.file}::{entry}")
    if len(located) != 1:
        raise WendError(f"--entry {entry} names {len(located)} functions; name one")
    return located[0]
