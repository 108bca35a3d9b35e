"""One attack: its modifiers, the Armour Class and the odds before it is made, and its dice.

The grid gives its modifiers (`core.combat.attack`), the sheet the bonus; repeated attacks
and range are in the table of blows, which is a house default throughout.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property

from core.combat.attack.hitting import WITHOUT_BONUS, WITHOUT_PENALTY, ToHit
from core.combat.attack.scores import changed, total
from core.combat.attack.situations import GridAttack, attack_on_grid
from core.combat.board.scene import Creature, Scene
from core.combat.board.squares import through_the_air
from core.combat.threat.threat import within_reach
from core.creatures import Attack, is_natural
from core.dice import FACES, Armour, Expression, Question, parse_dice
from core.messages import N_, Chance, Message, Metres, Refusal, Squares, Template, Value
from core.play.facts.encounter import Figure, is_among
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.blows.events import Struck
from core.play.facts.fight.combatants import Being, attack_of, fight_of, sheet, someone, waiting_in
from core.play.facts.state import Assets, State
from core.play.fight.fight_scene import on_board, scene_of
from core.play.fight.health import UNARMED, by_value
from core.play.fight.turns.budget import FULL_ROUND, ActionsLeft, left
from core.play.fight.turns.dying import hurt
from core.play.resolution import Outcome, Resolution
from core.receipts import Receipt
from core.rulesets.combat_schema import Covered
from core.rulesets.schema import Ruleset
from core.values import Struct, replace

HOUSE = "house default (printed)"
RULE = "C-250"
CHARGE, THROWN = "charge", "thrown"
BARE = Attack("")
"""The attack of a creature without one on its sheet: no bonus, no dice."""

WHY_NOT: dict[str, Template] = {
    "cannot_act": "{by} cannot act now.",
    "out_of_reach": "{at} is out of reach of {by}.",
    "out_of_range": "{at} is out of range of {by}: {distance} away.",
    "total_cover": "{at} has total cover from {by}.",
    "weapon": "{by} cannot use this weapon while prone.",
}


def house(rules: Ruleset, label: Message | str, value: Value, *parts: Receipt) -> Receipt:
    """Return a receipt for a figure that no catalogue rule covers."""
    return rules.cite(RULE, label, value, *parts, source=HOUSE, default=True)


class PlannedAttack(Struct, dict=True):
    """An attack as it would be made now.

    `figure` is the attacker's, `index` the attack's place on the sheet, `nth` how many attacks of
    this turn come before it, `bonus` all that is added to the die, `ac` the Armour Class to beat.
    `needed` is the lowest face that hits (0 = it cannot be made), `chance` that of this face or
    more, `miss_chance` (per cent) that of missing all the same, `p_hit` the chance after both.
    `reason` is "ok", "out_of_range" or as `GridAttack.reason`.
    """

    state: State
    assets: Assets
    figure: Figure
    by: Being
    at: Being
    attack: Attack
    index: int
    command: MakeAttack
    grid: GridAttack
    reason: str
    own: tuple[Receipt, ...]
    against: tuple[Receipt, ...]
    bonus: int
    ac: int
    distance: int
    nth: int

    @property
    def armour(self) -> Armour:
        """The name of what it has to beat; the target's sheet has one or two of them."""
        if sheet(self.at).eac is None:
            return "AC"
        return "EAC" if self.attack.energy else "KAC"

    @property
    def possible(self) -> bool:
        """Whether it can be made."""
        return self.reason == "ok" and self.grid.hit is not None

    @property
    def hit(self) -> ToHit:
        """The odds; Refusal "cannot_attack" with the reason where it cannot be made."""
        if self.grid.hit is None:
            raise self.refusal
        return self.grid.hit

    @property
    def refusal(self) -> Refusal:
        """Why it cannot be made, with the reason as its code."""
        code = self.reason if self.reason in WHY_NOT else "cannot_act"
        away = Squares(self.distance)
        return Refusal(code, WHY_NOT[code], by=self.by.name, at=self.at.name, distance=away)

    @property
    def why_not(self) -> Message | None:
        """Why it cannot be made, in words; None = it can."""
        return None if self.possible else self.refusal.message

    @property
    def needed(self) -> int:
        """The lowest face that hits."""
        return self.grid.hit.needed if self.grid.hit is not None else 0

    @property
    def chance(self) -> Fraction:
        """The chance that the die hits."""
        return self.hit.p_roll if self.possible else Fraction(0)

    @property
    def p_hit(self) -> Fraction:
        """The chance to hit after the miss chance."""
        return self.hit.p_hit if self.possible else Fraction(0)

    @property
    def p_critical(self) -> Fraction | None:
        """The chance of a critical hit by degrees; None where a second roll confirms it."""
        scene = self.grid.scene
        if scene.rules.combat.blows.critical != "degrees" or not self.possible:
            return None
        if scene.has(self.grid.target, "crit_immune"):
            return Fraction(0)
        margin, beyond = scene.rules.combat.blows.margin, self.bonus - self.ac
        faces = range(self.needed, FACES + 1)
        criticals = sum(face + beyond >= (0 if face == FACES else margin) for face in faces)
        return Fraction(criticals * (100 - self.miss_chance), FACES * 100)

    @property
    def miss_chance(self) -> int:
        """The miss chance from concealment, in per cent."""
        return self.grid.concealment.miss_chance

    @cached_property
    def lost(self) -> tuple[Receipt, ...]:
        """A receipt when the target loses its Dexterity bonus to Armour Class; else none."""
        if not self.grid.modifiers.target_loses_dexterity:
            return ()
        why, rules = self.grid.modifiers.dexterity_receipt, self.assets.rules
        less = self.grid.modifiers.lost_dexterity(sheet(self.at).dexterity)
        label = WITHOUT_PENALTY if less < 0 else WITHOUT_BONUS
        if sheet(self.at).dexterity is None:
            label = N_("its Dexterity bonus is unknown: enter its Armour Class without it")
        return (rules.cite(RULE, label, -less, why),)

    @cached_property
    def strength(self) -> tuple[Receipt, ...]:
        """The change of damage by a changed Strength, for melee and thrown weapons (C-252)."""
        if self.attack.mode != "melee" and self.attack.weapon != THROWN:
            return ()
        rules = self.assets.rules
        return changed(self.grid.modifiers.attacker, "strength", rules)

    @cached_property
    def receipt(self) -> Receipt:
        """The total, then the modifiers one by one, then the reasons from the map."""
        rules, grid = self.assets.rules, self.grid
        by, at = self.by.name, self.at.name
        if self.why_not is not None:
            return rules.cite(RULE, "{by} attacks {at}", self.why_not, *grid.why, by=by, at=at)
        label = Message(
            "{by} attacks {at}: {needed} or more on the d20", by=by, at=at, needed=self.needed
        )
        damage: tuple[Receipt, ...] = ()
        if self.p_critical is not None:
            damage = (house(rules, "a critical hit", Chance(self.p_critical)),)
        if self.strength and self.attack.damage:
            damage += (house(rules, "damage", total(self.strength), *self.strength),)
        return rules.cite(
            RULE, label, Chance(self.p_hit),
            rules.cite(RULE, "to hit", self.bonus, *self.to_the_roll),
            rules.cite(RULE, "against", self.ac, *self.to_the_ac),
            *damage, *grid.why, *self.hit.receipt.parts[2:],
        )  # fmt: skip

    @property
    def to_the_roll(self) -> tuple[Receipt, ...]:
        """The modifiers to the die one by one, the sheet's bonus first."""
        found = self.grid.modifiers
        return (*self.own, *found.attack_receipt.parts, *found.attack_scores)

    @property
    def to_the_ac(self) -> tuple[Receipt, ...]:
        """The parts of the Armour Class one by one, the sheet's first."""
        found = self.grid.modifiers
        return (*self.against, *found.ac_receipt.parts, *found.ac_scores, *self.lost)

    @property
    def uses(self) -> tuple[str, ...]:
        """The words of `Spent.actions` that it uses.

        Under a full attack the first attack of a turn is a standard action, and one more makes it a
        full attack, which takes the move action too; a charge includes its attack. Elsewhere each
        is an action. An opportunity uses none.
        """
        used, made = self.figure.spent.actions, self.figure.spent.attacks
        if self.command.opportunity:
            return ()
        if self.assets.rules.combat.blows.repeated == "penalty":
            return ("strike",)
        if self.nth != made or CHARGE in used or FULL_ROUND in used:
            return ()
        if not made:
            return (FULL_ROUND if self.command.full else "standard",)
        return ("move",) if made == 1 and "move" not in used else ()

    @property
    def remarks(self) -> tuple[Receipt, ...]:
        """Receipts of what the GM may allow: an attack out of turn or without an action left."""
        fight, rules = fight_of(self.state), self.assets.rules
        if self.command.opportunity or not fight.acting:
            return ()
        if not fight.is_acting(self.figure):
            label = Message("{who} attacks out of turn: allowed by the GM", who=self.by.name)
            return (house(rules, label, self.bonus),)
        have, made = left(self.state, self.assets, self.by.id), self.nth - self.figure.spent.attacks
        counted = rules.combat.blows.repeated == "penalty"
        if have.actions <= made if counted else self._short(have, made):
            label = Message("{who} has no action left for it: allowed by the GM", who=self.by.name)
            return (house(rules, label, self.uses),)
        return ()

    def _short(self, have: ActionsLeft, made: int) -> bool:
        # A charge holds one attack; a second attack takes the move action, further ones nothing
        # more. `made` are those of the same command before it.
        used, before = self.figure.spent.actions, self.figure.spent.attacks
        if made or before > 1 or (FULL_ROUND in used and before):
            return False
        if CHARGE in used:
            return before > 0
        if before:
            return not have.move
        bought = {"standard": have.standard, "full_round": have.full}
        return not all(bought[word] for word in self.uses or ("standard",))

    @property
    def damage(self) -> str:
        """The dice of a hit as text; "" = none on the sheet."""
        if not self.attack.damage:
            return ""
        return str(damage_of(self.attack, strength=total(self.strength)))


