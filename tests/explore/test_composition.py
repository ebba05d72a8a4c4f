"""Calls composed of summaries: the stories and the theorems of [003]."""

from __future__ import annotations

import itertools
import pathlib
import random
import runpy
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from wend.aim.compose import Composer, Demanded, Found, Reached, Unreachable
from wend.aim.steps import Steps
from wend.aim.summaries import Summaries
from wend.campaign.begin import cover
from wend.campaign.options import Options
from wend.explore.budget import Budget, Caps, Interrupt
from wend.explore.composition import ENTRY, Composition
from wend.expr.build import application, eq, integer, negate, variable
from wend.expr.show import show
from wend.expr.sorts import Sort
from wend.inputs.inputs import Inputs
from wend.messages.options import RunOptions
from wend.path.outcome import Raised, Returned
from wend.path.path import Path
from wend.path.result import CoverResult
from wend.path.summary import Key
from wend.path.tree import Node
from wend.process.runner import Runner
from wend.record import replace
from wend.solve.chain import Solver
from wend.targets.locate import locate

pytestmark = pytest.mark.slow


def finished(steps: Steps[Found]) -> Found:
    """The result, without giving others turns."""
    while True:
        try:
            next(steps)
        except StopIteration as ended:
            found: Found = ended.value
            return found


FIGURE_1 = """
def absolute(x: int) -> int:
    if x > 0:
        return x
    elif x == 0:
        return 100
    else:
        return -x


def test_abs(p: int, q: int) -> None:
    m = absolute(p)
    n = absolute(q)
    if m > n and p > 0:
        assert False


def seven(p: int) -> bool:
    if absolute(p) == 7 and p < 0:
        return True
    return False


def nothing(p: int) -> bool:
    return absolute(p) == 0
"""


