"""Moves of a pack, one after the other, with one question for all opportunities.

Those who provoke nothing go at once, in the order given; one whose way is blocked waits for the
others. Those who provoke wait together: the first for itself, the others in its queue. After the
answer they move one after the other with the strikes on their ways; one whose way was blocked
meanwhile stays.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.combat.board.squares import parse_square
from core.messages import Refusal
from core.play.fight.combatants import named
from core.play.fight.moves.commands import Move, MovePack, PackStep
from core.play.fight.moves.events import MoveHalted
from core.play.fight.moves.execution import cite, finish, moved, waiting
from core.play.fight.moves.move_budget import usual_mode
from core.play.fight.moves.move_plan import course_of
from core.play.fight.moves.planned_move import PlannedMove
from core.play.fight.moves.provoking import strikers
from core.play.fight.opportunities import Strikers
from core.play.pending import Queued, Striker, Waiting
from core.play.resolution import Resolution
from core.values import replace


def move_pack(resolution: Resolution, command: MovePack) -> None:
    """Move several creatures. Refusals: "nobody", "twice", and those of `course_of`, by name."""
    if not command.steps:
        raise Refusal("nobody", "Name at least one creature.")
    ids = [step.who for step in command.steps]
    twice = next((who for who in ids if ids.count(who) > 1), "")
    if twice:
        raise Refusal("twice", "{who} is named twice.", who=named(resolution.state, twice))
    halts, behind = _go(resolution, command)
    if halts:
        _halt(resolution, halts, behind)


def _go(
    resolution: Resolution, command: MovePack
) -> tuple[list[tuple[PlannedMove, Strikers]], Sequence[PackStep]]:
    # Returns those who provoke, in order, and those whose way they block.
    left: Sequence[PackStep] = command.steps
    halts: list[tuple[PlannedMove, Strikers]] = []
    while left:
        shut: list[tuple[PackStep, Refusal]] = []
        for step in left:
            try:
                mode = usual_mode(resolution.state, resolution.assets, step.who)
                wish = Move(step.who, path=step.path, action=command.action, mode=mode)
                way = course_of(resolution.state, resolution.assets, wish)
            except Refusal as refusal:
                shut.append((step, refusal))
                continue
            found = strikers(resolution.state, resolution.assets, way)
            cite(resolution, way)
            if found.who:
                halts.append((way, found))
            else:
                finish(resolution, way)
        if len(shut) == len(left) and halts:
            return halts, left
        if len(shut) == len(left):
            first, why = shut[0]
            raise Refusal(why.code, "{who}: {reason}", who=named(resolution.state, first.who),
                          reason=why.message)  # fmt: skip
        left = [step for step, _ in shut]
    return halts, ()


def _halt(
    resolution: Resolution, halts: list[tuple[PlannedMove, Strikers]], behind: Sequence[PackStep]
) -> None:
    way, found = halts[0]
    first = way.path.index(parse_square(found.who[0].at))
    everybody = [*found.who]
    for other, seen in halts[1:]:
        resolution.explain(seen.provoked.receipt)
        everybody += (Striker(one.by, one.at, other.wish.who) for one in seen.who)
    resolution.explain(found.provoked.receipt)
    if first:
        resolution.emit(moved(way, first))
    queue = (
        *(Queued(one.wish.who, one.wish.path) for one, _ in halts[1:]),
        *(Queued(step.who, step.path) for step in behind),
    )
    waits: Waiting = replace(waiting(way, first, tuple(everybody)), queue=queue)
    resolution.emit(MoveHalted(waits))
