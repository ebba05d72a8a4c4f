"""Variables are records: their text is made and read in one file, and the others ask the fields."""

from __future__ import annotations

import ast
import itertools
import re
from pathlib import Path

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

import wend
from wend.expr.build import variable
from wend.expr.leaves import range_of, value_in
from wend.expr.show import show
from wend.expr.sorts import Sort
from wend.expr.variables import (
    Kind,
    Variable,
    address_of,
    bounded,
    byte_of,
    char_of,
    choice_of,
    flag_of,
    given,
    lead_of,
    length_of,
    lengths_in,
    named,
    reference_of,
    result_of,
    turns_of,
    value_of,
)
from wend.inputs.paths import (
    MOST_REPEATED,
    depth_of,
    field_path,
    fields_of,
    is_part_of,
    item_path,
    last_fields,
    owner_of,
    place_in,
    places_in,
    put_at,
    relocated,
    steps_of,
    without_places,
)

PACKAGE = Path(wend.__file__).parent

OF_EACH_KIND = [
    (value_of("xs[2].price"), Kind.VALUE, "xs[2].price"),
    (length_of("xs"), Kind.LENGTH, "len(xs)"),
    (char_of("s.name", 3), Kind.CHARACTER, "ord(s.name[3])"),
    (byte_of("s", 0), Kind.BYTE, "byte(s[0])"),
    (choice_of("x", 3), Kind.CHOICE, "which3(x)"),
    (reference_of("p.next", 4), Kind.REFERENCE, "ref4(p.next)"),
    (address_of("p->next@p8:8"), Kind.ADDRESS, "at(p->next@p8:8)"),
    (bounded("d.month", 1, 12), Kind.BOUNDED, "from1to12(d.month)"),
    (bounded("d", None, -3), Kind.BOUNDED, "fromto-3(d)"),
    (bounded("d", 5, None), Kind.BOUNDED, "from5to(d)"),
    (result_of(2), Kind.RESULT, "@2"),
    (result_of(2, 1), Kind.RESULT, "@2.1"),
    (flag_of(0, 3), Kind.FLAG, "?0.3"),
    (turns_of(4), Kind.TURNS, "turns(4)"),
    (lead_of("p.next"), Kind.LEAD, "lead(p.next)"),
]


def test_there_is_an_example_of_each_kind() -> None:
    assert {kind for _, kind, _ in OF_EACH_KIND} == {*Kind}


@pytest.mark.parametrize(("made", "kind", "text"), OF_EACH_KIND, ids=lambda each: str(each))
def test_a_variable_is_found_again_by_its_text(made: Variable, kind: Kind, text: str) -> None:
    fields = kind, made.path, made.index, made.bounds, made.default, text

    again = named(text)

    assert (again.kind, again.path, again.index, again.bounds, again.default, again.text) == fields
    assert named(text) is again


@pytest.mark.parametrize(
    "text",
    ["foo(x)", "whichever(x)", "ref(x)", "fromage(x)", "ord(s)", "byte(s[x])", "@x", "?1", "@01"],
)
def test_a_text_that_no_variable_has_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        named(text)


def test_a_parameter_may_be_called_like_a_kind() -> None:
    for name in ("which", "ref2", "from1to2", "len", "turns"):
        assert named(name).kind is Kind.VALUE


def test_a_variable_says_what_it_may_be() -> None:
    assert bounded("d", 1, 12).admits(12) and not bounded("d", 1, 12).admits(13)
    assert choice_of("x", 3).admits(2) and not choice_of("x", 3).admits(3)
    assert value_of("x").admits(-(2**70))
    assert range_of(variable(byte_of("s", 1), Sort.INT)) == (0, 255)
    assert range_of(variable("x", Sort.FLOAT)) == (None, None)


def test_what_inputs_do_not_mention_has_its_default() -> None:
    values = {"x": 1, "len(s)": 2, "len(xs)": 0}

    assert given(values, char_of("s", 1)) == ord("a")
    assert given(values, bounded("d", 3, None)) == 3
    assert given(values, bounded("d", None, -3)) == -3
    assert given(values, value_of("x")) == value_in(values, variable("x", Sort.INT)) == 1
    assert given(values, value_of("x"), Sort.FLOAT) == 0.0  # of `int | float` the other one
    assert [(each.path, value) for each, value in lengths_in(values)] == [("s", 2), ("xs", 0)]


def test_people_read_paths_in_place_of_ranges_and_locations() -> None:
    shown = ("from1to12(d.month)", "at(p->next@p8:8)", "p->x@f8:0", "which2(x)", "len(s)")

    assert [show(variable(each, Sort.INT)) for each in shown] == [
        *("d.month", "p->next", "p->x", "which2(x)", "len(s)"),
    ]


# Paths


def test_the_parts_of_a_value_are_told_by_their_paths() -> None:
    assert is_part_of("xs[1]", "xs[1]") and is_part_of("xs[1].name", "xs[1]")
    assert is_part_of("p->next@p8:8", "p")
    assert not is_part_of("xs[10]", "xs[1]") and not is_part_of("xss", "xs")


def test_the_parts_of_one_value_become_those_of_another() -> None:
    for made, moved in (
        (length_of("xs[1].name"), "len(xs[4].name)"),
        (char_of("xs[1].name", 7), "ord(xs[4].name[7])"),
        (value_of("xs[1]"), "xs[4]"),
        (bounded("xs[1].day", 1, 31), "from1to31(xs[4].day)"),
        (choice_of("xs[1]", 2), "which2(xs[4])"),
    ):
        assert relocated(made, "xs[1]", "xs[4]") is named(moved)