class Story:
    """A target, its summaries, and the runs that were made of functions alone."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self.summaries = Summaries()
        self.solver = Solver()
        self.composer = Composer(self.solver, self.summaries)
        self.alone_with: list[dict[str, Any]] = []

    def run(self, **inputs: int) -> Path:
        path = self._runner.execute(Inputs.of(inputs))
        self.summaries.learn(ENTRY, path)
        return path

    def find(self, conditions: list[Any], parent: Inputs) -> Found:
        return finished(self.composer.find(conditions, parent, self.alone))

    def alone(self, key: Key, inputs: Inputs) -> list[Node]:
        self.alone_with.append(dict(inputs))
        path = self._runner.alone(key, inputs)
        assert path is not None
        return self.summaries.learn(key, path)


@pytest.fixture
def story(request: pytest.FixtureRequest, tmp_path: pathlib.Path) -> Iterator[Story]:
    file = tmp_path / "figure.py"
    file.write_text(FIGURE_1)
    with Runner(locate(f"{file}::{request.param}")[0], RunOptions(composing=True)) as runner:
        assert runner.prepared.target
        made = Story(runner)
        yield made
        made.solver.close()


def other_side(path: Path) -> list[Any]:
    *before, last = path.branches
    return [*[branch.holds for branch in before], negate(last.holds)]


@pytest.mark.parametrize("story", ["test_abs"], indirect=True)
def test_a_call_is_a_term_of_its_caller_and_a_tree_of_its_own(story: Story) -> None:
    path = story.run(p=1, q=1)

    assert [show(branch.holds) for branch in path.branches if branch.site.kind != "call"] == [
        "absolute(q) >= absolute(p)"
    ]
    (summary,) = [each for key, each in story.summaries.of.items() if key != ENTRY]
    assert [show(node.branch.condition) for node in summary.tree.nodes()] == ["#0 > 0"]
    assert summary.tree.path_count == 1
    kind, result = summary.tree.paths()[0].results
    assert (kind.op, show(result)) == ("const", "#0")


@pytest.mark.parametrize("story", ["test_abs"], indirect=True)
def test_lazy_exploration_needs_no_other_way_through_abs(story: Story) -> None:
    """[003] §3: after p = 1, q = 1 what is known of `abs` is enough."""
    path = story.run(p=1, q=1)
    # Node 11 is behind two tests; the first of them is what this run decided.
    found = finished(story.composer.once(other_side(path), path.inputs, lazily=True))

    assert isinstance(found, Reached)
    assert found.inputs["p"] > found.inputs["q"] > 0
    assert story.alone_with == []
    for call in path.calls:
        definition = show(story.summaries.definition(call).term)
        argument = show(call.args[0])
        kind = story.summaries.of[call.key].tree.paths()[0].results[0].payload
        assert definition == (
            f"{argument} > 0 and type(absolute({argument})) == {kind} and "
            f"{argument} == absolute({argument}) or {argument} <= 0 and ?0.0"
        )


@pytest.mark.parametrize("story", ["test_abs"], indirect=True)
def test_relevant_exploration_keeps_to_what_the_goal_needs(story: Story) -> None:
    """[003] §3: after p = 0, q = 1 no way through `abs` with p <= 0 is thought of."""
    path = story.run(p=0, q=1)
    conditions = other_side(path)
    assert show(conditions[-1]) == "p > 0"

    relevant = finished(story.composer.once(conditions, path.inputs, lazily=False))

    ways = relevant.ways if isinstance(relevant, Demanded) else ()
    assert ways or isinstance(relevant, Reached)
    assert all(way.inputs["#0"] < 0 for way in ways)  # of q: p must be more than 0
    found = story.find(conditions, path.inputs)
    assert isinstance(found, Reached)
    outcome = story.run(**found.inputs).outcome
    assert isinstance(outcome, Raised) and outcome.type == "AssertionError"


@pytest.mark.parametrize("story", ["seven"], indirect=True)
def test_a_way_that_is_wanted_is_learned_by_running_the_function_alone(story: Story) -> None:
    path = story.run(p=1)
    conditions = other_side(path)

    found = finished(story.composer.once(conditions, path.inputs, lazily=True))
    assert isinstance(found, Reached)
    path = story.run(p=7)
    conditions = other_side(path)  # absolute(p) == 7 and p < 0
    assert isinstance(
        finished(story.composer.once(conditions, path.inputs, lazily=True)), Unreachable
    )
    found = story.find(conditions, path.inputs)

    assert found == Reached(Inputs.of({"p": -7}))
    assert all(inputs["#0"] <= 0 for inputs in story.alone_with)


@pytest.mark.parametrize("story", ["nothing"], indirect=True)
def test_what_no_way_leads_to_is_unreachable(story: Story) -> None:
    path = story.run(p=1)
    found = story.find([*path.condition[:-1], negate(path.result)], path.inputs)
    assert isinstance(found, Reached)  # that it is not 0 is easy

    found = story.find([*path.condition[:-1], path.result], path.inputs)
    assert found == Unreachable()
    assert len(story.alone_with) == 2  # x == 0, and x < 0


# Theorems


def program(chance: random.Random) -> str:
    """Two functions and a target that calls them, without loops; each end has a number."""
    ends = itertools.count(1)

    def condition(names: list[str]) -> str:
        a, b = chance.choice(names), chance.choice([*names, str(chance.randint(-4, 4))])
        return f"{a} {chance.choice(['<', '<=', '==', '!=', '>'])} {b}"

    def value(names: list[str]) -> str:
        a, b = chance.choice(names), chance.choice([*names, str(chance.randint(-3, 3))])
        return chance.choice(
            [a, f"{a} + {b}", f"{a} - {b}", f"2 * {a}", str(chance.randint(-3, 3))]
        )

    def function(name: str, inner: str | None) -> list[str]:
        lines = [f"def {name}(a: int, b: int) -> int:"]
        names = ["a", "b"]
        if inner is not None and chance.random() < 0.7:
            lines.append(f"    c = {inner}({value(names)}, {value(names)})")
            names.append("c")
        lines += [f"    if {condition(names)}:"]
        if chance.random() < 0.3:
            lines += ["        raise ValueError(a)"]
        else:
            lines += [f"        return {value(names)}"]
        lines += [f"    if {condition(names)}:", f"        return {value(names)}"]
        return [*lines, f"    return {value(names)}"]

    lines = [*function("inner", None), *function("outer", "inner")]
    lines += ["def target(x: int, y: int) -> int:"]
    names = ["x", "y"]
    for name in ("u", "v"):
        called = chance.choice(["inner", "outer"])
        call = f"{called}({value(names)}, {value(names)})"
        if chance.random() < 0.4:
            lines += ["    try:", f"        {name} = {call}", "    except ValueError:"]
            lines += [f"        return {next(ends)}"]
        else:
            lines += [f"    {name} = {call}"]
        names.append(name)
    for _ in range(3):
        lines += [f"    if {condition(names)}:", f"        return {next(ends)}"]
    return "\n".join([*lines, f"    return {next(ends)}", ""])


def program_with_loop(chance: random.Random) -> str:
    """A target with a loop whose body decides, and leaves it in any way; each end has a number."""
    ends = itertools.count(1)
    names = ["x", "y", "a", "b", "turn"]

    def condition() -> str:
        one, other = chance.choice(names), chance.choice([*names, str(chance.randint(-4, 4))])
        return f"{one} {chance.choice(['<', '<=', '==', '!=', '>'])} {other}"

    def statement() -> str:
        one, other = chance.choice("ab"), chance.choice([*names, "1", "2", "3"])
        added = f"{one} {chance.choice('+-')}= {other}"
        raised = "raise ValueError(a)"
        jumps = ["continue", "break", f"return {next(ends)}", raised]
        return chance.choice([added] * 6 + [f"{one} = {other}"] + jumps)

    lines = ["def target(x: int, y: int) -> int:", "    a = b = 0"]
    lines += [f"    for turn in range({chance.randint(2, 3)}):"]
    if chance.random() < 0.3:
        lines += [f"        {chance.choice('ab')} += 1"]
    for word in ("if", "if", "elif"):
        lines += [f"        {word} {condition()}:", f"            {statement()}"]
    if chance.random() < 0.5:
        lines += [f"        {chance.choice('ab')} += {chance.choice(['x', '1', 'turn'])}"]
    if chance.random() < 0.3:
        lines += ["    else:", f"        return {next(ends)}"]
    names.remove("turn")
    for _ in range(2):
        lines += [f"    if {condition()}:", f"        return {next(ends)}"]
    return "\n".join([*lines, f"    return {next(ends)}", ""])


MADE = [(program, seed) for seed in range(12)] + [(program_with_loop, seed) for seed in range(12)]


@pytest.mark.parametrize(("make", "seed"), MADE)
def test_what_is_reachable_is_reached_and_nothing_diverges(
    make: Callable[[random.Random], str], seed: int, tmp_path: pathlib.Path
) -> None:
    """[003] Theorems: relative completeness, progress, termination."""
    file = tmp_path / f"made{seed}.py"
    file.write_text(make(random.Random(seed)))
    target = runpy.run_path(str(file))["target"]

    def outcome(x: int, y: int) -> str:
        try:
            return repr(target(x, y))
        except ValueError:
            return "ValueError"

    possible = {outcome(x, y) for x, y in itertools.product(range(-7, 8), repeat=2)}
    budget = Budget(Caps(60.0), Interrupt())
    solver = Solver()
    with Runner(locate(f"{file}::target")[0], RunOptions(composing=True)) as runner:
        assert runner.prepared.target
        composition = Composition(runner, solver, budget)
        paths = [composition.run(Inputs.of({"x": 0, "y": 0}))]
        for found in composition.found():
            if found is not None:
                paths.append(composition.run(found))
        assert composition.divergences == 0
        assert composition.is_complete
    solver.close()

    seen = {
        path.outcome.repr if isinstance(path.outcome, Returned) else "ValueError" for path in paths
    }
    assert seen >= possible, file.read_text()
    assert budget.executions < 150


# The search around it

CHAIN = """
def classify(x: int) -> int:
    if x < 10:
        return 1
    if x < 20:
        return 2
    if x < 30:
        return 3
    if x < 40:
        return 4
    return 5


