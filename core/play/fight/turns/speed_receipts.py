"""The movement of a round by each speed of a creature, explained (C-013 on, C-129 on)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from core.combat.movement.turns import double_move, paces, run, special_move, special_run
from core.creatures import MODES
from core.messages import Refusal, Squares
from core.play.facts.fight.combatants import Being
from core.play.facts.state import Assets, Member, State
from core.play.fight.fight_scene import speed_in
from core.play.fight.turns.budget import counted_singly
from core.receipts import Receipt


def explain_speeds(state: State, assets: Assets, being: Being) -> Iterator[Receipt]:
    """Yield how far a creature gets in a round by its own speeds; nothing of one without any."""
    rules = assets.rules
    walks = speed_in(state, assets, being) or 0
    if walks and counted_singly(rules):
        yield rules.cite("C-018", "a Stride", Squares(walks))
    elif walks:
        yield double_move(walks, rules).receipt
        if isinstance(being, Member):
            yield run(walks, rules, being.mover.armor, being.mover.load).receipt
        for pace in paces(walks * rules.combat.measures.square_m, rules):
            yield pace.receipt
    for mode in MODES:
        row = rules.combat.movements.get(mode)
        speed = speed_in(state, assets, being, mode) or 0
        if row is None or not speed:
            continue
        yield special_move(mode, speed, rules).receipt
        if row.hurried:
            yield special_move(mode, speed, rules, hurried=True).receipt
        with suppress(Refusal):
            yield special_run(mode, speed, rules).receipt
