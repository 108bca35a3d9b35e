"""The conditions of a creature in a fight, as rows of the table of conditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.play.fight.combatants import Being, sheet
from core.play.fight.encounter import Encounter, Figure
from core.play.fight.health import health
from core.play.members import fatigued
from core.play.state import Member
from core.rulesets.schema import Ruleset

UNCONSCIOUS, FATIGUED, EXHAUSTED = "unconscious", "fatigued", "exhausted"
FLAT_FOOTED, UNARMED = "flat_footed", "unarmed"
CLIMB, CLIMBING = "climb", "climbing"


def afflictions(
    being: Being, figure: Figure, encounter: Encounter, rules: Ruleset
) -> tuple[str, ...]:
    """Return the rows of conditions.toml that a creature has, each once.

    The traits of its sheet, conditions that last, those from wounds and fatigue, climbing, and
    flat-footed before its first turn. Names that are not in the table (a torch, the GM's words)
    are left out, and so is squeezing, which depends on its place (`core.play.fight.fight_scene`).
    """
    return _rows(_names(being, figure, encounter, rules), rules)


def own_afflictions(being: Being, rules: Ruleset) -> tuple[str, ...]:
    """Return those that hold everywhere, in a fight or not."""
    return _rows(_own(being, rules), rules)


def _rows(names: Iterable[str], rules: Ruleset) -> tuple[str, ...]:
    # T-123
    table = rules.combat.conditions
    found = dict.fromkeys(name for name in names if name in table)
    if EXHAUSTED in found:
        found.pop(FATIGUED, None)
    return tuple(found)


def by_value(being: Being, rules: Ruleset) -> Iterator[tuple[str, int]]:
    """Yield names and values of conditions that lower attack rolls and saves by their value.

    The ruleset names the conditions (`combat.blows.by_value`, house default).
    """
    table = rules.combat.conditions
    for one in being.lasting:
        if one.name in table and one.name in rules.combat.blows.by_value and one.value:
            yield table[one.name].shown(), one.value


def _own(being: Being, rules: Ruleset) -> Iterator[str]:
    yield from sheet(being).traits
    yield from (lasting.name for lasting in being.lasting)
    yield health(being, rules).condition
    if isinstance(being, Member) and fatigued(being):
        yield FATIGUED


def _names(being: Being, figure: Figure, encounter: Encounter, rules: Ruleset) -> Iterator[str]:
    yield from _own(being, rules)
    if not figure.acted and encounter.order and rules.combat.turn.flat_footed:
        yield FLAT_FOOTED
    carrier = encounter.figure(figure.mount) if figure.mount else None
    if (figure if carrier is None else carrier).mode == CLIMB:
        yield CLIMBING
    if _only_shoots(being, figure):
        yield UNARMED


def _only_shoots(being: Being, figure: Figure) -> bool:
    # C-104
    attacks = sheet(being).attacks
    in_hand = attacks[figure.weapon] if 0 <= figure.weapon < len(attacks) else None
    return in_hand is not None and in_hand.mode == "ranged"
