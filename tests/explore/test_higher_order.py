"""The examples of [000], Higher-Order Test Generation, in its three ways to deal with imprecision.

The hash functions are real ones, named as opaque; nothing is drawn by chance here, and no constant
of the code is tried: what is found follows from runs and proofs.
"""

from __future__ import annotations

from typing import Any

import pytest

HASHES = {
    "fnv": """
def fnv(number: int) -> int:
    value = 0x811C9DC5
    for byte in (number & 0xFFFFFFFFFFFFFFFF).to_bytes(8, "little"):
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    return value
""",
    "crc": """
import zlib

def fnv(number: int) -> int:
    return zlib.crc32(number.to_bytes(16, "little", signed=True))
""",
    "sha": """
import hashlib

def fnv(number: int) -> int:
    return int.from_bytes(hashlib.sha256(b"%d" % number).digest()[:6], "big")
""",
}

HASH = (
    HASHES["fnv"]
    + """
def small(number: int) -> int:
    return number * 7 % 5
"""
)

EXAMPLES = """
def small(): ...

def obscure(x: int, y: int):
    if x == fnv(y):
        return "error"
    return "fine"

def foo(x: int, y: int):
    if x == fnv(y):
        if y == 10:
            return "error"
        return "fine"
    return "other"

def foo_bis(x: int, y: int):
    if x != fnv(y):
        if y == 10:
            return "error"
        return "fine"
    return "other"

def bar(x: int, y: int):
    if x == fnv(y) and y == fnv(x):
        return "error"
    return "fine"

def pub(x: int, y: int):
    if fnv(x) > 0 and y == 10:
        return "error"
    return "fine"

def equal(x: int, y: int):
    if x > 0:
        if fnv(x) == fnv(y):
            return "error"
    return "fine"

def delayed(x: int, y: int):
    z = fnv(y)
    if y == 10:
        return "error"
    return "fine"
"""

OPTIONS = (
    *("--no-chance", "--json", "-", "--budget", "5", "--max-executions", "50"),
    *("--opaque", "paper.fnv", "--opaque", "paper.small"),
)


def cover(wend, function: str, mode: str, *options: str, source: str) -> dict[str, Any]:
    wend.file("paper.py", source)
    done = wend("cover", f"paper.py::{function}", "--imprecision", mode, *OPTIONS, *options)
    (result,) = done.results
    assert result["error"] is None
    return result


def finds_error(result: dict[str, Any]) -> bool:
    return any(case["outcome"].get("value") == "'error'" for case in result["cases"])


def error_case(result: dict[str, Any]) -> dict[str, Any]:
    (case,) = [each for each in result["cases"] if each["outcome"].get("value") == "'error'"]
    return case


MODES = ("concretize", "sound", "higher-order")

VERDICTS = {
    # found in these modes
    "obscure": (True, True, True),
    "foo_bis": (True, False, True),
    "foo": (True, False, True),
    "bar": (False, False, False),
    "pub": (True, True, True),
    "equal": (False, False, True),
    "delayed": (True, True, True),
}


@pytest.fixture(scope="module")
def examples(shared_wend):
    """The results of all examples, by hash function, mode and example; explored when asked for."""
    found: dict[tuple[str, str], dict[str, dict[str, Any]]] = {}

    def of(hash_function: str, mode: str, example: str) -> dict[str, Any]:
        if (hash_function, mode) not in found:
            shared_wend.file("paper.py", HASHES[hash_function] + EXAMPLES)
            targets = [f"paper.py::{each}" for each in VERDICTS]
            done = shared_wend("cover", *targets, "--imprecision", mode, *OPTIONS)
            found[hash_function, mode] = {each["target"]["function"]: each for each in done.results}
        return found[hash_function, mode][example]

    return of


@pytest.mark.parametrize("example", VERDICTS)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("hash_function", HASHES)
def test_the_papers_verdicts(examples, hash_function: str, mode: str, example: str) -> None:
    result = examples(hash_function, mode, example)

    assert result["error"] is None
    assert finds_error(result) == VERDICTS[example][MODES.index(mode)]
    if mode != "concretize":
        assert result["divergences"] == 0


