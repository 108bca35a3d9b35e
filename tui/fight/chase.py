"""Rows of a chase: who flees, who follows, how far it is between them, who gains on whom."""

from __future__ import annotations

from core.messages import N_, Message
from core.play.fight.encounter import Chase, Encounter, Runner
from core.play.fight.turns.running import next_dc
from tui import lengths
from tui.fight.seen import Seen, seen
from tui.moment import Moment
from tui.widgets.fight_lines import ChaseLines, RunnerLine
from tui.widgets.rows import Words


def chase(
    moment: Moment, curtain: bool = False, encounter: Encounter | None = None
) -> ChaseLines | None:
    """The ladder of the chase that is under way; None when nobody flees."""
    here = seen(moment, curtain, encounter)
    found = None if here is None else here.encounter.chase
    if here is None or found is None:
        return None
    runners = (
        *(_runner(here, one, None, _flees(here, one, found)) for one in found.quarry),
        *(_runner(here, one, one.lead, _follows(here, one, found)) for one in found.pursuers),
    )
    ahead = Message(
        N_(
            "Space: the chase goes on for a round.  Enter puts the one pointed at back on the "
            "board.  :chase over ends it."
        )
    )
    return ChaseLines(found.rounds, runners, ahead)


def _runner(here: Seen, one: Runner, behind: int | None, says: Words) -> RunnerLine:
    being = here.being(one.id)
    return RunnerLine(
        id=one.id,
        sign=here.sign(one.id)[:2],
        name=one.id if being is None else being.name,
        squares=one.speed,
        behind=behind,
        runs=None if one.rounds is None else max(0, one.rounds),
        dc=None if here.curtain else next_dc(one, here.world),
        says=says,
    )


def _flees(here: Seen, one: Runner, found: Chase) -> Words:
    # T-210
    rounds = [
        (-(-other.lead // (other.speed - one.speed)), other)
        for other in found.pursuers
        if other.speed > one.speed
    ]
    if rounds:
        soonest, other = min(rounds, key=lambda pair: pair[0])
        return Message(N_("{squares} ahead; {who} catches up in {rounds}"),
                       squares=lengths.used(one.lead, None), who=here.sign(other.id),
                       rounds=lengths.rounds(soonest))  # fmt: skip
    if any(other.speed == one.speed for other in found.pursuers):
        return Message(N_("{squares} ahead; as fast as who follows: Dexterity decides"),
                       squares=lengths.used(one.lead, None))  # fmt: skip
    return Message(N_("{squares} ahead and faster: it gets away"),
                   squares=lengths.used(one.lead, None))  # fmt: skip


def _follows(here: Seen, one: Runner, found: Chase) -> Words:
    if one.tired:
        return Message(N_("tired: rests for a minute"))
    return ""
