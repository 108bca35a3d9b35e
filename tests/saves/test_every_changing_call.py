"""Killed, or without room, at any changing system call: nothing refused, lost, half made (P1).

Every changing call is taken, with three children at each; a third of a second a child, in one
process. The undo of 25 makes 290 calls (under three minutes), the first demo about 1,570, which
take by far the most of the time (`tests.saves.changing`).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.saves.rigs import run_rig
from tests.saves.tracing import find_tracing_fault

ALL = 100_000
"""More calls than any operation makes."""
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

    # when
    found = run_rig("tests.saves.changing", operation, str(ALL))

    # then
    assert found["faults"] == []
    assert found["points"] >= FEWEST
    assert found["points"] == found["calls"]
    assert found["missed"] == 0
