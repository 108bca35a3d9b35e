"""Decisions on attacks, coups de grâce, areas and temporary hit points."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, assert_never

from core.combat.areas import Area, Caught, burst, cone, line, spread
from core.combat.attack.arriving import DealtPart
from core.combat.attack.coup import Coup, coup_de_grace
from core.combat.board.drawing import runs
from core.combat.board.scene import Scene
from core.combat.board.squares import adjacent
from core.combat.sight.cover import cover
from core.combat.threat.threat import enemies
from core.creatures import general_kind
from core.dice import Expression, Question, parse_dice
from core.messages import N_, Message, Refusal, Template
from core.play.facts.encounter import REMOVED, Figure, Lasting, Until, is_among
from core.play.facts.fight.blows.commands import (
    AreaAttack,
    BlowCommand,
    CastSpell,
    CoupDeGrace,
    GiveTemporary,
    MakeAttack,
    TakeCover,
    TakeInHand,
)
from core.play.facts.fight.blows.events import (
    AreaStruck,
    CoupStruck,
    CoverTaken,
    TakenInHand,
    TemporaryGiven,
)
from core.play.facts.fight.combatants import fight_of, name_combatant, someone, token_of
from core.play.facts.fight.moves.events import MoveHalted
from core.play.facts.fight.turns.events import ActionsSpent, ConditionBegan, ConditionEnded, Died
from core.play.facts.state import Assets, State, Waiting
from core.play.fight.blows.attack_figures import chosen
from core.play.fight.blows.attack_plan import plan_attacks, swing
from core.play.fight.blows.attack_rolls import deal, dealt_by, resolve
from core.play.fight.blows.guessed_square import Guess, plan_guesses, resolve_guess
from core.play.fight.blows.planned_attack import PlannedAttack
from core.play.fight.blows.points import dealt
from core.play.fight.blows.provoking import (
    ProvokingAct,
    explain_why_not,
    find_acts,
    hold_blow,
    restore_command,
)
from core.play.fight.blows.spells import cast_spell
from core.play.fight.defending import choices_on, settle_kinds
from core.play.fight.fight_scene import (
    find_mover_scene,
    find_on_board,
    scene_of,
    strikers_in_place,
)
from core.play.fight.saving_throws import save_question
from core.play.fight.turns.balancing import keep_balance
from core.play.fight.turns.dying import strike
from core.play.fight.turns.move_budget import FULL_ROUND
from core.play.resolution import Outcome, Resolution
from core.receipts import Receipt
from core.rulesets.combat_schema import Covered
from core.rulesets.schema import Ruleset
from core.values import Struct, replace


class Target(Struct):
    """A creature in an area, and its bonus to Reflex saves from cover (C-168, C-182).

    `evades`: behind improved cover a save leaves nothing, and a failed one half (C-174).
    """

    who: str
    bonus: int
    caught: Caught
    evades: bool = False


class AreaEffect(Struct):
    """An area as it would take effect now: its squares and targets, in the scene's order."""

    area: Area
    targets: tuple[Target, ...]


def area_of(
    command: AreaAttack, state: State, assets: Assets, scene: Scene | None = None
) -> AreaEffect:
    """Return the squares of an area effect and its targets, without the dead and the spared.

    Refusals: "no_fight", "nobody" (a cone or line needs a caster), "unknown_creature",
    "not_on_board", and those of `core.combat.areas`.
    """
    fight = fight_of(state)
    scene = scene or scene_of(state, assets)
    taking = {figure.id for figure in fight.figures if figure.taking_cover}
    if scene.combat.cover.taken == Covered():
        taking = set()
    plain = _shape(command, state, scene, take_cover=False)
    if taking:
        covered = _shape(command, state, scene, take_cover=True)
    else:
        covered = plain
    behind = {one.creature.id: one for one in covered.caught}
    targets = []
    for caught_creature in plain.caught:
        if caught_creature.creature.id in taking:
            caught = behind[caught_creature.creature.id]
        else:
            caught = caught_creature
        dead = scene.has(caught_creature.creature, "dead")
        if (
            caught_creature.creature.id not in command.spare
            and not dead
            and caught_creature.cover.affected
        ):
            if command.save == "reflex":
                bonus = caught.cover.reflex_bonus
            else:
                bonus = 0
            improved = bonus > 0 and command.improved
            if improved:
                bonus = scene.combat.cover.improved.reflex or bonus
            targets.append(Target(caught_creature.creature.id, bonus, caught, improved))
    return AreaEffect(plain, tuple(targets))


