"""What an effect does beside its changes, as a line of text: "damage 1d6 fire each turn", "images".

A line of a turn has what happens, its points or its difficulty, and when in the turn.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Literal, TypeAlias

from core.effects.changes import LONGEST_AMOUNT
from core.messages import Refusal
from core.values import Struct

Does: TypeAlias = Literal["damage", "heal", "save", "flat", "confusion", "images", "absorb"]
"""What happens: points lost or regained, a save or a plain d20 that ends it, a die of what a
confused creature does; images that are struck instead, points that a blow does not take."""
Edge: TypeAlias = Literal["start", "end"]
ConfusedAct: TypeAlias = Literal[
    "acts", "babbles", "hurts_itself", "attacks_nearest", "attacks_caster", "flees"
]
"""What a confused creature does in its turn."""

SAVES = {
    "fortitude": "fortitude",
    "fort": "fortitude",
    "reflex": "reflex",
    "ref": "reflex",
    "will": "will",
}
"""The saves, by how they may be written."""
BY_VALUE = "value"
"""The amount of a line that is the value of its effect."""
BY_DAMAGE = "damage"
"""The difficulty of a save that is 10 and the damage that the effect has dealt in this turn."""
WORKING_EXAMPLE = "damage 1d6 fire each turn"
EACH_TURN = ("each", "turn")
HEALED = ("until", "healed")
TAKES_ROUND = "full-round"
"""Ends the line of a save that takes the whole turn of who makes it."""
POINTED = ("damage", "heal", "flat")
"""The words of lines with points without a sign, which no figure has."""

MOST_DICE = 50
_DICE = re.compile(r"(?a)(?P<count>\d{0,2})d(?P<sides>\d{1,3})(?:\+(?P<plus>\d{1,3}))?")
_KIND = re.compile(r"[a-z]{1,20}")


class Working(Struct, kw_only=True):
    """What an effect does.

    `amount` are dice, a number, BY_VALUE or, of a save, BY_DAMAGE. `what` is the kind of damage
    ("" = none said), or the save. `edge` is when in the turn of its bearer. `until_healed`: whoever
    is healed is rid of it. `takes_round`: a save that ends it takes
    the whole turn. `near`: an image is lost by a miss of so much at most (0 = none).
    `passes` is what gets through what absorbs: a word of an attack's name.
    """

    does: Does
    amount: str = ""
    what: str = ""
    edge: Edge = "start"
    until_healed: bool = False
    takes_round: bool = False
    near: int = 0
    passes: str = ""

    @property
    def is_of_a_turn(self) -> bool:
        """Whether it happens in each turn of its bearer."""
        return self.does not in ("images", "absorb")

    @property
    def counts_down(self) -> bool:
        """Whether the effect's value is what is left of it."""
        return not self.is_of_a_turn

    @property
    def is_by_value(self) -> bool:
        """Whether its figure, or what is left of it, is the value of its effect."""
        return self.amount == BY_VALUE or self.counts_down

    def points(self, value: int) -> str:
        """Return its dice or its number, for an effect of this value."""
        if self.amount == BY_VALUE:
            return str(value)
        return self.amount


def is_working(text: str) -> bool:
    """Whether a text is meant as a line of what an effect does."""
    words = tuple(text.lower().split())
    if words[:1] in (("images",), ("absorb",)) or EACH_TURN[0] in words:
        return True
    pairs = pairwise(words)
    return any(word in POINTED and _is_points(amount) for word, amount in pairs)


def _is_points(word: str) -> bool:
    return word == BY_VALUE or _is_number(word) or bool(_DICE.fullmatch(word))


def parse_working(text: str) -> Working:
    """Return what a line is. Refusal "bad_working", which names the line."""
    words = text.lower().split()
    if words[:1] == ["images"]:
        return _read_images(words, text)
    if words[:1] == ["absorb"]:
        return _read_absorbed(words, text)
    until_healed = tuple(words[-2:]) == HEALED
    if until_healed:
        words = words[:-2]
    takes_round = words[-1:] == [TAKES_ROUND]
    if takes_round:
        words = words[:-1]
    edge: Edge = "start"
    if words[-1:] == ["end"]:
        edge = "end"
        words = words[:-1]
    if tuple(words[-2:]) != EACH_TURN:
        raise _bad_working(text)
    match words[:-2]:
        case ["damage", amount]:
            happens = Working(does="damage", amount=_dice(amount, text))
        case ["damage", amount, kind] if _KIND.fullmatch(kind):
            happens = Working(does="damage", amount=_dice(amount, text), what=kind)
        case ["heal", amount]:
            happens = Working(does="heal", amount=_dice(amount, text))
        case ["flat", amount]:
            happens = Working(does="flat", amount=_difficulty(amount, text))
        case ["confusion"]:
            happens = Working(does="confusion")
        case [save, amount] if save in SAVES:
            difficulty = BY_DAMAGE if amount == BY_DAMAGE else _difficulty(amount, text)
            happens = Working(does="save", amount=difficulty, what=SAVES[save])
        case _:
            raise _bad_working(text)
    return Working(
        does=happens.does,
        amount=happens.amount,
        what=happens.what,
        edge=edge,
        until_healed=until_healed,
        takes_round=takes_round,
    )


def write_working(working: Working) -> str:
    """Return the line of it: `parse_working` makes it again."""
    match working.does:
        case "images" if working.near:
            return f"images near {working.near}"
        case "images":
            return "images"
        case "absorb" if working.passes:
            return f"absorb {working.amount} except {working.passes}"
        case "absorb":
            return f"absorb {working.amount}"
        case "save":
            words = [working.what, working.amount]
        case "damage":
            words = [working.does, working.amount, working.what]
        case _:
            words = [working.does, working.amount]
    words += EACH_TURN
    if working.edge == "end":
        words.append("end")
    if working.takes_round:
        words.append(TAKES_ROUND)
    if working.until_healed:
        words += HEALED
    return " ".join(filter(None, words))


def _read_images(words: list[str], text: str) -> Working:
    match words:
        case ["images"]:
            return Working(does="images")
        case ["images", "near", number] if _is_number(number):
            return Working(does="images", near=int(number))
        case _:
            raise _bad_working(text)


def _read_absorbed(words: list[str], text: str) -> Working:
    match words:
        case ["absorb", number] if _is_number(number):
            return Working(does="absorb", amount=number)
        case ["absorb", number, "except", word] if _is_number(number) and _KIND.fullmatch(word):
            return Working(does="absorb", amount=number, passes=word)
        case _:
            raise _bad_working(text)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= 3 and int(word) > 0


def _dice(word: str, text: str) -> str:
    # Points, as a number or as dice with a number.
    if word == BY_VALUE or _is_number(word):
        return word
    dice = _DICE.fullmatch(word)
    if dice is None or len(word) > LONGEST_AMOUNT:
        raise _bad_working(text)
    count = int(dice["count"] or 1)
    if not 0 < count <= MOST_DICE or not int(dice["sides"]):
        raise _bad_working(text)
    plus = int(dice["plus"] or 0)
    if plus:
        return f"{count}d{int(dice['sides'])}+{plus}"
    return f"{count}d{int(dice['sides'])}"


def _difficulty(word: str, text: str) -> str:
    if word == BY_VALUE or _is_number(word):
        return word
    raise _bad_working(text)


def _bad_working(text: str) -> Refusal:
    return Refusal(
        "bad_working",
        "'{text}' is nothing that happens each turn. Write it like {example}.",
        text=text.strip(),
        example=WORKING_EXAMPLE,
    )
