"""What is executed on a line: which statement of which function, and what to say if there is none.

3 def f(x):          its head: happens at import; line 6 is taken, and said
4     # so it is     a comment: the next statement, line 6, is taken, and said
6     return dict(
7         a=x,         executed itself, within the statement of line 6
8     )              part of the statement of line 6, which is taken
9     x += 1         never executed: line 6 returns before it
"""

from __future__ import annotations

import ast
import io
from collections.abc import Collection, Iterator, Sequence
from types import CodeType

from wend.record import Record
from wend.source.files import compile_quietly, parse
from wend.source.flow import FunctionEntry, flow_of, function_at, functions_in
from wend.source.functions import all_functions, around
from wend.source.index import function_from, index_of
from wend.source.instructions import places
from wend.source.statements import has_docstring, truth_of
from wend.source.trees import start_of


class Spot(Record):
    """The statement that has to be executed so that a line is."""

    line: int
    """The line that has to be executed: it may be in the middle of a statement."""
    statement: int
    """The first line of the statement."""
    function: FunctionEntry
    """The function that executes the line, by its plain name."""
    outermost: FunctionEntry
    """The function that can be called by name: the same, or the one around it."""
    said: str = ""
    """Why another line is taken than the one that was named, or ""."""
    dead: str = ""
    """Why nothing executes the line, whatever the inputs are, or ""."""
    is_optimized: bool = False
    """Whether `python -O`, without assertions, may execute it."""


class NoSpot(Record):
    """The reason why no call can execute a line."""

    why: str


def spot_of(source: str, tree: ast.Module, line: int) -> Spot | NoSpot:
    """The statement that a person means by naming a line."""
    outermost = function_at(tree, line)
    if outermost is None:
        return NoSpot(_outside(tree, line))
    for entry, flow in around(tree, line):
        if flow.statement_of.get(line) == line:
            return _found(tree, outermost, entry, line, line)
    text = _Text(source)
    if text.is_blank(line) and not text.is_inside(line):
        return _next(tree, outermost, line, text.words(line))
    own = _lines_with_code(source, outermost)
    for entry, flow in around(tree, line):
        statement = flow.statement_of.get(line)
        if line in own:
            # Of a class in a function only the head is a statement of the function.
            before = [each for each in set(flow.statement_of.values()) if each <= line]
            statement = statement or max(before, default=None)
        if statement is None:
            continue
        if line in own or statement not in flow.lines:
            return _found(tree, outermost, entry, line, statement)
        said = f"line {line} is part of the statement that begins on line {statement}; it is taken"
        return _found(tree, outermost, entry, statement, statement, said)
    body = function_from(tree, outermost.first_line).body[0]
    if line < min(start_of(body), body.lineno):
        what = f"line {line} belongs to the head of {outermost.name}, which defines it at import"
        return _next(tree, outermost, line, what, "the first statement of its body")
    is_docstring = has_docstring(function_from(tree, outermost.first_line)) and (
        body.lineno <= line <= (body.end_lineno or 0)
    )
    what = "is a docstring" if is_docstring else "has no code of its own"
    return _next(tree, outermost, line, f"line {line} {what}")


def _found(
    tree: ast.Module,
    outermost: FunctionEntry,
    function: FunctionEntry,
    line: int,
    statement: int,
    said: str = "",
) -> Spot:
    dead = _dead(tree, statement)
    is_optimized = bool(dead) and _knows_assertions(function_from(tree, outermost.first_line))
    return Spot(line, statement, function, outermost, said, dead, is_optimized)


def _next(
    tree: ast.Module,
    outermost: FunctionEntry,
    line: int,
    what: str,
    which: str = "the next statement",
) -> Spot | NoSpot:
    """The next statement on the page that is in the same outermost function."""
    starts = {
        start: entry
        for entry in all_functions(tree)
        if outermost.first_line <= entry.first_line <= outermost.end_line
        for start in set(flow_of(tree, entry.first_line).statement_of.values())
    }
    later = min([each for each in starts if each > line], default=None)
    if later is None:
        last = max(starts, default=0)
        advice = f"; its last statement is on line {last}" if last else ""
        what = what.removeprefix(f"line {line} ")
        return NoSpot(f"{what}, and no statement of {outermost.name} comes after it{advice}")
    said = f"{what}; {which}, line {later}, is taken"
    return _found(tree, outermost, starts[later], later, later, said)


