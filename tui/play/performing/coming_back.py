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


def back_choices(
    command: SetPresent, state: State, assets: Assets
) -> tuple[Message, tuple[Choice, ...]] | None:
    """Return the question how they come back, and its answers; None where all are here.

    The id of an answer is how they come, or the hex to which the party goes. This looks for a way
    on the map, which is slow on a large one: run it in a thread.
    """
    far = next(find_far_groups(command, state, assets), None)
    if far is None:
        return None
    group, way = far
    names = tuple(member.name for member in group)
    answers = []
    if way.arrives is not None and way.hours is not None:
        label = Message("by the way, {hours}: here now", hours=Hours(way.hours))
        if way.arrives > state.clock:
            when = times.moment(way.arrives, state.calendar)
            label = Message(
                "set out now, {hours} with nights: due {when}",
                hours=Hours(way.hours),
                when=when,
            )
        answers.append((WAY, label))
    answers.append((NOW, Message("here now: fetched, or by magic")))
    absence = group[0].absence
    if absence is not None and absence.hex:
        answers.append((absence.hex, Message("the party goes there: a way on the map")))
    prompt = Message("{who}: {km} away", who=names, km=Kilometres(way.km))
    choices = tuple(
        Choice(answer, str(number), label)
        for number, (answer, label) in enumerate(answers, start=1)
    )
    return prompt, choices


def back_command(picked: str, command: SetPresent) -> Command:
    """Return what is performed when the GM has chosen: they come, or the party goes to a hex."""
    match picked:
        case "way" | "now":
            return replace(command, how=picked)
        case _:
            return SetRoute(picked)
