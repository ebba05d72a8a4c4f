"""Backward from a line to the entry of its function, depth first, segment by segment. [004]

goal ◀── segment ◀─┬─ segment ◀── …      asked at every branching point: can this be run to its
                   └─ segment            end, whatever comes before? If not, it is cut.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from wend.aim.backward.ask import Asking, Conflict, Fits, NoTrace, Undecided, Verdict
from wend.aim.backward.traces import Growing, Suffix
from wend.aim.backward.types import Types
from wend.expr.show import show
from wend.inputs.inputs import Inputs
from wend.inputs.target import Parameter
from wend.instrument.control import Control
from wend.instrument.trace import Step
from wend.path.branch import Branch
from wend.path.path import Path
from wend.path.trace import Trace
from wend.record import Record

TURNS = (2, 4, 8, 16, 32, 64)
"""How often a trace may come by the same node: first few times, then more often."""


class Need(Record):
    """What a line needs, as it stands in the source."""

    line: int
    condition: str

    def __str__(self) -> str:
        return f"line {self.line} needs {self.condition}"


Needs = tuple[Need, ...]
"""What can't be needed at once."""


class Backward:
    """One search; `found` gives what it finds, and afterwards `left` says whether that is all."""

    def __init__(
        self,
        module: ast.Module,
        control: Control,
        first_line: int,
        goals: Iterable[int],
        parameters: tuple[Parameter, ...],
        execute: Callable[[Trace, Inputs], Path | None],
        asking: Asking,
        *,
        sliced: bool = True,
    ) -> None:
        self._control = control
        self._parameters = parameters
        self._execute = execute
        self._asking = asking
        self._growing = Growing(
            control, Types(module, control, parameters), first_line, sliced=sliced
        )
        self.is_sliced = sliced
        self._goals = tuple(goals)
        self.segments = 0
        """Straight runs of statements that were read backward."""
        self.asked = 0
        self.conflicts: dict[Needs, None] = {}
        """Why traces were cut, in order."""
        self.left: dict[str, None] = {}
        """Why traces were given up; empty at the end: the goal can't be reached."""

    @property
    def is_proved(self) -> bool:
        """Once `found` is at its end: whether no input reaches the goal."""
        return not self.left

    def found(self) -> Iterator[Inputs | None]:
        """Inputs that should reach the goal, to be confirmed; None after each segment."""
        stack: list[tuple[Suffix, dict[str, object]]] = [
            (self._growing.start(goal), {}) for goal in reversed(self._goals)
        ]
        for turns in TURNS:
            later: list[tuple[Suffix, dict[str, object]]] = []
            while stack:
                suffix, near = stack.pop()
                if Counter(suffix.passed)[suffix.node] >= turns:
                    later.append((suffix, near))
                    continue
                self.segments += 1
                suffix = self._segment(suffix)
                verdict = self._asked(suffix, near)
                match verdict:
                    case NoTrace():
                        self.left["the function can't be run in parts"] = None
                        return
                    case Conflict():
                        self._cut(suffix, verdict)
                        yield None
                        continue
                    case Fits(inputs):
                        near = dict(inputs)
                        if suffix.node == self._control.entry:
                            yield inputs
                            # The run that confirms it ends the search: here it was not confirmed.
                            self.left["a trace fits and its inputs go another way"] = None
                            continue
                    case Undecided(why):
                        if suffix.node == self._control.entry:
                            self.left[why] = None
                            continue
                if self._control.nodes[suffix.node].kind == "other":
                    line = self._control.nodes[suffix.node].line
                    self.left[f"line {line} waits, yields or is taken apart"] = None
                    continue
                ways = self._growing.before(suffix)
                stack.extend([(self._growing.grown(suffix, way), near) for way in reversed(ways)])
                yield None
            if not later:
                return
            stack = later[::-1]
        self.left["a loop takes more turns than were tried"] = None

    def _segment(self, suffix: Suffix) -> Suffix:
        """Grown as long as there is but one way."""
        while suffix.node != self._control.entry:
            if self._control.nodes[suffix.node].kind == "other":
                break
            ways = self._growing.before(suffix)
            if len(ways) != 1:
                break
            suffix = self._growing.grown(suffix, ways[0])
        return suffix

    def _asked(self, suffix: Suffix, near: dict[str, object]) -> Verdict:
        if suffix.node == self._control.entry:
            trace, parameters = self._growing.whole(suffix), self._parameters
        else:
            core = self._growing.core(suffix)
            if core is None or core.parameters is None:
                return Undecided("nothing is known yet")
            trace, parameters = core, core.parameters
        self.asked += 1
        return self._asking.ask(lambda inputs: self._execute(trace, inputs), parameters, near)

    def _cut(self, suffix: Suffix, conflict: Conflict) -> None:
        needs = [self._need(suffix, branch) for branch in conflict.branches]
        if not needs and conflict.line:
            tests = [step for step in suffix.steps if self._control.nodes[step[0]].kind == "test"]
            needs = [self._told(step) for step in tests if self._line(step) == conflict.line][:1]
        self.conflicts[tuple(dict.fromkeys(needs))] = None

    def _need(self, suffix: Suffix, branch: Branch) -> Need:
        """A branch in the words of the source, where it is a condition of its own."""
        site = branch.site
        ways = {
            step
            for step in suffix.steps
            if site.kind == "fit"
            and (tree := self._test(step[0])) is not None
            and (tree.lineno, tree.col_offset) == (site.line, site.column)
        }
        if len(ways) != 1:
            return Need(site.line, show(branch.holds))
        return self._told(ways.pop())

    def _told(self, step: Step) -> Need:
        tree = self._test(step[0])
        assert tree is not None
        return Need(tree.lineno, ast.unparse(tree if step[1] == "true" else _negated(tree)))

    def _line(self, step: Step) -> int:
        tree = self._test(step[0])
        return 0 if tree is None else tree.lineno

    def _test(self, number: int) -> ast.expr | None:
        node = self._control.nodes[number]
        return node.tree if node.kind == "test" else None


def _negated(test: ast.expr) -> ast.expr:
    match test:
        case ast.Compare(left=left, ops=[operator], comparators=others):
            return ast.Compare(left, [_OPPOSITES[type(operator)]()], others)
        case _:
            return ast.UnaryOp(ast.Not(), test)


_OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE,
    ast.LtE: ast.Gt, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
