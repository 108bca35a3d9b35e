"""Programs of the night that forge or kill: each is a process of its own and prints one JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
IN_MEMORY = Path("/dev/shm")
"""Where syncing takes no time, if the system has it."""


def run_rig(module: str, *arguments: str) -> dict[str, Any]:
    """Run `python -m module FOLDER arguments` in a folder of its own; return what it found."""
    place = IN_MEMORY if os.access(IN_MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=place, prefix="outrider-rig-") as folder:
        done = subprocess.run(
            [sys.executable, "-m", module, folder, *arguments],
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        )
    found: dict[str, Any] = json.loads(done.stdout)
    return found
