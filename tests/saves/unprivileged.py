"""A user to whom permissions apply, also where the tests are run by root (POSIX only)."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NOBODY = 65534


def give_to_nobody(*paths: Path) -> int | None:
    """Where this is root, give files to the user `nobody` and return that user; else None."""
    if os.geteuid() != 0:
        return None
    for path in paths:
        os.chown(path, NOBODY, -1)
    return NOBODY


@contextmanager
def without_privileges() -> Iterator[None]:
    """Be the user `nobody` where this is root; anybody else stays who they are."""
    assert sys.platform != "win32"
    user = os.geteuid()
    if user == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)


@contextmanager
def public_folder() -> Iterator[Path]:
    """A folder that the user `nobody` can write to as well; those of pytest are their owner's."""
    folder = Path(tempfile.mkdtemp(prefix="outrider-public-"))
    folder.chmod(0o777)
    try:
        yield folder
    finally:
        for inside in (folder, *folder.rglob("*")):
            if inside.is_dir():
                inside.chmod(0o777)
        shutil.rmtree(folder)