def _outside(tree: ast.Module, line: int) -> str:
    classes = [
        node for node in index_of(tree).classes if start_of(node) < line <= (node.end_lineno or 0)
    ]
    where = f"in the body of class {max(classes, key=start_of).name} and " if classes else ""
    later = [entry for entry in functions_in(tree) if entry.first_line > line]
    advice = f"; the next function is {later[0].name}, on line {later[0].def_line}" if later else ""
    return f"is {where}in no function; wend reaches lines inside functions{advice}"


# What the compiler makes of it


def _lines_with_code(source: str, outermost: FunctionEntry) -> set[int]:
    """The lines of a function, and of functions in it, that have instructions of their own."""
    module = parse(source, "")  # of its own: the compiler changes nothing, and warns of nothing
    waiting = [compile_quietly(module, "", 0)]
    while waiting:
        code = waiting.pop()
        if code.co_firstlineno == outermost.first_line and code.co_flags & _OPTIMIZED:
            return {line for each in _codes(code) for _, line in places(each)}
        waiting.extend([each for each in code.co_consts if isinstance(each, CodeType)])
    return set()


_OPTIMIZED = 1
"""CO_OPTIMIZED: the code of a function, not of a module or class."""


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _codes(each)


class _Text:
    """The places of tokens: a line inside of a text in quotes is neither blank nor a comment."""

    def __init__(self, source: str) -> None:
        import tokenize  # most calls name the first line of a statement

        self._comments: set[int] = set()
        self._filled: set[int] = set()
        self._inside: set[int] = set()
        depth = 0
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                self._comments.add(token.start[0])
            if token.type in (tokenize.COMMENT, tokenize.NL) and depth:
                self._inside.add(token.start[0])
            if token.type == tokenize.OP:
                depth += (token.string in "([{") - (token.string in ")]}")
            if token.type not in (
                tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
            ):  # fmt: skip
                self._filled.update(range(token.start[0], token.end[0] + 1))

    def is_blank(self, line: int) -> bool:
        return line not in self._filled

    def is_inside(self, line: int) -> bool:
        """Whether a blank line is between brackets."""
        return line in self._inside

    def words(self, line: int) -> str:
        return f"line {line} is {'a comment' if line in self._comments else 'blank'}"


# What is never executed


def _dead(tree: ast.Module, statement: int) -> str:
    """Why no way leads to a statement; "" if one may."""
    for entry, flow in reversed(around(tree, statement)):  # the outermost first
        inside = flow.statement_of.get(statement)
        if inside is None:
            before = [each for each in set(flow.statement_of.values()) if each <= statement]
            inside = max(before, default=None)
        if inside is not None and inside not in flow.lines:
            body = function_from(tree, entry.first_line).body
            return _why(body, inside, flow.lines) or "no way leads to it"
    return ""


def _knows_assertions(function: ast.AST) -> bool:
    """Whether a function does something else under `python -O`, without assertions."""
    return any(
        (isinstance(part, ast.Name) and part.id == "__debug__")
        or (isinstance(part, ast.Assert) and truth_of(part.test) is False)
        for part in ast.walk(function)
    )


def _why(block: Sequence[ast.stmt], line: int, live: Collection[int]) -> str:
    """The statement of a block that keeps control from a line; "" if that is none of them."""
    for at, statement in enumerate(block):
        if not _holds(statement, line):
            continue
        before = [each for each in block[:at] if start_of(each) in live]
        if before and start_of(statement) not in live:
            return f"line {before[-1].lineno} {_LEAVES.get(type(before[-1]), 'never goes on')}"
        if isinstance(statement, ast.If | ast.While):
            known = truth_of(statement.test)
            in_body = any(_holds(each, line) for each in statement.body)
            if known is not None and known is not in_body and line != statement.lineno:
                test = ast.unparse(statement.test)
                return f"line {statement.lineno} needs {test} to be {in_body}, and it is not"
        return next((why for part in _blocks(statement) if (why := _why(part, line, live))), "")
    return ""


def _holds(statement: ast.stmt, line: int) -> bool:
    return start_of(statement) <= line <= (statement.end_lineno or 0)


_LEAVES: dict[type[ast.stmt], str] = {
    ast.Return: "returns before it",
    ast.Raise: "raises before it",
    ast.Break: "leaves the loop before it",
    ast.Continue: "goes on with the next turn before it",
    ast.While: "has no end",
}


def _blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        yield getattr(statement, name, [])
    for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        yield part.body
