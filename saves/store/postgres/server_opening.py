"""Opening of a campaign of a server: connection, tables, check for damage. Private to saves."""

from __future__ import annotations

from core.messages import Message
from saves.store import integrity
from saves.store.postgres.held_campaign import HeldCampaign
from saves.store.postgres.server_connection import ServerConnection
from saves.store.postgres.server_place import ServerPlace
from saves.store.postgres.server_reading import ServerReading, read_campaign

MAY_WRITE = (
    b"SELECT current_setting('transaction_read_only') = 'off'"
    b" AND has_table_privilege('outrider_entry', 'INSERT')"
    b" AND has_table_privilege('outrider_campaign', 'UPDATE')"
)


def open_campaign(place: ServerPlace, *, read_only: bool, whole: bool) -> HeldCampaign:
    """Open a campaign for writing if possible, else read-only with a warning that says why.

    Raises CannotOpen, UnreadableText, psycopg.Error.
    """
    reading = read_campaign(place, for_play=not read_only)
    try:
        return _hold(reading, read_only=read_only, whole=whole)
    except BaseException:
        reading.close()
        raise


def _hold(reading: ServerReading, *, read_only: bool, whole: bool) -> HeldCampaign:
    reading.refuse_newer(for_play=not read_only)
    warnings: tuple[Message, ...] = ()
    writes = not read_only and _may_write(reading.reader)
    if not writes and not read_only:
        read_only_server = Message(
            "The server takes no entries of {name} from you just now; it is open for reading only.",
            name=reading.place.name,
        )
        warnings = (read_only_server,)
    last, lost = integrity.find_last_good(reading, thorough=False, whole=whole)
    damage = integrity.warn_of_damage(last, lost)
    if damage is not None:
        warnings += (damage,)
        writes = False
    return HeldCampaign(reading, writes=writes, warnings=warnings, last=last)


def _may_write(connection: ServerConnection) -> bool:
    row = connection.raw.execute(MAY_WRITE).fetchone()
    return row is not None and bool(row[0])
