"""The question how and when those come back who are away from the party."""

from __future__ import annotations

from core.messages import Hours, Kilometres, Message
from core.play import times
from core.play.facts.road.commands import SetRoute
from core.play.facts.state import Assets, State
from core.play.facts.table.commands import SetPresent
from core.play.road.reunion import find_far_groups
from core.play.union import Command
from core.values import replace
from tui.kit.modal import Choice

WAY = "way"
NOW = "now"
GO = "go"


def back_choices(
    command: SetPresent, state: State, assets: Assets
) -> tuple[Message, tuple[Choice, ...]] | None:
    """Return the question how they come back, and its answers; None where all are here."""
    far = next(find_far_groups(command, state, assets), None)
    if far is None:
        return None
    group, way = far
    names = tuple(member.name for member in group)
    choices = []
    if way.arrives is not None and way.hours is not None:
        label = Message("by the way, {hours}: here now", hours=Hours(way.hours))
        if way.arrives > state.clock:
            when = times.moment(way.arrives, state.calendar)
            label = Message(
                "set out now, {hours} with nights: due {when}",
                hours=Hours(way.hours),
                when=when,
            )
        choices.append(Choice(WAY, "1", label))
    choices.append(Choice(NOW, "2", Message("here now: fetched, or by magic")))
    absence = group[0].absence
    if absence is not None and absence.hex:
        choices.append(Choice(GO, "3", Message("the party goes there: a way on the map")))
    prompt = Message("{who}: {km} away", who=names, km=Kilometres(way.km))
    return prompt, tuple(choices)


def back_command(picked: str, command: SetPresent, state: State, assets: Assets) -> Command:
    """Return what is performed when the GM has chosen."""
    if picked == WAY:
        return replace(command, how="way")
    far = next(find_far_groups(command, state, assets), None)
    absence = None
    if far is not None:
        absence = far[0][0].absence
    if picked == GO and absence is not None:
        return SetRoute(absence.hex)
    return replace(command, how="now")
