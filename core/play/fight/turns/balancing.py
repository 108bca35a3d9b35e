"""Checks of Acrobatics: their modifier, and keeping one's balance when hit (C-048, C-049)."""

from __future__ import annotations

from core.combat.attack.scores import total
from core.dice import Question
from core.messages import Message
from core.play.facts.encounter import PRONE, is_among
from core.play.facts.fight.combatants import fight_of, name_combatant, sheet, someone
from core.play.facts.state import Assets, State
from core.play.facts.table.events import Checked
from core.play.fight.fight_scene import changes_of, scene_of
from core.play.fight.health import health
from core.play.fight.turns.dying import lie_down
from core.play.resolution import Resolution
from core.receipts import Receipt

BALANCE = "balance"
"""The name of these checks."""
RULES_OF_SURFACES = (("narrow_surface", "C-048"), ("uneven_ground", "C-049"))
"""The surfaces on which one may fall, and their rules."""


def modifier_of(state: State, assets: Assets, creature_id: str) -> tuple[int, tuple[Receipt, ...]]:
    """Return the modifier of Acrobatics checks of a creature, as conditions leave it.

    Without one on its sheet it is that of Dexterity.
    """
    being = someone(state, creature_id)
    figures = sheet(being)
    if figures.acrobatics is not None:
        written = figures.acrobatics
        label = Message("Acrobatics on the sheet")
    else:
        written = figures.dexterity or 0
        label = Message("Dexterity: no Acrobatics on the sheet")
    change = changes_of(being, "skill acrobatics", state, assets)
    modifier = written + total(change)
    receipt = Receipt(label, Message("{number:+}", number=written))
    return modifier, (receipt, *change)


def keep_balance(resolution: Resolution, creature_id: str) -> None:
    """Let a creature that was hit, or failed a save, keep its balance or fall prone.

    Only on a narrow or uneven surface, and only who is on its feet. The sources give no difficulty:
    it is that of the table `combat.moving` unless the GM says otherwise.
    """
    rule = _find_rule(resolution, creature_id)
    if not rule:
        return
    question = _ask(resolution, creature_id, rule)
    outcome = resolution.check(question, BALANCE)
    if outcome is None:
        return
    if question.why is not None:
        resolution.explain(question.why)
    if not outcome.skipped and outcome.success is False:
        lie_down(resolution, creature_id)


def _find_rule(resolution: Resolution, creature_id: str) -> str:
    # The rule of the surface on which it may fall; "" = it is on none, or cannot fall.
    state = resolution.state
    if not resolution.rules.combat.moving.balance_dc or state.fight is None:
        return ""
    being = someone(state, creature_id)
    if health(being, resolution.rules).out or is_among(being.lasting, PRONE):
        return ""
    scene = scene_of(state, resolution.assets)
    creature = scene.by_id.get(creature_id)
    if creature is None or creature.rides or creature.elevation > 0:
        return ""
    under = scene.field.block(scene.body(creature))
    for surface, rule in RULES_OF_SURFACES:
        if getattr(scene.field, surface) & under:
            return rule
    return ""


def _ask(resolution: Resolution, creature_id: str, rule: str) -> Question:
    fight = fight_of(resolution.state)
    earlier = [
        event
        for event in resolution.events
        if isinstance(event, Checked) and event.name == BALANCE and event.who == creature_id
    ]
    key = f"{BALANCE}/{fight.id}/round-{fight.round}/{creature_id}/after/{len(earlier)}"
    modifier, parts = modifier_of(resolution.state, resolution.assets, creature_id)
    name = name_combatant(resolution.state, creature_id)
    label = Message("{who} keeps its balance, or falls: Acrobatics", who=name)
    dc = resolution.rules.combat.moving.balance_dc
    why = resolution.rules.cite(rule, label, dc, *parts, default=True)
    return Question(key, label, creature_id, modifier=modifier, dc=dc, why=why)
