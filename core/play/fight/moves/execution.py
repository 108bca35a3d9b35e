"""Movements as they happen: up to the first opportunity, to their end, or off the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.combat.board.squares import Block, Square, parse_square
from core.combat.movement.ending import may_end
from core.combat.movement.footing import leading_side
from core.combat.movement.squeeze import figure as stretch
from core.combat.movement.squeeze import is_squeezing
from core.messages import Refusal
from core.play.fight.combatants import fight_of, named
from core.play.fight.fight_scene import Strikers
from core.play.fight.moves.commands import Move, MovePack, PackStep
from core.play.fight.moves.events import LeftBoard, Moved, MoveHalted
from core.play.fight.moves.move_budget import usual_mode
from core.play.fight.moves.move_plan import course_of, strikers
from core.play.fight.moves.planned_move import OFF, PlannedMove, aim, squeezes
from core.play.fight.turns.order import is_acting
from core.play.resolution import Resolution
from core.play.state import Assets, Queued, State, Striker, Waiting
from core.receipts import Receipt
from core.values import replace


def go(resolution: Resolution, way: PlannedMove) -> None:
    """Move; at the first anchor with an opportunity the movement waits."""
    found = strikers(resolution.state, resolution.assets, way)
    cite(resolution, way)
    if not found.who:
        finish(resolution, way)
        return
    resolution.explain(found.provoked.receipt)
    first = way.path.index(parse_square(found.who[0].at))
    if first:
        resolution.emit(moved(way, first))
    resolution.emit(MoveHalted(waiting(way, first, found.who)))


def waiting(way: PlannedMove, first: int, who: tuple[Striker, ...]) -> Waiting:
    """Return the rest of a movement that waits at an anchor of its path for strikers."""
    wish = way.wish
    rest = tuple(map(str, way.path[first:]))
    return Waiting(
        who=wish.who,
        path=(*rest, OFF) if way.leaves else rest,
        strikers=who,
        action=wish.action,
        mode=wish.mode,
        cost=sum(way.steps[:first]),
        diagonals=way.counted[first - 1] if first else 0,
        elevation=aim(way.stage, wish),
        squeeze=wish.squeeze,
        tumbled=wish.tumbled,
    )


def finish(resolution: Resolution, way: PlannedMove) -> None:
    """Move to the end of the path."""
    resolution.emit(moved(way))
    if way.leaves:
        resolution.emit(LeftBoard(way.stage.mover.id, str(way.path[-1])))


def moved(way: PlannedMove, upto: int | None = None) -> Moved:
    """Return the event of a movement, or of its first `upto` steps."""
    whole = upto is None
    path = way.path if upto is None else way.path[: upto + 1]
    steps = way.steps if upto is None else way.steps[:upto]
    count = len(path) - 1
    paid = way.purse.pay(way.squares(upto))
    trail, at = _trail(way, path, settles=whole)
    figure = way.stage.figure
    return Moved(
        who=way.stage.mover.id,
        path=tuple(map(str, path)),
        cost=sum(steps),
        diagonals=way.counted[count - 1] if way.counted[:count] else figure.spent.diagonals,
        action=way.wish.action,
        mode=way.wish.mode,
        elevation=way.heights[-1] if upto is None else way.heights[count],
        heading=way.headings[: max(1, count)][-1] if way.headings else "",
        trail=trail,
        spends=paid.spends,
        begins=not way.purse.goes_on,
        hazards=sum(way.hurts[:count]),
        leg=paid.leg,
        at=at,
    )


def cite(resolution: Resolution, way: PlannedMove) -> None:
    """Explain the cost of a movement, and what the GM allows beyond the rules."""
    for receipt in way.why:
        resolution.explain(receipt)
    for remark in remarks(resolution.state, resolution.assets, way):
        resolution.explain(remark)


def remarks(state: State, assets: Assets, way: PlannedMove) -> Iterator[Receipt]:
    """Receipts of what the GM may allow: a move out of turn or without an action left."""
    rules, fight = assets.rules, fight_of(state)
    who = named(state, way.wish.who)
    if way.paid.over:
        yield rules.cite(
            "C-013",
            "{who} has no action left for it: allowed by the GM",
            way.paid.spends,
            default=True,
            who=who,
        )
    if fight.acting and not is_acting(fight, way.stage.figure):
        yield rules.cite(
            "C-013",
            "{who} moves out of turn: allowed by the GM",
            way.cost,
            default=True,
            who=who,
        )


def _trail(
    way: PlannedMove, path: tuple[Square, ...], *, settles: bool
) -> tuple[tuple[str, ...], str]:
    stage, wish = way.stage, way.wish
    side = stage.scene.space(stage.mover)
    if not squeezes(stage.scene, wish) or side == 1:
        return (), ""
    trail = tuple(map(parse_square, stage.figure.trail))
    before = trail[:-1] if trail[-1:] == (stage.mover.at,) else ()
    last = (*before, *path)[-(side - leading_side(side) + 1) :]
    if not settles or way.leaves or is_squeezing(stage.scene, stage.mover, last):
        return tuple(map(str, last)), ""
    place = _settled(way, last)
    return (tuple(map(str, last)), "") if place is None else ((), str(place))


def _settled(way: PlannedMove, last: tuple[Square, ...]) -> Square | None:
    stage = way.stage
    side = stage.scene.space(stage.mover)
    covered = set(stretch(side, last))
    head = last[-1]
    anchors = [Square(head.x - dx, head.y - dy) for dy in range(side) for dx in range(side)]
    fitting = [at for at in anchors if may_end(stage.scene, stage.mover, at).legal]
    holding = [at for at in fitting if covered <= set(Block(*at, side).squares())]
    return next(iter(holding or fitting), None)


def move_pack(resolution: Resolution, command: MovePack) -> None:
    """Move several creatures. Refusals: "nobody", "twice", and those of `course_of`, by name."""
    if not command.steps:
        raise Refusal("nobody", "Name at least one creature.")
    ids = [step.who for step in command.steps]
    twice = next((who for who in ids if ids.count(who) > 1), "")
    if twice:
        raise Refusal("twice", "{who} is named twice.", who=named(resolution.state, twice))
    halts, behind = _go_all(resolution, command)
    if halts:
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


def _go_all(
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
