"""What a change of the code touches: the digest of a target changes, or it does not."""

from __future__ import annotations

import ast
import os
import textwrap
from pathlib import Path

import pytest

import wend
from wend.inputs.target import TargetRef
from wend.source.digest.basis import OURS, Basis, basis, mentioned, surroundings
from wend.targets.locate import module_of_file

SHOP = """
    import json
    from tax import rate as tax_rate
    import prices

    LIMIT = 10
    OTHER = 20

    def f(x: int) -> int:
        if x > LIMIT:
            return g(x)
        return helper.double(x) + tax_rate(x)

    def g(x: int) -> int:
        return x + 1

    def alone(x: int) -> int:
        return x * 2

    class Cart:
        size = 3

        def __init__(self, items: list) -> None:
            self.items = items

        def total(self) -> int:
            return len(self.items)

        def price(self) -> int:
            return self.total() + prices.base()

    class Loose:
        def __init__(self, items):
            self.items = items

        def first(self):
            return self.items[0]

        def second(self):
            return self.items[1]

    def loose(cart):
        return cart.size
    """

FILES = {
    "shop.py": SHOP,
    "tax.py": """
        STEP = 2

        def rate(x: int) -> int:
            return x // STEP

        def unused(x: int) -> int:
            return x
        """,
    "prices.py": """
        def base() -> int:
            return 1

        def top() -> int:
            return 2
        """,
    "unknown.py": "VALUE = 1\nsetup(VALUE)\n",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(textwrap.dedent(text).lstrip("\n"))
    return tmp_path


def basis_of(project: Path, function: str, file: str = "shop.py") -> Basis:
    path = project / file
    tree = ast.parse(path.read_text())
    *home, name = function.split(".")
    body = (
        next(n.body for n in tree.body if getattr(n, "name", "") == home[0]) if home else tree.body
    )
    line = next(n.lineno for n in body if getattr(n, "name", "") == name)
    ref = TargetRef(module_of_file(path), function, line)
    return basis(ref, surroundings(ref, ()))


def change(project: Path, file: str, before: str, after: str) -> None:
    path = project / file
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after))
    os.utime(path, (1, path.stat().st_mtime + 5))  # another time even on a coarse clock


TOUCHED = [
    # The target itself, what it calls, what it reads, across files.
    ("f", "shop.py", "x > LIMIT", "x >= LIMIT", True),
    ("f", "shop.py", "return x + 1", "return x + 2", True),
    ("f", "shop.py", "LIMIT = 10", "LIMIT = 11", True),
    ("f", "tax.py", "x // STEP", "x // 3", True),
    ("f", "tax.py", "STEP = 2", "STEP = 3", True),
    # What it never mentions.
    ("f", "shop.py", "return x * 2", "return x * 3", False),
    ("f", "shop.py", "OTHER = 20", "OTHER = 21", False),
    ("f", "tax.py", "    return x\n", "    return -x\n", False),
    ("f", "prices.py", "return 2", "return 3", False),
    ("f", "shop.py", "self.items[1]", "self.items[2]", False),
    ("f", "unknown.py", "1", "2", False),
    ("alone", "shop.py", "return x + 1", "return x + 2", False),
    # New code in between: functions, imports, constants, comments.
    ("f", "shop.py", "def alone", "def new(x: int):\n    return 1\n\n\ndef alone", False),
    ("f", "shop.py", "import json", "import json\nimport re", False),
    ("f", "shop.py", "OTHER = 20", "# of other kinds\nOTHER = 20\nTHIRD = 30", False),
    # New code that takes the place of what was meant, or that runs on import.
    ("f", "shop.py", "class Cart", "def g(x: int):\n    return 1\n\n\nclass Cart", True),
    ("f", "shop.py", "OTHER = 20", "OTHER = 20\nLIMIT = 30", True),
    ("f", "shop.py", "OTHER = 20", "OTHER = 20\nprint(1)", True),
    ("f", "shop.py", "OTHER = 20", "OTHER = 20\nimport unknown", True),
    ("f", "shop.py", "def alone", "@register\ndef alone", True),
    ("f", "shop.py", "import rate as", "import unused as", True),
    # Classes: what is run when they are made always counts, methods as functions do.
    ("f", "shop.py", "size = 3", "size = 4", True),
    ("Cart.total", "shop.py", "self.total()", "2 * self.total()", False),
    ("Cart.price", "shop.py", "len(self.items)", "2", True),
    ("Cart.price", "prices.py", "return 1", "return 5", True),
    ("Cart.price", "prices.py", "return 2", "return 3", False),
    ("Cart.total", "shop.py", "items: list) -> None:", "items: tuple) -> None:", True),
    # Types that are guessed: from all that a class does with what it keeps, from all classes.
    ("Loose.first", "shop.py", "self.items[1]", "self.items[2]", True),
    ("loose", "shop.py", "len(self.items)", "2", True),
    ("loose", "shop.py", "return x * 2", "return loose('text')", True),
    ("loose", "shop.py", "return x * 2", "return tight('text')", False),
    ("f", "shop.py", "return x * 2", "return f(3)", False),
]  # fmt: skip


