"""The threat cursor's queries: who would go where, and what awaits them there.

Pure and possibly slow: screens run it in a thread on the frozen state.
"""

from __future__ import annotations

from contextlib import suppress

from core.combat.board.scene import Action, Creature, Scene
from core.combat.board.squares import Square, measured, parse_square
from core.combat.board.strikes import strike
from core.combat.threat.provoke import Outlook
from core.combat.threat.threat import threatens
from core.creatures import Mode
from core.messages import Message, Refusal
from core.play.fight.blows.planned_attack import PlannedAttack
from core.play.fight.moves.commands import Move
from core.play.fight.moves.pack import PackPlan, proposals
from core.play.fight.previews import MoveAhead, outlook_at, preview
from core.play.fight.turns.budget import AIRBORNE
from core.values import Struct, replace
from tui.encounter.panes.fight_lines import CardLines, ThreatLines, UnderLines
from tui.encounter.panes.grid_things import GridChanges, GridLine, cover_lines, ghosts
from tui.encounter.present import cards, routes
from tui.encounter.present.battle import Battle
from tui.encounter.present.threat import then_attack, threat
from tui.kit.lines_view import words


class CursorQuery(Struct):
    """A query: where the cursor is, who would go there (none, one or a pack), and how.

    `elevation` is a flyer's final height (None = unchanged). `propose`: the best
    places for a pack around the creature under the cursor, or in formation.
    """

    battle: Battle
    to: Square
    who: tuple[str, ...] = ()
    action: Action = "move"
    mode: Mode = "walk"
    elevation: int | None = None
    squeeze: bool = False
    propose: bool = False


class CursorPreview(Struct):
    """The answer to a query.

    `target` is the enemy under the cursor, if any. `move` is what Enter would do for a single
    mover, to the cursor or to its best place beside the target, and `ahead` what awaits it then;
    `trouble` says why there is none. `strikes`: it can hit the target without moving.
    `unusual`: Enter acts out of turn, or with no action left.
    `attack` is its attack on the target (after the move, if any), `plans` are the
    proposals for a pack. `rows`, `under` and `card` fill the panels.
    """

    query: CursorQuery
    target: str = ""
    move: Move | None = None
    ahead: MoveAhead | None = None
    strikes: bool = False
    attack: PlannedAttack | None = None
    plans: tuple[PackPlan, ...] = ()
    trouble: Message | None = None
    unusual: Message | None = None
    rows: ThreatLines | None = None
    under: UnderLines | None = None
    card: CardLines | None = None


def foresee(query: CursorQuery) -> CursorPreview:
    """Answer `query`, with the rows of the panels; a refusal is its `trouble`."""
    found = _foreseen(query)
    who = next(iter(query.who), "")
    under = next(iter(query.battle.under(query.to)), "")
    found = replace(found, unusual=_unusual(found))
    here = query.battle.known
    if here is None:
        return found
    rows = None
    if len(query.who) == 1 and query.battle.runs:
        trouble = words(found.trouble)
        rows = threat(here, who, query.to, found.ahead, found.attack, trouble)
    return replace(
        found,
        rows=rows,
        under=cards.under(here, query.to, who),
        card=cards.card(here, under) if under else None,
    )


def _unusual(found: CursorPreview) -> Message | None:
    ahead = found.ahead
    told = () if ahead is None else ahead.course.remarks
    if found.strikes and found.attack is not None:
        told = found.attack.remarks
    if not told:
        return None
    acts = found.query.who[0] in found.query.battle.acting
    return Message("no action left") if acts else Message("out of turn")


def _foreseen(query: CursorQuery) -> CursorPreview:
    found = CursorPreview(query, query.battle.enemy(query.to, query.who))
    if query.battle.scene is None or not query.who:
        return found
    try:
        if len(query.who) > 1:
            if not query.propose:
                return found
            view, scene = query.battle.view, query.battle.scene
            plans = proposals(view.state, view.assets, query.who, query.to, scene=scene)
            return replace(found, plans=plans)
        return _beside(found) if found.target else _there(found, query.to)
    except Refusal as refusal:
        return replace(found, trouble=refusal.message)


def _beside(found: CursorPreview) -> CursorPreview:
    query, who = found.query, found.query.who[0]
    scene = query.battle.scene
    assert scene is not None
    view, attack = query.battle.view, None
    with suppress(Refusal):
        attack = preview(view.state, view.assets, who, found.target, scene=scene)
    found = replace(found, attack=attack)
    ranged = attack is not None and attack.attack.mode == "ranged"
    mover, target = scene.by_id.get(who), scene.by_id[found.target]
    if ranged or (mover is not None and threatens(scene, mover, target)):
        return replace(found, strikes=attack is not None)
    trouble = Message("no route leads beside {target}", target=target.name or target.id)
    if query.action == "charge":
        trouble = Message("no charge at {target}", target=target.name or target.id)
    if mover is None:
        return found if query.action == "charge" else replace(found, trouble=trouble)
    there = _move_beside(found, scene, mover, target) if query.action == "move" else None
    if there is not None:
        return there
    struck = _to_strike(found, scene, mover, target)
    if not isinstance(struck, Refusal):
        return struck
    if struck.code != NOWHERE:
        trouble = Message("{what}: {why}", what=trouble, why=struck.message)
    return replace(found, trouble=trouble)


