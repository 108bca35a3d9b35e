"""All lines of a member's form: written from a member and read again."""

from __future__ import annotations

from collections.abc import Mapping

from core.creatures import Sheet
from core.messages import Message
from core.play.facts.state import Member, State
from core.rulesets.creature_words import creature_words, weapons_of
from core.rulesets.schema import Ruleset
from core.values import replace
from tui.kit.pick_list import PickRow
from tui.party.figure_lines import FIGURES
from tui.party.form_line import Values
from tui.party.travel_lines import TRAVEL
from tui.play.creature_lines.attack_lines import read_attack, write_attack
from tui.play.terms import example_lines

ATTACK = "attack-"
"""Begins the ids of the lines that hold an attack."""
BLANK_ATTACKS = 2
"""Empty lines for attacks beside those that are written down."""
AT_LEAST = 4


def form_lines(member: Member, rules: Ruleset) -> Mapping[str, tuple[Message, Message]]:
    """Return label and hint of all lines of the form of `member`: travel, fight, its attacks.

    They are the lines that the system has something for, in its own words. Some lines of attacks
    are blank, for further ones.
    """
    if member.sheet is None:
        count = 0
    else:
        count = len(member.sheet.attacks)
    lines = {}
    for table in (TRAVEL, FIGURES):
        for id, line in table.items():
            if line.fits(rules):
                lines[id] = (line.name(rules), line.hint_shown(rules))
    hints = example_lines(rules, "attacks")
    for number in range(max(AT_LEAST, count + BLANK_ATTACKS)):
        hint = Message("{example}", example=hints[number % len(hints)])
        lines[f"{ATTACK}{number + 1}"] = (Message("attack"), hint)
    return lines


def pick_rows(id: str, state: State, rules: Ruleset) -> tuple[PickRow, ...]:
    """Return the rows to pick from for a line, with their figures; () for a free line."""
    if id in TRAVEL:
        return tuple(TRAVEL[id].offer(state, rules))
    if id in FIGURES:
        return tuple(FIGURES[id].offer(state, rules))
    return ()


def write_sheet(member: Member, rules: Ruleset) -> dict[str, str]:
    """Return the values of the lines for `member`, blank ones and those of other systems too."""
    values = {id: line.write(member) for id, line in TRAVEL.items()}
    values |= dict.fromkeys(FIGURES, "") | write_figures(member.sheet, rules)
    attacks = [id for id in values if id.startswith(ATTACK)]
    blank = range(len(attacks), max(AT_LEAST, len(attacks) + BLANK_ATTACKS))
    return values | {f"{ATTACK}{number + 1}": "" for number in blank}


def write_figures(sheet: Sheet | None, rules: Ruleset) -> dict[str, str]:
    """Return the lines of a sheet, without blank ones for more attacks; {} when there is none."""
    if sheet is None:
        return {}
    weapons = weapons_of(rules)
    values = {id: line.write(sheet) for id, line in FIGURES.items()}
    for number, attack in enumerate(sheet.attacks, 1):
        values[f"{ATTACK}{number}"] = write_attack(attack, weapons)
    return values


def read_sheet(values: Values, member: Member, rules: Ruleset) -> Member:
    """Return `member` as the lines describe it. Refusal names the line at fault."""
    for id, line in TRAVEL.items():
        member = line.read(line.written(id, values, rules), member)
    return replace(member, sheet=read_figures(values, rules))


def read_figures(values: Values, rules: Ruleset) -> Sheet | None:
    """Read the lines of a sheet; None when all are blank. Refusals name the line at fault."""
    attacks = [text for id, text in values.items() if id.startswith(ATTACK) and text]
    if not attacks and not any(values[id] for id in FIGURES):
        return None
    words = creature_words(rules)
    sheet = Sheet()
    for id, figure in FIGURES.items():
        sheet = figure.read(figure.written(id, values, rules), sheet)
    return replace(sheet, attacks=tuple(read_attack(line, words) for line in attacks))
