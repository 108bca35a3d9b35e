"""Killed, or without room, at any changing system call: nothing refused, lost, half made (P1).

Every changing call is taken, with three children at each; a third of a second a child, in one
process. The undo of 25 makes 290 calls (under three minutes), the first demo about 1,570, which
take by far the most of the time (`tests.saves.changing`).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.saves.tracing import find_tracing_fault

ROOT = Path(__file__).parents[2]
IN_MEMORY = Path("/dev/shm")
"""Where syncing takes no time, if the system has it."""
ALL = 100_000
"""More calls than any operation makes."""
OPERATIONS = ("close", "undo", "rename", "bin", "export", "new", "import", "demo")
FEWEST = 15


def run_at_points(operation: str) -> dict[str, object]:
    """What `tests.saves.changing` found."""
    place = IN_MEMORY if os.access(IN_MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=place, prefix="outrider-changing-") as folder:
        done = subprocess.run(
            [sys.executable, "-m", "tests.saves.changing", folder, operation, str(ALL)],
            cwd=ROOT, check=True, capture_output=True, text=True,
        )  # fmt: skip
    found: dict[str, object] = json.loads(done.stdout)
    return found


@pytest.mark.nightly
@pytest.mark.parametrize("operation", OPERATIONS)
def test_killed_or_on_a_full_disk_at_its_changing_calls_it_leaves_all_whole(
    operation: str, tmp_path: Path
) -> None:
    # given
    hindrance = find_tracing_fault(tmp_path)
    if hindrance is not None:
        pytest.skip(hindrance)

    # when
    found = run_at_points(operation)

    # then
    assert found["faults"] == []
    assert isinstance(found["points"], int)
    assert found["points"] >= FEWEST
    assert found["points"] == found["calls"]
    assert found["missed"] == 0
