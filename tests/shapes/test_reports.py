"""Object graphs in tests, JSON and reports, from one command for all of it."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

PROGRAM = """
import copy
import pickle
from dataclasses import dataclass
from typing import NamedTuple

import wend


class Node:
    def __init__(self, value: int, next: "Node | None" = None) -> None:
        self.value = value
        self.next = next


def ring(p: Node) -> str:
    if p.next is not None and p.next.next is p and p.next is not p and p.value > p.next.value:
        return "two"
    return "other"


def whole(p: Node) -> str:
    fields, twin = vars(p), copy.copy(p)
    if sorted(p.__dict__) == ["next", "value"] and twin.next is p and fields["value"] == 17:
        return "found"
    return "other"


def gone(p: Node) -> str:
    del p.next
    try:
        return str(p.next)
    except AttributeError as error:
        return str(error)


def pickled(p: Node) -> str:
    again = pickle.loads(pickle.dumps(p))
    if again.next is again:
        return "found"
    return "other"


@dataclass(frozen=True)
class Fixed:
    left: "Fixed | None"
    right: "Fixed | None"


def shared(f: Fixed) -> str:
    if f.left is not None and f.left is f.right:
        return "shared"
    if f.left is not None and f.left.left is f:
        return "impossible"
    return "other"


class Slotted:
    __slots__ = ("next", "value")

    def __init__(self, value: int, next: "Slotted | None") -> None:
        self.value = value
        self.next = next


def slots(s: Slotted) -> str:
    if s.next is s and s.value == 3:
        return "found"
    return "other"


@dataclass
class Tree:
    kids: list["Tree"]
    tag: str = ""


def twins(t: Tree) -> str:
    if len(t.kids) == 2 and t.kids[0] is t.kids[1] and t.kids[0] is not t:
        return "twins"
    return "other"


class Shape:
    pass


@dataclass
class Square(Shape):
    side: int
    inside: Shape | None = None


def kind(s: Shape) -> str:
    if isinstance(s, Square) and isinstance(s.inside, Square) and s.inside is not s:
        return "nested"
    return type(s).__name__


class Sorted:
    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    def rep_ok(self) -> bool:
        return self.low <= self.high

    def widen(self, by: int) -> None:
        self.low -= by
        self.high += by


class Link:
    def __init__(self, value: int) -> None:
        self.value = value
        self.next = None


def joined(a: Link, b: Link) -> None:
    a.next = b


def second(a: Link) -> str:
    return "found" if a.next is not None and a.next.value == 7 else "other"


class Edge(NamedTuple):
    cost: int
    to: "Stop | None"


class Stop:
    def __init__(self, name: int, edge: "Edge | None" = None) -> None:
        self.name = name
        self.edge = edge


def through(stop: Stop) -> str:
    edge = stop.edge
    return "tuple" if edge is not None and edge.to is stop and edge.cost == 3 else "other"


class Bag:
    def __init__(self, items: list[int], other: "Bag | None" = None) -> None:
        self.items = items
        self.other = other


def one_list(bag: Bag) -> bool:
    return bag.other is not None and bag.other is not bag and bag.other.items is bag.items


def filled(bag: Bag, items: list[int]) -> bool:
    count = len(bag.items)
    items.append(1)
    if len(bag.items) > count:
        return True
    return False


class Branch:
    def __init__(self, left: "Branch | None" = None) -> None:
        self.left = left
        self.parent: Branch | None = None
        self.marks: list[int] = []


def upward(branch: Branch) -> str:
    left = branch.left
    if left is not None and left.parent is branch and branch.parent is None and not left.marks:
        return "found"
    return "other"


def tailed(node: Node) -> str:
    second = node.next
    third = second.next if second is not None else None
    return "found" if third is not None and third.next is third is not second else "other"


class Tally:
    def __init__(self) -> None:
        self.count = 0

    def more(self) -> None:
        self.count += 1


def fresh(tally: Tally) -> None:
    assert tally.count == 0


def add(a: list[int], b: list[int]) -> str:
    count = len(a)
    a.append(1)
    b.append(2)
    if len(a) == count + 2:
        return "one"
    return "two"
