"""The figures of a line that describes a hero or a creature."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import takewhile
from typing import Any, TypeAlias

from core.creatures import FLURRY, Attack, Sheet
from core.dice import modifier
from core.messages import Message, Refusal
from core.play.facts.state import Counter
from core.quantities import LENGTH, WEIGHT, Dimension, is_unit, read_quantity, units_pattern
from core.rulesets.combat_schema import TurnRules
from core.rulesets.creature_words import CreatureWords
from core.values import Struct, replace
from tui.kit.numbers import read_decimal
from tui.kit.phrases import units_in_force
from tui.play.creature_lines.attack_lines import BONUSES, read_attack

KEYS: Mapping[str, str] = {
    "con": "con", "constitution": "con", "dex": "dex", "dexterity": "dex",
    "hp": "hp", "level": "level", "lvl": "level", "hd": "level",
    "ac": "ac", "kac": "ac", "eac": "eac", "ff": "ff", "init": "init", "initiative": "init",
    "fort": "fortitude", "fortitude": "fortitude", "ref": "reflex", "reflex": "reflex",
    "will": "will",
    "per": "perception", "perc": "perception", "perception": "perception",
    "acro": "acrobatics", "acrobatics": "acrobatics", "bab": "base_attack",
    "speed": "speed", "spd": "speed", "walk": "speed", "land": "speed", "move": "speed",
    "mv": "speed", "mov": "speed", "walks": "speed", "marche": "speed",
    "weight": "weight", "weighs": "weight",
    "stamina": "stamina", "stam": "stamina", "sp": "stamina", "resolve": "resolve", "rp": "resolve",
    "str": "str", "int": "int", "wis": "wis", "cha": "cha", "touch": "touch",
    "tac": "touch", "bulk": "bulk",
}  # fmt: skip
"""Words before a number, and the figure that they mean."""
LOW = 5
"""The highest ability score that may have been meant as a modifier."""
KEPT_SCORES = ("str", "dex", "int", "wis", "cha")
"""Ability scores that a sheet keeps; Constitution is the creature's own."""
SheetValue: TypeAlias = "int | str | tuple[tuple[str, int], ...]"
COUNTERS = ("stamina", "resolve")
BULK = "bulk"
UNUSED = ("touch", BULK)
"""Figures that sheets have and that no rule here asks for."""
SIGNED = ("init", "fortitude", "reflex", "will", "perception", "acrobatics", "base_attack")
MOST: Mapping[str, int] = {
    "con": 99,
    "dex": 99,
    "hp": 9999,
    "level": 99,
    "ac": 99,
    "eac": 99,
    "ff": 99,
    "speed": 300,
    "weight": 9999,
}
"""The largest figure that is no slip of the finger; 99 for those not named."""
MEASURED: Mapping[str, Dimension] = {"speed": LENGTH, "weight": WEIGHT}
"""Figures that have a unit."""
UNITS = units_pattern(LENGTH, WEIGHT)
AMOUNT = re.compile(rf"(?P<number>[+-]?\d{{1,6}}(?:[.,]\d+)?)(?:(?P<unit>{UNITS})\.?)?")
FIGURE = re.compile(rf"(?P<word>[a-z]+)[:=]?{AMOUNT.pattern}")


class TypedFigures(Struct):
    """What the numbers of a line say; None = not given. `attack` is that at its end."""

    con_score: int | None = None
    con_mod: int | None = None
    hp: int | None = None
    level: int | None = None
    speed_m: Fraction | None = None
    weight_kg: Fraction | None = None
    sheet: tuple[tuple[str, SheetValue], ...] = ()
    attacks: tuple[Attack, ...] = ()
    unused: tuple[str, ...] = ()
    counters: tuple[Counter, ...] | None = None
    low_scores: tuple[tuple[str, int], ...] = ()
    """Ability scores so low that a modifier may have been meant."""

    def on(self, sheet: Sheet | None) -> Sheet | None:
        """Return a sheet (None = a blank one) with these; None when none is given either."""
        if not self.sheet and not self.attacks:
            return sheet
        changes: dict[str, Any] = dict(self.sheet)
        changed_sheet = replace(sheet or Sheet(), **changes)
        if self.attacks:
            return replace(changed_sheet, attacks=self.attacks)
        return changed_sheet


def is_figure(word: str, bare: re.Pattern[str] = AMOUNT) -> bool:
    """Return whether a word is a number, of the form `bare`, or one of `KEYS` with a number."""
    found = FIGURE.fullmatch(word.lower())
    return bool(bare.fullmatch(word.lower())) or (found is not None and found["word"] in KEYS)


SPACED = re.compile(rf"(?<=\d) +(?=(?:{UNITS})(?![\w-]))")
"""The space before a unit; M in capitals is a size."""

