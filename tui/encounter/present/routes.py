"""Routes on the grid: formations, doors, a pack's places; in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from core.combat.board.room import nearest, standing
from core.combat.board.squares import Block, Square, parse_edge
from core.messages import N_, Chance, Message, Template
from core.play.facts.fight.combatants import letters, name_mover, sheet
from core.play.facts.fight.moves.commands import Move
from core.play.facts.fight.setup.commands import Spot
from core.play.facts.state import State
from core.play.fight.attack_previews import AttackAhead
from core.play.fight.blows.planned_attack import PlannedAttack
from core.play.fight.moves.intended_move import makes_spring_attack
from core.play.fight.moves.mode_route import Leg
from core.play.fight.moves.narration import describe_height, doing
from core.play.fight.moves.pack import PackPlace, PackPlan
from core.play.fight.previews import MoveAhead, StrikerAhead
from core.play.fight.turns.move_budget import MoveBudget
from core.values import replace
from tui.encounter.present.battle import Battle
from tui.kit import lengths


def formation(battle: Battle, creature_ids: tuple[str, ...], to: Square) -> tuple[Spot, ...]:
    """Places for several: the first at `to`, the others as they are around it.

    One not on the board yet takes the nearest free place.
    """
    scene = battle.whole  # a place is free for the story, not only for the onlookers
    first = battle.place(creature_ids[0]) if creature_ids else None
    present = () if scene is None else scene.present
    occupied_bits = sum(
        follower_id.bits for follower_id in present if follower_id.creature.id not in creature_ids
    )
    spots = []
    for creature_id in creature_ids:
        body = battle.body(creature_id)
        square = to
        if body is not None and first is not None:
            square = to.by(body.x - first.x, body.y - first.y)
        if scene is not None:
            side = 1 if body is None else max(1, body.side)
            free = standing(scene.field, side, occupied_bits, dry=False)
            square = nearest(scene.field, free, square) or square
            occupied_bits |= scene.field.block(Block(*square, side))
        figure = battle.encounter.figure(creature_id)
        spots.append(Spot(creature_id, str(square), 0 if figure is None else figure.elevation))
    return tuple(spots)


def doors_between(battle: Battle, creature_id: str, to: Square) -> tuple[str, ...]:
    """The closed doors between a creature's space and the adjacent square `to`."""
    shut = (edge for edge, state in battle.doors.items() if state != "open")
    return tuple(
        edge
        for edge in shut
        if to in (sides := parse_edge(edge)) and {*sides} - {to} <= _squares(battle, creature_id)
    )


def stands_at(battle: Battle, who: str, edge: str) -> bool:
    """Whether a creature is on one side of the border with this name."""
    return not _squares(battle, who).isdisjoint(parse_edge(edge))


def _squares(battle: Battle, who: str) -> set[Square]:
    body = battle.body(who)
    if body is None:
        return set()
    return {*body.squares()}


def safe(move: Move) -> Move:
    """The same move by a route that provokes no creature."""
    return replace(move, safe=True, path=())


def words(move: Move, state: State, strikers: tuple[str, ...], *, by_check: bool) -> Message:
    """What Enter says of a move: its goal, a check that comes first, who is asked to strike."""
    name = name_mover(state, move.who)
    to = move.path[-1] if move.path else move.to
    verbs: Mapping[str, Template] = {
        "run": "{who} runs to {to}",
        "charge": "{who} charges to {to}",
        "withdraw": "{who} withdraws to {to}",
        "step": "{who} steps to {to}",
        "five_foot_step": "{who} steps to {to}",
        "fly": "{who} flies to {to}",
        "swim": "{who} swims to {to}",
        "burrow": "{who} burrows to {to}",
        "climb": "{who} climbs to {to}",
        "hurry": "{who} climbs in a hurry to {to}",
    }
    verb = verbs.get(move.action) or verbs.get(move.mode) or N_("{who} moves to {to}")
    if move.tumble:
        verb = N_("{who} tumbles to {to}, by checks")
    elif move.overrun:
        verb = N_("{who} overruns to {to}, by checks")
    elif move.leap:
        verb = N_("{who} leaps to {to}")
    if makes_spring_attack(move):
        verb = N_("{who} springs to {to}")
    told = Message(verb, who=name, to=to)
    if not move.checks:
        told = describe_height(move, state) or told
    if by_check:
        told = Message("{move}, by a check", move=told)
    if not strikers:
        return told
    asks = Message("asks {strikers} to strike", strikers=strikers)
    return Message("{move}, {asks}", move=told, asks=asks)


def then_words(leg: Leg) -> Message:
    """A further part of a way, which Enter makes once the one before it is made."""
    return Message("then {moves} to {to}", moves=doing("", leg.mode), to=str(leg.to))


def with_onward(words: Message, onward: Sequence[Leg]) -> Message:
    """What Enter says of a move, with the part of the way that follows it, if there is one."""
    if not onward:
        return words
    return Message("{move}, {then}", move=words, then=then_words(onward[0]))


def strikers(ahead: MoveAhead, battle: Battle) -> tuple[str, ...]:
    """The letters or names of those who may strike on the way, each once."""
    ids = dict.fromkeys(striker.by for striker in ahead.strikers)
    return tuple(map(battle.sign, ids))


