"""A new campaign's file: whole, with its first entry, or not there at all. Private to saves."""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from core.messages import N_
from core.play.state import State
from core.play.table.commands import Found
from core.play.union import Decided, World, decide, evolve_all
from core.rulesets.schema import Ruleset
from core.values import replace
from saves.campaign.row_author import Pen
from saves.store import database, journal, worlds
from saves.store.chain import Blob, Draft, Head
from saves.store.database import StorageError
from saves.store.refusals import CannotKeep, reason_of

MAKING: Final = ".making"
"""The end of the name of a file that is not whole yet."""
LEFT: Final = 3600
"""Seconds after which such a file is nobody's any more."""


def found(path: Path, command: Found, ruleset: Ruleset, pen: Pen) -> None:
    """Make the file `path` with the founding in it.

    Raises CannotKeep when the file exists or cannot be made, Refusal when the rules refuse.
    """
    _refuse_taken(path)
    stored = worlds.ruleset_blob(ruleset)
    command = replace(command, ruleset=stored.sha256)
    decided = decide(command, State(), World(ruleset), {})
    assert isinstance(decided, Decided), "founding asks nothing"
    state = evolve_all(State(), decided.events)
    draft = pen.draft(
        "play", command, rules=stored.sha256, tip=None,
        events=decided.events, receipts=decided.receipts,
    )  # fmt: skip
    face = worlds.face(state, World(ruleset), draft.at, sessions=1)
    whole(path, lambda making: _write(making, command.name, draft, face, stored))


def whole(path: Path, write: Callable[[Path], None]) -> None:
    """Make the file `path` by `write`, to which another name is given: whole, or not at all.

    Raises CannotKeep when the file exists or cannot be made, and what else `write` raises.
    """
    making = path.with_name(f".{uuid.uuid4()}{MAKING}")
    try:
        _refuse_taken(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        making.touch()  # where that cannot be, the reason is told better than SQLite tells it
        _sweep(making)
        write(making)
        _refuse_taken(path)  # it may have taken a while
        making.rename(path)
        sync_folder(path.parent)
    except (OSError, StorageError) as error:
        reason = reason_of(error)
        raise CannotKeep(
            "no_room", N_("{name} cannot be made: {reason}."), name=path.name, reason=reason
        ) from error
    finally:
        for left in path.parent.glob(f"{making.name}*"):
            left.unlink()


def _sweep(making: Path) -> None:
    now = making.stat().st_mtime
    for left in making.parent.glob(f".*{MAKING}*"):
        with suppress(OSError):
            if now - left.stat().st_mtime > LEFT:
                left.unlink()


def _refuse_taken(path: Path) -> None:
    if path.exists():
        raise CannotKeep("taken", N_("There is a file {name} already."), name=path.name)


def _write(making: Path, name: str, draft: Draft, face: str, stored: Blob) -> None:
    database.build(making)
    with closing(database.dial(making, "rw")) as writer:
        journal.put_campaign(writer, str(uuid.uuid4()), name)
        journal.append(writer, draft, Head(), face, (stored,))


def sync_folder(folder: Path) -> None:
    """Make a rename in `folder` durable, where the system can."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