def test_items_and_characters_have_a_place_in_their_container() -> None:
    assert place_in(char_of("s", 3), "s") == place_in(length_of("s[3]"), "s") == 3
    assert place_in(length_of("s[3].parts[7]"), "s") == 3
    assert place_in(length_of("s"), "s") is place_in(value_of("so[3]"), "s") is None
    assert put_at(char_of("s", 3), "s", 5) is char_of("s", 5)
    assert put_at(char_of("s[3].name", 1), "s", 5) is char_of("s[5].name", 1)


def test_paths_lead_through_objects() -> None:
    assert [*fields_of("a.b[2].c[1]")] == [("a.b[2]", "c"), ("a", "b")]
    assert last_fields("xs[3].left.parent") == ("left", "parent")
    assert without_places("tree.nodes.values[2][1]") == "tree.nodes"
    assert places_in("xs[2].b[0]") == [2, 0]
    assert steps_of("order.lines[2]") == ["order", "lines", "2"]
    assert [depth_of(each) for each in ("a", "a.b", "order.lines[2]", "a.b×9.c")] == [0, 1, 2, 10]


@drawn(st.lists(st.sampled_from(["next", "other", "xnext", "[3]"]), max_size=40))
def test_fields_that_follow_themselves_are_counted(steps: list[str]) -> None:
    path, owners = "node", []
    for step in steps:
        if step == "[3]":
            path = item_path(path, 3)
        else:
            owners.append((path, step))
            path = field_path(path, step)

    assert [*fields_of(path)] == owners[::-1]
    assert depth_of(path) == len(steps)
    assert max([len([*same]) for _, same in itertools.groupby(path.split("."))]) <= MOST_REPEATED
    assert owner_of(path) == (owners[-1][0] if owners else "")


def test_the_path_of_a_cell_of_a_chain_is_short() -> None:
    path = "node"
    for _ in range(100_000):
        path = field_path(path, "next")

    assert field_path(path, "value") == "node.next×100000.value"
    assert last_fields(path) == ("next", "next")
    assert last_fields("node[2].next×9[4]") == ("next", "next[]")


# Nobody else takes texts apart

MAKES_TEXTS = "expr/variables.py"
WRITE_SOURCE = {"expr/show.py", "expr/text_conditions.py"}
"""In which `len(s)` is the expression that a person would write, and not the text of a variable."""
TAKES_PATHS_APART = {"expr/variables.py", "inputs/paths.py", "inputs/memory.py"}

METHODS = (
    *("startswith", "endswith", "removeprefix", "removesuffix", "partition", "rpartition"),
    *("split", "rsplit", "index", "find", "rfind", "replace", "count", "compile", "match", "sub"),
)
OF_A_TEXT = re.compile(r"(which|ref|from)$|(.*\()?(len|ord|byte|at|turns|lead|which|ref|from)\\?\(")
OF_A_PATH = re.compile(r"->|\.keys|\.values\[")
BEGINS = re.compile(r"(len|ord|byte|at|turns|lead)\($|(which|ref|from)$")
SIGNS = ("@", "?")
"""With which the texts of results and flags begin."""


def taken_apart(source: str, *, paths: bool = False, writes: bool = False) -> list[int]:
    """The lines that take the text of a variable apart, or put one together; a file may be allowed
    to take paths apart, or to write expressions."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if (isinstance(node, ast.Call) and _asks(node, paths))
        or (not writes and isinstance(node, ast.JoinedStr) and _spells(node))
        or (isinstance(node, ast.Subscript) and ast.unparse(node).endswith("name[4:-1]"))
    ]


def _asks(call: ast.Call, paths: bool) -> bool:
    """Whether a method of texts, or of `re`, is called with a part of such a text."""
    method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    given = [each for arg in call.args for each in ast.walk(arg) if isinstance(each, ast.Constant)]
    texts = [each.value for each in given if isinstance(each.value, str)]
    return method in METHODS and (
        any(map(OF_A_TEXT.match, texts))
        or (method == "startswith" and not {*SIGNS}.isdisjoint(texts))
        or (not paths and any(map(OF_A_PATH.search, texts)))
    )


def _spells(text: ast.JoinedStr) -> bool:
    """Whether an f-string makes such a text: `len({path})`, and not only `len(`."""
    first, *more = text.values
    return bool(more) and isinstance(first, ast.Constant) and bool(BEGINS.match(str(first.value)))


@pytest.mark.parametrize("file", sorted(PACKAGE.rglob("*.py")), ids=lambda each: each.name)
def test_one_file_takes_the_texts_of_variables_apart(file: Path) -> None:
    name = file.relative_to(PACKAGE).as_posix()
    if name != MAKES_TEXTS:
        source = file.read_text(encoding="utf-8")
        lines = taken_apart(source, paths=name in TAKES_PATHS_APART, writes=name in WRITE_SOURCE)
        assert lines == [], f"{name}: ask the fields of `named(text)` (wend.expr.variables)"


@pytest.mark.parametrize(
    "source",
    [
        'name.startswith("len(")',
        'name.startswith(("ord(", "byte("))',
        'name.startswith("which")',
        'name.startswith("@")',
        'kind = name.partition("from")',
        "path = name[4:-1]",
        'point[f"len({path})"]',
        'made = f"which{count}({path})"',
        're.compile(rf"(ord\\(|byte\\(){path}")',
        'is_cell = name.split("->")',
    ],
)
def test_taking_apart_is_noticed(source: str) -> None:
    assert taken_apart(source)
