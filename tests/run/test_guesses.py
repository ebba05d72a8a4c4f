"""Parameters without annotation: what they are taken for."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import itertools
import sys
import textwrap
from pathlib import Path
from types import ModuleType

import pytest

from wend.describe.annotations import Domains
from wend.describe.guessing.guesses import Guesses
from wend.describe.guessing.uses import uses_in
from wend.describe.signature import describe
from wend.inputs.domain import Domain, Made, Maker, Text
from wend.source import definitions
from wend.source import files as sources
from wend.source.definitions import node_of

_numbers = itertools.count()


@pytest.fixture(autouse=True)
def _trees_as_they_are() -> None:
    """Other tests of this process may have made twins, for which trees of the library are changed;
    where wend guesses, there are none yet."""
    sources.parse_file.cache_clear()
    definitions._node_at.cache_clear()


def module(directory: Path, source: str) -> ModuleType:
    name = f"guessed_{next(_numbers)}"
    file = directory / f"{name}.py"
    file.write_text(textwrap.dedent(source))
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[name] = made
    spec.loader.exec_module(made)
    return made


@pytest.mark.parametrize(
    ("parameter", "body", "expected"),
    [
        # Operators
        ("p", "return p + 1", "int"),
        ("p", "return p > 3", "int"),
        ("p", "return -p", "int"),
        ("p", "return p / 2.5", "int or float"),
        ("p", "return p & 3", "int"),
        ("p", "return p + 'x'", "str"),
        ("p", "return p % (1, 2)", "str"),
        ("p", "return 'ab' * p", "int"),
        ("p", "return p == 'x'", "str"),
        ("p", "return p in 'abc'", "str"),
        ("p", "return p in ('a', 'b')", "str"),
        ("p", "return p in (1, 2)", "int"),
        ("p", "return p == b'x'", "bytes"),
        ("p", "return p + [1]", "list[int]"),
        ("p", "q = p\nreturn q > 3", "int"),
        ("p", "return max(p)", "list[int]"),
        ("p", "return max(p, 3, 4)", "int"),
        ("p", "return bytes((p,))", "int"),
        # Methods and attributes
        ("p", "return p.upper()", "str"),
        ("p", "return p.split(',')", "str"),
        ("p", "split = p.split\nreturn split(',')", "str"),
        ("p", "begins = p.startswith\nreturn begins((b'x', b'y'))", "bytes"),
        ("p", "try:\n    len(p)\nexcept TypeError:\n    p = 0", "list[int] or str or None"),
        ("p", "return list(map(os.fsdecode, p))", "list[bytes | str]"),
        ("p", "return list(map(str.upper, p))", "list[str] or str"),
        ("p", "p.append(1)", "list[int]"),
        ("p", "return p.items()", "dict[str, int]"),
        ("p", "return p.get('a', 0) + p['b']", "dict"),
        ("p", "return p.decode()", "bytes"),
        ("p", "return p.bit_length()", "int"),
        ("p", "return p.side * 2", "Square"),
        # Calls
        ("p", "return ord(p)", "str"),
        ("p", "return chr(p)", "int"),
        ("p", "return range(p)", "int"),
        ("p", "return len(p)", "list[int] or str or bytes"),
        ("p", "return sum(p)", "list[int]"),
        ("p", "return ''.join(p)", "list[str]"),
        ("p", "return p(3)", "a function"),
        ("p", "return sorted([1], key=p)", "a function"),
        ("p", "return 'a'.replace(p, 'b')", "str"),
        ("p", "return known(p)", "list[str]"),
        # What is inside
        ("p", "return [x.strip() for x in p]", "list[str] or str"),
        ("s", "return [c.isdigit() for c in s]", "str or list[str]"),
        ("p", "for row in p:\n    for x in row:\n        x > 1", "list[list[int]]"),
        ("p", "return [a + b for a, b in p]", "list[tuple[int, int]]"),
        ("p", "return p[0] + 1", "list[int]"),
        ("p", "a, b = p\nreturn a + 1, b.strip()", "tuple[int, str]"),
        ("p", "row = p[0]\nreturn row.strip()", "str or list[str]"),
        ("p", "for x in p[1:]:\n    x.strip()", "str or list[str]"),
        ("p", "return next(p) + 1", "list[int]"),
        # Bytes
        ("p", "return p.startswith(b'x')", "bytes"),
        ("p", "return p.startswith((MAGIC, b'y')) and p[:4]", "bytes or list[int] or str"),
        ("p", "for each in (b'x', b'y'):\n    p.startswith(each)", "bytes"),
        ("p", "return crc32(p[1:])", "bytes or list[int] or str"),
        # What is done with it elsewhere
        ("p", "return strips(p)", "str"),
        ("p", "return strips(p[0])", "str or list[str]"),
        ("p", "return 1\ndef g():\n    f(MAGIC)\n    f(b'')", "MAGIC or bytes"),
        # Named values
        ("p", "return p is MISSING", "MISSING or int"),
        ("p", "return p == Color.RED", "Color.RED or Color.BLUE"),
        ("p", "return p in WORDS", "str"),
        ("p", "return p is float", "float or int or Iterable or str or list or object"),
        ("p", "return issubclass(p, Square)", "Square or int or Iterable or str or list or object"),
        # Objects
        ("p", "return p.size + 1, p.name.strip()", "SimpleNamespace"),
        ("p", "return len(p), WORD.match(p)", "str or list[int] or bytes"),
        ("p", "return p.group(1) + p.group(0).upper()", "a match"),
        # Checks
        ("p", "return inspect.ismethoddescriptor(p)", "dict.get or None or str.upper"),
        ("p", "return p is None or isinstance(p, str)", "None or str or int"),
        ("p", "return p is None or p + 1", "None or int"),
        ("p", "return isinstance(p, (str, list))", "str or list[int] or None"),
        ("p", "return isinstance(p, Square)", "Square or None"),
        ("p", "return isinstance(p, types.GenericAlias)",  # it tells how it is made since 3.13
         "GenericAlias or None" if sys.version_info >= (3, 13)
         else "None or int or str or list[int]"),
        ("p", "match p:\n    case 1: pass\n    case 'a': pass", "int or str"),
        # Defaults
        ("p=3", "return p", "int"),
        ("p='a'", "return p", "str"),
        ("p=0.5", "return p", "float"),
        ("p=False", "return p", "bool"),
        ("p=(1, 2)", "return p", "tuple[int]"),
        ("p=None", "return p", "None or int or str or list[int]"),
        ("p=None", "return p or 'a'", "None or str"),
        # Nothing
        ("p", "return p", "int or str or list[int] or None"),
        # Docstrings
        ("p", "''':param float p: how much'''", "float"),
        ("p", "''':param p: how much\n:type p: list[int]'''", "list[int]"),
        ("p", "'''Args:\n    p (str, optional): a text'''", "None or str"),
        ("p", "'''Parameters\n----------\np : dict or None\n    a table'''",
         "None or dict[str, int | str]"),
        ("p", "'''Args:\n    p (list of strings): texts'''", "list[str]"),
        ("p", "'''\n>>> f([1, 2])\n3\n'''", "list[int]"),
        ("p", "'''\n>>> f('a')\n>>> f(p=2)\n'''", "str or int"),
    ],
)  # fmt: skip
def test_a_guess(tmp_path: Path, parameter: str, body: str, expected: str) -> None:
    source = f"""