def chain({parameters}) -> bool:
    total = 0
    for each in ({arguments},):
        total = 7 * total + classify(each)
    if total == {wanted}:
        return True
    return False
"""


@pytest.mark.parametrize("count", [2, 8, 16])
def test_a_combination_of_many_calls_is_found_by_exploring_the_one_function(
    count: int, tmp_path: pathlib.Path
) -> None:
    names = [f"x{at}" for at in range(count)]
    wanted = 0
    for at in range(count):
        wanted = 7 * wanted + at % 5 + 1
    file = tmp_path / "chained.py"
    file.write_text(
        CHAIN.format(
            parameters=", ".join([f"{name}: int" for name in names]),
            arguments=", ".join(names),
            wanted=wanted,
        )
    )
    ref = locate(f"{file}::chain")[0]
    options = Options(caps=Caps(60.0, executions=40), compositional="on", chance=False)

    with_summaries = cover(ref, options)
    without = cover(ref, replace(options, compositional="off"))

    def found(result: CoverResult) -> list[str]:
        return [
            case.method
            for case in result.cases
            if isinstance(case.outcome, Returned) and case.outcome.source == "True"
        ]

    assert found(with_summaries) == ["composed"]
    assert found(without) == (["flip"] if count == 2 else [])


def test_what_changes_state_is_followed_in_place(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "counting.py"
    file.write_text(
        """
