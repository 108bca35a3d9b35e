"""The first line of every screen: campaign, date, hour, rules, and whether all is saved."""

from __future__ import annotations

from core.messages import Message
from core.play import times
from tui.kit.lines_view import TitleWords, trimmed
from tui.kit.phrases import Words, clock
from tui.view import CampaignView

LONGEST = 28
"""Letters of the campaign's name in what every screen says while something is tried."""


def title(view: CampaignView, screen: Words = "") -> TitleWords:
    """The first line: campaign, date, rules, and whether all is saved."""
    state = view.state
    left = Message(
        "{whose}  {date}  {hour}  {rules}  {screen}",
        whose=whose(view),
        date=times.full_day(state.clock.day, state.calendar),
        hour=hour(view),
        rules=state.ruleset_name,
        screen=screen,
    )
    if view.read_only:
        return TitleWords(left, Message("READ ONLY {head}", head=view.head))
    if view.checked < 100:
        right = Message("checked {percent} %  saved {head}", percent=view.checked, head=view.head)
        return TitleWords(left, right)
    return TitleWords(left, Message("saved {head}", head=view.head))


def hour(view: CampaignView) -> Words:
    """The hour, as the first line of every screen tells it."""
    return clock(view.state.clock.hour)


def session(view: CampaignView, *, narrow: bool) -> Message:
    """The current session's number."""
    return Message("s{number}" if narrow else "session {number}", number=view.session)


def whose(view: CampaignView) -> Message:
    """The start of the first line: the campaign, or that this is a what-if."""
    if view.birth is not None:
        campaign = trimmed(view.birth.name, LONGEST)
        return Message("WHAT IF: {campaign} is untouched", campaign=campaign)
    return Message("Outrider  {name}", name=view.called)
