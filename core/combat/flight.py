"""The cost of flight step by step: by main direction, by wind, or plain (C-122 to C-143)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Literal, NamedTuple, TypeAlias

from core.combat.board.scene import GRAVITIES
from core.combat.board.squares import DIRECTIONS
from core.dice import parse_dice
from core.messages import N_, Message, Refusal, Squares, Template
from core.receipts import Receipt
from core.rulesets.combat_schema import Flights
from core.rulesets.schema import Ruleset
from core.values import Struct

POINTS = tuple(DIRECTIONS)
"""The compass points clockwise from north, each 45 degrees from the next."""
LEVEL = 0
SLANTING = 1
PLUMB = 2
"""Steps of 45 degrees between level flight and straight up or down."""
ROUND = len(POINTS)
"""Eighths in a full turn."""


class Bearing(NamedTuple):
    """A direction: the compass point's number from 0 and the pitch.

    `pitch` is -2 straight down, -1 down, 0 level, 1 up, 2 straight up. A step straight up or down
    has no point (None); a heading has there the last point that was flown to, if there is one.
    """

    point: int | None
    pitch: int

    @property
    def diagonal(self) -> bool:
        """Whether a step this way changes two or three coordinates (C-022, C-127)."""
        if abs(self.pitch) == PLUMB:
            return False
        slanting = abs(self.pitch) == SLANTING
        return self.point is not None and (slanting or self.point % 2 == 1)

    def __str__(self) -> str:
        if self.pitch > 0:
            way = "U"
        elif self.pitch < 0:
            way = "D"
        else:
            way = ""
        if self.point is None:
            return way
        return way * abs(self.pitch) + POINTS[self.point]


def parse_bearing(text: str) -> Bearing:
    """Return the bearing of "NE", "UE" (up and east), "U" or "D"; Refusal "unknown_direction"."""
    word = text.strip().upper()
    if word in POINTS:
        return Bearing(POINTS.index(word), LEVEL)
    sign = {"U": 1, "D": -1}.get(word[:1], 0)
    if sign and word[1:] in POINTS:
        return Bearing(POINTS.index(word[1:]), sign * SLANTING)
    if sign and len(word) == 1:
        return Bearing(None, sign * PLUMB)
    raise Refusal(
        "unknown_direction",
        "'{text}' is not a direction. Write one of {points}, alone or after U or D, or U or D.",
        text=text,
        points=POINTS,
    )


def parse_heading(text: str) -> Bearing:
    """Return the heading of a text: a bearing, or "UUE" of who rose straight after it flew east.

    Refusal of `parse_bearing`.
    """
    if text[:2] not in ("UU", "DD"):
        return parse_bearing(text)
    slanting = parse_bearing(text[1:])
    return Bearing(slanting.point, slanting.pitch * PLUMB)


def eighths(one: int, other: int) -> int:
    """Return the steps of 45 degrees between two compass points, 0 to 4."""
    apart = abs(one - other) % ROUND
    return min(apart, ROUND - apart)


def turned(heading: Bearing, way: Bearing) -> tuple[int, int]:
    """Return the steps of 45 degrees from a heading to a way: on the compass, in pitch (C-126).

    Straight up or down keeps the last compass point; where there was none the turn is free.
    """
    around = 0
    if heading.point is not None and way.point is not None:
        around = eighths(heading.point, way.point)
    return around, abs(heading.pitch - way.pitch)


def after(heading: Bearing, way: Bearing) -> Bearing:
    """Return the heading after a step this way."""
    return Bearing(heading.point if way.point is None else way.point, way.pitch)


def flies_against(way: str, wind: str) -> bool:
    """Whether a step ("E", "UNE") goes against the wind, within 45 degrees; no wind: never.

    Refusal of `parse_bearing`.
    """
    point = parse_bearing(way).point
    blows_to = parse_bearing(wind).point if wind else None
    if point is None or blows_to is None:
        return False
    return eighths(point, blows_to) >= ROUND // 2 - NEAR


FlightMode: TypeAlias = Literal["fly", "swim"]
TOP = {"main_direction": "C-122", "wind": "C-133", "plain": "C-143"}
"""The rule of flight by mechanism."""
NEAR = 1
"""A wind is with or against a flyer within one step of 45 degrees (C-134, C-135)."""
Charge: TypeAlias = tuple[Fraction | int, Receipt]
"""What a step costs beyond its squares (negative = less), and the receipt."""


class Flight(Struct):
    """The cost of a flight in squares.

    `steps` are the prices of the steps, halves possible; `cost` their sum rounded up (C-135);
    `legal` whether it is within the budget.
    """

    cost: int
    legal: bool
    steps: tuple[Fraction, ...]
    receipt: Receipt


class FlightConditions(Struct):
    """The circumstances of a flight: rules, main direction, the wind's compass point, gravity.

    `swims`: the creature swims.
    """

    rules: Ruleset
    main: Bearing | None
    wind: int | None
    gravity: str
    swims: bool

    @property
    def mechanism(self) -> str:
        """The mechanism of the prices: "main_direction", "wind", "plain" or "swim"."""
        if self.swims:
            return "swim"
        return self.rules.combat.mechanisms.flight

    @property
    def figures(self) -> Flights:
        """The prices of the system."""
        return self.rules.combat.flight


def fly(
    rules: Ruleset,
    steps: Sequence[str],
    *,
    main: str = "",
    wind: str = "",
    gravity: str = "normal",
    budget: int | None = None,
    diagonals_before: int = 0,
    mode: FlightMode = "fly",
    goes_on: bool = False,
) -> Flight:
    """Return the cost of flying, or swimming, these steps (C-122 to C-143).

    Steps are compass points, those after U or D, or plain U and D. `main` is the main direction
    of this turn ("" = that of the first step, C-122); `wind` the compass point that the air moves
    to ("" = calm, C-134); `gravity` one of normal, low, zero, high (C-125, C-138); `budget` in
    squares (None = no limit); `diagonals_before` were made earlier this turn where the count runs
    on (C-024), or in this very movement where it `goes_on`. Refusals: "unknown_direction",
    "unknown_wind", "unknown_gravity".
    """
    if gravity not in GRAVITIES:
        raise Refusal(
            "unknown_gravity",
            "'{gravity}' is not a gravity. Write one of {choices}.",
            gravity=gravity,
            choices=GRAVITIES,
        )
    ways = tuple(parse_bearing(step) for step in steps)
    heading = parse_heading(main) if main else None
    if wind:
        blows = parse_bearing(wind)
    else:
        blows = Bearing(None, LEVEL)
    if wind and (blows.pitch or blows.point is None):
        raise Refusal("unknown_wind", "A wind blows to a compass point, not to {wind}.", wind=wind)
    air = FlightConditions(rules, heading, blows.point, gravity, mode == "swim")
    runs_on = goes_on or rules.combat.mechanisms.diagonals == "per_turn"
    parity = diagonals_before % 2 if runs_on else 0
    totals = []
    parts = list(_circumstances(air))
    blown = False
    for way in ways:
        squares = 1 + parity if way.diagonal else 1
        parity ^= way.diagonal
        heading = heading or way
        charges = tuple(_charges(way, heading, squares, air))
        heading = after(heading, way)
        totals.append(Fraction(squares + sum(more for more, _ in charges)))
        blown = blown or (way.point is not None and any(more < 0 for more, _ in charges))
        label = Message("step {number}, {direction}", number=len(totals), direction=str(way))
        why = (receipt for _, receipt in charges)
        rule = "C-022" if way.diagonal else "C-021"
        if way.diagonal and abs(way.pitch) == SLANTING and air.mechanism == "main_direction":
            rule = "C-127"
        parts.append(rules.cite(rule, label, Squares(totals[-1]), *why))
    whole = sum(totals, Fraction(0))
    cost = ceil(whole)
    if whole != cost:
        rule = "C-135" if blown else "C-137"
        parts.append(
            rules.cite(
                rule, "{whole} rounded up", Squares(cost), questions="QC-38", whole=Squares(whole)
            )
        )
    if air.swims:
        if air.figures.swim_vertical:
            rule = "C-141"
        else:
            rule = "C-131"
        receipt = rules.cite(rule, "cost of swimming", Squares(cost), *parts)
    else:
        receipt = rules.cite(TOP[air.mechanism], "cost of the flight", Squares(cost), *parts)
    return Flight(cost, budget is None or cost <= budget, tuple(totals), receipt)


def _circumstances(air: FlightConditions) -> Iterator[Receipt]:
    cite = air.rules.cite
    if air.mechanism == "main_direction" and air.main is not None:
        yield cite("C-122", "main direction", str(air.main))
    if air.mechanism in ("main_direction", "plain") and air.wind is not None:
        yield cite(
            TOP[air.mechanism],
            "the wind changes no price here; it may call for a check",
            POINTS[air.wind],
        )
    if air.mechanism == "plain" and not (air.figures.turn or air.figures.climb):
        yield cite("C-143", "simplified: climbing and turning not counted", Squares(0))


def _charges(
    way: Bearing, heading: Bearing, squares: int, air: FlightConditions
) -> Iterator[Charge]:
    cite = air.rules.cite
    if way.diagonal:
        # C-022, C-127
        which: Template
        if squares == 1:
            which = "every first diagonal"
        else:
            which = "every second diagonal"
        slanting = abs(way.pitch) == SLANTING
        yield 0, cite("C-022", Message(which), Squares(squares), default=slanting)
    match air.mechanism:
        case "swim":
            if way.pitch:
                more = air.figures.swim_vertical
            else:
                more = 0
            if more:
                yield more, cite("C-141", "swimming up or down", Squares(more))
        case "wind":
            yield from _blown(way, squares, air)
        case _:
            yield from _turns(way, heading, air)
            yield from _height(way, air)


def _turns(way: Bearing, heading: Bearing, air: FlightConditions) -> Iterator[Charge]:
    # C-123, C-126
    around, pitch = turned(heading, way)
    plain = air.mechanism == "plain"
    for number, rule, template in (
        (around, "C-123", N_("turns of 45 degrees: {number}")),
        (pitch, "C-126", N_("turns of 45 degrees up or down: {number}")),
    ):
        if more := air.figures.turn * number:
            label = Message(template, number=number)
            yield more, air.rules.cite("C-143" if plain else rule, label, Squares(more))


def _height(way: Bearing, air: FlightConditions) -> Iterator[Charge]:
    # C-124, C-125
    cite = air.rules.cite
    climb = air.figures.climb
    more = {"normal": climb, "high": air.figures.climb_high_gravity}.get(air.gravity, 0)
    gaining = Message("gaining height")
    if air.mechanism == "plain":
        if way.pitch > 0 and more:
            yield more, cite("C-143", gaining, Squares(more))
    elif way.pitch < 0:
        yield 0, cite("C-124", "descending costs nothing more", Squares(0), questions="QC-39")
    elif way.pitch and air.gravity == "normal":
        yield more, cite("C-124", gaining, Squares(more))
    elif way.pitch:
        normal = cite("C-124", "under normal gravity", Squares(climb))
        yield (
            more,
            cite(
                "C-125",
                "gaining height, gravity {gravity}",
                Squares(more),
                normal,
                gravity=air.gravity,
            ),
        )


def _blown(way: Bearing, squares: int, air: FlightConditions) -> Iterator[Charge]:
    # C-134 to C-138
    cite = air.rules.cite
    figures = air.figures
    weightless = air.gravity == "zero"
    if air.wind is None or way.point is None:
        apart = None
    else:
        apart = eighths(way.point, air.wind)
    headwind = apart is not None and apart >= ROUND // 2 - NEAR
    rises = way.pitch > 0 and not weightless
    climb = figures.climb if rises else 0
    height = cite("C-136", "gaining height", Squares(figures.climb))
    if weightless and way.pitch:
        yield 0, cite("C-138", "without gravity up and down are like level flight", Squares(0))
    elif climb and not headwind:
        yield climb, height
    elif way.pitch == -PLUMB:
        price = Squares(squares * (figures.dive or 1))
        yield price - squares, cite("C-137", "straight down: two squares for one", price)
        if air.wind is not None:
            yield 0, cite("C-135", "the wind adds nothing to straight down", Squares(0))
    if headwind:
        if rises:
            more = figures.headwind_up
        else:
            more = figures.headwind
        if more:
            asked = "" if apart == ROUND // 2 else "QC-38"
            label = Message(
                "against the wind and upward, height included" if rises else "against the wind"
            )
            parts = (height,) if rises else ()
            yield more, cite("C-134", label, Squares(more), *parts, questions=asked)
    elif apart is not None and apart <= NEAR:
        price = Squares(squares * (figures.tailwind or 1))
        if price != squares:
            asked = "QC-38" if apart or climb else ""
            yield (
                price - squares,
                cite("C-135", "with the wind two squares cost one", price, questions=asked),
            )


VictimDegree: TypeAlias = Literal["critical_success", "success", "failure", "critical_failure", ""]

SHARE = {
    "critical_success": Fraction(0),
    "success": Fraction(1, 4),
    "failure": Fraction(1, 2),
    "critical_failure": Fraction(1),
}
"""The part of the faller's damage that a creature fallen upon takes (C-149)."""
CRITICAL = 10
"""A save so far above or below its difficulty is critical (C-149)."""
NONE = Message("none")
OPEN_RULES = "open rules, Falling"