def swing(
    state: State,
    assets: Assets,
    by: str,
    command: MakeAttack,
    scene: Scene | None = None,
    nth: int | None = None,
) -> PlannedAttack:
    """Return the attack that one creature would make now by a command, whoever else is named.

    `nth` attacks of this turn come before it (None = as many as it has made). Where the command
    names no attack, that in hand cannot be made and a long reach holds near squares too, it is the
    first natural attack that can (playtest).

    Without an attack on the sheet its bonus is +0; without an Armour Class that of the table
    counts.
    Refusals: "no_fight", "unknown_creature", "not_on_board", "same_creature", "unknown_attack",
    those of cover.
    """
    scene = scene or scene_of(state, assets)
    in_hand = _swing(state, assets, by, command, scene, nth)
    if in_hand.possible or command.attack is not None or not _naturals_reach(assets):
        return in_hand
    for index, attack in enumerate(sheet(in_hand.by).attacks):
        if not is_natural(attack):
            continue
        natural = _swing(state, assets, by, replace(command, attack=index), scene, nth)
        if natural.possible:
            return natural
    return in_hand


def _naturals_reach(assets: Assets) -> bool:
    return assets.rules.combat.mechanisms.reach_weapon == "inclusive"


def _swing(
    state: State, assets: Assets, by: str, command: MakeAttack, scene: Scene, nth: int | None
) -> PlannedAttack:
    encounter, at = fight_of(state), command.at
    attacker, target = someone(state, by), someone(state, at)
    whose, whom = on_board(scene, state, by), on_board(scene, state, at)
    figure, other = encounter.figure(by), encounter.figure(at)
    assert figure is not None
    assert other is not None
    index, attack = chosen(attacker, figure, command.attack)
    heights, ends = (whose.elevation, whom.elevation), scene.bodies(whom)
    away = min(through_the_air(a, b, heights) for a in scene.bodies(whose) for b in ends)
    rules = assets.rules
    nth = figure.spent.attacks if nth is None else nth
    charged = _charged(state, figure)
    worse = (
        house(rules, Message("{condition} {value}", condition=name, value=value), -value)
        for name, value in by_value(attacker, rules)
    )
    own = (*_own(attack, nth, command, away, rules, charged=charged), *worse)
    against = tuple(_against(target, attack, command, rules, charged=_charged(state, other)))
    whose = _armed(whose, attack, attacker, total(own))
    whom = replace(whom, ac=total(against))
    grid = attack_on_grid(
        scene.with_creatures(whose, whom),
        whose,
        whom,
        attack.mode,
        attack.weapon,
        other.taking_cover and rules.combat.cover.taken != Covered(),
        gm_degree=command.gm_degree,
        dexterity=sheet(target).dexterity,
    )
    blows = rules.combat.blows
    reason: str = grid.reason
    most = blows.thrown_increments if attack.weapon == THROWN else blows.increments
    if reason == "ok" and increments(attack, away) > most:
        reason = "out_of_range"
    return PlannedAttack(
        state, assets, figure, attacker, target, attack, index, command, grid, reason, own, against,
        total(own) + grid.modifiers.attack_total + grid.modifiers.attack_change,
        total(against) + grid.modifiers.ac_total + grid.modifiers.ac_change
        - grid.modifiers.lost_dexterity(sheet(target).dexterity), away, nth,
    )  # fmt: skip


