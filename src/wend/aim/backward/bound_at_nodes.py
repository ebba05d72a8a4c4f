"""Which locals are bound for certain when a node is reached."""

from __future__ import annotations

import ast

from wend.aim.backward.effects import Reader
from wend.source.control.graph import Control


def bound_at(control: Control, reader: Reader, parameters: frozenset[str]) -> list[frozenset[str]]:
    """For each node the names that every way to it has bound: reading them does not raise."""
    if any(isinstance(node, ast.Delete) for node in ast.walk(control.function)):
        return [frozenset() for _ in control.nodes]
    everything = parameters.union(*[reader.of((n, "true")).writes for n in control.into])
    bound = [everything for _ in control.nodes]
    bound[control.entry] = parameters
    following: dict[int, list[tuple[int, str]]] = {}
    for target, edges in control.into.items():
        for edge in edges:
            following.setdefault(edge.source, []).append((target, edge.how))
    waiting = list(control.into)
    while waiting:
        number = waiting.pop()
        for target, how in following.get(number, ()):
            after = bound[target] & (bound[number] | reader.of((number, how)).binds)
            if control.nodes[number].kind in ("handler", "part"):
                # What an `except` binds is unbound at its end, wherever that is.
                after -= {control.nodes[number].tree.name}
            if after != bound[target]:
                bound[target] = after
                waiting.append(target)
    return bound
