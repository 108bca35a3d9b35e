"""Where Outrider keeps its files."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path


def home() -> Path:
    """Outrider's data folder: `OUTRIDER_HOME`, else the platform's. Not created by asking."""
    named = os.environ.get("OUTRIDER_HOME")
    return Path(named).expanduser() if named else user_data_path("outrider", appauthor=False)
