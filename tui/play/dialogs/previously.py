"""The page that greets when a campaign opens: what happened previously."""

from __future__ import annotations

from core.messages import Message
from core.play import times
from core.play.history import previously
from core.values import replace
from tui.play import journal_log
from tui.view import CampaignView

LAST = 6


def page(view: CampaignView, player_view: bool = False) -> tuple[Message, ...]:
    """The page's lines in order; warnings about the file come first.

    Behind the `player_view` they show what players know.
    """
    if player_view:
        last = view.last and replace(view.last, unexplained=())
        notes = tuple(note.text for note in view.veiled.state.notes)
        view = replace(view.veiled, entries=view.seen_entries, notes=notes, last=last)
    lines = previously.page(
        view.state, view.assets, notes=view.notes, told=_told(view), last=view.last
    )
    hint = () if view.state.travellers else (Message("F3 opens the party."),)
    return (*view.warnings, *lines, *hint)


def _told(view: CampaignView) -> list[Message]:
    lines: list[Message] = []
    for entry in view.entries:
        if entry.kind not in ("play", "note") or entry.undone:
            continue
        when = times.moment(entry.clock, view.state.calendar)
        lines += [
            Message("{when}  {what}", when=when if row.when else "", what=row.text)
            for row in journal_log.entry_lines(entry, view)
        ]
    return lines[-LAST:]
