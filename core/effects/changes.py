"""A change of a figure as one line of text: "attack -2", "will +2 resistance when fear".

A line has what it changes, by how much, of which bonus type, and when it applies.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from difflib import get_close_matches
from fractions import Fraction
from typing import Literal, TypeAlias

from core.messages import Refusal
from core.values import Struct

Op: TypeAlias = Literal["add", "times", "set", "cap"]
"""Add an amount, multiply by it, make it that amount, or let it be that amount at most."""
Bound: TypeAlias = Literal["", "level", "double", "square"]
"""An add's limit: the creature's level, twice the sheet's figure, or at least a square is left."""

ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
MODES = ("walk", "fly", "swim", "climb", "burrow")
PLAIN_TARGETS = (
    "attack", "damage", "ac", "ac touch", "ac flat-footed", "ac dexterity", "eac", "saves",
    "fortitude", "reflex", "will", "checks", "ability checks", "skills", "initiative",
    "perception", "cmb", "cmd", "speed", "actions", "size", "reach", "miss", "hp_max",
)  # fmt: skip
TARGETS = (
    *PLAIN_TARGETS,
    *ABILITIES,
    *(f"{ability} checks" for ability in ABILITIES),
    *(f"{ability} skills" for ability in ABILITIES),
    *(f"speed {mode}" for mode in MODES),
)
"""What a change may change, beside those of NAMED: "skill NAME", "attack NAME", "damage NAME".

"resist KIND" is a resistance to a kind of damage, "dr WORD" a damage reduction that WORD gets past.
"soak KIND" takes as many points of it as the value of the effect.
"""
NAMED = ("skill", "attack", "damage", "resist", "dr", "soak")
ALIASES = {"fort": "fortitude", "ref": "reflex", "init": "initiative", "speed land": "speed walk"}
LENGTHS = ("speed", "reach")
SCALES = {"": Fraction(1), "ft": Fraction(1, 5), "m": Fraction(2, 3)}
"""Squares in a unit: a square is 5 feet, or 1.5 metres."""
ACTIONS = ("none", "move", "one", "all")
"""What is left of a turn where actions are not counted, from the least on."""
DECIDED = ("melee", "ranged", "thrown", "flanking", "charging", "mounted", "prone", "first attack")
ASKED = ("fear", "poison", "disease", "evil", "good", "spell", "mind", "illusion", "trap")
AT_HAND = frozenset((*DECIDED, *ASKED))
OF_TABLES = ("squares", "grapple")
"""Occasions of conditions that the program decides, beside DECIDED."""
"""The words that may stand at the end of a line without `when`."""
LONGEST_AMOUNT = 20
"""The most letters of an amount."""
EXAMPLE = "attack -2"

_ADDED = re.compile(r"(?P<sign>[+-])(?P<number>\d+(?:\.\d+)?)(?P<unit>ft|m)?")
_BY_VALUE = re.compile(r"(?P<sign>[+-])(?P<times>\d*)value(?P<unit>ft)?")
_TIMES = re.compile(r"x(?P<part>\d+)(?:/(?P<whole>[1-9]\d*))?")
_SET = re.compile(r"=(?P<number>\d+)(?P<unit>ft|m)?")
SIGNS = {"+": 1, "-": -1}