@pytest.mark.parametrize(("function", "file", "before", "after", "touches"), TOUCHED)
def test_a_change_touches_what_rests_on_it(
    project: Path, function: str, file: str, before: str, after: str, touches: bool
) -> None:
    at_first = basis_of(project, function)
    change(project, file, before, after)

    assert (basis_of(project, function).digest != at_first.digest) is touches


LINES_OF_F = "def f(x: int) -> int:\n    return LIMIT if x else g(x)\n"
LINES_OF_G = "def g(x: int) -> int:\n    return x\n"

ORDERS = [
    # What is run on import is run in its order, constants too.
    ("LIMIT = 1\n", "if g:\n    LIMIT = 2\n", True),
    ("BASE = 1\nLIMIT = BASE\n", "BASE = 2\n", True),
    ("LIMIT = 1\n", "from tax import *\n", True),
    ("LIMIT = 1\n", "def h(x: int = LIMIT): return x\n", False),
    ("LIMIT = 1\n", "def g(x: int = LIMIT): return x\n", True),
    ("from tax import *\n", LINES_OF_G, True),
    # Be the names used or not.
    ("import tax\n", "import prices\n", True),
    ("import tax\n", "LIMIT.clear()\n", True),
    ("import json\n", "import re\n", False),
    ("import json\n", "import tax\n", False),
    # Functions may stand anywhere among others.
    (LINES_OF_F, LINES_OF_G, False),
    (LINES_OF_G, "OTHER = 1\n", False),
]


@pytest.mark.parametrize(("one", "other", "touches"), ORDERS)
def test_order_counts_where_it_decides(project: Path, one: str, other: str, touches: bool) -> None:
    file = project / "order.py"
    rest = "" if LINES_OF_F in (one, other) else LINES_OF_F
    file.write_text(one + other + rest)
    at_first = basis_of(project, "f", "order.py")
    file.write_text(other + one + rest)
    os.utime(file, (1, 1))

    assert (basis_of(project, "f", "order.py").digest != at_first.digest) is touches


def test_an_import_that_is_only_run_counts(project: Path) -> None:
    (project / "shop.py").write_text("import tax\nimport json\ndef f(x: int): return x\n")
    at_first = basis_of(project, "f")
    change(project, "shop.py", "import json\n", "import re\n")

    assert basis_of(project, "f").digest == at_first.digest
    change(project, "shop.py", "import tax\n", "def g():\n    import tax\n")
    assert basis_of(project, "f").digest != at_first.digest


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        # What other functions of the module are made of counts where it can't be imported any more.
        ("tax.py", "def unused", "def renamed"),
        ("shop.py", "import json", "import of_nobody"),
    ],
)
def test_an_import_that_fails_counts_for_all(
    project: Path, file: str, before: str, after: str
) -> None:
    change(project, "shop.py", "import json", "import json\nfrom tax import unused")
    at_first = basis_of(project, "alone")
    change(project, file, before, after)

    assert basis_of(project, "alone").digest != at_first.digest


@pytest.mark.parametrize("code", ["sys._getframe().f_lineno", "traceback.format_exc()"])
def test_who_tells_lines_is_not_moved(project: Path, code: str) -> None:
    (project / "shop.py").write_text(f"OTHER = 1\ndef f(x: int): return {code}\n")
    at_first = basis_of(project, "f")
    change(project, "shop.py", "OTHER", "\nOTHER")

    assert basis_of(project, "f").digest != at_first.digest


def test_who_imports_a_name_of_a_library_module_mentions_the_module(project: Path) -> None:
    (project / "shop.py").write_text("from inspect import stack\ndef f(): return stack()\n")
    ref = TargetRef(module_of_file(project / "shop.py"), "f", 2)

    assert "inspect" in mentioned(ref, surroundings(ref, ()))


@pytest.mark.parametrize("new", ["tax/__init__.py", "tax/rate.py"])
def test_a_package_goes_before_a_module(project: Path, new: str) -> None:
    shop = project / "shop.py"
    ref = TargetRef(module_of_file(shop), "f", 8)
    at_first = basis_of(project, "f")
    around = surroundings(ref, ())
    (project / "tax").mkdir()
    (project / new).touch()

    # A directory that is no package comes after the module.
    is_package = new.endswith("__init__.py")
    assert around.is_unchanged is not is_package
    assert (basis_of(project, "f").digest != at_first.digest) is is_package


