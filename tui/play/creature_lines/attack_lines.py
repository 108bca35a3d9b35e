"""Attacks as lines: "longsword +8/+3 1d8+4 19-20x2", "longbow +5 1d8 x3 range 30m bow".

The name, the bonuses of a full attack, the dice of its damage; then in any order "plus 1d6" (dice
that a critical hit does not multiply, with their kinds behind them: "plus 1d6 fire"), "19-20x2" or
"x3", "silver" and other kinds of damage, "reach 2" in squares and "range 30m",
"range 100 ft" or "range 20 sq" (or the length alone, behind the damage; without a unit in that of
the GM, and rounded down to whole squares; 0 counts as none), "near" (that reach holds near squares
too), "melee" or "ranged", "bow", "crossbow", "shuriken", "thrown", "unarmed" or "lance", "off" (the
second weapon), "light", "twohanded", "primary" or "secondary" (of natural attacks), "flurry
+6/+6/+1", "nonlethal", "agile", "energy" or "kinetic", traits and kinds of damage that the ruleset
names ("deadly d8", "fire"); and at last "and trip", a rider of the hit. A name that would be read
otherwise is in quotes. A weapon that the ruleset knows shoots or is thrown, and as far as it has
it, where the line says nothing else: "longbow +5 1d8". Brackets and slashes of stat blocks
are understood: "(1d8+4/19-20)".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from fractions import Fraction
from typing import Any, TypeAlias

from core.characters import plain
from core.creatures import THROWN, Attack, AttackMode
from core.dice import looks_like_dice, parse_dice
from core.messages import Refusal
from core.quantities import (
    LENGTH,
    METRES_IN_A_SQUARE,
    is_unit,
    maybe_quantity,
    take_quantity,
    units_pattern,
    write_quantity,
)
from core.rulesets.creature_words import CreatureWords, complete_attack, find_weapon
from core.rulesets.schema import AttackNote, WeaponRow
from core.values import replace
from tui.kit.phrases import units_in_force
from tui.play.creature_lines.unknown import UnknownWord

BONUSES = re.compile(r"[+-]\d{1,3}(?:/[+-]?\d{1,3})*")
NAME_ENDS = re.compile(rf"(?<=\S) (?={BONUSES.pattern}(?: |$))")
DIVIDED = re.compile(r"[()]|, |(?<=\d)/(?=\d{1,2}-20(?!\d)|x\d)")
"""What divides the parts of an attack in stat blocks: "(1d8+4/19-20/x3)"."""
CRITICAL = re.compile(r"(?:(\d{1,2})(?:-20)?)?(?:x(\d{1,2}))?")
COUNTED = re.compile(r"(?P<count>[1-9]) (?P<name>[^\W\d].*)")
"""Several attacks of one kind, each with the same bonus: "2 claws"."""
RIDER = re.compile(r" plus (?!d?\d)(?P<rider>[^()]+?)(?=\)| reach \d|$)")
"""What a hit brings besides damage, in stat blocks: "(1d6+4 plus trip)"."""
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
}
"""Words that say a field of an attack, and its value."""

ENERGY: Mapping[str, bool] = {"energy": True, "kinetic": False}
"""Words that say which Armour Class an attack is against, where a system has two."""
SHOOTERS = re.compile(
    r".*(bow|sling|pistol|rifle|javelin|dart|\b(?:shot)?gun|cannon|carbine|launcher|blaster)s?"
)
"""Names of weapons that want a range."""
THROWABLE = re.compile(
    r".*\b(dagger|knife|starknife|hand ?axe|hatchet|spear|shortspear|trident|throwing [a-z]+|"
    r"bomb|grenade|rock|boulder|stone|flask|vial|bolas|shuriken|chakram)s?"
)
"""Names of weapons that are thrown, most of them held in the hand, too."""
OF_FIGURES = ("flurry", "plus", "reach", "range")
"""Words of an attack that have a figure behind them."""
AMOUNT = re.compile(rf"\d+(?:[.,]\d+)?(?:(?:{units_pattern(LENGTH)})\.?)?")
NEAR_PART = 0.7
"""How near a word is to a part of an attack that it is taken for a slip of the finger, of 1."""

Words: TypeAlias = list[str]
FARTHEST = 1000


def write_attack(attack: Attack, weapons: Collection[WeaponRow]) -> str:
    """The line of an attack; `read_attack` reads it back.

    One without a range increment gets that of its name, where `weapons` has it.
    """
    words = [_quoted(attack.name), _written_bonuses(attack.bonuses)]
    if attack.damage:
        words.append(attack.damage)
    words += attack.kinds
    if attack.extra:
        words += ["plus", attack.extra, *attack.extra_kinds]
    if (attack.critical, attack.times) != (20, 2):
        words.append(f"{write_threat(attack)}x{attack.times}")
    if attack.reach is not None:
        unit = " sq" if attack.reach > LONGEST else ""
        words.append(f"reach {attack.reach}{unit}")
    if attack.increment is not None:
        words.append(f"range {_length(attack.increment)}")
    if attack.weapon in WEAPONS:
        words.append(attack.weapon)
    kind = attack.weapon if attack.weapon in WEAPONS else None
    if complete_attack(attack, weapons, None, kind).mode != attack.mode:
        words.append(attack.mode)
    words += [word for word, (key, value) in PLAIN_WORDS.items() if getattr(attack, key) == value]
    known = find_weapon(attack.name, weapons)
    if attack.energy:
        words.append("energy")
    elif known is not None and known.energy:
        words.append("kinetic")
    if attack.flurry:
        words.append(f"flurry {_written_bonuses(attack.flurry)}")
    return " ".join([*words, "and", attack.also] if attack.also else words)


def write_threat(attack: Attack) -> str:
    """The faces that threaten a critical hit, such as "19-20"; "" = 20 alone, as usual."""
    if attack.critical == 20:
        return ""
    return f"{attack.critical}-20"


def read_attack(text: str, words: CreatureWords) -> Attack:
    """The attack of a line. Refusals "bad_attack", "bad_dice".

    `words` are those of the system: its weapons say how an attack is made, and how far.
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
    counted = COUNTED.fullmatch(name)
    if counted is not None and not quoted:
        name = counted["name"].removesuffix("s")
    riders = [found["rider"].strip() for found in RIDER.finditer(f" {line}")]
    line, _, rider = RIDER.sub("", f" {line}").partition(" and ")
    also = ", ".join(filter(None, (*riders, rider.strip())))
    parts = DIVIDED.sub(" ", f"{line.replace('×', 'x')} ").split()
    if not parts or not BONUSES.fullmatch(parts[0]):
        raise Refusal(
            "bad_attack",
            "An attack needs a bonus. Write it like {example}.",
            example=words.attack_example,
        )
    bonuses = _read_bonuses(parts.pop(0))
    if counted is not None and not quoted and len(bonuses) == 1:
        bonuses *= int(counted["count"])
    reading = _Reading(Attack(name, bonuses), words)
    while parts:
        reading.take(parts)
    return reading.finish(also)


