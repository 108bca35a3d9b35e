"""Small files of Outrider's own folder: what this machine remembers of campaigns, as JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any


def read_table(path: Path) -> dict[str, Any]:
    """Return the table in a file; empty where there is none, or it cannot be read."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if isinstance(found, dict):
        return found
    return {}


def write_table(path: Path, table: Mapping[str, Any]) -> None:
    """Write a table to a file, whole or not at all; where that fails it is not remembered."""
    making = path.with_name(f".{path.stem}-{os.getpid()}.part")
    with suppress(OSError):
        making.parent.mkdir(parents=True, exist_ok=True)
        making.write_text(json.dumps(table), encoding="utf-8")
        making.replace(path)
