"""The page that greets when a campaign opens: what happened previously."""

from __future__ import annotations

from core.messages import Message
from core.play import times
from core.play.history import previously
from core.values import replace
from tui.play import journal_log
from tui.play.journal_log import seen_entries
from tui.view import CampaignView

LAST = 6


def page(moment: CampaignView, player_view: bool = False) -> tuple[Message, ...]:
    """The page's lines in order; warnings about the file come first.

    Behind the `player_view` they show what players know.
    """
    if player_view:
        last = moment.last and replace(moment.last, unexplained=())
        notes = tuple(note.text for note in moment.veiled.state.notes)
        moment = replace(moment.veiled, entries=seen_entries(moment), notes=notes, last=last)
    lines = previously.page(
        moment.state, moment.assets, notes=moment.notes, told=_told(moment), last=moment.last
    )
    hint = () if moment.state.travellers else (Message("F3 opens the party."),)
    return (*moment.warnings, *lines, *hint)


def _told(moment: CampaignView) -> list[Message]:
    lines: list[Message] = []
    for entry in moment.entries:
        if entry.kind not in ("play", "note") or entry.undone:
            continue
        when = times.moment(entry.clock, moment.state.calendar)
        lines += [
            Message("{when}  {what}", when=when if row.when else "", what=row.text)
            for row in journal_log.entry_lines(entry, moment)
        ]
    return lines[-LAST:]
