"""The shorthand of stat blocks and of game masters, spelt in the usual words of a line.

"F+6 R+8 W+9" and "saves 6/8/9" are "fort+6 ref+8 will+9", "bite+7" is "bite +7", "Ranged sling +8"
is "sling +8 ranged". What is in quotes stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from core.dice import parse_dice
from core.messages import Refusal
from core.quantities import LENGTH, units_pattern
from tui.play.creature_lines.attack_lines import BONUSES
from tui.play.creature_lines.figures import KEYS, POINTS, change_unquoted

DASH = re.compile(r"(?<=\S)\s+[-–—]\s+(?=\S)")
"""A dash that divides as a comma does: "Jozan - human cleric 4 - 30 hp"."""
NUMBER = r"([+-]?\d{1,2})"
SAVES_IN_ORDER = re.compile(
    r"\b(?:saves?|saving throws|f(?:ort)?/r(?:ef)?/w(?:ill)?)[ :=]*"
    rf"{NUMBER}[/, ] ?{NUMBER}[/, ] ?{NUMBER}(?![\w/])",
    re.IGNORECASE,
)
"""Fortitude, Reflex and Will behind one word: "saves 9/9/8"."""
SAVES_BY_LETTER = re.compile(
    rf"\bf[ :=]?{NUMBER}[ ,;/]+r[ :=]?{NUMBER}[ ,;/]+w[ :=]?{NUMBER}(?![\w/])", re.IGNORECASE
)
"""Saves by their first letters: "F+6 R+8 W+9"."""
SAVES_WITHOUT_WORD = re.compile(
    r"(?:^|[\d,;)])\s*([+-]\d{1,2}/[+-]\d{1,2}/[+-]\d{1,2})\s+(?=[a-z])", re.I
)
"""Three bonuses behind a figure and before another word."""
SLASH_BEFORE_FIGURE = re.compile(rf"(?<=\d)/(?=(?:{'|'.join(KEYS)})[ :=]?[+-]?\d)", re.IGNORECASE)
"""Between two figures: "EAC 11/KAC 12"."""
SLASH_BEFORE_DICE = re.compile(r"((?<!\S)[+-]\d{1,3})/(?=\d+d\d)")
"""Between a bonus and its damage: "+9/1d12+4"."""
GLUED_BONUS = re.compile(
    r"(?<![\w+/-])(?P<word>[a-z]{3,})(?P<bonus>[+-]\d{1,2})(?=[\s,(/;]|$)", re.I
)
"""The name of an attack and its bonus without a blank: "bite+7"."""
MODE_FIRST = re.compile(
    r"(?P<before>^|[^\s\d]\s+|[,;]\s*|\d\s+)\b(?P<mode>melee|ranged):?\s+"
    r"(?P<name>(?:[a-z][\w'-]*\s+){1,4})(?P<bonus>[+-]\d{1,2}(?:/[+-]?\d{1,2})*)(?=[\s,(;]|$)",
    re.IGNORECASE,
)
"""How an attack is made, before its name as stat blocks have it: "Melee dagger +8"."""
ACTIONS = re.compile(r"\s*\[[^\]\d]*\]|\s*[◆◇⬻⭓⬺⬲]+")
"""The signs of actions in stat blocks."""
DAMAGE_WORD = re.compile(r"\b(?:damage|dmg):? +(?=\d+d\d)", re.IGNORECASE)
DAMAGE_LETTER = re.compile(r"((?<!\d)\d+d\d+(?:[+-]\d+)?) ?([SPB]|F|C|E|A|So)(?=[\s,;)/]|$)")
"""The letter of a kind of damage at its dice: "1d4F"."""
EXTRAORDINARY = re.compile(r"\((?:ex|su|sp)(?:, ?([a-z]+))?\)", re.IGNORECASE)
"""How an ability works: "fly 80 ft. (Ex, average)"."""
IN_ARMOUR = re.compile(r"(?<=[\w.]) in [a-z ]{3,20} armou?r(?: \([^()]*\))?", re.IGNORECASE)
"""What its speed is in: "Spd 30 ft. in hide armor (40 ft.)"."""
SPACE_AND_REACH = re.compile(
    r"\bspace/reach:? (\d+ ?[a-z]*)\.? ?/ ?(\d+ ?[a-z]*)\.?", re.IGNORECASE
)
SLASH_BEHIND_POINTS = re.compile(r"(?<=\d)( ?(?:hp|sp|rp))/(?=\d)", re.IGNORECASE)
"""Between points behind their numbers: "10 HP/10 SP"."""
PARTS_OF_AC = re.compile(r"(\b[ek]?ac:? ?\d{1,2}) \([+-]\d[^()]*\)", re.IGNORECASE)
"""What an Armour Class is the sum of: "AC 16 (-1 size, +5 natural)"."""
MOUNTED = re.compile(r"\b(?:mounted (?:on|upon)|astride)\b", re.IGNORECASE)
EACH = re.compile(r"(?<=\d) (?:each|apiece)\b", re.IGNORECASE)
OPPORTUNITY = re.compile(r"\b(?:attacks? of opportunity|aoos?)\b", re.IGNORECASE)
WITH = "with"
SHORT_WITH = re.compile(r"(?<![\w/])w/ ?", re.IGNORECASE)
TOUCH = re.compile(r"(?<![\w\"])touch(?= [+-]\d)", re.IGNORECASE)
"""The attack "touch +7": the Armour Class of that name has no sign."""
FEET_SIGN = re.compile(r"(?<=\d)['’′](?![\w'’])")
"""The sign of feet: "speed 40'"."""
DAMAGE_FOR = re.compile(r"(?<=\d) for (?=\d+d\d)", re.IGNORECASE)
"""Between a bonus and its damage: "javelin +4 for 1d6+1"."""
POINTS_LEFT = re.compile(
    rf"\b(?P<word>{POINTS})[ :=]*(?P<left>\d{{1,4}}) ?/ ?(?P<most>\d{{1,4}})\b|"
    r"(?<![\w/+.-])(?P<left_first>\d{1,4}) ?/ ?(?P<most_first>\d{1,4}) ?"
    rf"(?P<word_last>{POINTS})\b",
    re.IGNORECASE,
)
"""The points that are left, and the most: "hp 25/30", "25/30 hp"."""
TOUCH_AND_FLAT = re.compile(r"\(t ?(\d{1,2}),? ?(?:/ ?)?ff ?(\d{1,2})\)", re.IGNORECASE)
"""Two Armour Classes behind a third: "AC 14 (t12 ff12)"."""
THREE_CLASSES = re.compile(r"\b(ac[ :=]*\d{1,2})/(\d{1,2})/(\d{1,2})(?![\w/])", re.IGNORECASE)
"""The Armour Class, that against a touch, and that of the flat-footed: "AC 20/10/20"."""
TOUCH_BEHIND_CLASS = re.compile(
    r"\b(ac[ :=]*\d{1,2})[,;/]?\s*t[ :=]*(\d{1,2})(?!\w)", re.IGNORECASE
)
"""That against a touch by its letter, behind the usual one: "AC 20 t10 ff20"."""
FLAT = re.compile(r"\bflat[ :=]*(?=\d)", re.IGNORECASE)
HIT_DICE = re.compile(
    r"\b(?:hd|hit dice)[ :=]*(?P<dice>\d{1,2}d\d{1,2}(?: ?[+-] ?\d{1,3})?)"
    r"(?:,? ?\(?(?P<points>\d{1,4}) ?hp\)?)?(?P<written>.*?\bhp\b)?",
    re.IGNORECASE | re.DOTALL,
)
"""The dice of hit points, and these: "HD 5d4+5 (17 hp)"."""
NAME_BEFORE_COLON = re.compile(r"^(\s*[^\d\W][^\d:;,\"()]{0,40}?):(?=\s)")
"""Who it is, before a colon: "Raia: lashunta technomancer"."""
LENGTHS = ("fly", "swim", "climb", "burrow", "reach", "space", "range")
"""Words before a length that are no keys of figures."""
BRACKET_BEFORE_COLON = re.compile(r"(?<=\)):(?=\s)")
TWO_CLASSES = re.compile(r"\beac(?: ?/ ?kac)?[ :=]*(\d{1,2})/(\d{1,2})\b", re.IGNORECASE)
"""Armour Classes against energy and against the others: "EAC 18/20"."""
BOTH_CLASSES = re.compile(r"\bac[ :=]*(\d{1,2})/(\d{1,2})\b", re.IGNORECASE)
"""The same without their names, where the system has both: "AC 14/15"."""
ENERGY_FIRST = r"EAC \1, KAC \2"
HEAVY = re.compile(r"\bhvy\b", re.IGNORECASE)
BULK = re.compile(
    r"(?:(?<!light )(?<!medium )(?<!heavy )\b(?:carrying|carries|loaded with|load(?: of)?|"
    r"cargo(?: of)?)[ :=]+)?(?<![\w.])(\d{1,2}) ?bulk\b(?: of [a-z]+)?",
    re.IGNORECASE,
)
"""How much is carried, before its word: "4 bulk of supplies", "load 20 bulk"."""
RANGE_IN_BRACKETS = re.compile(
    rf"(\([^()]*\dd\d[^()]*), ?(\d{{1,4}} ?(?:{units_pattern(LENGTH)})\.?\))", re.IGNORECASE
)
"""How far an attack goes, behind a comma in its brackets: "longbow +5 (1d8/x3, 100 ft)"."""
PRECISION = re.compile(r"(?<=[a-z]) \((?:precise|imprecise|vague)\)", re.IGNORECASE)
"""How good a sense is."""


def respell(text: str, *, two_armours: bool = False) -> str:
    """Return a line with its shorthand in the usual words. Refusal "bad_attack".

    With `two_armours` "AC 14/15" is that against energy and the usual one.
    """
    if two_armours:
        text = change_unquoted(text, lambda part: BOTH_CLASSES.sub(ENERGY_FIRST, part))
    return change_unquoted(text, _respell)


def _respell(text: str) -> str:
    for pattern, usual in RESPELT:
        text = pattern.sub(usual, text)
    nameless = SAVES_WITHOUT_WORD.search(text)
    if nameless is not None:
        raise Refusal(
            "bad_attack",
            "'{bonuses}' has no name. Saves are saves {bonuses}; an attack has its weapon before"
            " it.",
            bonuses=nameless[1],
        )
    return text


def _divide(dash: re.Match[str]) -> str:
    # "Will - 2" has a minus
    before = dash.string[: dash.start()].split()[-1].lower()
    if before in KEYS and dash.string[dash.end()].isdigit():
        return dash[0]
    return ", "


def pull_lost(text: str) -> tuple[str, Mapping[str, int]]:
    """Return a line with the most of its points alone, and how many of which are lost.

    "hp 25/30" is "hp30", of which 5 are lost. Refusal "bad_figure".
    """
    lost: dict[str, int] = {}

    def take(points: re.Match[str]) -> str:
        word, left, most = _points(points)
        if left > most:
            raise Refusal(
                "bad_figure",
                "'{points}': what is left comes first, then the most, as in {word} {most}/{left}.",
                points=points[0],
                word=word,
                left=left,
                most=most,
            )
        if left < most:
            lost[KEYS[word]] = most - left
        return f"{word}{most}"

    pulled = change_unquoted(text, lambda part: POINTS_LEFT.sub(take, part))
    return pulled, lost


def _points(points: re.Match[str]) -> tuple[str, int, int]:
    if points["word"]:
        return points["word"].lower(), int(points["left"]), int(points["most"])
    return points["word_last"].lower(), int(points["left_first"]), int(points["most_first"])


def _take_points(points: re.Match[str]) -> str:
    # of a creature of the table: whoever has lost some of them is hurt once it is there
    word, left, most = _points(points)
    if left != most:
        raise Refusal(
            "bad_figure",
            "'{points}': write {word}{most} here. Who has lost points is hurt once it is there, as"
            " in {example}.",
            points=points[0],
            word=word,
            most=max(left, most),
            example=f":hurt {abs(most - left)} a",
        )
    return f"{word}{most}"


def _take_hit_dice(found: re.Match[str]) -> str:
    # its level, and its average hit points where these are not written
    dice = parse_dice(found["dice"].replace(" ", ""))
    points = found["points"] or (dice.least + dice.most) // 2
    level = f"level{found['dice'].lower().partition('d')[0]}"
    if found["written"] and not found["points"]:
        return f"{level}{found['written']}"
    return f"{level}, hp{points}{found['written'] or ''}"


def _part_bonus(glued: re.Match[str]) -> str:
    if glued["word"].lower() in KEYS:
        return glued[0]
    return f"{glued['word']} {glued['bonus']}"


def _end_name(found: re.Match[str]) -> str:
    # "Ann speed: 9 m" is a figure of hers, and no name
    if ends_in_figure(found[1]):
        return found[1]
    return f"{found[1]},"


def ends_in_figure(text: str) -> bool:
    """Return whether the last word is one before a figure: "speed", "fly"."""
    return text.split()[-1].lower() in (*KEYS, *LENGTHS)


def _put_mode_last(first: re.Match[str]) -> str:
    words = ["", "", *first.string[: first.start("mode")].split()]
    if BONUSES.fullmatch(words[-1]) and words[-2].lower() not in KEYS:
        return first[0]
    return f"{first['before']}{first['name']}{first['bonus']} {first['mode'].lower()}"


RESPELT: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (ACTIONS, ""),
    (EXTRAORDINARY, lambda found: f"({found[1]})" if found[1] else ""),
    (IN_ARMOUR, ""),
    (SPACE_AND_REACH, r"space \1, reach \2"),
    (PRECISION, ""),
    (DASH, _divide),
    (SAVES_IN_ORDER, r"fort\1 ref\2 will\3"),
    (SAVES_BY_LETTER, r"fort\1 ref\2 will\3"),
    (FEET_SIGN, "ft"),
    (DAMAGE_FOR, " "),
    (POINTS_LEFT, _take_points),
    (HIT_DICE, _take_hit_dice),
    (THREE_CLASSES, r"\1, touch\2 ff\3"),
    (TOUCH_BEHIND_CLASS, r"\1, touch\2"),
    (FLAT, "ff"),
    (RANGE_IN_BRACKETS, r"\1 \2"),
    (TOUCH_AND_FLAT, r", touch\1 ff\2,"),
    (NAME_BEFORE_COLON, _end_name),
    (BRACKET_BEFORE_COLON, ","),
    (TWO_CLASSES, ENERGY_FIRST),
    (HEAVY, "heavy"),
    (BULK, r"bulk\1"),
    (SLASH_BEFORE_FIGURE, ", "),
    (SLASH_BEHIND_POINTS, r"\1, "),
    (PARTS_OF_AC, r"\1"),
    (MOUNTED, "on"),
    (SLASH_BEFORE_DICE, r"\1 "),
    (GLUED_BONUS, _part_bonus),
    (MODE_FIRST, _put_mode_last),
    (DAMAGE_WORD, ""),
    (DAMAGE_LETTER, r"\1 \2"),
    (EACH, ""),
    (OPPORTUNITY, "reaction"),
    (SHORT_WITH, f"{WITH} "),
    (TOUCH, '"touch"'),
)
