"""The coup de grâce: when it is allowed, its effects, the odds of survival (C-242 to C-249)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from core.combat.board.scene import held
from core.dice import ZERO, Distribution, Expression, mean, p_natural, roll, total
from core.messages import Chance, Message, Refusal, yes_no
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.values import Struct

MOST_FACES = 1_000
"""The most faces, all dice together, that are computed exactly."""
LEAST_DAMAGE = 1
"""The least damage of a hit."""


class Coup(Struct):
    """Whether a coup de grâce is allowed, and what it takes.

    `reason` is "ok", or the first failing of "not_helpless", "crit_immune", "weapon" and
    "not_adjacent". It takes `full_round_actions`, hits by itself, scores a critical hit and
    provokes; a survivor saves against `fort_dc` (None = the damage is not known) or dies.
    """

    allowed: bool
    reason: str
    full_round_actions: int
    fort_dc: int | None
    receipt: Receipt


class Survival(Struct):
    """The chance to make the save against death, damage of each total with its own difficulty.

    `damage` is the distribution of the points dealt, criticals multiplied.
    """

    p_save: Fraction
    damage: Distribution
    receipt: Receipt


def coup_de_grace(
    rules: Ruleset,
    target_conditions: Iterable[str],
    weapon: str,
    *,
    adjacent: bool = False,
    damage: int | None = None,
) -> Coup:
    """Return a coup de grâce against a target in these conditions (C-242 to C-249).

    `weapon` is "melee", "bow", "crossbow" or any other; `damage` the points dealt. Refusals:
    "no_coup_de_grace" where the system has none, "unknown_condition".
    """
    has_coup(rules)
    cite = rules.cite
    figures = rules.combat.helpless
    target = held(target_conditions, rules)
    label = Message("coup de grâce")
    reason = "ok"
    bound = next((one for one in target if one.has("helpless")), None)
    immune = next((one for one in target if one.has("crit_immune")), None)
    helpless = Message("the target is helpless")
    if bound is None:
        if any(one.has("defenceless") for one in target):
            asked = "QC-41"
        else:
            asked = ""
        reason = "not_helpless"
        why = [cite("C-238", helpless, yes_no(False), questions=asked)]
    else:
        why = [cite("C-238", helpless, bound.own.shown())]
        if immune is not None:
            reason = "crit_immune"
            condition = Message("{condition}", condition=immune.own.shown())
            why.append(cite("C-248", condition, yes_no(False)))
        elif weapon in figures.weapons:
            why.append(cite("C-243", "weapon: {weapon}", yes_no(True), weapon=weapon))
        elif weapon in figures.adjacent_weapons:
            reason = "ok" if adjacent else "not_adjacent"
            why.append(cite("C-243", "{weapon:a} when adjacent", yes_no(adjacent), weapon=weapon))
        else:
            reason = "weapon"
            why.append(
                cite(
                    "C-243",
                    "weapons: {weapons}; when adjacent: {adjacent}",
                    yes_no(False),
                    weapons=figures.weapons,
                    adjacent=figures.adjacent_weapons,
                )
            )
    if reason != "ok":
        return Coup(False, reason, 0, None, cite("C-242", label, yes_no(False), *why))
    actions = figures.actions
    does = []
    if any(one.has("unseen") for one in target):
        actions = figures.hidden_actions
        does.append(
            cite("C-249", "full-round actions: one to find the target, one to strike", actions)
        )
    does += (
        cite("C-244", "it hits, and scores a critical hit", yes_no(True)),
        cite("C-247", "it provokes from enemies that threaten", yes_no(True), questions="QC-42"),
        cite("C-246", "a rogue adds sneak attack damage", yes_no(True)),
    )
    dc = None
    if damage is not None:
        dc = figures.fortitude_dc + damage
        does.append(
            cite(
                "C-245",
                "Fortitude save or die: {base} and the damage of {damage}",
                dc,
                base=figures.fortitude_dc,
                damage=damage,
            )
        )
    return Coup(True, "ok", actions, dc, cite("C-242", label, yes_no(True), *why, *does))


def has_coup(rules: Ruleset) -> None:
    """Refuse ("no_coup_de_grace") where the system has no coup de grâce."""
    if rules.combat.mechanisms.helpless != "dexterity_0":
        raise Refusal("no_coup_de_grace", "{system} has no coup de grâce.", system=rules.id)


def chance_to_survive(
    rules: Ruleset,
    damage: Expression,
    fortitude: int,
    *,
    multiplier: int = 2,
    extra: Expression | None = None,
) -> Survival:
    """Return the chance of the Fortitude save after a coup de grâce, over all damage (C-245).

    `damage` is that of one hit, rolled `multiplier` times for the critical hit (1 or more);
    `extra` is not multiplied (sneak attack, C-246). At least 1 point is dealt. A natural 20
    always saves and a natural 1 never does: a house default, as printed. Whether the damage
    itself kills is left out. Refusals: "no_coup_de_grace"; "too_many_dice" for dice of more than
    1,000 faces in all; "bad_multiplier".
    """
    has_coup(rules)
    if multiplier < 1:
        raise Refusal("bad_multiplier", "The multiplier of a critical hit must be at least 1.")
    faces = sum(damage.sides) * multiplier + (sum(extra.sides) if extra else 0)
    if faces > MOST_FACES:
        raise Refusal("too_many_dice", "Dice of {faces} faces in all are too many: {most} "
                      "at most.", faces=faces, most=MOST_FACES)  # fmt: skip
    rolled = total([*[roll(damage)] * multiplier, roll(extra) if extra else ZERO])
    totals: dict[int, Fraction] = {}
    for number, chance in rolled.items():
        dealt = max(LEAST_DAMAGE, number)
        totals[dealt] = totals.get(dealt, Fraction(0)) + chance
    base = rules.combat.helpless.fortitude_dc
    saved = sum(
        (p * p_natural(base + points, fortitude) for points, p in totals.items()), Fraction(0)
    )
    receipt = rules.cite(
        "C-245",
        "chance to save against {base} and the damage, by {fortitude:+}",
        Chance(saved),
        rules.cite("C-244", "damage of the critical hit, on average", mean(totals)),
        rules.cite(
            "C-245",
            "a natural 20 always saves, a natural 1 never does",
            yes_no(True),
            source="house default (printed)",
            default=True,
        ),
        base=base,
        fortitude=fortitude,
    )
    return Survival(saved, totals, receipt)
