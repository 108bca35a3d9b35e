"""A kind of creature in words: one line of a list, and what is written of it."""

from __future__ import annotations

from collections.abc import Iterator

from core.bestiary import Beast
from core.creatures import Sheet
from core.messages import N_, Message
from tui import lengths
from tui.fight.cards import MODES, attack_words, bonuses
from tui.phrases import phrase, say

GAP = "  "


def brief(beast: Beast) -> str:
    """What a GM looks for: "CR 1  M  AC 14  HP 13"."""
    sheet = beast.sheet
    parts = [beast.cr, sheet.size]
    if sheet.ac is not None:
        parts.append(phrase(N_("AC {ac}"), ac=sheet.ac))
    if beast.hp is not None:
        parts.append(phrase(N_("HP {points}"), points=beast.hp))
    return GAP.join(part for part in parts if part)


def figures(beast: Beast, language: str = "en") -> tuple[str, ...]:
    """Its attacks, speeds and saves, and where it is from, a line each."""
    sheet = beast.figures(language)
    attacks = "; ".join(attack_words(attack) for attack in sheet.attacks)
    speeds = ", ".join(say(told) for told in _speeds(sheet))
    saves = GAP.join(say(told) for told in bonuses(sheet))
    dice = phrase(N_("HP {points}"), points=beast.hp_dice) if beast.hp_dice else ""
    rest = GAP.join(part for part in (saves, dice) if part)
    return tuple(line for line in (attacks, speeds, rest, beast.source) if line)


def _speeds(sheet: Sheet) -> Iterator[Message]:
    for mode, squares in sheet.speeds:
        yield Message(MODES.get(mode, MODES["walk"]), length=lengths.speed(squares))
