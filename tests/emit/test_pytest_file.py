"""Written tests pass by themselves, read well, and are the same on every run."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys
import textwrap

import pytest

from wend.emit import pytest_file
from wend.errors import WendError
from wend.inputs.target import ModuleRef, TargetRef
from wend.path.outcome import Returned, Stopped
from wend.path.result import CoverResult, ReachResult

from .records import case, covered, module_in, raised, returned

SOURCE = textwrap.dedent(
    """
    import json
    from fractions import Fraction

    class EmptyCart(Exception):
        class Deep(Exception):
            pass

    class Cart:
        def __init__(self, n):
            self.n = n

        def total(self, k=1):
            if k > 100:
                raise EmptyCart(f'cart (empty): 100% "of" {object()}')
            if k < -100:
                raise EmptyCart.Deep("deep\\nin 'it' \\"\\x07")
            return self.n * k

        def __secret(self):
            return 1

        @classmethod
        def make(cls, n):
            return cls(n)

        @staticmethod
        def one():
            return 1

    def divide(a, b):
        return a / b

    def triangle(a, b, c):
        return "invalid"

    def test_me(x):
        return x > 0

    def result(x):
        return x

    def count(n):
        yield from range(n)

    def endless(n):
        while True:
            yield n

    async def later(n):
        return None

    async def stream(n):
        yield n

    def nan(x):
        return float("nan")

    def nans(x):
        return [float("nan"), 1]

    def half(x):
        return Fraction(x, 2)

    def parse(x):
        return json.loads("{")

    def named(a, b, *, first_keyword, second_keyword):
        return [list(range(40)), {"a": b}]

    def leave(x):
        raise SystemExit(x)

    def spin(x):
        while True:
            pass

    def text(x):
        return "it's \\"x\\"" * 20

    def many(x):
        return list(range(200))
    """
)


def everything(module: ModuleRef) -> list[CoverResult]:
    forms = [
        ("Cart.total", [case(returned("3"), self="Cart(3)", k="1")], {}),
        ("Cart.total", [case(returned("-6"), setup=["c = Cart(-3)"], self="c", k="2")], {}),
        (
            "Cart.total",
            [
                case(
                    raised(
                        "shop.cart.EmptyCart",
                        'cart (empty): 100% "of" <object object at 0x7f12345678>',
                    ),
                    self="Cart(3)",
                    k="101",
                ),
                case(
                    raised("shop.cart.EmptyCart.Deep", "deep\nin 'it' \"\x07"),
                    self="Cart(3)",
                    k="-101",
                ),
            ],
            {},
        ),
        ("Cart.__secret", [case(returned("1"), self="Cart(1)")], {}),
        ("Cart.make", [case(Returned(None, "<shop.cart.Cart object at 0x7f12>"), n="3")], {}),
        ("Cart.one", [case(returned("1"))], {}),
        ("divide", [case(returned("0.5"), a="1", b="2")], {}),
        ("divide", [case(raised("ZeroDivisionError", "division by zero"), a="1", b="0")], {}),
        ("test_me", [case(returned("True"), x="1"), case(returned("False"), x="0")], {}),
        ("result", [case(returned("'a'"), x="'a'")], {}),
        ("count", [case(returned("[0, 1]"), n="2")], {"kind": "generator"}),
        ("endless", [case(returned(repr([3] * 1000)), n="3")], {"kind": "generator"}),
        ("later", [case(returned("None"), n="3")], {"kind": "coroutine"}),
        ("stream", [case(returned("[3]"), n="3")], {"kind": "async generator"}),
        ("nan", [case(returned("float('nan')"), x="1")], {}),
        ("nans", [case(Returned("[float('nan'), 1]", "[nan, 1]"), x="1")], {}),
        ("half", [case(returned("Fraction(1, 2)"), x="1")], {}),
        (
            "parse",
            [
                case(
                    raised(
                        "json.decoder.JSONDecodeError",
                        "Expecting property name enclosed in double quotes: "
                        "line 1 column 2 (char 1)",
                    ),
                    x="1",
                )
            ],
            {},
        ),
        (
            "named",
            [
                case(
                    returned(repr([list(range(40)), {"a": -22222222222222}])),
                    a="11111111111111111111111",
                    b="-22222222222222",
                    first_keyword="'a'",
                    second_keyword="(1, 2)",
                )
            ],
            {"by_keyword": frozenset(("first_keyword", "second_keyword"))},
        ),
        ("leave", [case(raised("SystemExit", "3"), x="3")], {}),
        ("spin", [case(Stopped("timeout"), x="3")], {}),
        ("text", [case(returned(repr('it\'s "x"' * 20)), x="3")], {}),
        ("many", [case(returned(repr(list(range(200)))), x="3")], {}),
    ]
    return [
        covered(module, name, *cases, line=line, **more)
        for line, (name, cases, more) in enumerate(forms)
    ]


@pytest.fixture(name="shop")
def shop_module(tmp_path: pathlib.Path) -> ModuleRef:
    return module_in(tmp_path / "src", "shop.cart", SOURCE)


def passes(directory: pathlib.Path) -> str:
    """What pytest says of the tests in a directory, where no wend can be imported."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(directory)],
        cwd=directory.parent,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_kind_of_case_becomes_a_test_that_passes(
    shop: ModuleRef, tmp_path: pathlib.Path
) -> None:
    written = pytest_file.write_tests(everything(shop), tmp_path / "tests")

    assert written.reasons == ()
    assert written.files == (tmp_path / "tests" / "test_cart.py",)
    assert written.tests == 25
    assert "24 passed, 1 skipped" in passes(tmp_path / "tests")
    assert {path.name for path in tmp_path.iterdir()} == {"src", "tests"}


def test_the_file_reads_as_a_colleague_would_write_it(tmp_path: pathlib.Path) -> None:
    module = ModuleRef("shop.cart", str(tmp_path / "src/shop/cart.py"), str(tmp_path / "src"))
    results = [
        covered(
            module,
            "divide",
            case(raised("ZeroDivisionError", "division by zero"), a="0", b="0"),
            case(returned("0.5"), a="1", b="2"),
            case(returned("-1.0"), a="-1", b="1"),
            line=9,
        ),
        covered(
            module,
            "Cart.total",
            case(raised("shop.cart.EmptyCart", "empty (0)"), self="c", setup=["c = Cart()"]),
            case(returned("True"), self="Cart('a')", k="1"),
            line=2,
            by_keyword=frozenset("k"),
        ),
    ]

    assert pytest_file.test_files(results, tmp_path / "tests") == {
        tmp_path / "tests" / "test_cart.py": textwrap.dedent(
            '''\
            """Cases of shop.cart, found by wend."""

            import pathlib
            import sys

            import pytest

            sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "../src"))

            from shop.cart import Cart, EmptyCart, divide


            def test_cart_total_is_true_when_k_is_1():
                assert Cart("a").total(k=1) is True


            def test_cart_total_raises_empty_cart():
                c = Cart()

                with pytest.raises(EmptyCart, match=r"^empty \\(0\\)$"):
                    c.total()


            def test_divide_is_0_point_5_when_a_is_1():
                assert divide(1, 2) == 0.5


            def test_divide_is_minus_1_when_a_is_minus_1():
                assert divide(-1, 1) == -1.0


            def test_divide_raises_zero_division_error_when_a_is_0():
                with pytest.raises(ZeroDivisionError, match=r"^division by zero$"):
                    divide(0, 0)
            '''
        )
    }


@pytest.mark.skipif(
    shutil.which("ruff", path=str(pathlib.Path(sys.executable).parent)) is None,
    reason="ruff is not installed",
)
def test_a_formatter_has_nothing_to_change(shop: ModuleRef, tmp_path: pathlib.Path) -> None:
    ruff = pathlib.Path(sys.executable).parent / "ruff"
    pytest_file.write_tests(everything(shop), tmp_path / "tests")
    done = subprocess.run(
        [ruff, "format", "--isolated", "--diff", tmp_path / "tests"], capture_output=True, text=True
    )

    assert done.stdout == ""
    assert done.returncode == 0


def test_the_same_bytes_on_every_run_whatever_the_order(
    shop: ModuleRef, tmp_path: pathlib.Path
) -> None:
    results = everything(shop)
    first = pytest_file.test_files(results, tmp_path / "tests")
    again = pytest_file.test_files(results[::-1], tmp_path / "tests")

    assert first == again


def test_an_unchanged_file_is_not_touched(shop: ModuleRef, tmp_path: pathlib.Path) -> None:
    results = [covered(shop, "divide", case(returned("0.5"), a="1", b="2"))]
    (file,) = pytest_file.write_tests(results, tmp_path / "tests").files
    before = file.stat()
    pytest_file.write_tests(results, tmp_path / "tests")

    assert (file.stat().st_mtime_ns, file.stat().st_ino) == (before.st_mtime_ns, before.st_ino)


def test_tests_survive_a_moved_checkout(shop: ModuleRef, tmp_path: pathlib.Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    shutil.move(tmp_path / "src", project / "src")
    module = ModuleRef(shop.name, str(project / "src/shop/cart.py"), str(project / "src"))
    results = [covered(module, "divide", case(returned("0.5"), a="1", b="2"))]
    pytest_file.write_tests(results, project / "tests")
    moved = project.rename(tmp_path / "elsewhere")

    assert "1 passed" in passes(moved / "tests")


def test_a_test_that_fails_is_left_out_with_a_reason(
    shop: ModuleRef, tmp_path: pathlib.Path
) -> None:
    good = case(returned("0.5"), a="1", b="2")
    wrong = case(returned("7"), a="9", b="9")
    written = pytest_file.write_tests([covered(shop, "divide", good, wrong)], tmp_path / "tests")
    (reason,) = written.reasons

    assert written.tests == 1
    assert reason.what == "flaky"
    assert reason.name == "test_divide_is_7_when_a_is_9"
    assert "is_7" not in written.files[0].read_text()


def test_a_test_that_kills_its_process_is_found(tmp_path: pathlib.Path) -> None:
    module = module_in(tmp_path, "fatal", "import os\ndef die(x):\n    if x: os._exit(7)\n")
    cases = [case(returned("None"), x="0"), case(returned("None"), x="1")]
    written = pytest_file.write_tests([covered(module, "die", *cases)], tmp_path / "tests")

    assert written.tests == 1
    assert [reason.name for reason in written.reasons] == ["test_die_is_none_when_x_is_1"]


def test_a_test_that_passes_only_once_is_left_out(tmp_path: pathlib.Path) -> None:
    source = f"""
    import os, pathlib
    RUNS = pathlib.Path({str(tmp_path / "runs")!r})

    def first(x):
        return not RUNS.exists() or bool(RUNS.unlink())

    def leave():
        if RUNS.exists(): os._exit(0)
        RUNS.touch()

    def fine():
        RUNS.touch()
    """
    module = module_in(tmp_path, "changing", textwrap.dedent(source))
    results = [
        covered(module, "first", case(returned("True"), x="1")),
        covered(module, "fine", case(returned("None")), line=2),
    ]
    written = pytest_file.write_tests(results, tmp_path / "tests", allow=["write"])
    at_exit = [covered(module, "leave", case(returned("None")))]

    assert [reason.name for reason in written.reasons] == ["test_first_is_true_when_x_is_1"]
    assert written.tests == 1
    (tmp_path / "runs").unlink(missing_ok=True)
    assert pytest_file.write_tests(at_exit, tmp_path / "more").files == ()


def test_a_module_that_cannot_be_imported_leaves_no_file(tmp_path: pathlib.Path) -> None:
    module = module_in(tmp_path, "broken", "1 / 0\n")
    written = pytest_file.write_tests(
        [covered(module, "f", case(returned("1")))], tmp_path / "tests"
    )

    assert written.files == ()
    assert [reason.name for reason in written.reasons] == ["test_f_is_1"]
    assert "division by zero" in written.reasons[0].says


def test_a_test_that_cannot_be_compiled_takes_no_other_with_it(
    shop: ModuleRef, tmp_path: pathlib.Path
) -> None:
    good = case(returned("0.5"), a="1", b="2")
    huge = case(returned("1.0"), a="9" * 5000, b="9" * 5000)
    foreign = case(raised("no_such_module.Error", "no"), a="1", b="7")
    results = [covered(shop, "divide", good, huge, foreign)]
    written = pytest_file.write_tests(results, tmp_path / "tests")

    assert written.tests == 1
    assert [reason.name for reason in written.reasons] == [
        "test_divide_is_1_when_a_is_huge",
        "test_divide_raises_error_when_b_is_7",
    ]


def test_without_pytest_the_tests_are_run_all_the_same(
    shop: ModuleRef, tmp_path: pathlib.Path
) -> None:
    # Isolated, and without site-packages: an interpreter that has nothing installed.
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" -S "$@"\n')
    python.chmod(0o755)
    wrong = covered(shop, "half", case(returned("7"), x="9"), line=99)
    written = pytest_file.write_tests(
        [*everything(shop), wrong], tmp_path / "tests", python=str(python)
    )

    assert [reason.name for reason in written.reasons] == ["test_half_is_7_when_x_is_9"]
    assert written.tests == 25


def test_a_file_that_wend_did_not_write_is_kept(shop: ModuleRef, tmp_path: pathlib.Path) -> None:
    mine = tmp_path / "tests" / "test_cart.py"
    mine.parent.mkdir()
    mine.write_text("# my own work\n")
    results = [covered(shop, "divide", case(returned("0.5"), a="1", b="2"))]
    for _ in range(2):
        written = pytest_file.write_tests(results, tmp_path / "tests")

        assert mine.read_text() == "# my own work\n"
        assert [path.name for path in written.files] == ["test_cart_by_wend.py"]
        assert [reason.what for reason in written.reasons] == ["file-kept"]


def test_modules_with_the_same_last_name_get_files_of_their_own(tmp_path: pathlib.Path) -> None:
    results = [
        covered(module_in(tmp_path / "src", name, "def f(): return 1\n"), "f", case(returned("1")))
        for name in ("a.util", "b.util", "other")
    ]
    written = pytest_file.write_tests(results, tmp_path / "tests")

    assert [path.name for path in written.files] == [
        "test_a_util.py",
        "test_b_util.py",
        "test_other.py",
    ]


def test_module_loaded_by_its_path(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "json.py"
    file.write_text("class Own(Exception): pass\ndef f(x):\n    raise Own('no')\n")
    module = ModuleRef("json", str(file), by_path=True)
    results = [covered(module, "f", case(raised("json.Own", "no"), x="1"))]
    written = pytest_file.write_tests(results, tmp_path / "tests")

    assert written.tests == 1
    assert written.reasons == ()
    assert "1 passed" in passes(tmp_path / "tests")


def test_only_the_interpreters_own_recursion_error_is_cut_short(tmp_path: pathlib.Path) -> None:
    module = ModuleRef("deep", str(tmp_path / "deep.py"))
    too_deep = "maximum recursion depth exceeded in comparison"
    cases = [
        case(raised("RecursionError", "too many levels"), x="1"),
        case(raised("RecursionError", too_deep), x="2"),
    ]

    (text,) = pytest_file.test_files([covered(module, "f", *cases)], tmp_path).values()
    assert 'match=r"^too many levels$"' in text
    assert 'match=r"^maximum recursion depth exceeded"' in text


def test_standard_library_module_needs_no_path(tmp_path: pathlib.Path) -> None:
    module = ModuleRef("calendar", "/usr/lib/python/calendar.py")
    results = [covered(module, "isleap", case(returned("True"), year="4"))]

    (text,) = pytest_file.test_files(results, tmp_path).values()
    assert text == (
        '"""Cases of calendar, found by wend."""\n\nfrom calendar import isleap\n\n\n'
        "def test_isleap_is_true_when_year_is_4():\n    assert isleap(4) is True\n"
    )


def test_reach_gives_one_test_of_its_entry(shop: ModuleRef, tmp_path: pathlib.Path) -> None:
    found = case(returned("0.5"), a="1", b="2")
    result = ReachResult(TargetRef(shop, "divide"), 42, "divide", "reached", found)

    assert pytest_file.write_tests([result], tmp_path / "tests").tests == 1


def test_no_cases_write_nothing(shop: ModuleRef, tmp_path: pathlib.Path) -> None:
    written = pytest_file.write_tests([covered(shop, "divide")], tmp_path / "tests")

    assert written.files == ()
    assert not (tmp_path / "tests").exists()


def test_directory_that_cannot_be_written_is_the_users_mistake(
    shop: ModuleRef, tmp_path: pathlib.Path
) -> None:
    (tmp_path / "file").touch()
    results = [covered(shop, "divide", case(returned("0.5"), a="1", b="2"))]

    with pytest.raises(WendError, match=r"cannot write tests into .*file/tests.*-o"):
        pytest_file.write_tests(results, tmp_path / "file" / "tests")


def test_what_hangs_on_the_hash_of_text_is_left_out(wend, tmp_path: pathlib.Path) -> None:
    wend.file(
        "hashed.py",
        """
def f(text: str, number: int):
    if number > 7:
        return "large"
    return "even" if hash(text + "!") % 2 == 0 else "odd"
""",
    )
    done = wend("cover", "hashed.py", "-o", "tests", "--json", "-", "--no-chance")
    (result,) = done.results
    written = (tmp_path / "tests" / "test_hashed.py").read_text()

    assert "nondeterministic" in {each["what"] for each in result["reasons"]}
    assert "large" in written
    assert "even" not in written
    assert "odd" not in written


@pytest.mark.slow
def test_a_module_whose_process_never_ends_costs_its_tests_and_no_more(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pytest_file, "SECONDS_FOR_ONE", 3.0)
    (tmp_path / "waits.py").write_text(
        "import threading\n"
        "threading.Thread(target=threading.Event().wait).start()\n"
        "def f(x): return x\n"
    )
    (tmp_path / "plain.py").write_text("def f(x): return x\n")
    results = [
        covered(
            ModuleRef(name, str(tmp_path / f"{name}.py"), str(tmp_path)),
            "f",
            *[case(returned(str(x)), x=str(x)) for x in range(4)],
        )
        for name in ("waits", "plain")
    ]
    written = pytest_file.write_tests(results, tmp_path / "tests")

    assert written.files == (tmp_path / "tests" / "test_plain.py",)
    assert written.tests == 4
    assert all("did not end" in str(reason) for reason in written.reasons)
    assert len(written.reasons) == 4