class FallResult(Struct, kw_only=True):
    """The effects of a fall.

    `damage` in points, or `dice` ("3d6", "0") where they are rolled (then `damage` is None), of
    which `nonlethal` are nonlethal damage and `lethal` the others ("0" = none of them); `prone`
    whether the faller lands prone. `victim_degree` and `victim_damage` are those of
    a creature fallen upon ("" and None when there is none, or no rule for it).
    """

    damage: int | None
    dice: str
    prone: bool
    victim_degree: VictimDegree
    victim_damage: int | None
    receipt: Receipt
    victim_receipt: Receipt | None = None
    lethal: str = "0"
    nonlethal: str = "0"


def fall(
    rules: Ruleset,
    height: int,
    *,
    soft: bool = False,
    depth: int | None = None,
    deliberate: bool = False,
    victim_reflex: int | None = None,
    thing: bool = False,
) -> FallResult:
    """Return the effects of a fall of `height` squares (C-144 to C-151).

    `soft` is a landing in water, snow or the like, `depth` squares deep (None = deep enough),
    `deliberate` a dive. `victim_reflex` is the total of the Reflex save of a creature fallen upon;
    a `thing` falls like a creature but is never prone (C-150). Refusal "negative_height".
    """
    if height < 0 or (depth is not None and depth < 0):
        raise Refusal("negative_height", "A height or a depth cannot be below 0 squares.")
    if rules.combat.mechanisms.falling == "dice":
        dice = _dice_of(rules, height, soft=soft, deliberate=deliberate)
        return _by_dice(rules, height, dice, soft, victim_reflex, thing)
    figures = rules.combat.falling
    cite = rules.cite
    capped = min(height, figures.longest)
    softened = 0
    if soft:  # C-147
        if deliberate:
            most = figures.dive
        else:
            most = figures.soft
        if depth is None:
            softened = most
        else:
            softened = min(most, depth)
    counted = max(0, capped - softened)
    harmless = counted <= figures.harmless
    per_square = figures.per_square or Fraction(0)
    damage = 0 if harmless else floor(counted * per_square)
    parts = []
    if capped < height:
        asked = "QC-37" if softened else ""
        parts.append(cite("C-145", "a longer fall counts as", Squares(capped), questions=asked))
    if softened:
        label = Message(
            "a dive into something soft takes off" if deliberate else "a soft landing takes off"
        )
        parts.append(cite("C-147", label, Squares(softened)))
    if thing:
        parts.append(cite("C-150", "an object takes damage as a creature does", damage))
    elif damage:
        parts.append(cite("C-146", "a faller that takes damage lands prone", damage))
        parts.append(cite("C-148", "a reaction to grab an edge may reduce some falls", NONE))
    exact = harmless or (counted * per_square).denominator == 1
    receipt = cite(
        "C-144",
        "fall of {height}: {each} points a square if more than {harmless}, rounded down",
        damage,
        *parts,
        questions="" if exact else "QC-37",
        height=Squares(height),
        each=per_square,
        harmless=Squares(figures.harmless),
    )
    degree: VictimDegree = ""
    victim = None
    why = None
    if victim_reflex is not None:
        degree = victim_degree(rules, victim_reflex)
        victim = floor(damage * SHARE[degree])
        why = cite(
            "C-149",
            "the creature fallen upon: Reflex {reflex} against {dc}, {share} of {damage}",
            victim,
            questions="QC-37",
            reflex=victim_reflex,
            dc=figures.victim_dc,
            share=SHARE[degree],
            damage=damage,
        )
    return FallResult(
        damage=damage,
        dice="",
        prone=damage > 0 and not thing,
        victim_degree=degree,
        victim_damage=victim,
        receipt=receipt,
        victim_receipt=why,
    )


