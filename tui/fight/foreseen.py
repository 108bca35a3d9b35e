"""What a prospect draws on the grid: the way, who strikes where, where a pack would stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.combat.board.squares import Square, parse_square
from tui.fight.battle import Battle
from tui.fight.foresight import Prospect
from tui.widgets.grid_things import ghosts


@dataclass(frozen=True, slots=True)
class Drawn:
    """What the grid shows of a prospect; all of it is empty where there is nothing to see."""

    path: tuple[Square, ...] = ()
    strikes: Mapping[Square, str] = field(default_factory=dict)
    ghosts: Mapping[Square, str] = field(default_factory=dict)


def drawn(seen: Prospect | None, plan: int, *, safe: bool = False) -> Drawn:
    """What a prospect draws; `plan` is which proposal for a pack, below 0 = none."""
    if seen is None:
        return Drawn()
    if seen.plans and plan >= 0:
        steps = seen.plans[plan % len(seen.plans)].steps
        ways = {step.who: step.path for step in steps}
        return Drawn(ghosts=_ghosts(seen.gaze.battle, ways))
    if seen.ahead is None:
        return Drawn()
    if safe and seen.ahead.safe is not None:
        return Drawn(seen.ahead.safe.path)
    strikes: dict[Square, str] = {}
    unseen = seen.gaze.battle.unseen
    for one in (one for one in seen.ahead.strikers if one.by not in unseen):
        at = parse_square(one.at)
        strikes[at] = strikes.get(at, "") + _sign(seen.gaze.battle, one.by)
    return Drawn(seen.ahead.path, strikes)


def _ghosts(battle: Battle, ways: Mapping[str, tuple[str, ...]]) -> dict[Square, str]:
    moved = {who: path for who, path in ways.items() if path}
    places = {_sign(battle, who): parse_square(path[-1]) for who, path in moved.items()}
    starts = {_sign(battle, who): parse_square(path[0]) for who, path in moved.items()}
    return ghosts(places, starts)


def _sign(battle: Battle, who: str) -> str:
    being = battle.being(who)
    return "?" if being is None else being.token or being.name[:1]