class Change(Struct, kw_only=True):
    """A change of one figure.

    `to` is what it changes: one of TARGETS, "skill NAME", "attack NAME" or "damage NAME". Speeds
    and reach are in squares; of `actions` a set amount is a place in ACTIONS. `by_value`: the
    amount is times the value of the effect (frightened 2). `type` is the bonus type ("" = none).
    `when` is a word such as "fear" or "not grapple" ("" = always).
    """

    to: str
    op: Op
    amount: Fraction
    type: str = ""
    when: str = ""
    by_value: bool = False
    bound: Bound = ""

    def of_value(self, value: int, level: int | None) -> Fraction:
        """Return the amount for an effect's `value` on a creature of this level (None: unknown)."""
        if not self.by_value:
            return self.amount
        counted = value
        if self.bound == "level" and level is not None:
            counted = min(value, level)
        return self.amount * counted

    @property
    def is_asked(self) -> bool:
        """Whether the GM says if it applies: the program cannot know what a save is against."""
        return bool(self.when) and self.when in ASKED

    @property
    def is_by_hand(self) -> bool:
        """Whether it is never counted by itself, for a word that nobody asks about."""
        if not self.when or self.when in AT_HAND or self.when in OF_TABLES:
            return False
        return not self.when.startswith("not ")

    def applies(self, words: Collection[str]) -> bool:
        """Whether it applies where these words do."""
        if self.when.startswith("not "):
            return self.when.removeprefix("not ") not in words
        return not self.when or self.when in words


def parse_change(text: str, types: Collection[str] | None = None) -> Change:
    """Return the change that a text is; `types` are the system's bonus types (None: any word).

    Refusals, each of which names the word: "no_change", "unknown_figure", "bad_amount",
    "unknown_bonus_type", "bad_bound".
    """
    words = text.lower().split()
    place = next((n for n, word in enumerate(words) if _begins_amount(word)), len(words))
    if not words or place == 0:
        raise Refusal(
            "no_change",
            "'{text}' does not say what it changes. Write it like {example}.",
            text=text.strip(),
            example=EXAMPLE,
        )
    to = _target(" ".join(words[:place]))
    if place == len(words):
        raise _bad_amount(text.strip())
    if words[place] == "at":
        return _read_cap(to, words[place:])
    change = _read_amount(to, words[place])
    return _read_rest(change, words[place + 1 :], types)


def write_change(change: Change) -> str:
    """Return the text of a change: `parse_change` makes it again."""
    words = [change.to, _write_amount(change)]
    match change.bound:
        case "level":
            words.append("at most level")
        case "double":
            words.append("at most x2")
        case "square":
            words.append("at least 5ft")
        case "":
            pass
    if change.type:
        words.append(change.type.replace("_", " "))
    if change.when in AT_HAND:
        words.append(change.when)
    elif change.when:
        words.append(f"when {change.when}")
    return " ".join(words)


def _write_amount(change: Change) -> str:
    amount = change.amount
    unit = ""
    if _is_length(change.to):
        amount = amount / SCALES["ft"]
        unit = "ft"
    match change.op:
        case "cap":
            return f"at most {amount}"
        case "times":
            return f"x{change.amount}"
        case "set" if change.to == "actions":
            return f"={ACTIONS[int(amount)]}"
        case "set":
            return f"={amount}{unit}"
        case "add":
            sign = "-" if amount < 0 else "+"
            return f"{sign}{_write_added(change, abs(amount))}{unit}"


def _write_added(change: Change, amount: Fraction) -> str:
    if not change.by_value:
        return str(amount)
    if amount == 1:
        return "value"
    return f"{amount}value"


def _begins_amount(word: str) -> bool:
    return word == "at" or word[0] in "+-=" or word[0].isdigit() or bool(_TIMES.match(word))


def _is_length(to: str) -> bool:
    return to.split()[0] in LENGTHS


def _target(words: str) -> str:
    target = ALIASES.get(words, words)
    if target in TARGETS:
        return target
    first, _, name = target.partition(" ")
    if first in NAMED and name:
        return target
    suggestion = _nearest(target, TARGETS)
    if suggestion:
        raise Refusal(
            "unknown_figure",
            "'{word}' is not a figure; did you mean {suggestion}?",
            word=words,
            suggestion=suggestion,
        )
    raise Refusal(
        "unknown_figure",
        "'{word}' is not a figure. There are {figures}.",
        word=words,
        figures=PLAIN_TARGETS,
    )


def _nearest(word: str, choices: Collection[str]) -> str:
    # "" = none is near.
    return next(iter(get_close_matches(word, choices, n=1)), "")