def can_attack(state: State, assets: Assets, by: str, at: str, scene: Scene) -> bool:
    """Whether one creature could attack another now with the attack in hand.

    It is `swing(...).possible`, but a melee attack on a creature out of reach is not worked out:
    that of hundreds of creatures takes no time. Refusals: those of `swing`.
    """
    attacker = someone(state, by)
    figure = fight_of(state).figure(by)
    if figure is not None and by != at:
        _, attack = chosen(attacker, figure, None)
        whose = on_board(scene, state, by)
        whom = on_board(scene, state, at)
        if not _naturals_reach(assets):
            whose = _armed(whose, attack, attacker, 0)
        if attack.mode == "melee" and not within_reach(scene, whose, whom):
            return False
    return swing(state, assets, by, MakeAttack((by,), at), scene).possible


def plan_opportunity(
    state: State, assets: Assets, by: str, at: str, scene: Scene | None = None
) -> PlannedAttack:
    """Return the strike of `by` at the opportunity that `at` gives, with the attack in hand.

    Where that cannot be made, or is no melee attack, it is the first natural attack that can
    (C-096). Refusals of `swing`.
    """
    in_hand = swing(state, assets, by, MakeAttack((by,), at, opportunity=True), scene)
    if in_hand.possible and in_hand.attack.mode == "melee":
        return in_hand
    for index, attack in enumerate(sheet(in_hand.by).attacks):
        if not is_natural(attack):
            continue
        found = swing(state, assets, by, MakeAttack((by,), at, index, opportunity=True), scene)
        if found.possible:
            return found
    return in_hand


