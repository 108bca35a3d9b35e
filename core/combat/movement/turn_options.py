"""The movement options of a creature's turn (C-009 to C-020, C-034, C-154, C-252)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from core.combat.board.board_creatures import Creature
from core.combat.board.conditions import has_effect
from core.combat.movement.special_speeds import special_move
from core.combat.movement.turns import (
    Amount,
    double_move,
    full_round_step,
    minimum_move,
    move,
    run,
    small_step_rule,
)
from core.messages import Message, Refusal
from core.quantities import Squares
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.values import Struct

Reason: TypeAlias = Literal["ok", "cannot_move", "fatigued"]


class Option(Struct):
    """One way to spend the movement of a turn: how far in squares, or why not at all.

    `name` is that of an action (move, double_move, run, five_foot_step, step, full_round_step,
    minimum_move) or, with a special speed, of its mode (climb, swim, burrow, fly).
    """

    name: str
    squares: int
    reason: Reason
    receipt: Receipt

    @property
    def legal(self) -> bool:
        """Whether the creature may do so."""
        return self.reason == "ok"


def turn_options(
    creature: Creature, rules: Ruleset, *, armor: str = "none", load: str = "light"
) -> tuple[Option, ...]:
    """Return a creature's options; its speeds are in squares, net of armour and load.

    Refusals: "no_speed" when it has none, "negative_speed", "unknown_armor", "unknown_load".
    """
    if creature.speed is None and not creature.speeds:
        raise Refusal("no_speed", "{who} has no speed.", who=creature.id)
    return tuple(
        _judged(name, amount, creature, rules)
        for name, amount in _every(creature, rules, armor, load)
    )


def _every(
    creature: Creature, rules: Ruleset, armor: str, load: str
) -> Iterator[tuple[str, Amount]]:
    single = rules.combat.mechanisms.turn == "single_actions"
    if creature.speed is not None:
        yield "move", move(creature.speed, rules)
        if not single:
            yield "double_move", double_move(creature.speed, rules)
        if rules.mechanisms.running != "none":
            yield "run", run(creature.speed, rules, armor, load)
        label = Message("one square that provokes nothing")
        step = Amount(1, rules.cite(small_step_rule(rules), label, Squares(1)))
        yield rules.combat.mechanisms.small_step, step
    if not single:
        yield "full_round_step", full_round_step(rules)
    least = minimum_move(rules)
    if least.squares:
        yield "minimum_move", least
    for mode, speed in creature.speeds:
        known = mode in rules.combat.movements
        yield mode, special_move(mode, speed, rules) if known else move(speed, rules)


def _judged(name: str, amount: Amount, creature: Creature, rules: Ruleset) -> Option:
    if has_effect(creature.conditions, "cannot_move", rules.combat):
        label = Message("{who} cannot move", who=creature.id)
        return Option(name, 0, "cannot_move", rules.cite("C-251", label, Squares(0)))
    if name == "run" and has_effect(creature.conditions, "no_run", rules.combat):
        label = Message("the fatigued neither run nor charge")
        return Option(name, 0, "fatigued", rules.cite("C-252", label, Squares(0)))
    return Option(name, amount.squares, "ok", amount.receipt)
