"""Rulings about a fight: their values are checked before they are recorded."""

from __future__ import annotations

from fractions import Fraction

from core.combat.board.squares import parse_square
from core.files import exact_number
from core.messages import Refusal
from core.play.assets import Assets
from core.play.fight.combatants import fight_of, find, someone
from core.play.fight.encounter import Encounter
from core.play.fight.fight_scene import field_of
from core.play.fight.setup.preconditions import HIGHEST, body_at
from core.play.members import someone as member
from core.play.state import State
from core.play.table.commands import Rule
from core.quantities import exact

FARTHEST = 10_000
"""The longest movement of a turn, in squares."""
WORDS = {
    "yes": "yes", "y": "yes", "true": "yes", "1": "yes", "on": "yes",
    "no": "no", "n": "no", "false": "no", "0": "no", "off": "no",
}  # fmt: skip


def read_in_fight(command: Rule, state: State, assets: Assets) -> str:
    """Return the value of a ruling as it is recorded.

    Refusals: "unknown_member", "no_fight", "unknown_creature", "unknown_square", "off_the_map",
    and "bad_ruling" for an unreadable value.
    """
    value = command.value.strip()
    if command.target in ("stable", "dead"):
        if find(state, command.who) is None:
            member(state, command.who)
        return _word(value)
    fight = fight_of(state)
    someone(state, command.who)
    match command.target:
        case "position":
            return _position(command, fight, state, assets)
        case "elevation":
            return str(_count(value, HIGHEST))
        case "movement":
            return str(_count(value, FARTHEST))
        case _:
            return exact(_total(value))


def _word(value: str) -> str:
    found = WORDS.get(value.lower())
    if found is None:
        raise Refusal("bad_ruling", "{value} is not a ruling here; type yes or no.", value=value)
    return found


def _position(command: Rule, fight: Encounter, state: State, assets: Assets) -> str:
    if fight.figure(command.who) is None:
        raise Refusal("unknown_creature", "{who} is not on the board.", who=command.who)
    if command.value.strip().lower() in ("", "off", "-"):
        return ""
    at = str(parse_square(command.value))
    body_at(someone(state, command.who), at, field_of(fight, assets), assets.rules)
    return at


def _count(value: str, most: int) -> int:
    number = exact_number(value)
    if number is None or number.denominator != 1 or not 0 <= number <= most:
        raise Refusal(
            "bad_ruling",
            "{value} is not a whole number from 0 to {most}.",
            value=value,
            most=most,
        )
    return int(number)


def _total(value: str) -> Fraction:
    number = exact_number(value)
    if number is None or abs(number) > FARTHEST:
        raise Refusal("bad_ruling", "{value} is not a number.", value=value)
    return number
