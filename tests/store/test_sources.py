"""What the statements of a file define and mention."""

from __future__ import annotations

import ast
import textwrap

import pytest

from wend.source.digest.mentions import Source, read


def source(text: str) -> Source:
    text = textwrap.dedent(text).lstrip("\n")
    return read(text, ast.parse(text))


def names(found: Source) -> list[set[str]]:
    return [set(part.names) for part in found.parts]


def test_functions_imports_and_constants_matter_where_they_are_mentioned() -> None:
    found = source("""
        import json as j
        from a.b import c, d
        LIMIT = 10
        SIZES: list = [LIMIT, max(1, 2)]
        def f(x: int): return g(x) + LIMIT
        async def g(x: int): return x.name
        """)

    assert names(found) == [{"j"}, {"c", "d"}, {"LIMIT"}, {"SIZES"}, {"f"}, {"g"}]
    assert {"g", "x", "LIMIT", "int"} <= found.parts[4].mentions
    assert "name" in found.parts[5].mentions


@pytest.mark.parametrize(
    "statement",
    [
        "register(f)",
        "TABLE = build()",
        "x, y = 1, 2",
        "LIMIT += 1",
        "from a import *",
        "if DEBUG:\n    LIMIT = 3",
        "try:\n    import fast\nexcept ImportError:\n    fast = None",
        "@register\ndef f(): pass",
        "def f(x=build()): pass",
        "class C(Base):\n    def f(self): pass",
        "class C(metaclass=M):\n    def f(self): pass",
        "@register\nclass C:\n    def f(self): pass",
        "x = 1; y()",
        "def __getattr__(name: str): return 1",
        "__all__ = ['f']",
        "__all__: list[str] = ['f']",
        "from __future__ import annotations",
        "RULE = rules << f",
    ],
)
def test_what_runs_on_import_always_matters(statement: str) -> None:
    assert all(not part.names for part in source(statement + "\n").parts)


@pytest.mark.parametrize(
    "statement", ['x\n"""A text."""', "x\npass", 'x\nif __name__ == "__main__":\n    main()']
)
def test_what_comes_to_nothing_is_left_out(statement: str) -> None:
    assert len(source(statement).parts) == 1


def test_the_text_of_a_module_matters_where_it_is_mentioned() -> None:
    assert names(source('"""A docstring."""')) == [{"__doc__"}]


def test_methods_matter_where_they_or_their_class_are_mentioned() -> None:
    found = source("""
        @dataclass
        class Cart(Exception):
            limit = 3
            def total(self): return self.limit
            kept = []
            @property
            def size(self): return 1
            def __len__(self): return 2
        """)

    assert names(found) == [set(), {"total", "Cart"}, set(), {"size", "Cart"}, set()]
    lines = [(part.line, part.end) for part in found.parts]
    assert lines == [(1, 3), (4, 4), (5, 5), (6, 7), (8, 8)]
    assert found.part_at(7) is found.parts[3]


def test_methods_that_others_look_for_belong_to_the_class() -> None:
    found = source("""
        class Color(Enum):
            RED = 1
            def _missing_(cls, value): return Color.RED
            def warm(self): return True
        """)

    assert names(found) == [set(), {"warm", "Color"}]


def test_who_hands_itself_on_may_be_asked_for_anything() -> None:
    found = source("""
        class Sink:
            def write(self, text): pass
            def dump(self, data): json.dump(data, self)
            def show(self, data): print(data, file=self)
            def items(self): return {**self}
            def other(self, data): self.write(data)
            @classmethod
            def made(cls): return cls()
        """)

    hands_on = ["Sink" in part.mentions for part in found.parts]
    assert hands_on == [False, False, True, True, True, False, False]


@pytest.mark.parametrize(
    "code",
    [
        "def cache(f): ALL.append(f)\n@cache\ndef f(): pass",
        "from .tools import cache\n@cache\ndef f(): pass",
        "import tools\n@tools.cache\ndef f(): pass",
        "from .tools import Protocol\nclass C(Protocol):\n    def f(self): pass",
        "from .tools import sorted\nf = sorted(g)",
    ],
)
def test_names_of_python_that_mean_something_else_are_not_trusted(code: str) -> None:
    assert "f" not in set().union(*names(source(code)))


@pytest.mark.parametrize(
    "code",
    [
        "from functools import cache\n@cache\ndef f(): pass",
        "import functools as t\n@t.cache\ndef f(): pass",
        "class C:\n    @property\n    def f(self): pass\n    @f.setter\n    def f(self, x): pass",
    ],
)
def test_names_of_python_are_trusted(code: str) -> None:
    assert "f" in set().union(*names(source(code)))


def test_lines_are_those_of_python() -> None:
    one, two = (source(f"\x0c\nA = '\u2028'\ndef f():\n    return {n}\n") for n in (1, 2))

    assert one.parts[0] == two.parts[0]
    assert one.parts[1].digest != two.parts[1].digest


def test_a_new_method_is_seen_by_its_class() -> None:
    one, two = (
        source(f"class C:\n    x = 1\n    def f(self): pass\n    def {name}(self): pass\n")
        for name in "gh"
    )

    assert one.parts[0].digest != two.parts[0].digest


def test_names_in_texts_are_mentioned() -> None:
    (part,) = source("""
        def f(x: 'shop.Cart', y: 'Shelf | None') -> 'list[ Price ]':
            z: 'Rate | None' = resolve('shop.tax:rate')
            return getattr(x, 'total'), 'sum of {0.parts}'.format(x), 'no names here'
        """).parts

    assert {"Cart", "total", "Shelf", "Price", "Rate", "rate", "parts"} <= part.mentions
    assert not part.reaches_all
    assert not {"sum", "of", "names"} & part.mentions


@pytest.mark.parametrize(
    "call",
    [
        *("getattr(x, 'visit_' + y)", "getattr(x, y, 'default')", "attrgetter('a')(x)"),
        *("globals()[y]", "eval(y)", "x.__dict__[y]", "import_module(y)"),
        *("x.__globals__[y]", "x.__getattribute__(y)", "resolve_name(y)", "run_path(y)"),
    ],
)
def test_computed_names_may_be_any(call: str) -> None:
    (part,) = source(f"def f(x, y): return {call}").parts

    assert part.reaches_all


def test_imports_are_found_wherever_they_are() -> None:
    found = source("""
        import a.b
        def f():
            from ..c import d, e
            from . import g
        """)

    assert {(each.level, each.module, each.names) for each in found.imports} == {
        (0, "a.b", ()),
        (2, "c", ("d", "e")),
        (1, "", ("g",)),
    }


def test_a_statement_that_is_deep_in_others_is_looked_at_once() -> None:
    arms = "\n".join([f"elif MODE == {at}:\n    name{at} = {at}" for at in range(1, 80)])
    found = source(f"if MODE == 0:\n    import os as name0\n{arms}")

    assert {f"name{at}" for at in range(80)} <= found.binds
