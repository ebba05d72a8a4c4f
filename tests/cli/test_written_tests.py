"""`-o DIR`: pytest files that pass without wend, and stay the same while the code does."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

WITHOUT_WEND = """
import sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "wend":
            raise ImportError("there is no wend here")

sys.meta_path.insert(0, Refuse())
import pytest
sys.exit(pytest.main(sys.argv[1:]))
"""


def run_pytest(directory: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """pytest in a process where wend can't be imported."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # some take longer to import than pytest
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_WEND, "-q", "-p", "no:cacheprovider", *arguments],
        cwd=directory,
        env=environment,
        capture_output=True,
        text=True,
        timeout=1200,
    )


def written(wend, *targets: str) -> dict[str, str]:
    """The files that wend writes, twice the same; they pass without wend."""
    done = wend("cover", *targets, "-o", "out")
    assert done.code in (0, 1), done.err
    assert done.err == ""
    files = {
        str(file.relative_to(wend.directory / "out")): file.read_text()
        for file in sorted((wend.directory / "out").rglob("*.py"))
    }
    wend("cover", *targets, "-o", "out")
    again = {
        str(file.relative_to(wend.directory / "out")): file.read_text()
        for file in sorted((wend.directory / "out").rglob("*.py"))
    }
    ran = run_pytest(wend.directory, "out")

    assert files == again
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "wend" not in " ".join(
        line for text in files.values() for line in text.splitlines() if "import" in line
    )
    return files


SHAPES = """
def triangle(a: int, b: int, c: int) -> str:
    if a <= 0 or b <= 0 or c <= 0:
        raise ValueError("sides are positive")
    if a == b == c:
        return "equilateral"
    return "other"
"""

CART = """
from . import RATE
from .tax.rates import rate

def total(n: int):
    if n > 100:
        return rate(n) * RATE
    return 0
"""

SCRIPT = """
import sys

def sign(x: int):
    if x < 0:
        return -1
    return 1

if __name__ == "__main__":
    print("started as a script")
    sys.exit(sign(int(sys.argv[1])))
"""

KINDS = """
class Basket:
    limit = 3

    def __init__(self, start: int = 1):
        self.start = start

    def room(self, n: int):
        return n < self.limit

    @classmethod
    def big(cls, n: int):
        return n > 10

    @staticmethod
    def small(n: int):
        return n < 10

    @property
    def size(self):
        return self.start

def count(n: int):
    for i in range(min(n, 2)):
        yield i

def handed_on(n: int):
    if n == 5:
        return None
    return count(n)

async def later(n: int, *, flag: bool):
    if flag:
        raise RuntimeError("late")
    return n
"""


@pytest.fixture(scope="module")
def files_of_all(shared_wend) -> dict[str, str]:
    """What one command writes for programs of several kinds."""
    file = shared_wend.file
    file("shapes.py", SHAPES)
    file("script.py", SCRIPT)
    file("kinds.py", KINDS)
    file("src/shop/__init__.py", "RATE = 3\n")
    file("src/shop/tax/__init__.py", "")
    file("src/shop/tax/rates.py", "def rate(n: int):\n    return 19 if n > 7 else 7\n")
    file("src/shop/cart.py", CART)
    file("stock/__init__.py", "")
    file("stock/one.py", "def f(x: int):\n    return 1 if x else 2\n")
    file("stock/deep/__init__.py", "")
    file("stock/deep/one.py", "def f(x: int):\n    return 3 if x else 4\n")
    return written(shared_wend, "shapes.py", "script.py", "kinds.py", "src/shop/cart.py", "stock")


def test_names_say_what_happens(files_of_all) -> None:
    names = re.findall(r"def (test_[a-z_0-9]+)\(", files_of_all["test_shapes.py"])

    assert len(names) == len(set(names)) >= 3
    assert any("raises_value_error" in name for name in names)
    assert any("equilateral" in name for name in names)
    assert (
        'pytest.raises(ValueError, match=r"^sides are positive$")' in files_of_all["test_shapes.py"]
    )


@pytest.mark.parametrize("name", ["calendar", "types"])
def test_a_file_called_like_a_module_of_the_standard_library(wend, name: str) -> None:
    # Not in the current directory: `python -m` itself would find it there.
    wend.file(f"shop/{name}.py", "def twice(x: int):\n    return 2 * x if x > 3 else x\n")

    files = written(wend, f"shop/{name}.py")

    assert len(files) == 1


def test_a_file_in_a_package(files_of_all) -> None:
    assert "from shop.cart import total" in files_of_all["test_cart.py"]
    assert "57" in files_of_all["test_cart.py"]


def test_every_module_below_a_directory(files_of_all) -> None:
    assert set(files_of_all) - {
        f"test_{name}.py" for name in ("cart", "kinds", "script", "shapes")
    } == {"test_stock_one.py", "test_stock_deep_one.py"}


def test_a_script(files_of_all) -> None:
    assert "sign(-1) == -1" in files_of_all["test_script.py"]


def test_methods_generators_and_coroutines(files_of_all) -> None:
    text = files_of_all["test_kinds.py"]

    assert "flag=True" in text
    assert "pytest.raises(RuntimeError" in text
    assert "handed_on(5) is None" in text
    assert "list(handed_on(0)) == []" in text


def test_cases_that_show_no_fixed_result_are_left_out(wend) -> None:
    wend.file(
        "odd.py",
        """
        import time

        def now(x: int):
            if x == 4:
                return "four"
            return time.time_ns()
        """,
    )
    done = wend("cover", "odd.py", "-o", "out")
    ran = run_pytest(wend.directory, "out")

    assert done.code == 0
    assert ran.returncode == 0, ran.stdout
    assert "four" in (wend.directory / "out" / "test_odd.py").read_text()


def test_a_witness_is_a_test(wend) -> None:
    wend.file(
        "goal.py", "def f(x: int):\n    if x * 3 == 33:\n        return 'here'\n    return ''\n"
    )
    done = wend("reach", "goal.py:3", "-o", "out")
    ran = run_pytest(wend.directory, "out")

    assert done.code == 0
    assert ran.returncode == 0, ran.stdout
    assert "11" in (wend.directory / "out" / "test_goal.py").read_text()


def test_what_depends_on_the_working_directory_is_left_out(wend) -> None:
    wend.file(
        "here.py",
        """
        import os

        def above(levels: bool):
            return os.path.realpath("../.." if levels else "..")

        def depth():
            return os.path.relpath("/")

        def around():
            return [name for name in os.listdir() if name.endswith(".txt")]
        """,
    )
    done = wend("cover", "here.py", "-o", "../out")

    assert done.err.count("the case was left out") == 4
