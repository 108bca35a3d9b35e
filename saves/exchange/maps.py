"""Region maps read from files of the disk; nothing is fetched, and only the file named is read."""

from __future__ import annotations

from pathlib import Path

from core.messages import N_
from saves.exchange.findings import LARGEST, Unreadable
from saves.exchange.textmapper import ReadMap, read


def read_map(path: Path) -> ReadMap:
    """The map in a text-mapper file, with what was noticed. Raises Unreadable with the reason."""
    try:
        if not path.is_file():
            raise Unreadable(N_("There is no such file."))
        if path.stat().st_size > LARGEST:
            raise Unreadable(N_("The file is larger than {cap} bytes."), cap=LARGEST)
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Unreadable(N_("{reason}."), reason=reason) from None
    return read(data)
