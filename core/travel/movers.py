"""A mover as the GM enters it, and its speed (T-030 to T-041, C-010 to C-012)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from core.messages import Factor, Message, Metres, Refusal, Squares
from core.receipts import Receipt
from core.rulesets.schema import Burden, Race, Ruleset
from core.values import Struct


class Bonus(Struct):
    """A bonus to the base speed in metres, or a penalty; one counts of each type (T-039, C-011)."""

    type: str
    m: Fraction


class Mover(Struct):
    """The inputs from which a traveller's pace is derived; exactly one of these is given.

    `speed_m` land speed in metres per round, net of armour and load; `fly_speed_m`; `race` or
    `base_speed_m` with `armor` (none, light, medium, heavy), `load` (light, medium, heavy),
    `bonuses` and `barbarian`; `mount` with `load_kg`, all the weight on the animal; `vehicle`
    ("cart_or_wagon"); `vehicle_class` (light, large) with `vehicle_km_h`, `flying` or not.
    """

    speed_m: Fraction | None = None
    fly_speed_m: Fraction | None = None
    race: str | None = None
    base_speed_m: Fraction | None = None
    armor: str = "none"
    load: str = "light"
    bonuses: tuple[Bonus, ...] = ()
    barbarian: bool = False
    mount: str | None = None
    load_kg: Fraction = Fraction(0)
    vehicle: str | None = None
    vehicle_class: str | None = None
    vehicle_km_h: Fraction | None = None
    flying: bool = False


ONE_MOVER = (
    "speed_m", "fly_speed_m", "race", "base_speed_m", "mount", "vehicle", "vehicle_class",
)  # fmt: skip
"""The ways of moving, of which a `Mover` has one."""
UNTYPED = "untyped"
MONK = "monk"
UNARMORED = "none"


class Speed(Struct):
    """A character's land speed, net of armour and load.

    `speed_m` metres a round, `squares` of 1.5 m, `run_multiplier` 3 or 4 times the speed;
    `receipt` is that of the speed, `run_receipt` that of the multiplier.
    """

    speed_m: Fraction
    squares: int
    run_multiplier: int
    receipt: Receipt
    run_receipt: Receipt


def net_speed(mover: Mover, rules: Ruleset) -> Speed:
    """Return the speed of a `mover` given by race or base speed (T-030 to T-040).

    Refusals: `no_armor_table` where the net speed is entered (T-041), `unknown_race`,
    `unknown_armor`, `unknown_load`, `uneven_speed` when it is not a whole number of squares.
    """
    if rules.mechanisms.speed == "net":
        raise Refusal(
            "no_armor_table",
            "{ruleset} has no table of speeds by race and armour: enter the net speed.",
            ruleset=rules.id,
        )
    race = None
    if mover.race is not None:
        if mover.race not in rules.races:
            raise Refusal("unknown_race", "There is no race called {race}.", race=mover.race)
        race = rules.races[mover.race]
    armor = _burden(rules, "armor", mover.armor)
    load = _burden(rules, "load", mover.load)
    base = Metres(race.base_speed_m if race else mover.base_speed_m or 0)
    parts = [
        rules.cite("T-030", "base speed, as entered", base)
        if race is None
        else rules.cite(
            "T-030", "base speed of {race:a}", base, source=race.source, race=mover.race or ""
        ),
        *_bonuses(mover, rules),
        *_barbarian(mover, armor, load, rules),
    ]
    raised = sum((part.value for part in parts if isinstance(part.value, Metres)), Fraction(0))
    _whole_squares(raised, rules)
    slowed, reduction = _slowed(mover, race, raised, armor.slows or load.slows, rules)
    squares = _whole_squares(slowed, rules)
    receipt = rules.cite("T-030", "speed", Metres(slowed), *parts, *reduction)
    multiplier, run_receipt = _run_multiplier(armor, load, rules)
    return Speed(slowed, squares, multiplier, receipt, run_receipt)


def reduced_m(speed_m: Fraction, rules: Ruleset) -> Fraction:
    """Return a speed slowed by armour or load: two thirds of its squares, rounded (T-033)."""
    thirds = speed_m / rules.speeds.square_m * 2 / 3
    rounded = int(thirds) if thirds.denominator == 1 else int(thirds) + 1
    if rules.mechanisms.reduction == "two_thirds_down":
        rounded = int(thirds)
    return rounded * rules.speeds.square_m


def _burden(rules: Ruleset, kind: str, word: str) -> Burden:
    table = rules.armor if kind == "armor" else rules.load
    if word not in table:
        raise Refusal(f"unknown_{kind}", "{word} is not a kind of {kind}.", word=word, kind=kind)
    return table[word]


def _bonuses(mover: Mover, rules: Ruleset) -> Iterator[Receipt]:
    # C-011
    largest: dict[str, Fraction] = {}
    worst: dict[str, Fraction] = {}
    for bonus in mover.bonuses:
        label = Message("{type} bonus", type=bonus.type)
        if bonus.type == MONK and mover.armor != UNARMORED:
            yield rules.cite("T-037", "{type} bonus, lost in armour", Metres(0), type=bonus.type)
        elif bonus.type == UNTYPED:
            yield rules.cite("T-038", label, Metres(bonus.m))
        elif bonus.m < 0:
            worst[bonus.type] = min(bonus.m, worst.get(bonus.type, Fraction(0)))
        else:
            largest[bonus.type] = max(bonus.m, largest.get(bonus.type, Fraction(0)))
    for kind, metres in largest.items():
        yield rules.cite(
            "T-039", "{type} bonus, the largest of its type", Metres(metres), type=kind
        )
    for kind, metres in worst.items():
        several = sum(bonus.type == kind and bonus.m < 0 for bonus in mover.bonuses) > 1
        yield rules.cite(
            "C-011",
            "{type} penalty, the worst of its type",
            Metres(metres),
            default=several,
            type=kind,
        )


def _barbarian(mover: Mover, armor: Burden, load: Burden, rules: Ruleset) -> list[Receipt]:
    if not mover.barbarian:
        return []
    if not armor.barbarian:
        return [rules.cite("T-036", "barbarian, lost in heavy armour", Metres(0))]
    if not load.barbarian:
        return [
            rules.cite("T-036", "barbarian, lost under a heavy load", Metres(0), questions="Q-46")
        ]
    return [rules.cite("T-036", "barbarian", Metres(rules.speeds.barbarian_m))]


def _slowed(
    mover: Mover, race: Race | None, raised: Fraction, slows: bool, rules: Ruleset
) -> tuple[Fraction, list[Receipt]]:
    # T-031, T-035
    if not slows:
        return raised, []
    if race and race.keeps_speed:
        beyond = rules.load[mover.load].slows or mover.barbarian or bool(mover.bonuses)
        return raised, [
            rules.cite(
                "T-032",
                "{race:a} is never slowed",
                Factor(1),
                questions="Q-35" if beyond else "",
                race=mover.race or "",
            )
        ]
    plain = race is not None and not mover.bonuses and not mover.barbarian
    slowed = race.slowed_speed_m if race and plain else reduced_m(raised, rules)
    label = Message("slowed by armour or load")
    by_armor = rules.armor[mover.armor].slows
    out = []
    if by_armor:
        out.append(rules.cite("T-031", label, Metres(slowed)))
    if rules.load[mover.load].slows:
        rule = "T-035" if by_armor else "T-034"
        out.append(rules.cite(rule, label, Metres(slowed), questions="Q-34"))
    if not plain:
        out.append(
            rules.cite(
                "T-033",
                "two thirds of {squares}, in whole squares",
                Metres(slowed),
                questions="Q-33",
                squares=Squares(raised / rules.speeds.square_m),
            )
        )
    return slowed, out


def _run_multiplier(armor: Burden, load: Burden, rules: Ruleset) -> tuple[int, Receipt]:
    # T-013, T-040
    multiplier = min(armor.run_multiplier, load.run_multiplier)
    if multiplier == max(row.run_multiplier for row in rules.armor.values()):
        return multiplier, rules.cite("T-012", "run", multiplier)
    # T-040: pf1's document speaks of armour and dnd35's of load; the other half is Q-34.
    stated = armor.run_multiplier == multiplier and "armour" in rules.rules["T-040"].source
    questions = "" if stated else "Q-34"
    return multiplier, rules.cite(
        "T-040",
        "run in heavy armour or under a heavy load",
        multiplier,
        questions=questions,
    )


def _whole_squares(speed_m: Fraction, rules: Ruleset) -> int:
    squares = speed_m / rules.speeds.square_m
    if squares.denominator != 1 or squares < 0:
        raise Refusal(
            "uneven_speed",
            "{speed} is not a whole number of squares.",
            speed=Metres(speed_m),
        )
    return int(squares)
