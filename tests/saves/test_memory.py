"""What a stranger's file unpacks to is bounded, and so is the memory of whatever reads it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.saves.hoarding import CASES

ROOT = Path(__file__).parents[2]
IN_MEMORY = Path("/dev/shm")
MOST = 512
"""MiB of memory that a reader may take in all, the program itself included."""


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform != "linux", reason="resident sets are counted in KiB on Linux")
@pytest.mark.parametrize("case", CASES)
def test_no_reader_of_a_forged_file_takes_more_than_512_mib(case: str) -> None:
    # given
    place = IN_MEMORY if os.access(IN_MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=place, prefix="outrider-hoarding-") as folder:
        # when
        done = subprocess.run(
            [sys.executable, "-m", "tests.saves.hoarding", folder, case],
            cwd=ROOT, check=True, capture_output=True, text=True,
        )  # fmt: skip

    # then
    found = json.loads(done.stdout)
    assert found["forged"] == "None"
    for reader, (taken, outcome) in found["readers"].items():
        assert 0 < taken <= MOST, (reader, taken, outcome)
        assert "Error" not in outcome, (reader, outcome)
