"""Falling: damage by square or by dice, soft landings, landing on a creature (C-144 to C-151)."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Literal, TypeAlias

from core.dice import parse_dice
from core.messages import Message, Refusal
from core.quantities import Squares
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.values import Struct

VictimDegree: TypeAlias = Literal[
    "critical_success", "success", "failure", "critical_failure", ""
]  # fmt: skip

SHARE = {
    "critical_success": Fraction(0),
    "success": Fraction(1, 4),
    "failure": Fraction(1, 2),
    "critical_failure": Fraction(1),
}
"""The part of the faller's damage that a creature fallen upon takes (C-149)."""
CRITICAL = 10
"""A save so far above or below its difficulty is critical (C-149)."""
NONE = Message("none")


class FallResult(Struct):
    """The effects of a fall.

    `damage` in points, or `dice` ("3d6", "0") where they are rolled (then `damage` is None);
    `prone` whether the faller lands prone. `victim_degree` and `victim_damage` are those of
    a creature fallen upon ("" and None when there is none, or no rule for it).
    """

    damage: int | None
    dice: str
    prone: bool
    victim_degree: VictimDegree
    victim_damage: int | None
    receipt: Receipt
    victim_receipt: Receipt | None = None


def fall(
    rules: Ruleset,
    height: int,
    *,
    soft: bool = False,
    depth: int | None = None,
    deliberate: bool = False,
    victim_reflex: int | None = None,
    thing: bool = False,
) -> FallResult:
    """Return the effects of a fall of `height` squares (C-144 to C-151).

    `soft` is a landing in water, snow or the like, `depth` squares deep (None = deep enough),
    `deliberate` a dive. `victim_reflex` is the total of the Reflex save of a creature fallen upon;
    a `thing` falls like a creature but is never prone (C-150). Refusal "negative_height".
    """
    if height < 0 or (depth is not None and depth < 0):
        raise Refusal("negative_height", "A height or a depth cannot be below 0 squares.")
    if rules.combat.mechanisms.falling == "dice":
        return _by_dice(rules, height, soft, victim_reflex, thing)
    figures, cite = rules.combat.falling, rules.cite
    capped, softened = min(height, figures.longest), 0
    if soft:  # C-147
        most = figures.dive if deliberate else figures.soft
        softened = most if depth is None else min(most, depth)
    counted = max(0, capped - softened)
    harmless = counted <= figures.harmless
    each = figures.per_square or Fraction(0)
    damage = 0 if harmless else floor(counted * each)
    parts = []
    if capped < height:
        asked = "QC-37" if softened else ""
        parts.append(cite("C-145", "a longer fall counts as", Squares(capped), questions=asked))
    if softened:
        label = Message("a dive into something soft takes off" if deliberate
                        else "a soft landing takes off")  # fmt: skip
        parts.append(cite("C-147", label, Squares(softened)))
    if thing:
        parts.append(cite("C-150", "an object takes damage as a creature does", damage))
    elif damage:
        parts.append(cite("C-146", "a faller that takes damage lands prone", damage))
        parts.append(cite("C-148", "a reaction to grab an edge may reduce some falls", NONE))
    exact = harmless or (counted * each).denominator == 1
    receipt = cite(
        "C-144",
        "fall of {height}: {each} points a square if more than {harmless}, rounded down",
        damage,
        *parts,
        questions="" if exact else "QC-37",
        height=Squares(height),
        each=each,
        harmless=Squares(figures.harmless),
    )
    degree: VictimDegree = ""
    victim, why = None, None
    if victim_reflex is not None:
        degree = victim_degree(rules, victim_reflex)
        victim = floor(damage * SHARE[degree])
        why = cite(
            "C-149",
            "the creature fallen upon: Reflex {reflex} against {dc}, {share} of {damage}",
            victim,
            questions="QC-37",
            reflex=victim_reflex,
            dc=figures.victim_dc,
            share=SHARE[degree],
            damage=damage,
        )
    return FallResult(damage, "", damage > 0 and not thing, degree, victim, receipt, why)


def _by_dice(
    rules: Ruleset, height: int, soft: bool, victim_reflex: int | None, thing: bool
) -> FallResult:
    figures, cite = rules.combat.falling, rules.cite
    most = figures.most_dice
    number = min(height // max(1, figures.squares_per_die), most)
    dice = str(parse_dice(figures.die).times(number)) if number else "0"
    label = Message(
        "fall of {height}: {die} for each whole {step}, {most} dice at most",
        height=Squares(height), die=figures.die, step=Squares(figures.squares_per_die), most=most,
    )  # fmt: skip
    parts = []
    if soft:
        parts.append(
            cite("C-151", "this system has no rule for soft landings: nothing is taken off", NONE)
        )
    if victim_reflex is not None:
        parts.append(cite("C-151", "this system has no rule for falling on a creature", NONE))
    if number and not thing:
        parts.append(cite("C-151", "a faller that takes damage lands prone", dice))
    receipt = cite("C-151", label, dice, *parts)
    return FallResult(None, dice, bool(number) and not thing, "", None, receipt)


def victim_degree(rules: Ruleset, reflex: int) -> VictimDegree:
    """Return the degree of success of a Reflex save with this total (C-149).

    Natural 20 and 1 are left to the table (QC-37).
    """
    dc = rules.combat.falling.victim_dc
    if reflex >= dc + CRITICAL:
        return "critical_success"
    if reflex >= dc:
        return "success"
    return "critical_failure" if reflex <= dc - CRITICAL else "failure"
