"""Complex numbers and numpy's scalars behave as they are, and what comes of them has terms."""

# ruff: noqa: E501 (a table of snippets reads better unbroken)
from __future__ import annotations

import importlib.util
from typing import Any

import pytest
from laws import check

FLOATS = (0.0, -0.0, 1.0, -2.5, 3.0, 1e300, -7.25, 0.1)
INTS = (0, 1, -1, 3, 7, -12, 2**31, 2**62, 2**63 - 1, -(2**63))

COMPLEX = (
    "complex(x, y)", "complex(x)", "complex(imag=x)", "complex(real=x, imag=y)", "complex(x, y).imag",
    "complex(x, y) + complex(y, x)", "complex(x, y) - 1", "2 * complex(x, y)", "complex(x, y) ** 2",
    "complex(x, y) / complex(y, 2)", "-complex(x, y)", "abs(complex(x, y))", "complex(x, y) == complex(y, x)",
    "complex(x, y) != x", "bool(complex(x, y))", "complex(x, y).conjugate()", "cmath.sqrt(x)",
    "cmath.exp(complex(0, y))", "cmath.polar(complex(x, y))", "cmath.phase(complex(x, y)) > 1",
    "cmath.isfinite(complex(x, y))", "type(complex(x, y)) is complex", "isinstance(complex(x), complex)",
    "complex(x, y) < 1", "hash(complex(x, y))", "str(complex(x, y))", "f'{complex(x, y):.2f}'",
    "int(complex(x, y))", "complex(x, y).nothing", "complex(complex(x, y))", "complex('1+2j') * x",
    "copy.deepcopy(complex(x, y))", "sum([complex(x, 1), complex(y, 2)])", "x + 2j", "1j * x", "x * 1j == y",
    "{complex(x, y): 1}[complex(x, y)]", "complex(x, y) in [1j, complex(x, y)]", "cmath.rect(x, y)",
    "complex(x, y) + 'a'", "round(complex(x, y))", "pow(complex(x, y), 2)", "complex(x, y).real.is_integer()",
)  # fmt: skip

NUMPY = (
    "np.float64(x)", "np.float64(x) * 2", "np.float64(x) + y", "3 - np.float64(x)", "np.float64(x) / y",
    "np.float64(x) > y", "np.float64(x) == 3", "np.float64(x) // 2", "np.float64(x) % 3", "-np.float64(x)",
    "abs(np.float64(x))", "np.float64(x).item()", "float(np.float64(x)) + 1", "int(np.float64(x) * 0 + 2)",
    "np.sin(x)", "np.hypot(x, y) > 2", "np.maximum(x, y)", "np.sqrt(abs(x)) < 3", "np.float64(x).dtype.name",
    "type(np.sin(x)) is np.float64", "isinstance(np.sin(x), float)", "(np.sin(x) > 0) is True",
    "1 if np.cos(x) > 0.5 else 2", "not (np.float64(x) > 1)", "(np.float64(x) > 1) & (np.float64(y) > 1)",
    "np.array([x, y]).sum()", "np.array([1.0, 2.0]) * np.float64(x)", "np.float64(2) * np.float64(x)",
    "np.float64(2) + np.sin(x)", "x + np.sin(y)", "np.mean([x, y])", "np.clip(x, 0, 2)", "np.round(x, 1)",
    "np.float32(x) * 2", "np.float64(x).real", "np.float64(x).is_integer()", "hash(np.float64(x))",
    "str(np.float64(x))", "math.floor(np.float64(y))", "math.sin(np.float64(x))", "round(np.float64(y), 1)",
    "[np.float64(x), np.float64(y)] == [x, y]", "sorted([np.float64(x), np.float64(y)])",
    "np.float64(2) * x", "x * np.float64(2)", "np.float64(3) > x", "x - np.float64(3)", "np.array([1.0, 2.0]) * x",
    "x / np.float64(0.5)", "np.float32(2) * x", "divmod(x, np.float64(2))", "np.array([1.0, 9.0]) > x",
    "max(np.float64(x), y)", "np.float64(x) if np.isnan(x) else 0", "np.add(x, y)", "np.float64(x) ** 2",
)  # fmt: skip

