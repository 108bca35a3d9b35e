"""What CONTRIBUTING.md names exists, so that a newcomer is never sent to a file that is gone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
ENDINGS = ("py", "toml", "md", "tcss", "outrider")
NEW = {".tcss", "test_weather.py", "weather.toml"}
"""Files that the reader is told to make."""


def named() -> list[str]:
    prose = re.sub(r"```.*?```", "", TEXT, flags=re.DOTALL)
    words = {word for quoted in re.findall(r"`([^`]+)`", prose) for word in quoted.split()}
    paths = (word.split(":")[0].strip(",;()") for word in words)
    return sorted(
        {
            path
            for path in paths
            if re.fullmatch(r"[\w./<>-]+", path)
            and (
                path.rpartition(".")[2] in ENDINGS
                or re.match(r"(core|saves|tui|tests|docs)/", path)
            )
            and Path(path).name not in NEW
            and "x" not in Path(path).with_suffix("").parts
        }
    )


def test_paths_are_found_in_it() -> None:
    assert len(named()) > 50


@pytest.mark.parametrize("path", named())
def test_every_path_that_contributing_names_exists(path: str) -> None:
    # "<subject>" and "RULESET" stand for a name; below a heading a path may begin in its folder
    pattern = re.sub(r"<\w+>|RULESET", "*", path).rstrip("/")
    whole = re.match(r"(core|saves|tui|tests|docs)/", path)
    folders = ("",) if whole else ("", "core/**/", "saves/**/", "tui/**/", "tests/**/")
    assert any(any(ROOT.glob(folder + pattern)) for folder in folders)
