"""The diffs of the tutorial fit the code of today; by night they are carried out in a copy."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from core.values import Struct

ROOT = Path(__file__).parents[2]
TUTORIAL = ROOT / "docs" / "tutorial-weather.md"
COPIED = ("core", "saves", "tui", "themes", "tests", "docs", "outrider.py", "pyproject.toml",
          "CHANGELOG.md")  # fmt: skip
ITS_TESTS = ("tests/tui/screens/test_weather.py", "tests/core/play/test_examples.py",
             "tests/core/play/test_endings.py", "tests/core/test_secrecy.py",
             "tests/saves/store/test_shapes.py")  # fmt: skip


class FileChange(Struct):
    """What a diff changes in a file: pairs of the lines before and after; `new`: there is none."""

    path: str
    new: bool
    hunks: tuple[tuple[str, str], ...]


def read_changes() -> list[FileChange]:
    """The diffs of the tutorial."""
    blocks = re.findall(r"^```diff\n(.*?)^```$", TUTORIAL.read_text(encoding="utf-8"), re.M | re.S)
    return [read_change(block) for block in blocks]


def read_change(block: str) -> FileChange:
    before, after, *lines = block.splitlines()
    hunks: list[tuple[str, str]] = []
    for line in lines:
        if line.startswith("@@"):
            hunks.append(("", ""))
            continue
        old, new = hunks[-1]
        sign, text = line[:1], f"{line[1:]}\n"
        if sign != "+":
            old += text
        if sign != "-":
            new += text
        hunks[-1] = (old, new)
    return FileChange(after.removeprefix("+++ "), before == "--- /dev/null", tuple(hunks))


def applied(change: FileChange, text: str) -> str:
    """The text after the change. AssertionError where it does not fit exactly once."""
    for old, new in change.hunks:
        place = f"\n{text}".find(f"\n{old}")
        assert place >= 0, f"{change.path} has no such lines any more:\n{old}"
        assert f"\n{text}".count(f"\n{old}") == 1, f"{change.path} has these lines twice:\n{old}"
        text = text[:place] + new + text[place + len(old) :]
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
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider"]
    ran = subprocess.run(
        [*command, *ITS_TESTS], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    # then
    assert ran.returncode == 0, ran.stdout
