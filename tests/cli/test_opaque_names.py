"""`--opaque` takes a function by the name that the target's module has for it."""

from __future__ import annotations

from typing import Any

import pytest

FILES = {
    "shop/__init__.py": "",
    "shop/sums.py": """
        def digest(text: str) -> int:
            return sum(map(ord, text))

        class Scale:
            def weigh(self, n: int) -> int:
                return 3 * n
        """,
    "shop/use.py": """
        from .sums import Scale
        from .sums import digest as d

        def local(n: int) -> int:
            return n + 1

        def use(text: str, n: int) -> int:
            if d(text) > 5 or Scale().weigh(n) > 6 or local(n) == 9:
                return 1
            return 0
        """,
}


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("local", "shop.use.local"),
        ("d", "shop.sums.digest"),
        ("shop.sums.Scale.weigh", "shop.sums.Scale.weigh"),
    ],
)
def test_a_name_of_the_module_means_its_function(wend: Any, name: str, meant: str) -> None:
    for file, source in FILES.items():
        wend.file(file, source)

    options = "--opaque", name, "--max-executions", "20", "--json", "-"
    (result,) = wend("cover", "shop/use.py::use", *options).results

    assert {each["function"] for each in result["opaque"]} == {meant}


def test_a_name_that_is_nowhere_is_told_with_the_nearest(wend: Any) -> None:
    for file, source in FILES.items():
        wend.file(file, source)

    done = wend("cover", "shop/use.py::use", "--opaque", "locl")

    assert done.err == "wend: --opaque locl: no such function or module; did you mean local?\n"
