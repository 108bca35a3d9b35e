"""A connection to a server as libpq makes it, and what its failures mean. Private to saves.

A password comes from the environment, a service file or `~/.pgpass`, where libpq looks by itself.
"""

from __future__ import annotations

import os
import re
from typing import Any

import psycopg

from saves.store.refusals import UNREACHABLE, CannotOpen

PATIENCE = 10
"""Seconds after which a server that does not answer is not there, unless the GM says otherwise."""
PATIENCE_SETTING = "connect_timeout"
BEFORE_THE_REASON = re.compile(r"connection (failed|is bad): ")
"""How the driver begins its sentences about a connection."""


def connect(url: str) -> psycopg.Connection:
    """Connect to a server, in autocommit mode. Raises psycopg.Error.

    Nothing is prepared on the server: a pooler in transaction mode may keep no such statements.
    """
    settings: dict[str, Any] = {}
    if PATIENCE_SETTING not in url and "PGCONNECT_TIMEOUT" not in os.environ:
        settings[PATIENCE_SETTING] = PATIENCE
    return psycopg.connect(url, autocommit=True, prepare_threshold=None, **settings)


def user_of(raw: psycopg.Connection) -> str:
    """The name of who is connected, in signs that an import lets pass."""
    return "".join(sign for sign in raw.info.user if sign.isprintable())


def refusal_of(error: psycopg.Error) -> CannotOpen:
    """The refusal that says why there is no connection, or why it failed."""
    if error.pgconn is not None and error.pgconn.needs_password:
        return CannotOpen(
            "no_password",
            "The server asks for a password. Put it into the file ~/.pgpass, into a service file or"
            " into the variable PGPASSWORD.",
        )
    return CannotOpen(UNREACHABLE, "The server cannot be used: {reason}.", reason=reason_of(error))


def reason_of(error: psycopg.Error) -> str:
    """What the driver or the server says of an error: its first line, without a full stop."""
    lines = str(error).strip().splitlines() or [type(error).__name__]
    words = BEFORE_THE_REASON.sub("", lines[0], count=1).split()
    return " ".join(words).rstrip(".")
