"""The view of an open campaign and a row of its journal, made without a file."""

from __future__ import annotations

from fractions import Fraction

from core.calendars import Instant
from core.combat.board.squares import Square
from core.play.facts.fold import Event
from core.play.facts.state import State
from core.play.union import Assets, Command
from saves.store.entries import Entry
from tui.encounter.present.actor import Actor, Selection, find_actor
from tui.encounter.present.battle import Battle
from tui.view import CampaignView


def view_of(
    state: State, assets: Assets, head: int = 0, entries: tuple[Entry, ...] = ()
) -> CampaignView:
    """A campaign that can be written, with nothing to undo; `head` is the entry of its state."""
    return CampaignView(
        state=state,
        assets=assets,
        head=head,
        tip=head,
        read_only=False,
        undo_title=None,
        redo_title=None,
        entries=entries,
    )


def actor_at(battle: Battle, cursor: Square, who: str) -> Actor:
    """Somebody who acts with the cursor on a square."""
    return find_actor(Selection(marked=(who,)), battle, cursor)


def row_of(command: Command, *events: Event, clock: Instant = Instant(0, Fraction(8))) -> Entry:
    """The first row of a journal: what was played, and what came of it."""
    return Entry(
        seq=1,
        intent="",
        kind="play",
        parent=0,
        tip=0,
        at="",
        command=command,
        answers={},
        events=events,
        clock=clock,
    )