class _Reading:
    """An attack of which the words behind the bonus are read, one after the other."""

    def __init__(self, attack: Attack, words: CreatureWords) -> None:
        self.attack = attack
        self.words = words
        self.mode: AttackMode | None = None
        self.kind: str | None = None
        self.energy: bool | None = None
        self.notes: list[str] = []
        self.is_extra = False

    def take(self, parts: Words) -> None:
        """Take the first word, with what belongs to it. Refusals "bad_attack", "bad_dice"."""
        typed = parts.pop(0)
        word = typed.lower()
        note = self.words.notes.get(plain(word))
        if self._take_kind(word, parts, note):
            return
        self.is_extra = word == "plus"
        if word in MODES:
            self.mode = MODES[word]
        elif word in ENERGY:
            self.energy = ENERGY[word]
        elif word in WEAPONS:
            self.kind = word
            if word == THROWN and parts and AMOUNT.fullmatch(parts[0].lower()):
                self.attack = replace(self.attack, increment=_range(parts))
        elif note is not None:
            self._note(note, parts)
        elif self._is_bare_length(word, parts):
            parts.insert(0, typed)
            self._refuse_in_hand(parts)
            self.attack = replace(self.attack, increment=_range(parts))
        else:
            self.attack = _with(self.attack, word, parts, self.words, typed)

    def _take_kind(self, word: str, parts: Words, note: AttackNote | None) -> bool:
        """Take a kind of damage: behind further dice it is theirs, else the attack's."""
        kinds = self.words.kinds
        following = parts[0].lower() if parts else ""
        joined = kinds.get(plain(word + following), "") if following else ""
        kind = joined or kinds.get(plain(word), "")
        if note is not None and not joined:
            kind = kinds.get(plain(note.name_in()), "")
            if not self.is_extra:
                return False
        if not kind or word in ENERGY:
            return False
        if joined:
            del parts[0]
        attack = self.attack
        if self.is_extra:
            self.attack = replace(attack, extra_kinds=(*attack.extra_kinds, kind))
        else:
            self.attack = replace(attack, kinds=(*attack.kinds, kind))
        return True

    def _is_bare_length(self, word: str, parts: Words) -> bool:
        """Return whether it is a length behind the damage: "shortbow +6 1d6 60 ft"."""
        amount = AMOUNT.fullmatch(word)
        if amount is None or not self.attack.damage:
            return False
        unit = word.lstrip("0123456789.,").rstrip(".") or "".join(parts[:1]).rstrip(".")
        return is_unit(unit, LENGTH)

    def _refuse_in_hand(self, parts: Words) -> None:
        """Refuse, "bad_attack", a length behind a weapon for melee or a part of the body."""
        name = self.attack.name
        if find_weapon(name, self.words.weapons) is not None or _goes_far(name.lower()):
            return
        if self.words.of_weapons.isdisjoint(map(plain, name.split())):
            return
        raise UnknownWord(
            "bad_attack",
            "'{word}' is not part of an attack. Write reach {word} or range {word}.",
            word=take_quantity(parts, LENGTH),
        )

    def _note(self, note: AttackNote, parts: Words) -> None:
        name = note.name_in().lower()
        if note.energy and self.energy is None:
            self.energy = True
        if note.takes and not parts:
            raise Refusal(
                "bad_attack",
                "Write what belongs to {word} behind it, like {example}.",
                word=name,
                example=f"{name} {EXAMPLES_OF_NOTES[note.takes]}",
            )
        if note.takes == "die":
            name = f"{name} {_dice(parts.pop(0).lower())}"
        elif note.takes:
            name = f"{name} {take_quantity(parts, LENGTH)}"
        self.notes.append(name)

    def finish(self, also: str) -> Attack:
        """Return the attack with what its name says; `also` is the rider of a hit."""
        said = ", ".join((*self.notes, also) if also else self.notes)
        attack = replace(self.attack, also=said)
        return complete_attack(attack, self.words.weapons, self.mode, self.kind, self.energy)


