"""Dicts and sets of the inputs, whose length is bounded; and those that the function makes."""

from __future__ import annotations

import wend


def bounded_dict(d: dict[int, int]) -> None:
    wend.assume(len(d) <= 1)
    assert sum(1 for _ in d) <= 1


def wrong_bounded_dict(d: dict[int, int]) -> None:
    wend.assume(len(d) <= 1)
    for key, value in d.items():
        assert key != value


def key_gets_its_value(d: dict[int, int], k: int) -> None:
    wend.assume(len(d) <= 2)
    d[k] = 5
    assert d[k] == 5
    assert 1 <= len(d) <= 3


def get_with_default(d: dict[str, int], k: str) -> None:  # not proved: keys are texts of any length
    wend.assume(len(d) < 2)
    found = d.get(k, 0)
    if k in d:
        assert found == d[k]
    else:
        assert found == 0


def wrong_get_with_default(d: dict[str, int], k: str) -> None:
    wend.assume(len(d) < 2)
    assert d.get(k, 0) == d.get(k, 1)


def deletion_shrinks(d: dict[int, bool]) -> None:
    wend.assume(len(d) == 1)
    for key in list(d):
        del d[key]
    assert d == {}


def bounded_set(s: set[int]) -> None:
    wend.assume(len(s) <= 2)
    s.add(7)
    assert 7 in s
    assert len(s) <= 3


def wrong_bounded_set(s: set[int]) -> None:
    wend.assume(len(s) <= 2)
    s.add(7)
    assert len(s) != 3


def discard_then_absent(s: set[int], x: int) -> None:
    wend.assume(len(s) < 3)
    s.discard(x)
    assert x not in s


def union_is_no_smaller(s: set[int], t: set[int]) -> None:
    wend.assume(len(s) <= 1 and len(t) <= 1)
    u = s | t
    assert len(u) >= max(len(s), len(t))
    assert s <= u and t <= u


def frozenset_bounded(s: frozenset[int]) -> None:  # not proved: the order of a set
    wend.assume(len(s) == 2)
    a, b = s
    assert a != b


def early_return_bounds(d: dict[int, int]) -> int:  # not proved: any length is left to the other way
    if len(d) > 1:
        return 0
    total = 0
    for v in d.values():
        total += v
    assert total == sum(d.values())
    return total


def made_dict_counts(a: int, b: int) -> None:
    counts: dict[int, int] = {}
    for x in (a, b):
        counts[x] = counts.get(x, 0) + 1
    assert sum(counts.values()) == 2
    assert (len(counts) == 1) == (a == b)


def made_set_drops_doubles(a: int, b: int, c: int) -> None:
    s = {a, b, c}
    assert 1 <= len(s) <= 3
    assert a in s and b in s and c in s


def wrong_made_set(a: int, b: int) -> None:
    s = {a, b, 0}
    assert len(s) > 1


def pop_and_setdefault(k: int) -> None:
    d = {1: "a", 2: "b"}
    if k in d:
        v = d.pop(k)
        assert v in ("a", "b") and k not in d
    else:
        assert d.setdefault(k, "c") == "c"
        assert len(d) == 3


def merged_dicts(x: int, y: int) -> None:
    left = {"a": x, "b": 1}
    right = {"b": y}
    both = {**left, **right}
    left.update(right)
    assert both == left == {"a": x, "b": y}


def nested_dict(a: int) -> None:
    d = {"in": {"x": 1}, "out": {"x": 2}}
    d["in"]["x"] = a
    assert d["in"]["x"] + d["out"]["x"] == a + 2


def items_in_order(d: dict[str, int]) -> None:  # not proved: keys are texts of any length
    wend.assume(len(d) == 2)
    keys = [k for k, _ in d.items()]
    assert keys == list(d) and keys[0] != keys[1]


def set_comprehension_bounded(s: set[int]) -> None:  # not proved: the order of a set
    wend.assume(len(s) <= 2)
    t = {abs(x) for x in s}
    assert len(t) <= len(s)


def set_comprehension_computes(s: set[int]) -> None:
    wend.assume(len(s) <= 2)
    t = {x + 1 for x in s if x > 3}
    assert len(t) <= len(s)
    assert all(x > 4 for x in sorted(t))


def wrong_set_comprehension_computes(s: set[int]) -> None:
    wend.assume(len(s) <= 2)
    assert len({x * x for x in s}) == len(s)


def wrong_set_comprehension(s: set[int]) -> None:
    wend.assume(len(s) <= 2)
    t = {abs(x) for x in s}
    assert len(t) == len(s)


def open_order_of_a_set_decides_the_error(b: bool) -> None:
    members = {"x", b"y"} if b else {b"y", "x"}
    try:
        {x + 1 for x in members}
    except TypeError as error:
        assert "can't concat" not in str(error)


def open_set_keeps_the_first_of_equal_members(b: bool) -> None:
    members = {"x", "y"}
    kept = {x == "x" or 1 for x in members}
    assert not (b and str(kept) == "{True}")
