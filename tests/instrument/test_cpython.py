"""CPython's own tests pass exactly as before with the modules under test and the test modules
instrumented: the outcome of every test is the same, whether it passes, is skipped or fails.

A few modules are run each time; WEND_ALL_CPYTHON=1 runs all that are listed here.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

WORKER = Path(__file__).with_name("cpython_worker.py")
SOURCES = Path(__file__).parents[2] / "src"

PATHLIB = "test_pathlib.test_pathlib" if sys.version_info >= (3, 13) else "test_pathlib"
STR = "test_str" if sys.version_info >= (3, 13) else "test_unicode"
"""The test modules that have other names in other versions."""

QUICK = {
    "test_abc": "abc",
    "test_binop": "builtins",
    "test_bisect": "bisect",
    "test_bool": "builtins",
    "test_collections": "collections collections.abc",
    "test_colorsys": "colorsys",
    "test_compare": "builtins",
    "test_complex": "builtins",
    "test_contains": "builtins",
    "test_contextlib": "contextlib",
    "test_copy": "copy",
    "test_dataclasses": "dataclasses",
    "test_defaultdict": "collections",
    "test_dict": "builtins",
    "test_dictviews": "builtins",
    "test_difflib": "difflib",
    "test_enum": "enum",
    "test_enumerate": "builtins",
    "test_float": "builtins",
    "test_fnmatch": "fnmatch",
    "test_format": "builtins",
    "test_fractions": "fractions",
    "test_functools": "functools",
    "test_getopt": "getopt",
    "test_graphlib": "graphlib",
    "test_html": "html",
    "test_index": "builtins",
    "test_ipaddress": "ipaddress",
    "test_json.test_decode": "json json.decoder",
    "test_json.test_dump": "json json.encoder",
    "test_json.test_fail": "json json.decoder",
    "test_json.test_scanstring": "json json.decoder",
    "test_keyword": "keyword",
    "test_list": "builtins",
    "test_memoryio": "io",
    "test_netrc": "netrc",
    "test_operator": "operator",
    "test_optparse": "optparse",
    "test_ordered_dict": "collections",
    "test_posixpath": "posixpath",
    PATHLIB: "pathlib",
    "test_quopri": "quopri",
    "test_range": "builtins",
    "test_re": "re",
    "test_reprlib": "reprlib",
    "test_shlex": "shlex",
    "test_slice": "builtins",
    "test_sort": "builtins",
    "test_string": "string",
    "test_strptime": "_strptime",
    "test_textwrap": "textwrap",
    "test_tuple": "builtins",
    "test_types": "types",
    "test_urlparse": "urllib.parse",
    "test_userdict": "collections",
    "test_userlist": "collections",
}
"""Test modules, each with the modules that it tests."""

MORE = {
    "test_calendar": "calendar",
    "test_deque": "collections",
    "test_heapq": "heapq",
    "test_itertools": "builtins",
    STR: "builtins",
    "test_pprint": "pprint",
    "test_statistics": "statistics",
    "test_set": "builtins",
    "test_math": "builtins",
    "test_decimal": "decimal",
    "test_bytes": "builtins",
    "test_argparse": "argparse",
    "test_ast": "ast",
    "test_cmd": "cmd",
    "test_codeop": "codeop",
    "test_configparser": "configparser",
    "test_copyreg": "copyreg",
    "test_csv": "csv",
    "test_filecmp": "filecmp",
    "test_fstring": "builtins",
    "test_generators": "builtins",
    "test_genericpath": "genericpath",
    "test_gettext": "gettext",
    "test_glob": "glob",
    "test_inspect": "inspect",
    "test_linecache": "linecache",
    "test_locale": "locale",
    "test_logging": "logging",
    "test_mimetypes": "mimetypes",
    "test_ntpath": "ntpath",
    "test_numeric_tower": "numbers fractions",
    "test_opcodes": "opcode",
    "test_random": "random",
    "test_sched": "sched",
    "test_secrets": "secrets",
    "test_stat": "stat",
    "test_tokenize": "tokenize",
    "test_typing": "typing",
    "test_userstring": "collections",
    "test_weakset": "_weakrefset",
    "test_array": "builtins",
    "test_asyncgen": "builtins",
    "test_augassign": "builtins",
    "test_base64": "base64",
    "test_binascii": "builtins",
    "test_bufio": "builtins",
    "test_class": "builtins",
    "test_cmath": "builtins",
    "test_codeccallbacks": "codecs",
    "test_context": "builtins",
    "test_contextlib_async": "contextlib",
    "test_coroutines": "builtins",
    "test_decorators": "builtins",
    "test_dictcomps": "builtins",
    "test_dynamic": "builtins",
    "test_dynamicclassattribute": "types",
    "test_email.test__header_value_parser": "email._header_value_parser",
    "test_email.test_email": "email",
    "test_email.test_headerregistry": "email.headerregistry",
    "test_eof": "builtins",
    "test_except_star": "builtins",
    "test_exception_group": "builtins",
    "test_exception_hierarchy": "builtins",
    "test_exception_variations": "builtins",
    "test_flufl": "builtins",
    "test_funcattrs": "builtins",
    "test_generator_stop": "builtins",
    "test_genericalias": "types",
    "test_global": "builtins",
    "test_grammar": "builtins",
    "test_asyncio.test_tasks": "asyncio.tasks",
    "test_hash": "builtins",
    "test_hashlib": "hashlib",
    "test_hmac": "hmac",
    "test_htmlparser": "html.parser",
    "test_http_cookies": "http.cookies",
    "test_int": "builtins",
    "test_isinstance": "builtins",
    "test_keywordonlyarg": "builtins",
    "test_long": "builtins",
    "test_longexp": "builtins",
    "test_minidom": "xml.dom.minidom",
    "test_module": "builtins",
    "test_named_expressions": "builtins",
    "test_opcache": "builtins",
    "test_pkgutil": "pkgutil",
    "test_plistlib": "plistlib",
    "test_positional_only_arg": "builtins",
    "test_pow": "builtins",
    "test_print": "builtins",
    "test_property": "builtins",
    "test_pyclbr": "pyclbr",
    "test_queue": "queue",
    "test_raise": "builtins",
    "test_richcmp": "builtins",
    "test_robotparser": "urllib.robotparser",
    "test_sax": "xml.sax.saxutils",
    "test_scope": "builtins",
    "test_shelve": "shelve",
    "test_shutil": "shutil",
    "test_strftime": "builtins",
    "test_string_literals": "builtins",
    "test_stringprep": "stringprep",
    "test_strtod": "builtins",
    "test_subclassinit": "builtins",
    "test_super": "builtins",
    "test_symtable": "symtable",
    "test_syntax": "builtins",
    "test_tabnanny": "tabnanny",
    "test_tempfile": "tempfile",
    "test_type_annotations": "builtins",
    "test_unicodedata": "builtins",
    "test_univnewlines": "builtins",
    "test_unpack": "builtins",
    "test_urllib": "urllib.request",
    "test_utf8source": "builtins",
    "test_uuid": "uuid",
    "test_wave": "wave",
    "test_weakref": "weakref",
    "test_with": "builtins",
    "test_wsgiref": "wsgiref.headers",
    "test_yield_from": "builtins",
    "test_zipapp": "zipapp",
    "test_zipfile": "zipfile",
    "test_zlib": "builtins",
}
"""Those that take longer, or show nothing that the others don't."""

