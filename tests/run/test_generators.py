"""`random.Random` with a tracked seed."""

# ruff: noqa: E501 (a table of snippets reads better unbroken)
from __future__ import annotations

import pytest
from laws import Snippet, check

PREAMBLE = """
    import random

    class Own(random.Random):
        def getrandbits(self, k):
            return 3
"""
DRAWN = (
    "random.Random(x).random()", "random.Random(x).getrandbits(5)", "r = random.Random(x); return r.random(), r.random(), r.getrandbits(8)",
    "random.Random(x).randint(1, 6)", "random.Random(x).choice('abcd')", "r = random.Random(x); xs = [1, 2, 3]; r.shuffle(xs); return xs",
    "random.Random(x / 2).random()", "r = random.Random(); r.seed(x); return r.uniform(1, 2)", "random.Random(x).gauss(0, 1)", "random.Random(x).sample(range(9), 2)",
    "r = random.Random(x); r.random(); s = r.getstate(); a = r.random(); r.setstate(s); return a == r.random()", "random.Random(x).getrandbits(0)",
    "r = random.Random(x); a = r.random(); r.seed(3); return a, r.random()", "random.Random(x).getrandbits(x)", "Own(x).randrange(5)",
    "r = random.Random(3); return r.getrandbits(x)", "random.Random(x).randbytes(3)", "random.Random(str(x)).random()", "random.Random(x).getrandbits(-1)",
)  # fmt: skip


@pytest.mark.parametrize("source", DRAWN)
def test_what_is_drawn_is_the_same(source: str) -> None:
    check(source, {"x": (0, 1, 5, -5, 100)}, preamble=PREAMBLE, exact=False)


MIXED = (
    "dice.randint(1, n)", "dice.randrange(n)", "dice.randrange(0, n, 2)", "dice.choice([n, 2, 3])", "dice.choice('abc'[:n])", "xs = [n, 1, 2]\n  dice.shuffle(xs)\n  got.append(xs)", "dice.uniform(0, n)",
    "dice.gauss(n, 1)", "dice.sample([n, 2, 3], k=2)", "dice.sample(range(9), k=n)", "dice.choices([1, n], weights=[1, n], k=2)", "draw = dice.randint\n  got.append(draw(1, n))", "random.Random.randint(dice, 1, n)",
    "[*map(dice.randrange, [n, 3])]", "dice.triangular(0, n)", "dice.randbytes(n)", "random.randint(1, n)", "random.choice([n, 5])", "random.uniform(0, n)", "random.sample([1, 2, n], 2)", "roll(1, n)", "Own(3).randrange(n + 3)", "Patched().randint(1, n)",
    "dice.randint(1, 'a')", "dice.randrange(-n)", "dice.choice([])", "random.randint(n, -n)",
)  # fmt: skip


@pytest.mark.parametrize("source", MIXED)
def test_plain_and_tracked_arguments_take_turns(source: str) -> None:
    """Draws are the same, and in the same order, whatever a call has met before."""
    line = f"  {source}\n" if "\n" in source else f"  got.append({source})\n"
    body = "got = []\nrandom.seed(7)\ndice = random.Random(3)\nfor n in (2, 3, x, 2, 3):\n"
    for run in check(
        body + line + "return got, dice.random(), random.random()",
        {"x": (1, 2, 5)},
        preamble=PREAMBLE + _MORE,
        exact=False,
    ):
        assert "nondeterministic" not in {reason.what for reason in run.reasons}


_MORE = """
    from random import randint as roll

    class Patched:
        def __init__(self):
            self.dice = random.Random(4)
            setattr(self.dice, 'getrandbits', lambda k: 0)

        def randint(self, low, high):
            return self.dice.randint(low, high)
"""


def test_a_draw_depends_on_a_tracked_bound() -> None:
    source = (
        "dice = random.Random(3)\nfor n in (2, 3, x):\n  got = dice.randint(1, n)\nreturn got > 1"
    )
    run = Snippet(source, ["x"], PREAMBLE).run_twin({"x": 4})

    assert run.branches


def test_what_is_drawn_has_a_term_over_the_seed() -> None:
    snippet = Snippet("r = random.Random(x)\nr.random()\nreturn r.random() > 0.5", ["x"], PREAMBLE)
    run = snippet.run_twin({"x": 1})

    assert {reason.what for reason in run.reasons} == {"opaque-call"}


def test_a_tracked_seed_counts_after_plain_draws() -> None:
    source = """
drawn = []
for seed in (1, 2, 3, x, 4):
    dice = random.Random(seed)
    getrandbits = dice.getrandbits
    drawn += [dice.random(), dice.getrandbits(3), getrandbits(4), random.Random(5).random()]
return [n for n in drawn if n > 0.5]
"""
    snippet = Snippet(source, ["x"], PREAMBLE)
    for _ in range(3):  # what one run trusts, the next one looks at again
        run = snippet.run_twin({"x": 1})
        assert len(run.branches) == 3


def test_a_generator_without_a_seed_is_told_of_and_no_other_one() -> None:
    source = """
drawn, other = [], random.Random()
for seed in (1, 2, x, 4):
    dice = random.Random(seed)
    for _ in range(3):
        drawn += [dice.random(), dice.getrandbits(3), dice.randint(1, 6), dice.randbytes(1)[0]]
if x > 3:
    drawn.append(other.random() + other.randint(1, 2))
return [n for n in drawn if n > 0.5]
"""
    snippet = Snippet(source, ["x"], PREAMBLE)
    for _ in range(3):
        runs = [snippet.run_twin({"x": x}) for x in (1, 4)]
        assert [len(run.branches) > 6 for run in runs] == [True, True]
        told = [{reason.what for reason in run.reasons} for run in runs]
        assert ["nondeterministic" in what for what in told] == [False, True]


def test_each_run_tells_that_it_draws_without_a_seed() -> None:
    source = """
if x > 2:
    random.seed(x % 5 + 1 if x > 3 else 4)
drawn = [random.random() for _ in range(60)]
if x > 3:
    random.seed()
return drawn[-1] + random.random() > 0.5
"""
    snippet = Snippet(source, ["x"], PREAMBLE)
    told = [{reason.what for reason in snippet.run_twin({"x": x}).reasons} for x in (1, 3, 1, 5, 3)]

    assert ["nondeterministic" in what for what in told] == [True, False, True, True, False]
    assert ["opaque-call" in what for what in told] == [False, False, False, True, False]


@pytest.mark.parametrize(
    "source",
    ["random.random()", "random.uniform(1, 2)", "random.randint(1, 9)", "random.triangular()",
     "random.expovariate(1.0)", "random.choice([1, 2])", "random.gauss(0, 1)", "[*map(random.uniform, [1], [2])]"],
)  # fmt: skip
def test_every_draw_without_a_seed_is_told(source: str) -> None:
    (run,) = check(f"{source}\nreturn x", {"x": (1,)}, preamble=PREAMBLE, exact=False)

    assert "nondeterministic" in {reason.what for reason in run.reasons}


def test_another_seed_is_found(wend) -> None:
    wend.file(
        "dice.py",
        """
import random

def game(seed: int):
    dice = random.Random(seed)
    if dice.randint(1, 6) == 6 and dice.random() > 0.5:
        return "won"
    return "lost"
""",
    )
    options = ("--budget", "10", "--max-executions", "30", "--no-chance", "--json", "-")
    (result,) = wend("cover", "dice.py", *options).results

    assert {case["outcome"]["value"] for case in result["cases"]} == {"'won'", "'lost'"}
    assert result["divergences"] == 0
