"""The figures of one attack: its bonus, the Armour Class against it, its range and its dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.creatures import LANCE, Attack, Sheet
from core.dice import FACES, Armour, Expression, parse_dice
from core.messages import Message, Metres, Refusal, Value
from core.play.facts.encounter import Figure
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.combatants import Being, attack_of, fight_of, sheet, waiting_in
from core.play.facts.state import State
from core.play.fight.creature_now import by_value
from core.play.fight.turns.move_budget import CHARGE
from core.receipts import Receipt
from core.rulesets.schema import Ruleset

HOUSE = "house default (printed)"
RULE = "C-250"
BARE = Attack("")
"""The attack of a creature without one on its sheet: no bonus, no dice."""


def house(rules: Ruleset, label: Message | str, value: Value, *parts: Receipt) -> Receipt:
    """Return a receipt for a figure that no catalogue rule covers."""
    return rules.cite(RULE, label, value, *parts, source=HOUSE, default=True)


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


def name_armour(attack: Attack, against: Sheet) -> Armour:
    """Return the name of the Armour Class that an attack has to beat: a sheet has one or two."""
    if against.eac is None:
        return "AC"
    if attack.energy:
        return "EAC"
    return "KAC"


def has_charged(state: State, figure: Figure) -> bool:
    """Whether a figure has charged: from the first step on, and with who carries it (C-257)."""
    mount = fight_of(state).figure(figure.mount)
    pair = (figure,) if mount is None else (figure, mount)
    if any(CHARGE in one.spent.actions for one in pair):
        return True
    waiting = waiting_in(state)
    if waiting is None or waiting.action != CHARGE:
        return False
    mover = fight_of(state).figure(waiting.who)
    if mover is None:
        moving = {waiting.who}
    else:
        moving = {waiting.who, mover.mount}
    return any(one.id in moving for one in pair)


def own_receipts(
    attack: Attack,
    repetition: Iterable[Receipt],
    command: MakeAttack,
    away: int,
    rules: Ruleset,
    *,
    charged: bool,
) -> Iterator[Receipt]:
    """Yield what the attacker brings to the roll: sheet, repetition, range, charge, the GM."""
    bonuses = attack.bonuses or (0,)
    blows = rules.combat.blows
    name = attack.name or Message("attack")
    yield rules.cite(RULE, "{attack}", bonuses[0], source="sheet", attack=name)
    yield from repetition
    beyond = increments(attack, away) - 1
    if beyond > 0:
        label = Message(
            "range: {distance}, {increments:increment|increments}",
            distance=Metres(away * rules.combat.measures.square_m),
            increments=beyond + 1,
        )
        yield house(rules, label, beyond * blows.increment)
    if charged:
        yield from attack_of_charge(rules)
    if command.circumstance:
        yield _said(rules, command.circumstance)


def ac_receipts(
    target: Being, attack: Attack, command: MakeAttack, rules: Ruleset, *, charged: bool
) -> Iterator[Receipt]:
    """Yield what the target has against the attack: its sheet, a charge, the GM."""
    written = sheet(target).ac
    energetic = sheet(target).eac
    if attack.energy and energetic is not None:
        label = Message("Armour Class of {who} against energy", who=target.name)
        yield rules.cite(RULE, label, energetic, source="sheet")
    elif written is None:
        label = Message("{who} has no Armour Class on its sheet", who=target.name)
        yield house(rules, label, rules.combat.blows.ac)
    else:
        yield rules.cite(RULE, "Armour Class of {who}", written, source="sheet", who=target.name)
    if charged:
        yield from ac_after_charge(rules, target.name)
    if command.ac:
        yield _said(rules, command.ac)


def attack_of_charge(rules: Ruleset) -> Iterator[Receipt]:
    """Yield the modifier of an attack that ends a charge."""
    yield from _charge_receipt(
        rules, Message("a charge"), rules.combat.blows.charge, rules.combat.strikes.charge
    )


def ac_after_charge(rules: Ruleset, name: str) -> Iterator[Receipt]:
    """Yield the modifier to the Armour Class of who has charged."""
    label = Message("{who} has charged", who=name)
    blows = rules.combat.blows
    yield from _charge_receipt(rules, label, blows.charge_ac, rules.combat.strikes.charge_ac)


def _charge_receipt(rules: Ruleset, label: Message, usual: int, own: int) -> Iterator[Receipt]:
    # `own` is the figure of this system's open rules.
    if rules.switch("charge_figures"):
        if own:
            yield rules.cite(
                "K-7",
                label,
                own,
                source="open rules, Charge",
                default=True,
                switch="charge_figures",
            )
    elif usual:
        yield house(rules, label, usual)


def _said(rules: Ruleset, value: int) -> Receipt:
    return rules.cite(RULE, "the GM's word", value, source="GM")


def lowered_by_value(being: Being, rules: Ruleset) -> Iterator[Receipt]:
    """Yield what conditions take off the attack rolls and saves of a creature by their value."""
    for name, value in by_value(being, rules):
        label = Message("{condition} {value}", condition=name, value=value)
        yield house(rules, label, -value)


def increments(attack: Attack, away: int) -> int:
    """Return the range increment of a distance in squares, from 1; 1 for attacks without one."""
    if attack.mode != "ranged" or not attack.increment or attack.increment < 1:
        return 1
    return max(1, -(-away // attack.increment))


def count_criticals(needed: int, beyond: int, margin: int) -> int:
    """Return how many faces of a die that hits from `needed` on are critical hits.

    Those whose total is `margin` or more above what is to be met, and a natural 20 that meets it;
    a face's total is `beyond` and the face above it.
    """
    criticals = 0
    for face in range(needed, FACES + 1):
        least = 0 if face == FACES else margin
        if face + beyond >= least:
            criticals += 1
    return criticals


def total_times(attack: Attack, times: int, *, critical: bool) -> int:
    """Return how often its dice are rolled when something multiplies damage by `times`."""
    if critical:
        return times + max(1, attack.times) - 1
    return times


def times_of_charge(attack: Attack, rules: Ruleset, *, hard: bool) -> Iterator[Receipt]:
    """Yield what multiplies the damage of an attack that ends a charge from the saddle.

    `hard`: the rider has Spirited Charge, which replaces what a lance does by itself.
    """
    if attack.mode != "melee":
        return
    feats = rules.combat.strikes.feats
    if hard:
        times = feats.spirited_lance if attack.weapon == LANCE else feats.spirited
        if times > 1:
            yield rules.cite(
                "K-13",
                "damage x{times}: Spirited Charge",
                times,
                source="open rules, Spirited Charge",
                default=True,
                switch="feats",
                times=times,
            )
        return
    times = rules.combat.strikes.lance
    if attack.weapon != LANCE or times < 2 or not rules.switch("saddle"):
        return
    yield rules.cite(
        "K-8",
        "damage x{times}: a lance in a charge from the saddle",
        times,
        source="open rules, Lances and Charge Attacks",
        default=True,
        switch="saddle",
        times=times,
    )


def damage_of(
    attack: Attack, *, critical: bool = False, plus: int = 0, times: int = 1
) -> Expression:
    """Return the dice of a hit; `extra` only once, all else `times` over.

    A critical hit multiplies it, too: twice and three times are four times. `plus` is what a
    changed Strength and feats add to the damage, multiplied with it.

    Refusal "bad_dice": no dice on the sheet, or too many.
    """
    own, extra = (
        parse_dice(dice) if dice else Expression() for dice in (attack.damage, attack.extra)
    )
    if attack.damage:
        own = Expression(own.groups, own.plus + plus)
    own = own.times(total_times(attack, times, critical=critical))
    whole = Expression(own.groups + extra.groups, own.plus + extra.plus)
    if whole.groups:
        return parse_dice(str(whole))
    return whole
