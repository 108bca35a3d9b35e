"""The schema number of a campaign, which an entry raises if it needs that. Private to saves.

An older Outrider would call text that it does not know damage. So the first entry with such text
raises the campaign's number in its own transaction, and the older program says which Outrider it
needs. Opening, listing and exporting leave a campaign as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import get_args

from core.dice import Answer
from core.play.union import Event
from saves.store.entries import Recorded
from saves.store.journal import Blob
from saves.store.models import StoredRow
from saves.store.released_kinds import RELEASED_KINDS
from saves.store.releases import MIN_READER, SCHEMA

RECEIPTS = "receipts"
"""The name of all receipts in `NEEDS`."""

_KIND = re.compile(r'"kind":"([^"]*)"')
"""A kind in the body of a row. Quotes within a text are escaped, so no text looks like a kind."""

CHANGED: Mapping[str, int] = {
    "add_foes": 3,
    "amend": 3,
    "amended": 3,
    "area_attack": 3,
    "board": 3,
    "board_painted": 3,
    "boat_placed": 3,
    "call_check": 3,
    "chase_set": 3,
    "condition_began": 3,
    "creatures_placed": 3,
    "damaged": 3,
    "edit": 3,
    "edit_foe": 3,
    "edited": 3,
    "encounter_ended": 3,
    "fall": 3,
    "fell": 3,
    "foe_edited": 3,
    "foes_added": 3,
    "healed": 3,
    "hurt": 3,
    "join": 3,
    "joined": 3,
    "make_attack": 3,
    "mount_up": 3,
    "mounted_up": 3,
    "move": 3,
    "move_halted": 3,
    "move_pack": 3,
    "moved": 3,
    "mustered": 3,
    "pace_set": 3,
    "paint": 3,
    "paused": 3,
    "place_boat": 3,
    "place_creatures": 3,
    "plan_set": 3,
    "prepare": 3,
    "prepared": 3,
    "presence_set": 3,
    "readied": 3,
    "ruleset": 3,
    "run_down": 3,
    "set_condition": 3,
    "set_legs": 3,
    "set_pace": 3,
    "set_present": 3,
    "start_chase": 3,
    "struck": 3,
}
"""Kinds of a released version that are written otherwise since: the schema number that it takes."""


def _needs() -> Mapping[str, int]:
    # A kind that no released version knows is new, and needs this program.
    members = (*get_args(Recorded), *get_args(Event), *get_args(Answer))
    newest = {str(member.__struct_config__.tag): SCHEMA for member in members}
    numbers = {**newest, **RELEASED_KINDS, **CHANGED}
    return {kind: number for kind, number in numbers.items() if number > MIN_READER}


NEEDS: Mapping[str, int] = _needs()
"""By kind, the schema number of the first program that can read what is written of it now.

A kind is that of a command, an event, an answer or a mark ("join"), that of a blob ("ruleset",
"region", "board"), or RECEIPTS. All others need MIN_READER.
"""


def schema_needed(
    rows: Sequence[StoredRow], blobs: Sequence[Blob] = (), needs: Mapping[str, int] = NEEDS
) -> int:
    """The schema number of the first program that can read these rows and blobs."""
    used = {blob.kind for blob in blobs}
    if any(row.receipts for row in rows):
        used.add(RECEIPTS)
    for row in rows:
        used.update(_KIND.findall(row.body))
    numbers = [needs[kind] for kind in used if kind in needs]
    return max((MIN_READER, *numbers))
