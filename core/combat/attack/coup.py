"""The coup de grâce: when it is allowed, and its effects (C-242 to C-249)."""

from __future__ import annotations

from collections.abc import Iterable

from core.combat.board.scene import held
from core.messages import Message, Refusal, yes_no
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.values import Struct


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
        why = [cite("C-238", helpless, bound.own.name_in())]
        if immune is not None:
            reason = "crit_immune"
            condition = Message("{condition}", condition=immune.own.name_in())
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
