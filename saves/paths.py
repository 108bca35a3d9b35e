"""The folders and names of Outrider's files, none of which is made by asking for it."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from platformdirs import user_data_path

# Patterns are compiled by the first campaign that is named: most starts see none.
UNSAFE = r'[<>:"/\\|?*\x00-\x1f\x7f]'
RESERVED = r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?"
MOST_BYTES = 230
"""The length of a file's name, which may have 255: the rest is for what is beside it."""


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


def file_stem(name: str) -> str:
    """The file name, without its suffix, of a campaign: safe on every file system, or empty."""
    encoding = sys.getfilesystemencoding()
    name = name.encode(encoding, "replace")[:MOST_BYTES].decode(encoding, "ignore")
    safe = re.sub(UNSAFE, "-", name).strip(" .")
    if re.fullmatch(RESERVED, safe):
        return f"{safe}-"
    return safe


def export_stem(name: str) -> str:
    """The beginning of the file names of a campaign's exports; somebody else may have named it."""
    return file_stem(name) or "campaign"


def sync_folder(folder: Path) -> None:
    """Make a rename in `folder` durable, where the system can."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
