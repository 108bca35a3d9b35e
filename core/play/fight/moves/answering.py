"""The answer to opportunities, and the rest of the movement that waited for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import cast

from core.combat.board.manner import Action, Manner
from core.combat.board.squares import Square, parse_square
from core.combat.movement.ending import halted
from core.creatures import Mode
from core.dice import Question
from core.messages import Message, Refusal
from core.play.fight.blows.coups import COUP, strike_coup
from core.play.fight.blows.resolve import strike
from core.play.fight.combatants import fight_of, named
from core.play.fight.encounter import Encounter
from core.play.fight.fight_scene import UNABLE, mover_scene
from core.play.fight.moves.commands import AnswerStrikes, Move
from core.play.fight.moves.events import OpportunityTaken, Pushed, StrikesAnswered
from core.play.fight.moves.execution import finish, moved
from core.play.fight.moves.move_budget import usual_mode
from core.play.fight.moves.move_plan import course_of
from core.play.fight.moves.planned_move import OFF, ON_THE_GRID
from core.play.fight.moves.posture import PRONE, RISING, rise
from core.play.fight.opportunities import spare, used_up
from core.play.resolution import Resolution
from core.play.state import IN_PLACE, Fighting, State, Striker, Waiting

AGAINST = ">"


def waiting_of(state: State) -> Waiting:
    """Return the movement that waits. Refusals: "no_fight", "nothing_waits"."""
    fight_of(state)
    found = state.pending.waiting if isinstance(state.pending, Fighting) else None
    if found is None:
        raise Refusal("nothing_waits", "No movement is waiting for opportunities.")
    return found


@dataclass(slots=True)
class _Answered:
    """The answers so far: who struck, and who was asked and has not answered."""

    waiting: Waiting
    takes: frozenset[Striker]
    took: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def event(self) -> StrikesAnswered:
        """Return the event of the whole answer."""
        asked = dict.fromkeys(one.by for one in self.waiting.strikers)
        passed = tuple(by for by in asked if by not in self.took)
        return StrikesAnswered(self.waiting.who, tuple(dict.fromkeys(self.took)), passed)


def answer(resolution: Resolution, command: AnswerStrikes) -> None:
    """Move along the path with the strikes in its order, then on to its end.

    A mover that drops or cannot go on stops there, and the strikers that remain are not asked.
    Movements of a pack follow one another. Refusals: "nothing_waits", "not_asked".
    """
    waiting = waiting_of(resolution.state)
    answered = _Answered(waiting, frozenset(_chosen(command, waiting)))
    _one(resolution, answered, waiting.who, waiting.path)
    for queued in waiting.queue:
        _one(resolution, answered, queued.who, queued.path)
    resolution.emit(answered.event())


def _chosen(command: AnswerStrikes, waiting: Waiting) -> Iterator[Striker]:
    for word in command.takes:
        by, _, against = word.partition(AGAINST)
        asked = [
            one
            for one in waiting.strikers
            if one.by == by and against in ("", _mover(one, waiting))
        ]
        if not asked:
            raise Refusal("not_asked", "{who} has no opportunity here.", who=word)
        yield from asked


def _mover(striker: Striker, waiting: Waiting) -> str:
    return striker.against or waiting.who


def _one(resolution: Resolution, answered: _Answered, who: str, path: tuple[str, ...]) -> None:
    waiting, at = answered.waiting, 0
    for striker in waiting.strikers:
        if _mover(striker, waiting) != who or striker not in answered.takes:
            continue
        place = path.index(striker.at) if striker.at in path else at
        if place > at and not _advance(resolution, waiting, who, path[at : place + 1]):
            return
        at = max(at, place)
        if not _struck(resolution, answered, striker, who):
            continue
        if _stopped(resolution, who, waiting.action):
            _halt(resolution, waiting, who, path)
            return
    if waiting.action == RISING:
        rise(resolution, who)
        return
    if waiting.action == COUP:
        _coup(resolution, waiting)
        return
    wish = _wish(resolution, waiting, who, path[at:])
    try:
        way = course_of(resolution.state, resolution.assets, wish, allow=True)
    except Refusal as refusal:
        if refusal.code != "no_move":
            _stays(resolution, who, refusal)
        return
    for receipt in way.why:
        resolution.explain(receipt)
    finish(resolution, way)


def _struck(resolution: Resolution, answered: _Answered, striker: Striker, who: str) -> bool:
    # A striker is asked only as often as it has opportunities left.
    stage = mover_scene(resolution.state, resolution.assets, who)
    if striker.by in used_up(resolution.state, resolution.assets, stage):
        return False
    asked = answered.asked.count(striker.by)
    if asked and asked >= spare(resolution.state, resolution.assets, stage, striker.by):
        return False
    fight = fight_of(resolution.state)
    key = key_of(fight, striker.by, who)
    before = len(resolution.events)
    found = strike(resolution, striker.by, who, key, opportunity=True)
    if found is None:
        answered.asked.append(striker.by)
        return False
    if found.outcome == "impossible":
        return False
    resolution.events.insert(before, OpportunityTaken(striker.by, who))  # the strike uses it too
    answered.took.append(striker.by)
    return True


def key_of(fight: Encounter, by: str, who: str) -> str:
    """Return the key of the question of an opportunity of `by` against the mover `who`."""
    return f"opportunity/{fight.id}/round-{fight.round}/{by}/{who}"


def aims(waiting: Waiting, fight: Encounter) -> dict[str, tuple[str, str]]:
    """Return striker and target by the key of their question, for moves of a pack; else none."""
    several = {waiting.who, *(queued.who for queued in waiting.queue)}
    if len(several) == 1:
        return {}
    pairs = {(one.by, _mover(one, waiting)) for one in waiting.strikers}
    return {key_of(fight, by, who): (by, who) for by, who in pairs}


def _advance(resolution: Resolution, waiting: Waiting, who: str, path: tuple[str, ...]) -> bool:
    wish = _wish(resolution, waiting, who, path)
    try:
        way = course_of(resolution.state, resolution.assets, wish, halfway=True, allow=True)
    except Refusal as refusal:
        _stays(resolution, who, refusal)
        return False
    resolution.emit(moved(way, len(way.path) - 1))
    return True


def _coup(resolution: Resolution, waiting: Waiting) -> None:
    try:
        strike_coup(resolution, waiting.who, waiting.target)
    except Refusal as refusal:
        resolution.explain(
            resolution.rules.cite(
                "C-247", "no coup de grâce: {reason}", 0, default=True, reason=refusal.message
            )
        )


def _wish(resolution: Resolution, waiting: Waiting, who: str, path: tuple[str, ...]) -> Move:
    first = who == waiting.who
    return Move(
        who,
        path=path,
        action=cast(Action, waiting.action),
        mode=cast(Mode, waiting.mode)
        if first
        else usual_mode(resolution.state, resolution.assets, who),
        elevation=waiting.elevation if first else None,
        squeeze=waiting.squeeze,
        tumbled=waiting.tumbled,
    )


def _stays(resolution: Resolution, who: str, refusal: Refusal) -> None:
    resolution.explain(
        resolution.rules.cite(
            "C-157",
            "{who} stops: {reason}",
            0,
            default=True,
            who=named(resolution.state, who),
            reason=refusal.message,
        )
    )


def _stopped(resolution: Resolution, who: str, action: str) -> bool:
    try:
        stage = mover_scene(resolution.state, resolution.assets, who)
    except Refusal:  # no longer on the board
        return True
    scene = stage.scene
    pair = [one for one in scene.creatures if one.id in (who, stage.mover.id)]
    if any(scene.has(one, effect) for one in pair for effect in UNABLE):
        return True
    return action not in IN_PLACE and scene.has(stage.mover, PRONE)


def _halt(resolution: Resolution, waiting: Waiting, who: str, path: tuple[str, ...]) -> None:
    # C-157 to C-159: It stays where it was stopped, or ends elsewhere if it may not stop there: one
    # of several places is rolled for, and where the GM decides it stays to be placed by hand.
    try:
        stage = mover_scene(resolution.state, resolution.assets, who)
    except Refusal:
        return
    at = stage.mover.at
    anchors = tuple(parse_square(word) for word in path if word != OFF)
    gone = tuple(map(parse_square, stage.figure.spent.path))
    way = anchors if at in anchors else (at,)
    if gone and gone[-1] == way[0]:
        way = (*gone[:-1], *way)
    mode = ON_THE_GRID[cast(Mode, waiting.mode)]
    manner = Manner(mode=mode, squeeze=waiting.squeeze)
    found = halted(stage.level(stage.feet), stage.mover, way, at, manner)
    resolution.explain(found.receipt)
    if found.gm_decides or at in found.options:
        return
    place = _one_of(resolution, who, found.options)
    if place is not None:
        resolution.emit(Pushed(stage.mover.id, (str(at), str(place))))


def _one_of(resolution: Resolution, who: str, options: tuple[Square, ...]) -> Square | None:
    if len(options) < 2:
        return options[0] if options else None
    fight = fight_of(resolution.state)
    label = Message("{who} ends at one of {squares}, counted in this order",
                    who=named(resolution.state, who), squares=tuple(map(str, options)))  # fmt: skip
    key = f"halted/{fight.id}/round-{fight.round}/{who}"
    outcome = resolution.ask(Question(key, label, who, dice=f"d{len(options)}"))
    if outcome is None:
        return None
    number = outcome.total if 1 <= outcome.total <= len(options) else 1
    return options[number - 1]
