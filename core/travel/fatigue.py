"""Fatigue: its effects, recovery by rest, and its end (T-120 to T-126, T-168)."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from core.messages import N_, Message
from core.quantities import Hours
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.travel.tiring_travel import complete, recovered, recovered_lethal
from core.values import Struct

Weariness = Literal["fresh", "fatigued", "exhausted"]


class Effects(Struct):
    """The effects of weariness; walking and hustling are always allowed (T-124)."""

    can_run: bool
    can_charge: bool
    str_mod: int
    dex_mod: int
    can_walk: bool = True
    can_hustle: bool = True


class Rested(Struct):
    """Damage left after a rest, its effects, and the rest that clears it all.

    `to_clear` counts complete hours for nonlethal damage, nights for lethal. The receipts are
    those of the damage left, of the effects, and of the rest that is needed.
    """

    remaining: int
    fatigued: bool
    effects: Effects
    to_clear: int
    remaining_receipt: Receipt
    effects_receipt: Receipt
    clear_receipt: Receipt


def weariness(fatigued: bool, again: bool, rules: Ruleset) -> Weariness:
    """Return the state of a creature `fatigued` once, or `again` while fatigued (T-123, Q-12)."""
    if not fatigued:
        return "fresh"
    return "exhausted" if again and rules.fatigue.exhaustion else "fatigued"


def effects(state: Weariness, rules: Ruleset) -> Effects:
    """Return the effects of a state of weariness (T-120, T-123)."""
    if state == "fresh":
        return Effects(True, True, 0, 0)
    table = rules.fatigue
    if state == "exhausted":
        strength, dexterity = table.exhausted_str_mod, table.exhausted_dex_mod
    else:
        strength, dexterity = table.str_mod, table.dex_mod
    return Effects(table.can_run, table.can_charge, strength, dexterity)


def rest(damage: int, level: int, hours: Fraction, rules: Ruleset) -> Rested:
    """Return the nonlethal `damage` left after `hours` of rest at a level (T-121, T-122)."""
    healed = recovered(level, hours, rules)
    healing = rules.cite(
        "T-122",
        Message("healed in {hours} of rest", hours=Hours(hours)),
        healed,
        questions=("Q-10",),
    )
    rate = max(1, rules.recovery.nonlethal_per_level_hour * level)
    needs_rest = damage and complete(hours)
    return _rested(damage, healed, rate, "T-121", healing if needs_rest else None, healing, rules)


def rest_nights(damage: int, hit_dice: int, nights: int, rules: Ruleset) -> Rested:
    """Return a mount's lethal `damage` left after `nights` of rest (T-168)."""
    healed = recovered_lethal(hit_dice, nights, rules)
    healing = rules.cite(
        "T-168",
        Message("healed in {n} nights of rest", n=nights),
        healed,
        questions=("Q-14",),
    )
    rate = max(1, rules.recovery.lethal_per_hd_night * hit_dice)
    return _rested(damage, healed, rate, "T-168", healing, healing, rules)


def _rested(
    damage: int,
    healed: int,
    rate: int,
    rule: str,
    why: Receipt | None,
    healing: Receipt,
    rules: Ruleset,
) -> Rested:
    remaining = max(0, damage - healed)
    found = effects(weariness(remaining > 0, False, rules), rules)
    label = N_("damage left of a march or hustle")
    left = rules.cite(rule, label, remaining, *([why] if why else []))
    penalties = Message("effects of fatigue on Strength and Dexterity")
    to_clear = -(-damage // rate)
    return Rested(
        remaining,
        remaining > 0,
        found,
        to_clear,
        left,
        rules.cite("T-120", penalties, found.str_mod, left),
        rules.cite(rule, "rest that clears it all", to_clear, healing),
    )
