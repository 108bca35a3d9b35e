"""Campaigns of a server that are not open: found, listed, renamed, binned. Private to saves.

Each function is given a driver's connection. What-if copies are seen by nobody but who made them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import psycopg
from psycopg.errors import UniqueViolation
from sqlalchemy import (
    ColumnElement,
    Executable,
    bindparam,
    delete,
    func,
    literal_column,
    null,
    or_,
    select,
    update,
)

from saves.store.postgres.server_connection import run
from saves.store.postgres.server_place import ServerPlace
from saves.store.postgres.server_tables import ServerCampaign
from saves.store.statements import table_of

LEFT = "1 day"
"""After this an unfinished campaign, which its maker has left behind, may be deleted."""

_campaign = table_of(ServerCampaign)
_c = _campaign.c
_OWN = _c.id == bindparam("campaign")
_IS_VISIBLE = or_(_c.parent.is_(None), _c.who == func.session_user())
_IS_IN_LIST: Sequence[ColumnElement[bool]] = (_c.is_listed, _c.binned.is_(None), _IS_VISIBLE)
_IS_IN_BIN: Sequence[ColumnElement[bool]] = (_c.is_listed, _c.binned.is_not(None), _IS_VISIBLE)

_BY_ID = select(_c.id, _c.name).where(_OWN)
_BY_NAME = (
    select(_c.id, _c.name)
    .where(*_IS_IN_LIST, _c.name == bindparam("wanted"))
    .order_by(_c.parent.is_not(None))
    .limit(1)
)
_LABEL = select(_c.id, _c.name, _c.head, _c.face)
_LABELS = _LABEL.where(*_IS_IN_LIST).order_by(_c.name)
_LABEL_OF = _LABEL.where(_OWN)
_BINNED = select(_c.id, _c.name).where(*_IS_IN_BIN).order_by(_c.binned)
_RENAME = update(_campaign).where(_OWN).values(name=bindparam("new_name"))
_BIN = update(_campaign).where(_OWN, _c.binned.is_(None)).values(binned=func.now())
_UNBIN = update(_campaign).where(_OWN).values(binned=null())
_LIST = update(_campaign).where(_OWN).values(is_listed=True)
_UNMAKE = delete(_campaign).where(_OWN, ~_c.is_listed)
_SWEEP = delete(_campaign).where(
    ~_c.is_listed, _c.made < func.now() - literal_column(f"INTERVAL '{LEFT}'")
)


def find(raw: psycopg.Connection, place: ServerPlace) -> ServerPlace | None:
    """The place with the campaign's id, and the name that it has by now; None if it is gone."""
    if place.id:
        row = run(raw, _BY_ID, {"campaign": place.id}).fetchone()
    else:
        row = run(raw, _BY_NAME, {"wanted": place.name}).fetchone()
    if row is None:
        return None
    campaign, name = row
    return ServerPlace(place.url, name, campaign)


def label_rows(raw: psycopg.Connection) -> list[tuple[str, str, int, str]]:
    """Id, name, newest row and face of the campaigns in the list, by their names."""
    return _rows(raw, _LABELS)


def label_row(raw: psycopg.Connection, campaign: str) -> tuple[str, str, int, str] | None:
    """Id, name, newest row and face of a campaign; None if it is gone."""
    return next(iter(_rows(raw, _LABEL_OF, campaign=campaign)), None)


def binned(raw: psycopg.Connection, url: str) -> list[ServerPlace]:
    """The places of the campaigns in the bin, the last one last."""
    return [ServerPlace(url, name, campaign) for campaign, name in _rows(raw, _BINNED)]


def rename(raw: psycopg.Connection, campaign: str, name: str) -> bool:
    """Rename a campaign; False if the name is taken."""
    return _try_name(raw, _RENAME, campaign=campaign, new_name=name)


def bin(raw: psycopg.Connection, campaign: str) -> None:
    """Move a campaign to the bin."""
    run(raw, _BIN, {"campaign": campaign})


def unbin(raw: psycopg.Connection, campaign: str) -> bool:
    """Move a campaign back to the list; False if its name is taken."""
    return _try_name(raw, _UNBIN, campaign=campaign)


def put_in_list(raw: psycopg.Connection, campaign: str) -> bool:
    """Show a campaign, which is whole now, in the list; False if its name is taken."""
    return _try_name(raw, _LIST, campaign=campaign)


def unmake(raw: psycopg.Connection, campaign: str) -> None:
    """Delete a campaign that did not become whole."""
    run(raw, _UNMAKE, {"campaign": campaign})


def sweep(raw: psycopg.Connection) -> None:
    """Delete what was left unfinished long ago."""
    run(raw, _SWEEP, {})


def _try_name(raw: psycopg.Connection, statement: Executable, **values: object) -> bool:
    try:
        run(raw, statement, values)
    except UniqueViolation:
        return False
    return True


def _rows(raw: psycopg.Connection, statement: Executable, **values: object) -> list[Any]:
    rows: list[Any] = run(raw, statement, values).fetchall()
    return rows
