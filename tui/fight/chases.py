"""Chases in words, and who is in one: who left the board, who could follow, what came of it."""

from __future__ import annotations

from dataclasses import dataclass

from core.combat.board.distance import measure
from core.combat.board.squares import parse_square
from core.messages import N_, Message
from core.play.fight.beings import find, side
from core.play.fight.encounter import Encounter
from core.play.fight.moves.events import LeftBoard
from core.play.fight.turns.able import on_board
from core.play.fight.turns.events import ChaseEnded, RunDown
from core.play.fight.turns.story import tell_turns
from core.play.fight.vital import health
from core.play.state import State
from tui.fight import overruling
from tui.fight.battle import Battle
from tui.moment import Moment


@dataclass(frozen=True, slots=True)
class Gone:
    """Those of one side who just left the board, who could follow, and the squares between."""

    who: tuple[str, ...]
    hunters: tuple[str, ...]
    lead: int


def hunters(battle: Battle, quarry: tuple[str, ...]) -> tuple[str, ...]:
    """Those of another side than `quarry`, on the board and on their feet."""
    return _hunters(battle.moment, battle.encounter, quarry)


def _hunters(moment: Moment, fight: Encounter, quarry: tuple[str, ...]) -> tuple[str, ...]:
    first = find(moment.state, quarry[0])
    ridden = {figure.mount for figure in fight.figures if figure.mount}
    found = []
    for figure in fight.figures:
        being = find(moment.state, figure.id)
        if being is None or first is None or side(being) == side(first):
            continue
        idle = figure.id in quarry or figure.id in ridden or not on_board(fight, figure)
        if not idle and not health(being, moment.world.rules).out:
            found.append(figure.id)
    return tuple(found)


def gone(moment: Moment, curtain: bool = False) -> Gone | None:
    """Who left the board with the last entry; None where nobody did, or nobody can follow.

    Behind the `curtain` the hidden are not named.
    """
    entry, fight = overruling.last(moment), moment.fight
    if entry is None or fight is None or fight.chase is not None:
        return None
    left = [event for event in entry.events if isinstance(event, LeftBoard)]
    if not left:
        return None
    riders = {f.mount: f.id for f in fight.figures if f.mount}
    who = tuple(riders.get(event.who, event.who) for event in left)
    unseen = {f.id for f in fight.figures if curtain and f.hidden}
    after = tuple(one for one in _hunters(moment, fight, who) if one not in unseen)
    if not after:
        return None
    edges = [parse_square(event.at) for event in left]
    stands = [parse_square(f.at) for f in fight.figures if f.id in after and f.at]
    lead = min(
        (measure(at.x - to.x, at.y - to.y) for at in stands for to in edges), default=0
    )  # fmt: skip
    return Gone(who, after, lead)


def token(state: State, who: str) -> str:
    """The letter of somebody; "" where it has none."""
    being = find(state, who)
    return "" if being is None else being.token


def outcome(moment: Moment) -> Message | None:
    """Who was caught or got away in the last entry, and whether the chase is over."""
    entry = overruling.last(moment)
    ends = () if entry is None else tuple(
        tell_turns(event, moment.state)
        for event in entry.events
        if isinstance(event, RunDown | ChaseEnded)
    )  # fmt: skip
    return Message(N_("{what}"), what=ends) if ends else None
