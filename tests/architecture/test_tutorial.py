"""The diffs of the tutorial fit the code of today; by night they are carried out in a copy.

A change beside them must not break them: a hunk has a heading that it stands below, and one line of
context at most.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from core.values import Struct, replace

ROOT = Path(__file__).parents[2]
TUTORIAL = ROOT / "docs" / "tutorial-weather.md"
COPIED = (
    "core",
    "saves",
    "tui",
    "themes",
    "tests",
    "docs",
    "outrider.py",
    "pyproject.toml",
    "CHANGELOG.md",
)
ITS_TESTS = (
    "tests/tui/screens/test_weather.py",
    "tests/core/play/test_examples.py",
    "tests/core/play/test_endings.py",
    "tests/core/rulesets/test_tactical_rules.py",
    "tests/core/test_secrecy.py",
    "tests/saves/store/test_shapes.py",
)


class Hunk(Struct):
    """Lines of a file before and after, at the first place below `heading`, one of its lines.

    Without lines before, those after come directly below the heading.
    """

    heading: str
    old: str = ""
    new: str = ""


class FileChange(Struct):
    """What a diff changes in a file; `new`: there is none yet."""

    path: str
    new: bool
    hunks: tuple[Hunk, ...]


def read_changes() -> list[FileChange]:
    """The diffs of the tutorial."""
    blocks = re.findall(r"^```diff\n(.*?)^```$", TUTORIAL.read_text(encoding="utf-8"), re.M | re.S)
    return [read_change(block) for block in blocks]


def read_change(block: str) -> FileChange:
    before, after, *lines = block.splitlines()
    hunks: list[Hunk] = []
    for line in lines:
        if line.startswith("@@"):
            hunks.append(Hunk(line[2:].strip()))
            continue
        hunk = hunks[-1]
        sign = line[:1]
        text = f"{line[1:]}\n"
        if sign != "+":
            hunk = replace(hunk, old=hunk.old + text)
        if sign != "-":
            hunk = replace(hunk, new=hunk.new + text)
        hunks[-1] = hunk
    return FileChange(after.removeprefix("+++ "), before == "--- /dev/null", tuple(hunks))


def applied(change: FileChange, text: str) -> str:
    """The text after the change. AssertionError where it does not fit."""
    for hunk in change.hunks:
        heading = f"{hunk.heading}\n" if hunk.heading else ""
        above = f"\n{text}".find(f"\n{heading}")
        assert above >= 0, f"{change.path} has no such line any more:\n{heading}"
        assert f"\n{text}".count(f"\n{heading}") == 1 or not heading, f"twice: {heading}"
        below = above + len(heading)
        place = f"\n{text}".find(f"\n{hunk.old}", below)
        assert place >= 0, f"{change.path} has no such lines any more:\n{hunk.old}"
        text = text[:place] + hunk.new + text[place + len(hunk.old) :]
    return text


def test_every_diff_of_the_tutorial_is_read() -> None:
    changes = read_changes()
    assert changes
    assert len(changes) == TUTORIAL.read_text(encoding="utf-8").count("```diff")


@pytest.mark.parametrize("change", read_changes(), ids=lambda change: change.path)
def test_a_diff_of_the_tutorial_fits_the_code(change: FileChange) -> None:
    path = ROOT / change.path
    assert path.exists() is not change.new
    if not change.new:
        text = path.read_text(encoding="utf-8")
        assert applied(change, text) != text


@pytest.mark.parametrize("change", read_changes(), ids=lambda change: change.path)
def test_a_line_that_somebody_adds_beside_it_does_not_break_a_diff(change: FileChange) -> None:
    for hunk in change.hunks:
        assert len(hunk.old.splitlines()) <= 1, hunk.old


def test_a_diff_is_carried_out_below_its_heading() -> None:
    change = read_change("--- a\n+++ a\n@@ two:\n+    first\n@@ two:\n     x\n+    y")

    assert applied(change, "one:\n    x\ntwo:\n    x\n") == (
        "one:\n    x\ntwo:\n    first\n    x\n    y\n"
    )


@pytest.mark.nightly
def test_the_tutorial_works(tmp_path: Path) -> None:
    """Given a copy of the code with the diffs, when its tests are run, then they pass."""
    # given
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            unneeded = shutil.ignore_patterns("__pycache__", "pictures")
            shutil.copytree(source, tmp_path / name, ignore=unneeded)
        else:
            shutil.copy(source, tmp_path / name)
    for change in read_changes():
        path = tmp_path / change.path
        text = "" if change.new else path.read_text(encoding="utf-8")
        path.write_text(applied(change, text), encoding="utf-8")
    # when
    changed = [change.path for change in read_changes() if change.path.endswith(".py")]
    checked = run_in(tmp_path, "mypy", *changed)
    tested = run_in(tmp_path, "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *ITS_TESTS)
    # then
    assert checked.returncode == 0, checked.stdout
    assert tested.returncode == 0, tested.stdout


def run_in(folder: Path, module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