def _move_beside(
    found: CursorPreview, scene: Scene, mover: Creature, target: Creature
) -> CursorPreview | None:
    # One that crosses the air goes up or down to strike.
    query, feet = found.query, mover.elevation
    view = query.battle.view
    level = query.elevation in (None, feet)
    plans = proposals(view.state, view.assets, query.who, query.to, scene=scene) if level else ()
    best = next((plan for plan in plans if plan.steps), None)
    strikes = best is not None and best.striking
    if query.mode in AIRBORNE and not strikes and not (level and feet == target.elevation):
        there = _to_strike(found, scene, mover, target)
        if not isinstance(there, Refusal):
            return there
    return None if best is None else _there(found, parse_square(best.steps[0].path[-1]))


NOWHERE = "nowhere"
"""There is no place from which it strikes."""


def _to_strike(
    found: CursorPreview, scene: Scene, mover: Creature, target: Creature
) -> CursorPreview | Refusal:
    # Who crosses the air ends there as high as it is now, or as near to that as it reaches from.
    why = Refusal(NOWHERE, "There is no room for it.")
    for to, feet in _places(scene, mover, target, found.query):
        try:
            return _there(found, to, None if feet == mover.elevation else feet)
        except Refusal as refusal:
            why = refusal if why.code == NOWHERE else why
    return why


def _places(
    scene: Scene, mover: Creature, target: Creature, query: CursorQuery
) -> list[tuple[Square, int]]:
    aim, body, feet = scene.body(target), scene.body(mover), mover.elevation
    far = strike(scene, mover).outer + body.side
    found = []
    for y in range(aim.y - far, aim.y + aim.side + far):
        for x in range(aim.x - far, aim.x + aim.side + far):
            moved = scene.moved(mover.id, Square(x, y)) if mover.rides else scene
            for height in _heights(feet, target.elevation, query):
                there = replace(mover, at=Square(x, y), elevation=height)
                if threatens(moved, there, target):
                    away = measured(x - body.x, y - body.y, height - feet)
                    found.append((away, there.at, height))
                    break
    return [(to, height) for _, to, height in sorted(found)]


def _heights(feet: int, target: int, query: CursorQuery) -> tuple[int, ...]:
    if query.elevation is not None:
        return (query.elevation,)
    if query.mode not in AIRBORNE or feet == target:
        return (feet,)
    toward = 1 if target > feet else -1
    return tuple(range(feet, target + toward, toward))


def _there(found: CursorPreview, to: Square, feet: int | None = None) -> CursorPreview:
    query, who = found.query, found.query.who[0]
    end = query.elevation if feet is None else feet
    view, scene = query.battle.view, query.battle.scene
    at = query.battle.place(who)
    figure = query.battle.encounter.figure(who)
    same = figure is not None and end in (None, figure.elevation)
    if at == to and same:
        return found
    move = Move(
        who, str(to), action=query.action, mode=query.mode, elevation=end, squeeze=query.squeeze,
    )  # fmt: skip
    ahead = outlook_at(view.state, view.assets, move, scene)
    other = ahead.safe if ahead.strikers and query.action == "move" else None
    if other is not None and other.cost <= ahead.cost:  # as short, and nobody may strike
        move = routes.safe(move)
        ahead = outlook_at(view.state, view.assets, move, scene)
    attack = then_attack(view, who, ahead, found.target)
    return replace(found, ahead=ahead, move=move, attack=attack)


# what is drawn of it on the grid


def drawn(seen: CursorPreview | None, plan: int, *, safe: bool = False) -> GridChanges:
    """The path, strikes and ghosts of a prospect, empty where there is nothing to see.

    `plan` is the proposal for a pack, below 0 = none.
    """
    found = GridChanges(path=(), strikes={}, ghosts={})
    if seen is None:
        return found
    if seen.plans and plan >= 0:
        steps = [step for step in seen.plans[plan % len(seen.plans)].steps if step.path]
        places, starts = (
            {seen.query.battle.sign(step.who): parse_square(step.path[at]) for step in steps}
            for at in (-1, 0)
        )
        found["ghosts"] = ghosts(places, starts)
    elif safe and seen.ahead is not None and seen.ahead.safe is not None:
        found["path"] = seen.ahead.safe.path
    elif seen.ahead is not None:
        strikes: dict[Square, str] = {}
        for one in seen.ahead.strikers:
            if one.by not in seen.query.battle.unseen:
                at = parse_square(one.at)
                strikes[at] = strikes.get(at, "") + seen.query.battle.sign(one.by)
        found["path"], found["strikes"] = seen.ahead.path, strikes
    return found


def attack_lines(found: PlannedAttack) -> tuple[GridLine, ...]:
    """The lines that decide cover from an attack, and flanking."""
    flank = found.grid.flanking
    flanking = () if flank is None or flank.line is None else (GridLine(*flank.line),)
    return *cover_lines(found.grid.cover), *flanking


def outlook_lines(found: Outlook) -> tuple[GridLine, ...]:
    """The lines between flanking partners, and those of cover against each enemy."""
    hidden = (view.cover for view in found.views if view.cover.degree != "none")
    return (
        *(GridLine(*partner.line) for partner in found.partners),
        *(line for cover in hidden for line in cover_lines(cover)),
    )