def _shape(command: AreaAttack, state: State, scene: Scene, *, take_cover: bool) -> Area:
    if command.shape == "burst":
        return burst(scene, command.origin, command.length, take_cover=take_cover)
    if command.shape == "spread":
        return spread(scene, command.origin, command.length, take_cover=take_cover)
    if not command.by:
        raise Refusal("nobody", "Name the creature from which the cone or line starts.")
    by = find_on_board(scene, state, command.by)
    if command.shape == "cone":
        return cone(scene, by, command.direction, command.length, take_cover=take_cover)
    return line(scene, by, command.origin, command.length, take_cover=take_cover)


def area_attack(resolution: Resolution, command: AreaAttack) -> None:
    """Roll the damage once; each target saves and takes its share, rounded down.

    Refusals: those of `area_of`, "bad_dice", "bad_dc", "nobody_there".
    """
    state = resolution.state
    if command.damage:
        dice = parse_dice(command.damage)
    else:
        dice = Expression()
    if not 0 <= command.dc <= 100:
        raise Refusal("bad_dc", "The DC must be a number from 0 to 100.")
    if command.by:
        someone(state, command.by)
    effect = area_of(command, state, resolution.assets)
    if not effect.targets:
        raise Refusal("nobody_there", "There is no creature in that area.")
    where = command.direction or "{}.{}".format(*command.origin)
    by = command.by or "gm"
    shape = f"{command.shape}{command.length}"
    key = f"area/r{fight_of(state).round}/{by}/{shape}/{where}"
    amount = max(0, dice.plus)
    faces = tuple[int, ...]()
    if dice.groups:
        label = Message("damage")
        asked = Question(f"{key}/damage", label, command.by, dice=str(dice), free=True)
        thrown = resolution.ask(asked)
        if thrown is not None:
            amount = max(0, thrown.total)
            faces = thrown.faces
    saves = {each.who: _saved(resolution, command, key, each) for each in effect.targets}
    if resolution.missing:
        return
    kinds = _settle_area(resolution, command, key, amount, effect)
    if kinds is None:
        return
    resolution.explain(effect.area.receipt)
    spends = resolution.rules.combat.turn.area
    resolution.emit(
        AreaStruck(
            command.shape,
            runs(effect.area.scene.field, effect.area.bits),
            tuple(each.who for each in effect.targets),
            command.name,
            command.by,
            spends if command.by else (),
        )
    )
    for each in effect.targets:
        _take(
            resolution,
            command,
            each,
            key,
            amount=amount,
            faces=faces,
            asked=saves[each.who],
            kinds=kinds,
        )


def _settle_area(
    resolution: Resolution, command: AreaAttack, key: str, amount: int, effect: AreaEffect
) -> tuple[str, ...] | None:
    # The kinds of an area's damage; None while they are asked for, once for all whom it catches.
    if command.kinds:
        return command.kinds
    for target in effect.targets:
        being = someone(resolution.state, target.who)
        dealt = (DealtPart(amount),)
        if choices_on(being, dealt, resolution.rules):
            settled = settle_kinds(resolution, being, dealt, key)
            if settled is None:
                return None
            return settled[0].kinds
    return ()


def _saved(
    resolution: Resolution, command: AreaAttack, area: str, target: Target
) -> Question | None:
    if not command.save:
        return None
    key = f"{area}/{command.save}/{target.who}"
    changes = list[Receipt]()
    if target.bonus:
        cover_receipt = target.caught.cover.receipt
        rule = "C-174" if target.evades else "C-168"
        changes.append(resolution.rules.cite(rule, "cover", target.bonus, cover_receipt))
    asked = save_question(resolution, key, target.who, command.save, command.dc, changes)
    resolution.ask(asked)
    return asked


def _share(outcome: Outcome, dc: int, on_save: Literal["half", "none"], rules: Ruleset) -> Fraction:
    # Under degrees a critical success leaves nothing and a critical failure doubles the damage.
    if outcome.success is None:
        return Fraction(1)
    blows = rules.combat.blows
    critically = blows.saves != "plain" and outcome.critically(dc, blows.margin)
    if not outcome.success:
        return Fraction(2 if critically else 1)
    if on_save == "half" and not critically:
        return Fraction(1, 2)
    return Fraction(0)


