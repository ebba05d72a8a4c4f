"""The examples of [000], Higher-Order Test Generation, in its three ways to deal with imprecision.

The hash functions are real ones, named as opaque; nothing is drawn by chance here, and no constant
of the code is tried: what is found follows from runs and proofs.
"""

from __future__ import annotations

import itertools
from typing import Any

import pytest

pytestmark = pytest.mark.slow

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
    why = "no inputs make x == fnv(y) and y == fnv(x) true whatever paper.fnv returns"
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
import hashlib, zlib

def fnv(text: str) -> int:
    value = 0x811C9DC5
    for char in text:
        value = ((value ^ ord(char)) * 0x01000193) & 0xFFFFFFFF
    return value

def small(): ...

def crc(text: str) -> int:
    return zlib.crc32(text.encode())

def md5(text: str) -> int:
    return int.from_bytes(hashlib.md5(text.encode()).digest()[:4], "big")
"""

FLEX = """
class Table:
    def __init__(self, hashfunct, words):
        self.hashfunct = hashfunct
        self.rows = {}
        for number, word in enumerate(words, 1):
            self.addsym(word, number)

    def addsym(self, word, number):
        self.rows.setdefault(self.hashfunct(word) % 1009, []).append((word, number))

    def findsym(self, word):
        for known, number in self.rows.get(self.hashfunct(word) % 1009, ()):
            if known == word:
                return number
        return 0

def parsed(symbol):
    if symbol == 1:
        return "first"
    if symbol == 2:
        return "second"
    if symbol == 3:
        return "third"
    return "name"
"""


def keywords(hash_function: str) -> list[str]:
    """Two words of the same hash, and a third."""
    names: dict[str, Any] = {}
    exec(LEXER, names)
    seen: dict[int, str] = {}
    for word in map("".join, itertools.product("bcdfgh", "aeiou", "klmnprst")):
        number = names[hash_function](word) % 1009
        if number in seen:
            return [seen[number], word, "xyz"]
        seen[number] = word
    raise AssertionError


@pytest.fixture(scope="module")
def lexers(shared_wend) -> dict[str, list[dict[str, Any]]]:
    source = LEXER + FLEX
    for name in ("fnv", "crc", "md5"):
        words = " ".join(keywords(name)).encode().hex()
        source += f"""
TABLE_{name} = Table({name}, bytes.fromhex("{words}").decode().split())

def step_{name}(word: str):
    return parsed(TABLE_{name}.findsym(word))
"""
    shared_wend.file("paper.py", source)
    targets = [f"paper.py::step_{name}" for name in ("fnv", "crc", "md5")]
    return {
        mode: shared_wend("cover", *targets, "--imprecision", mode, *OPTIONS).results
        for mode in MODES
    }


@pytest.mark.parametrize("hash_function", ["fnv", "crc", "md5"])
@pytest.mark.parametrize("mode", MODES)
def test_a_lexer_with_a_table_that_is_filled_at_import(lexers, mode: str, hash_function) -> None:
    """Figure 4: the keywords are known from the import, which is watched; two of them collide."""
    result = lexers[mode][["fnv", "crc", "md5"].index(hash_function)]
    found = {case["outcome"]["value"]: case["args"]["word"] for case in result["cases"]}
    found.pop("'name'")

    if mode == "higher-order":
        words = dict(zip(("first", "second", "third"), keywords(hash_function), strict=True))
        assert found == {repr(symbol): repr(word) for symbol, word in words.items()}
        assert result["divergences"] == 0
        assert "samples" in {case["method"] for case in result["cases"]}
    else:
        assert not found


@pytest.mark.parametrize("mode", MODES)
def test_hard_coded_hashes_and_well_formed_inputs(wend, mode: str) -> None:
    """§7, at its end: the pairs are learned from well-formed inputs; what one run saw of a word
    serves another one, which has it in another place. (test_corpus has tests as such inputs.)"""
    value = 0x811C9DC5
    for char in b"begin":
        value = ((value ^ char) * 0x01000193) & 0xFFFFFFFF
    source = (
        LEXER
        + f"""
def hard_coded(word: str, more: str):
    if fnv(more) >= 0 and fnv(word) == {value}:
        return "error"
    return "name"
"""
    )
    given = ("--input", "word='aaaaa', more='begin'")
    result = cover(wend, "hard_coded", mode, *given, source=source)

    assert finds_error(result) == (mode == "higher-order")


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


def test_a_function_is_marked_as_opaque_where_it_is_defined(wend) -> None:
    """By those who call it; as a target it is looked into."""
    wend.file(
        "marked.py",
        """
        import wend

        @wend.opaque
        def twisted(number: int) -> int:
            if number == 123:
                return 7
            return number * 31 ^ 5

        def foo(x: int, y: int):
            if x == twisted(y) and y == 10:
                return "error"
            return "fine"
        """,
    )
    targets = ("marked.py::twisted", "marked.py::foo")
    twisted, foo = wend("cover", *targets, "--no-chance", "--json", "-").results

    assert twisted["verdict"] == "complete"
    assert twisted["paths"]["count"] == 2
    assert error_case(foo)["args"] == {"x": str(10 * 31 ^ 5), "y": "10"}
    (opaque,) = foo["opaque"]
    assert opaque["function"] == "marked.twisted"
    (reason,) = foo["reasons"]
    assert reason["says"] == (
        "marked.twisted is treated as opaque: its results are taken from samples"
    )
    assert "--corpus" in reason["remedy"]


@pytest.mark.parametrize("mode", ["concretize", "sound"])
def test_the_remedy_is_to_reason_about_it(examples, mode: str) -> None:
    reasons = examples("fnv", mode, "foo")["reasons"]
    (reason,) = [each for each in reasons if each["what"] == "opaque-call"]

    assert reason["remedy"] == "--imprecision higher-order reasons about it"