HIT_POINTS = re.compile(r"\bhit points?\b", re.IGNORECASE)
POINTS = r"(?:hp|sp|rp|stam(?:ina)?|resolve)"
POINTS_LAST = re.compile(rf"(?<![\w+/.-])(\d{{1,4}}) ?({POINTS})\b(?!\s*[:=]?\s*\d)", re.IGNORECASE)
"""Points behind their number: "42 hp"."""

SENSE_RANGE = re.compile(
    rf"\b(darkvision|vision|scent|blindsense|blindsight|tremorsense) \d+ ?(?:{UNITS})(?![\w-])\.?",
    re.IGNORECASE,
)
"""A sense and how far it goes, which is no speed: "darkvision 60 ft."."""
FLAT_FOOTED = re.compile(r"\bflat-?footed (?=\d)", re.IGNORECASE)
IN_BRACKETS = re.compile(rf"\(((?:{'|'.join(KEYS)}) *[:=]? *[+-]?\d[^()]*)\)", re.IGNORECASE)
"""Figures in brackets: "AC 19 (touch 10, flat-footed 19)"."""
COLON = re.compile(r"(?<=\d):(?= )")
"""What ends who it is: "fighter 2: hp 20"."""

QUOTED_NAME = re.compile(r'("(?:[^"]|"")+")')


def split_words(text: str) -> list[str]:
    """Return the words of a line; commas stand by themselves, but for those of decimals.

    A unit stands with its number, "30 ft" as "30ft", and points behind their word, "42 hp" as
    "hp42", which "hit points 42" are too; what is in quotes is one word.
    """
    words: list[str] = []
    for part in QUOTED_NAME.split(text):
        if part.startswith('"'):
            words.append(part)
        else:
            words += re.sub(r",(?!\d)", " , ", SPACED.sub("", _spell_usually(part))).split()
    return words


def change_unquoted(text: str, change: Callable[[str], str]) -> str:
    """Return a text with what `change` makes of each part that is not in quotes."""
    parts = QUOTED_NAME.split(text)
    return "".join(part if part.startswith('"') else change(part) for part in parts)


def take_until_comma(tokens: Sequence[str]) -> list[str]:
    """Return the words up to the next comma."""
    return list(takewhile(lambda token: token != ",", tokens))


def is_bonus(before: Sequence[str], token: str) -> bool:
    """Return whether a word is the bonus of an attack: "bow +4", not "fort +4" or "flurry +1/+1".

    `before` are the words before it.
    """
    if BONUSES.fullmatch(token) is None:
        return False
    leads = before[-1].lower().rstrip(":=") if before else ""
    return leads not in KEYS and leads != FLURRY


def has_bonus(tokens: Sequence[str]) -> bool:
    """Return whether one of the words is the bonus of an attack."""
    return any(is_bonus(tokens[:place], token) for place, token in enumerate(tokens))


def key_of(word: str) -> str:
    """Return the word of a figure without its number, in small letters: "hp18", "hp:" are "hp"."""
    figure = FIGURE.fullmatch(word.lower())
    if figure is None:
        return word.lower().rstrip(":=")
    return figure["word"]


def _spell_usually(text: str) -> str:
    """Return a text with the figures of stat blocks in the usual words of a line."""
    text = POINTS_LAST.sub(r"\2\1", HIT_POINTS.sub("hp", text))
    text = IN_BRACKETS.sub(r" , \1 , ", COLON.sub(" ,", FLAT_FOOTED.sub("ff ", text)))
    return SENSE_RANGE.sub(r"\1", text)


def read_figures(
    tokens: Sequence[str], turn: TurnRules | None = None
) -> tuple[TypedFigures, list[list[str]], list[str]]:
    """Read the figures of a line; return them, the other words, and an attack's end ([] = none).

    The words come in groups, between which there are commas or figures. Refusal "bad_figure".
    """
    texts: dict[str, tuple[str, str]] = {}
    words: list[list[str]] = [[]]
    position = 0
    while position < len(tokens):
        token = tokens[position].lower()
        glued = FIGURE.fullmatch(token)
        amount = AMOUNT.fullmatch(token)
        after = (
            AMOUNT.fullmatch(tokens[position + 1].lower()) if position + 1 < len(tokens) else None
        )
        key = ""
        if glued and glued["word"] in KEYS:
            key = KEYS[glued["word"]]
            number = glued["number"]
            unit = glued["unit"]
        elif token.rstrip(":=") in KEYS and after:
            key = KEYS[token.rstrip(":=")]
            number = after["number"]
            unit = after["unit"]
            position += 1
        elif amount and amount["unit"]:
            number = amount["number"]
            unit = amount["unit"]
            key = "weight" if is_unit(unit, WEIGHT) else "speed"
        elif BONUSES.fullmatch(token):
            tail = [word for word in tokens[position:] if word != ","]
            return _read(texts, turn), words, tail
        if key in texts:
            raise Refusal("bad_figure", "'{word}' is in the line twice.", word=key)
        if key:
            texts[key] = number, unit or ""
        if not key and token != ",":
            words[-1].append(tokens[position])
        elif words[-1]:
            words.append([])
        position += 1
    return _read(texts, turn), words, []


