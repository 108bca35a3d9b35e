"""The kind of case about a creature's figures as they are now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from core.casebook.cases import Answer, Kind, kind
from core.casebook.figure_inputs import FigureCreature, FigureInputs
from core.casebook.strike_cases import switched
from core.creatures import Attack
from core.effects.changes import ABILITIES, MODES
from core.effects.figures import AskedFigure, present_figure
from core.effects.stacking import FigurePart
from core.file_schema import check_row
from core.files import FileError
from core.messages import Message
from core.rulesets.condition_names import condition_of
from core.rulesets.running_conditions import ConditionHeld, running_conditions
from core.rulesets.schema import Ruleset

FIGURES = (
    "ac", "ac touch", "ac flat-footed", "eac", "kac", "fortitude", "reflex", "will", "initiative",
    "perception", "cmb", "cmd", "actions",
)  # fmt: skip
NAMED = ("attack", "damage", "skill", "check", "speed")
"""The figures that a name stands behind."""


def _answer(inputs: FigureInputs, rules: Ruleset) -> Answer:
    combat = switched(rules, inputs.switches).combat
    held = tuple(_held(inputs.effects, rules))
    asked = _asked(inputs)
    sheet = inputs.creature.sheet()
    effects = running_conditions(held, combat)
    figure = present_figure(asked, sheet, effects, combat.figure_rules)
    return Answer(*figure.receipts).put(
        value=_shown(figure.value, inputs.creature, asked),
        sheet=_shown(figure.sheet, inputs.creature, asked),
        counted=tuple(map(_part, figure.counted)),
        lost=tuple(map(_part, figure.lost)),
    )


def _part(part: FigurePart) -> Mapping[str, str | int]:
    return {"name": part.name, "type": part.type, "value": part.value}


def _shown(value: int | str | None, creature: FigureCreature, asked: AskedFigure) -> object:
    if isinstance(value, int) and asked.name.startswith("speed") and creature.speed is not None:
        return creature.speed.written(value)
    return value


def _held(effects: Iterable[str], rules: Ruleset) -> Iterator[ConditionHeld]:
    for number, text in enumerate(effects, start=1):
        name, _, value = text.partition("=")
        key = f"effects[{number}]"
        if not condition_of(name, rules.combat):
            check_row(key, name, rules.combat.conditions)
        if value and not value.isdecimal():
            message = Message("must have a whole number behind =, such as frightened=2")
            raise FileError(key, message)
        yield ConditionHeld(name, int(value or 1))


def _asked(inputs: FigureInputs) -> AskedFigure:
    against = frozenset(inputs.against.split(","))
    first, _, name = inputs.figure.partition(" ")
    match inputs.figure:
        case "kac":
            return AskedFigure("ac", against=against)
        case "perception":
            return AskedFigure("skill perception", against=against)
        case figure if figure in FIGURES:
            return AskedFigure(figure, against=against)
        case _ if first not in NAMED or not name:
            check_row("figure", inputs.figure, (*FIGURES, *(f"{word} NAME" for word in NAMED)))
        case _:
            pass
    match first:
        case "attack" | "damage":
            return AskedFigure(inputs.figure, _attack(inputs.creature, name), against)
        case "check":
            check_row("figure", name, ABILITIES)
        case "speed":
            check_row("figure", name, MODES)
        case _:
            pass
    return AskedFigure(inputs.figure, against=against)


def _attack(creature: FigureCreature, name: str) -> Attack:
    attacks = {attack.name: attack for attack in (table.attack() for table in creature.attacks)}
    check_row("figure", name, attacks)
    return attacks[name]


FIGURE: Kind[Any] = kind("figure", FigureInputs, "value sheet counted lost", _answer)