import enum, inspect, os, re, types
from zlib import crc32

WORD = re.compile("a")
MISSING, MAGIC, WORDS = object(), b"magic", ("a", "b")
Color = enum.Enum("Color", "RED BLUE")

class Square:
    def __init__(self, side: int):
        self.side = side

def known(texts: list[str]): ...

def strips(text):
    return text.strip()

def f({parameter}):
{textwrap.indent(body, "    ")}
"""
    made = module(tmp_path, source)
    (named,) = inspect.signature(made.f).parameters.values()

    assert Guesses(made.f, Domains(made)).of(named, wide=True).says == expected


@pytest.mark.parametrize(
    ("annotation", "use", "taken"),
    [
        ("dict", "a == {50: 1.5}", "dict[int | str, float | int | str]"),
        ("Tuple", "a == (1, 'x')", "tuple[int | str]"),
        ("list | None", "a[0] > 2.5", "None | list[float | int | str]"),
        ("Iterable", "[each.upper() for each in a]", "list[str | int]"),
        ("set", "a == {b'x'}", "set[bytes | int | str]"),
        ("Mapping", "[k > 3 for k, v in a.items() if v == 'x']", "dict[int | str, str | int]"),
        ("tuple[()]", "a == (1, 2)", None),
        ("list[int | str]", "a[0] > 2.5", None),
    ],
)
def test_what_is_in_bare_containers(
    tmp_path: Path, annotation: str, use: str, taken: str | None
) -> None:
    source = f"""
        from collections.abc import Iterable, Mapping
        from typing import Tuple

        def f(z: list, a: {annotation}):
            return {use}
    """
    made = module(tmp_path, source)
    reasons = describe(made.f, made.f, "f", made).reasons
    told = [each.says.partition("taken as ")[2] for each in reasons if " in a may" in each.says]

    assert told == ([] if taken is None else [taken])


def test_an_annotation_that_means_nothing_is_said(tmp_path: Path) -> None:
    made = module(tmp_path, "def f(a: 'Nothing'):\n    return a.upper()\n")
    (reason,) = describe(made.f, made.f, "f", made).reasons

    assert "parameter a is annotated 'Nothing', which names nothing" in reason.says


def test_what_is_guessed_is_said(tmp_path: Path) -> None:
    made = module(tmp_path, "def f(a, b: int, c=3):\n    return a.upper()\n")
    described = describe(made.f, made.f, "f", made)

    assert [(each.what, each.name) for each in described.reasons] == [
        ("type-guessed", "a"),
        ("type-guessed", "c"),
    ]
    assert [each.guessed for each in described.parameters] == [True, False, True]
    assert "taken as str" in described.reasons[0].says


def test_defaults_and_examples_are_first_inputs(tmp_path: Path) -> None:
    made = module(
        tmp_path,
        """
        def f(a: str, n: int = 7):
            '''
            >>> f("xy", n=2)
            >>> f(unknown)
            '''
        """,
    )
    described = describe(made.f, made.f, "f", made)

    assert described.first == (
        {"n": 7},
        {"len(a)": 2, "ord(a[0])": 120, "ord(a[1])": 121, "n": 2},
    )


def test_names_and_further_lines_of_examples(tmp_path: Path) -> None:
    made = module(
        tmp_path,
        """
        def f(a: str, n: int):
            '''
            >>> word = "x"
            >>> f(word, 2)
            >>> f(
            ...     word,
            ...     n=3,
            ... )
            >>> word = made_up()
            >>> f(word, 4)
            '''
        """,
    )
    described = describe(made.f, made.f, "f", made)

    assert [each["n"] for each in described.first] == [2, 3]


def test_examples_of_methods_are_calls_on_an_object(tmp_path: Path) -> None:
    made = module(
        tmp_path,
        """
        class Queue:
            def put(self, item, n: int):
                '''
                >>> Queue().put("x", 2)
                >>> Queue.put(queue, "x", 3)
                >>> queue.put("y", n=4)
                '''
                return item * n

            @classmethod
            def made(cls, size: int):
                '''
                >>> Queue.made(7)
                '''
        """,
    )
    put = describe(made.Queue.put, made.Queue.put, "Queue.put", made)
    of_class = describe(made.Queue.made, made.Queue.made.__func__, "Queue.made", made)

    assert [each["n"] for each in put.first] == [2, 4]
    assert "item has no annotation and is taken as str" in put.reasons[0].says
    assert of_class.first == ({"size": 7},)


def test_starred_parameters(tmp_path: Path) -> None:
    made = module(
        tmp_path,
        """
        def f(a: int, *rest: str, **options):
            return options.get('deep') or options['wide']
        """,
    )
    described = describe(made.f, made.f, "f", made)
    stars = [(each.name, each.stars) for each in described.parameters]

    assert stars == [("a", ""), ("rest", "*"), ("options", "**")]
    assert [part.name for part in described.parameters[2].domain.parts] == ["deep", "wide"]


def test_guesses_that_fail_inside_of_guesses_do_not_multiply(tmp_path: Path) -> None:
    class Counting(Domains):
        asked = 0

        def domain(self, annotation: object) -> Domain:
            self.asked += 1
            return super().domain(annotation)

    one = """
