"""The first line of a screen, in words: campaign, date, rules, and whether all is saved."""

from __future__ import annotations

from core.messages import N_, Message
from core.play import times
from tui.kit.lines_view import trimmed
from tui.kit.phrases import Words
from tui.kit.units import clock
from tui.view import CampaignView

LONGEST = 28
"""Letters of the campaign's name in what every screen says while something is tried."""


def title(moment: CampaignView, screen: Words = "") -> tuple[Message, Message]:
    """The first line: campaign, date, rules, and whether all is saved."""
    state = moment.state
    left = Message(
        "{whose}  {date}  {hour}  {rules}  {screen}",
        whose=whose(moment),
        date=times.full_day(state.clock.day, state.calendar),
        hour=clock(state.clock.hour),
        rules=state.ruleset_name,
        screen=screen,
    )
    if moment.read_only:
        return left, Message("READ ONLY {head}", head=moment.head)
    if moment.checked < 100:
        return left, Message(
            "checked {percent} %  saved {head}", percent=moment.checked, head=moment.head
        )
    return left, Message("saved {head}", head=moment.head)


def session(moment: CampaignView, *, narrow: bool) -> Message:
    """The current session's number."""
    words = N_("s{number}") if narrow else N_("session {number}")
    return Message(words, number=moment.session)


def whose(moment: CampaignView) -> Message:
    """The start of the first line: the campaign, or that this is a what-if."""
    if moment.birth is not None:
        campaign = trimmed(moment.birth.name, LONGEST)
        return Message("WHAT IF: {campaign} is untouched", campaign=campaign)
    return Message("Outrider  {name}", name=moment.called)