def _evaded(resolution: Resolution, outcome: Outcome, share: Fraction) -> Fraction:
    # Improved evasion: nothing after a save, else half.
    left = Fraction(0) if outcome.success else share / 2
    label = Message("improved cover: improved evasion leaves")
    resolution.explain(resolution.rules.cite("C-174", label, str(left)))
    return left


def _take(
    resolution: Resolution,
    command: AreaAttack,
    target: Target,
    key: str,
    *,
    amount: int,
    faces: tuple[int, ...],
    asked: Question | None,
    kinds: tuple[str, ...],
) -> None:
    failed = False
    if asked is not None:
        outcome = resolution.check(asked, command.save)
        if outcome is None or outcome.skipped:
            return
        share = _share(outcome, command.dc, command.on_save, resolution.rules)
        if target.evades:
            share = _evaded(resolution, outcome, share)
        amount = int(amount * share)
        resolution.explain(target.caught.cover.receipt)
        if asked.why is not None:
            resolution.explain(asked.why)
        failed = outcome.success is False
    strike(
        resolution,
        target.who,
        (DealtPart(amount, kinds),),
        key,
        lethal=not command.nonlethal,
        faces=faces,
        cause=command.name or command.shape,
        by=command.by or fight_of(resolution.state).sole_actor,
        weapon=command.name,
    )
    if failed:
        keep_balance(resolution, target.who)


def make_attack(resolution: Resolution, command: MakeAttack) -> None:
    """All attacks are planned on the state before the first; damage follows in their order.

    Of several, those who cannot attack are left out. They all wait while those whom one of them
    provokes may strike first. Refusals: "nobody", "no_full_attack" where each attack is an action
    of its own, those of `swing`; where no creature can attack, the reason of the first
    ("out_of_reach", "total_cover", "cannot_act", "weapon", "out_of_range").
    """
    blows = _plan_blows(command, resolution)
    swings = [_find_rolled(blow) for blow in blows]
    # those of an older row have been rolled already
    rolled = any(_attack_key(one) in resolution.answers for one in swings)
    acts = () if rolled else find_acts(swings)
    if acts:
        _hold(resolution, command, acts)
    else:
        _attack(resolution, blows)


def _plan_blows(command: MakeAttack, resolution: Resolution) -> Sequence[PlannedAttack | Guess]:
    if command.square:
        return plan_guesses(command, resolution.state, resolution.assets)
    return plan_attacks(command, resolution.state, resolution.assets)


def _find_rolled(blow: PlannedAttack | Guess) -> PlannedAttack:
    if isinstance(blow, Guess):
        return blow.rolled
    return blow


def _hold(resolution: Resolution, command: MakeAttack, acts: tuple[ProvokingAct, ...]) -> None:
    resolution.explain(*(act.strikers.provoked.receipt for act in acts))
    resolution.emit(MoveHalted(hold_blow(command, acts)))


def release_attack(resolution: Resolution, waiting: Waiting) -> None:
    """Make the attack that waited, as it can be made now, or explain why it cannot."""
    assert waiting.blow is not None
    command = restore_command(waiting.blow)
    fight = fight_of(resolution.state)
    there = tuple(creature_id for creature_id in command.by if fight.figure(creature_id))
    command = replace(command, by=there)
    try:
        blows = _plan_blows(command, resolution)
    except Refusal as refusal:
        explain_why_not(resolution, N_("no attack: {reason}"), refusal)
        return
    _attack(resolution, blows)


def _attack(resolution: Resolution, blows: Sequence[PlannedAttack | Guess]) -> None:
    swings = [_find_rolled(blow) for blow in blows]
    for creature_id in dict.fromkeys(planned_attack.by.id for planned_attack in swings):
        figure = fight_of(resolution.state).figure(creature_id)
        if figure is not None and figure.taking_cover and not swings[0].command.opportunity:
            resolution.emit(CoverTaken(creature_id, off=True))
    owed: dict[str, tuple[str, ...]] = {}
    for blow, planned_attack in zip(blows, swings, strict=True):
        spends = owed.setdefault(planned_attack.by.id, planned_attack.turn_use.spends)
        resolution.explain(*planned_attack.allowed)
        key = _attack_key(planned_attack)
        if isinstance(blow, Guess):
            struck = resolve_guess(resolution, blow, key, spends)
        else:
            struck = resolve(resolution, blow, key, spends)
        if struck is not None and struck.outcome != "impossible":
            owed[planned_attack.by.id] = ()  # the first that is made uses the turn


