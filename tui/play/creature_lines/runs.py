"""Attacks that follow each other without a comma: "rapier +10 1d6+4 shortbow +10 1d6"."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from core.characters import plain
from core.dice import looks_like_dice
from core.rulesets.creature_words import MOST_WORDS, CreatureWords, count_weapon
from tui.play.creature_lines.attack_lines import (
    ENERGY,
    MODES,
    OF_FIGURES,
    PLAIN_WORDS,
    WEAPONS,
)
from tui.play.creature_lines.figures import KEYS, is_bonus, is_figure

OF_ATTACKS = frozenset((*MODES, *ENERGY, *PLAIN_WORDS, *WEAPONS, *OF_FIGURES))
ENHANCED = re.compile(r"\+[1-9]")
"""What is before the name of a better weapon: "+1 longsword"."""
WORD = re.compile(r"[^\W\d][\w'’-]*")
COUNT = re.compile(r"[1-9]")
JOINTS = frozenset(("and", "with", "or"))


def divide_runs(
    tokens: Sequence[str], words: CreatureWords, known: Container[str] = ()
) -> list[str]:
    """Return the words of a line with a comma before each attack that has another before it.

    `words` are those of the system, and no name of an attack has one of `known`.
    """
    done: list[str] = []
    begun = False
    for token in tokens:
        if token == ",":
            begun = False
        elif is_bonus(done, token):
            start = _start_of_name(done, words, known)
            if start < len(done) and ENHANCED.fullmatch(done[start]):
                done[start:] = [f'"{" ".join(done[start:])}"']
            elif start == len(done) and ENHANCED.fullmatch(token):
                done.append(token)
                continue
            if begun and start < len(done) and not _is_joined(done, start):
                done.insert(start, ",")
            begun = True
        done.append(token)
    return done


def _is_joined(before: Sequence[str], start: int) -> bool:
    return start > 0 and before[start - 1].lower() in (*JOINTS, ",")


def _start_of_name(before: Sequence[str], words: CreatureWords, known: Container[str]) -> int:
    """Return where the name begins that ends the words before a bonus; their count = none."""
    start = len(before) - count_weapon(before, words)
    if start == len(before) and before and before[-1].startswith('"'):
        return start - 1
    if start == len(before) and before and plain(before[-1]) in words.of_weapons:
        start -= 1
    while len(before) - start < MOST_WORDS and _is_of_name(before[:start], words, known):
        start -= 1
    if start == len(before):
        return start
    counted = start > 0 and COUNT.fullmatch(before[start - 1]) is not None
    enhanced = start > 0 and ENHANCED.fullmatch(before[start - 1]) is not None
    if enhanced and _is_bonus_of_attack(before[: start - 1]):
        return start
    if counted or enhanced:
        return start - 1
    return start


def _is_bonus_of_attack(before: Sequence[str]) -> bool:
    # whether what follows is the bonus of the attack that is named last
    return bool(before) and WORD.fullmatch(before[-1]) is not None and not is_figure(before[-1])


def _is_of_name(before: Sequence[str], words: CreatureWords, known: Container[str]) -> bool:
    if not before or WORD.fullmatch(before[-1]) is None or looks_like_dice(before[-1]):
        return False
    word = plain(before[-1])
    if word in OF_ATTACKS or word in KEYS or word in JOINTS:
        return False
    if word in words.of_weapons:
        return True
    of_creature = word in words.sizes or word in words.traits or word in words.speeds
    return not (of_creature or word in words.notes or word in known)