@pytest.mark.parametrize("new", ["names.py", "names/__init__.py"])
def test_a_directory_without_init_comes_last(project: Path, new: str) -> None:
    (project / "names").mkdir()
    (project / "names" / "rates.py").write_text("def rate(): return 1\n")
    (project / "shop.py").write_text("from names import rates\ndef f(): return rates.rate()\n")
    ref = TargetRef(module_of_file(project / "shop.py"), "f", 2)
    at_first = basis_of(project, "f")
    around = surroundings(ref, ())
    (project / new).write_text("class rates: pass\n")

    assert not around.is_unchanged
    assert basis_of(project, "f").digest != at_first.digest


def test_nothing_changes_without_a_change(project: Path) -> None:
    assert basis_of(project, "f") == basis_of(project, "f")


def test_places_follow_what_is_moved(project: Path) -> None:
    at_first = basis_of(project, "g")
    change(project, "shop.py", "import json", "import json\n\n")
    later = basis_of(project, "g")

    assert later.digest == at_first.digest
    moves = {now[1] - then[1] for then, now in zip(at_first.places, later.places, strict=True)}
    assert 2 in moves


def test_computed_names_make_all_count(project: Path) -> None:
    change(project, "shop.py", "return x + 1", "return globals()[str(x)]()")
    at_first = basis_of(project, "f")
    change(project, "prices.py", "return 2", "return 3")

    assert basis_of(project, "f").digest != at_first.digest


def test_environment_counts_where_it_is_read(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(project, "shop.py", "return x + 1", "return len(os.environ.get('HOME'))")
    reads, reads_not = basis_of(project, "f"), basis_of(project, "alone")
    monkeypatch.setenv("WEND_TEST", "1")

    assert basis_of(project, "f").digest != reads.digest
    assert basis_of(project, "alone") == reads_not


def test_packages_relative_imports_and_late_ones_are_followed(tmp_path: Path) -> None:
    package = tmp_path / "pack" / "inner"
    package.mkdir(parents=True)
    (tmp_path / "pack" / "__init__.py").write_text("setup()\n")
    (package / "__init__.py").write_text("")
    (package / "a.py").write_text(
        "def f(x: int):\n    from ..b import g\n    import pack.c\n    return g(x) + pack.c.h(x)\n"
    )
    (tmp_path / "pack" / "b.py").write_text("from .inner import d\ndef g(x: int): return d.i(x)\n")
    (tmp_path / "pack" / "c.py").write_text("def h(x: int): return 1\n")
    (package / "d.py").write_text("def i(x: int): return 1\n")
    ref = TargetRef(module_of_file(package / "a.py"), "f", 1)
    around = surroundings(ref, ())

    names = {os.path.relpath(file, tmp_path) for file in around.files}
    inner = {f"pack/inner/{name}.py" for name in ("__init__", "a", "d")}
    assert names == {"pack/__init__.py", "pack/b.py", "pack/c.py"} | inner
    at_first = basis(ref, around)
    for file in (package / "d.py", tmp_path / "pack" / "c.py", tmp_path / "pack" / "__init__.py"):
        text = file.read_text()
        file.write_text(text + "more()\n")
        assert basis(ref, surroundings(ref, ())).digest != at_first.digest
        file.write_text(text)


def test_a_file_that_would_be_imported_is_noticed(project: Path) -> None:
    ref = TargetRef(module_of_file(project / "shop.py"), "f", 8)
    around = surroundings(ref, ())

    assert around.is_unchanged
    (project / "json.py").write_text("")
    assert not around.is_unchanged
    (project / "json.py").unlink()
    (project / "wend_factories.py").write_text("")
    assert not around.is_unchanged


def test_code_that_is_read_and_no_module_counts_as_a_whole(project: Path) -> None:
    ref = TargetRef(module_of_file(project / "shop.py"), "f", 8)
    around = surroundings(ref, [str(project / "tax.py")], [str(project / "unknown.py")])

    assert str(project / "unknown.py") in around.stamps
    assert str(project / "tax.py") in around.files
    change(project, "unknown.py", "1", "2")
    assert not around.is_unchanged


def test_loaded_files_count_by_content_or_by_time(project: Path) -> None:
    ref = TargetRef(module_of_file(project / "shop.py"), "f", 8)
    around = surroundings(ref, [str(project / "unknown.py"), pytest.__file__])

    assert str(project / "unknown.py") in around.files
    assert pytest.__file__ in around.stamps
    change(project, "unknown.py", "1", "2")
    assert not around.is_unchanged


def test_another_wend_is_told_by_all_of_its_files() -> None:
    assert Path(wend.__file__).parent == Path(OURS)
