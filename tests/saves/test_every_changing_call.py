"""Killed, or without room, at any changing system call: nothing refused, lost, half made (P1).

Every changing call is taken, with three children at each; a third of a second a child, in one
process. The undo of 25 makes 290 calls (under three minutes). The first demo makes about 1,570,
which would take an hour: of them the first and last of each kind are taken and every eighth of the
others (`python -m tests.saves.changing FOLDER demo 100000 0 1` takes all). They are tried in parts,
each of which takes no longer than another operation.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.saves.rigs import run_rig
from tests.saves.tracing import find_tracing_fault

ALL = 100_000
"""More calls than any operation makes."""
OPERATIONS = ("close", "undo", "rename", "bin", "export", "new", "import")
FEWEST = 15
OF_THE_DEMO = 200
PARTS_OF_THE_DEMO = 4


def skip_without_tracing(folder: Path) -> None:
    """Skip the test where no child can be traced."""
    hindrance = find_tracing_fault(folder)
    if hindrance is not None:
        pytest.skip(hindrance)


@pytest.mark.nightly
@pytest.mark.parametrize("operation", OPERATIONS)
def test_killed_or_on_a_full_disk_at_its_changing_calls_it_leaves_all_whole(
    operation: str, tmp_path: Path
) -> None:
    # given
    skip_without_tracing(tmp_path)

    # when
    found = run_rig("tests.saves.changing", operation, str(ALL), "0", "1")

    # then
    assert found["faults"] == []
    assert found["points"] >= FEWEST
    assert found["points"] >= found["calls"]
    assert found["missed"] == 0


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(PARTS_OF_THE_DEMO))
def test_killed_or_on_a_full_disk_while_the_demo_is_made_it_leaves_all_whole(
    part: int, tmp_path: Path
) -> None:
    # given
    skip_without_tracing(tmp_path)
    arguments = ("demo", str(OF_THE_DEMO), str(part), str(PARTS_OF_THE_DEMO))

    # when
    found = run_rig("tests.saves.changing", *arguments)

    # then
    assert found["faults"] == []
    assert found["points"] >= OF_THE_DEMO // 2 // PARTS_OF_THE_DEMO
    assert found["missed"] == 0