def _read(texts: Mapping[str, tuple[str, str]], turn: TurnRules | None) -> TypedFigures:
    numbers = {key: read_number(key, *value) for key, value in texts.items()}
    whole = {key: int(number) for key, number in numbers.items()}
    sheet = {key: whole[key] for key in ("ac", "eac", *SIGNED) if key in whole}
    if "dex" in whole:
        sheet["dexterity"] = read_modifier(texts["dex"][0])
    scores = [key for key in ("con", "dex") if key in whole and not is_modifier(texts[key][0])]
    if "ff" in whole and "ac" in whole:
        sheet["dexterity"] = whole["ac"] - whole["ff"]
    if turn is not None:
        usual = turn.usual_init(sheet.get("dexterity"), sheet.get("perception"))
        if usual is not None:
            sheet.setdefault("init", usual)
    kept = [
        (key, whole[key]) for key in KEPT_SCORES if key in whole and not is_modifier(texts[key][0])
    ]
    scores_of_sheet = (("scores", tuple(kept)),) if kept else ()
    unused = UNUSED if "ac" in whole else (*UNUSED, "ff")
    signed = "con" in texts and is_modifier(texts["con"][0])
    return TypedFigures(
        con_score=None if signed else whole.get("con"),
        con_mod=whole["con"] if signed else None,
        hp=whole.get("hp"),
        level=whole.get("level"),
        speed_m=numbers.get("speed"),
        weight_kg=numbers.get("weight"),
        sheet=(*sheet.items(), *scores_of_sheet),
        unused=tuple(f"{key}{texts[key][0]}" for key in unused if key in texts),
        counters=tuple(Counter(key, whole[key], whole[key]) for key in COUNTERS if key in whole)
        or None,
        low_scores=tuple((key, whole[key]) for key in scores if whole[key] <= LOW),
    )


def is_modifier(text: str) -> bool:
    """Return whether the number of an ability is its modifier: it has a sign, a score has none."""
    return text[0] in "+-"


def read_modifier(text: str) -> int:
    """Return the modifier of an ability from the whole number that is written for it."""
    if is_modifier(text):
        return int(text)
    return modifier(int(text))


def read_number(key: str, text: str, unit: str) -> Fraction:
    """Read a figure; a speed in metres, a weight in kg, each in either system's unit.

    Without a unit they are in that of the GM. Refusal "bad_figure".
    """
    kind = MEASURED.get(key)
    if unit and (kind is None or not is_unit(unit, kind)):
        raise Refusal(
            "bad_figure", "{word}: '{text}' has the wrong unit.", word=key, text=f"{text}{unit}"
        )
    if kind is not None:
        metric = read_quantity(f"{text.lstrip('+')}{unit}", kind, units_in_force())
        check_bounds(key, metric, text, key)
        return metric
    check_figure(key, text, key)
    number = read_decimal(text)
    if number.denominator > 1:
        raise Refusal(
            "bad_figure", "{word} is a whole number, not {number}.", word=key, number=text
        )
    return number


def check_figure(key: str, text: str, name: Message | str) -> None:
    """Refuse, "bad_figure", a number that no sheet has under this key ("con", "hp")."""
    check_bounds(key, read_decimal(text), text, name)


def check_bounds(key: str, number: Fraction, text: str, name: Message | str) -> None:
    """As `check_figure`, of what was read from `text`: a speed in metres, a weight in kg."""
    most = MOST.get(key, 99)
    may_be_negative = key in SIGNED or (key in ("con", "dex") and is_modifier(text))
    if may_be_negative:
        least = -most
    elif key == "weight":
        least = 0
    else:
        least = 1
    if not least <= number <= most:
        raise Refusal(
            "bad_figure",
            "{word} is from {least} to {most}, not {number}.",
            word=name,
            least=least,
            most=most,
            number=text,
        )


def read_weapon(weapon: Sequence[str], tail: Sequence[str], words: CreatureWords) -> Attack:
    """Read an attack: the words of a weapon (none = "attack"), then what is behind it."""
    return read_attack(" ".join((*(weapon or ("attack",)), *tail)), words)