class _FallDice(NamedTuple):
    """The numbers of dice of a fall: those of a jump and of a soft landing are nonlethal."""

    all: int
    jump: int
    soft: int

    @property
    def nonlethal(self) -> int:
        """The dice of nonlethal damage."""
        return self.jump + self.soft


def _dice_of(rules: Ruleset, height: int, *, soft: bool, deliberate: bool) -> _FallDice:
    figures = rules.combat.falling
    number = min(height // max(1, figures.squares_per_die), figures.most_dice)
    jump = min(number, figures.jump_nonlethal if deliberate else 0)
    landing = min(number - jump, figures.soft_nonlethal if soft else 0)
    return _FallDice(number, jump, landing)


def _by_dice(
    rules: Ruleset,
    height: int,
    numbers: _FallDice,
    soft: bool,
    victim_reflex: int | None,
    thing: bool,
) -> FallResult:
    figures = rules.combat.falling
    cite = rules.cite
    most = figures.most_dice
    number = numbers.all

    def written(count: int) -> str:
        if count:
            return str(parse_dice(figures.die).times(count))
        return "0"

    dice = written(number)
    label = Message(
        "fall of {height}: {die} for each whole {step}, {most} dice at most",
        height=Squares(height),
        die=figures.die,
        step=Squares(figures.squares_per_die),
        most=most,
    )
    parts = []
    if numbers.jump:
        label_of_jump = Message("a deliberate jump: nonlethal damage")
        parts.append(cite("C-151", label_of_jump, written(numbers.jump), source=OPEN_RULES))
    if numbers.soft:
        label_of_landing = Message("a soft landing: nonlethal damage")
        parts.append(cite("C-151", label_of_landing, written(numbers.soft), source=OPEN_RULES))
    if soft and not figures.soft_nonlethal:
        parts.append(
            cite("C-151", "this system has no rule for soft landings: nothing is taken off", NONE)
        )
    if victim_reflex is not None:
        parts.append(cite("C-151", "this system has no rule for falling on a creature", NONE))
    if number and not thing:
        parts.append(cite("C-151", "a faller that takes damage lands prone", dice))
    receipt = cite("C-151", label, dice, *parts)
    return FallResult(
        damage=None,
        dice=dice,
        prone=bool(number) and not thing,
        victim_degree="",
        victim_damage=None,
        receipt=receipt,
        lethal=written(number - numbers.nonlethal),
        nonlethal=written(numbers.nonlethal),
    )


def victim_degree(rules: Ruleset, reflex: int) -> VictimDegree:
    """Return the degree of success of a Reflex save with this total (C-149).

    Natural 20 and 1 are left to the table (QC-37).
    """
    dc = rules.combat.falling.victim_dc
    if reflex >= dc + CRITICAL:
        return "critical_success"
    if reflex >= dc:
        return "success"
    if reflex <= dc - CRITICAL:
        return "critical_failure"
    return "failure"
