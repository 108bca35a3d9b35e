"""Who has a campaign open for writing: a lock that the kernel frees when its holder dies.

`NAME.outrider.lock` holds pid, host and boot id for people to read. It is there while the
campaign is open and goes at a clean close, so one that is left behind tells of an unclean exit.
"""

from __future__ import annotations

import os
import platform
import sys
from dataclasses import dataclass
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _seize(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _seize(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


@dataclass(frozen=True, slots=True)
class Holder:
    """The process that wrote a lock file; empty when it could not be read."""

    pid: str = ""
    host: str = ""
    boot: str = ""


@dataclass(frozen=True, slots=True)
class Lock:
    """A lock that is held. `unclean`: its file was left behind by a process that died."""

    path: Path
    handle: int
    unclean: bool

    def release(self) -> None:
        """Remove the file, then let go."""
        self.path.unlink(missing_ok=True)
        os.close(self.handle)

    def abandon(self) -> None:
        """Let go but leave the file: the next opening looks the campaign over thoroughly."""
        os.close(self.handle)


def lock_path(campaign: Path) -> Path:
    """The lock file of a campaign file (one for all names that link to it symbolically)."""
    real = campaign.resolve()
    return real.with_name(real.name + ".lock")


def acquire(campaign: Path) -> Lock | Holder:
    """Take the lock of `campaign`, or learn who holds it. OSError when no file can be made."""
    path = lock_path(campaign)
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            _seize(handle)
        except OSError:
            holder = _read(handle)
            os.close(handle)
            return holder
        if _still_named(path, handle):
            break
        os.close(handle)  # its holder removed it between our open and our lock
    unclean = os.fstat(handle).st_size > 0
    os.ftruncate(handle, 0)
    os.write(handle, f"{os.getpid()}\n{platform.node()}\n{_boot()}\n".encode())
    return Lock(path, handle, unclean)


def _still_named(path: Path, handle: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(handle))
    except FileNotFoundError:
        return False


def _read(handle: int) -> Holder:
    os.lseek(handle, 0, os.SEEK_SET)
    lines = os.read(handle, 1000).decode(errors="replace").splitlines()
    return Holder(*lines[:3]) if len(lines) >= 3 else Holder()


def _boot() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""
