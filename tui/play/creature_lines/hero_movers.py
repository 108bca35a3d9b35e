"""How the hero, animal or vehicle of a line moves, by its words and its speed."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, TypeAlias

from core.characters import plain
from core.messages import Message, Metres, Refusal
from core.quantities import METRES_IN_A_SQUARE
from core.rulesets.schema import Ruleset
from core.travel.movers import Mover, net_speed
from core.values import Struct, replace
from tui.play.animals import read_beasts
from tui.play.creature_lines.body_words import WALK
from tui.play.creature_lines.carriers import find_beast, walk_as
from tui.play.creature_lines.figures import TypedFigures
from tui.play.creature_lines.said_words import SaidWords

Role: TypeAlias = Literal["character", "mount", "vehicle"]

USUAL_SPEED = Fraction(9)
"""The speed of a hero in metres where neither the rules nor the line has one (house default)."""
SLOWING = ("medium load", "heavy load")


class TypedMover(Struct):
    """How the member of a line moves and as what; `taken` is what was not written, in words."""

    mover: Mover
    role: Role
    taken: tuple[Message, ...] = ()


def choose_mover(said: SaidWords, figures: TypedFigures, rules: Ruleset) -> TypedMover:
    """Return how the member of a line moves. Refusal "bad_figure": a speed is missing."""
    carrier = _move_carrier(said, figures, rules)
    if carrier is not None:
        return carrier
    if not rules.races:
        return _move_by_speed(said, figures.speed_m, rules)
    return _move_by_race(said, figures.speed_m, rules)


def _move_carrier(said: SaidWords, figures: TypedFigures, rules: Ruleset) -> TypedMover | None:
    # an animal or a vehicle, with what it carries; None = neither
    rows = said.rows
    speed = figures.speed_m
    load_kg = figures.weight_kg or Fraction(0)
    if "mount" in rows:
        return TypedMover(Mover(mount=rows["mount"], load_kg=load_kg), "mount")
    if "vehicle" in rows:
        return TypedMover(Mover(vehicle=rows["vehicle"], load_kg=load_kg), "vehicle")
    if "beast" in rows and speed is None:
        walk = walk_as(find_beast(rows["beast"], rules))
        return TypedMover(replace(walk, load_kg=load_kg), "mount")
    if "animal" in rows and speed is None:
        raise Refusal(
            "bad_figure",
            "Write the kind of mount, as in {example}, or its speed, as in {speed}.",
            example="Star light horse 40kg",
            speed=Message("Star mount {speed}", speed=Metres(15)),
        )
    if "beast" in rows or "animal" in rows:
        return TypedMover(Mover(speed_m=speed, load_kg=load_kg), "mount")
    return None


def _move_by_speed(said: SaidWords, speed: Fraction | None, rules: Ruleset) -> TypedMover:
    # a hero by rules without speeds of peoples
    if speed is not None:
        return TypedMover(Mover(speed_m=speed), "character")
    _refuse_burden(said)
    usual, why = _usual_speed(said.rows.get("people", ""), rules)
    return TypedMover(Mover(speed_m=usual), "character", (why,))


def _move_by_race(said: SaidWords, speed: Fraction | None, rules: Ruleset) -> TypedMover:
    rows = said.rows
    armor = rows.get("armor", "none")
    load = rows.get("load", "light")
    barbarian = "barbarian" in rows
    race = rows.get("race", "human")
    walker = Mover(race=race, armor=armor, load=load, barbarian=barbarian)
    taken = () if "race" in rows else (Message("human"),)
    if speed is None:
        return TypedMover(walker, "character", taken)
    if "race" in rows and speed == rules.races[race].base_speed_m:
        return TypedMover(walker, "character")
    if (armor, load) != ("none", "light") and speed == net_speed(walker, rules).speed_m:
        # the speed of a stat block is that in its armour
        return TypedMover(walker, "character", taken)
    base = Mover(base_speed_m=speed, armor=armor, load=load, barbarian=barbarian)
    return TypedMover(base, "character")


def _usual_speed(people: str, rules: Ruleset) -> tuple[Fraction, Message]:
    """Return the speed of who has none written, by rules without speeds of peoples; what is said.

    It is that of its people in the bestiary, else the usual one (house default).
    """
    for beast in read_beasts(rules):
        walk = dict(beast.sheet.speeds).get(WALK)
        if walk and people and plain(beast.name()) == plain(people):
            metres = walk * METRES_IN_A_SQUARE
            return metres, Message(
                "speed {speed}, as the {people} of the bestiary",
                speed=Metres(metres),
                people=beast.name().lower(),
            )
    return USUAL_SPEED, Message("speed {speed}", speed=Metres(USUAL_SPEED))


def _refuse_burden(said: SaidWords) -> None:
    # a load slows, by how much the GM knows where the rules do not say it
    for burden in said.unused:
        if burden in SLOWING:
            raise Refusal(
                "bad_figure",
                "{burden}: write the speed with it, as in {example}.",
                burden=burden,
                example=Message("speed {speed}", speed=Metres(6)),
            )
