"""Saving throws in a fight: the question, and how well it went."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, TypeAlias

from core.checks import p_natural
from core.dice import Question
from core.messages import N_, Message
from core.play.asking import Outcome
from core.play.fight.combatants import Being, sheet
from core.rulesets.schema import Ruleset

Save: TypeAlias = Literal["fortitude", "reflex", "will"]
FACES = 20


def modifier(being: Being, save: Save) -> int:
    """The modifier of a save on its sheet; +0 when none is written down."""
    written: int | None = getattr(sheet(being), save)
    return written or 0


def question(
    key: str, being: Being, save: Save, dc: int, bonus: int = 0, follows: str = ""
) -> Question:
    """The question of a save; a natural 20 always saves and a natural 1 never does.

    That is a house default, as in the coup de grâce (C-245).
    """
    whole = modifier(being, save) + bonus
    return Question(
        key,
        Message(N_("{save}, {who}"), save=name_of(save), who=being.name),
        being.id,
        modifier=whole,
        dc=dc,
        follows=follows,
        chance=p_natural(dc, whole),
        naturals=True,
    )


def name_of(save: Save) -> Message:
    """A save in a word."""
    names = {
        "fortitude": Message(N_("Fortitude")),
        "reflex": Message(N_("Reflex")),
        "will": Message(N_("Will")),
    }
    return names[save]


def share(outcome: Outcome, dc: int, on_save: Literal["half", "none"], rules: Ruleset) -> Fraction:
    """How much of an effect's damage one takes who saved, or did not.

    Under degrees one who saves by the margin takes nothing and one who fails by it double; so
    does one whom a natural 20 saves, or a natural 1 fails, where the total says the same.
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
