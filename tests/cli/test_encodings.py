"""Whatever the encoding of the surroundings, wend reads and writes the same (PEP 686)."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

MODULE = """
    def f(s: str) -> str:
        if s == "ä":
            print("€")
            return "umlaut ß"
        return s
"""


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["utf8=0", "utf8=1"])
def test_every_file_is_opened_with_an_encoding(wend: Any, mode: str) -> None:
    (wend.directory / "umlauts.py").write_text(MODULE.replace("\n    ", "\n"), encoding="utf-8")
    strictly = ["-X", mode, "-X", "warn_default_encoding", "-W", "error::EncodingWarning"]
    arguments = ["cover", "umlauts.py", "-o", "found", "--json", "found.json"]

    done = subprocess.run(
        [sys.executable, *strictly, "-m", "wend", *arguments, "--max-executions", "30"],
        cwd=wend.directory,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    written = (wend.directory / "found" / "test_umlauts.py").read_text(encoding="utf-8")

    assert "EncodingWarning" not in done.stderr
    assert 'assert f("ä") == "umlaut ß"' in written


@pytest.mark.skipif(sys.version_info < (3, 14), reason="Python 3.14 began to warn of it")
def test_what_python_warns_of_at_compile_time_is_not_said_again(wend: Any) -> None:
    wend.file(
        "leaving.py",
        """
        def f(x: int) -> int:
            try:
                return 10 // x
            finally:
                if x > 5:
                    return 7
        """,
    )

    done = wend("cover", "leaving.py", "--json", "-", PYTHONWARNINGS="always")

    assert done.results[0]["verdict"] == "complete"
    assert done.err.count("SyntaxWarning") <= 1