def chosen(being: Being, figure: Figure, index: int | None) -> tuple[int, Attack]:
    """Return the attack of this index (None = the one in hand). Refusal "unknown_attack"."""
    found = attack_of(being, figure, index)
    if found is not None:
        return figure.weapon if index is None else index, found
    attacks = sheet(being).attacks
    if index is None and attacks:  # the sheet was rewritten with fewer
        return 0, attacks[0]
    if not attacks and not index:
        return 0, BARE
    raise Refusal(
        "unknown_attack",
        "{who} has {count:attack|attacks}; there is no attack {number}.",
        who=being.name,
        count=len(attacks),
        number=(index or 0) + 1,
    )


def _armed(creature: Creature, attack: Attack, being: Being, bonus: int) -> Creature:
    # C-104
    if attack.mode != "melee":
        return replace(creature, attack=bonus)
    bare = UNARMED in sheet(being).traits or is_among(being.lasting, UNARMED)
    conditions = tuple(name for name in creature.conditions if name != UNARMED or bare)
    return replace(
        creature,
        attack=bonus,
        weapon_reach=attack.reach,
        near=attack.near or is_natural(attack),
        conditions=conditions,
    )


def _charged(state: State, figure: Figure) -> bool:
    # Who charges has charged from the first step on, and so has who carries it (C-257).
    mount = fight_of(state).figure(figure.mount)
    pair = (figure,) if mount is None else (figure, mount)
    if any(CHARGE in one.spent.actions for one in pair):
        return True
    waiting = waiting_in(state)
    if waiting is None or waiting.action != CHARGE:
        return False
    mover = fight_of(state).figure(waiting.who)
    moving = {waiting.who} if mover is None else {waiting.who, mover.mount}
    return any(one.id in moving for one in pair)