STEPS = 2
"""So many places by a small step are named; the panel has all."""


def words_of_strikers(words: Message, first: AttackAhead, battle: Battle) -> Message:
    """What Enter says of an attack before which some may strike, and how to avoid that.

    No chances while players look on.
    """
    if not first.strikers:
        return words
    asked = tuple(_asked(striker, battle) for striker in first.strikers)
    words = Message("{attack}, asks {strikers} to strike", attack=words, strikers=asked)
    if not first.quiet_steps:
        return words
    at = tuple(map(str, first.quiet_steps[:STEPS]))
    return Message("{attack}; not after a step to {at}", attack=words, at=at)


def offer_full(full: PlannedAttack, battle: Battle) -> Message:
    """What is said of a full attack that has to be chosen now; no chance while players look on."""
    count = full.assets.rules.combat.strikes.full
    if battle.player_view:
        return Message("* full: {count:attack|attacks}", count=count)
    return Message("* full: {count} at {chance}", count=count, chance=Chance(full.p_hit))


def _asked(striker: StrikerAhead, battle: Battle) -> Message | str:
    sign = battle.sign(striker.by)
    if striker.chance is None or battle.player_view:
        return sign
    return Message("{who} {chance}", who=sign, chance=Chance(striker.chance))


def pack_words(plan: PackPlan, all_: int, others: int) -> Message:
    """Enter's effect: how many are placed and flank; `others`: further proposals."""
    words = _pack_moves(plan, all_ - len(plan.unplaced), all_)
    if others:
        return Message("{words}; Tab: other", words=words)
    return words


def _pack_moves(plan: PackPlan, placed: int, all_: int) -> Message:
    if not plan.target:
        return Message("move {placed} of {all}", placed=placed, all=all_)
    if not plan.striking:
        return Message("move {placed} of {all} as near as they get", placed=placed, all=all_)
    if plan.spent:
        return Message(
            "move {placed} of {all}, {flanks} flank, {spent} with no attack left",
            placed=placed,
            all=all_,
            flanks=plan.flanks,
            spent=plan.spent,
        )
    return Message(
        "move {placed} of {all}, {flanks} flank", placed=placed, all=all_, flanks=plan.flanks
    )


def pack_rows(plan: PackPlan, battle: Battle, number: int, count: int) -> Iterator[Message]:
    """The panel's lines: target, attacks of opportunity, places and costs, those without one."""
    if plan.places:
        first = plan.places[0].at
    else:
        first = str(Square(0, 0))
    yield Message(
        "{number} of {count}: {pack} to {target}",
        number=number,
        count=count,
        pack=letters(battle.sign(place.who) for place in plan.places),
        target=battle.sign(plan.target) if plan.target else first,
    )
    for place in plan.places:
        if strikers := tuple(map(battle.sign, place.strikers)):
            yield Message(
                "! {sign} moves: {who} may strike", sign=battle.sign(place.who), who=strikers
            )
    yield from (_pack_place(place, battle) for place in plan.places if not place.near)
    if near := tuple(f"{battle.sign(one.who)} {one.at}" for one in plan.places if one.near):
        yield Message("too far to strike: {who}", who=near)
    if left := tuple(battle.sign(who) for who in plan.unplaced if battle.up(who)):
        yield Message("no place for {who}", who=left)


def _pack_place(place: PackPlace, battle: Battle) -> Message:
    sign = battle.sign(place.who)
    if place.cost:
        cost = lengths.used(place.cost, None)
        words = Message("{sign} {at}  {cost}", sign=sign, at=place.at, cost=cost)
    else:
        words = Message("{sign} {at}", sign=sign, at=place.at)
    if place.spent:
        words = Message("{place}, no attack left", place=words)
    if not place.partners:
        return words
    partners = tuple(battle.sign(who) for who in place.partners)
    return Message("{place}  flanks with {partners}", place=words, partners=partners)


def cost_words(budget: MoveBudget, steps: Sequence[int], actions: int) -> Message:
    """What steps use of what their actions offer: "3 of 8 squares".

    `actions` are those begun with them. Where each is for itself, what they use of the one before
    is said apart: "1 + 3 of 8 squares".
    """
    used = budget.used(steps)
    if budget.each is None or not budget.packed or not actions:
        return lengths.used(used, budget.offered(actions))
    before = budget.begun(steps)
    cost = lengths.used(used - before, actions * budget.each)
    if not before:
        return cost
    return Message("{before} + {cost}", before=before, cost=cost)


def say_shooter_charges_not(attack: PlannedAttack) -> Message:
    """Why who shoots makes no charge, and how it takes its first weapon of melee in hand."""
    words: Template = N_("no charge at {target}: {who} has the {weapon} in hand, which shoots")
    blades = enumerate(sheet(attack.by).attacks, 1)
    number, blade = next(
        ((number, one.name) for number, one in blades if one.mode == "melee"), (0, "")
    )
    if number:
        words = N_(
            "no charge at {target}: {who} has the {weapon} in hand, which shoots. "
            ":wield {sign} {number} takes the {blade}."
        )
    return Message(
        words,
        target=attack.at.name,
        who=attack.by.name,
        weapon=attack.attack.name,
        sign=attack.by.token,
        number=number,
        blade=blade,
    )
