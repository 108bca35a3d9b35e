"""Saving throws in a fight: their questions and results."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, TypeAlias

from core.dice import Question, p_natural
from core.messages import Message
from core.play.fight.combatants import Being, sheet
from core.play.resolution import Outcome
from core.rulesets.schema import Ruleset

Save: TypeAlias = Literal["fortitude", "reflex", "will"]
FACES = 20


def modifier(being: Being, save: Save) -> int:
    """Return the modifier of a save on the sheet; +0 when there is none."""
    written: int | None = getattr(sheet(being), save)
    return written or 0


def question(
    key: str, being: Being, save: Save, dc: int, bonus: int = 0, follows: str = ""
) -> Question:
    """Return the question of a save; a natural 20 always saves and a natural 1 never does.

    That is a house default, as in the coup de grâce (C-245).
    """
    whole = modifier(being, save) + bonus
    return Question(
        key,
        Message("{save}, {who}", save=name_of(save), who=being.name),
        being.id,
        modifier=whole,
        dc=dc,
        follows=follows,
        chance=p_natural(dc, whole),
        naturals=True,
    )


def name_of(save: Save) -> Message:
    """Return the name of a save."""
    return Message({"fortitude": "Fortitude", "reflex": "Reflex", "will": "Will"}[save])


def share(outcome: Outcome, dc: int, on_save: Literal["half", "none"], rules: Ruleset) -> Fraction:
    """Return the share of the damage that a creature takes after its save.

    Under degrees a save by the margin leaves nothing and a failure by it doubles the damage; so
    do a natural 20 that saves by its total and a natural 1 that fails by it.
    """
    if outcome.success is None:
        return Fraction(1)
    saved = Fraction(1, 2) if on_save == "half" else Fraction(0)
    plain = saved if outcome.success else Fraction(1)
    blows = rules.combat.blows
    if blows.saves == "plain" or outcome.how == "ruled":
        return plain
    apart = outcome.total - dc
    if outcome.success:
        best = apart >= blows.margin or (outcome.natural == FACES and apart >= 0)
        return Fraction(0) if best else saved
    worst = apart <= -blows.margin or (outcome.natural == 1 and apart < 0)
    return Fraction(2) if worst else plain