def _own(
    attack: Attack, nth: int, command: MakeAttack, away: int, rules: Ruleset, *, charged: bool
) -> Iterator[Receipt]:
    bonuses, blows = attack.bonuses or (0,), rules.combat.blows
    nth = 0 if command.opportunity else nth
    name = attack.name or Message("attack")
    yield rules.cite(RULE, "{attack}", bonuses[0], source="sheet", attack=name)
    if nth and blows.repeated == "full_attack":
        later = bonuses[min(nth, len(bonuses) - 1)] - bonuses[0]
        yield house(rules, Message("attack {number} of this turn", number=nth + 1), later)
    if nth and blows.repeated == "penalty":
        steps = blows.agile if attack.agile else blows.further
        label = Message("multiple attack penalty, attack {number}", number=nth + 1)
        yield house(rules, label, steps[min(nth, len(steps)) - 1] if steps else 0)
    beyond = increments(attack, away) - 1
    if beyond > 0:
        label = Message(
            "range: {distance}, {increments:increment|increments}",
            distance=Metres(away * rules.combat.measures.square_m),
            increments=beyond + 1,
        )
        yield house(rules, label, beyond * blows.increment)
    if nth == 0 and not command.opportunity and charged and blows.charge:
        yield house(rules, "a charge", blows.charge)
    if command.circumstance:
        yield _said(rules, command.circumstance)


def _against(
    target: Being, attack: Attack, command: MakeAttack, rules: Ruleset, *, charged: bool
) -> Iterator[Receipt]:
    written, energetic = sheet(target).ac, sheet(target).eac
    if attack.energy and energetic is not None:
        label = Message("Armour Class of {who} against energy", who=target.name)
        yield rules.cite(RULE, label, energetic, source="sheet")
    elif written is None:
        label = Message("{who} has no Armour Class on its sheet", who=target.name)
        yield house(rules, label, rules.combat.blows.ac)
    else:
        yield rules.cite(RULE, "Armour Class of {who}", written, source="sheet", who=target.name)
    worse = rules.combat.blows.charge_ac
    if charged and worse:
        yield house(rules, Message("{who} has charged", who=target.name), worse)
    if command.ac:
        yield _said(rules, command.ac)


def _said(rules: Ruleset, value: int) -> Receipt:
    return rules.cite(RULE, "the GM's word", value, source="GM")


