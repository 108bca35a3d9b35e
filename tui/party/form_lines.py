"""All lines of a member's form: written from a member and read again."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from core.creatures import Sheet
from core.messages import N_, Template
from core.play.facts.state import Member, State
from core.rulesets.schema import Ruleset, WeaponRow
from core.values import replace
from tui.kit.pick_list import PickRow
from tui.party.figure_lines import FIGURES
from tui.party.form_line import Values
from tui.party.travel_lines import TRAVEL
from tui.play.creature_lines.attack_lines import read_attack, write_attack

ATTACK = "attack-"
"""Begins the ids of the lines that hold an attack."""
BLANK_ATTACKS = 2
"""Empty lines for attacks beside those that are written down."""
AT_LEAST = 4
HINTS = (
    N_("longsword +8/+3 1d8+4 19-20x2"),
    N_("longbow +5 1d8 x3 range 20sq bow"),
    N_("spiked chain +6 2d4+4 reach 2 near"),
)
"""What to write on the lines of attacks, in turn."""


def form_lines(member: Member) -> Mapping[str, tuple[Template, Template]]:
    """Return label and hint of all lines of the form of `member`: travel, fight, its attacks.

    Some lines of attacks are blank, for further ones.
    """
    if member.sheet is None:
        count = 0
    else:
        count = len(member.sheet.attacks)
    lines = {id: (line.label, line.hint_shown()) for id, line in TRAVEL.items()}
    lines |= {id: (line.label, line.hint_shown()) for id, line in FIGURES.items()}
    for number in range(max(AT_LEAST, count + BLANK_ATTACKS)):
        lines[f"{ATTACK}{number + 1}"] = (N_("attack"), HINTS[number % len(HINTS)])
    return lines


def pick_rows(id: str, state: State, rules: Ruleset) -> tuple[PickRow, ...]:
    """Return the rows to pick from for a line, with their figures; () for a free line."""
    if id in TRAVEL:
        return tuple(TRAVEL[id].offer(state, rules))
    if id in FIGURES:
        return tuple(FIGURES[id].offer(state, rules))
    return ()


def write_sheet(member: Member, weapons: Collection[WeaponRow]) -> dict[str, str]:
    """Return the values of the lines for `member`, blank ones too."""
    values = dict.fromkeys(form_lines(member), "")
    values |= {id: line.write(member) for id, line in TRAVEL.items()}
    return values | write_figures(member.sheet, weapons)


def write_figures(sheet: Sheet | None, weapons: Collection[WeaponRow]) -> dict[str, str]:
    """Return the lines of a sheet, without blank ones for more attacks; {} when there is none."""
    if sheet is None:
        return {}
    values = {id: line.write(sheet) for id, line in FIGURES.items()}
    for number, attack in enumerate(sheet.attacks, 1):
        values[f"{ATTACK}{number}"] = write_attack(attack, weapons)
    return values


def read_sheet(values: Values, member: Member, weapons: Collection[WeaponRow]) -> Member:
    """Return `member` as the lines describe it. Refusal names the line at fault.

    `weapons` are those whose names say how an attack is made.
    """
    for id, line in TRAVEL.items():
        member = line.read(line.written(id, values), member)
    return replace(member, sheet=read_figures(values, weapons))


def read_figures(values: Values, weapons: Collection[WeaponRow]) -> Sheet | None:
    """Read the lines of a sheet; None when all are blank. Refusals name the line at fault."""
    attacks = [text for id, text in values.items() if id.startswith(ATTACK) and text]
    if not attacks and not any(values[id] for id in FIGURES):
        return None
    sheet = Sheet()
    for id, line in FIGURES.items():
        sheet = line.read(line.written(id, values), sheet)
    return replace(sheet, attacks=tuple(read_attack(line, weapons) for line in attacks))