def _bad_amount(word: str) -> Refusal:
    return Refusal(
        "bad_amount",
        "'{word}' has no amount. Write one like -2, +1, x1/2 or =0.",
        word=word,
    )


def _read_amount(to: str, word: str) -> Change:
    if len(word) > LONGEST_AMOUNT:
        raise _bad_amount(word)
    if added := _ADDED.fullmatch(word):
        amount = _scaled(to, Fraction(added["number"]), added["unit"], word)
        return Change(to=to, op="add", amount=SIGNS[added["sign"]] * amount)
    if by_value := _BY_VALUE.fullmatch(word):
        amount = _scaled(to, Fraction(by_value["times"] or 1), by_value["unit"], word)
        return Change(to=to, op="add", amount=SIGNS[by_value["sign"]] * amount, by_value=True)
    if times := _TIMES.fullmatch(word):
        part = Fraction(int(times["part"]), int(times["whole"] or 1))
        return Change(to=to, op="times", amount=part)
    if fixed := _SET.fullmatch(word):
        amount = _scaled(to, Fraction(fixed["number"]), fixed["unit"], word)
        return Change(to=to, op="set", amount=amount)
    if to == "actions" and word.removeprefix("=") in ACTIONS:
        return Change(to=to, op="set", amount=Fraction(ACTIONS.index(word.removeprefix("="))))
    if to == "miss" and word.isdecimal():
        return Change(to=to, op="set", amount=Fraction(int(word)))
    raise _bad_amount(word)


def _scaled(to: str, amount: Fraction, unit: str | None, word: str) -> Fraction:
    if unit and not _is_length(to):
        raise _bad_amount(word)
    return amount * SCALES[unit or ""]


def _read_cap(to: str, words: list[str]) -> Change:
    if len(words) < 3 or words[1] != "most" or not words[2].isdecimal():
        raise _bad_amount(" ".join(words))
    if len(words[2]) > LONGEST_AMOUNT:
        raise _bad_amount(" ".join(words))
    change = Change(to=to, op="cap", amount=Fraction(int(words[2])))
    return _read_rest(change, words[3:], ())


def _read_rest(change: Change, words: list[str], types: Collection[str] | None) -> Change:
    bound: Bound = ""
    if words[:1] == ["at"]:
        bound = _read_bound(words[:3])
        words = words[3:]
    said, when = _split_when(words)
    if said and types is not None and said not in types:
        raise _unknown_type(said, types)
    return Change(
        to=change.to,
        op=change.op,
        amount=change.amount,
        type=said,
        when=when,
        by_value=change.by_value,
        bound=bound,
    )


def _read_bound(words: list[str]) -> Bound:
    match words:
        case ["at", "most", "level"]:
            return "level"
        case ["at", "most", "x2"]:
            return "double"
        case ["at", "least", "5ft"]:
            return "square"
        case _:
            raise Refusal(
                "bad_bound",
                "'{words}' is not a limit. There are {choices}.",
                words=" ".join(words),
                choices=("at most level", "at most x2", "at least 5ft"),
            )


def _split_when(words: list[str]) -> tuple[str, str]:
    # The bonus type ("" = none), and when it applies ("" = always).
    if "when" in words:
        place = words.index("when")
        return "_".join(words[:place]), " ".join(words[place + 1 :])
    if words and words[-1] in AT_HAND:
        return "_".join(words[:-1]), words[-1]
    return "_".join(words), ""


def _unknown_type(word: str, types: Iterable[str]) -> Refusal:
    choices = tuple(sorted(types))
    suggestion = _nearest(word, choices)
    if suggestion:
        return Refusal(
            "unknown_bonus_type",
            "'{word}' is not a bonus type; did you mean {suggestion}?",
            word=word,
            suggestion=suggestion,
        )
    return Refusal(
        "unknown_bonus_type",
        "'{word}' is not a bonus type. There are {choices}.",
        word=word,
        choices=choices,
    )
