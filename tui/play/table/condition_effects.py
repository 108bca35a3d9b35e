"""What each condition does, in short, for the list that a game master picks it from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from core.effects.changes import ACTIONS, LENGTHS, SCALES, Change
from core.messages import N_, Template
from core.play.union import Assets
from core.rulesets.combat_schema import Combat, Condition
from core.rulesets.running_conditions import ConditionHeld, running_conditions
from tui.kit import lengths
from tui.kit.phrases import phrase, say

DOES: Mapping[str, Template] = {
    "acts_not": N_("cannot act"),
    "cannot_move": N_("cannot move"),
    "helpless": N_("helpless"),
    "loses_dexterity": N_("loses Dex to AC"),
    "no_run": N_("no run, no charge"),
    "reacts_not": N_("no opportunities"),
    "threatens_not": N_("threatens nobody"),
}
"""What effects of a condition forbid or take."""
FIGURES: Mapping[str, Template] = {
    "attack": N_("attack"),
    "damage": N_("damage"),
    "ac": N_("AC"),
    "saves": N_("saves"),
    "fortitude": N_("Fort"),
    "reflex": N_("Reflex"),
    "will": N_("Will"),
    "checks": N_("checks"),
    "skills": N_("skills"),
    "perception": N_("Perception"),
    "initiative": N_("initiative"),
    "speed": N_("speed"),
    "cmd": N_("CMD"),
    "hp_max": N_("most hit points"),
    "str": N_("Str"),
    "dex": N_("Dex"),
    "con": N_("Con"),
    "int": N_("Int"),
    "wis": N_("Wis"),
    "cha": N_("Cha"),
}
"""The figures that conditions change; others are told by the words of the change."""
LEFT: Mapping[str, Template] = {
    "none": N_("no action"),
    "move": N_("a move action alone"),
    "one": N_("one action a turn"),
    "all": N_("all actions"),
}
"""What is left of a turn."""
HALF = Fraction(1, 2)
IN_PAIRS = ("attack", "ac")
"""The figures that may change otherwise at range."""


def describe_conditions(assets: Assets) -> dict[str, str]:
    """What each condition does, in short: "attack -2, AC -4 (+4 ranged), half speed"."""
    combat = assets.rules.combat
    return {slug: ", ".join(_words(slug, row, combat)) for slug, row in combat.rows.items()}


def _words(slug: str, row: Condition, combat: Combat) -> Iterator[str]:
    changes = tuple(_own_changes(slug, combat))
    for name in IN_PAIRS:
        yield from _pair(name, changes)
    for change in changes:
        if change.to not in IN_PAIRS or change.by_value or change.op != "add":
            yield _change_words(change)
    yield from (phrase(DOES[effect]) for effect in row.effects if effect in DOES)
    yield from (combat.rows[brought].name_in() for brought in row.brings)


def _own_changes(slug: str, combat: Combat) -> Iterator[Change]:
    # Those of its row and of the tables; what it counts as and brings has its own name.
    for effect in running_conditions((ConditionHeld(slug),), combat):
        if effect.origin == slug:
            yield from effect.changes


def _pair(name: str, changes: Iterable[Change]) -> Iterator[str]:
    counted = [
        change
        for change in changes
        if change.to == name and change.op == "add" and not change.by_value
    ]
    melee = sum(int(change.amount) for change in counted if change.applies({"melee"}))
    ranged = sum(int(change.amount) for change in counted if change.applies({"ranged"}))
    figure = phrase(FIGURES[name])
    if melee != ranged:
        told = phrase("{melee:+} ({ranged:+} ranged)", melee=melee, ranged=ranged)
        yield f"{figure} {told}"
    elif melee:
        yield f"{figure} {melee:+d}"


def _change_words(change: Change) -> str:
    told = _amount_words(change)
    if change.when and change.when != "not squares":
        told = f"{told} ({change.when})"
    return told


def _amount_words(change: Change) -> str:
    match change.op:
        case "times" if change.to == "speed" and change.amount == HALF:
            return phrase("half speed")
        case "times":
            return f"{_figure(change.to)} x{change.amount}"
        case "set" if change.to == "actions":
            return phrase(LEFT[ACTIONS[int(change.amount)]])
        case "add" if change.to == "actions":
            return phrase("actions {count}", count=_signed(change))
        case "cap":
            return phrase("Dex to AC {most:+} at most", most=int(change.amount))
        case _:
            return f"{_figure(change.to)} {_signed(change)}"


def _figure(to: str) -> str:
    named = to.removeprefix("skill ")
    return " ".join(phrase(FIGURES.get(word, word)) for word in named.replace("_", " ").split())


def _signed(change: Change) -> str:
    sign = ""
    if change.op == "add":
        sign = "-" if change.amount < 0 else "+"
    amount = abs(change.amount)
    is_length = change.to.split()[0] in LENGTHS
    if is_length and change.by_value:
        return f"{sign}{_times(amount / SCALES['ft'])} ft"
    if is_length:
        return f"{sign}{say(lengths.metres(amount))}"
    if change.by_value:
        return f"{sign}{_times(amount)}"
    return f"{sign}{amount}"


def _times(amount: Fraction) -> str:
    # So many times the value of the condition: "n", "5n".
    if amount == 1:
        return "n"
    return f"{amount}n"
