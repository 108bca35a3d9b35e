"""Planning an attack: the one that a creature would make now, by a command or an opportunity."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.combat.attack.scores import total
from core.combat.attack.situations import HIGHER_GROUND, GridAttack, attack_on_grid
from core.combat.board.scene import Creature, Scene
from core.combat.board.squares import through_the_air
from core.combat.threat.threat import within_reach
from core.creatures import THROWN, Attack, is_natural
from core.messages import Refusal
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.combatants import fight_of, sheet, someone
from core.play.facts.state import Assets, State
from core.play.fight.blows.arms import arm, lengthen_reach
from core.play.fight.blows.attack_figures import (
    ac_receipts,
    has_charged,
    increments,
    lowered_by_value,
    own_receipts,
)
from core.play.fight.blows.attack_sequence import (
    attacks_made,
    counts_attacks,
    find_next_attack,
    sequence_left,
    words_in_force,
)
from core.play.fight.blows.attack_words import refuse_full_attack
from core.play.fight.blows.feats import (
    ac_of_stance,
    ac_on_the_move,
    gains_of,
    lunging_reach,
    refuse_feats,
)
from core.play.fight.blows.planned_attack import PlannedAttack, place_in_turn
from core.play.fight.blows.saddle import take_seat
from core.play.fight.blows.turn_use import turn_use
from core.play.fight.fight_scene import conditions_of_turn, find_on_board, scene_of
from core.play.fight.turns.budget import left
from core.rulesets.combat_schema import Covered
from core.rulesets.schema import Ruleset
from core.values import replace


def swing(
    state: State,
    assets: Assets,
    by: str,
    command: MakeAttack,
    scene: Scene | None = None,
    made: Sequence[int] | None = None,
    *,
    moving: bool = False,
) -> PlannedAttack:
    """Return the attack that one creature would make now by a command, whoever else is named.

    Attacks of the sheet with the indices `made` come before it in this turn (None = those that it
    has made). Where the command names no attack, that in hand cannot be made and a long reach holds
    near squares too, it is the first natural attack that can (playtest). `moving`: it is a strike
    at one who moves.

    Without an attack on the sheet its bonus is +0; without an Armour Class that of the table
    counts.
    Refusals: "no_fight", "unknown_creature", "not_on_board", "same_creature", "unknown_attack",
    those of `refuse_words` and of cover.
    """
    scene = scene or scene_of(state, assets)
    in_hand = _swing(state, assets, by, command, scene, made, moving=moving)
    if in_hand.possible or command.attack is not None or not _naturals_reach(assets):
        return in_hand
    return _first_natural(in_hand, scene, made, moving=moving) or in_hand


def _first_natural(
    in_hand: PlannedAttack, scene: Scene, made: Sequence[int] | None, *, moving: bool
) -> PlannedAttack | None:
    # The first natural attack that can be made instead of that in hand.
    for index, attack in enumerate(sheet(in_hand.by).attacks):
        if not is_natural(attack):
            continue
        command = replace(in_hand.command, attack=index)
        natural = _swing(
            in_hand.state, in_hand.assets, in_hand.by.id, command, scene, made, moving=moving
        )
        if natural.possible:
            return natural
    return None


def _naturals_reach(assets: Assets) -> bool:
    return assets.rules.combat.mechanisms.reach_weapon == "inclusive"


def _swing(
    state: State,
    assets: Assets,
    by: str,
    command: MakeAttack,
    scene: Scene,
    made: Sequence[int] | None,
    *,
    moving: bool,
) -> PlannedAttack:
    encounter = fight_of(state)
    target_id = command.at
    attacker = someone(state, by)
    target = someone(state, target_id)
    find_on_board(scene, state, by)  # refuses
    find_on_board(scene, state, target_id)
    figure = encounter.figure(by)
    target_figure = encounter.figure(target_id)
    assert figure is not None
    assert target_figure is not None
    following = find_next_attack(attacker, figure, command, assets.rules, made)
    attack = following.attack
    rules = assets.rules
    seat = take_seat(state, rules, scene, attacker, attack, command)
    scene = seat.scene
    striking = scene.by_id[by]
    struck = scene.by_id[target_id]
    away = _squares_between(scene, striking, struck)
    charged = not following.nth and not command.opportunity and has_charged(state, figure)
    refuse_feats(attacker, figure, attack, command, rules)
    hand = "" if following.blow is None else following.blow.hand
    gains = gains_of(attacker, figure, attack, command, rules, hand=hand, away=away)
    own = (
        *own_receipts(attack, following.why, command, away, rules, charged=charged),
        *gains.to_hit,
        *seat.own,
        *lowered_by_value(attacker, rules),
    )
    against = (
        *ac_receipts(target, attack, command, rules, charged=has_charged(state, target_figure)),
        *ac_of_stance(target_figure, rules),
    )
    striking = arm(striking, attack, attacker, total(own))
    gained = lunging_reach(attacker, figure, attack, command, rules)
    striking = lengthen_reach(scene, striking, gained)
    of_the_turn = conditions_of_turn(state, target_figure, rules)
    facing = replace(struck, ac=total(against), conditions=(*struck.conditions, *of_the_turn))
    grid = attack_on_grid(
        scene.with_creatures(striking, facing),
        striking,
        facing,
        attack.mode,
        attack.weapon,
        take_cover=target_figure.taking_cover and rules.combat.cover.taken != Covered(),
        gm_degree=command.gm_degree,
        attacker_also=_said_of_the_attacker(command, striking, struck, above=seat.above),
        dexterity=sheet(target).dexterity,
        miss_chance=command.words.miss,
        far=command.words.far,
        attacker_said=command.words.about_attacker,
        target_said=command.words.about_target,
    )
    if grid.modifiers.fixed_ac is not None:
        against = (grid.modifiers.fixed_ac,)
        grid = grid.against_armour(total(against))
    mobility = tuple(ac_on_the_move(target, grid.modifiers, rules)) if moving else ()
    if mobility:
        against = (*against, *mobility)
        grid = grid.against_armour(total(against))
    return PlannedAttack(
        state=state,
        assets=assets,
        figure=figure,
        by=attacker,
        at=target,
        attack=attack,
        index=following.index,
        command=command,
        grid=grid,
        reason=_reason_with_range(grid, attack, away, rules),
        own=own,
        against=against,
        bonus=grid.modifiers.modified_attack(total(own)),
        ac=grid.modifiers.modified_ac(total(against), sheet(target).dexterity),
        distance=away,
        nth=following.nth,
        blow=following.blow,
        ends_charge=charged,
        added=gains.damage,
        in_saddle=seat.why,
    )


def _squares_between(scene: Scene, striking: Creature, struck: Creature) -> int:
    heights = (striking.elevation, struck.elevation)
    ends = scene.bodies(struck)
    return min(through_the_air(a, b, heights) for a in scene.bodies(striking) for b in ends)


def _reason_with_range(grid: GridAttack, attack: Attack, away: int, rules: Ruleset) -> str:
    # Why the attack cannot be made, as of the map, or for its range; "ok" = it can.
    if grid.reason != "ok":
        return grid.reason
    if attack.weapon == THROWN:
        most = rules.combat.blows.thrown_increments
    else:
        most = rules.combat.blows.increments
    if increments(attack, away) > most:
        return "out_of_range"
    return "ok"


def _said_of_the_attacker(
    command: MakeAttack, attacker: Creature, target: Creature, *, above: bool
) -> tuple[str, ...]:
    # The map adds higher ground itself where the attacker is above the target.
    if (command.words.high or above) and attacker.elevation <= target.elevation:
        return (HIGHER_GROUND,)
    return ()


def can_attack(state: State, assets: Assets, by: str, target_id: str, scene: Scene) -> bool:
    """Whether one creature could attack another now with the attack in hand.

    It is `swing(...).possible`, but a melee attack on a creature out of reach is not worked out:
    that of hundreds of creatures takes no time. Refusals: those of `swing`.
    """
    attacker = someone(state, by)
    figure = fight_of(state).figure(by)
    command = MakeAttack((by,), target_id)
    if figure is not None and by != target_id:
        attack = find_next_attack(attacker, figure, command, assets.rules).attack
        striking = find_on_board(scene, state, by)
        struck = find_on_board(scene, state, target_id)
        if not _naturals_reach(assets):
            striking = arm(striking, attack, attacker, 0)
        if attack.mode == "melee" and not within_reach(scene, striking, struck):
            return False
    return swing(state, assets, by, command, scene).possible


def has_attack_left(state: State, assets: Assets, creature_id: str) -> bool:
    """Return whether a creature has an attack left in its turn, whomever it reaches.

    Refusals: "no_fight", "unknown_creature", those of `find_next_attack`.
    """
    rules = assets.rules
    attacker = someone(state, creature_id)
    figure = fight_of(state).figure(creature_id)
    if figure is None:
        return False
    command = MakeAttack((creature_id,), "")
    following = find_next_attack(attacker, figure, command, rules)
    in_turn = place_in_turn(
        state,
        rules,
        figure,
        command,
        attack=following.attack,
        nth=following.nth,
        blow=following.blow,
    )
    return not turn_use(in_turn, left(state, assets, creature_id), rules).is_short


def plan_opportunity(
    state: State,
    assets: Assets,
    by: str,
    target_id: str,
    scene: Scene | None = None,
    *,
    moving: bool = False,
) -> PlannedAttack:
    """Return the strike of `by` at the opportunity that `target_id` gives, with the attack in hand.

    Where that cannot be made, or is no melee attack, it is the first natural attack that can
    (C-096). `moving`: the target gives it by moving. Refusals of `swing`.
    """
    scene = scene or scene_of(state, assets)
    command = MakeAttack((by,), target_id, opportunity=True)
    in_hand = swing(state, assets, by, command, scene, moving=moving)
    if in_hand.possible and in_hand.attack.mode == "melee":
        return in_hand
    return _first_natural(in_hand, scene, None, moving=moving) or in_hand


def plan_attacks(command: MakeAttack, state: State, assets: Assets) -> list[PlannedAttack]:
    """Return the attacks of a command that can be made, in order. Refusals as `make_attack`."""
    if not command.by:
        raise Refusal("nobody", "Name the attacker.")
    if command.full:
        refuse_full_attack(assets.rules)
    planned_attacks = list[PlannedAttack]()
    scene = scene_of(state, assets)
    for by in dict.fromkeys(command.by):
        first = swing(state, assets, by, command, scene)
        planned_attacks.append(first)
        if command.full and not command.opportunity:
            planned_attacks.extend(_rest_of_full_attack(first, scene))
    possible = [one for one in planned_attacks if one.possible]
    if not possible:
        raise planned_attacks[0].refusal
    return possible


def _rest_of_full_attack(first: PlannedAttack, scene: Scene) -> Iterator[PlannedAttack]:
    made = (*attacks_made(first.figure), first.index)
    if counts_attacks(first.assets.rules):
        words = words_in_force(first.figure, first.command)
        left = sequence_left(first.by, first.index, made, words, first.assets.rules)
        following = [blow.index for blow in left.offered]
    else:
        last = len(first.attack.bonuses)
        following = [first.index] * (last - len(made))
    for index in following:
        command = replace(first.command, attack=index)
        yield swing(first.state, first.assets, first.by.id, command, scene, made)
        made = (*made, index)