def _attack_key(planned_attack: PlannedAttack) -> str:
    number = fight_of(planned_attack.state).round
    if planned_attack.command.opportunity:
        return f"opportunity/r{number}/{planned_attack.by.id}/{planned_attack.at.id}"
    return f"attack/r{number}/{planned_attack.by.id}/{planned_attack.nth + 1}"


WHY_NOT: dict[str, Template] = {
    "not_helpless": "{at} is not helpless.",
    "crit_immune": "{at} is immune to critical hits.",
    "weapon": "{by} has no weapon in hand for a coup de grâce.",
    "not_adjacent": "{by} is not next to {at}.",
}


COUP = "coup_de_grace"
"""The action of a coup de grâce that waits for opportunities."""
FINDING = "coup de grâce"
"""The condition of one that has found a target it cannot see and may strike in its next turn."""


def coup(resolution: Resolution, command: CoupDeGrace) -> None:
    """Score a critical hit without a roll; a survivor saves against the damage or dies.

    It waits while those who threaten may strike first (C-247). A target in total
    concealment is found in one full round and struck in the next (C-249). Refusals:
    "no_coup_de_grace" where the system has none; "not_helpless", "crit_immune", "weapon",
    "not_adjacent", "found"; those of `swing`; "out_of_reach" and other reasons against an attack.
    """
    state = resolution.state
    assets = resolution.assets
    planned_attack, allowed = _plan_coup(state, assets, command.by, command.at, command.attack)
    figure = fight_of(state).figure(command.by)
    if figure is not None and figure.weapon != planned_attack.index:
        resolution.emit(TakenInHand(command.by, planned_attack.index))
    # as in older rows
    is_rolled = f"{_key(state, command.by, command.at)}/critical" in resolution.answers
    if not is_rolled and allowed.full_round_actions > 1 and not _has_found(state, command):
        # C-249
        resolution.explain(allowed.receipt)
        number = fight_of(resolution.state).round
        if number:
            until = Until("turn_end", who=command.by, round=number + 1)
        else:
            until = REMOVED
        resolution.emit(ActionsSpent(command.by, (FULL_ROUND,)))
        resolution.emit(ConditionBegan(command.by, Lasting(FINDING, until, source=command.at)))
        return
    moving_scene = find_mover_scene(state, assets, command.by)
    exposed = strikers_in_place(moving_scene, "coup_de_grace")
    if exposed.who and not is_rolled:  # C-247
        names = tuple(name_combatant(state, one.by) for one in exposed.who)
        resolution.explain(
            resolution.rules.cite(
                "C-247",
                "{by} lets {others} strike",
                names,
                exposed.provoked.receipt,
                by=name_combatant(state, command.by),
                others=names,
            )
        )
        at = (str(moving_scene.mover.at),)
        resolution.emit(MoveHalted(Waiting(command.by, at, exposed.who, COUP, target=command.at)))
        return
    strike_coup(resolution, command.by, command.at)


def strike_coup(resolution: Resolution, by: str, target_id: str) -> None:
    """Deal the coup de grâce with the weapon in hand. Refusals as `coup`."""
    planned_attack, _ = _plan_coup(resolution.state, resolution.assets, by, target_id)
    key = _key(resolution.state, by, target_id)
    damage = dealt_by(resolution, planned_attack, key, critical=True)
    if damage is None:
        return
    if is_among(someone(resolution.state, by).lasting, FINDING):
        resolution.emit(ConditionEnded(by, FINDING))
    resolution.emit(CoupStruck(by, target_id, planned_attack.attack.name, (FULL_ROUND,)))
    arriving = deal(resolution, planned_attack, damage, key)
    allowed = _allowed(planned_attack, arriving.points)
    resolution.explain(allowed.receipt)
    target = someone(resolution.state, planned_attack.at.id)
    if target.dead or allowed.fort_dc is None:
        return
    asked = save_question(resolution, f"{key}/fortitude", target.id, "fortitude", allowed.fort_dc)
    outcome = resolution.check(asked, "fortitude")
    if outcome is not None and outcome.success is False:
        resolution.emit(Died(target.id))


