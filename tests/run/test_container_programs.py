"""Random programs over containers: what a few operations in a row do to each other."""

from __future__ import annotations

import random
from collections import deque

import pytest
from laws import check

ITEMS = ("x", "y", "1", "x + y", "7")
WORDS = ("s", "t", "'a'", "'ab'", "s + 'b'")
PLACES = ("0", "1", "-1", "x", "y", "len(c) - 1")

LIST = (
    "c.append({i})", "c.insert({p}, {i})", "r.append(c.pop())", "r.append(c.pop({p}))",
    "c[{p}] = {i}", "c[{p}] += 1", "r.append(c[{p}])", "del c[{p}]", "c.remove({i})",
    "r.append(c.index({i}))", "r.append(c.count({i}))", "r.append({i} in c)", "c.reverse()",
    "c.sort()", "c.extend([{i}, {i}])", "c += [{i}]", "c = c + [{i}]", "c = c[1:]", "c = c[:2]",
    "c[{p}:] = [{i}]", "r.append(len(c))", "r.append(c == [{i}])", "r.append(sum(c))",
    "r.append(max(c))", "c = sorted(c, key=lambda n: -n)", "c = [n for n in c if n != {i}]",
    "for n in c:\n    if n == {i}: break\n    r.append(n)",
    "if len(c) > 2: c.clear()", "if not c: c.append({i})", "c = c * 2", "a, *c = c",
)  # fmt: skip
DEQUE = (
    "c.append({i})", "c.appendleft({i})", "r.append(c.pop())", "r.append(c.popleft())",
    "c.rotate({i})", "c.extend([{i}])", "c.remove({i})", "r.append(c[{p}])", "c[{p}] = {i}",
    "del c[{p}]", "r.append({i} in c)", "r.append(c.count({i}))", "c.insert({p}, {i})",
    "c.reverse()", "r.append(len(c))", "r.append(list(c))",
)  # fmt: skip
DICT = (
    "c[{k}] = {v}", "c[{k}] = c.get({k}, 0) + 1", "r.append(c[{k}])", "r.append(c.get({k}))",
    "r.append({k} in c)", "del c[{k}]", "r.append(c.pop({k}, None))", "r.append(c.popitem())",
    "r.append(c.setdefault({k}, {v}))", "c.update({{{k}: {v}}})", "c = c | {{{k}: {v}}}",
    "c = {{**c, {k}: {v}}}", "c = dict(c)", "c = c.copy()", "r.append(len(c))",
    "r.append(list(c))", "r.append(list(c.items()))", "r.append(c == {{{k}: {v}}})",
    "r.append(sorted(c.values()))", "c = {{k: v for k, v in c.items() if k != {k}}}",
    "for n in c:\n    if n == {k}: break\n    r.append(c[n])",
    "if {k} in c: c[{k}] += {v}", "r.append(c.keys() == {{{k}}})", "c |= {{{k}: {v}}}",
)  # fmt: skip
SET = (
    "c.add({k})", "c.discard({k})", "c.remove({k})", "r.append({k} in c)", "r.append(len(c))",
    "c |= {{{k}}}", "c &= {{{k}, {k}}}", "c -= {{{k}}}", "c ^= {{{k}}}", "c = c | {{{k}}}",
    "c = c - {{{k}}}", "c = {{{k}, {k}}} & c", "r.append(c <= {{{k}}})", "r.append(c == {{{k}}})",
    "c.update([{k}, {k}])", "r.append(c.isdisjoint([{k}]))", "r.append(sorted(c))", "c = set(c)",
    "c = c.copy()", "r.append(c.union([{k}]))", "if {k} not in c: c.add({k})",
)  # fmt: skip


def program(kind: str, seed: int) -> str:
    chosen = random.Random(f"{kind} {seed}")
    lines = {"list": LIST, "deque": DEQUE, "dict": DICT, "set": SET}[kind.split()[0]]
    keys = WORDS if "text" in kind else ITEMS
    steps = [
        chosen.choice(lines).format(
            i=chosen.choice(ITEMS),
            p=chosen.choice(PLACES),
            k=chosen.choice(keys),
            v=chosen.choice(ITEMS),
        )
        for _ in range(5)
    ]
    return "\n".join(["r = []", *steps, "return c, r"])


STARTS = {
    "list": ([1], [2, 1], [0, 7, 1]),
    "deque": (deque([1]), deque([7, 0, 1])),
    "dict ints": ({1: 5}, {0: 7, 2: 1}),
    "dict text": ({"a": 5}, {"": 7, "ab": 1}),
    "set ints": ({1}, {0, 7}),
    "set text": ({"a"}, {"", "ab"}),
}


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("kind", STARTS)
def test_programs(kind: str, seed: int) -> None:
    source = program(kind, seed)
    pool = {"c": STARTS[kind], "x": (0, 1, 2), "y": (1, -1), "s": ("a", "b"), "t": ("a", "")}
    unused = ("s", "t") if "text" not in kind else ()
    check(source, {k: v for k, v in pool.items() if k not in unused}, size=10)


BELOW = """\
class Below({base}):
    def __getitem__(self, at):
        return super().__getitem__(at)

    def __setitem__(self, at, value):
        super().__setitem__(at, value)

    def __delitem__(self, at):
        super().__delitem__(at)

    def __contains__(self, item):
        return super().__contains__(item)

    def __ior__(self, other):
        return super().__ior__(other)

    def __len__(self):
        return super().__len__()
"""


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("kind", ["list", "dict ints", "dict text", "set ints", "set text"])
def test_programs_on_classes_that_call_native_ones(kind: str, seed: int) -> None:
    base = kind.split()[0]
    source = f"c = Below(c)\n{program(kind, seed + 1000)}"
    source = source.replace("return c, r", f"return {base}(c), r")
    pool = {"c": STARTS[kind], "x": (0, 1, 2), "y": (1, -1), "s": ("a", "b"), "t": ("a", "")}
    unused = ("s", "t") if "text" not in kind else ()
    used = {k: v for k, v in pool.items() if k not in unused}
    check(source, used, preamble=BELOW.format(base=base), size=10, exact=False)
