"""A new campaign's file: whole, with its first entry, or not there at all. Private to saves."""

from __future__ import annotations

import os
import sqlite3
import uuid
from dataclasses import replace
from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from core.messages import N_
from core.play.state import State
from core.play.table.commands import Found
from core.play.union import Decided, World, decide, evolve_all
from core.rulesets.schema import Ruleset
from saves import database, journal, worlds
from saves.chain import Blob, Draft, Head
from saves.pen import Pen
from saves.refusals import CannotKeep
from saves.sniff import MIN_READER
from saves.tables import CAMPAIGN


def found(path: Path, command: Found, ruleset: Ruleset, pen: Pen) -> None:
    """Make the file `path` with the founding in it.

    Raises CannotKeep when the file exists or cannot be made, Refusal when the rules refuse.
    """
    if path.exists():
        raise CannotKeep("taken", N_("There is a file {name} already."), name=path.name)
    stored = worlds.ruleset_blob(ruleset)
    command = replace(command, ruleset=stored.sha256)
    decided = decide(command, State(), World(ruleset), {})
    assert isinstance(decided, Decided), "founding asks nothing"
    state = evolve_all(State(), decided.events)
    draft = pen.draft(
        "play", command, rules=stored.sha256, tip=None,
        events=decided.events, receipts=decided.receipts,
    )  # fmt: skip
    making = path.with_name(f".{uuid.uuid4()}.making")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(making, command.name, draft, worlds.face(state, World(ruleset), draft.at), stored)
        making.rename(path)
        sync_folder(path.parent)
    except (OSError, SQLAlchemyError, sqlite3.Error) as error:
        raise CannotKeep(
            "no_room", N_("{name} cannot be made: {reason}."),
            name=path.name, reason=getattr(error, "strerror", None) or str(error),
        ) from error  # fmt: skip
    finally:
        for left in path.parent.glob(f"{making.name}*"):
            left.unlink()


def _write(making: Path, name: str, draft: Draft, face: str, stored: Blob) -> None:
    database.build(making)
    fresh = database.connect(making, read_only=False)
    try:
        assert isinstance(fresh.writer, Connection)
        with fresh.writer.begin():
            fresh.writer.execute(
                CAMPAIGN.insert().values(
                    id=str(uuid.uuid4()), name=name, head=0, min_reader=MIN_READER, face=face
                )
            )
        journal.append(fresh.writer, draft, Head(), face, (stored,))
    finally:
        fresh.close()


def sync_folder(folder: Path) -> None:
    """Make a rename in `folder` durable, where the system can."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
