"""`python -m tests.bench [B6 B9 ...]`: run the benchmarks named, or all, and print the table."""

from __future__ import annotations

import os
import sys
import tempfile
from importlib import import_module
from pathlib import Path

from tests.bench.harness import Row, table

BENCHMARKS = {
    "B1": "reach",
    "B2": "reach_textbook",
    "B3": "reach_large",
    "B4": "reach_unlimited",
    "B5": "cursor",
    "B6": "overland",
    "B7": "frames",
    "B8": "first_paint",
    "B9": "append",
    "B10": "opening",
    "B11": "version",
}


def main(names: list[str]) -> int:
    unknown = set(names) - set(BENCHMARKS)
    if unknown:
        print(f"no such benchmark: {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="outrider-bench-") as folder:
        os.environ["OUTRIDER_HOME"] = folder
        _as_installed(folder)
        for name in names or BENCHMARKS:
            print(f"{name} ...", file=sys.stderr, flush=True)
            rows += import_module(f"tests.bench.{BENCHMARKS[name]}").run()
    print(table(rows))
    return 0


def _as_installed(folder: str) -> None:
    """Let the timed programs keep their bytecode in `folder`, as an installed program does."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(Path(folder) / "bytecode")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
