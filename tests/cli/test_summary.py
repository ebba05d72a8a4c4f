"""`wend summary`: what a function returns, case by case."""

from __future__ import annotations


def test_a_summary_reads_like_the_function(wend) -> None:
    wend.file(
        "figure.py",
        """
        def absolute(x: int) -> int:
            if x > 0:
                return x
            elif x == 0:
                return 100
            else:
                return -x


        def price(weight: int, is_member: bool) -> int:
            if weight <= 0:
                raise ValueError("no weight")
            if is_member:
                if weight > 10:
                    return 2 * weight
                return 20
            if weight == 50:
                return 99
            return 3 * weight


        def same(x: int) -> int:
            return x + 1


        def larger_part_last(a: int, b: int) -> int:
            if a > 0:
                if b > 10:
                    return 1
                return 2 if b > 5 else 3
            return 4 if b > 0 else 5


        def endless(n: int) -> int:
            while n > 0:
                n -= 1
            return n
        """,
    )

    done = wend("summary", "figure.py", "--max-executions", "40")

    assert done.code == 0, done.err
    *known, endless = done.out.split("\n\n")
    assert known == [
        "absolute(x):\n  x > 0 → x\n  x == 0 → 100\n  else → -x",
        "price(weight, is_member):\n"
        "  weight <= 0 → raises ValueError: no weight\n"
        "  is_member:\n"
        "    weight > 10 → 2 * weight\n"
        "    else → 20\n"
        "  weight == 50 → 99\n"
        "  else → 3 * weight",
        "same(x):\n  → x + 1",
        "larger_part_last(a, b):\n"
        "  a <= 0:\n"
        "    b > 0 → 4\n"
        "    else → 5\n"
        "  b > 10 → 1\n"
        "  b > 5 → 2\n"
        "  else → 3",
    ]
    assert endless.startswith("endless(n):\n  n <= 0 → n\n  n <= 1 → ")
    assert endless.rstrip().endswith("there may be more cases")


def test_what_can_not_be_summarised_says_why(wend) -> None:
    done = wend("summary", "nowhere.py::f")

    assert done.code == 2
    assert "nowhere.py" in done.err and "Traceback" not in done.err
