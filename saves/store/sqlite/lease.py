"""Locks on campaigns that are open for writing; the kernel frees them when their holder dies.

One is beside the file, `NAME.outrider.lock`, one in Outrider's folder, named by the file's device
and inode: a file may have several names (hard links), each with a -wal of its own. The database
itself is never opened for this: closing it would drop the locks that SQLite holds on it.

Both hold pid, host and boot id for people to read, and a mark: the last recorded entry. A clean
close removes them; one that is left shows an unclean exit, and its mark what the file must hold.
"""

from __future__ import annotations

import json
import os
import platform
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec

from core.values import Struct, replace
from saves.paths import home

BEHIND = 1 << 20
"""A byte far behind the content of a lock file."""
TRIES = 5
"""How often a lock is tried: readers of marks hold it for a moment."""
PAUSE = 0.004
"""Seconds between two tries."""

if sys.platform == "win32":
    import msvcrt

    def _seize(handle: int) -> None:
        os.lseek(handle, BEHIND, os.SEEK_SET)  # what is locked there cannot be read by others
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _seize(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Holder(Struct):
    """The process that wrote a lock file; empty if that could not be read.

    `path` is the other name by which it has the campaign open, "" if it is the same.
    """

    pid: str = ""
    host: str = ""
    path: str = ""


class LastEntryMark(Struct):
    """The last entry that a session recorded, with its campaign, file and path."""

    campaign: str
    file: str
    path: str
    head: int
    sum: str


@dataclass(slots=True)
class _Held:
    """A file that is locked; `left` is what its last holder left in it, "" after a clean close."""

    path: Path
    handle: int
    left: str
    length: int = -1

    def write(self, at: int, text: str) -> None:
        """Write `text` from `at` on; nothing is synced. What stood behind it goes."""
        data = text.encode()
        os.lseek(self.handle, at, os.SEEK_SET)
        os.write(self.handle, data)
        if at + len(data) != self.length:
            os.ftruncate(self.handle, at + len(data))
            self.length = at + len(data)

    def let_go(self, *, remove: bool) -> None:
        """Free the lock; with `remove` empty and delete the file first, wherever it was moved.

        A file that cannot be deleted is left: an empty one says nothing.
        """
        if remove:
            with suppress(OSError):
                os.ftruncate(self.handle, 0)
            with suppress(OSError):
                self._delete()
        os.close(self.handle)

    def _delete(self) -> None:
        if _still_named(self.path, self.handle):
            self.path.unlink(missing_ok=True)


class Lock:
    """The held locks of a campaign: the one beside it, and the one of the file itself."""

    def __init__(self, campaign: Path, beside: _Held, own: _Held | None) -> None:
        """Write the holder; old marks stay until the first new one."""
        self._campaign = campaign
        self._beside = beside
        self._own = own
        self._files = (beside,) if own is None else (beside, own)
        boot = ""
        with suppress(OSError):
            boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        self._people = f"{os.getpid()}\n{platform.node()}\n{boot}\n"
        self._file = identity(campaign)
        self._labels = ""
        for held in self._files:
            held.write(0, self._people + _mark_line(held.left))

    @property
    def unclean(self) -> bool:
        """Whether one of them was left behind by a process that died."""
        return any(held.left for held in self._files)

    @property
    def left(self) -> UnclosedSession:
        """The marks of the session before."""
        return UnclosedSession(
            bool(self._beside.left), tuple(_marks(held.left for held in self._files))
        )

    def mark(self, campaign: str, head: int, sum: str) -> None:  # noqa: A002  (the row's column)
        """Write that entry `head` was recorded, unsynced: it outlives a killed process.

        A failure is harmless: a mark that is too old raises no alarm.
        """
        if not self._labels:
            labels = {"campaign": campaign, "file": self._file, "path": str(self._campaign)}
            self._labels = json.dumps(labels).removesuffix("}")
        line = f'{self._labels}, "head": "{head:>12}", "sum": "{sum}"}}\n'
        with suppress(OSError):
            for held in self._files:
                held.write(len(self._people), line)

    def release(self) -> None:
        """Remove the files and free the locks."""
        for held in self._files:
            held.let_go(remove=True)

    def abandon(self) -> None:
        """Free the locks but leave the files: the next opening checks the whole campaign."""
        for held in self._files:
            held.let_go(remove=False)

    def put_back(self) -> None:
        """Free the locks of a campaign that was only looked at, leaving old marks."""
        for held in self._files:
            held.let_go(remove=not held.left)

    def pass_on(self) -> None:
        """Free the locks of a campaign that was moved, not opened, keeping old marks."""
        if not self.unclean:
            self.release()
            return
        if self._own is not None:
            best = max(self.left.marks, key=lambda mark: mark.head, default=None)
            if best is None:
                line = ""
            else:
                line = json.dumps(msgspec.structs.asdict(best)) + "\n"
            with suppress(OSError):  # then it has the older mark, which raises no alarm
                self._own.write(0, self._people + line)
            self._own.let_go(remove=False)
        self._beside.let_go(remove=not self._campaign.exists())


class UnclosedSession(Struct):
    """The marks of an unclosed session; `beside`: there was one beside the file."""

    beside: bool = False
    marks: tuple[LastEntryMark, ...] = ()


def lock_path(campaign: Path) -> Path:
    """The lock file of a campaign file (one for all names that link to it symbolically)."""
    real = campaign.resolve()
    return real.with_name(real.name + ".lock")


def identity(campaign: Path) -> str:
    """Device and inode of a file as text; "" if there is none."""
    try:
        found = campaign.stat()
    except OSError:
        return ""
    return f"{found.st_dev:x}-{found.st_ino:x}"


def _own_path(campaign: Path) -> Path:
    return home() / "locks" / f"{identity(campaign)}.lock"


def acquire(campaign: Path) -> Lock | Holder:
    """Take the locks of `campaign`, or return who holds one. Raises OSError.

    If Outrider's folder cannot be written to, the lock beside the file is enough.
    """
    campaign = campaign.resolve()
    beside = _take(lock_path(campaign))
    if isinstance(beside, Holder):
        return replace(beside, path="")
    own = None
    with suppress(OSError):
        path = _own_path(campaign)
        path.parent.mkdir(parents=True, exist_ok=True)
        own = _take(path)
    if isinstance(own, Holder):
        beside.let_go(remove=not beside.left)
        if own.path != str(campaign):
            return own
        return replace(own, path="")
    try:
        return Lock(campaign, beside, own)
    except OSError:
        for held in (beside, own):
            if held is not None:
                held.let_go(remove=False)
        raise


def left_behind(campaign: Path) -> UnclosedSession:
    """The marks of an unclosed session, for readers; none while the campaign is open."""
    campaign = campaign.resolve()
    found = [_peek(path) for path in (lock_path(campaign), _own_path(campaign))]
    if None in found:
        return UnclosedSession()
    texts = [text for text in found if text]
    return UnclosedSession(bool(found[0]), tuple(_marks(texts)))


def is_held(campaign: Path) -> bool:
    """Whether any process has `campaign` open for writing. Takes nothing, writes nothing."""
    campaign = campaign.resolve()
    return any(_is_locked(path) for path in (lock_path(campaign), _own_path(campaign)))


def _is_locked(path: Path) -> bool:
    try:
        handle = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    try:
        _seize(handle)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False


def _take(path: Path) -> _Held | Holder:
    tries = 0
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            _seize(handle)
        except OSError:
            holder = _read(handle)
            os.close(handle)
            tries += 1
            if tries == TRIES:
                return holder
            time.sleep(PAUSE)
            continue
        if _still_named(path, handle):
            return _Held(path, handle, _text(handle))
        os.close(handle)  # its holder removed it between our open and our lock


def _peek(path: Path) -> str | None:
    try:
        handle = os.open(path, os.O_RDONLY)
    except OSError:
        return ""
    try:
        text = _text(handle)
        if text:
            _seize(handle)
    except OSError:
        return None
    finally:
        os.close(handle)
    return text


def _still_named(path: Path, handle: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(handle))
    except FileNotFoundError:
        return False


def _text(handle: int) -> str:
    os.lseek(handle, 0, os.SEEK_SET)
    return os.read(handle, 10_000).decode(errors="replace")


def _read(handle: int) -> Holder:
    try:
        text = _text(handle)
    except OSError:
        return Holder()
    lines = text.splitlines()
    path = next((mark.path for mark in _marks([text])), "")
    if len(lines) < 3:
        return Holder()
    return Holder(lines[0], lines[1], path)


def _mark_line(left: str) -> str:
    lines = left.splitlines()
    if len(lines) <= 3:
        return ""
    _, _, _, mark, *_ = lines
    return mark + "\n"


def _marks(texts: Iterable[str]) -> Iterator[LastEntryMark]:
    for text in texts:
        with suppress(ValueError, TypeError, KeyError):
            found = json.loads(_mark_line(text))
            campaign, file, path = (str(found[name]) for name in ("campaign", "file", "path"))
            yield LastEntryMark(campaign, file, path, int(found["head"]), str(found["sum"]))
