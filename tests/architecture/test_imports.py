"""Who may know whom: import contracts, one checkout, and a front door that imports nothing."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import core
import saves
import tui

ROOT = Path(core.__file__).parents[1]
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
    "importlinter"
]


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_all_packages_come_from_one_checkout() -> None:
    """A project of the same name in the same venv would overwrite ours without a word."""
    assert Path(core.__file__).parents[1] == Path(tui.__file__).parents[1]
    assert Path(core.__file__).parents[1] == Path(saves.__file__).parents[1]


def test_imports_run_one_way() -> None:
    assert {contract["type"] for contract in CONTRACTS["contracts"]} == {"layers", "forbidden"}
    assert ["tui", "saves", "core"] in [c.get("layers") for c in CONTRACTS["contracts"]]
    done = python(
        "-c", "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(CONTRACTS['contracts'])} kept, 0 broken" in done.stdout


@pytest.mark.parametrize(
    ("statement", "unwanted"),
    [
        ("import outrider; outrider.main(['--version'])", ("textual", "sqlmodel", "pydantic",
                                                           "argparse", "core", "tui")),
        ("import tui.cli; tui.cli.parser()", ("textual", "sqlmodel", "sqlalchemy", "pydantic")),
        ("import saves.library", ("textual", "sqlmodel", "sqlalchemy")),
    ],
)  # fmt: skip
def test_what_starts_quickly_imports_little(statement: str, unwanted: tuple[str, ...]) -> None:
    look = f"; import sys; print([name for name in {unwanted!r} if name in sys.modules])"
    done = python("-c", statement + look)
    assert done.stdout.splitlines()[-1:] == ["[]"], done.stdout + done.stderr
