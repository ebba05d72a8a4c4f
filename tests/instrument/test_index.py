"""The index of a module: what it binds, imports and mentions, and what may be called."""

from __future__ import annotations

import ast

import pytest

from wend.source.bindings import locals_of
from wend.source.index import called_by, closure, index_of, mentions_of


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("x = other", "other"),
        ("x.price = 1", "price x"),
        ("import a.b", "b"),
        ("from a import b as c", "b"),
        ("getattr(x, 'price')", "getattr price x"),
        ("'two words'", ""),
        ("match x:\n    case Point(area=1): pass", "Point area x"),
    ],
)
def test_what_code_mentions(code: str, names: str) -> None:
    assert mentions_of(ast.parse(code)) == {*names.split()}


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("def f(a, *b, c=1, **d): e = 1", "a b c d e"),
        ("def f():\n    global g\n    g = h = 1", "h"),
        ("def f():\n    import a.b, c as d", "a d"),
        ("def f():\n    [i for i in (n := [1])]", "n"),
        ("def f():\n    def g(x=(y := 1)): z = 1", "g y"),
        ("def f():\n    class K(base := object): z = 1", "K base"),
        ("def f():\n    for a, (b, *c) in []: pass", "a b c"),
        ("def f():\n    try: pass\n    except E as e: pass", "e"),
        ("def f(x):\n    match x:\n        case {'a': a, **b}: pass", "a b x"),
    ],
)
def test_locals(code: str, names: str) -> None:
    function = ast.parse(code).body[0]
    assert isinstance(function, ast.FunctionDef)

    assert locals_of(function) == {*names.split()}


def test_imports() -> None:
    tree = ast.parse("import os.path, json as j\nfrom .a import b as c\nfrom m import *")
    found = [(each.bound, each.name, each.module, each.level) for each in index_of(tree).imports]

    assert found == [
        ("os.path", "os.path", "os.path", 0),
        ("j", "json", "json", 0),
        ("c", "b", "a", 1),
        ("*", "*", "m", 0),
    ]


def test_a_function_is_at_its_def_and_at_its_first_decorator() -> None:
    tree = ast.parse("@a\n@b\ndef f():\n    pass")

    assert {*index_of(tree).def_at} == {1, 3}


def test_what_is_called_in_the_end_is_found_by_names() -> None:
    tree = ast.parse(
        "def f(): return g()\ndef g(): return TABLE\nTABLE = [h]\ndef h(): pass\ndef alone(): pass"
    )
    found = called_by(tree, tree.body[0])

    assert [getattr(each, "name", "") for each in found] == ["f", "g", "", "h"]


def test_a_closure_has_what_it_began_with_and_ends_in_rounds() -> None:
    following = {"a": "b", "b": "ca", "c": ""}

    assert [*closure("a", following.__getitem__)] == ["a", "b", "c"]