class Web{}:
    def __init__(self, first, second):
        self.size = first.size + second.size
        for each in first.items:
            self.size += each.size
        self.items = [second, *second.items]
"""
    made = module(tmp_path, "".join([one.format(each) for each in range(6)]))
    domains = Counting(made)

    assert domains.domain(made.Web0).maker.source == "Web0"
    assert domains.asked < 1000


def test_a_class_that_native_code_constructs_is_made_of_nothing(tmp_path: Path) -> None:
    """It has no signature, and needs none."""
    made = module(
        tmp_path,
        """
        import _random

        class Native(_random.Random):
            def described(self):
                return self.getrandbits(1)
        """,
    )
    method = made.Native.described
    described = describe(method, method, "Native.described", made)

    assert described.problem is None
    assert described.parameters[0].domain == Made(Maker("Native"), ())
    assert [each.what for each in described.reasons] == ["bound-hit"]  # it may take some


def test_methods_of_a_metaclass_are_those_of_a_class(tmp_path: Path) -> None:
    made = module(
        tmp_path,
        """
        class Registered(type):
            def registered(cls, name: str) -> bool:
                return hasattr(cls, name)
        """,
    )
    method = made.Registered.registered
    described = describe(method, method, "Registered.registered", made)
    owner = described.parameters[0].domain

    assert isinstance(owner, Made) and owner.maker == Maker("Registered")
    assert [part.domain.source for part in owner.parts][:2] == ["'Made'", "()"]
    assert [each.what for each in described.reasons] == ["bound-hit"]  # there are other classes


def test_a_large_parameter_leaves_room_for_the_next(tmp_path: Path) -> None:
    one = """
