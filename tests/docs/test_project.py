"""What `pyproject.toml` and the workflows say is one thing, wherever it is said."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from wend.supported import NEWEST, OLDEST

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_groups_are_the_extras() -> None:
    extras, groups = PROJECT["project"]["optional-dependencies"], PROJECT["dependency-groups"]
    own = {
        name: [each for each in group if isinstance(each, str)] for name, group in groups.items()
    }
    included = {
        name: [each["include-group"] for each in group if isinstance(each, dict)]
        for name, group in groups.items()
    }

    assert {**own, "dev": [f"wend[{','.join(included['dev'])}]", *own["dev"]]} == extras


def test_the_workflow_tests_each_version() -> None:
    workflow = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    (listed,) = re.findall(r"python: \[(.*)\]", workflow)
    versions = [f"3.{minor}" for minor in range(OLDEST[1], NEWEST[1] + 1)]

    assert re.findall(r"3\.\d+", listed) == versions


PAGES = [
    *ROOT.glob("*.md"),
    *(ROOT / "docs").rglob("*.md"),
    ROOT / "benchmarks" / "README.md",
    ROOT / "examples" / "README.md",
]


@pytest.mark.parametrize("page", sorted(PAGES), ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files(page: Path) -> None:
    text = re.sub(
        r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE
    )
    text = re.sub(r"`[^`\n]*`", "", text)
    linked = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", text)

    assert [link for link in linked if not (page.parent / link).exists()] == []