def _key(state: State, by: str, at: str) -> str:
    return f"coup/r{fight_of(state).round}/{by}/{at}"


def _plan_coup(
    state: State, assets: Assets, by: str, at: str, attack: int | None = None
) -> tuple[PlannedAttack, Coup]:
    planned_attack = swing(state, assets, by, MakeAttack((by,), at, attack))
    allowed = _allowed(planned_attack)
    if not allowed.allowed:
        raise Refusal(
            allowed.reason,
            WHY_NOT[allowed.reason],
            by=planned_attack.by.name,
            at=planned_attack.at.name,
        )
    if not planned_attack.possible:
        raise planned_attack.refusal
    return planned_attack, allowed


def _has_found(state: State, command: CoupDeGrace) -> bool:
    # C-249: Refusal "found" in that round itself.
    until = [
        one.until.round
        for one in someone(state, command.by).lasting
        if one.name == FINDING and one.source == command.at
    ]
    if any(last > fight_of(state).round for last in until):
        raise Refusal(
            "found",
            "{by} has found {at}. End the turn: the blow follows in the next one.",
            by=name_combatant(state, command.by),
            at=name_combatant(state, command.at),
        )
    return bool(until)


def _allowed(planned_attack: PlannedAttack, damage: int | None = None) -> Coup:
    scene = planned_attack.grid.scene
    near = adjacent(
        scene.body(planned_attack.grid.attacker), scene.body(planned_attack.grid.target)
    )
    conditions = list(planned_attack.grid.target.conditions)
    if planned_attack.grid.concealment.degree == "total":
        conditions.append("total_concealment")
    weapon = general_kind(planned_attack.attack.weapon)
    return coup_de_grace(scene.rules, conditions, weapon, adjacent=near, damage=damage)


def decide_blows(resolution: Resolution, command: BlowCommand) -> None:
    """Decide a command of blows.

    Refusals: those of its own function, "unknown_take_cover", "in_the_open" (nothing to take cover
    behind), "unknown_creature".
    """
    state = resolution.state
    match command:
        case MakeAttack():
            make_attack(resolution, command)
        case CoupDeGrace():
            coup(resolution, command)
        case AreaAttack():
            area_attack(resolution, command)
        case CastSpell():
            cast_spell(resolution, command)
        case GiveTemporary():
            for who, amount in dealt(command, state, resolution.answers):
                points = max(someone(state, who).temporary, amount)
                resolution.emit(TemporaryGiven(who, points))
        case TakeCover():
            figure = _figure(state, command.who)
            if resolution.rules.combat.cover.taken == Covered():
                raise Refusal("unknown_take_cover", "This system has no Take Cover action.")
            if not command.off and not _finds_cover(resolution, command.who):
                raise Refusal(
                    "in_the_open",
                    "{who} is in the open: no obstacle is beside it, and no enemy's line to it is "
                    "covered. Lie down first (:lie {letter}), or move.",
                    who=name_combatant(state, command.who),
                    letter=token_of(state, command.who) or name_combatant(state, command.who),
                )
            if figure.taking_cover != (not command.off):
                resolution.emit(CoverTaken(command.who, command.off))
                if not command.off:
                    resolution.emit(ActionsSpent(command.who, ("action",)))
        case TakeInHand():
            figure = _figure(state, command.who)
            index, _ = chosen(someone(state, command.who), figure, command.attack)
            resolution.emit(TakenInHand(command.who, index))
        case _:
            assert_never(command)


def _finds_cover(resolution: Resolution, creature_id: str) -> bool:
    # Open rules, Take Cover: one who has cover, is beside something that gives it, or is prone;
    # creatures in between only screen it (C-183, C-187). Unknown off the board.
    try:
        scene = scene_of(resolution.state, resolution.assets)
    except Refusal:  # its board cannot be read
        return True
    creature = scene.by_id.get(creature_id)
    if creature is None or scene.has(creature, "prone"):
        return True
    if scene.field.is_beside_solid(scene.body(creature), low=True):
        return True
    return any(
        cover(scene, enemy, creature, "ranged").degree not in ("none", "screen")
        for enemy in enemies(scene, creature)
    )


def _figure(state: State, creature_id: str) -> Figure:
    figure = fight_of(state).figure(creature_id)
    if figure is None:
        raise Refusal(
            "unknown_creature", "There is no {who} here.", who=name_combatant(state, creature_id)
        )
    return figure