@pytest.mark.parametrize("hash_function", HASHES)
def test_unsound_concretization_diverges(examples, hash_function: str) -> None:
    assert examples(hash_function, "concretize", "foo")["divergences"] > 0


@pytest.mark.parametrize("hash_function", HASHES)
def test_a_missing_sample_is_learned_by_an_intermediate_run(examples, hash_function: str) -> None:
    """Example 7: two steps, the second of which is the case."""
    result = examples(hash_function, "higher-order", "foo")

    assert result["steps"] == 1
    assert error_case(result)["method"] == "steps"
    assert result["executions"] == 4


def test_equal_results_come_of_equal_arguments_as_small_as_can_be(examples) -> None:
    """Example 5."""
    result = examples("fnv", "higher-order", "equal")

    assert error_case(result)["args"] == {"x": "1", "y": "1"}
    assert error_case(result)["method"] == "validity"


def test_an_invalid_formula_gives_no_test_and_says_why(examples) -> None:
    """Example 3."""
    result = examples("fnv", "higher-order", "bar")

    (reason,) = [each for each in result["reasons"] if each["what"] == "solver-unknown"]
    why = "no inputs make x == paper.fnv(y) and y == paper.fnv(x) true whatever paper.fnv returns"
    assert why in reason["says"]
    assert "--input" in reason["remedy"]
    assert result["not_reached"][0].endswith(why)


def test_what_was_made_of_opaque_functions_is_told(examples) -> None:
    told = {
        "function": "paper.fnv",
        "calls": 4,
        "samples": 2,
        "mode": "higher-order",
        "branches": [15],
    }

    assert examples("fnv", "higher-order", "foo")["opaque"] == [told]
    assert examples("fnv", "sound", "foo")["opaque"] == [
        {**told, "calls": 2, "samples": 1, "mode": "sound"}
    ]


def test_a_person_is_told_what_hangs_on_an_opaque_function(wend) -> None:
    wend.file("paper.py", HASHES["fnv"] + EXAMPLES)
    options = ("--opaque", "paper.fnv", "--no-chance")
    covered = wend("cover", "paper.py::foo", "-v", *options).out
    reached = wend("reach", "paper.py:17", *options).out

    assert "paper.fnv: 4 calls, 2 samples, higher-order; line 15 hangs on it" in covered
    assert "found by steps" in covered
    assert "higher-order; line 15 hangs on it" in reached


@pytest.mark.parametrize("mode", MODES)
def test_samples_make_valid_what_is_not(wend, mode: str) -> None:
    """Example 6: f(x) == f(y) + 1, once f was seen to return neighbours."""
    source = (
        HASH
        + """
def one_more(x: int, y: int):
    if x > 5 and y > 5:
        if small(x) == small(y) + 1:
            return "error"
    return "fine"
"""
    )
    given = ("--input", "x=6, y=7", "--input", "x=8, y=9")
    result = cover(wend, "one_more", mode, *given, source=source)

    assert finds_error(result) == (mode == "higher-order")
    if mode == "higher-order":
        assert error_case(result)["method"] == "samples"


def test_a_chain_of_hashes_takes_a_step_for_each(wend) -> None:
    """§5.3: k-step test generation."""
    source = HASH
    for steps in (2, 3, 4, 5):
        names = [f"x{at}" for at in range(steps + 1)]
        lines = [f"def chain_of_{steps}({', '.join(f'{name}: int' for name in names)}):"]
        for at in range(steps):
            lines.append("    " * (at + 1) + f"if x{at} == fnv(x{at + 1}):")
        lines.append("    " * (steps + 1) + f"if x{steps} == 10:")
        lines.append("    " * (steps + 2) + "return 'error'")
        lines.append("    return 'fine'")
        source += "\n".join(lines) + "\n"
    wend.file("paper.py", source)
    targets = [f"paper.py::chain_of_{steps}" for steps in (2, 3, 4, 5)]

    for mode in ("sound", "higher-order"):
        results = wend("cover", *targets, "--imprecision", mode, *OPTIONS).results
        assert [finds_error(each) for each in results] == [mode == "higher-order"] * 4
        assert [each["divergences"] for each in results] == [0] * 4
    assert [error_case(each)["method"] for each in results] == ["steps"] * 4
    assert all(each["steps"] >= steps for steps, each in zip((2, 3, 4, 5), results, strict=True))


