"""kill -9 at any instant loses nothing that was acknowledged, and doubles nothing (P1, P2)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="kills by fork and SIGKILL")
WRONG = ("lost", "doubled", "gaps", "astray", "torn", "unopened", "broken")


def loop(folder: Path, kills: int) -> dict[str, int]:
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-m", "tests.saves.killing", str(folder), str(kills), "7"],
        cwd=root, check=True, capture_output=True, text=True,
    )  # fmt: skip
    counts: dict[str, int] = json.loads(done.stdout)
    return counts


def whole(counts: dict[str, int], kills: int) -> None:
    assert counts["kills"] == kills
    assert counts["acknowledged"] >= kills
    assert {name: counts[name] for name in WRONG} == dict.fromkeys(WRONG, 0)


def test_fifty_kills_lose_and_double_nothing(tmp_path: Path) -> None:
    whole(loop(tmp_path, 50), 50)


@pytest.mark.nightly
def test_five_hundred_kills_lose_and_double_nothing(tmp_path: Path) -> None:
    counts = loop(tmp_path, 500)
    whole(counts, 500)
    assert counts["unseen"] > 0  # the window between COMMIT and its answer was hit