def _goes_far(name: str) -> bool:
    return any(names.fullmatch(name) for names in (SHOOTERS, THROWABLE))


EXAMPLES_OF_NOTES: Mapping[str, str] = {"die": "d8", "length": "6m"}


def _with(attack: Attack, word: str, rest: Words, words: CreatureWords, typed: str = "") -> Attack:
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
    if BONUSES.fullmatch(word):
        raise Refusal(
            "bad_attack",
            "'{word}' would be a second attack. Divide attacks by a semicolon; in a form each has"
            " a line.",
            word=word,
        )
    if looks_like_dice(word) and not re.fullmatch(r"\d+-20(?:x\d+)?", word):
        if attack.damage:
            raise Refusal(
                "bad_attack",
                "'{word}' would be a second damage beside {damage}. Behind it write {parts}.",
                word=word,
                damage=attack.damage,
                parts=words.attack_parts[1:],
            )
        return replace(attack, damage=_dice(word))
    match = CRITICAL.fullmatch(word)
    if match is None or not word:
        raise _unknown_part(typed or word, words)
    threat, factor = match.groups()
    critical = int(threat or attack.critical)
    times = int(factor or attack.times)
    if not 2 <= critical <= 20 or not 1 <= times <= 9:
        raise Refusal(
            "bad_attack", "'{word}' is not a critical range. Write it like 19-20x2.", word=word
        )
    return replace(attack, critical=critical, times=times)


def is_attack_part(word: str, words: CreatureWords) -> bool:
    """Return whether a word may stand behind the bonus of an attack."""
    lowered = word.lower().strip("()")
    if lowered in (*PLAIN_WORDS, *MODES, *WEAPONS, *ENERGY, *OF_FIGURES, "and"):
        return True
    if BONUSES.fullmatch(lowered) or looks_like_dice(lowered) or CRITICAL.fullmatch(lowered):
        return True
    return plain(lowered) in words.notes or word.startswith(("(", '"'))


def _unknown_part(word: str, words: CreatureWords) -> UnknownWord:
    """Return the Refusal of a word that is no part of an attack, with the nearest or examples."""
    known = {plain(one): one for one in (*PLAIN_WORDS, *MODES, *WEAPONS, *ENERGY, *OF_FIGURES)}
    known |= {key: note.name_in().lower() for key, note in words.notes.items()}
    near = get_close_matches(plain(word), known, n=1, cutoff=NEAR_PART)
    if near:
        return UnknownWord(
            "bad_attack",
            "'{word}' is not part of an attack; did you mean {nearest}?",
            word=word,
            nearest=known[near[0]],
        )
    if word[:1].isupper():
        return UnknownWord(
            "bad_attack",
            "'{word}' is not part of an attack. An ability is in quotes behind feat, as in"
            " {example}.",
            word=word,
            example=f'feat "{word}"',
        )
    return UnknownWord(
        "bad_attack",
        "'{word}' is not part of an attack. After the bonus write {parts}, range {length} and the"
        " like.",
        word=word,
        parts=words.attack_parts,
        length=_length(20),
    )


def _length(squares: int) -> str:
    units = units_in_force()
    return f"{write_quantity(squares * METRES_IN_A_SQUARE, LENGTH, units)}{LENGTH.usual[units]}"


LONGEST = 6
"""The squares of the longest reach and of the largest space."""


def read_reach(rest: Words, word: str = "reach") -> int:
    """Take a reach, or what else `word` says, from the words; return its squares.

    A number alone is one of squares; a reach or a space that nothing has is one of feet, as stat
    blocks write it: "reach 15". Refusal "bad_attack".
    """
    is_long = word != "height" and rest and rest[0].isdecimal() and int(rest[0]) > LONGEST
    squares = _squares(rest, "ft" if is_long else "sq")
    if squares is None or squares.denominator > 1:
        raise Refusal(
            "bad_attack",
            "Write a number of squares after {word}, like {word} 2, or a length like {length}.",
            word=word,
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
    is_plain = name and name == " ".join(name.split()) and not name.startswith('"')
    has_bonus = any(BONUSES.fullmatch(word) for word in name.split(" ")[1:])
    if is_plain and not has_bonus and not COUNTED.fullmatch(name):
        return name
    return '"' + name.replace('"', '""') + '"'