NUMPY_INTS = (
    "np.int64(x)", "np.int64(x) + 1", "np.int64(x) * 3 == 21", "np.int64(x) > 2", "int(np.int64(x)) + 1",
    "np.int64(x) // 2", "np.int64(x) % 5", "np.int64(x) & 7", "np.int64(x) << 1", "-np.int64(x)",
    "np.int64(x) / 2", "np.int64(x) + 0.5", "np.int64(x) - np.int64(2)", "[1, 2, 3][np.int64(x) % 3]",
    "range(10)[np.int64(x) % 3]", "np.int32(x % 100) + 1", "np.uint8(x % 256) + np.uint8(1)", "np.abs(x)",
    "np.add(x, 1)", "np.int64(x).bit_count()", "isinstance(np.int64(x), int)", "np.float64(x) > 2**53",
    "np.int64(3) + x", "x * np.int64(2)", "np.int64(3) < x", "x % np.int64(4)", "np.array([1, 2]) + x", "x == np.int64(3)",
    "np.gcd(x, 12)", "np.int64(x) == 'a'", "np.bitwise_and(x, 3)",
)  # fmt: skip

PREAMBLE = "import cmath, copy, math"
WITH_NUMPY = f"{PREAMBLE}, warnings\nimport numpy as np\nwarnings.simplefilter('ignore')"


@pytest.mark.parametrize("source", COMPLEX)
def test_complex_numbers(source: str) -> None:
    check(source, {"x": FLOATS, "y": FLOATS}, preamble=PREAMBLE, exact=False, size=12)


@pytest.mark.parametrize("source", NUMPY)
def test_doubles_of_numpy(source: str) -> None:
    pytest.importorskip("numpy")
    check(source, {"x": FLOATS, "y": FLOATS}, preamble=WITH_NUMPY, exact=False, size=12)


@pytest.mark.parametrize("source", NUMPY_INTS)
def test_ints_of_numpy(source: str) -> None:
    pytest.importorskip("numpy")
    check(source, {"x": INTS}, preamble=WITH_NUMPY, exact=False)


PROGRAMS = """
import cmath

def root(x: float):
    z = cmath.sqrt(x)
    if z.imag > 2:
        return "imaginary"
    return "real" if z.real > 10 else "near"

def far(z: complex):
    return "far" if abs(z) > 5 else "near"

def polar(x: float, y: float):
    length, phase = cmath.polar(complex(x, y))
    return "left" if phase > 3 and length > 2 else "other"
"""
WITH_SCALARS = """
import numpy as np

def sine(x: float):
    return "top" if np.sin(x) > 0.99 else "below"

def scaled(x: float):
    return "high" if np.float64(x) * 2 > 7 else "low"

def whole(x: int):
    return "ten" if np.int64(x) * 3 + 1 == 31 else "other"

def converted(x: float):
    y = float(np.sqrt(x * x + 1))
    return "far" if y > 100 else "near"

def mean(x: float, y: float):
    return "big" if np.mean([x, y]) > 50 and y < 3 else "small"
"""
REACHED = {
    "root": {"imaginary", "real", "near"},
    "far": {"far", "near"},
    "polar": {"left", "other"},
    "sine": {"top", "below"},
    "scaled": {"high", "low"},
    "whole": {"ten", "other"},
    "converted": {"far", "near"},
    "mean": {"big", "small"},
}
OF_NUMPY = ("sine", "scaled", "whole", "converted", "mean")


@pytest.fixture(scope="module")
def results(shared_wend) -> dict[str, dict[str, Any]]:
    has_numpy = importlib.util.find_spec("numpy") is not None
    shared_wend.file("numbers_of.py", PROGRAMS + WITH_SCALARS * has_numpy)
    options = ("--no-chance", "--max-executions", "20", "--json", "-")
    done = shared_wend("cover", "numbers_of.py", *options)
    return {each["target"]["function"]: each for each in done.results}


@pytest.mark.parametrize("name", REACHED)
def test_what_is_reached(results: dict[str, dict[str, Any]], name: str) -> None:
    if name in OF_NUMPY:
        pytest.importorskip("numpy")
    returned = {case["outcome"].get("value", "''") for case in results[name]["cases"]}

    assert {each.strip("'") for each in returned} >= REACHED[name]
    assert results[name]["divergences"] == 0
