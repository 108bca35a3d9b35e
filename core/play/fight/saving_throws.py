"""The question of a saving throw: its modifier as the creature is now, and what it is made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.combat.attack.scores import total
from core.dice import Question
from core.messages import Message, Template
from core.play.facts.fight.combatants import sheet, someone
from core.play.fight.fight_scene import changes_of, situations_of
from core.play.resolution import Resolution
from core.receipts import Receipt

RULE = "C-250"
SAVES: Mapping[str, Template] = {
    "fortitude": "Fortitude",
    "reflex": "Reflex",
    "will": "Will",
}


def save_question(
    resolution: Resolution,
    key: str,
    creature_id: str,
    save: str,
    dc: int,
    changes: Iterable[Receipt] = (),
) -> Question:
    """Return the question of a save against `dc`, with `changes` beside those of its effects.

    What the GM has said of its occasion counts ("fear").
    A natural 20 always saves and a natural 1 never does: a house default, as in the coup de grâce
    (C-245). A save without a modifier on the sheet has +0. Refusal "unknown_creature".
    """
    being = someone(resolution.state, creature_id)
    rules = resolution.rules
    written: int = getattr(sheet(being), save) or 0
    of_the_sheet = rules.cite(RULE, "on the sheet", written, source="sheet")
    said = resolution.said_of(key)
    of_conditions = changes_of(being, save, resolution.state, resolution.assets, said)
    parts = (of_the_sheet, *changes, *of_conditions)
    modifier = total(parts)
    label = Message("{save}, {who}", save=Message(SAVES[save]), who=being.name)
    return Question(
        key,
        label,
        creature_id,
        modifier=modifier,
        dc=dc,
        naturals=True,
        why=rules.cite(RULE, label, f"{modifier:+d}", *parts, source="house default", default=True),
        situations=situations_of(being, save, resolution.state, resolution.assets, said),
    )
