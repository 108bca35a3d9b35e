"""B11: `outrider --version` against the bare interpreter."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import outrider
from tests.bench.harness import Row, agree, in_turn

ROOT = Path(outrider.__file__).parent


def process(*arguments: str) -> Callable[[], str]:
    def run() -> str:
        done = subprocess.run(
            [sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=True
        )
        return done.stdout

    return run


def run() -> list[Row]:
    ours = process("-m", "outrider", "--version")
    agree("outrider --version", ours(), f"outrider {outrider.__version__}\n")
    took = in_turn({"ours": ours, "bare": process("-c", "pass")}, rounds=25, warm_up=2)
    return [Row("B11", "outrider --version", took["ours"], "python -c pass", took["bare"], 3)]