COUNTS = []


def note(x: int) -> int:
    if x > 100:
        COUNTS.append(x)
    return len(COUNTS)


def twice(a: int, b: int) -> bool:
    note(a)
    return note(b) == 2
"""
    )
    options = Options(caps=Caps(60.0, executions=60), compositional="on", chance=False)

    result = cover(locate(f"{file}::twice")[0], options)

    outcomes = {case.outcome.source for case in result.cases if isinstance(case.outcome, Returned)}
    assert outcomes == {"True", "False"}


def test_what_no_summary_tells_is_not_taken_for_granted() -> None:
    """A condition on an opaque result looks like one on the kind of what a call returns."""
    x, y = variable("x", Sort.INT), variable("y", Sort.INT)
    hashed = eq(application("zlib.crc32(int)", 0, [x], Sort.INT), integer(5))
    parent = Inputs.of({"x": 0, "y": 0})
    solver = Solver()
    finding = Composer(solver, Summaries()).find(
        [hashed, eq(y, integer(3))], parent, lambda key, inputs: []
    )

    assert not isinstance(finished(finding), Reached)
    solver.close()


KINDS = """
import enum

class Kind(enum.Enum):
    LOW = 1
    HIGH = 2
    HUGE = 3

def kind_of(x):
    if x < 10:
        return Kind.LOW
    if x < 100:
        return Kind.HIGH
    return Kind.HUGE

def target(a: int, b: int) -> bool:
    return kind_of(a) is Kind.HIGH and kind_of(b) is Kind.HUGE
"""


def test_a_kind_of_result_that_a_function_is_known_to_have_is_worth_a_try(
    tmp_path: pathlib.Path,
) -> None:
    file = tmp_path / "kinds_of_results.py"
    file.write_text(KINDS)
    with Runner(locate(f"{file}::target")[0], RunOptions(composing=True)) as runner:
        summaries = Summaries()
        (node,) = [
            node
            for node in summaries.learn(ENTRY, runner.execute(Inputs.of({"a": 1, "b": 1})))
            if summaries.home[node].key == ENTRY
        ]
        known = [summaries.is_known_kind(node, False)]
        summaries.learn(ENTRY, runner.execute(Inputs.of({"a": 20, "b": 1})))
        known.append(summaries.is_known_kind(node, False))

    assert known == [False, True]
    assert summaries.promise(node, False) < summaries.promise(node, True)


def test_a_text_that_is_too_long_is_nobodys_argument(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "long.py"
    file.write_text(
        """
def is_long(text, more):
    if len(text) + more > 10**9:
        return more > 3
    return more > 2

def target(text: str, more: int) -> int:
    if more < 7 and is_long(text, more):
        return 1
    return 2
"""
    )
    options = Options(caps=Caps(60.0, executions=30), compositional="on", chance=False)

    result = cover(locate(f"{file}::target")[0], options)

    outcomes = {case.outcome.source for case in result.cases if isinstance(case.outcome, Returned)}
    assert outcomes == {"1", "2"}
