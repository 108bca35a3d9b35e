"""The folders of Outrider's files, none of which is made by asking for it; folders that last."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path


def home() -> Path:
    """Outrider's data folder: `OUTRIDER_HOME`, else the platform's."""
    named = os.environ.get("OUTRIDER_HOME")
    if not named:
        return user_data_path("outrider", appauthor=False)
    return Path(os.path.expanduser(named))  # unlike Path.expanduser it takes "~nobody" as it is


def campaigns() -> Path:
    """The folder of campaign files."""
    return home() / "campaigns"


def exports() -> Path:
    """The default folder of exports."""
    return home() / "exports"


def rulesets() -> Path:
    """The folder of a GM's own rulesets, a folder each."""
    return home() / "rulesets"


def bin_folder() -> Path:
    """The folder of binned campaigns."""
    return home() / "bin"


def sync_folder(folder: Path) -> None:
    """Make a rename in `folder` durable, where the system can."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
