"""Killed, or without room, at any changing system call: nothing refused, lost, half made (P1).

Every changing call is taken, with three children at each; a third of a second a child, in one
process. The undo of 25 makes 290 calls (under three minutes). The first demo makes about 1,570,
which would take an hour: of them the first and last of each kind are taken and every eighth of the
others (`python -m tests.saves.changing FOLDER demo 100000` takes all).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.saves.rigs import run_rig
from tests.saves.tracing import find_tracing_fault

ALL = 100_000
"""More calls than any operation makes."""
OF_THE_DEMO = 200
OPERATIONS = ("close", "undo", "rename", "bin", "export", "new", "import", "demo")
FEWEST = 15


@pytest.mark.nightly
@pytest.mark.parametrize("operation", OPERATIONS)
def test_killed_or_on_a_full_disk_at_its_changing_calls_it_leaves_all_whole(
    operation: str, tmp_path: Path
) -> None:
    # given
    hindrance = find_tracing_fault(tmp_path)
    if hindrance is not None:
        pytest.skip(hindrance)

    most = OF_THE_DEMO if operation == "demo" else ALL

    # when
    found = run_rig("tests.saves.changing", operation, str(most))

    # then
    least = found["calls"] if most == ALL else most // 2
    assert found["faults"] == []
    assert found["points"] >= FEWEST
    assert found["points"] >= least
    assert found["missed"] == 0
