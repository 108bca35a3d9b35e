"""The locks of a campaign where somebody only looks, and on systems where they forbid reading."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from saves.store.sqlite import lease
from saves.store.sqlite.lease import Holder, Lock
from tests.saves.campaigns import begun


def left(path: Path) -> None:
    """A campaign whose last session ended suddenly."""
    begun(path).close()
    held = lease.acquire(path)
    assert isinstance(held, Lock)
    held.mark("x", 1, "y")
    held.abandon()


def test_who_only_looks_what_was_left_behind_is_no_other_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a lock that another process holds for a moment, then it is taken after that."""
    path = tmp_path / "a.outrider"
    left(path)
    looking = os.open(lease.lock_path(path), os.O_RDONLY)
    lease._seize(looking)
    waited: list[float] = []

    def pause(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 2:
            os.close(looking)

    monkeypatch.setattr("time.sleep", pause)

    held = lease.acquire(path)

    assert isinstance(held, Lock)
    assert held.unclean
    held.release()
    assert len(waited) == 2


def test_who_holds_on_is_believed_after_some_hundredths_of_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.outrider"
    waited: list[float] = []
    monkeypatch.setattr("time.sleep", waited.append)
    with begun(path):
        found = lease.acquire(path)
    assert isinstance(found, Holder)
    assert found.pid == str(os.getpid())
    assert 0 < sum(waited) < 0.05


def test_a_lock_that_cannot_be_read_is_held_by_somebody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a lock of the file itself that must not be read, then nobody else is let in."""
    path = tmp_path / "a.outrider"
    link = tmp_path / "link.outrider"
    closed: list[int] = []
    real = os.close

    def close(handle: int) -> None:
        closed.append(handle)
        real(handle)

    def forbidden(handle: int) -> str:
        forbidden_at.append(handle)
        raise PermissionError(13, "another process has locked a portion of the file")

    forbidden_at: list[int] = []
    with begun(path):
        link.hardlink_to(path)
        text = lease._text
        monkeypatch.setattr("os.close", close)
        monkeypatch.setattr("time.sleep", lambda seconds: None)
        own = os.stat(lease._own_path(path)).st_ino
        monkeypatch.setattr(
            lease, "_text", lambda h: forbidden(h) if os.fstat(h).st_ino == own else text(h)
        )
        found = lease.acquire(link)
        monkeypatch.undo()
    assert found == Holder()
    assert set(forbidden_at) <= set(closed)
    assert forbidden_at


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> tuple[ModuleType, list[int]]:
    """The module as it is on Windows, and the places at which it locked a byte."""
    locked: list[int] = []

    def locking(handle: int, mode: int, count: int) -> None:
        assert (mode, count) == (2, 1)
        locked.append(os.lseek(handle, 0, os.SEEK_CUR))

    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(LK_NBLCK=2, locking=locking))
    spec: Any = importlib.util.spec_from_file_location("lease_on_windows", lease.__file__)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "lease_on_windows", module)
    with monkeypatch.context() as patch:
        patch.setattr(sys, "platform", "win32")
        spec.loader.exec_module(module)
    return module, locked


def test_on_windows_a_byte_far_behind_the_text_is_locked(
    tmp_path: Path, windows: tuple[ModuleType, list[int]]
) -> None:
    """Given locks that forbid reading, then what stands in the lock files can be read still."""
    module, locked = windows
    path = tmp_path / "a.outrider"
    begun(path).close()
    held = module.acquire(path)
    held.mark("x", 1, "y")
    assert len(locked) == 2
    for file in (module.lock_path(path), module._own_path(path)):
        assert 0 < file.stat().st_size < min(locked)
    held.release()
    assert not module.lock_path(path).exists()
