"""An export as a file: whole or not at all, and never over what somebody else wrote."""

from __future__ import annotations

import os
import shutil
import uuid
from collections.abc import Iterable
from pathlib import Path

from core.messages import N_
from saves.store.new_file import sync_folder
from saves.store.refusals import CannotKeep


def write(path: Path, chunks: Iterable[bytes], *, replace: bool = False) -> None:
    """Write `chunks` to `path`, whose folder must be there.

    The file appears whole or not at all, whatever making the chunks raises. Where there is one
    already it is left as it is, unless `replace`. Raises CannotKeep: "exists", "not_written".
    """
    target = path.resolve()  # a link goes on pointing there
    try:
        if (
            target.exists() and not target.is_file()
        ):  # a device or a pipe; a folder cannot be opened
            with target.open("wb") as device:
                device.writelines(chunks)
        elif target.exists() and not replace:
            raise CannotKeep("exists", N_("There is a file {name} already."), name=str(path))
        else:
            _write_whole(target, chunks)
    except OSError as error:
        raise CannotKeep(
            "not_written", N_("{name} cannot be written: {reason}."),
            name=str(path), reason=error.strerror or str(error),
        ) from error  # fmt: skip


def _write_whole(target: Path, chunks: Iterable[bytes]) -> None:
    part = target.with_name(f".{uuid.uuid4()}.part")
    try:
        with part.open("xb") as file:
            file.writelines(chunks)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, part)
        part.replace(target)
        sync_folder(target.parent)
    finally:
        part.unlink(missing_ok=True)
