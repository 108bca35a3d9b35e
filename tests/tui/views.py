"""The view of an open campaign, made of a state without a file."""

from __future__ import annotations

from core.play.facts.state import State
from core.play.union import Assets
from saves.store.entries import Entry
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