def increments(attack: Attack, away: int) -> int:
    """Return the range increment of a distance in squares, from 1; 1 for attacks without one."""
    if attack.mode != "ranged" or not attack.increment or attack.increment < 1:
        return 1
    return max(1, -(-away // attack.increment))


def damage_of(attack: Attack, *, critical: bool = False, strength: int = 0) -> Expression:
    """Return the dice of a hit; a critical hit rolls them `times` over, `extra` only once.

    `strength` is what a changed Strength adds to the damage, multiplied with it.

    Refusal "bad_dice": no dice on the sheet, or too many.
    """
    own, extra = (
        parse_dice(dice) if dice else Expression() for dice in (attack.damage, attack.extra)
    )
    if attack.damage:
        own = Expression(own.groups, own.plus + strength)
    if critical:
        own = own.times(max(1, attack.times))
    whole = Expression(own.groups + extra.groups, own.plus + extra.plus)
    return parse_dice(str(whole)) if whole.groups else whole


def resolve(
    resolution: Resolution, found: PlannedAttack, key: str, spends: tuple[str, ...] = ()
) -> Struck | None:
    """Make an attack, its questions under `key`: Struck, Damaged and what follows happen.

    None: an answer is missing. An attack that cannot be made is "impossible" and nothing happens,
    nor where the GM asks for no roll.
    """
    thrown: Outcome | None = Outcome(0, 0, None, "ruled", skipped=True, reason=found.reason)
    if found.possible:
        thrown = resolution.ask(to_hit(found, key))
    if thrown is None:
        return None
    struck = Struck(
        found.by.id,
        found.at.id,
        found.attack.name,
        "impossible" if thrown.skipped else "miss",
        thrown.face,
        thrown.total,
        found.needed,
        found.ac,
        found.bonus,
        thrown.how,
        found.command.opportunity,
        () if thrown.skipped else spends,
        found.index,
        thrown.reason,
    )
    if thrown.skipped:
        return struck
    points, faces = None, tuple[int, ...]()
    if thrown.success:
        confirm = _confirmed(resolution, found, key, thrown)
        miss = _through(resolution, found, key)
        if confirm is None or miss is None:
            return None
        critical, face = confirm
        lands, chance = miss
        struck = replace(struck, outcome="concealed", confirm=face, miss=chance)
        if lands:
            dealt = dealt_by(resolution, found, key, critical=critical)
            if dealt is None:
                return None
            points, faces = dealt
            struck = replace(struck, outcome="critical" if critical else "hit")
    resolution.explain(found.receipt)
    resolution.emit(struck)
    if points is not None:
        hurt(
            resolution, found.at.id, points, lethal=not found.attack.nonlethal,
            faces=faces, cause=found.attack.name,
        )  # fmt: skip
    return struck


def to_hit(found: PlannedAttack, key: str) -> Question:
    """Return the question of an attack roll."""
    return Question(
        key,
        Message("{by} attacks {at}", by=found.by.name, at=found.at.name),
        found.by.id,
        modifier=found.bonus,
        dc=found.ac,
        chance=found.chance,
        naturals=True,
        says="attack",
        armour=found.armour,
    )


def _confirmed(
    resolution: Resolution, found: PlannedAttack, key: str, thrown: Outcome
) -> tuple[bool, int] | None:
    rules = resolution.rules
    if thrown.critical:
        return True, 0
    if found.grid.scene.has(found.grid.target, "crit_immune"):
        return False, 0
    if rules.combat.blows.critical == "degrees":
        return thrown.critically(found.ac, rules.combat.blows.margin), 0
    if not thrown.natural or thrown.natural < found.attack.critical:
        return False, 0
    label = Message("{face:a} threatens a critical hit", face=found.attack.critical)
    resolution.explain(house(rules, label, found.attack.times))
    again, label = to_hit(found, f"{key}/confirm"), Message("confirm")
    second = resolution.ask(replace(again, label=label, follows=key, says="critical"))
    return None if second is None else (bool(second.success), second.face)


def _through(resolution: Resolution, found: PlannedAttack, key: str) -> tuple[bool, int] | None:
    if not found.miss_chance:
        return True, 0
    die = resolution.rules.combat.blows.miss_die
    sides = parse_dice(die).most
    question = Question(
        f"{key}/miss",
        Message("miss"),
        found.by.id,
        dice=die,
        dc=sides * found.miss_chance // 100 + 1,
        follows=key,
        chance=Fraction(100 - found.miss_chance, 100),
        says="attack",
    )
    outcome = resolution.ask(question)
    return None if outcome is None else (outcome.success is not False, outcome.face)


def dealt_by(
    resolution: Resolution, found: PlannedAttack, key: str, *, critical: bool
) -> tuple[int | None, tuple[int, ...]] | None:
    """Return points of damage (None = no dice) and faces, or None while they are still asked for.

    A typed total is dealt as typed; a rolled one is at least 1.
    """
    dice = damage_of(found.attack, critical=critical, strength=total(found.strength))
    least = resolution.rules.combat.blows.least_damage
    if dice == Expression(()):
        return None, ()
    if not dice.groups:
        return max(least, dice.plus), ()
    question = Question(
        f"{key}/critical" if critical else f"{key}/damage",
        Message("critical" if critical else "damage"),
        found.by.id,
        dice=str(dice),
        follows=key,
        free=True,
    )
    outcome = resolution.ask(question)
    if outcome is None:
        return None
    if outcome.skipped:
        return None, ()
    return max(least, outcome.total) if outcome.how == "rolled" else outcome.total, outcome.faces
