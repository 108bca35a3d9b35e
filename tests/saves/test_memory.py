"""What a stranger's file unpacks to is bounded, and so is the memory of whatever reads it."""

from __future__ import annotations

import sys

import pytest

from tests.saves.hoarding import CASES
from tests.saves.rigs import run_rig

MOST = 512
"""MiB of memory that a reader may take in all, the program itself included."""


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform != "linux", reason="resident sets are counted in KiB on Linux")
@pytest.mark.parametrize("case", CASES)
def test_no_reader_of_a_forged_file_takes_more_than_512_mib(case: str) -> None:
    found = run_rig("tests.saves.hoarding", case)

    assert found["forged"] == "None"  # what a forger returns that raised no error
    for reader, (taken, outcome) in found["readers"].items():
        assert 0 < taken <= MOST, (reader, taken, outcome)
        assert "Error" not in outcome, (reader, outcome)