LEXER = """
def fnv(text: str) -> int:
    value = 0
    for char in text:
        value = (value * 31 + ord(char)) % 1009
    return value

def small(): ...

class Table:
    def __init__(self):
        self.rows = {}

    def addsym(self, word, number):
        self.rows.setdefault(fnv(word), []).append((word, number))

    def findsym(self, word):
        for known, number in self.rows.get(fnv(word), ()):
            if known == word:
                return number
        return 0

WORDS = bytes.fromhex("696620646f2066692077686c").decode().split()  # if, do, fi, whl
TABLE = Table()
for number, word in enumerate(WORDS, 1):
    TABLE.addsym(word, number)

def step(word: str):
    symbol = TABLE.findsym(word)
    if symbol == 1:
        return "if"
    if symbol == 2:
        return "do"
    if symbol == 4:
        return "error"
    return "name"

def hard_coded(word: str):
    if fnv(word) == 246:
        return "error"
    return "name"
"""


def test_a_lexer_with_a_table_that_is_filled_at_import(wend) -> None:
    """Figure 4: the keywords are known from the import, which is watched."""
    result = cover(wend, "step", "higher-order", source=LEXER)

    assert {case["outcome"].get("value") for case in result["cases"]} >= {
        *("'if'", "'do'", "'error'", "'name'")
    }
    assert result["divergences"] == 0
    assert not finds_error(cover(wend, "step", "sound", source=LEXER))


def test_hard_coded_hashes_and_a_corpus(wend) -> None:
    """§7, at its end: the pairs are learned from well-formed inputs; the samples of a run serve
    another one, with other inputs."""
    source = LEXER.replace("def hard_coded(word: str):", "def hard_coded(word: str, more: str):")
    source = source.replace("fnv(word) == 246", "fnv(more) >= 0 and fnv(word) == 246")
    value = 0
    for char in "begin":
        value = (value * 31 + ord(char)) % 1009
    source = source.replace("246", str(value))
    with_corpus = cover(
        wend, "hard_coded", "higher-order", "--input", "word='aaaaa', more='begin'", source=source
    )

    assert finds_error(with_corpus)
    assert not finds_error(cover(wend, "hard_coded", "sound", source=source))


def test_a_real_hash_is_called_by_wend_itself(wend) -> None:
    source = """
import hashlib, zlib

def signed(data: bytes, mark: int):
    if len(data) == 2 and zlib.crc32(data) == mark:
        if data == b"ok":
            return "error"
    return "fine"

def digest(data: bytes, mark: bytes):
    if len(data) == 1 and hashlib.md5(data).digest() == mark:
        return "error"
    return "fine"

def fnv(): ...
def small(): ...
"""
    assert finds_error(cover(wend, "signed", "higher-order", source=source))
    assert finds_error(cover(wend, "digest", "higher-order", source=source))


def test_a_function_that_is_not_pure_is_noticed(wend) -> None:
    source = """
import itertools

counter = itertools.count()

def fnv(number: int) -> int:
    return next(counter)

def f(x: int):
    if x == fnv(3):
        return "error"
    if fnv(x) == fnv(x):
        return "error"
    return "fine"

def small(): ...
"""
    result = cover(wend, "f", "higher-order", source=source)

    assert {"nondeterministic", "state-leaked"} & {each["what"] for each in result["reasons"]}


def test_a_list_that_an_opaque_function_hands_out_stays_the_same(wend) -> None:
    source = """
SHARED = [3]

def fnv(number: int):
    return SHARED

def small(): ...

def f(x: int):
    return "same" if fnv(x) is SHARED else "error"
"""
    result = cover(wend, "f", "higher-order", source=source)

    assert not finds_error(result)
    assert "divergence" not in {each["what"] for each in result["reasons"]}