KNOWN = {
    # What iterates over a bytearray is a generator of ours: bytes may become tracked meanwhile.
    "test.test_bytes.ByteArrayTest.test_iterator_pickling",
    "test.test_bytes.ByteArrayTest.test_iterator_pickling2",
    # It asks native code for the item of index -1 as C code does, past the methods of the object.
    "test.test_bytes.ByteArrayTest.test_sq_item",
    # Native code warns, and takes the frame above its own, which is ours.
    "test.test_decimal.CFormatTest.test_deprecated_N_format",
    # A stream of ours has one field more: what is tracked in it.
    "test.test_memoryio.CBytesIOTest.test_sizeof",
    # `operator.is_` has a model, and pickle looks into an `accumulate` that holds it.
    "test.test_itertools.TestExamples.test_accumulate_reducible_none",
    # How deep a function under `lru_cache` may call itself: there are frames of ours in between.
    "test.test_functools.TestLRUC.test_lru_recursion",
}
"""Tests that look at what can't be the same, and are left out."""

FEW = (
    "test_bisect", "test_bool", "test_colorsys", "test_contains", "test_enumerate", "test_fnmatch",
    "test_graphlib", "test_html", "test_index", "test_json.test_decode", "test_keyword",
    "test_reprlib", "test_slice", "test_string", "test_textwrap", "test_userlist",
)  # fmt: skip
"""For a second and third Python (WEND_QUICK=1)."""

CHOSEN = {**QUICK, **MORE} if os.environ.get("WEND_ALL_CPYTHON") else QUICK
if os.environ.get("WEND_QUICK"):
    CHOSEN = {name: QUICK[name] for name in FEW}


@pytest.mark.parametrize("test_module", sorted(CHOSEN))
def test_outcomes_are_the_same_instrumented(test_module: str, tmp_path: Path) -> None:
    if not is_installed(test_module):
        pytest.skip("this Python was installed without its tests (Debian: libpython3.x-testsuite)")
    under_test = CHOSEN[test_module].split()
    started = [
        # Paths of one length: some tests care.
        start(tmp_path / "0", test_module),
        start(tmp_path / "1", test_module, *under_test),
    ]
    plain, instrumented = (finished(*each) for each in started)

    assert plain["outcomes"]
    assert differences(plain["outcomes"], instrumented["outcomes"]) == {}, "\n".join(
        instrumented["details"]
    )
    assert any(f"test{os.sep}" in function for function in instrumented["functions"])
    assert len(instrumented["functions"]) > 50
    assert instrumented["marks"] > 0
    assert (instrumented["branches"], instrumented["reasons"]) == (0, [])


def is_installed(test_module: str) -> bool:
    """Whether this Python has a test module; some have no more of them than `test.support`."""
    try:
        return importlib.util.find_spec(f"test.{test_module}") is not None
    except ModuleNotFoundError:
        return False


def start(directory: Path, test_module: str, *under_test: str) -> tuple[Any, Path]:
    directory.mkdir()
    result = directory / "result.json"
    process = subprocess.Popen(
        [sys.executable, WORKER, result, f"test.{test_module}", *under_test],
        cwd=directory,
        env={**os.environ, "PYTHONPATH": str(SOURCES), "PYTHONHASHSEED": "0"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return process, result


def finished(process: Any, result: Path) -> dict[str, Any]:
    said, _ = process.communicate(timeout=1200)
    assert result.exists(), said
    loaded: dict[str, Any] = json.loads(result.read_text())
    return loaded


def differences(plain: dict[str, list[str]], instrumented: dict[str, list[str]]) -> dict[str, Any]:
    """The tests whose outcome is not the same, with both outcomes."""
    return {
        name: (plain.get(name), instrumented.get(name))
        for name in {**plain, **instrumented}
        if plain.get(name) != instrumented.get(name) and name not in KNOWN
    }
