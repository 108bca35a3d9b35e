"""Attacks as lines: "longsword +8/+3 1d8+4 19-20x2", "longbow +5 1d8 x3 range 30m bow".

The name, the bonuses of a full attack, the dice of its damage; then in any order "plus 1d6" (dice
that a critical hit does not multiply), "19-20x2" or "x3", "reach 2" in squares and "range 30m",
"range 100 ft" or "range 20 sq" (without a unit in that of the GM, and rounded down to whole
squares; 0 counts as none), "near" (that reach holds near squares too), "melee" or "ranged", "bow",
"crossbow", "shuriken", "thrown", "unarmed" or "lance", "off" (the second weapon), "light",
"twohanded", "primary" or "secondary" (of natural attacks), "flurry +6/+6/+1", "nonlethal", "agile",
"energy"; and at last "and trip", a rider of the hit. A name that would be read otherwise is in
quotes. A weapon that the ruleset knows shoots or is thrown, and as far as it has it, where the line
says nothing else: "longbow +5 1d8".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from core.creatures import Attack, AttackMode
from core.dice import looks_like_dice, parse_dice
from core.messages import Refusal
from core.quantities import (
    LENGTH,
    METRES_IN_A_SQUARE,
    maybe_quantity,
    take_quantity,
    write_quantity,
)
from core.rulesets.creature_words import complete_attack
from core.rulesets.schema import WeaponRow
from core.values import replace
from tui.kit.phrases import units_in_force

BONUSES = re.compile(r"[+-]\d{1,3}(?:/[+-]?\d{1,3})*")
NAME_ENDS = re.compile(rf"(?<=\S) (?={BONUSES.pattern}(?: |$))")
CRITICAL = re.compile(r"(?:(\d{1,2})(?:-20)?)?(?:x(\d{1,2}))?")
QUOTED = re.compile(r'"((?:[^"]|"")*)"(?: (.*))?')
WEAPONS = ("bow", "crossbow", "shuriken", "thrown", "unarmed", "lance")
MODES: Mapping[str, AttackMode] = {"melee": "melee", "ranged": "ranged"}
PLAIN_WORDS: Mapping[str, tuple[str, bool | str]] = {
    "near": ("near", True),
    "off": ("hand", "off"),
    "light": ("light", True),
    "twohanded": ("two_handed", True),
    "primary": ("natural", "primary"),
    "secondary": ("natural", "secondary"),
    "nonlethal": ("nonlethal", True),
    "agile": ("agile", True),
    "energy": ("energy", True),
}
"""Words that say a field of an attack, and its value."""

Words: TypeAlias = list[str]
FARTHEST = 1000


def write_attack(attack: Attack, weapons: Collection[WeaponRow]) -> str:
    """The line of an attack; `read_attack` reads it back.

    One without a range increment gets that of its name, where `weapons` has it.
    """
    words = [_quoted(attack.name), _written_bonuses(attack.bonuses)]
    if attack.damage:
        words.append(attack.damage)
    if attack.extra:
        words.append(f"plus {attack.extra}")
    if (attack.critical, attack.times) != (20, 2):
        words.append(f"{write_threat(attack)}x{attack.times}")
    if attack.reach is not None:
        words.append(f"reach {attack.reach}")
    if attack.increment is not None:
        words.append(f"range {_length(attack.increment)}")
    if attack.weapon in WEAPONS:
        words.append(attack.weapon)
    kind = attack.weapon if attack.weapon in WEAPONS else None
    if complete_attack(attack, weapons, None, kind).mode != attack.mode:
        words.append(attack.mode)
    words += [word for word, (key, value) in PLAIN_WORDS.items() if getattr(attack, key) == value]
    if attack.flurry:
        words.append(f"flurry {_written_bonuses(attack.flurry)}")
    return " ".join([*words, "and", attack.also] if attack.also else words)


def write_threat(attack: Attack) -> str:
    """The faces that threaten a critical hit, such as "19-20"; "" = 20 alone, as usual."""
    if attack.critical == 20:
        return ""
    return f"{attack.critical}-20"


def read_attack(text: str, weapons: Collection[WeaponRow]) -> Attack:
    """The attack of a line. Refusals "bad_attack", "bad_dice".

    `weapons` are those whose names say how an attack is made, and how far.
    """
    text = text.strip()
    name = ""
    line = ""
    if quoted := QUOTED.fullmatch(text):
        name, line = quoted.groups(default="")
        name = name.replace('""', '"')
    elif bonus := NAME_ENDS.search(text):
        name = text[: bonus.start()].strip()
        line = text[bonus.end() :]
    line, _, also = f" {line}".partition(" and ")
    words = line.split()
    if not words or not BONUSES.fullmatch(words[0]):
        raise Refusal("bad_attack", "An attack needs a bonus. Write it like longsword +8/+3 1d8+4.")
    bonuses = _read_bonuses(words.pop(0))
    attack = Attack(name, bonuses, also=also.strip())
    mode: AttackMode | None = None
    kind: str | None = None
    while words:
        word = words.pop(0).lower()
        if word in MODES:
            mode = MODES[word]
        elif word in WEAPONS:
            kind = word
        else:
            attack = _with(attack, word, words)
    return complete_attack(attack, weapons, mode, kind)


def _with(attack: Attack, word: str, rest: Words) -> Attack:
    if word in PLAIN_WORDS:
        key, value = PLAIN_WORDS[word]
        field: dict[str, Any] = {key: value}
        return replace(attack, **field)
    if word == "flurry":
        return replace(attack, flurry=_flurry(rest))
    if word == "plus":
        return replace(attack, extra=_extra(rest))
    if word == "reach":
        return replace(attack, reach=read_reach(rest))
    if word == "range":
        return replace(attack, increment=_range(rest))
    if looks_like_dice(word) and not re.fullmatch(r"\d+-20(?:x\d+)?", word):
        if attack.damage:
            raise Refusal(
                "bad_attack",
                "'{word}' would be a second damage beside {damage}. Write a critical range like"
                " 19-20, more dice like plus 1d6.",
                word=word,
                damage=attack.damage,
            )
        return replace(attack, damage=_dice(word))
    match = CRITICAL.fullmatch(word)
    if match is None or not word:
        raise Refusal(
            "bad_attack",
            "'{word}' is not part of an attack. After the bonus write dice, 19-20x2, reach 2,"
            " range {length}, bow, nonlethal and the like.",
            word=word,
            length=_length(20),
        )
    threat, factor = match.groups()
    critical = int(threat or 20)
    times = int(factor or 2)
    if not 2 <= critical <= 20 or not 1 <= times <= 9:
        raise Refusal(
            "bad_attack", "'{word}' is not a critical range. Write it like 19-20x2.", word=word
        )
    return replace(attack, critical=critical, times=times)


def _length(squares: int) -> str:
    units = units_in_force()
    return f"{write_quantity(squares * METRES_IN_A_SQUARE, LENGTH, units)}{LENGTH.usual[units]}"


def read_reach(rest: Words) -> int:
    """Take a reach from the words; return its squares. Refusal "bad_attack"."""
    squares = _squares(rest, "sq")
    if squares is None or squares.denominator > 1:
        raise Refusal(
            "bad_attack",
            "Write a number of squares after {word}, like {word} 2, or a length like {length}.",
            word="reach",
            length=_length(2),
        )
    return int(squares)


def _range(rest: Words) -> int:
    squares = _squares(rest, "")
    if squares is None or 0 < squares < 1:
        raise Refusal(
            "bad_attack",
            "Write a length of at least a square after {word}, like {length} or 20 sq.",
            word="range",
            length=_length(20),
        )
    return int(squares)  # 43 m reach 28 squares, and no 29th


def _squares(rest: Words, bare: str) -> Fraction | None:
    """Take a length from the words; return it in squares, None when it is none or too far.

    `bare` is the unit of a number without one; "" = that of the GM.
    """
    metres = maybe_quantity(take_quantity(rest, LENGTH), LENGTH, units_in_force(), bare)
    if metres is None:
        return None
    squares = metres / METRES_IN_A_SQUARE
    if squares >= FARTHEST:
        return None
    return squares


def _written_bonuses(bonuses: tuple[int, ...]) -> str:
    return "/".join(f"{bonus:+d}" for bonus in bonuses)


def _read_bonuses(word: str) -> tuple[int, ...]:
    return tuple(int(part) for part in word.split("/"))


def _flurry(rest: Words) -> tuple[int, ...]:
    if not rest or not BONUSES.fullmatch(rest[0]):
        raise Refusal(
            "bad_attack",
            "Write bonuses after {word}, like {word} {example}.",
            word="flurry",
            example="+6/+6/+1",
        )
    return _read_bonuses(rest.pop(0))


def _dice(word: str) -> str:
    parse_dice(word)
    return word


def _extra(rest: Words) -> str:
    if not rest:
        raise Refusal("bad_attack", "Write dice after {word}, like {word} 1d6.", word="plus")
    return _dice(rest.pop(0).lower())


def _quoted(name: str) -> str:
    plain = name and name == " ".join(name.split()) and not name.startswith('"')
    if plain and not any(BONUSES.fullmatch(word) for word in name.split(" ")[1:]):
        return name
    return '"' + name.replace('"', '""') + '"'