"""
TARGETS = (
    *("ring", "whole", "gone", "pickled", "shared", "slots", "twins", "kind"),
    *("Sorted.widen", "add", "second", "through", "one_list"),
    *("filled", "upward", "tailed", "fresh", "Sorted.rep_ok"),
)


@pytest.fixture(scope="module")
def written(shared_wend):
    shared_wend.file("graphs.py", PROGRAM)
    targets = [f"graphs.py::{name}" for name in TARGETS]
    runs = ("--max-executions", "30", "--valid", "rep_ok")
    return shared_wend, shared_wend("cover", *targets, *runs, "-o", "out", "--json", "r.json")


def result(written, function: str) -> dict[str, Any]:
    results = json.loads((written[0].directory / "r.json").read_text())["results"]
    (found,) = [each for each in results if each["target"]["function"] == function]
    return dict(found)


def cases(written, function: str) -> list[dict[str, Any]]:
    return list(result(written, function)["cases"])


@pytest.mark.parametrize(
    ("function", "value"),
    [
        ("ring", "'two'"),
        ("whole", "'found'"),
        ("gone", "\"'Node' object has no attribute 'next'\""),
        ("pickled", "'found'"),
        ("shared", "'shared'"),
        ("slots", "'found'"),
        ("twins", "'twins'"),
        ("kind", "'nested'"),
        ("add", "'one'"),
        ("second", "'found'"),
        ("through", "'tuple'"),
    ],
)
def test_graphs_of_every_kind_are_found(written, function: str, value: str) -> None:
    outcomes = [case["outcome"] for case in cases(written, function)]
    assert {"kind": "returned", "value": value} in outcomes


def test_that_one_list_may_be_in_two_places_is_no_secret(written) -> None:
    found = result(written, "one_list")
    assert found["verdict"] == "exhausted"
    assert "that one is in two places is not explored" in found["reasons"][0]["says"]

    assert "that one is in two places" in result(written, "filled")["reasons"][0]["says"]


def test_one_list_is_in_two_places_where_shapes_are_asked_for(written) -> None:
    wend = written[0]
    targets = [f"graphs.py::{name}" for name in ("one_list", "filled")]
    runs = ("--max-executions", "20", "--objects", "shape")
    done = wend("cover", *targets, *runs, "--json", "-")
    passed = ("Bag(items, Bag(items, None))", "Bag(items, None)")
    for found, bag in zip(done.results, passed, strict=True):
        (case,) = [each for each in found["cases"] if each["outcome"]["value"] == "True"]
        assert case["setup"] == ["items = []"]
        assert case["args"]["bag"] == bag


def test_that_an_assertion_held_in_one_state_does_not_make_it_complete(written) -> None:
    found = result(written, "fresh")
    assert found["verdict"] == "exhausted"
    assert [each["what"] for each in found["reasons"]] == ["one-state"]


def test_a_predicate_is_explored_as_other_functions_are(written) -> None:
    outcomes = [case["outcome"] for case in cases(written, "Sorted.rep_ok")]
    assert {each["value"] for each in outcomes} == {"True", "False"}


def test_what_the_constructor_does_is_not_done_again_and_names_come_before_their_use(
    written,
) -> None:
    (case,) = [each for each in cases(written, "upward") if "'found'" in str(each["outcome"])]
    made = ["branch_left = Branch(None)", "branch = Branch(branch_left)"]
    assert case["setup"] == [*made, "branch_left.parent = branch"]


def test_the_name_of_a_parameter_is_for_what_is_passed(written) -> None:
    (case,) = [each for each in cases(written, "tailed") if "'found'" in str(each["outcome"])]
    assert case["setup"] == ["node2 = Node(0, None)", "node2.next = node2"]
    assert case["args"] == {"node": "Node(0, Node(0, node2))"}


def test_fields_without_annotation_are_guessed_and_named(written) -> None:
    told = [each for each in result(written, "second")["reasons"] if "guessed" in each["what"]]
    assert [each["what"] for each in told] == ["fields-guessed"]
    assert "Link has no annotations for next" in told[0]["says"]


def test_frozen_objects_are_in_no_cycle(written) -> None:
    outcomes = [case["outcome"] for case in cases(written, "shared")]
    assert {"kind": "returned", "value": "'impossible'"} not in outcomes


def test_tests_build_graphs_by_plain_statements_and_pass(written) -> None:
    directory = written[0].directory
    text = (directory / "out" / "test_graphs.py").read_text()
    assert "    p_next.next = p\n" in text
    assert "    stop.edge = Edge(3, stop)\n" in text
    assert "    assert sorted_.rep_ok()\n" in text
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "out"],
        cwd=directory,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout


def test_json_is_replayed_by_its_statements(written) -> None:
    (case,) = [each for each in cases(written, "ring") if each["outcome"].get("value") == "'two'"]
    names: dict[str, Any] = {}
    exec(PROGRAM, names)
    for statement in case["setup"]:
        exec(statement, names)
    assert eval(f"ring({case['args']['p']})", names) == "two"


def test_reports_draw_graphs(written) -> None:
    assert "next=Node(value=-1, next=↺ p))" in written[1].out
    assert "→ a" in written[1].out


def test_what_no_longer_holds_is_a_finding(written) -> None:
    outcomes = [case["outcome"] for case in cases(written, "Sorted.widen")]
    assert {
        "kind": "violated",
        "predicate": "{}.rep_ok()",
        "parameter": "self",
        "says": "no longer holds",
    } in outcomes


def test_constructors_are_called_where_that_is_asked_for(written) -> None:
    wend = written[0]
    done = wend("cover", "graphs.py::ring", "--objects", "constructor", "--json", "-")
    values = {case["outcome"]["value"] for case in done.results[0]["cases"]}
    assert values == {"'other'"}


def test_a_line_that_needs_a_ring_is_reached(written) -> None:
    line = 1 + PROGRAM.lstrip("\n").split("\n").index('        return "two"')
    done = written[0]("reach", f"graphs.py:{line}", "--max-executions", "60")
    assert done.code == 0
    assert "p_next.next = p" in done.out
