"""A creature as it is now: its figures with what its conditions do to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache

from core.combat.board.speed_now import ON_THE_GRID, speed_on_the_grid
from core.creatures import Attack, Mode, Sheet
from core.effects.figures import AskedFigure, PresentFigure, present_figure
from core.effects.running_effects import RunningEffect
from core.effects.sheets import FigureSheet
from core.effects.worn import parse_worn
from core.play.facts.fight.combatants import Being, sheet
from core.play.fight.health import ability_scores
from core.rulesets.running_conditions import ConditionHeld, running_conditions
from core.rulesets.schema import Ruleset
from core.values import ByIdentity, Struct, replace

SPEEDS = ("speed", "actions")
"""The figures that a flag such as "cannot_move" changes."""


class CreatureNow(Struct):
    """A creature with what is on it: `effects` of its conditions, `written` its figures without."""

    written: FigureSheet
    effects: tuple[RunningEffect, ...]
    rules: Ruleset

    def figure(
        self, name: str, against: Iterable[str] = (), attack: Attack | None = None
    ) -> PresentFigure:
        """Return one of its figures, by the names of `core.effects.figures.AskedFigure`."""
        asked = AskedFigure(name, attack, frozenset(against))
        return present_figure(asked, self.written, self.effects, self.rules.combat.figure_rules)


class SheetNow(Struct):
    """A creature's sheet with the figures of now: `sheet` has the Armour Class in melee.

    `ranged_ac` is that at range. Figures that are not written stay None.
    """

    sheet: Sheet
    ranged_ac: int | None


def sheet_now(figures: Sheet, now: CreatureNow) -> SheetNow:
    """Return a sheet as it is now; its speeds are those for a movement on the grid."""
    changed = replace(
        figures,
        ac=_number(now.figure("ac", ("melee",))),
        eac=_number(now.figure("eac", ("melee",))),
        init=figures.init + now.figure("initiative").change,
        fortitude=_number(now.figure("fortitude")),
        reflex=_number(now.figure("reflex")),
        will=_number(now.figure("will")),
        perception=_number(now.figure("skill perception")),
        acrobatics=_number(now.figure("skill acrobatics")),
        speeds=tuple([(mode, _speed(mode, now)) for mode, _ in figures.speeds]),
        attacks=tuple([_attack_now(attack, now) for attack in figures.attacks]),
    )
    return SheetNow(changed, _number(now.figure("ac", ("ranged",))))


def _attack_now(attack: Attack, now: CreatureNow) -> Attack:
    change = now.figure(f"attack {attack.name}", attack=attack).change
    damage = now.figure(f"damage {attack.name}", attack=attack).value
    bonuses = tuple([bonus + change for bonus in attack.bonuses])
    return replace(attack, bonuses=bonuses, damage=str(damage))


def _speed(mode: str, now: CreatureNow) -> int:
    speed = _number(now.figure(f"speed {mode}", ON_THE_GRID))
    assert speed is not None
    return speed


def _number(figure: PresentFigure) -> int | None:
    assert not isinstance(figure.value, str)
    return figure.value


def creature_now(
    being: Being, conditions: Iterable[str], rules: Ruleset, figures: Sheet | None = None
) -> CreatureNow:
    """Return a combatant as it is under these conditions, rows of the ruleset.

    Their values are those of what lasts on it (frightened 2). `figures` are those without
    conditions (None = its sheet).
    """
    effects = _effects(_with_values(being, conditions), ByIdentity(rules))
    if figures is None:
        figures = sheet(being)
    return CreatureNow(_written(figures, being), effects, rules)


def speed_now(
    being: Being, squares: int, mode: Mode, conditions: Iterable[str], rules: Ruleset
) -> int:
    """Return a speed of `squares` as conditions leave it, for a movement on the grid.

    Who cannot move at all is told so elsewhere, with the cause.
    """
    held = _with_values(being, conditions)
    worn = parse_worn(sheet(being).worn)
    return speed_on_the_grid(held, squares, mode, ByIdentity(rules), worn)


def with_size_now(figures: Sheet, being: Being, rules: Ruleset) -> Sheet:
    """Return a sheet with the size that effects give its creature: enlarged, reduced.

    Its space and natural reach are those of the new size. It is never beyond the system's sizes.
    """
    steps = _steps_of_size(being, rules)
    rows = rules.combat.sizes
    sizes = sorted(rows, key=lambda size: rows[size].rank)
    if not steps or figures.size not in sizes:
        return figures
    place = min(len(sizes) - 1, max(0, sizes.index(figures.size) + steps))
    if sizes[place] == figures.size:
        return figures
    return replace(figures, size=sizes[place], space=None, reach=None)


def _steps_of_size(being: Being, rules: Ruleset) -> int:
    rows = rules.combat.rows
    changes = (
        change
        for row in {lasting.row for lasting in being.lasting if lasting.effect}
        if row in rows
        for change in rows[row].parsed
    )
    return int(sum(change.amount for change in changes if change.to == "size"))


def _with_values(being: Being, conditions: Iterable[str]) -> tuple[tuple[str, int], ...]:
    values = {one.row: one.value for one in being.lasting}
    return tuple([(name, values.get(name, 0)) for name in conditions])


@lru_cache(maxsize=4096)
def _effects(
    held: tuple[tuple[str, int], ...], same: ByIdentity[Ruleset]
) -> tuple[RunningEffect, ...]:
    conditions = [ConditionHeld(name, value) for name, value in held]
    return running_conditions(conditions, same.value.combat)


def by_value(being: Being, rules: Ruleset) -> Iterator[tuple[str, int]]:
    """Yield names and values of conditions that lower attack rolls and saves by their value.

    The ruleset names the conditions (`combat.blows.by_value`, house default). By the open rules
    there are none: what such a condition does is among its changes.
    """
    table = rules.combat.conditions
    if rules.has_open_conditions:
        return
    for one in being.lasting:
        if one.name in table and one.name in rules.combat.blows.by_value and one.value:
            yield table[one.name].name_in(), one.value


def _written(figures: Sheet, being: Being) -> FigureSheet:
    skills = {"acrobatics": figures.acrobatics, "perception": figures.perception}
    return FigureSheet(
        level=being.level,
        scores=ability_scores(being),
        hp_max=being.hp,
        ac=figures.ac,
        eac=figures.eac,
        dexterity=figures.dexterity,
        fortitude=figures.fortitude,
        reflex=figures.reflex,
        will=figures.will,
        initiative=figures.init,
        perception=figures.perception,
        skills={name: bonus for name, bonus in skills.items() if bonus is not None},
        speeds={mode: Fraction(squares) for mode, squares in figures.speeds},
        worn=parse_worn(figures.worn),
    )
