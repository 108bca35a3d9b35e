"""What the errors of a server mean: a lost connection, a full disk, a race, or damage.

Only a damaged table or index, and text that cannot be read, are damage.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from core.messages import Message
from saves.store.failures import Clash, Full, Lost, StorageError
from saves.store.postgres.server_access import reason_of, refusal_of
from saves.store.refusals import CannotOpen, UnreadableText

DAMAGED = {"XX001", "XX002"}
"""The SQLSTATEs of a damaged table and of a damaged index."""
FULL = "53100"
TAKEN = "23505"
RACES = {TAKEN, "40001", "40P01"}
"""A key that is there already; somebody else changed the same, or waits for us as we for them."""
GONE = {"25P03", "57P01", "57P02", "57P03", "57P05"}
"""The server ended the connection, or takes none just now."""
CONNECTION = "08"
"""How the SQLSTATEs of connections begin."""


def is_lost(error: psycopg.Error) -> bool:
    """Whether the connection is gone, so that it is not known what became of a transaction."""
    state = error.sqlstate
    if state is None:
        return isinstance(error, psycopg.OperationalError)
    return state in GONE or state.startswith(CONNECTION)


def failure_of(error: psycopg.Error) -> StorageError:
    """The failure that an error of the driver is."""
    reason = reason_of(error)
    if error.sqlstate in DAMAGED:
        return StorageError(reason)
    if is_lost(error):
        gone = Message("the connection to the server is gone ({reason})", reason=reason)
        return Lost(reason, gone)
    trouble = Message("the server reports: {reason}", reason=reason)
    if error.sqlstate in RACES:
        return Clash(reason, trouble)
    if error.sqlstate == FULL:
        return Full(reason, trouble)
    return StorageError(reason, trouble)


@contextmanager
def translating() -> Iterator[None]:
    """Raise what reading and writing a campaign raises as StorageError, Full, Lost or Clash."""
    try:
        yield
    except psycopg.Error as error:
        raise failure_of(error) from error


@contextmanager
def legible(name: str) -> Iterator[None]:
    """Raise CannotOpen if the campaign of this name turns out to be damaged while it is read."""
    try:
        yield
    except (psycopg.Error, UnreadableText) as error:
        raise _unreadable(name, error) from error
    except StorageError as error:
        raise _unreadable(name, error.__cause__ or error) from error


def _unreadable(name: str, error: BaseException) -> CannotOpen:
    if isinstance(error, psycopg.Error):
        if error.sqlstate not in DAMAGED:
            return refusal_of(error)
        reason = reason_of(error)
    else:
        reason = str(error)
    return CannotOpen(
        "damaged",
        "{name} is too damaged to be opened ({reason}). It was left unchanged.",
        name=name,
        reason=reason,
    )
