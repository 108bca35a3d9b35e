"""Folders in which Outrider keeps its files; none is created by asking for it."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path


def home() -> Path:
    """Outrider's data folder: `OUTRIDER_HOME`, else the platform's."""
    named = os.environ.get("OUTRIDER_HOME")
    return Path(named).expanduser() if named else user_data_path("outrider", appauthor=False)


def campaigns() -> Path:
    """The folder of campaign files."""
    return home() / "campaigns"


def exports() -> Path:
    """Where the screens write exports, unless the GM names another folder."""
    return home() / "exports"


def bin_folder() -> Path:
    """Where binned campaigns lie."""
    return home() / "bin"
