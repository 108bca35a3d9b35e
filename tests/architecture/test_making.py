"""What `make` says while it installs: a lot to somebody who waits, little to a pipe."""

from __future__ import annotations

import os
import pty
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def pip_of_run(errors: int, **environment: str) -> str:
    """Return the line with which `make run` would install, its error stream being this one."""
    plain = {name: value for name, value in os.environ.items() if name not in ("CI", "MAKEFLAGS")}
    told = subprocess.run(
        ["make", "--dry-run", "--what-if=pyproject.toml", "run"],
        cwd=ROOT,
        env=plain | environment,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
        check=True,
    )
    (line,) = (line for line in told.stdout.splitlines() if " pip install " in line)
    return line


@pytest.mark.parametrize(
    ("environment", "quiet"),
    [({}, False), ({"CI": "true"}, True)],
)
def test_pip_shows_its_progress_only_on_a_terminal(
    environment: dict[str, str], quiet: bool
) -> None:
    """Given a terminal, then pip is quiet only on a build server; in a pipe it always is."""
    ours, terminal = pty.openpty()
    try:
        assert ("--quiet" in pip_of_run(terminal, **environment)) is quiet
    finally:
        os.close(terminal)
        os.close(ours)
    assert "--quiet" in pip_of_run(subprocess.DEVNULL, **environment)


def test_what_pip_says_is_not_the_output_of_the_program() -> None:
    """Given `make run` in a pipe, then pip writes to the error stream."""
    assert pip_of_run(subprocess.DEVNULL).endswith(">&2")