class Part{at}:
    def __init__(self, {fields}) -> None:
        pass
"""
    fields = [", ".join([f"f{n}: {of}" for n in range(5)]) for of in ("int", "'Part0'", "'Part1'")]
    source = "".join([one.format(at=at, fields=each) for at, each in enumerate(fields)])
    made = module(tmp_path, source + "\ndef f(a: Part2, b: Part2, c: Part2, d: str): ...\n")
    described = describe(made.f, made.f, "f", made)

    assert described.problem is None
    assert described.parameters[3].domain == Text("str")


def test_the_uses_of_a_value_are_looked_at_once(tmp_path: Path) -> None:
    """Guesses for classes that lead to each other ask for the same parameters again and again."""
    made = module(tmp_path, "def f(p):\n    return p.size + len(p.names) > 3\n")
    node = node_of(made.f)
    assert node is not None
    uses = uses_in(node, made)
    looked_at: list[ast.AST] = []

    def is_it(each: ast.AST) -> bool:
        looked_at.append(each)
        return isinstance(each, ast.Name) and each.id == "p"

    first = uses.votes(is_it)
    known = dict(first.weights), list(first.attributes), dict(first.attribute("size").weights)
    count = len(looked_at)
    first.add("str", 9)
    first.attributes.clear()
    again = uses.votes(is_it)

    assert (dict(again.weights), list(again.attributes), dict(again.attribute("size").weights)) == (
        known
    )
    assert len(looked_at) == count > 0
