"""A movement is cut short: who stops where it stands, and where that may not be."""

from __future__ import annotations

from typing import cast

from core.combat.board.manner import Manner
from core.combat.board.squares import Square, parse_square
from core.combat.movement.ending import Halted, halted
from core.dice import Question
from core.messages import N_, Message, Refusal
from core.play.fight.beings import fight_of, named
from core.play.fight.encounter import Mode
from core.play.fight.moves.course import OFF, ON_THE_GRID
from core.play.fight.moves.events import Pushed
from core.play.fight.moves.rising import PRONE
from core.play.fight.stage import UNABLE, Stage, stage_of
from core.play.pending import IN_PLACE, Waiting
from core.play.tale import Tale


def stopped(tale: Tale, who: str, action: str) -> bool:
    """Whether one who was struck goes no farther: unable, or on the ground where it has to move."""
    try:
        stage = stage_of(tale.state, tale.world, who)
    except Refusal:  # no longer on the board
        return True
    scene = stage.scene
    pair = [one for one in scene.creatures if one.id in (who, stage.mover.id)]
    if any(scene.has(one, effect) for one in pair for effect in UNABLE):
        return True
    return action not in IN_PLACE and scene.has(stage.mover, PRONE)


def halt(tale: Tale, waiting: Waiting, who: str, path: tuple[str, ...]) -> None:
    """Leave a mover where it was stopped, or where it comes to lie if it may not stop there.

    C-157 to C-159: of several places one is thrown for; where the GM decides it stays, to be
    placed by the GM's word. One that is on the board no more stays away.
    """
    try:
        stage = stage_of(tale.state, tale.world, who)
    except Refusal:
        return
    at = stage.mover.at
    anchors = tuple(parse_square(word) for word in path if word != OFF)
    gone = tuple(map(parse_square, stage.figure.spent.path))
    way = anchors if at in anchors else (at,)
    if gone and gone[-1] == way[0]:
        way = (*gone[:-1], *way)
    found = _halted(stage, waiting, way, at)
    tale.cite(found.receipt)
    if found.gm_decides or at in found.options:
        return
    place = _one_of(tale, who, found.options)
    if place is not None:
        tale.happen(Pushed(stage.mover.id, (str(at), str(place))))


def _halted(stage: Stage, waiting: Waiting, way: tuple[Square, ...], at: Square) -> Halted:
    mode = ON_THE_GRID[cast(Mode, waiting.mode)]
    manner = Manner(mode=mode, squeeze=waiting.squeeze)
    return halted(stage.level(stage.feet), stage.mover, way, at, manner)


def _one_of(tale: Tale, who: str, options: tuple[Square, ...]) -> Square | None:
    if len(options) < 2:
        return options[0] if options else None
    fight = fight_of(tale.state)
    label = Message(N_("{who} comes to lie at one of {squares}, counted in this order"),
                    who=named(tale.state, who), squares=tuple(map(str, options)))  # fmt: skip
    key = f"halted/{fight.id}/round-{fight.round}/{who}"
    outcome = tale.asking.put(Question(key, label, who, dice=f"d{len(options)}"))
    if outcome is None:
        return None
    number = outcome.total if 1 <= outcome.total <= len(options) else 1
    return options[number - 1]
