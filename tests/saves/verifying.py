"""A whole campaign file checked by a fold of its own, and the state after any of its rows."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from core.messages import Message
from core.play.facts.state import State
from core.play.facts.table.events import Noted
from core.play.union import evolve_all
from saves.campaign.campaign import Campaign
from saves.store import codec, integrity, journal
from saves.store.backend import Place
from saves.store.checkpoints import shape
from saves.store.connection import Connection
from saves.store.entries import Entry
from saves.store.places import backend_of
from saves.store.refusals import UnreadableText
from saves.store.sqlite.disk_trouble import DAMAGED
from saves.store.sqlite.file_place import FilePlace
from saves.store.state_history import StateHistory

EVERY_ONE = 1_000_000
"""More checkpoints than any campaign of a test has."""


def verify(path: Path) -> tuple[Message, ...]:
    """A message for each kind of damage of the campaign at `path`, wrong checkpoints included."""
    try:
        return verify_at(FilePlace(path))
    except (*DAMAGED, UnreadableText) as error:
        return (integrity.broken(error),)


def verify_at(place: Place) -> tuple[Message, ...]:
    """As `verify`, for a campaign anywhere. Raises what its back end raises."""
    with closing(backend_of(place).read(place)) as reading, reading.snapshot():
        reader = reading.reader
        found = tuple(integrity.find_damage(reading))
        if journal.damage(reader, journal.stored_head(reader), tail=None) is not None:
            return found
        return (*found, *_checkpoints(reader))


def _checkpoints(reader: Connection) -> tuple[Message, ...]:
    folded = {0: (State(), 0)}
    for row in journal.rows(reader):
        if row.kind == "play":
            state, depth = folded[row.parent]
            folded[row.seq] = evolve_all(state, codec.load_events(row.body)), depth + 1
    states = StateHistory(reader)
    stored = reader.execute(reader.statements.checkpoints, after=0, most=EVERY_ONE).fetchall()
    for entry, _, own_shape, _ in stored:
        if own_shape != shape():
            continue
        kept = states.checkpoint(entry)
        if kept is None or (kept.state, kept.depth) != folded[entry]:
            return (Message("The stored state of entry {seq} is damaged.", seq=entry),)
    return ()


def state_at(campaign: Campaign, seq: int) -> State:
    """The state as it was after row `seq` (0: before the first)."""
    row = journal.row(campaign.opened.reader, min(seq, campaign.head))
    return campaign.story.states.moment(row.tip if row else 0).state


def entry_at(campaign: Campaign, seq: int) -> Entry | None:
    """The row `seq`, or None."""
    row = journal.row(campaign.opened.reader, seq) if seq <= campaign.head else None
    return campaign.story.entry_reader.marked([row], campaign.tip)[0] if row else None


def note_texts(campaign: Campaign) -> list[str]:
    """The texts of all notes, oldest first."""
    events = (event for entry in campaign.story.notes() for event in entry.events)
    return [event.text for event in events if isinstance(event, Noted)]
