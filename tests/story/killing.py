"""Telling a story in a child process that is killed with signal 9 while it plays."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def killed(module: str, argument: Path, home: Path) -> dict[str, object]:
    """What `python -m module argument` said of itself ("PLAYED " and JSON) before it was killed."""
    environment = {**os.environ, "OUTRIDER_HOME": str(home), "PYTHONPATH": str(ROOT)}
    child = subprocess.Popen(
        [sys.executable, "-u", "-m", module, str(argument)],  # Textual flushes nothing
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    assert child.stderr is not None
    said = child.stdout.readline()
    child.send_signal(signal.SIGKILL)
    error = child.stderr.read()
    child.stdout.close()
    child.stderr.close()
    assert child.wait() == -signal.SIGKILL or said, error
    assert said.startswith("PLAYED "), error
    told: dict[str, object] = json.loads(said.removeprefix("PLAYED "))
    return told
